import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct QualityTests {
    static func quality(_ image: Image) throws -> Quality {
        try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: letterEvidence
        ).page.quality
    }

    @Test func measuresASharpPage() throws {
        let quality = try Self.quality(TestPage.letterPage().image())
        #expect(quality.sharpness > 0.95)
        #expect(abs(quality.contrast - Double(TestPage.paper - TestPage.ink) / 255) < 0.02)
        #expect(abs(quality.brightness - Double(TestPage.paper) / 255) < 0.02)
        #expect(quality.glare == 0 && quality.noise == 0 && quality.coverage == 1)
        #expect(abs(quality.textHeight - Double(TestPage.xHeight)) <= 1)
    }

    /// As where the black and white picture is a pixel larger.
    @Test func aLineBeyondTheLowerEdgeIsNoFailure() throws {
        let page = try TestPage.letterPage().image()
        let binary = try page.thresholded(at: 128)
        let reduction = try Reduction(of: binary)
        let box = Box(x: 10, y: page.height / reduction.factor, width: 30, height: 1)
        let measures = QualityMeasures(
            grey: page, binary: binary, reduction: reduction, lines: [TextLayout.Line(letters: [box], box: box)])
        let quality = try measures.quality(coverage: 1, glare: 0, moire: 0, noise: 0, textHeight: 20)
        #expect(quality.sharpness == 0)
    }

    @Test func countsWhatIsAtTheTopOfTheScale() throws {
        var page = TestPage.letterPage()
        #expect(try Self.quality(page.image()).clipped == 0)
        page.fill(Box(x: 0, y: 1000, width: 1000, height: 294), 255)
        #expect(abs(try Self.quality(page.image()).clipped - 294.0 / 1294) < 0.02)
    }

    @Test func seesBlurGrow() throws {
        let image = try TestPage.letterPage().image()
        let sharpness = try [0.0, 0.7, 1.5, 2.5].map { try Self.quality(image.blurred(sigma: $0)).sharpness }
        #expect(sharpness == sharpness.sorted(by: >))
        #expect(sharpness[2] < 0.5)
    }

    @Test func seesDarkAndFaintCaptures() throws {
        let dark = try Self.quality(TestPage.letterPage(ink: 12, paper: 60).image())
        #expect(abs(dark.brightness - 60.0 / 255) < 0.02)
        let faint = try Self.quality(TestPage.letterPage(ink: 185, paper: 235).image())
        #expect(abs(faint.contrast - 50.0 / 255) < 0.03)
    }

    @Test func readsDarkAndFaintPagesAllTheSame() throws {
        for (ink, paper) in [(12, 60), (185, 235), (60, 110)] as [(UInt8, UInt8)] {
            let image = try TestPage.letterPage(ink: ink, paper: paper).image()
            let (_, images) = try Preprocessor(settings: PreprocessSettings()).prepare(
                LoadedPage(image), image: image, evidence: letterEvidence)
            #expect(try letterEvidence(images.binary) > 200, "ink \(ink) on \(paper)")
        }
    }

    @Test func countsSpecks() throws {
        var page = TestPage.letterPage()
        for y in stride(from: 5, to: 1290, by: 18) {
            for x in stride(from: 5, to: 995, by: 18) { page.fill(Box(x: x, y: y, width: 1, height: 1)) }
        }
        #expect(try Self.quality(page.image()).noise > 10)
    }

    @Test func dustOnAnEmptyPageIsNoNoise() throws {
        var page = TestPage(width: 1000, height: 1294)
        page.text(in: Box(x: 110, y: 1250, width: 780, height: 36))
        for number in 0..<40 { page.fill(Box(x: 37 * number % 990, y: 60 + 28 * number, width: 1, height: 2)) }
        #expect(try Self.quality(page.image()).noise < 10)
    }

    @Test func takesOutSpecksWhereTheyDominate() throws {
        var page = TestPage.letterPage()
        for y in stride(from: 5, to: 1290, by: 6) {
            for x in stride(from: 5, to: 995, by: 6) { page.fill(Box(x: x, y: y, width: 1, height: 1)) }
        }
        let image = try page.image()
        let result = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(result.page.quality.noise > 20)
        let left = try result.images.binary.connectedComponents()
        #expect(left.allSatisfy { max($0.width, $0.height) >= 5 } && left.count > 100)
    }

    @Test func measuresInkInTheMiddle() throws {
        let image = try TestPage.letterPage().image()
        let ink = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: letterEvidence
        ).page.ink
        #expect(ink > 0.03 && ink < 0.4)
    }
}

@Suite struct ResolutionTests {
    @Test func keepsAPlausibleTag() {
        let resolution = Resolution(tag: 300, width: 2550, height: 3300, textHeight: 22)
        #expect(resolution.dpi == 300 && !resolution.isEstimated)
    }

    @Test(arguments: [
        (2550, 3300, 300.0), (2480, 3508, 300.0), (1700, 2800, 200.0), (1011, 638, 300.0), (1476, 1040, 300.0),
    ])
    func knowsPagesByTheirShape(width: Int, height: Int, dpi: Double) {
        let resolution = Resolution(tag: nil, width: width, height: height, textHeight: dpi * 5.2 / 72)
        #expect(abs(resolution.dpi - dpi) < 2 && resolution.isEstimated)
    }

    @Test(arguments: [0.0, 1.0, 72.0, 10_000.0]) func overrulesAnAbsurdTag(tag: Double) {
        // 3300 pixels at 72 dpi are 46 inches; 22 pixels of x-height are 22 points.
        let resolution = Resolution(tag: tag, width: 2550, height: 3300, textHeight: 22)
        #expect(abs(resolution.dpi - 300) < 1 && resolution.isEstimated)
    }

    // The modules of a card's bar code, which are taken for letters.
    @Test func keepsATagThatMakesLargePrintOfModules() {
        let resolution = Resolution(tag: 300, width: 2177, height: 1739, textHeight: 61)
        #expect(resolution.dpi == 300 && !resolution.isEstimated)
    }

    @Test(arguments: [7.0, 14, 30]) func believesTheShapeOfACardThatWasCutOut(textHeight: Double) {
        let resolution = Resolution(tag: nil, width: 1522, height: 960, textHeight: textHeight, isCutOut: true)
        #expect(abs(resolution.dpi - 451) < 2)
    }

    // Of a card in perspective the sides are as of a legal sheet's; of a travel document they are as A4's.
    @Test(arguments: [
        (1589, 965, 39.0, 462.0), (1881, 1325, 16, 382), (2380, 1446, 12.3, 170), (1754, 1240, 10.8, 150),
    ])
    func tellsACardFromASheetOfItsShapeByItsPrint(width: Int, height: Int, textHeight: Double, dpi: Double) {
        let resolution = Resolution(tag: nil, width: width, height: height, textHeight: textHeight, isCutOut: true)
        #expect(abs(resolution.dpi - dpi) < 4)
    }

    @Test(arguments: [72.0, 96.0]) func knowsATagThatProgramsWriteUnasked(tag: Double) {
        let resolution = Resolution(tag: tag, width: 1011, height: 638, textHeight: 10)
        #expect(abs(resolution.dpi - 300) < 1 && resolution.isEstimated)
        #expect(Resolution(tag: tag, width: 900, height: 1600, textHeight: 10).dpi == tag)
    }

    @Test func fallsBackOnTheText() {
        let resolution = Resolution(tag: nil, width: 900, height: 2100, textHeight: 14.4)
        #expect(abs(resolution.dpi - 200) < 2)
    }
}
