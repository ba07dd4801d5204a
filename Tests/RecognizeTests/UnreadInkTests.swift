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

    /// `IBÁNEZ` of `IBÁÑEZ`.
    @Test func seesATildeBesideALetterThatWasReadWithItsMark() {
        let marks = [Box(x: 136, y: 186, width: 10, height: 9), Box(x: 165, y: 188, width: 20, height: 7)]
        #expect(Self.marked(marks, text: "BÁNE"))
        #expect(!Self.marked(marks, text: "BÁÑE"))
        #expect(!Self.marked([marks[0]], text: "BÁNE"))
    }

    @Test func seesAMarkThatTouchesItsLetter() {
        var letters = Self.letters
        letters[2] = Box(x: 164, y: 188, width: 24, height: 52)
        #expect(Self.marked([], letters: letters))
    }

    /// `A.` of `Å.`.
    @Test func seesAMarkOverAnInitial() {
        func isMarked(_ text: String, _ mark: Box) -> Bool {
            let word = Word(text: text, confidence: 0.98, box: Box(x: 100, y: 200, width: 40, height: 40), line: 0)
            let boxes = [Box(x: 100, y: 200, width: 28, height: 40), Box(x: 134, y: 234, width: 6, height: 6), mark]
            let components = boxes.map { InkComponent(box: $0, ink: $0.area / 2, runs: $0.height) }
            return UnreadInk(words: [word], components: components).marked()[0].hasUnreadInk
        }
        let ring = Box(x: 108, y: 186, width: 12, height: 12)
        #expect(isMarked("A.", ring))
        #expect(!isMarked("Å.", ring) && !isMarked("B.", ring))
        #expect(!isMarked("A.", Box(x: 134, y: 170, width: 6, height: 14)), "a comma of the line above")
    }

    /// `7145` of `71453`, of a line that leans.
    @Test func seesAFigureThatWasLeftOutBehindANumber() {
        #expect(Self.marked([Box(x: 228, y: 203, width: 24, height: 40)], text: "7145"))
        #expect(Self.marked([Box(x: 228, y: 203, width: 84, height: 40)], text: "7145"), "three that touch")
        #expect(!Self.marked([Box(x: 228, y: 232, width: 8, height: 12)], text: "7145"), "a comma")
        #expect(!Self.marked([Box(x: 260, y: 200, width: 24, height: 40)], text: "7145"), "the next word")
    }

    /// The box of the line's end above, which leans, reaches over the figure: `P.M.` over `2021-5542281`.
    @Test(arguments: [(130, true), (195, false)]) func aWordOfTheLineAboveHasNotReadTheFigureBelow(
        top: Int, isSeen: Bool
    ) {
        let figure = Box(x: 228, y: 203, width: 24, height: 40)
        let words = [
            Word(text: "7145", confidence: 0.98, box: Box(x: 100, y: 200, width: 120, height: 40), line: 1),
            Word(text: "P", confidence: 0.56, box: Box(x: 190, y: top, width: 90, height: 243 - top), line: 0),
        ]
        let components = (Self.letters + [figure]).map { InkComponent(box: $0, ink: $0.area / 2, runs: $0.height) }
        #expect(UnreadInk(words: words, components: components).marked()[0].hasUnreadInk == isSeen)
    }

    /// `20039781` of `20039781847`, where a scrap stands for the time over it and the last figures.
    @Test(arguments: [(0.2, 200, true), (0.9, 200, false), (0.2, 240, false)])
    func seesAScrapOverTheEndOfANumber(confidence: Double, left: Int, isSeen: Bool) {
        let words = [
            Word(text: "7145", confidence: 0.98, box: Box(x: 100, y: 200, width: 120, height: 40), line: 1),
            Word(text: "iy", confidence: confidence, box: Box(x: left, y: 150, width: 80, height: 85), line: 0),
        ]
        #expect(UnreadInk(words: words, components: []).marked()[0].hasUnreadInk == isSeen)
    }

    @Test func seesALetterThatWasLeftOut() {
        #expect(Self.marked([Box(x: 226, y: 200, width: 24, height: 40)]))
        #expect(!Self.marked([Box(x: 250, y: 200, width: 24, height: 40)]), "the next word")
    }

    /// `NGERMARK` of `ÅNGERMARK`.
    @Test func seesALetterWithAMarkThatWasLeftOut() {
        #expect(Self.marked([Box(x: 72, y: 184, width: 24, height: 56)]))
        #expect(!Self.marked([Box(x: 72, y: 200, width: 24, height: 70)]), "a stroke that goes on below")
    }

    /// The small letters of a caption close above.
    @Test func aCaptionsLettersAreNoMarks() {
        let letters = (0..<6).map { Box(x: 100 + 18 * $0, y: 186, width: 12, height: 10) }
        let value = Word(text: "PENA", confidence: 0.98, box: Box(x: 100, y: 200, width: 120, height: 40), line: 1)
        let caption = Word(text: "renoms", confidence: 0.95, box: Box(x: 98, y: 184, width: 110, height: 15), line: 0)
        func marked(_ words: [Word], _ more: [Box]) -> Bool {
            let components = (Self.letters + more).map { InkComponent(box: $0, ink: $0.area / 2, runs: $0.height) }
            return UnreadInk(words: words, components: components).marked().contains(where: \.hasUnreadInk)
        }
        #expect(marked([value], letters))
        #expect(!marked([value, caption], letters))
        #expect(marked([value, caption], letters + [Box(x: 165, y: 192, width: 20, height: 7)]), "a tilde under them")
    }

    @Test func printAboveAndSpecksAreNoMarks() {
        #expect(!Self.marked([]))
        #expect(!Self.marked([Box(x: 165, y: 160, width: 20, height: 7)]))
        #expect(!Self.marked([Box(x: 165, y: 192, width: 2, height: 2)]))
        #expect(!Self.marked([Box(x: 90, y: 192, width: 160, height: 3)]))
    }

    /// A capital of 40 pixels and two small letters, of which the first has an ascender or not.
    private static func small(hasAscender: Bool) -> [Box] {
        [
            Box(x: 100, y: 200, width: 24, height: 40),
            hasAscender ? Box(x: 130, y: 198, width: 20, height: 42) : Box(x: 130, y: 212, width: 20, height: 28),
            Box(x: 155, y: 212, width: 20, height: 28),
        ]
    }

    @Test(arguments: [("Ake", true), ("Ase", false)]) func seesTheRingOfACapital(text: String, hasAscender: Bool) {
        let letters = Self.small(hasAscender: hasAscender)
        #expect(!Self.marked([], text: text, letters: letters))
        #expect(Self.marked([Box(x: 106, y: 186, width: 11, height: 11)], text: text, letters: letters))
        var touching = letters
        touching[0] = Box(x: 100, y: 187, width: 24, height: 53)
        #expect(Self.marked([], text: text, letters: touching))
        // A comma of the line above.
        #expect(!Self.marked([Box(x: 106, y: 172, width: 6, height: 12)], text: text, letters: letters))
        #expect(
            !Self.marked([Box(x: 106, y: 186, width: 11, height: 11)], text: "Å" + text.dropFirst(), letters: letters))
    }
}
