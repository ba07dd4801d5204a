import Imaging
import Model
import Testing

@testable import Preprocess

/// Two pages on one sheet are read each by itself; columns of one page are not parted.
@Suite struct SheetHalvesTests {
    /// A landscape letter sheet at 145 dpi.
    static func sheet(_ draw: (inout TestPage) -> Void) -> TestPage {
        var sheet = TestPage(width: 1600, height: 1236)
        draw(&sheet)
        return sheet
    }

    static let left = Box(x: 100, y: 100, width: 680, height: 1000)
    static let right = Box(x: 900, y: 117, width: 680, height: 700)

    static let two = sheet {
        $0.text(in: left)
        $0.text(in: right, leading: 41)
    }

    func places(_ image: Image) throws -> [PagePlace] {
        try Preprocessor(settings: PreprocessSettings()).places(on: LoadedPage(image, dpi: nil), image: image)
    }

    @Test func eachHalfIsAPage() throws {
        let places = try places(Self.two.image())
        #expect(places.count == 2 && places.allSatisfy(\.isFlat))
        #expect(
            places.map { $0.outline?.bounds } == [
                Box(x: 0, y: 0, width: 800, height: 1236), Box(x: 800, y: 0, width: 800, height: 1236),
            ])
    }

    @Test(arguments: [1, 2, 3]) func howeverTheSheetLies(turns: Int) throws {
        #expect(try places(Self.two.image().rotated(quarterTurns: turns)).count == 2)
    }

    @Test func alsoWithADarkGutter() throws {
        let sheet = Self.sheet {
            $0.text(in: Self.left)
            $0.text(in: Self.right, leading: 41)
            $0.fill(Box(x: 785, y: 0, width: 30, height: 1236), 40)
        }
        #expect(try places(sheet.image()).count == 2)
    }

    @Test func copiesOfOnePageAreTwo() throws {
        let sheet = Self.sheet {
            $0.text(in: Box(x: 120, y: 100, width: 640, height: 1000))
            $0.text(in: Box(x: 920, y: 100, width: 640, height: 1000))
        }
        #expect(try places(sheet.image()).count == 2)
    }

    @Test func columnsAreOnePage() throws {
        let even = Self.sheet {
            $0.text(in: Box(x: 100, y: 100, width: 780, height: 1000))
            $0.text(in: Box(x: 830, y: 100, width: 780, height: 1000))
        }
        #expect(try places(even.image()).count == 1)
        let uneven = Self.sheet {
            $0.text(in: Box(x: 100, y: 100, width: 780, height: 1000))
            $0.text(in: Box(x: 830, y: 113, width: 780, height: 1000), leading: 41)
        }
        #expect(try places(uneven.image()).count == 1)
    }

    @Test func aHeadingOrRulesAcrossMakeOnePage() throws {
        var headed = Self.two
        headed.text(in: Box(x: 400, y: 30, width: 1000, height: 40))
        #expect(try places(headed.image()).count == 1)
        var ruled = Self.two
        for y in stride(from: 150, to: 1100, by: 100) { ruled.fill(Box(x: 80, y: y, width: 1440, height: 2)) }
        #expect(try places(ruled.image()).count == 1)
    }

    @Test func largePrintIsNoSheets() throws {
        let card = try Self.two.image().cropped(to: Box(x: 480, y: 200, width: 640, height: 400)).scaled(by: 2.5)
        #expect(try places(card).count == 1)
    }

    @Test func aPortraitPageOfTwoColumnsIsOne() throws {
        var page = TestPage(width: 1236, height: 1600)
        page.text(in: Box(x: 90, y: 100, width: 560, height: 1400))
        page.text(in: Box(x: 700, y: 113, width: 560, height: 1400), leading: 41)
        #expect(try places(page.image()).count == 1)
    }
}
