import Foundation
import Operations
import Testing

@testable import Review

/// The page where pictures are taken, and who is led there. What its scripts do is tried in a browser
/// (`Scripts/capture-browser`).
@Suite struct CaptureTests {
    private static func browser(
        _ name: String, _ roles: Set<Role>, _ fixture: Fixture, _ browser: Browser
    ) async throws -> Browser {
        let code = try fixture.people().add(name, roles: roles)
        var browser = browser
        let answer = try await browser.signIn(name, password: "a password for tests", code: code)
        #expect(answer.status == 303)
        return browser
    }

    @Test func whoOnlyCapturesIsLedThere() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { server, browser in
            let ada = try await Self.browser("Ada", [.capture], fixture, browser)
            let start = try await ada.get("/")
            #expect(start.status == 303 && start.headers["location"] == "/capture")
            let page = try await ada.get("/capture")
            #expect(page.status == 200 && page.body.contains("data-person=\"Ada\""))
            let cookie = ada.cookie?.split(separator: "=").last.map(String.init)
            let token = try #require(server.sessions.session(cookie)).formToken.text
            #expect(page.body.contains("data-token=\"\(token)\""))
            // Without scripts it says so.
            #expect(page.body.contains("<noscript>"))
            let reviewer = try await Self.browser("Ben", [.review], fixture, browser)
            #expect(try await reviewer.get("/").status == 200)
            #expect(try await reviewer.get("/capture").status == 403)
            let chief = try await Self.browser("Chief", [.administer], fixture, browser)
            #expect(try await chief.get("/").status == 403)
            // Of two roles that have a place, none is led away from the queue.
            let both = try await Self.browser("Both", [.capture, .review], fixture, browser)
            #expect(try await both.get("/").status == 200)
        }
    }

    @Test(
        arguments: [
            ([.capture], []), ([.review], []), ([.capture, .review], ["/", "/capture"]),
            ([.review, .administer], ["/", "/people"]),
            ([.capture, .review, .administer], ["/", "/capture", "/people"]),
        ] as [(Set<Role>, [String])]) func pagesLeadWhereOnesRolesAllow(roles: Set<Role>, places: [String]) async throws
    {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            let ada = try await Self.browser("Ada", roles, fixture, browser)
            let page = try await ada.get(roles.contains(.review) ? "/" : "/capture").body
            let navigation = page.firstMatch(of: /<nav aria-label="Places">(?:.|\n)*?<\/nav>/)?.output ?? ""
            #expect(navigation.matches(of: /href="([^"]*)"/).map { String($0.1) } == places)
            #expect(navigation.matches(of: /aria-current/).count == min(places.count, 1))
        }
    }

    /// By the link, everybody may do all but say who may do what, since nobody has a name.
    @Test func theLinkLeadsToTheCameraToo() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let page = try await browser.get("/").body
            #expect(page.contains("href=\"/capture\"") && !page.contains("href=\"/people\""))
            #expect(try await browser.get("/capture").status == 200)
        }
    }

    @Test func theCameraIsForThesePagesAlone() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            for path in ["/sign-in", "/assets/capture.js", "/no-such-page"] {
                let headers = try await browser.get(path).headers
                #expect(headers["permissions-policy"] == "camera=(self), microphone=(), geolocation=()")
                let policy = headers["content-security-policy"] ?? ""
                let blobs = policy.split(separator: "; ").filter { $0.contains("blob:") }
                #expect(blobs == ["img-src 'self' blob:"] && !policy.contains("unsafe"))
            }
        }
    }

    @Test func aNameIsNoMarkup() async throws {
        let fixture = try Fixture()
        _ = try fixture.people()
        try await fixture.serve { _, browser in
            let name = "\" onclick=\"alert(1)\"><script>alert(1)</script>"
            let ada = try await Self.browser(name, [.capture], fixture, browser)
            let page = try await ada.get("/capture").body
            #expect(!page.contains("<script>") && !page.contains("onclick=\""))
            #expect(page.contains("data-person=\"&quot; onclick=&quot;"))
        }
    }

    @Test func everyScriptThatAPageWantsIsServed() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var open = ["capture.js", "sign-out.js", "queue.js", "review.js", "picture.js"]
            var seen: Set<String> = []
            while let name = open.popLast() {
                guard seen.insert(name).inserted else { continue }
                let answer = try await browser.get("/assets/\(name)")
                #expect(
                    answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/javascript") == true,
                    "\(name)")
                open += answer.body.matches(of: /from "\.\/([a-z-]+\.js)"/).map { String($0.1) }
            }
            #expect(
                seen.isSuperset(of: [
                    "capture-camera.js", "capture-hints.js", "capture-sending.js", "capture-drafts.js",
                ]))
        }
    }
}
