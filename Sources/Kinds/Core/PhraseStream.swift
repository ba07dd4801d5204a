import Model

/// A phrase as it is searched.
struct PhrasePattern: Sendable {
    /// Letters and digits, and the same with look-alikes made one.
    let plain: [UInt8]
    let folded: [UInt8]
    /// Edits that the search allows.
    let allowed: Int
    /// The greatest sum of weighted edits, look-alikes included.
    let budget: Double

    init(_ phrase: String) {
        plain = TextFolding.letters(phrase)
        // Word by word, as pages are: the "r" and "n" of "your name" are no misread "m".
        folded = phrase.split(separator: " ").flatMap { LookAlikes.fold(TextFolding.letters($0)).bytes }
        switch plain.count {
        case ...3: (allowed, budget) = (0, 0)
        case ...4: (allowed, budget) = (0, 0.3)
        case ...7: (allowed, budget) = (1, 0.6)
        case ...8: (allowed, budget) = (1, 1)
        case ...11: (allowed, budget) = (2, 1.2)
        default: (allowed, budget) = (plain.count * 3 / 20, Double(plain.count) * 0.16)
        }
    }
}

/// Characters that recognition takes for one another.
enum LookAlikes {
    /// Look-alikes as one character: 0 and o; 1, l and i; 5 and s; 8 and b; 2 and z; rn and m; vv and w.
    static func fold(_ bytes: [UInt8]) -> (bytes: [UInt8], sources: [Range<Int>]) {
        var folded: [UInt8] = []
        var sources: [Range<Int>] = []
        folded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == UInt8(ascii: "r"), next == UInt8(ascii: "n") {
                folded.append(UInt8(ascii: "m"))
                sources.append(index..<index + 2)
                index += 2
            } else if byte == UInt8(ascii: "v"), next == UInt8(ascii: "v") {
                folded.append(UInt8(ascii: "w"))
                sources.append(index..<index + 2)
                index += 2
            } else {
                folded.append(single(byte))
                sources.append(index..<index + 1)
                index += 1
            }
        }
        return (folded, sources)
    }

    private static func single(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "1"), UInt8(ascii: "i"): UInt8(ascii: "l")
        case UInt8(ascii: "5"): UInt8(ascii: "s")
        case UInt8(ascii: "8"): UInt8(ascii: "b")
        case UInt8(ascii: "2"): UInt8(ascii: "z")
        default: byte
        }
    }

    private static let pairs: Set<[UInt8]> = Set(
        ["ce", "eo", "co", "ao", "ae", "uv", "hn", "nu", "ft", "lt", "gq", "vy", "bh", "kx", "fl", "jl", "hb", "dc"]
            .flatMap {
                [Array($0.utf8), Array($0.utf8.reversed())]
            })

    /// What reading `a` for `b` costs, both folded.
    static func cost(_ a: UInt8, _ b: UInt8) -> Double {
        a == b ? 0 : pairs.contains([a, b]) ? 0.5 : 1
    }
}

/// A page's letters and digits in a row.
struct PhraseStream: Sendable {
    struct Place: Sendable {
        /// Positions in the stream.
        var range: Range<Int>
        var similarity: Double
    }

    private(set) var folded: [UInt8] = []
    private var plain: [[UInt8]] = []
    /// For each position: its word, and its character in that word.
    private(set) var word: [Int] = []
    private(set) var offset: [Int] = []
    private var isStart: [Bool] = []
    private var isEnd: [Bool] = []

    init(_ words: [Word]) {
        for (index, word) in words.enumerated() {
            // Recognition takes the word "I" for a bar.
            append(word.text == "|" ? "I" : word.text, index)
        }
    }

    /// A phrase may also begin and end at a sign inside a word, but for hyphens and apostrophes.
    private mutating func append(_ text: String, _ index: Int) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        var starts: Set<Int> = [0]
        for (position, character) in text.enumerated() {
            let letters = TextFolding.letters(String(character))
            if letters.isEmpty, !"-'’‐".contains(character) { starts.insert(bytes.count) }
            bytes += letters
            offsets += letters.map { _ in position }
        }
        guard !bytes.isEmpty else { return }
        let (pieces, sources) = LookAlikes.fold(bytes)
        for (piece, source) in zip(pieces, sources) {
            folded.append(piece)
            plain.append(Array(bytes[source]))
            word.append(index)
            offset.append(offsets[source.upperBound - 1])
            isStart.append(starts.contains(source.lowerBound))
            isEnd.append(source.upperBound == bytes.count || starts.contains(source.upperBound))
        }
    }

    /// Ends (exclusive) of stretches within the allowed edits of the pattern that stand at a word's end.
    func ends(of pattern: PhrasePattern) -> [Int] {
        let length = min(pattern.folded.count, 64)
        // Of a longer phrase the last 64 characters are searched; the place is then weighed as a whole.
        let tail = Array(pattern.folded.suffix(length))
        var masks = [UInt64](repeating: 0, count: 128)
        for (index, byte) in tail.enumerated() where byte < 128 { masks[Int(byte)] |= 1 << UInt64(index) }
        let top: UInt64 = 1 << UInt64(length - 1)
        var positive = UInt64.max
        var negative: UInt64 = 0
        var score = length
        var ends: [Int] = []
        for position in folded.indices {
            let equal = masks[Int(folded[position] & 127)]
            let vertical = equal | negative
            let diagonal = (((equal & positive) &+ positive) ^ positive) | equal
            var horizontalPositive = negative | ~(diagonal | positive)
            var horizontalNegative = positive & diagonal
            if horizontalPositive & top != 0 { score += 1 }
            if horizontalNegative & top != 0 { score -= 1 }
            horizontalPositive <<= 1
            horizontalNegative <<= 1
            positive = horizontalNegative | ~(vertical | horizontalPositive)
            negative = horizontalPositive & vertical
            if score <= pattern.allowed, isEnd[position] { ends.append(position + 1) }
        }
        return ends
    }

    /// The best stretch that ends there and begins at a word's start; nil where its weighted edits exceed the budget.
    func place(of pattern: PhrasePattern, endingAt end: Int) -> Place? {
        let reversed = Array(pattern.folded.reversed())
        let reach = min(end, reversed.count + pattern.allowed)
        var column = (0...reversed.count).map(Double.init)
        var best: (start: Int, cost: Double)?
        for step in 1...max(1, reach) where step <= reach {
            let position = end - step
            var diagonal = column[0]
            column[0] = Double(step)
            for row in 1...reversed.count {
                let substituted = diagonal + LookAlikes.cost(folded[position], reversed[row - 1])
                diagonal = column[row]
                column[row] = min(substituted, column[row] + 1, column[row - 1] + 1)
            }
            let cost = column[reversed.count]
            if isStart[position], cost <= pattern.budget, cost < best?.cost ?? .infinity { best = (position, cost) }
        }
        guard let best else { return nil }
        let cost = best.cost == 0 ? foldingCost(pattern, best.start..<end) : best.cost
        guard cost <= pattern.budget else { return nil }
        return Place(range: best.start..<end, similarity: max(0, 1 - cost / Double(pattern.plain.count)))
    }

    /// Where the stretch equals the pattern but for look-alikes: a little for each.
    private func foldingCost(_ pattern: PhrasePattern, _ range: Range<Int>) -> Double {
        let here = plain[range].flatMap(\.self)
        guard here != pattern.plain else { return 0 }
        guard here.count == pattern.plain.count else { return 0.3 }
        return 0.3 * Double(zip(here, pattern.plain).filter { $0 != $1 }.count)
    }
}
