internal import Crypto
package import Foundation

/// A key pair of which a person's device keeps the private half, as a server knows it.
package struct Passkey: Hashable, Sendable {
    /// By which the device finds it.
    package var id: Data
    /// Of P-256, as x and y, 64 bytes.
    package var publicKey: Data
    /// Of the device's signatures with it; 0 where it counts none.
    package var counter: UInt32

    package init(id: Data, publicKey: Data, counter: UInt32) {
        (self.id, self.publicKey, self.counter) = (id, publicKey, counter)
    }
}

/// What a browser returns of a new passkey, or of a signature by one.
package struct PasskeyAnswer: Sendable {
    /// JSON that the browser wrote: what it was asked for, by which page.
    package var clientData: Data
    /// What the device says of itself and of the person.
    package var authenticatorData: Data

    package init(clientData: Data, authenticatorData: Data) {
        (self.clientData, self.authenticatorData) = (clientData, authenticatorData)
    }
}

/// Why a passkey is not taken. Nothing of it is for the person who tries.
package enum PasskeyProblem: Error, Hashable, Sendable {
    case malformed, wrongType, wrongChallenge, wrongOrigin, wrongSite
    /// The device did not ask whether somebody is there, or who that is.
    case notVerified
    /// Another than ES256, ECDSA with P-256 and SHA-256.
    case wrongAlgorithm
    case wrongSignature
    /// It counts fewer signatures than before, or as many: it may be a copy.
    case wentBack
}

/// A site at which people have passkeys: W3C Web Authentication Level 2, without attestation, by ES256 alone.
package struct PasskeySite: Sendable {
    /// The host's name; an IP address has no passkeys.
    package let name: String
    /// Such as `https://review.example.com`.
    package let origin: String
    private let challenges: PasskeyChallenges

    /// - Parameters:
    ///   - name: the host's, without a port.
    ///   - origin: of the pages, with the port where it is not the usual one.
    package init(name: String, origin: String, challenges: PasskeyChallenges) {
        (self.name, self.origin, self.challenges) = (name, origin, challenges)
    }

    /// What a new passkey is, by section 7.1. The browser vouches for it: with `none`, no maker of devices does.
    ///
    /// - Parameters:
    ///   - purpose: that the challenge was issued for.
    ///   - now: this machine's clock.
    package func register(_ answer: PasskeyAnswer, for purpose: String, now: Date = .now) throws(PasskeyProblem)
        -> Passkey
    {
        let data = try AuthenticatorData(answer.authenticatorData)
        try check(answer, data, type: "webauthn.create", for: purpose, now)
        guard let credential = data.credential else { throw .malformed }
        guard let key = credential.publicKey else { throw .wrongAlgorithm }
        guard (try? P256.Signing.PublicKey(rawRepresentation: key)) != nil else { throw .malformed }
        try take(answer, for: purpose, now)
        return Passkey(id: credential.id, publicKey: key, counter: data.counter)
    }

    /// Checks a signature, by section 7.2.
    ///
    /// - Parameter signature: in DER.
    /// - Returns: the counter that is to be kept. It must grow, unless the device counts nothing.
    package func verify(
        _ answer: PasskeyAnswer, signature: Data, of passkey: Passkey, for purpose: String, now: Date = .now
    ) throws(PasskeyProblem) -> UInt32 {
        let data = try AuthenticatorData(answer.authenticatorData)
        try check(answer, data, type: "webauthn.get", for: purpose, now)
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: passkey.publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signature, for: answer.authenticatorData + SHA256.hash(data: answer.clientData))
        else { throw .wrongSignature }
        guard data.counter > passkey.counter || data.counter == 0 && passkey.counter == 0 else { throw .wentBack }
        try take(answer, for: purpose, now)
        return data.counter
    }

    private struct ClientData: Decodable {
        var type: String
        var challenge: String
        var origin: String
        /// Whether a page of another site frames the one that asked.
        var crossOrigin: Bool?
        var topOrigin: String?

        init(_ answer: PasskeyAnswer) throws(PasskeyProblem) {
            do { self = try JSONDecoder().decode(Self.self, from: answer.clientData) } catch { throw .malformed }
        }
    }

    private func check(
        _ answer: PasskeyAnswer, _ data: AuthenticatorData, type: String, for purpose: String, _ now: Date
    ) throws(PasskeyProblem) {
        let client = try ClientData(answer)
        guard client.type == type else { throw .wrongType }
        guard challenges.isGood(client.challenge, for: purpose, now) else { throw .wrongChallenge }
        guard client.origin == origin, client.crossOrigin != true, client.topOrigin == nil else { throw .wrongOrigin }
        guard data.siteDigest == Data(SHA256.hash(data: Data(name.utf8))) else { throw .wrongSite }
        guard data.isPresent, data.isVerified else { throw .notVerified }
    }

    /// Last: what is not right otherwise uses no challenge up, and so takes no memory.
    private func take(_ answer: PasskeyAnswer, for purpose: String, _ now: Date) throws(PasskeyProblem) {
        guard challenges.take(try ClientData(answer).challenge, for: purpose, now) else { throw .wrongChallenge }
    }
}

/// Section 6.1.
private struct AuthenticatorData {
    struct Credential {
        var id: Data
        /// Of ES256; nil for any other.
        var publicKey: Data?
    }

    let siteDigest: Data
    let isPresent: Bool
    let isVerified: Bool
    let counter: UInt32
    private(set) var credential: Credential?

    init(_ data: Data) throws(PasskeyProblem) {
        var rest = Array(data)[...]
        func take(_ count: Int) throws(PasskeyProblem) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw .malformed }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
        siteDigest = Data(try take(32))
        let flags = try take(1).first ?? 0
        (isPresent, isVerified) = (flags & 0x01 != 0, flags & 0x04 != 0)
        counter = number(try take(4))
        guard flags & 0x40 != 0 else { return }
        // Which kind of device it is does not matter.
        _ = try take(16)
        let count = Int(number(try take(2)))
        guard (1...1023).contains(count) else { throw .malformed }
        credential = Credential(id: Data(try take(count)), publicKey: Self.publicKey(Array(rest)))
    }

    /// A COSE key (RFC 9053, 7.1.1) has one form in the canonical CBOR that section 6.5.1.1 asks for: kty EC2,
    /// alg ES256, crv P-256, x, y.
    private static func publicKey(_ bytes: [UInt8]) -> Data? {
        let (head, middle): ([UInt8], [UInt8]) = (
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20], [0x22, 0x58, 0x20]
        )
        guard bytes.count >= 77, bytes.starts(with: head), Array(bytes[42..<45]) == middle else { return nil }
        return Data(bytes[10..<42] + bytes[45..<77])
    }
}
