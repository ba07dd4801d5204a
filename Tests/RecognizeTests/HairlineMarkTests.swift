import Model
import Testing

@testable import Recognize

@Suite struct HairlineMarkTests {
    /// N, y, g, a, r and d: a capital and an ascender of 27 pixels, small letters of 17 on a line at 135.
    private static let letters = [
        Box(x: 100, y: 108, width: 20, height: 27), Box(x: 122, y: 118, width: 14, height: 25),
        Box(x: 138, y: 118, width: 12, height: 25), Box(x: 154, y: 118, width: 12, height: 17),
        Box(x: 170, y: 118, width: 10, height: 17), Box(x: 184, y: 108, width: 14, height: 27),
    ]

    private static func isMarked(_ text: String, _ more: [Box]) -> Bool {
        let word = ReadWord(
            text: text, confidence: 0.98, box: Box(x: 100, y: 108, width: 98, height: 35), line: 0, block: 0,
            isKnown: false)
        let components = (letters + more).map { InkComponent(box: $0, ink: $0.area, runs: $0.height) }
        return HairlineMarks(components: components).marked([word])[0].mayHaveLostMark
    }

    /// Of the ring of an å.
    private static let speck = Box(x: 159, y: 111, width: 1, height: 2)

    @Test(arguments: [("Nygard", true), ("Nygård", false), ("Nygird", false), ("NYGARD", false), ("nygard", false)])
    func aSpeckAboveASmallLetterIsWhatIsLeftOfAMark(text: String, isMarked: Bool) {
        #expect(Self.isMarked(text, [Self.speck]) == isMarked)
        #expect(!Self.isMarked(text, []))
    }

    @Test(arguments: [
        ("Sorbye", true), ("SOREN", true), ("Torbjorn,", true), ("Stanislaw", true), ("Pawel", true),
        ("Sørbye", false), ("Sorrow", false), ("Nora", false), ("bjorn", false),
    ])
    func aNameIsMarkedThatIsSpelledAsThoseWithAStrokeAre(text: String, isMarked: Bool) {
        #expect(Self.isMarked(text, []) == isMarked)
    }

    @Test(arguments: [
        (Box(x: 159, y: 111, width: 1, height: 1), false), (Box(x: 159, y: 98, width: 2, height: 3), false),
        (Box(x: 116, y: 112, width: 4, height: 3), false), (Box(x: 196, y: 112, width: 2, height: 3), false),
        (Box(x: 156, y: 110, width: 7, height: 5), true),
    ])
    func anotherLinesPrintACapitalsSerifAndAPixelAreNone(patch: Box, isMarked: Bool) {
        #expect(Self.isMarked("Nygard", [patch]) == isMarked)
    }

    /// `Järvi` read without its dots has those of its i alone.
    @Test func twoDotsAreOneMark() {
        let dots = [Box(x: 156, y: 111, width: 2, height: 2), Box(x: 162, y: 111, width: 2, height: 2)]
        #expect(Self.isMarked("Nygard", dots) && !Self.isMarked("Nygird", dots))
    }
}
