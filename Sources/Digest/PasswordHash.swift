import CNettle

/// A password as it may be kept: PBKDF2 with HMAC-SHA-256 (RFC 8018), by Nettle.
package struct PasswordHash: Hashable, Sendable {
    /// Between what it is made of: `pbkdf2-sha256$600000$salt$hash`, in hexadecimal digits.
    package let text: String

    /// What OWASP's cheat sheet on the storage of passwords asks for (2023); some 0.2 s.
    package static let iterations = 600_000
    private static let (name, length) = ("pbkdf2-sha256", 32)

    /// - Parameter iterations: fewer in tests.
    package init(of password: String, iterations: Int = Self.iterations) {
        var source = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &source) }
        text = Self.text(of: password, salt: salt, iterations: iterations)
    }

    /// - Parameter text: as it was kept.
    package init(text: String) { self.text = text }

    /// Takes as long whatever the password is. What cannot be read matches nothing.
    package func matches(_ password: String) -> Bool {
        let parts = text.split(separator: "$").map(String.init)
        guard parts.count == 4, parts[0] == Self.name, let iterations = Int(parts[1]),
            (1...100_000_000).contains(iterations),
            let salt = Hexadecimal.bytes(of: parts[2])
        else { return false }
        let other = Self.text(of: password, salt: salt, iterations: iterations)
        guard other.utf8.count == text.utf8.count else { return false }
        return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func text(of password: String, salt: [UInt8], iterations: Int) -> String {
        var hash = [UInt8](repeating: 0, count: length)
        let key = Array(password.utf8)
        unsafe key.withUnsafeBufferPointer { key in
            unsafe salt.withUnsafeBufferPointer { salt in
                unsafe hash.withUnsafeMutableBufferPointer { hash in
                    unsafe nettle_pbkdf2_hmac_sha256(
                        key.count, key.baseAddress, UInt32(iterations), salt.count, salt.baseAddress, hash.count,
                        hash.baseAddress)
                }
            }
        }
        return [name, "\(iterations)", Hexadecimal.text(of: salt), Hexadecimal.text(of: hash)].joined(separator: "$")
    }
}
