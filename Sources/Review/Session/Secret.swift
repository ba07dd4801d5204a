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

    /// Takes as long whatever the difference is.
    func matches(_ other: String?) -> Bool {
        guard let other = other?.utf8, other.count == text.utf8.count else { return false }
        return zip(text.utf8, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
