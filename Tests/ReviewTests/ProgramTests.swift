import Foundation
import HTTPTypes
import Identity
import IdentityStub
import Operations
import Synchronization
import Testing

@testable import Review

/// Programs that ask over HTTP, from the exchange of an ID token on.
@Suite struct ProgramTests {
    private let clock = TestClock()
    private let fixture: Fixture
    private let key: IdentityStub.Key
    private let stub: IdentityStub

    init() async throws {
        fixture = try Fixture()
        key = try await .es256("first")
        stub = try await IdentityStub(keys: [key])
        var settings = IDTokenVerifier.Settings(issuer: stub.address, audience: "recto")
        settings.patience = 600
        let programs = Programs(
            verifier: IDTokenVerifier(settings, now: clock.date, instant: clock.instant),
            accessTokens: AccessTokens(now: clock.instant),
            programs: [Program(subject: "scanner", scopes: Set(Role.allCases.map(\.rawValue)))])
        fixture.programs.withLock { $0 = programs }
    }

    private func token(scope: String, from browser: Browser) async throws -> String {
        var form = FormFields()
        form["grant_type"] = "urn:ietf:params:oauth:grant-type:token-exchange"
        form["subject_token"] = try IdentityStub.token(
            stub.claims(at: clock.date(), ["jti": UUID().uuidString]), by: key)
        form["subject_token_type"] = "urn:ietf:params:oauth:token-type:id_token"
        form["scope"] = scope
        let answer = try await browser.post("/api/v1/token", form)
        let body = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return try #require(body?["access_token"] as? String)
    }

    private func ask(_ right: Right, _ token: String, _ browser: Browser) async throws -> Browser.Answer {
        try await browser.ask(
            right.method.rawValue, right.path, headers: ["Authorization: Bearer \(token)"])
    }

    /// From the one table that the server goes by.
    @Test func noScopeReachesForMore() async throws {
        try await fixture.serve { server, browser in
            let rights = Routes.build(server).rights
            for role in Role.allCases {
                let token = try await token(scope: role.rawValue, from: browser)
                for right in rights where right.path != "/api/v1/events" {
                    let answer = try await ask(right, token, browser)
                    if !right.path.hasPrefix(API.prefix) {
                        // Pages are people's.
                        #expect(answer.status == 401, "\(right)")
                    } else if right.role == nil || right.role == role {
                        #expect(![401, 403].contains(answer.status), "\(role) \(right)")
                    } else {
                        #expect(answer.status == 403 && answer.body.contains("insufficient_scope"), "\(role) \(right)")
                    }
                }
            }
        }
        await stub.stop()
    }

    @Test func aTokenThatIsNoneOrHasEndedOpensNothing() async throws {
        try await fixture.serve { server, browser in
            let right = Right(method: .get, path: "/api/v1/whoami", role: nil)
            let token = try await token(scope: "review", from: browser)
            let answer = try await ask(right, token, browser)
            #expect(answer.status == 200 && answer.body.contains("program:scanner"))
            for wrong in ["", "x", token + "0", String(token.dropLast()), "\(token) \(token)"] {
                let answer = try await ask(right, wrong, browser)
                #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer", "\(wrong.count)")
            }
            // A browser's cookie does not help a wrong token.
            var person = browser
            try await person.signIn(fixture.link())
            #expect(try await ask(right, "x", person).status == 401)
            clock.advance(901)
            #expect(try await ask(right, token, browser).status == 401)
        }
        await stub.stop()
    }

    @Test func whoAsksTooOftenIsToldWhenToAskAgain() async throws {
        fixture.rate.withLock { $0 = RateLimit(burst: 3, perSecond: 0.5, now: clock.instant) }
        try await fixture.serve { server, browser in
            let right = Right(method: .get, path: "/api/v1/whoami", role: nil)
            let token = try await token(scope: "review", from: browser)
            let capture = try await self.token(scope: "capture", from: browser)
            for _ in 0..<3 { #expect(try await ask(right, token, browser).status == 200) }
            // By its name, whatever its token is; others go on.
            for own in [token, capture] {
                let answer = try await ask(right, own, browser)
                #expect(answer.status == 429 && answer.headers["retry-after"] == "2")
            }
            var person = browser
            try await person.signIn(fixture.link())
            #expect(try await person.get("/api/v1/whoami").status == 200)
            clock.advance(2)
            #expect(try await ask(right, capture, browser).status == 200)
        }
        await stub.stop()
    }
}
