import Model
import Testing

@testable import Kinds

@Suite struct CaptionTests {
    /// Words ten pixels a letter, as far apart as said.
    private static func line(_ text: String, gaps: [Int]) -> [Word] {
        var x = 0
        return zip(text.split(separator: " "), gaps + [0]).map { word, gap in
            let box = Box(x: x, y: 0, width: word.count * 10, height: 20)
            x = box.maxX + gap
            return Word(text: String(word), confidence: 0.9, box: box, line: 0)
        }
    }

    @Test(arguments: [
        ("Business Sightline Data Inc.", [22, 9, 10], "Sightline Data Inc."),
        // As far apart as the words of the name: it is one of them.
        ("Business Sightline Data Inc.", [12, 9, 10], "Business Sightline Data Inc."),
        ("Sightline Business Data Inc.", [22, 9, 10], "Sightline Business Data Inc."),
        ("Business Sightline", [40], "Business Sightline"),
    ]) func aCaptionStandsFartherFromAValueThanItsWordsDo(text: String, gaps: [Int], value: String) {
        #expect(Caption.removed(from: Self.line(text, gaps: gaps)).map(\.text).joined(separator: " ") == value)
    }
}
