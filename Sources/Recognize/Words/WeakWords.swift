import Foundation
import Imaging
import Model

/// Words that the page's reading is unsure of: read once more, each from its own picture, by model and by shape. What both
/// read is there; a word that one of them alone reads otherwise stays as it was.
struct WeakWords {
    let engine: TextEngine
    /// The page in grey, evenly lit.
    let picture: Image

    /// Confidence below which a word is weak, and the most that another reading is worth: the page's own was another.
    private static let (weak, secondHand) = (0.7, 0.9)
    /// Letters of the shortest word that shapes prove; figures look like letters.
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

    /// - Returns: nil where model and shapes do not agree.
    private func text(of word: ReadWord, before end: ContinuousClock.Instant) throws -> String? {
        let place = Word(text: word.text, confidence: word.confidence, box: word.box, line: word.line)
        guard let cut = try SecondReading.cut(place, from: picture) else { return nil }
        let shapes = Set(try ShapeEngine.readings(of: cut, wordHeight: word.box.height).map(Self.bare))
        guard shapes.contains(where: { $0.count >= Self.leastLetters }) else { return nil }
        for attempt in [SecondReading.Attempt.grey, .line] {
            let read = try engine.words(
                in: attempt.picture(of: cut), as: attempt.segmentation, dpi: 300, within: end - ContinuousClock.now
            ).words
            guard read.count == 1, let text = read.first?.text, text.count(where: \.isLetter) >= Self.leastLetters,
                shapes.contains(Self.bare(text))
            else { continue }
            return text
        }
        return nil
    }

    private static func bare(_ text: String) -> String {
        text.filter { !$0.isWhitespace }.trimmingCharacters(in: .punctuationCharacters)
    }
}
