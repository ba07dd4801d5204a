import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct UprightTests {
    let preprocessor = Preprocessor(settings: PreprocessSettings())
    /// A mark whose place is known in the page and can be found again.
    static let mark = Box(x: 700, y: 60, width: 40, height: 40)

    static func markedPage() -> TestPage {
        var page = TestPage.letterPage()
        page.fill(mark)
        return page
    }

    static func centreOfMark(in binary: Image) throws -> Point {
        let solid = try binary.opened(width: 25, height: 25)
        let box = try #require(try solid.connectedComponents().max { $0.area < $1.area })
        return Point(x: box.midX, y: box.midY)
    }

    @Test(arguments: [0, 1, 2, 3], [0.0, -6.5]) func turnsUprightWhateverWayItLay(turns: Int, degrees: Double) throws {
        let lying = try Self.markedPage().image().rotated(degrees: degrees).rotated(quarterTurns: turns)
        let (page, images) = try preprocessor.prepare(LoadedPage(lying), image: lying, evidence: letterEvidence)
        #expect(page.orientation == turns * 90)
        #expect(page.orientationCertain)
        #expect(page.orientationScores.count == 4)
        #expect(abs(page.skew - degrees) < 0.1)
        #expect(page.width == images.grey.width && page.height == images.binary.height)
        #expect(images.normalised.width == images.binary.width && images.grey.height == images.normalised.height)
        // The mark's place in the upright page, sent through the transform, is its place in the input.
        let inInput = page.transform.apply(try Self.centreOfMark(in: images.binary))
        let expected = try Self.centreOfMark(in: lying.thresholded(at: 128))
        #expect(abs(inInput.x - expected.x) < 1.5 && abs(inInput.y - expected.y) < 1.5)
        #expect(try letterEvidence(images.grey) > 100)
    }

    @Test func confirmsAnUprightPageWithOneLook() throws {
        var looks = 0
        let image = try TestPage.letterPage().image()
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image) { strips in
            looks += 1
            // As a recognizer counts: every letter, with or without a stem.
            return try letterEvidence(strips) * 3
        }
        #expect(page.orientation == 0 && page.orientationCertain)
        #expect(looks == 1)
    }

    /// As of two links that fill their lines: no word is read from their middles.
    @Test func looksAtMoreLinesWhereTheFullestDoNotTell() throws {
        let lying = try TestPage.letterPage().image().rotated(quarterTurns: 1)
        let (page, _) = try preprocessor.prepare(LoadedPage(lying), image: lying) { strips in
            strips.height < 250 ? 0 : try letterEvidence(strips)
        }
        #expect(page.orientation == 90 && page.orientationCertain)
    }

    @Test(arguments: [3, 6, 8], [1, 2, 3]) func overrulesATagThatTurnsWrong(tag: Int, turns: Int) throws {
        let image = try TestPage.letterPage().image().rotated(quarterTurns: turns)
        var loaded = LoadedPage(image)
        loaded.orientationTag = tag
        let (page, _) = try preprocessor.prepare(loaded, image: image, evidence: letterEvidence)
        #expect(page.orientation == turns * 90)
        #expect(page.warnings.map(\.code) == [.orientationTagOverruled])
    }

    @Test(arguments: 1...8) func saysNothingOfATagThatIsRight(tag: Int) throws {
        let image = try TestPage.letterPage().image()
        var loaded = LoadedPage(image)
        loaded.orientationTag = tag
        let (page, _) = try preprocessor.prepare(loaded, image: image, evidence: letterEvidence)
        #expect(page.orientation == 0 && page.orientationCertain && page.warnings.isEmpty)
    }

    @Test(arguments: [2, 4, 5, 7], [0, 1]) func overrulesATagThatMirrors(tag: Int, turns: Int) throws {
        let image = try Self.markedPage().image().rotated(quarterTurns: turns).flippedHorizontally()
        var loaded = LoadedPage(image)
        loaded.orientationTag = tag
        let (page, images) = try preprocessor.prepare(loaded, image: image, evidence: letterEvidence)
        #expect(page.orientationCertain)
        #expect(page.warnings.map(\.code) == [.orientationTagOverruled])
        let inInput = page.transform.apply(try Self.centreOfMark(in: images.binary))
        let expected = try Self.centreOfMark(in: image.thresholded(at: 128))
        #expect(abs(inInput.x - expected.x) < 1.5 && abs(inInput.y - expected.y) < 1.5)
    }

    @Test func leavesAPageAsItCameWhereNothingIsRead() throws {
        let image = try TestPage.letterPage().image().rotated(quarterTurns: 1)
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image) { _ in 1 }
        #expect(page.orientation == 0)
        #expect(!page.orientationCertain)
        #expect(page.orientationScores.count == 4)
    }

    @Test(arguments: [0, 2]) func aZoneTellsWhatWordsDoNot(turns: Int) throws {
        let image = try TestPage.letterPage().image()
        let (page, _) = try preprocessor.prepare(
            LoadedPage(image), image: image, place: .whole,
            signs: Signs(evidence: { _ in 1 }, zoneTurns: { _, _ in turns }))
        #expect(page.orientation == turns * 90)
        #expect(page.orientationCertain)
    }

    @Test func noZoneIsAskedForWhereWordsTell() throws {
        let image = try TestPage.letterPage().image()
        var looks = 0
        let (page, _) = try preprocessor.prepare(
            LoadedPage(image), image: image, place: .whole,
            signs: Signs(
                evidence: { try letterEvidence($0) * 3 },
                zoneTurns: { _, _ in
                    looks += 1
                    return 2
                }))
        #expect(page.orientation == 0)
        #expect(looks == 0)
    }

    @Test(arguments: [0, 2]) func aZoneThatShowsIsReadBeforeWords(turns: Int) throws {
        var card = TestPage(width: 1000, height: 640)
        card.text(in: Box(x: 110, y: 80, width: 700, height: 300))
        card.evenLines(2, at: Point(x: 110, y: 500))
        let image = try card.image()
        let (page, _) = try preprocessor.prepare(
            LoadedPage(image), image: image, place: .whole,
            signs: Signs(
                evidence: { _ in
                    Issue.record("words were weighed")
                    return 0
                },
                zoneTurns: { _, _ in turns }))
        #expect(page.orientation == turns * 90)
        #expect(page.orientationCertain)
    }

    @Test func weighsNothingWhereTurningIsOff() throws {
        var settings = PreprocessSettings()
        settings.orient = false
        let image = try TestPage.letterPage().image().rotated(quarterTurns: 2)
        let (page, _) = try Preprocessor(settings: settings).prepare(LoadedPage(image), image: image) { _ in
            Issue.record("evidence was asked for")
            return 0
        }
        #expect(page.orientation == 0 && page.orientationScores.isEmpty)
    }

    @Test func turnsASparseCardUpright() throws {
        var card = TestPage(width: 640, height: 404)
        card.text(in: Box(x: 60, y: 60, width: 300, height: 60))
        card.text(in: Box(x: 60, y: 240, width: 360, height: 60))
        let image = try card.image().rotated(quarterTurns: 3)
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(page.orientation == 270 && page.orientationCertain)
    }

    @Test(arguments: [-14.0, -3.3, -0.4, 0.7, 7.7, 14.8]) func levelsASlantedPage(degrees: Double) throws {
        let image = try TestPage.letterPage().image().rotated(degrees: degrees)
        let (page, images) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(abs(page.skew - degrees) < 0.1)
        let left = try #require(try images.binary.reducedSkew())
        #expect(abs(left) < 0.1)
    }

    // Row sums of whole pixels are off by up to a tenth on such small print.
    @Test(arguments: [-7.31, -2.17, -0.31, 0.12, 0.52, 0.83, 3.46, 9.29]) func measuresSkewToHundredths(degrees: Double)
        throws
    {
        var page = TestPage(width: 420, height: 560)
        page.text(in: Box(x: 40, y: 60, width: 340, height: 440))
        let turned = try page.image().rotated(degrees: degrees).otsuBinarized().0
        let measured = try #require(try turned.measuredSkew()).degrees
        let refined = try #require(turned.refinedSkew(near: measured))
        #expect(abs(refined - degrees) < 0.03)
        #expect(turned.refinedSkew(near: degrees + 2) == nil)
    }

    @Test func levelsByTheLettersWherePatternsHaveAnAngleOfTheirOwn() throws {
        var card = TestPage(width: 1000, height: 630)
        card.text(in: Box(x: 320, y: 110, width: 600, height: 420), leading: 60)
        var slanted = card
        slanted.bytes = try card.image().rotated(degrees: -1.4).cropped(to: Box(x: 12, y: 12, width: 1000, height: 630))
            .greyBytes()
        // A screen of fine level lines, as behind a portrait.
        for y in stride(from: 60, to: 600, by: 6) { slanted.fill(Box(x: 40, y: y, width: 260, height: 2)) }
        let image = try slanted.image()
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(abs(page.skew + 1.4) < 0.15)
    }

    // A bar code's modules stand in rows that run down its columns' edges.
    @Test func levelsByWhatAllInkAndTheLettersSayWhateverTheFeetOfModulesSay() throws {
        var card = TestPage(width: 1200, height: 760)
        card.text(in: Box(x: 60, y: 60, width: 1100, height: 130), leading: 40)
        var slanted = TestPage(width: 1200, height: 760)
        slanted.bytes = try card.image().rotated(degrees: 3)
            .cropped(to: Box(x: 12, y: 12, width: 1200, height: 760)).greyBytes()
        for row in 0..<9 {
            for module in 0..<7 {
                slanted.fill(Box(x: 400 + 24 * module, y: 330 + 40 * row - 4 * module, width: 11, height: 12))
            }
        }
        let binary = try slanted.image().otsuBinarized().0
        let layout = try TextLayout(binary)
        #expect(try #require(layout.slope) < -5)
        #expect(abs(try #require(try Levelling.skew(of: binary, layout: layout)) - 3) < 0.3)
    }

    // A card's back: two lines of print on a busy ground.
    @Test(arguments: [-6.3, 9.9]) func levelsByTwoLinesOfPrint(degrees: Double) throws {
        var card = TestPage(width: 1000, height: 630)
        card.text(in: Box(x: 250, y: 60, width: 400, height: 30))
        card.text(in: Box(x: 250, y: 540, width: 400, height: 30))
        var turned = try card.image().rotated(degrees: degrees)
        var page = TestPage(width: turned.width, height: turned.height)
        page.bytes = try turned.greyBytes()
        // Specks, which lie at every angle.
        var seed: UInt32 = 7
        for _ in 0..<9000 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let (x, y) = (Int(seed >> 16) % page.width, Int(seed >> 4) % page.height)
            page.fill(Box(x: x, y: y, width: 3, height: 3))
        }
        turned = try page.image().otsuBinarized().0
        let layout = try TextLayout(turned)
        #expect(layout.slope == nil)
        #expect(try turned.measuredSkew()?.confidence ?? 0 < Levelling.minConfidence)
        #expect(abs((try Levelling.skew(of: turned, layout: layout) ?? 0) - degrees) < 0.1)
    }

    // Words whose letters touch each other give no line of letters to go by.
    @Test(arguments: [-4.3, 2.9]) func levelsASmallPictureOfFewWords(degrees: Double) throws {
        var page = TestPage(width: 240, height: 170)
        for (line, width) in [70, 160, 220].enumerated() {
            for (letter, x) in stride(from: 8, to: width, by: 12).enumerated() {
                let (rise, fall) = (letter * 7 % 3 * 6, letter * 5 % 4 * 4)
                page.fill(Box(x: x, y: 24 - rise + 52 * line, width: 4, height: 16 + rise + fall))
                page.fill(Box(x: x, y: 30 - rise / 2 + 52 * line, width: 12, height: 4))
            }
        }
        let image = try page.image().rotated(degrees: degrees)
        let (found, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(abs(found.skew - degrees) < 0.1)
    }

    @Test func leavesALevelPageAlone() throws {
        let image = try TestPage.letterPage().image()
        let (page, images) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(abs(page.skew) < 0.1)
        #expect(page.transform == .identity)
        #expect(try images.grey.greyBytes() == image.greyBytes())
    }

    @Test func levelsNothingOnABlankPage() throws {
        var page = TestPage(width: 1000, height: 1294)
        for index in page.bytes.indices { page.bytes[index] = UInt8(228 + (index * 7919) % 13) }
        page.fill(Box(x: 20, y: 400, width: 24, height: 24))
        page.fill(Box(x: 20, y: 900, width: 24, height: 24))
        let image = try page.image()
        let (prepared, _) = try preprocessor.prepare(LoadedPage(image), image: image) { _ in 0 }
        #expect(prepared.skew == 0 && prepared.orientation == 0)
        #expect(prepared.ink < 0.0005)
        #expect(prepared.quality.textHeight == 0)
    }

    @Test func survivesTinyPictures() throws {
        for (width, height) in [(1, 1), (3, 200), (200, 3), (40, 40), (1, 2500), (6000, 1), (3, 9000)] {
            let image = try TestPage(width: width, height: height).image()
            let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image) { _ in 0 }
            let enlargement = page.enlargement ?? 1
            #expect(abs(Double(page.width) - Double(width) * enlargement) < 1)
            #expect(abs(Double(page.height) - Double(height) * enlargement) < 1)
        }
    }
}

extension Image {
    fileprivate func reducedSkew() throws -> Double? {
        try Reduction(of: self).image.measuredSkew()?.degrees
    }
}
