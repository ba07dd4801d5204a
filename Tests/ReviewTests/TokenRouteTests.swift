import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityStub
import Operations
import Pipeline
import Synchronization
import Testing

@testable import Review

/// ID tokens exchanged for access tokens, as a program sees it.
@Suite struct TokenRouteTests {
    let clock = TestClock()
    let key: IdentityStub.Key
    let stub: IdentityStub
    let route: TokenRoute

    init() async throws {
        key = try await .es256("first")
        stub = try await IdentityStub(keys: [key])
        var settings = IDTokenVerifier.Settings(issuer: stub.address, audience: "recto")
        settings.patience = 600
        let programs = [Program(subject: "scanner", scopes: ["capture", "review"])]
        route = TokenRoute(
            programs: Programs(
                verifier: IDTokenVerifier(settings, now: clock.date, instant: clock.instant),
                accessTokens: AccessTokens(now: clock.instant), programs: programs),
            limit: RateLimit(burst: 10, perSecond: 1, now: clock.instant))
    }

    /// What an answer's body writes.
    private final class Text: ResponseBodyWriter {
        let data = Mutex(Data())

        func write(_ buffer: ByteBuffer) { data.withLock { $0 += Data(buffer.readableBytesView) } }
        func finish(_ trailingHeaders: HTTPFields?) {}
    }

    private func form(_ changes: [String: String?] = [:], claims: [String: any Sendable] = [:]) throws -> FormFields {
        let token = try IdentityStub.token(stub.claims(at: clock.date(), claims), by: key)
        var form = FormFields()
        form["grant_type"] = "urn:ietf:params:oauth:grant-type:token-exchange"
        form["subject_token"] = token
        form["subject_token_type"] = "urn:ietf:params:oauth:token-type:id_token"
        for (name, value) in changes { form[name] = value }
        return form
    }

    private func ask(_ form: FormFields) async throws -> (Response, [String: Any]) {
        let response = await route.exchange(form: form, from: "127.0.0.1")
        let text = Text()
        try await response.body.write(text)
        let body = try JSONSerialization.jsonObject(with: text.data.withLock { $0 })
        return (response, try #require(body as? [String: Any]))
    }

    @Test func givesATokenForATimeAndScopes() async throws {
        let (response, body) = try await ask(form(["scope": "capture"]))
        #expect(response.status == .ok && response.headers[.cacheControl] == "no-store")
        #expect(body["token_type"] as? String == "Bearer" && body["expires_in"] as? Int == 900)
        #expect(body["scope"] as? String == "capture")
        #expect(body["issued_token_type"] as? String == "urn:ietf:params:oauth:token-type:access_token")
        let token = try #require(body["access_token"] as? String)
        #expect(route.programs.accessTokens.holder(of: token)?.scopes == ["capture"])
        // Who names no scope has all that are theirs.
        #expect(try await ask(form()).1["scope"] as? String == "capture review")
        await stub.stop()
    }

    @Test(
        arguments: [
            (["grant_type": "password"], [:], 400, "unsupported_grant_type"),
            (["subject_token": nil], [:], 400, "invalid_request"), (["subject_token": ""], [:], 400, "invalid_request"),
            (["subject_token_type": "urn:ietf:params:oauth:token-type:access_token"], [:], 400, "invalid_request"),
            (["actor_token": "x"], [:], 400, "invalid_request"), (["scope": "administer"], [:], 400, "invalid_scope"),
            (["scope": " "], [:], 400, "invalid_scope"), ([:], ["sub": "stranger"], 403, "unauthorized_client"),
            ([:], ["aud": "other"], 400, "invalid_grant"), (["subject_token": "x.y.z"], [:], 400, "invalid_grant"),
        ] as [([String: String?], [String: any Sendable], Int, String)]) func saysWhyItGivesNone(
            changes: [String: String?], claims: [String: any Sendable], status: Int, code: String
        ) async throws
    {
        let (response, body) = try await ask(form(changes, claims: claims))
        #expect(response.status.code == status && response.headers[.contentType] == "application/problem+json")
        #expect(body["status"] as? Int == status && body["type"] as? String == "about:blank")
        #expect(body["error"] as? String == code && body["code"] as? String == code)
        let detail = try #require(body["detail"] as? String)
        #expect(detail.hasSuffix(".") && !detail.contains("stranger") && !detail.contains("x.y.z"))
        await stub.stop()
    }

    @Test func aScopeThatIsRefusedLeavesTheTokenGood() async throws {
        var form = try form(["scope": "administer"])
        #expect(try await ask(form).0.status == .badRequest)
        form["scope"] = "review"
        #expect(try await ask(form).0.status == .ok)
        #expect(try await ask(form).1["error"] as? String == "invalid_grant")
        await stub.stop()
    }

    @Test func asksToWaitWhereTooMuchIsAskedFor() async throws {
        for _ in 0..<10 { #expect(try await ask(form(["grant_type": "x"])).0.status == .badRequest) }
        let (response, body) = try await ask(form())
        #expect(response.status == .tooManyRequests && response.headers[.retryAfter] == "1")
        #expect(body["error"] as? String == "slow_down")
        #expect(await route.exchange(form: try form(), from: "127.0.0.2").status == .ok)
        clock.advance(1)
        #expect(try await ask(form()).0.status == .ok)
        await stub.stop()
    }

    @Test func aProgramWithTooManyTokensKeepsItsIDToken() async throws {
        let program = try #require(route.programs.bySubject["scanner"])
        while route.programs.accessTokens.issue(to: program, for: ["review"]) != nil {}
        clock.advance(890)
        let form = try form()
        let (response, _) = try await ask(form)
        #expect(response.status == .tooManyRequests && response.headers[.retryAfter] == "10")
        clock.advance(10)
        #expect(try await ask(form).0.status == .ok)
        await stub.stop()
    }

    @Test func saysWhenTheIssuersKeysCanBeHadAgain() async throws {
        await stub.stop()
        let (response, body) = try await ask(form())
        #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "10")
        #expect(body["error"] as? String == "temporarily_unavailable")
    }
}

@Suite struct ProgramsTests {
    private func settings(_ change: (inout ReviewSettings) -> Void = { _ in }) -> ReviewSettings {
        var settings = ReviewSettings()
        settings.issuer = "https://issuer.example"
        settings.audience = "recto"
        settings.programs = ["scanner=capture review"]
        change(&settings)
        return settings
    }

    @Test func thereAreNoneWithoutAnIssuer() throws {
        #expect(try Programs(ReviewSettings()) == nil)
        #expect(try Programs(settings())?.bySubject["scanner"]?.scopes == ["capture", "review"])
        #expect(try Programs(settings { $0.issuer = "http://127.0.0.1:8080/realm" }) != nil)
    }

    struct Mistake: Sendable {
        var message: String
        var change: @Sendable (inout ReviewSettings) -> Void

        init(_ message: String, _ change: @escaping @Sendable (inout ReviewSettings) -> Void) {
            self.message = message
            self.change = change
        }
    }

    @Test(arguments: [
        Mistake("review.programs: name whose") { $0.issuer = "" },
        Mistake("review.programs: name at least") { $0.programs = [] },
        Mistake("review.issuer: must begin") { $0.issuer = "http://issuer.example" },
        Mistake("review.keys_url: must begin") { $0.keysURL = "http://issuer.example/keys" },
        Mistake("review.audience: name") { $0.audience = "" },
        Mistake("no scope `revue`; did you mean `review`?") { $0.programs = ["scanner=capture revue"] },
        Mistake("must be a subject") { $0.programs = ["scanner"] },
        Mistake("`a` stands twice") { $0.programs = ["a=review", "a=capture"] },
    ]) func saysWhatIsWrong(mistake: Mistake) {
        let error = #expect(throws: ConfigurationError.self) { try Programs(settings(mistake.change)) }
        #expect(error?.problems.count == 1 && error?.description.contains(mistake.message) == true)
    }

    @Test func saysAllThatIsWrongAtOnce() {
        let all = settings { ($0.issuer, $0.audience, $0.keysURL, $0.programs) = ("x", "", "y", ["z"]) }
        let error = #expect(throws: ConfigurationError.self) { try Programs(all) }
        #expect(error?.problems.count == 4)
    }
}
