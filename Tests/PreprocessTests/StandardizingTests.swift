import Imaging
import Model
import Testing

@testable import Preprocess

/// Pictures are made what all else takes for granted: dark print on a light ground, square pixels.
@Suite struct StandardizingTests {
    let preprocessor = Preprocessor(settings: PreprocessSettings())

    func standardized(_ image: Image, aspect: Double = 1) throws -> (page: LoadedPage, image: Image) {
        var page = LoadedPage(image)
        page.pixelAspect = aspect
        return try preprocessor.standardized(page, image: image)
    }

    static func mean(_ image: Image, in box: Box) throws -> Int {
        let bytes = try image.cropped(to: box).greyBytes()
        return bytes.reduce(0) { $0 + Int($1) } / bytes.count
    }

    // MARK: Light print on dark

    @Test(arguments: [(UInt8(230), UInt8(30)), (200, 90), (255, 0)])
    func lightPrintOnADarkPageIsInverted(ink: UInt8, paper: UInt8) throws {
        let (page, image) = try standardized(TestPage.letterPage(ink: ink, paper: paper).image())
        #expect(page.warnings.map(\.code) == [.pageInverted])
        #expect(try Self.mean(image, in: Box(x: 0, y: 0, width: 1000, height: 100)) == 255 - Int(paper))
        #expect(try image.grey().thresholded(at: 128).connectedComponents().count > 500)
    }

    @Test func aDarkPageInALightBorderIsInvertedByItself() throws {
        var sheet = TestPage(width: 1200, height: 1500, paper: 250)
        sheet.fill(Box(x: 100, y: 100, width: 1000, height: 1300), 35)
        sheet.text(in: Box(x: 180, y: 200, width: 800, height: 1000), ink: 225)
        let (page, image) = try standardized(sheet.image())
        #expect(page.warnings.map(\.code) == [.pageInverted])
        #expect(try Self.mean(image, in: Box(x: 10, y: 10, width: 1180, height: 80)) == 250)
        #expect(try Self.mean(image, in: Box(x: 120, y: 120, width: 960, height: 60)) == 220)
        // No line is left where the two met.
        let ink = try image.thresholded(at: 128)
        #expect(ink.inkCount(in: Box(x: 80, y: 80, width: 40, height: 1340)) == 0)
    }

    @Test func aDarkPageThatLiesSidewaysIsInverted() throws {
        let image = try TestPage.letterPage(ink: 230, paper: 30).image().rotated(quarterTurns: 1)
        #expect(try standardized(image).page.warnings.map(\.code) == [.pageInverted])
    }

    @Test func twoLevelsAreInvertedToo() throws {
        let image = try TestPage.letterPage(ink: 255, paper: 0).image().thresholded(at: 128)
        let result = try standardized(image)
        #expect(result.page.warnings.map(\.code) == [.pageInverted] && result.image.depth == 1)
    }

    @Test func aDarkBandOnAPageOfDarkPrintStays() throws {
        var page = TestPage.letterPage()
        page.fill(Box(x: 0, y: 0, width: 1000, height: 360), 25)
        page.text(in: Box(x: 60, y: 20, width: 900, height: 300), ink: 235)
        #expect(try standardized(page.image()).page.warnings.isEmpty)
    }

    @Test func aDarkTableAndADarkCaptureStay() throws {
        var table = TestPage(width: 1800, height: 2000, paper: 20)
        table.fill(Box(x: 300, y: 300, width: 1000, height: 1294), 215)
        table.text(in: Box(x: 400, y: 420, width: 800, height: 1000), ink: 40)
        #expect(try standardized(table.image()).page.warnings.isEmpty)
        #expect(try standardized(TestPage.letterPage(ink: 12, paper: 70).image()).page.warnings.isEmpty)
    }

    // MARK: Pixel shape

    @Test(arguments: [2.08, 0.5, 3.0]) func oblongPixelsAreMadeSquare(aspect: Double) throws {
        let page = try TestPage.letterPage().image()
        let stored = try page.scaled(byX: min(1, aspect), y: min(1, 1 / aspect))
        let result = try standardized(stored, aspect: aspect)
        #expect(result.page.warnings.isEmpty && result.page.pixelAspect == 1)
        #expect(abs(result.image.width - page.width) <= 2 && abs(result.image.height - page.height) <= 2)
        #expect(result.page.width == result.image.width && result.page.height == result.image.height)
    }

    @Test(arguments: [(2.08, 0), (0.5, 0), (2.0, 1), (0.5, 3)])
    func lettersOverruleATagOfOblongPixels(aspect: Double, turns: Int) throws {
        let page = try TestPage.letterPage().image().rotated(quarterTurns: turns)
        let result = try standardized(page, aspect: aspect)
        #expect(result.page.warnings.map(\.code) == [.resolutionOverruled] && result.page.dpi == nil)
        #expect(result.image.width == page.width && result.image.height == page.height)
    }

    @Test func withoutLettersTheTagIsBelieved() throws {
        let result = try standardized(TestPage(width: 600, height: 400).image(), aspect: 2)
        #expect(result.image.height == 800 && result.page.warnings.isEmpty)
    }
}
