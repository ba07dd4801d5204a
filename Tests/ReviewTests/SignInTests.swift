import Foundation
import Operations
import RawHTTP
import Testing

@testable import Review

/// Who gets in, and what other sites and odd clients cannot do.
@Suite struct SignInTests {
    @Test func letsInByTheLinkOnce() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            let link = try fixture.link()
            #expect(link.wholeMatch(of: /\/sign-in\?token=[0-9a-f]{64}/) != nil)
            var first = browser
            try await first.signIn(link)
            let page = try await first.get("/")
            #expect(page.status == 200)

            let again = try await browser.get(link)
            #expect(again.status == 403 && again.headers["set-cookie"] == nil)
            // The next link is another one, and keeps the first browser signed in.
            #expect(try fixture.link() != link)
            var second = browser
            try await second.signIn(try fixture.link())
            let both = [try await first.get("/").status, try await second.get("/").status]
            #expect(both == [200, 200] && first.cookie != second.cookie)
        }
    }

    @Test(arguments: ["/sign-in", "/sign-in?token=", "/sign-in?token=00", "/sign-in?other=1"])
    func letsNobodyInByAnythingElse(path: String) async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            let answer = try await browser.get(path)
            #expect(answer.status == 403 && answer.headers["set-cookie"] == nil)
        }
    }

    @Test func showsNothingToWhoHasNotSignedIn() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("telltale.png"))
        try await fixture.serve { server, browser in
            let id = try #require(server.index.snapshot.documents.first?.id)
            var other = browser
            for cookie in [nil, "recto-\(server.place.port)=00", "recto-1=0"] {
                other.cookie = cookie
                for path in ["/", "/document?id=\(id)", "/events", "/?name=telltale"] {
                    let answer = try await other.get(path)
                    #expect(answer.status == 401 && !answer.body.contains("telltale"), "\(path)")
                }
                let posted = try await other.post("/search", FormFields(encoded: "text=12.00"))
                #expect(posted.status == 401)
            }
            let unknown = try await browser.get("/elsewhere")
            #expect(unknown.status == 404)
        }
    }

    @Test func keepsTheCookieToThisSiteAndFromScripts() async throws {
        let fixture = try Fixture()
        try await fixture.serve { server, browser in
            let cookie = try #require(try await browser.get(fixture.link()).headers["set-cookie"])
            let parts = Set(cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
            #expect(parts.isSuperset(of: ["HttpOnly", "SameSite=Strict", "Path=/"]))
            // Of this server alone, and of the browser's session.
            #expect(cookie.hasPrefix("recto-\(server.place.port)="))
            #expect(!cookie.contains("Expires") && !cookie.contains("Max-Age"))
        }
    }

    @Test func endsASession() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            var form = FormFields()
            form["form_token"] = try await browser.token()
            let answer = try await browser.post("/sign-out", form)
            let after = try await browser.get("/")
            #expect(answer.status == 200 && after.status == 401)
        }
    }

    @Test func refusesPostsOfOtherSites() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("telltale.png"))
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            // The other site's page has the browser's cookie sent, and does not know the token.
            var other = browser
            try await other.signIn(try fixture.link())
            for token in [nil, "", String(repeating: "0", count: 64), try await other.token()] {
                var form = FormFields(encoded: "text=12.00")
                form["form_token"] = token
                let answer = try await browser.post("/search", form)
                #expect(answer.status == 403 && !answer.body.contains("telltale"))
                let out = try await browser.post("/sign-out", form)
                #expect(out.status == 403)
            }
            let page = try await browser.get("/")
            #expect(page.status == 200)
        }
    }

    @Test(arguments: [
        "example.com", "example.com:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.example.com:PORT", "localhost",
        "user@127.0.0.1:PORT", "127.0.0.1:PORT.example.com", "", "[::1]:PORT", "0.0.0.0:PORT",
    ]) func answersUnderItsOwnNameAlone(host: String) async throws {
        let fixture = try Fixture()
        try await fixture.serve { server, browser in
            let host = host.replacing("PORT", with: "\(server.place.port)")
            let link = try fixture.link()
            let refused = try await browser.get(link, host: host)
            #expect((400..<500).contains(refused.status) && refused.headers["set-cookie"] == nil)
            // It was not used up.
            #expect(try fixture.link() == link)
            let good = try await browser.get(link, host: "localhost:\(server.place.port)")
            #expect(good.status == 303)
        }
    }

    @Test func sendsItsHeadersWithEveryAnswer() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var signedIn = browser
            try await signedIn.signIn(try fixture.link())
            let answers = [
                try await signedIn.get("/"), try await browser.get("/"), try await browser.get("/elsewhere"),
                try await browser.get("/assets/style.css"), try await browser.get("/", host: "example.com"),
                try await signedIn.post("/search", FormFields()), try await browser.get("/sign-in?token=0"),
            ]
            for answer in answers {
                let policy = try #require(answer.headers["content-security-policy"])
                #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("unsafe"))
                #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"))
                #expect(answer.headers["cache-control"] == "no-store")
                #expect(answer.headers["referrer-policy"] == "no-referrer")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
            }
        }
    }

    @Test func takesNoLongBodies() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let answer = try await browser.post(
                "/search", FormFields(encoded: "text=\(String(repeating: "a", count: 100_000))"))
            #expect(answer.status == 413)
        }
    }

    @Test func cutsOffSlowClients() async throws {
        let fixture = try Fixture()
        try await fixture.serve(patience: 0.3) { server, _ in
            let connection = try RawConnection(port: server.place.port)
            connection.send(
                "POST /search HTTP/1.1\r\nHost: 127.0.0.1:\(server.place.port)\r\nContent-Length: 9999\r\n\r\n")
            while try await !connection.receive(seconds: 0.02).isClosed { connection.send("b") }
        }
    }

    @Test func secretsAreLongAndDiffer() {
        let secrets = (0..<100).map { _ in Secret() }
        #expect(Set(secrets).count == 100 && secrets.allSatisfy { $0.text.utf8.count == 64 })
        #expect(secrets[0].matches(secrets[0].text) && !secrets[0].matches(secrets[1].text))
        #expect(!secrets[0].matches(nil) && !secrets[0].matches(""))
    }

    @Test func signsTheOldestOut() {
        let sessions = Sessions()
        let all = (0..<40).compactMap { _ in
            sessions.signIn(sessions.linkToken.text, as: Reviewer(name: "Ada"))
        }
        #expect(all.count == 40)
        #expect(sessions.session(all[0].key.text) == nil && sessions.session(all[39].key.text) != nil)
    }
}
