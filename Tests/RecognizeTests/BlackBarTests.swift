import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct BlackBarTests {
    /// A page of 600 × 300 pixels with two lines of words 20 pixels high, and what is painted black on it.
    static func bars(_ painted: [Box], grey: UInt8 = 20) throws -> [Box] {
        let canvas = try Canvas(width: 600, height: 300)
        for box in painted { try canvas.fill(box, Colour(grey, grey, grey)) }
        let words = [(40, 60), (140, 60), (40, 100), (140, 100)].map { x, y in
            Word(text: "word", confidence: 0.9, box: Box(x: x, y: y, width: 80, height: 20), line: y / 40)
        }
        return try BlackBars(words: words, width: 600).boxes(in: canvas.image.grey())
    }

    @Test(arguments: [20, 90] as [UInt8]) func findsABarInALineOfPrint(grey: UInt8) throws {
        let bar = Box(x: 240, y: 58, width: 160, height: 24)
        #expect(try Self.bars([bar], grey: grey) == [bar])
    }

    @Test func aBandThatWhitePrintCutsIsNone() throws {
        let pieces = [10, 150, 290, 430].map { Box(x: $0, y: 56, width: 100, height: 28) }
        #expect(try Self.bars(pieces).isEmpty)
    }

    @Test(arguments: [
        // A rule, a band across the page, a square, a picture by itself.
        Box(x: 240, y: 70, width: 160, height: 6), Box(x: 10, y: 56, width: 500, height: 28),
        Box(x: 240, y: 60, width: 24, height: 20), Box(x: 440, y: 230, width: 90, height: 40),
    ]) func takesNothingElseForOne(box: Box) throws {
        #expect(try Self.bars([box]).isEmpty)
    }
}
