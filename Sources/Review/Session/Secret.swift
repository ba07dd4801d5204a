import Digest

/// A secret of 256 bits from the system's random source, in hexadecimal digits.
struct Secret: Sendable, Hashable {
    let text: String

    init() {
        var source = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let digits = String(source.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// What a browser sends as one; nil where it cannot be.
    init?(_ text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        self.text = text
    }

    /// Made of another one, which it does not tell.
    init(of secret: Secret, for purpose: String) {
        text = HMACSHA256.hexDigest(of: Array(purpose.utf8), key: Array(secret.text.utf8))
    }

    /// Takes as long whatever the difference is.
    func matches(_ other: String?) -> Bool {
        guard let other = other?.utf8, other.count == text.utf8.count else { return false }
        return zip(text.utf8, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
