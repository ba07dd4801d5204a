import Model
import Testing

@testable import Recognize

@Suite struct UnreadInkTests {
    /// Four letters of 24 by 40 pixels.
    private static let letters = (0..<4).map { Box(x: 100 + 32 * $0, y: 200, width: 24, height: 40) }

    private static func marked(_ more: [Box], text: String = "PENA", letters: [Box] = letters) -> Bool {
        let word = Word(text: text, confidence: 0.98, box: Box(x: 100, y: 200, width: 120, height: 40), line: 0)
        let components = (letters + more).map { InkComponent(box: $0, ink: $0.area / 2, runs: $0.height) }
        return UnreadInk(words: [word], components: components).marked()[0].hasUnreadInk
    }

    @Test func seesATildeThatIsNotInTheText() {
        #expect(Self.marked([Box(x: 165, y: 188, width: 20, height: 7)]))
        #expect(!Self.marked([Box(x: 165, y: 188, width: 20, height: 7)], text: "PEÑA"))
    }

    @Test func seesAMarkThatTouchesItsLetter() {
        var letters = Self.letters
        letters[2] = Box(x: 164, y: 188, width: 24, height: 52)
        #expect(Self.marked([], letters: letters))
    }

    @Test func seesALetterThatWasLeftOut() {
        #expect(Self.marked([Box(x: 226, y: 200, width: 24, height: 40)]))
        #expect(!Self.marked([Box(x: 250, y: 200, width: 24, height: 40)]), "the next word")
    }

    @Test func printAboveAndSpecksAreNoMarks() {
        #expect(!Self.marked([]))
        #expect(!Self.marked([Box(x: 165, y: 160, width: 20, height: 7)]))
        #expect(!Self.marked([Box(x: 165, y: 192, width: 2, height: 2)]))
        #expect(!Self.marked([Box(x: 90, y: 192, width: 160, height: 3)]))
    }
}
