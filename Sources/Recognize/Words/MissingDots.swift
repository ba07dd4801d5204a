import Model

/// Sees words with an i or j that has no dot in the picture, where other words of the page have theirs: `Clearirace` of
/// `ClearTrace`. What a language makes likely is read in every picture of such a word.
struct MissingDots {
    private let rows: [Int: [Box]]
    private let words: [Word]

    /// Of surely read words with an i, the share that have all dots from which on the page's dots tell, and the fewest of
    /// these words. On worn or small print dots touch their letters or are lost.
    private static let (leastShare, leastWords) = (0.9, 8)
    private static let sure = 0.9
    /// Over a word's height: the size of a dot, how far down its middle may lie, and how far it may stand over the box.
    private static let (size, lowest, reach) = (0.05...0.4, 0.45, 0.3)
    /// Pixels of a band by which patches are found.
    private static let band = 64

    /// - Parameters:
    ///   - words: of a page.
    ///   - components: of its ink.
    init(words: [Word], components: [InkComponent]) {
        self.words = words
        rows = Dictionary(grouping: components.map(\.box)) { $0.y / Self.band }
    }

    /// The words, those with a dot missing marked as not like their ink.
    func marked() -> [Word] {
        let candidates = words.indices.filter { Self.tells(words[$0]) }
        let lacking = Set(candidates.filter { dots(over: words[$0]) < Self.expected(words[$0].text) })
        let sure = candidates.filter { words[$0].confidence >= Self.sure }
        let whole = sure.count { !lacking.contains($0) }
        guard sure.count >= Self.leastWords, Double(whole) >= Self.leastShare * Double(sure.count) else { return words }
        return words.enumerated().map { index, word in
            var word = word
            word.differsFromInk = word.differsFromInk || lacking.contains(index)
            return word
        }
    }

    /// Whether its dots can be counted: no other marks stand over its letters, and no f may have taken one over.
    private static func tells(_ word: Word) -> Bool {
        let letters = word.text.filter(\.isLetter)
        return word.slant == nil && letters.count >= 3 && letters.count + 2 >= word.text.count
            && letters.allSatisfy(\.isASCII) && expected(word.text) > 0
            && !letters.lowercased().contains(/f[ij]/)
    }

    private static func expected(_ text: String) -> Int { text.count { "ij".contains($0) } }

    private func dots(over word: Word) -> Int {
        let height = Double(word.box.height)
        let top = Double(word.box.y) - Self.reach * height
        let across = Double(word.box.x)...Double(word.box.maxX)
        let down = top...(Double(word.box.y) + Self.lowest * height)
        let sizes = max(2, Self.size.lowerBound * height)...max(2, Self.size.upperBound * height)
        let first = max(0, Int(top) - Self.band) / Self.band
        let near = (first...max(first, word.box.maxY / Self.band)).flatMap { rows[$0] ?? [] }
        return near.count { patch in
            across.contains(patch.midX) && down.contains(patch.midY) && sizes.contains(Double(patch.height))
                && sizes.contains(Double(patch.width))
        }
    }
}
