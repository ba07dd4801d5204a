import Foundation
import Imaging
import Model
import Testing

@testable import Preprocess

/// What a first look finds before any text is sought.
@Suite struct CaptureLookTests {
    static func look(_ page: TestPage) throws -> CaptureLook {
        try CaptureLook(page.image(), bilevel: false, settings: PreprocessSettings())
    }

    /// Noise of about this deviation, the same on every run.
    static func noisy(_ page: TestPage, deviation: Double) -> TestPage {
        var (page, state) = (page, UInt64(1))
        for index in page.bytes.indices {
            var sum = -6.0
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                sum += Double(state >> 40) / Double(1 << 24)
            }
            page.bytes[index] = UInt8(max(0, min(255, Double(page.bytes[index]) + sum * deviation)))
        }
        return page
    }

    static func toned(_ page: TestPage, _ tone: (Double) -> Double) -> TestPage {
        var page = page
        for index in page.bytes.indices {
            page.bytes[index] = UInt8(max(0, min(255, tone(Double(page.bytes[index])))))
        }
        return page
    }

    @Test func letsAGoodPageBeRead() throws {
        let look = try Self.look(Self.noisy(TestPage.letterPage(), deviation: 5))
        #expect(look.hopeless == nil)
        #expect(look.grain < 0.1 && look.moire == 0 && look.steepness > 0.5 && look.relief > 0.2)
    }

    @Test func letsAPageWithOneLineBeRead() throws {
        var page = TestPage(width: 1000, height: 1294)
        page.text(in: Box(x: 300, y: 600, width: 400, height: 20))
        #expect(try Self.look(page).hopeless == nil)
    }

    @Test func letsASoftPageBeRead() throws {
        let image = try TestPage.letterPage().image().blurred(sigma: 1.5)
        #expect(try CaptureLook(image, bilevel: false, settings: PreprocessSettings()).hopeless == nil)
    }

    @Test func letsAScanInTwoLevelsBeRead() throws {
        // Grey as every other pixel, over the whole page.
        var page = TestPage.letterPage(ink: 0, paper: 255)
        for y in 0..<page.height {
            for x in 0..<page.width where (x + y).isMultiple(of: 2) { page.bytes[y * page.width + x] = 0 }
        }
        let look = try CaptureLook(page.image(), bilevel: true, settings: PreprocessSettings())
        #expect(look.hopeless == nil && look.moire == 0)
    }

    @Test(arguments: [
        (ReasonCode.tooDark, 0.02, 0.0), (.lowContrast, 0.03, 120.0), (.overexposed, 0.02, 260.0), (.blank, 0.0, 240.0),
    ])
    func tellsWhyNothingShows(code: ReasonCode, gain: Double, lift: Double) throws {
        let page = Self.toned(TestPage.letterPage()) { lift + gain * $0 }
        #expect(try Self.look(page).hopeless == code)
    }

    @Test func findsAPageBlurredBeyondReading() throws {
        let image = try TestPage.letterPage().image().blurred(sigma: 9)
        let result = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image,
            evidence: { _ in
                Issue.record("read all the same")
                return 0
            })
        #expect(result.page.hopeless == .blurred)
        #expect(result.page.quality.sharpness < 0.15)
    }

    @Test func findsAPageDrownedInNoise() throws {
        let page = Self.noisy(Self.toned(TestPage.letterPage()) { 95 + $0 * 0.25 }, deviation: 60)
        #expect(try Self.look(page).hopeless == .noisy)
    }

    // A dark patch stands out; print paler than the sensor's noise does not.
    @Test func findsAPageOfNothingButGrain() throws {
        var faint = Self.toned(TestPage.letterPage()) { 120 + $0 * 0.02 }
        faint.fill(Box(x: 700, y: 1000, width: 120, height: 120), 108)
        let image = try Self.noisy(faint, deviation: 1.5).image()
        #expect(try CaptureLook(image, bilevel: false, settings: PreprocessSettings()).hopeless == nil)
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image,
            evidence: { _ in
                Issue.record("read all the same")
                return 0
            }
        ).page
        #expect(page.hopeless == .lowContrast)
    }

    /// Enlarged, a card of few pixels is read as a scan of it at 300 dpi; its measures are the capture's.
    @Test func aSmallPictureIsEnlargedToBeRead() throws {
        let image = try TestPage.letterPage().image().scaled(by: 0.4)
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: { _ in 100 }
        ).page
        let enlargement = try #require(page.enlargement)
        #expect(abs(Double(page.height) / Double(image.height) - enlargement) < 0.05 && page.hopeless == nil)
        #expect((4.0...7).contains(page.quality.textHeight))
        let corner = page.transform.apply(Point(x: Double(page.width), y: Double(page.height)))
        #expect(abs(corner.x - Double(image.width)) < 8 && abs(corner.y - Double(image.height)) < 8)
    }

    @Test func findsLettersOfTwoPixels() throws {
        let image = try TestPage.letterPage().image().scaled(by: 0.18)
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: { _ in 100 }
        ).page
        #expect(page.hopeless == .textTooSmall)
        #expect(page.quality.textHeight < 2.5)
    }

    @Test func saysHowFarTinyPrintIsTurned() throws {
        let image = try TestPage.letterPage().image().rotated(degrees: 4.4).scaled(by: 0.18)
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: { _ in 100 }
        ).page
        #expect(page.hopeless == .textTooSmall)
        #expect(abs(page.skew - 4.4) < 0.05)
    }

    @Test func aPatternsDotsAreNoTinyLetters() throws {
        var card = TestPage(width: 1000, height: 640)
        card.text(in: Box(x: 100, y: 480, width: 800, height: 80))
        for y in stride(from: 60, to: 440, by: 24) {
            for x in stride(from: 100, to: 900, by: 8) { card.fill(Box(x: x, y: y, width: 4, height: 4)) }
        }
        let image = try card.image()
        let page = try Preprocessor(settings: PreprocessSettings()).prepare(
            LoadedPage(image), image: image, evidence: { _ in 100 }
        ).page
        #expect(page.hopeless == nil)
    }

    @Test func looksNoFurtherOnlyWhereItMay() throws {
        var settings = PreprocessSettings()
        settings.earlyExit = false
        let image = try TestPage.letterPage().image().blurred(sigma: 9)
        #expect(try CaptureLook(image, bilevel: false, settings: settings).hopeless == nil)
    }
}

@Suite struct MoireTests {
    static func moire(_ page: TestPage) throws -> Double { try PaperWindows(page.image()).moire }

    /// Every pixel times `gain` of its place.
    static func multiplied(_ page: TestPage, _ gain: (Double, Double) -> Double) -> TestPage {
        var page = page
        for y in 0..<page.height {
            for x in 0..<page.width {
                let index = y * page.width + x
                page.bytes[index] = UInt8(max(0, min(255, Double(page.bytes[index]) * gain(Double(x), Double(y)))))
            }
        }
        return page
    }

    @Test(arguments: [(2.7, 0.05), (3.4, 0.15), (5.0, 0.3), (7.5, 0.0)])
    func seesTheGridOfAScreen(pitch: Double, angle: Double) throws {
        let page = Self.multiplied(TestPage.letterPage()) { x, y in
            let (u, v) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
            return 0.8 + 0.1 * sin(2 * .pi * u / pitch) + 0.1 * sin(2 * .pi * v / pitch)
        }
        let moire = try Self.moire(page)
        #expect(moire > 0.06 && moire < 0.2)
    }

    @Test func hasNoneOnPrintAndNoise() throws {
        #expect(try Self.moire(TestPage.letterPage()) < 0.01)
        #expect(try Self.moire(CaptureLookTests.noisy(TestPage.letterPage(), deviation: 8)) < 0.01)
    }

    @Test func leavesSecurityPatternsAlone() throws {
        // Fine lines that swing across the page, as behind the print of cards.
        let page = Self.multiplied(TestPage.letterPage()) { x, y in
            let height = y + 30 * sin(x / 70) + 12 * sin(x / 23 + y / 90)
            return height.truncatingRemainder(dividingBy: 11) < 2 ? 0.8 : 1
        }
        #expect(try Self.moire(page) < 0.01)
    }

    @Test func leavesAScreenedPictureOnThePageAlone() throws {
        var page = TestPage.letterPage()
        for y in 200..<800 {
            for x in 100..<600 {
                let dot = sin(2 * .pi * Double(x + y) / 4.6) * sin(2 * .pi * Double(x - y) / 4.6)
                page.bytes[y * page.width + x] = dot > 0 ? 60 : 235
            }
        }
        #expect(try Self.moire(page) < 0.01)
    }

    @Test func leavesBlocksOfACoarseFileAlone() throws {
        let page = Self.multiplied(CaptureLookTests.noisy(TestPage.letterPage(), deviation: 3)) { x, y in
            // A step of some levels at every eighth pixel.
            1 - 0.01 * Double((Int(x) / 8 * 7 + Int(y) / 8 * 5) % 4)
        }
        #expect(try Self.moire(page) < 0.04)
    }
}

@Suite struct GlareTests {
    /// A reflection with a soft edge: full within the radius, gone at 1.35 times.
    static func lit(_ page: TestPage, x: Double, y: Double, radius: Double) -> TestPage {
        var page = page
        for row in 0..<page.height {
            for column in 0..<page.width {
                let distance = hypot(Double(column) - x, Double(row) - y) / radius
                let share = max(0, min(1, 1 - (distance - 1) * 3))
                let index = row * page.width + column
                let value = Double(page.bytes[index])
                page.bytes[index] = UInt8(value + (255 - value) * share)
            }
        }
        return page
    }

    @Test(arguments: [190, 235, 245] as [UInt8])
    func seesAReflectionThatHidesPrint(paper: UInt8) throws {
        let page = Self.lit(TestPage.letterPage(paper: paper), x: 400, y: 500, radius: 150)
        let glare = try Glare(page.image())
        #expect(abs(glare.share - Double.pi * 150 * 150 / (1000 * 1294)) < 0.02)
        let area = try #require(glare.areas.first)
        #expect(abs(area.midX - 400) < 25 && abs(area.midY - 500) < 25)
    }

    @Test func seesALampInALaminatedCard() throws {
        var page = TestPage.letterPage(paper: 200)
        page.fill(Box(x: 300, y: 400, width: 250, height: 200), 255)
        #expect(abs(try Glare(page.image()).share - 250.0 * 200 / (1000 * 1294)) < 0.01)
    }

    /// Grey paper under a lamp that burns it out within a radius and fades over as much again.
    static func burnt(_ page: TestPage, x: Double, y: Double, radius: Double) -> TestPage {
        var page = page
        for row in 0..<page.height {
            for column in 0..<page.width {
                let distance = hypot(Double(column) - x, Double(row) - y) / radius
                let light = max(0, min(1, 2 - distance))
                let index = row * page.width + column
                page.bytes[index] = UInt8(Double(page.bytes[index]) * (1 - light) + 255 * light)
            }
        }
        return page
    }

    @Test func seesABroadReflectionWhereNextToNothingIsPrinted() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 215)
        page.text(in: Box(x: 100, y: 100, width: 300, height: 40))
        #expect(try Glare(Self.burnt(page, x: 500, y: 600, radius: 200).image()).share > 0.08)
        // Across a whole side of the page, too; but not the lid beside a scanned one.
        let across = try Self.burnt(page, x: 980, y: 600, radius: 250).image()
        #expect(try Glare(across).share > 0.06)
        #expect(try Glare(across, isCutOut: false).share == 0)
    }

    @Test func tellsWhatGlareCovers() throws {
        let glare = try Glare(Self.burnt(TestPage.letterPage(paper: 215), x: 400, y: 500, radius: 150).image())
        func covered(_ box: Box) -> Int { glare.cover.reduce(0) { $0 + $1.intersection(box).area } }
        #expect(covered(Box(x: 350, y: 450, width: 100, height: 100)) == 100 * 100)
        // In the corner of the box around it, but beside it.
        let area = try #require(glare.areas.first)
        #expect(covered(Box(x: area.x, y: area.y, width: 20, height: 20)) == 0)
    }

    @Test func whitePaperHidesNothing() throws {
        #expect(try Glare(TestPage.letterPage(paper: 255).image()).share == 0)
        // Lit from one side until the paper is white; the print is there.
        let page = MoireTests.multiplied(TestPage.letterPage(paper: 230)) { x, _ in 0.9 + 0.3 * x / 1000 }
        #expect(try Glare(page.image()).share == 0)
    }

    @Test func aMarginInTheLightHidesNothingThoughTheRestLiesInShade() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 250)
        page.fill(Box(x: 0, y: 0, width: 150, height: page.height), 255)
        page.text(in: Box(x: 160, y: 100, width: 740, height: 1000))
        let shaded = MoireTests.multiplied(page) { x, _ in 1 - min(0.2, max(0, (x - 150) / 500)) }
        #expect(try Glare(shaded.image()).share == 0)
    }

    // Overexposed paper, on which a hand's shadow falls.
    @Test func whitePaperBesideAShadowIsNoGlare() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 255)
        page.text(in: Box(x: 100, y: 60, width: 780, height: 500))
        let shaded = MoireTests.multiplied(page) { x, y in
            0.7 + 0.3 * min(1, max(0, (hypot(x - 500, y - 900) - 250) / 80))
        }
        #expect(try Glare(shaded.image()).share == 0)
    }

    // A form of thin rules and small captions, pale beside its heavy print.
    @Test func emptyBoxesOnAWhiteScanAreNoGlare() throws {
        var page = TestPage(width: 1000, height: 1294, paper: 255)
        page.text(in: Box(x: 100, y: 100, width: 780, height: 200))
        for y in stride(from: 400, through: 900, by: 100) {
            page.fill(Box(x: 100, y: y, width: 780, height: 2), 232)
            page.text(in: Box(x: 110, y: y + 10, width: 300, height: 20), ink: 232)
        }
        for x in [100, 878] { page.fill(Box(x: x, y: 400, width: 2, height: 502), 200) }
        #expect(try Glare(page.image()).share == 0)
        #expect(try Glare(page.image(), isCutOut: false).share == 0)
    }

    @Test func aLidBesideGreyerPaperHidesNothing() throws {
        var page = TestPage.letterPage(paper: 236)
        page.fill(Box(x: 0, y: 0, width: 40, height: page.height), 255)
        #expect(try Glare(page.image()).share == 0)
        // Nor does a strip whose shade hides the print's contrast beside it.
        let shaded = MoireTests.multiplied(page) { x, _ in x < 40 ? 1 : 0.75 + min(0.25, (x - 40) / 400) }
        #expect(try Glare(shaded.image(), isCutOut: false).share == 0)
    }

    @Test func survivesABlackPage() throws {
        var page = TestPage.letterPage(paper: 0)
        page.fill(Box(x: 300, y: 400, width: 250, height: 200), 255)
        for y in stride(from: 380, to: 620, by: 6) { page.fill(Box(x: 280, y: y, width: 18, height: 3), 90) }
        _ = try Glare(page.image())
    }
}
