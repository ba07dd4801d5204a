import Model
import Testing

@testable import Recognize

@Suite struct MissingDotsTests {
    /// Lines of a word each, of letters of 16 by 24 pixels, with or without the dots of their i's.
    private static func marked(_ words: [(text: String, dots: Int)]) -> [Bool] {
        var components: [InkComponent] = []
        let read = words.enumerated().map { line, word in
            let y = 100 + 80 * line
            for (position, _) in word.text.enumerated() {
                let box = Box(x: 100 + 20 * position, y: y + 10, width: 16, height: 24)
                components.append(InkComponent(box: box, ink: box.area / 2, runs: box.height))
            }
            for position in 0..<word.dots {
                let box = Box(x: 104 + 20 * position, y: y, width: 5, height: 5)
                components.append(InkComponent(box: box, ink: 20, runs: 5))
            }
            return Word(
                text: word.text, confidence: 0.96, box: Box(x: 100, y: y, width: 20 * word.text.count, height: 34),
                line: line)
        }
        return MissingDots(words: read, components: components).marked().map(\.differsFromInk)
    }

    private static let page = Array(repeating: (text: "signing", dots: 2), count: 12)

    @Test(arguments: [
        ("Clearirace", 0, true), ("Clearirace", 1, false), ("ClearTrace", 0, false), ("affiliate", 1, false),
        ("similar", 1, true),
    ])
    func seesAnIWithoutItsDot(text: String, dots: Int, isMarked: Bool) {
        #expect(Self.marked(Self.page + [(text, dots)]).last == isMarked)
        #expect(!Self.marked(Self.page).contains(true))
    }

    @Test func tellsNothingWhereOtherWordsLackTheirs() {
        let worn = Array(repeating: (text: "signing", dots: 1), count: 4)
        #expect(!Self.marked(Self.page + worn + [("Clearirace", 0)]).contains(true))
        #expect(!Self.marked([("signing", 2), ("Clearirace", 0)]).contains(true))
    }
}
