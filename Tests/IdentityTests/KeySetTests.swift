import Foundation
import IdentityStub
import Testing

@testable import Identity

/// An issuer's keys as they change, and as their server fails.
@Suite struct KeySetTests {
    typealias Key = IdentityStub.Key

    let clock = TestClock()
    let key: Key
    let stub: IdentityStub
    let verifier: IDTokenVerifier

    init() async throws {
        key = try await Key.es256("first")
        stub = try await IdentityStub(keys: [key])
        verifier = IDTokenTests.verifier(stub, clock)
    }

    private func refusal(by key: Key, header: [String: any Sendable] = [:]) async throws -> IDTokenError? {
        do {
            let token = try IdentityStub.token(stub.claims(at: clock.date()), by: key, header: header)
            _ = try await verifier.redeem(token) { $0 }
            return nil
        } catch let error as IDTokenError {
            return error
        }
    }

    private var fetches: Int { stub.requests(IdentityStub.keys).count }

    @Test func followsARotation() async throws {
        let second = try await Key.es256("second")
        #expect(try await refusal(by: key) == nil)
        stub.publish(key, second)
        clock.advance(60)
        #expect(try await refusal(by: second) == nil)
        #expect(try await refusal(by: key) == nil)
        #expect(fetches == 2)
        // What was taken back is good no longer than the set is fresh.
        stub.publish(second)
        clock.advance(899)
        #expect(try await refusal(by: key) == nil)
        clock.advance(1)
        #expect(try await refusal(by: key) == .unknownKey)
        #expect(try await refusal(by: second) == nil)
        await stub.stop()
    }

    @Test func unknownKeysDoNotFloodTheServer() async throws {
        #expect(try await refusal(by: key) == nil)
        for number in 0..<50 {
            #expect(try await refusal(by: key, header: ["kid": "unknown \(number)"]) == .unknownKey)
            clock.advance(2)
        }
        // The first one was before it was time, 100 seconds have one more fetch.
        #expect(fetches == 2)
        await stub.stop()
    }

    @Test func oneFetchIsForAllThatWait() async throws {
        let gate = stub.hold()
        let tokens = try (0..<20).map { _ in try IdentityStub.token(stub.claims(at: clock.date()), by: key) }
        let verifier = verifier
        try await withThrowingTaskGroup(of: String.self) { group in
            for token in tokens { group.addTask { try await verifier.redeem(token) { $0 } } }
            while stub.requests(IdentityStub.discovery).isEmpty { await Task.yield() }
            gate.finish()
            for try await subject in group { #expect(subject == "scanner") }
        }
        #expect(fetches == 1)
        await stub.stop()
    }

    @Test func oldKeysStayGoodForADayWhileTheServerIsDown() async throws {
        let second = try await Key.es256("second")
        #expect(try await refusal(by: key) == nil)
        await stub.stop()
        clock.advance(24 * 3600 - 1)
        #expect(try await refusal(by: key) == nil)
        #expect(try await refusal(by: second) == .keysUnavailable(retryAfter: 10))
        clock.advance(1)
        #expect(try await refusal(by: key) == .keysUnavailable(retryAfter: 9))
        // It comes back, with other keys.
        stub.publish(second)
        try await stub.start()
        clock.advance(9)
        #expect(try await refusal(by: second) == nil)
        #expect(try await refusal(by: key) == .unknownKey)
        await stub.stop()
    }

    @Test func pausesGrowWhileTheServerIsDown() async throws {
        await stub.stop()
        for pause in [10, 20, 40, 80, 160, 300, 300] {
            #expect(try await refusal(by: key) == .keysUnavailable(retryAfter: pause))
            clock.advance(Double(pause))
        }
    }

    @Test func leavesAServerAloneThatAsksForIt() async throws {
        stub.reply(IdentityStub.keys, .init(429, headers: ["Retry-After": "120"]))
        #expect(try await refusal(by: key) == .keysUnavailable(retryAfter: 120))
        clock.advance(119)
        #expect(try await refusal(by: key) == .keysUnavailable(retryAfter: 1))
        #expect(fetches == 1)
        clock.advance(1)
        stub.reply(IdentityStub.keys)
        #expect(try await refusal(by: key) == nil)
        // No longer than an hour.
        stub.reply(IdentityStub.discovery, .init(503, headers: ["Retry-After": "86400"]))
        clock.advance(900)
        #expect(try await refusal(by: key, header: ["kid": "x"]) == .keysUnavailable(retryAfter: 3600))
        await stub.stop()
    }

    @Test(arguments: [
        IdentityStub.Reply(200, "{"), .init(200, "{}"), .init(404), .init(302, headers: ["Location": "/moved"]),
        .init(200, #"{"keys":["# + String(repeating: " ", count: 1 << 18) + "]}"),
    ]) func whatIsNoKeySetChangesNothing(reply: IdentityStub.Reply) async throws {
        #expect(try await refusal(by: key) == nil)
        stub.reply(IdentityStub.keys, reply)
        clock.advance(900)
        #expect(try await refusal(by: key) == nil)
        #expect(fetches == 2 && stub.requests("/moved").isEmpty)
        await stub.stop()
    }

    @Test(arguments: [
        #"{"issuer":"https://other.example","jwks_uri":"KEYS"}"#,
        #"{"issuer":"ISSUER/","jwks_uri":"KEYS"}"#,
        #"{"issuer":"ISSUER","jwks_uri":"http://192.0.2.1/keys"}"#,
        #"{"issuer":"ISSUER","jwks_uri":"file:///etc/passwd"}"#,
    ]) func aConfigurationOfAnotherIssuerIsNone(text: String) async throws {
        let body = text.replacing("ISSUER", with: stub.address).replacing("KEYS", with: stub.address + "/keys")
        stub.reply(IdentityStub.discovery, .init(200, body))
        #expect(try await refusal(by: key) == .keysUnavailable(retryAfter: 10))
        #expect(fetches == 0)
        await stub.stop()
    }

    @Test func keysOfOtherKindsAreLeftOut() async throws {
        stub.reply(
            IdentityStub.keys,
            .init(
                200,
                #"""
                {"keys":[{"kty":"oct","kid":"first","k":"AAAA","alg":"HS256"},{"kty":"RSA","kid":"e","use":"enc","n":"AQ","e":"AQAB"},
                 {"kty":"AKP","kid":"new"},{"kty":"EC","kid":"bad","crv":"P-256","x":"AA","y":"AA"}]}
                """#))
        #expect(try await refusal(by: key) == .unknownKey)
        #expect(try await refusal(by: key, header: ["kid": "e"]) == .unknownKey)
        #expect(try await refusal(by: key, header: ["kid": "bad"]) == .forged)
        await stub.stop()
    }

    @Test func aTokenWithoutAKeysNameIsGoodWhereThereIsOneKey() async throws {
        #expect(try await refusal(by: key, header: ["kid": NSNull()]) == nil)
        stub.publish(key, try await Key.es256("second"))
        clock.advance(900)
        #expect(try await refusal(by: key, header: ["kid": NSNull()]) == .unknownKey)
        await stub.stop()
    }
}
