import Foundation

/// Names and values as an address's query and a form's body have them (`application/x-www-form-urlencoded`).
struct FormFields: Sendable, Equatable {
    private var pairs: [(name: String, value: String)] = []

    private static let mostPairs = 64

    init() {}

    /// Reads the first 64 pairs; of one name, the first counts.
    init(encoded text: some StringProtocol) {
        for pair in text.split(separator: "&", maxSplits: Self.mostPairs).prefix(Self.mostPairs) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                continue
            }
            pairs.append((name, value))
        }
    }

    subscript(name: String) -> String? {
        get { pairs.first { $0.name == name }?.value }
        set {
            pairs.removeAll { $0.name == name }
            if let newValue { pairs.append((name, newValue)) }
        }
    }

    var all: [(name: String, value: String)] { pairs }

    var encoded: String { pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&") }

    /// The path with these as its query.
    func address(_ path: String) -> String { pairs.isEmpty ? path : "\(path)?\(encoded)" }

    static func == (a: Self, b: Self) -> Bool { a.encoded == b.encoded }

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Nil for what is no UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
