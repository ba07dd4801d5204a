import Imaging
import Model

/// Words that the page's reading is unsure of: read once more, each from its own picture, by the recognizer of another make
/// and by Tesseract. What both read is there, as is a word of the dictionary that the first reads for one that is none;
/// elsewhere a word that one of them alone reads otherwise stays as it was.
struct WeakWords {
    let engine: TextEngine
    let lineEngine: LineEngine
    /// Which words there are.
    let dictionary: TextEngine
    /// The page in grey, evenly lit.
    let picture: Image

    /// Confidence below which a word is weak, and what it is worth that two readings say.
    private static let (weak, secondHand) = (0.9, 0.9)
    /// How sure the other recognizer has to be of each letter.
    private static let sure = 0.9
    /// Words of a page that are read again, the weakest first.
    private static let most = 60
    /// Letters of the shortest word that is looked up, and letters in which it may differ.
    private static let (leastLetters, mostEdits) = (4, 2)

    func improved(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let positions = words.indices.filter { Self.isWeak(words[$0]) }.sorted {
            (words[$0].confidence, $0) < (words[$1].confidence, $1)
        }
        var words = words
        for position in positions.prefix(Self.most) where ContinuousClock.now < end {
            guard let text = try text(of: words[position], before: end) else { continue }
            words[position].text = text
            words[position].confidence = max(words[position].confidence, Self.secondHand)
        }
        return words
    }

    private static func isWeak(_ word: ReadWord) -> Bool {
        word.confidence < weak && word.slant == nil && !word.isContradicted
            && word.text.contains { $0.isLetter || $0.isNumber }
    }

    /// - Returns: nil where the two do not agree.
    private func text(of word: ReadWord, before end: ContinuousClock.Instant) throws -> String? {
        let place = Word(text: word.text, confidence: word.confidence, box: word.box, line: word.line)
        guard let cut = try SecondReading.cut(place, from: picture), let other = try lineEngine.read(cut),
            other.confidence >= Self.sure
        else { return nil }
        let found = Self.bare(other.text)
        if found.isEmpty || found == Self.bare(word.text) { return found.isEmpty ? nil : word.text }
        if isMisspelt(word.text, for: other.text) { return other.text }
        guard !Self.isEdgeAlone(found, Self.bare(word.text)) else { return nil }
        for attempt in [SecondReading.Attempt.grey, .line] {
            let read = try engine.words(
                in: attempt.picture(of: cut), as: attempt.segmentation, dpi: 300, within: end - ContinuousClock.now
            ).words
            if read.count == 1, let text = read.first?.text, Self.bare(text) == found { return text }
        }
        return nil
    }

    /// Whether words differ in nothing but their first or their last letter. A box that cuts it misleads every picture of the
    /// word alone: `Harbor` for `Harbon`.
    private static func isEdgeAlone(_ text: Substring, _ other: Substring) -> Bool {
        text.count == other.count && text != other
            && (text.dropFirst() == other.dropFirst() || text.dropLast() == other.dropLast())
    }

    /// Whether a text is a word of the dictionary in letters alone, and another is none and differs in few of them.
    private func isMisspelt(_ text: String, for other: String) -> Bool {
        let (own, found) = (String(Self.bare(text)), String(Self.bare(other)))
        return found.count >= Self.leastLetters && found.allSatisfy { $0.isASCII && $0.isLetter } && isWord(found)
            && !isWord(own) && EditDistance.between(Array(own), Array(found), atMost: Self.mostEdits) != nil
    }

    private func isWord(_ text: String) -> Bool { dictionary.knows(text) || dictionary.knows(text.lowercased()) }

    /// Letters and what stands between them, without spaces and the signs around them.
    private static func bare(_ text: String) -> Substring {
        let letters = text.filter { !$0.isWhitespace }
        guard let first = letters.firstIndex(where: { !$0.isPunctuation }),
            let last = letters.lastIndex(where: { !$0.isPunctuation })
        else { return "" }
        return letters[first...last]
    }
}
