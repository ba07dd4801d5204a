/// A stream of pseudo-random numbers that is the same on every machine: SplitMix64 (Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
struct Random: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// An independent stream for each path of labels below one seed.
    init(seed: UInt64, _ path: String...) {
        // FNV-1a over the labels; SplitMix64 then spreads the bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for label in path {
            for byte in label.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        state = hash
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ≤ x < 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func double(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// - Precondition: not empty.
    mutating func pick<Item>(_ items: [Item]) -> Item { items[int(0...(items.count - 1))] }

    /// Mean 0, deviation 1, near enough to normal for noise: the sum of four uniform numbers (Irwin-Hall).
    mutating func bell() -> Double { (unit() + unit() + unit() + unit() - 2) * 1.732 }

    mutating func digits(_ count: Int) -> String {
        String((0..<count).map { _ in Character(String(int(0...9))) })
    }

    mutating func letters(_ count: Int) -> String {
        String((0..<count).map { _ in pick(Self.alphabet) })
    }

    /// `A` stands for a letter, `9` for a digit, `*` for either, anything else for itself.
    mutating func filled(_ pattern: String) -> String {
        String(
            pattern.map { mark in
                switch mark {
                case "A": pick(Self.alphabet)
                case "9": pick(Self.figures)
                case "*": chance(0.5) ? pick(Self.alphabet) : pick(Self.figures)
                default: mark
                }
            })
    }

    private static let alphabet: [Character] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let figures: [Character] = Array("0123456789")
}
