import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct CombTests {
    private static func combs(_ boxes: [Box]) throws -> [Comb] {
        let image = try Pictures.paper(width: 700, height: 200, black: boxes)
        return CombFinder(ink: try Pictures.ink(of: image), dpi: 300).combs()
    }

    private static func cells(_ places: [Int], width: Int = 48) -> [Box] {
        places.flatMap { Pictures.frame(Box(x: 30 + $0 * width, y: 50, width: width + 3, height: 84)) }
    }

    @Test func equalCellsAndTheGapsOfTheirGroupsAreOneComb() throws {
        let combs = try Self.combs(Self.cells([0, 1, 2, 4, 5, 7, 8, 9, 10]))
        #expect(combs.map(\.cells.count) == [11])
    }

    @Test func aFewCellsAndWideOnesAreATable() throws {
        #expect(try Self.combs(Self.cells([0, 1, 2])).isEmpty)
        #expect(try Self.combs(Self.cells([0, 1, 2, 3], width: 150)).isEmpty)
    }

    @Test func barsWithoutALineAreNoCells() throws {
        let bars = (0..<10).map { Box(x: 30 + 48 * $0, y: 50, width: 3, height: 84) }
        #expect(try Self.combs(bars).isEmpty)
    }

    @Test func readsTheNumberInAComb() throws {
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.file("comb.png"), textHeight: 22)
        #expect(page.words.map(\.text) == ["408-61-7359"])
        #expect(page.checkBoxes.isEmpty)
    }
}
