import Imaging
import Model
import Testing

@testable import Recognize

/// Lines of cards that are found by their ink and read again.
@Suite struct CardInkLineTests {
    private static func read(_ texts: String..., confidence: Double = 0.95) -> [ReadWord] {
        texts.enumerated().map { index, text in
            ReadWord(
                text: text, confidence: confidence, box: Box(x: 20 + 100 * index, y: 20, width: 90, height: 30),
                line: 0, block: 0, isKnown: false)
        }
    }

    private static let row = CardLines.Row((0..<8).map { Box(x: 20 + 24 * $0, y: 20, width: 18, height: 30) })

    private static func believed(_ reading: [ReadWord], after words: [ReadWord]) -> [String]? {
        CardLines.believed(reading, for: row, after: words)?.map(\.text)
    }

    @Test func marksThatOneReadingSawAreThere() {
        #expect(Self.believed(Self.read("SOFÍA"), after: Self.read("SOFIA")) == ["SOFÍA"])
        #expect(
            Self.believed(Self.read("BENOÎT", "ETIENNE"), after: Self.read("BENOIT", "ÉTIENNE")) == [
                "BENOÎT", "ÉTIENNE",
            ])
    }

    @Test func aGapWithinAWordIsClosed() {
        #expect(Self.believed(Self.read("SEVILLA"), after: Self.read("SEVI", "LLA")) == ["SEVILLA"])
        #expect(Self.believed(Self.read("SE", "VILLA"), after: Self.read("SEVILLA")) == nil)
    }

    @Test func noOtherLetterReplacesASureOne() {
        #expect(Self.believed(Self.read("SOFIO"), after: Self.read("SOFIA")) == nil)
        #expect(Self.believed(Self.read("SOFIA"), after: Self.read("SOFÍA")) == nil)
        #expect(Self.believed(Self.read("SOFIAN"), after: Self.read("SOFIA")) == nil)
    }

    @Test func aDoubtfulWordGoesForASureOneAlone() {
        #expect(Self.believed(Self.read("05.02.2020"), after: Self.read("ROS", confidence: 0.3)) == ["05.02.2020"])
        #expect(
            Self.believed(Self.read("05.02.2020", confidence: 0.8), after: Self.read("ROS", confidence: 0.3)) == nil)
    }

    /// The F of a sex, read as a pair of strokes.
    @Test func whatHasNoLetterGoesForASureOne() {
        let letter = CardLines.Row([Box(x: 20, y: 20, width: 18, height: 30)])
        func believed(_ confidence: Double) -> [String]? {
            CardLines.believed(Self.read("F", confidence: confidence), for: letter, after: Self.read("="))?.map(\.text)
        }
        #expect(believed(0.95) == ["F"] && believed(0.7) == nil)
    }

    @Test func lettersSideBySideAreALine() {
        let captions = (0..<6).map { Box(x: 20 + 14 * $0, y: 10, width: 10, height: 14) }
        let value = (0..<6).map { Box(x: 20 + 24 * $0, y: 32, width: 18, height: 28) }
        let beside = (0..<3).map { Box(x: 400 + 24 * $0, y: 32, width: 18, height: 28) }
        let rows = CardLines.lines(of: captions + value + beside, usual: 20)
        #expect(rows.map(\.letters.count).sorted() == [3, 6, 6])
    }

    /// A page of lines, and where its first one is.
    private static func firstLine() throws -> (CardLines, CardLines.Ground, Box) {
        let text = try GreyPicture(Pictures.file("lines.png"))
        let lines = CardLines(engine: try TextEngine(languages: ["Latin"], folder: ""), picture: text)
        let ground = try lines.ground()
        let rows = CardLines.lines(of: ground.ink, usual: 30).filter { $0.letters.count > 8 }
        let place = try #require(rows.compactMap(\.place).min { $0.y < $1.y })
        return (lines, ground, place)
    }

    /// Words whose boxes lie above what they were read from, and a line that no word was read of.
    @Test(arguments: [true, false]) func readsALineWhoseWordsAreNotInItsPlace(hasWords: Bool) throws {
        let (lines, ground, place) = try Self.firstLine()
        let word = ReadWord(
            text: "fhaca", confidence: 0.2,
            box: Box(x: place.x, y: place.y - 10, width: place.width, height: place.height), line: 0, block: 0,
            isKnown: false)
        let words = try lines.inkRead(hasWords ? [word] : [], on: ground, usual: 30, within: .seconds(60))
        #expect(!words.contains { $0.text == "fhaca" })
        #expect(words.map(\.text).joined(separator: " ").contains("grantor conveys the land"))
    }

    /// A word that goes on where the line's ink seems to end: to read less of it would lose its end.
    @Test func leavesAWordThatSticksOutOfItsLine() throws {
        let (lines, ground, place) = try Self.firstLine()
        let word = ReadWord(
            text: "fhaca.com", confidence: 0.2,
            box: Box(x: place.x, y: place.y, width: place.width * 3 / 2, height: place.height), line: 0, block: 0,
            isKnown: false)
        let words = try lines.inkRead([word], on: ground, usual: 30, within: .seconds(60))
        #expect(words.contains { $0.text == "fhaca.com" })
    }

    @Test func readingsThatLeaveOutAnEndDoNotCount() {
        let place = Box(x: 100, y: 10, width: 200, height: 20)
        #expect(!CardLines.spans([Box(x: 100, y: 10, width: 140, height: 20)], place, slack: 20))
        #expect(
            CardLines.spans(
                [Box(x: 105, y: 10, width: 90, height: 20), Box(x: 200, y: 10, width: 95, height: 20)], place, slack: 20
            ))
    }
}
