import Foundation
import IdentityStub
import JWTKit
import Testing
import WebClient

@testable import Identity

/// ID tokens of a real issuer, and of those who would like to be one.
@Suite struct IDTokenTests {
    typealias Key = IdentityStub.Key

    let clock = TestClock()
    let key: Key
    let stub: IdentityStub
    let verifier: IDTokenVerifier

    init() async throws {
        key = try await Key.es256("first")
        stub = try await IdentityStub(keys: [key])
        verifier = Self.verifier(stub, clock)
    }

    static func verifier(_ stub: IdentityStub, _ clock: TestClock, mostUsed: Int = 100) -> IDTokenVerifier {
        var settings = IDTokenVerifier.Settings(issuer: stub.address, audience: "recto")
        settings.patience = 600
        return IDTokenVerifier(settings, mostUsed: mostUsed, now: clock.date, instant: clock.instant)
    }

    private func token(_ changes: [String: any Sendable] = [:], header: [String: any Sendable] = [:]) throws -> String {
        try IdentityStub.token(stub.claims(at: clock.date(), changes), by: key, header: header)
    }

    /// Nil where the token is taken.
    private func refusal(_ token: String) async throws -> IDTokenError? {
        do {
            _ = try await verifier.redeem(token) { $0 }
            return nil
        } catch let error as IDTokenError {
            return error
        }
    }

    @Test func tellsTheSubject() async throws {
        #expect(try await verifier.redeem(token()) { $0 } == "scanner")
        // An audience that is a list of one is that one.
        #expect(try await verifier.redeem(token(["aud": ["recto"]])) { $0 } == "scanner")
        #expect(stub.requests(IdentityStub.discovery).count == 1 && stub.requests(IdentityStub.keys).count == 1)
        await stub.stop()
    }

    @Test func takesEachAlgorithmWithAPublicKey() async throws {
        for isPSS in [false, true] {
            let rsa = try await Key.rsa("rsa", isPSS: isPSS)
            stub.publish(key, rsa)
            let token = try IdentityStub.token(stub.claims(at: clock.date()), by: rsa)
            #expect(try await Self.verifier(stub, clock).redeem(token) { $0 } == "scanner")
        }
        await stub.stop()
    }

    @Test(
        arguments: [
            (["iss": "https://elsewhere.example"], IDTokenError.issuer), (["aud": "other"], .audience),
            (["aud": [String]()], .audience), (["aud": ["recto", "other"]], .severalAudiences),
            (["aud": ["recto", "recto"]], .severalAudiences), (["sub": ""], .subject),
            (["sub": String(repeating: "x", count: 256)], .subject), (["sub": NSNull()], .malformed),
            (["exp": NSNull()], .malformed), (["iat": NSNull()], .malformed), (["exp": "never"], .malformed),
            (["aud": NSNull()], .malformed), (["iss": NSNull()], .malformed),
        ] as [([String: any Sendable], IDTokenError)]) func refusesClaims(
            changes: [String: any Sendable], error: IDTokenError
        ) async throws
    {
        #expect(try await refusal(token(changes)) == error)
        // What is not for here costs its issuer no request.
        #expect(stub.requests(IdentityStub.keys).isEmpty)
        await stub.stop()
    }

    @Test func holdsTimesAgainstTheClock() async throws {
        let now = clock.date().timeIntervalSince1970
        let cases: [([String: any Sendable], IDTokenError?)] = [
            (["exp": now - 59], nil), (["exp": now - 60], .expired), (["nbf": now + 60], nil),
            (["nbf": now + 61], .notYetValid), (["iat": now + 60], nil), (["iat": now + 61], .notYetValid),
            (["iat": now + 61, "nbf": now], .notYetValid), (["iat": now - 660], nil), (["iat": now - 661], .tooOld),
            (["exp": 1e300], nil),
        ]
        for (changes, error) in cases { #expect(try await refusal(token(changes)) == error, "\(changes)") }
        await stub.stop()
    }

    @Test func refusesWhatNobodySigned() async throws {
        let claims = stub.claims(at: clock.date())
        let good = try IdentityStub.token(claims, by: key)
        let parts = good.split(separator: ".").map(String.init)
        for name in ["none", "None", "NONE", "nOnE", ""] {
            let unsigned = try IdentityStub.token(claims, by: key, header: ["alg": name])
            let cut = unsigned[..<(try #require(unsigned.lastIndex(of: ".")))]
            #expect(try await refusal("\(cut).") == .algorithm)
            #expect(try await refusal(unsigned) == .algorithm)
        }
        #expect(try await refusal("\(parts[0]).\(parts[1]).") == .forged)
        #expect(try await refusal(try IdentityStub.token(claims, by: key, header: ["alg": NSNull()])) == .algorithm)
        for broken in ["", ".", "..", "a.b.c", "\(parts[0]).\(parts[1])", good + ".x", "{}", "é.é.é"] {
            #expect(try await refusal(broken) == .malformed, "\(broken)")
        }
        await stub.stop()
    }

    @Test func refusesForgedTokens() async throws {
        let other = try await Key.es256("first")
        #expect(try await refusal(IdentityStub.token(stub.claims(at: clock.date()), by: other)) == .forged)
        // Other claims under a signature that was good for its own.
        let parts = try token().split(separator: ".")
        let richer = try token(["sub": "administrator"]).split(separator: ".")
        #expect(try await refusal("\(parts[0]).\(richer[1]).\(parts[2])") == .forged)
        // A key that the token brings itself is not looked at.
        let brought = ["jwk": ["kty": "EC"], "jku": "\(stub.address)/others"] as [String: any Sendable]
        #expect(
            try await refusal(IdentityStub.token(stub.claims(at: clock.date()), by: other, header: brought)) == .forged)
        #expect(stub.requests("/others").isEmpty)
        await stub.stop()
    }

    /// A public key is no password, whatever the header says (key confusion).
    @Test func refusesAPublicKeyAsAPassword() async throws {
        let rsa = try await Key.rsa("rsa")
        stub.publish(rsa)
        for password in [try Key.rsaPublicPEM, try Key.rsaPublicPEM.trimmingCharacters(in: .whitespacesAndNewlines)] {
            let confused = try await Key.confused(with: rsa, password: password)
            let token = try IdentityStub.token(stub.claims(at: clock.date()), by: confused)
            #expect(try await refusal(token) == .algorithm)
            // And where it says that it is signed by the algorithm of the key.
            let lying = try IdentityStub.token(
                stub.claims(at: clock.date()), by: confused, header: ["alg": "RS256"])
            #expect(try await refusal(lying) == .forged)
        }
        await stub.stop()
    }

    @Test func refusesAnAlgorithmThatIsNotTheKeys() async throws {
        #expect(try await refusal(token(header: ["alg": "ES384"])) == .algorithm)
        #expect(try await refusal(token(header: ["alg": "RS256"])) == .algorithm)
        await stub.stop()
    }

    @Test func refusesOtherKindsOfTokens() async throws {
        #expect(try await refusal(token(header: ["typ": "at+jwt"])) == .malformed)
        #expect(try await refusal(token(header: ["crit": ["exp"]])) == .malformed)
        #expect(try await refusal(token(header: ["typ": NSNull()])) == nil)
        await stub.stop()
    }

    @Test func refusesAnOverlongToken() async throws {
        let long = try token(["padding": String(repeating: "x", count: 8192)])
        #expect(try await refusal(long) == .tooLong)
        await stub.stop()
    }

    @Test func takesATokenOnce() async throws {
        let token = try token()
        #expect(try await refusal(token) == nil)
        #expect(try await refusal(token) == .replayed)
        // Another token with the same number is the same one.
        #expect(try await refusal(self.token(["jti": "7"])) == nil)
        #expect(try await refusal(self.token(["jti": "7", "nbf": 1])) == .replayed)
        // Without a number, what was signed counts: the other way to write an ECDSA signature is no other token.
        let bare = try self.token(["jti": NSNull()])
        #expect(try await refusal(bare) == nil)
        #expect(try await refusal(Self.rewritten(bare)) == .replayed)
        clock.advance(659)
        #expect(try await refusal(token) == .replayed)
        await stub.stop()
    }

    @Test func isNotUsedUpByAGrantThatIsRefused() async throws {
        struct No: Error {}
        let token = try token()
        await #expect(throws: No.self) { try await verifier.redeem(token) { _ in throw No() } }
        #expect(try await refusal(token) == nil)
        await stub.stop()
    }

    @Test func remembersOnlySoManyTokens() async throws {
        let verifier = Self.verifier(stub, clock, mostUsed: 2)
        let tokens = try (0..<3).map { _ in try token() }
        for token in tokens[..<2] { _ = try await verifier.redeem(token) { $0 } }
        await #expect(throws: IDTokenError.busy) { try await verifier.redeem(tokens[2]) { $0 } }
        // None was forgotten for it.
        await #expect(throws: IDTokenError.replayed) { try await verifier.redeem(tokens[0]) { $0 } }
        clock.advance(661)
        #expect(try await verifier.redeem(token()) { $0 } == "scanner")
        await stub.stop()
    }

    @Test func oneOfManyThatBringTheSameTokenGetsItsDue() async throws {
        let (token, verifier) = (try token(), verifier)
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await verifier.redeem(token) { $0 }) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        await stub.stop()
    }

    @Test func errorsTellNothingOfTheToken() async throws {
        let error = try #require(try await refusal(token(["sub": "", "aud": "recto", "jti": "a-number-of-its-own"])))
        #expect(!"\(error)".contains("number-of-its-own") && "\(error)".hasSuffix("."))
        await stub.stop()
    }

    /// With s replaced by n − s, which is as good a signature (SEC 1, 4.1.4).
    private static func rewritten(_ token: String) throws -> String {
        let order: [UInt8] = [
            0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad,
            0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
        ]
        let dot = try #require(token.lastIndex(of: "."))
        let text = String(token[token.index(after: dot)...]).replacing("-", with: "+").replacing("_", with: "/") + "=="
        var signature = [UInt8](try #require(Data(base64Encoded: text)))
        var borrow = 0
        for place in (0..<32).reversed() {
            let difference = Int(order[place]) - Int(signature[32 + place]) - borrow
            borrow = difference < 0 ? 1 : 0
            signature[32 + place] = UInt8(difference + borrow * 256)
        }
        return String(token[...dot]) + Data(signature).base64URL
    }
}
