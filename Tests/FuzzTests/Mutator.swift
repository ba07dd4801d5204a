/// Spoils bytes, the same way for the same seed.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    /// A piece of up to 40 bytes.
    private mutating func piece(of bytes: [UInt8]) -> Range<Int> {
        let start = below(bytes.count)
        return start..<min(bytes.count, start + 1 + below(40))
    }

    /// - Parameter other: another seed, to take pieces from.
    mutating func mutate(_ bytes: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(5) where !bytes.isEmpty { change(&bytes, other) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
        switch below(10) {
        case 0: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
        case 1: bytes[below(bytes.count)] = Self.odd[below(Self.odd.count)]
        case 2: bytes.removeSubrange(piece(of: bytes))
        case 3: bytes.removeLast(below(bytes.count))
        case 4:
            let copied = piece(of: bytes)
            bytes.insert(
                contentsOf: Array(repeating: bytes[copied], count: 1 + below(20)).joined(), at: below(bytes.count))
        case 5, 6:
            let word = Array(Self.words[below(Self.words.count)].utf8)
            bytes.replaceSubrange(piece(of: bytes), with: word)
        case 7 where !other.isEmpty:
            let taken = piece(of: other)
            bytes.insert(contentsOf: other[taken], at: below(bytes.count))
        case 8:
            // Lines change places: what stands where is what parsers go by.
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines.swapAt(below(lines.count), below(lines.count))
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        default:
            let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
            guard !digits.isEmpty else { return }
            bytes[digits[below(digits.count)]] = UInt8(48 + below(10))
        }
    }

    private static let odd: [UInt8] = [0, 1, 9, 10, 13, 27, 30, 32, 34, 60, 92, 127, 128, 192, 255]

    /// What numbers, texts and marks can be that nobody expects.
    private static let words = [
        "", "0", "-1", "9223372036854775807", "18446744073709551616", "99999999999999999999", "1e400", "nan", "<<<<<<",
        "00000000", "2/30/2024", "13/13/9999", "$", "$,.", "0.00000001", "\u{301}\u{301}", "\u{202E}",
        "\u{1F468}\u{200D}\u{1F469}",
        "ﬁ", "İ", "ß", "\r\n", "\n\n\n", " ", "&a [*a, *a]", "- - - -", "{{{{", "\"", "''", "@", "http://",
        "N 360°60'60\" W",
        "one hundred thousand million billion trillion", "and and and", "a/k/a", "County of", "Grantor:", "Lot", "#",
        "~",
    ]
}
