import Model
import Testing

@testable import Recognize

@Suite struct LineOrderTests {
    /// A line of one word.
    private static func line(
        _ text: String, y: Int, x: Int = 600, width: Int = 1600, height: Int = 34, number: Int, slant: Double? = nil
    ) -> ReadWord {
        ReadWord(
            text: text, confidence: 0.95, box: Box(x: x, y: y, width: width, height: height), line: number, block: 0,
            isKnown: true, slant: slant)
    }

    private static func order(_ words: [ReadWord]) -> String {
        LineOrder.fromTopToBottom(words).map(\.text).joined(separator: " ")
    }

    @Test func aLineOfAParagraphThatTheEngineReadLastStandsWhereItIsPrinted() {
        let paragraph = [
            Self.line("first", y: 1206, number: 27), Self.line("third", y: 1312, number: 29),
            Self.line("second", y: 1259, number: 30), Self.line("last", y: 1365, width: 240, number: 31),
        ]
        #expect(Self.order(paragraph) == "first second third last")
        #expect(LineOrder.fromTopToBottom(paragraph).map(\.line) == [0, 1, 2, 3])
    }

    @Test func aLastLineThatWasReadFirstIsTheLast() {
        let paragraph = [
            Self.line("last", y: 1312, width: 240, number: 1), Self.line("first", y: 1206, number: 2),
            Self.line("second", y: 1259, number: 3),
        ]
        #expect(Self.order(paragraph) == "first second last")
    }

    @Test func columnsAreReadOneAfterTheOther() {
        let columns = [
            Self.line("left", y: 1206, width: 700, number: 1), Self.line("below", y: 1259, width: 700, number: 2),
            Self.line("right", y: 1206, x: 1400, width: 700, number: 3),
            Self.line("under", y: 1259, x: 1400, width: 700, number: 4),
        ]
        #expect(Self.order(columns) == "left below right under")
        // What runs below both comes behind both.
        #expect(
            Self.order(columns.dropLast(2) + [Self.line("foot", y: 1312, number: 9)] + columns.dropFirst(2))
                == "left below right under foot")
    }

    /// As many lines as no page of print has, from the bottom up: what specks are read as.
    @Test func manyLinesTakeNoLongerThanTheirPairs() {
        let lines = (0..<1500).reversed().map { Self.line("\($0)", y: 40 * $0, number: 2000 - $0) }
        #expect(Self.order(lines) == (0..<1500).map(String.init).joined(separator: " "))
    }

    /// A stamp's line over a paragraph, a heading far above, and what is written up the margin are no lines of it.
    @Test(arguments: [
        line("other", y: 1240, number: 9), line("other", y: 1100, number: 9),
        line("other", y: 1240, height: 80, number: 9), line("other", y: 1206, number: 9, slant: 90),
    ])
    func whatIsNoLineOfTheParagraphStaysWhereItWasRead(other: ReadWord) {
        #expect(Self.order([Self.line("text", y: 1259, number: 1), other]) == "text other")
    }
}
