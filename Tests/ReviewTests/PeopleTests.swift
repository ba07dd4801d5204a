import Foundation
import HTTPTypes
import Model
import Operations
import Synchronization
import Testing

@testable import Review

/// People with names: how they sign in, and what each role may do.
@Suite struct PeopleTests {
    private static let password = "correct horse battery"

    /// Signed in, by the code that the person was given.
    private static func browser(
        _ name: String, _ roles: Set<Role>, _ fixture: Fixture, _ browser: Browser
    ) async throws -> Browser {
        var browser = browser
        let code = try fixture.people().add(name, roles: roles)
        let answer = try await browser.signIn(name, password: password, code: code)
        #expect(answer.status == 303)
        return browser
    }

    @Test func aCodeLetsInOnceAndAPasswordAfterIt() async throws {
        let fixture = try Fixture()
        let code = try fixture.people().add("Ada", roles: [.review])
        try await fixture.serve { _, browser in
            var browser = browser
            #expect(try fixture.link() == "/sign-in")
            #expect(try await browser.get("/sign-in").body.contains("Password"))
            #expect(try await browser.get("/").status == 401)
            let short = try await browser.signIn("Ada", password: "short", code: code)
            #expect(short.status == 403 && short.body.contains("12 to"))
            #expect(try await browser.signIn("Ada", password: Self.password, code: code).status == 303)
            let queue = try await browser.get("/").body
            #expect(queue.contains("Ada") && !queue.contains("/people"))
            #expect(try await browser.signIn("Ada", password: Self.password, code: code).status == 403)
            #expect(browser.cookie == nil)
            for (name, password) in [("Ada", "wrong"), ("Ben", Self.password), ("", "")] {
                let answer = try await browser.signIn(name, password: password)
                #expect(answer.status == 403 && answer.body.contains("Name or password is wrong"))
            }
            let cookie = try await browser.signIn("Ada", password: Self.password).headers["set-cookie"] ?? ""
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Max-Age"))
        }
    }

    @Test func theLinkOfOnePersonIsNoWayInWhereThereAreNames() async throws {
        let fixture = try Fixture()
        _ = try fixture.people().add("Ada", roles: [.review])
        try await fixture.serve { server, browser in
            let answer = try await browser.get("/sign-in?token=\(server.sessions.linkToken.text)")
            #expect(answer.status == 200 && answer.headers["set-cookie"] == nil)
        }
    }

    @Test func aThousandTriesToSignInLetNobodyIn() async throws {
        let fixture = try Fixture()
        let code = try fixture.people().add("Ada", roles: [.review])
        try await fixture.serve { _, browser in
            var ada = browser
            #expect(try await ada.signIn("Ada", password: Self.password, code: code).status == 303)
            var statuses: Set<Int> = []
            for number in 0..<1000 {
                var other = browser
                statuses.insert(try await other.signIn("Ada", password: "guess \(number)").status)
            }
            #expect(statuses == [403])
            // The name is locked now, for who knows the password too; who is in stays in.
            #expect(try await browser.get("/").status == 401)
            var second = browser
            #expect(try await second.signIn("Ada", password: Self.password).status == 403)
            #expect(try await ada.get("/").status == 200)
        }
    }

    @Test func anotherSitesFormSignsNobodyIn() async throws {
        let fixture = try Fixture()
        let code = try fixture.people().add("Ada", roles: [.review])
        try await fixture.serve { _, browser in
            var form = FormFields()
            (form["name"], form["password"], form["code"]) = ("Ada", Self.password, code)
            for header in [
                "Origin: http://elsewhere.test", "Origin: null", "Origin: http://127.0.0.1:1",
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
            ] {
                let answer = try await browser.ask("POST", "/sign-in", headers: [header], body: form.encoded)
                #expect(answer.status == 403 && answer.headers["set-cookie"] == nil)
            }
            let own = try await browser.ask(
                "POST", "/sign-in", headers: ["Origin: null", "Sec-Fetch-Site: same-origin"], body: form.encoded)
            #expect(own.status == 303)
        }
    }

    /// From the one table that the server goes by.
    @Test func noRoleReachesForMore() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { server, browser in
            let rights = Routes.build(server).rights
            #expect(rights.count > 10)
            for role in Role.allCases {
                let person = try await Self.browser("Of \(role.rawValue)", [role], fixture, browser)
                let cookie = person.cookie?.split(separator: "=").last.map(String.init)
                let token = try #require(server.sessions.session(cookie)).formToken.text
                for right in rights where right.role != role && right.role != nil {
                    let answer =
                        right.method == .get
                        ? try await person.get(right.path)
                        : try await person.post(right.path, FormFields(encoded: "form_token=\(token)"))
                    #expect(answer.status == 403 && answer.body.contains("not for your role"), "\(role) \(right)")
                }
                // Nor does anybody whom no session knows.
                for right in rights {
                    let answer =
                        right.method == .get
                        ? try await browser.get(right.path) : try await browser.post(right.path, FormFields())
                    #expect(answer.status == 401, "\(right)")
                }
            }
        }
    }

    @Test func whoIsRemovedIsOutAtOnce() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            let ada = try await Self.browser("Ada", [.review], fixture, browser)
            let ben = try await Self.browser("Ben", [.review], fixture, browser)
            #expect(try await ada.get("/").status == 200)
            try fixture.people().remove("Ada")
            #expect(try await ada.get("/").status == 401)
            // A new code takes the password, and with it the session, for good: also of who asks again only when the next
            // password is there.
            let code = try fixture.people().invite("Ben")
            var other = browser
            let entered = try await other.signIn("Ben", password: Self.password, code: code)
            #expect(entered.status == 303)
            #expect(try await ben.get("/").status == 401)
            #expect(try await other.get("/").status == 200)
        }
    }

    @Test func administersAddAndChangePeople() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            let chief = try await Self.browser("Chief", [.administer], fixture, browser)
            let token = try await chief.token(on: "/people")
            func step(_ step: String, _ name: String, _ roles: String = "") async throws -> Browser.Answer {
                var form = FormFields(encoded: "form_token=\(token)&step=\(step)\(roles)")
                form["name"] = name
                return try await chief.post("/people", form)
            }
            let added = try await step("add", "<b>Ada</b>", "&review=yes")
            #expect(added.body.contains("&lt;b&gt;Ada&lt;/b&gt;") && !added.body.contains("<b>Ada"))
            let code = try #require(added.body.firstMatch(of: /<strong>([0-9A-Z-]{23})<\/strong>/)?.1)
            var ada = browser
            let first = try await ada.signIn("<b>Ada</b>", password: Self.password, code: String(code))
            #expect(first.status == 303)
            #expect(try await step("add", "<B>ADA</B>", "&review=yes").status == 422)
            #expect(try await step("roles", "<b>Ada</b>", "&administer=yes").status == 303)
            #expect(try await ada.get("/").status == 403)
            #expect(try await ada.get("/people").status == 200)
            #expect(try await step("remove", "<b>Ada</b>").status == 303)
            #expect(try await ada.get("/people").status == 401)
            // Nobody is left without one who administers.
            #expect(try await step("remove", "Chief").status == 422)
            #expect(try await step("roles", "Chief", "&review=yes").status == 422)
            #expect(try await step("invite", "Chief").status == 422)
            #expect(try await step("nothing", "Chief").status == 422)
            #expect(try fixture.people().person("Chief")?.roles == [.administer])
        }
    }

    @Test func aBrowserIsSignedOutAfterALongDay() {
        let sessions = Sessions()
        let reviewer = Reviewer(name: "Ada")
        let old = sessions.begin(reviewer, at: .now - Sessions.longest - .seconds(1))
        let new = sessions.begin(reviewer)
        #expect(sessions.session(old.key.text) == nil && sessions.session(new.key.text) != nil)
    }

    @Test func nobodySignsOthersOutBySigningInOften() {
        let sessions = Sessions()
        let ada = sessions.begin(Reviewer(name: "Ada"))
        for _ in 0..<100 { _ = sessions.begin(Reviewer(name: "Ben")) }
        #expect(sessions.session(ada.key.text) != nil)
    }

    @Test func twoPeopleFinishWhatTwoMustDecide() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a.png"))
        fixture.policy.withLock { $0.fourEyes = ["note"] }
        _ = try fixture.people()
        try await fixture.serve { server, browser in
            let entry = try #require(server.index.snapshot.documents.first)
            let document = try #require(entry.reviewed)
            for name in ["Ada", "Ben"] {
                let person = try await Self.browser(name, [.review], fixture, browser)
                let page = try await person.get("/document?id=\(entry.id)").body
                let version = try #require(page.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
                var form = FormFields()
                (form["form_token"], form["id"]) = (try await person.token(), entry.id)
                (form["version"], form["step"]) = (String(version), "unknown")
                #expect(try await person.post("/document", form).status == 303)
                let state = try await server.store.state(of: document)
                #expect((state.decision == nil) == (name == "Ada"))
                form["version"] = try await person.get("/document?id=\(entry.id)").body
                    .firstMatch(of: /name="version" value="([^"]+)"/).map { String($0.1) }
                _ = try await person.post("/document/leave", form)
            }
        }
    }
}
