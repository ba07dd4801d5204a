import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct BinarizingTests {
    static func binarize(_ image: Image, _ setting: PreprocessSettings.Binarization = .auto) throws -> Binarizing.Result
    {
        try Binarizing(normalised: image.backgroundNormalised()) { image }.binarize(setting)
    }

    @Test func triesNothingElseOnASoundPage() throws {
        let result = try Self.binarize(TestPage.letterPage().image())
        #expect(result.choice == Binarization(method: .otsu, reason: .sound))
        #expect(result.rivals.isEmpty)
    }

    @Test func comparesStrokesWhereMostWouldBeInk() throws {
        // A dark band over a good part of the page, unevenly lit.
        var page = TestPage.letterPage()
        page.fill(Box(x: 0, y: 700, width: 1000, height: 594), 40)
        let result = try Self.binarize(page.image())
        #expect(result.choice.reason == .strokes)
        #expect(Set(result.choice.scores.keys) == ["otsu", "sauvola", "plain", "faint"])
        #expect(result.choice.scores.values.allSatisfy { $0 >= 0 })
    }

    @Test func seesFaintPrintBesideABoldFrame() throws {
        // One level for the page would part the frame from all the rest.
        var page = TestPage.letterPage(ink: 205)
        for top in [40, 1180] { page.fill(Box(x: 60, y: top, width: 880, height: 24), 90) }
        let result = try Self.binarize(page.image())
        #expect(result.choice.method == .faint)
        #expect(try TextLayout(result.image).lettersInLines > 500)
    }

    /// The last page of a deed, with hardly a line on it, turned.
    @Test func partsNoPaperFromTheWhiteAroundIt() throws {
        var page = TestPage(width: 1000, height: 1294)
        page.fill(Box(x: 0, y: 0, width: 1000, height: 1294), 255)
        page.fill(Box(x: 150, y: 150, width: 700, height: 994), UInt8(Image.paperLevel))
        for word in 0..<6 { page.fill(Box(x: 200 + 90 * word, y: 300, width: 70, height: 16), 0) }
        let image = try page.image()
        let faint = try Binarizing(normalised: image) { image }.image(by: .faint)
        #expect((0.004...0.01).contains(faint.inkRatio(in: faint.bounds)))
    }

    // They stand in lines as letters do, and their black may part the grey print of a licence's back from itself.
    @Test func takesTheModulesOfABarcodeForNoPrint() throws {
        var page = TestPage(width: 1000, height: 630)
        var seed: UInt32 = 7
        for row in 0..<26 {
            for column in 0..<40 {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                guard seed >> 31 == 0 else { continue }
                page.fill(Box(x: 50 + 10 * column, y: 290 + 12 * row, width: 8, height: 10), 0)
            }
        }
        let modules = try TextLayout(page.image().thresholded(at: 128))
        let print = try TextLayout(TestPage.letterPage().image().thresholded(at: 128))
        #expect(modules.lettersInLines > 300 && print.lettersInLines > 300)
        let arePrint = [modules, print].map { $0.hasPrint(ofLetters: Binarizing.fewLetters) }
        #expect(arePrint == [false, true])
    }

    @Test func seesNoPrintOnAnEmptyPage() throws {
        var page = TestPage(width: 1000, height: 1294)
        for index in 0..<4000 {
            page.fill(Box(x: index * 7919 % 1000, y: index * 104_729 % 1294, width: 3, height: 3), 228)
        }
        #expect(try Self.binarize(page.image()).choice.method == .otsu)
    }

    @Test func linesOfAPageHaveRoomAboveAndBelow() throws {
        let binary = try TestPage.letterPage().image().thresholded(at: 128)
        let layout = try TextLayout(binary)
        #expect(layout.freeLines(most: 100).count > 20)
        #expect(layout.freeLines(most: 100).count * 10 > layout.lines.prefix(100).count * 9)
    }

    @Test(arguments: [PreprocessSettings.Binarization.otsu, .sauvola, .plain, .faint, .evened])
    func doesAsTheConfigurationSays(setting: PreprocessSettings.Binarization) throws {
        let result = try Self.binarize(TestPage.letterPage().image(), setting)
        let method = try #require(Binarization.Method(rawValue: setting.rawValue))
        #expect(result.choice == Binarization(method: method, reason: .configured))
        #expect(result.image.depth == 1)
    }

    @Test(arguments: [(10.0, 20.0, Binarization.Method.sauvola), (20, 10, .otsu)])
    func readsAFewLinesWhereStrokesDoNotDecide(
        first: Double, second: Double, expected: Binarization.Method
    ) throws {
        let image = try TestPage.letterPage().image()
        var page = try LevelledPage(
            of: image.backgroundNormalised(), grey: image, turns: 0, settings: PreprocessSettings())
        #expect(try Binarizing.settled(page, isUpsideDown: false) { _ in 1 } == nil)
        page.binary.rivals = [.sauvola]
        var looks: [Double] = []
        let settled = try Binarizing.settled(page, isUpsideDown: false) { _ in
            looks.append(looks.isEmpty ? first : second)
            return looks.last ?? 0
        }
        let choice = try #require(settled).choice
        #expect(looks == [first, second])
        #expect(choice == Binarization(method: expected, reason: .reading, scores: ["otsu": first, "sauvola": second]))
    }

    /// Most of its print is dark, a third of it as pale as a worn copy's.
    static func palePage() throws -> LevelledPage {
        var page = TestPage(width: 1000, height: 1294)
        page.text(in: Box(x: 110, y: 150, width: 780, height: 700))
        page.text(in: Box(x: 110, y: 900, width: 780, height: 300), ink: 175)
        let image = try page.image()
        return try LevelledPage(
            of: image.backgroundNormalised(), grey: image, turns: 0, settings: PreprocessSettings())
    }

    @Test func darkensPalePrintWhereThatReads() throws {
        let page = try Self.palePage()
        #expect(page.binary.choice.reason == .sound)
        let pale = try #require(try PalePrint(of: page))
        #expect(pale.lines.allSatisfy { $0.box.y * pale.reduction.factor > 880 })
        // As much evidence as there is ink on a strip.
        let settled = try #require(
            try Binarizing.settled(page, isUpsideDown: false) { Double(try $0.thresholded(at: 128).inkCount()) })
        #expect(settled.choice.method == .evened && settled.choice.reason == .reading)
        let lines = try TextLayout(settled.image).lines.count
        #expect(try lines > TextLayout(page.binary.image).lines.count + 5)
    }

    // Shaded cells beside lines that run down: no faint print, though hardly a letter stands in lines across.
    @Test func aPageOnItsSideIsNotSparse() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 255)
        page.fill(Box(x: 100, y: 560, width: 250, height: 500), 241)
        page.text(in: Box(x: 110, y: 150, width: 780, height: 1000))
        let image = try page.image().rotated(quarterTurns: 1)
        let binary = try Binarizing(normalised: image.backgroundNormalised()) { image }.binarize(.auto)
        #expect(binary.choice.method == .otsu && binary.choice.reason == .sound)
    }

    // The last page of a deed: a line or two, the paper's grain, and nothing pale.
    @Test func takesNoGrainForPalePrint() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 235)
        page.text(in: Box(x: 110, y: 150, width: 500, height: 120))
        var seed: UInt32 = 3
        for index in page.bytes.indices {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            page.bytes[index] = UInt8(max(0, Int(page.bytes[index]) - Int(seed >> 24) % 24))
        }
        let image = try page.image()
        let sparse = try LevelledPage(
            of: image.backgroundNormalised(), grey: image, turns: 0, settings: PreprocessSettings())
        let evened = try sparse.binarizing.image(by: .evened)
        #expect(evened.inkCount() > 2 * sparse.binary.image.inkCount(), "the grain is made dark")
        #expect(try PalePrint(of: sparse) == nil)
    }

    @Test func leavesWhatShowsThroughAndDoesNotRead() throws {
        let page = try Self.palePage()
        let settled = try #require(try Binarizing.settled(page, isUpsideDown: false) { _ in 1 })
        #expect(settled.choice.method == .otsu && settled.choice.scores == ["otsu": 1, "evened": 1])
    }

    @Test func leavesAPhotographsGrainAlone() throws {
        let page = try Self.palePage()
        #expect(try Binarizing.settled(page, isUpsideDown: false, isCutOut: true) { _ in 1 } == nil)
    }

    @Test func findsNoPalePrintOnASoundPage() throws {
        let image = try TestPage.letterPage().image()
        let page = try LevelledPage(
            of: image.backgroundNormalised(), grey: image, turns: 0, settings: PreprocessSettings())
        #expect(try PalePrint(of: page) == nil)
    }

    @Test func turnsByABarCodeWhereNoPrintIsRead() throws {
        let image = try TestPage.letterPage().image()
        func prepared(_ evidence: Double, symbol: Int?) throws -> PreparedPage {
            try Preprocessor(settings: PreprocessSettings()).prepare(
                LoadedPage(image), image: image, place: .whole,
                signs: Signs(evidence: { _ in evidence }, symbolTurn: { _ in symbol })
            ).page
        }
        let turned = try prepared(0.5, symbol: 180)
        #expect(turned.orientation == 180 && turned.orientationCertain)
        #expect(try !prepared(0.5, symbol: nil).orientationCertain)
    }

    // Rotated bits of a licence's back read for 2.2 letters; a line of words for more.
    @Test(arguments: [(2.2, 180), (2.6, 0)]) func aBarCodeOverrulesScrapsButNotPrint(
        hint: Double, orientation: Int
    ) throws {
        let image = try TestPage.letterPage().image()
        var looks = 0
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, place: .whole,
            signs: Signs(
                evidence: { _ in
                    looks += 1
                    // More as it lies than on its head.
                    return looks == 2 ? hint : 0.5
                }, symbolTurn: { _ in 180 })
        ).page
        #expect(page.orientation == orientation && page.orientationCertain == (orientation == 180))
    }

    @Test func isNotSureByScrapsOfMuchPrint() throws {
        let image = try TestPage.letterPage().image()
        var looks = 0
        let (page, _) = try Preprocessor(settings: PreprocessSettings()).prepare(LoadedPage(image), image: image) { _ in
            looks += 1
            return looks == 2 ? 5 : 0
        }
        #expect(page.orientation == 0 && !page.orientationCertain)
        #expect(page.orientationScores.count == 4)
    }
}
