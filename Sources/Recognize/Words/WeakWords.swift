import Imaging
import Model

/// Words that the page's reading is unsure of: read once more, each from its own picture, by Tesseract and by the recognizer
/// of another make. What both read is there; a word that one of them alone reads otherwise stays as it was.
struct WeakWords {
    let engine: TextEngine
    let lineEngine: LineEngine
    /// The page in grey, evenly lit.
    let picture: Image

    /// Confidence below which a word is weak, and the most that another reading is worth: the page's own was another.
    private static let (weak, secondHand) = (0.7, 0.9)
    /// How sure the other recognizer has to be of each letter.
    private static let sure = 0.9
    /// Letters of the shortest word that is read again; figures have rules of their own.
    private static let leastLetters = 3
    /// Pages have a few; where there are more, the print is broken and nothing reads it.
    private static let most = 60

    func improved(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let positions = words.indices.filter { Self.isWeak(words[$0]) }
        guard positions.count <= Self.most else { return words }
        var words = words
        for position in positions where ContinuousClock.now < end {
            guard let text = try text(of: words[position], before: end) else { continue }
            words[position].text = text
            words[position].confidence = Self.secondHand
        }
        return words
    }

    private static func isWeak(_ word: ReadWord) -> Bool {
        word.confidence < weak && word.slant == nil && word.text.count(where: \.isLetter) >= leastLetters
            && word.text.allSatisfy { !$0.isNumber }
    }

    /// - Returns: nil where the two do not agree.
    private func text(of word: ReadWord, before end: ContinuousClock.Instant) throws -> String? {
        let place = Word(text: word.text, confidence: word.confidence, box: word.box, line: word.line)
        guard let cut = try SecondReading.cut(place, from: picture), let other = try lineEngine.read(cut),
            other.confidence >= Self.sure, other.text.count(where: \.isLetter) >= Self.leastLetters
        else { return nil }
        for attempt in [SecondReading.Attempt.grey, .line] {
            let read = try engine.words(
                in: attempt.picture(of: cut), as: attempt.segmentation, dpi: 300, within: end - ContinuousClock.now
            ).words
            if read.count == 1, let text = read.first?.text, Self.bare(text) == Self.bare(other.text) { return text }
        }
        return nil
    }

    /// Letters and what stands between them, without spaces and the signs around them.
    private static func bare(_ text: String) -> Substring {
        let letters = text.filter { !$0.isWhitespace }
        guard let first = letters.firstIndex(where: { !$0.isPunctuation }),
            let last = letters.lastIndex(where: { !$0.isPunctuation })
        else { return "" }
        return letters[first...last]
    }
}
