import Crypto
package import Foundation

/// A device with one passkey, in software, that says what it is told to.
package struct PasskeyDevice {
    private var key = P256.Signing.PrivateKey()
    package var id = Data((0..<16).map { _ in UInt8.random(in: 0...255) })
    /// Name of the site's host.
    package var site: String
    package var flags: UInt8 = 0x05
    package var counter: UInt32 = 0
    /// Of the public key's COSE form: kty, alg and crv.
    package var algorithm: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]
    /// What the browser says.
    package var client: [String: Any]

    package init(site: String, origin: String) {
        self.site = site
        client = ["origin": origin, "crossOrigin": false]
    }

    package struct Answer {
        package var clientData: Data
        package var authenticatorData: Data
        package var signature = Data()
    }

    /// Of P-256, as x and y.
    package var publicKey: Data { key.publicKey.rawRepresentation }

    private func answer(_ type: String, _ challenge: String, _ flags: UInt8, _ more: Data) throws -> Answer {
        let json = client.merging(["type": type, "challenge": challenge]) { old, _ in old }
        let counts = withUnsafeBytes(of: counter.bigEndian) { Data($0) }
        return Answer(
            clientData: try JSONSerialization.data(withJSONObject: json),
            authenticatorData: Data(SHA256.hash(data: Data(site.utf8))) + [flags] + counts + more)
    }

    package func create(_ challenge: String) throws -> Answer {
        let point = Array(publicKey)
        let cose = algorithm + [0x21, 0x58, 0x20] + point.prefix(32) + [0x22, 0x58, 0x20] + point.suffix(32)
        let more = Data(count: 16) + Data([0, UInt8(id.count)]) + id + Data(cose)
        return try signed(answer("webauthn.create", challenge, flags | 0x40, more))
    }

    package func get(_ challenge: String) throws -> Answer {
        try signed(answer("webauthn.get", challenge, flags, Data()))
    }

    private func signed(_ answer: Answer) throws -> Answer {
        var answer = answer
        let signed = answer.authenticatorData + SHA256.hash(data: answer.clientData)
        answer.signature = try key.signature(for: signed).derRepresentation
        return answer
    }
}
