import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct PhotographTests {
    let preprocessor = Preprocessor(settings: PreprocessSettings())
    static let corners = Quadrilateral(
        topLeft: Point(x: 250, y: 180), topRight: Point(x: 1150, y: 130), bottomRight: Point(x: 1230, y: 1350),
        bottomLeft: Point(x: 190, y: 1400))

    /// The page as a camera sees it on a plain ground under a light that falls off.
    static func photograph(_ corners: Quadrilateral, ground: Int, page: TestPage = .letterPage()) throws -> Image {
        let map = try #require(
            Transform.rectangle(width: Double(page.width), height: Double(page.height), to: corners)?.inverse)
        let (width, height) = (1400, 1600)
        let drawn = try page.image().warped(map, width: width, height: height).greyBytes()
        let inside = try TestPage(width: page.width, height: page.height, paper: 0).image()
            .warped(map, width: width, height: height).greyBytes()
        return try Image(
            width: width, height: height,
            grey: drawn.indices.map { index in
                let mix = (Int(drawn[index]) * (255 - Int(inside[index])) + ground * Int(inside[index])) / 255
                return UInt8(mix * (1000 - 200 * (index / width) / height) / 1000)
            }
        ).blurred(sigma: 0.8)
    }

    @Test(arguments: [40, 90, 150]) func findsAPageOnATable(ground: Int) throws {
        let image = try Self.photograph(Self.corners, ground: ground)
        let (page, images) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        let outline = try #require(page.outline)
        for (found, drawn) in zip(outline.corners, Self.corners.corners) {
            #expect(found.distance(to: drawn) < 4, "\(found) for \(drawn)")
        }
        #expect(page.cutOffSides.isEmpty)
        #expect(abs(page.quality.coverage - Self.corners.area / (1400 * 1600)) < 0.01)
        let ratio = Double(page.height) / Double(page.width)
        #expect(abs(ratio - 1.294) < 0.05)
        // Of the line midway between the upper and the lower edge.
        #expect(abs(page.skew + 2.95) < 0.3)
        #expect(try letterEvidence(images.normalised) > 100)
    }

    // A passport's page: the band along its spine ends at the zone.
    @Test func takesInANarrowBandThatEndsShortOfACorner() throws {
        var page = TestPage(width: 1250, height: 880, paper: 225)
        page.fill(Box(x: 0, y: 0, width: 44, height: 690), 100)
        let corners = Quadrilateral(
            topLeft: Point(x: 150, y: 300), topRight: Point(x: 1200, y: 320), bottomRight: Point(x: 1190, y: 1060),
            bottomLeft: Point(x: 140, y: 1040))
        let features = try PhotoFeatures(Self.photograph(corners, ground: 50, page: page), longSide: 1600, printSize: 0)
        func far(_ found: Quadrilateral?) throws -> Double {
            zip(try #require(found).corners, corners.corners).map { $0.distance(to: $1) }.max() ?? 0
        }
        let wider = OutlineExtension(features: features)
        var read = corners
        read.topLeft = Point(x: 186, y: 301)
        #expect(try far(wider.withNarrowBand(read)) < 6)
        read.bottomLeft = Point(x: 176, y: 1041)
        #expect(try far(wider.withNarrowBand(read)) < 6)
        #expect(try wider.withNarrowBand(corners).map { try far($0) } ?? 0 < 6)
    }

    @Test func leavesOutWhatLiesAgainstThePage() throws {
        let image = try Self.photograph(Self.corners, ground: 60)
        var table = TestPage(width: image.width, height: image.height)
        table.bytes = try image.greyBytes()
        // As bright as the page, under its right side.
        table.fill(Box(x: 1180, y: 500, width: 140, height: 150), 225)
        let cluttered = try table.image()
        let (page, _) = try preprocessor.prepare(LoadedPage(cluttered), image: cluttered, evidence: letterEvidence)
        let outline = try #require(page.outline)
        for (found, drawn) in zip(outline.corners, Self.corners.corners) {
            #expect(found.distance(to: drawn) < 8, "\(found) for \(drawn)")
        }
        #expect(page.cutOffSides.isEmpty)
    }

    @Test func findsACardsDarkBandOnADarkTable() throws {
        var card = TestPage(width: 1010, height: 637)
        card.text(in: Box(x: 80, y: 240, width: 700, height: 320))
        card.fill(Box(x: 0, y: 0, width: 1010, height: 130), 88)
        let corners = Quadrilateral(
            topLeft: Point(x: 180, y: 420), topRight: Point(x: 1190, y: 440), bottomRight: Point(x: 1180, y: 1077),
            bottomLeft: Point(x: 170, y: 1057))
        let image = try Self.photograph(corners, ground: 60, page: card)
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        let outline = try #require(page.outline)
        for (found, drawn) in zip(outline.corners, corners.corners) {
            #expect(found.distance(to: drawn) < 8, "\(found) for \(drawn)")
        }
    }

    @Test func takesNoClothForPrintOutsideThePage() throws {
        let image = try Self.photograph(Self.corners, ground: 60)
        var table = TestPage(width: image.width, height: image.height)
        table.bytes = try image.greyBytes()
        let outer = Self.corners
        for y in stride(from: 8, to: 1590, by: 16) {
            for x in stride(from: 8, to: 1390, by: 16)
            where !outer.contains(Point(x: Double(x), y: Double(y))) && (x < 170 || x > 1250 || y < 100 || y > 1420) {
                table.fill(Box(x: x, y: y, width: 9, height: 9), 46)
            }
        }
        for quarters in [0, 1] {
            let woven = try table.image().rotated(quarterTurns: quarters)
            let (page, _) = try preprocessor.prepare(LoadedPage(woven), image: woven, evidence: letterEvidence)
            #expect(page.outline != nil)
        }
    }

    @Test func mapsTheFlatPageOntoThePhotograph() throws {
        var drawn = TestPage.letterPage()
        drawn.fill(UprightTests.mark)
        let image = try Self.photograph(Self.corners, ground: 60, page: drawn).rotated(quarterTurns: 1)
        let (page, images) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(page.orientation == 90 && page.orientationCertain)
        #expect(abs(page.skew + 2.95) < 0.3)
        let found = page.transform.apply(try UprightTests.centreOfMark(in: images.binary))
        let place = try #require(Transform.rectangle(width: 1000, height: 1294, to: Self.corners))
            .apply(Point(x: UprightTests.mark.midX, y: UprightTests.mark.midY))
        let turned = try #require(Transform.quarterTurns(1, width: 1400, height: 1600).inverse).apply(place)
        #expect(found.distance(to: turned) < 4)
        // The outline starts at the upright page's top left, wherever that lies in the input.
        let topLeft = try #require(Transform.quarterTurns(1, width: 1400, height: 1600).inverse)
            .apply(Self.corners.topLeft)
        #expect(try #require(page.outline).topLeft.distance(to: topLeft) < 5)
    }

    @Test func saysWhichSideIsCutOff() throws {
        let low = Quadrilateral(
            topLeft: Point(x: 250, y: 480), topRight: Point(x: 1150, y: 430), bottomRight: Point(x: 1260, y: 1850),
            bottomLeft: Point(x: 180, y: 1900))
        let image = try Self.photograph(low, ground: 60)
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(page.cutOffSides == ["bottom"])
    }

    // The sides run with the frame, as those of a card do that lies against a scanner's bed.
    @Test(arguments: [(width: 960, sides: []), (width: 620, sides: ["right"])])
    func saysThatAnUprightCardIsCutOffByItsShape(width: Int, sides: [String]) throws {
        var picture = TestPage(width: 1400, height: 1600, paper: 60)
        let card = Box(x: 1400 - width, y: 400, width: width, height: 605)
        picture.fill(card, TestPage.paper)
        picture.text(in: Box(x: card.x + 60, y: card.y + 60, width: width - 120, height: 485))
        let image = try picture.image().blurred(sigma: 0.8)
        let (page, _) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(page.cutOffSides == sides)
    }

    @Test func neverCutsIntoAScan() throws {
        // A picture and a framed panel on the page, and a scanner's dark strip along two sides.
        var page = TestPage.letterPage()
        page.fill(Box(x: 150, y: 300, width: 700, height: 500), 90)
        var strip = page
        strip.fill(Box(x: 985, y: 0, width: 15, height: 1294), 20)
        strip.fill(Box(x: 0, y: 1280, width: 1000, height: 14), 20)
        // The bed's dark corners beside a page that lay slanted.
        var slanted = TestPage.letterPage()
        for y in 0..<1294 {
            slanted.fill(Box(x: 1000 - y * 60 / 1294, y: y, width: 60, height: 1), 0)
            slanted.fill(Box(x: 0, y: y, width: max(0, (y - 500) * 60 / 794), height: 1), 0)
        }
        for scan in [TestPage.letterPage(), page, strip, slanted] {
            let image = try scan.image()
            let (prepared, images) = try preprocessor.prepare(LoadedPage(image), image: image, evidence: letterEvidence)
            #expect(prepared.outline == nil && prepared.cutOffSides.isEmpty && prepared.quality.coverage == 1)
            #expect(images.grey.width == 1000 && images.grey.height == 1294)
        }
    }

    @Test func cutsNothingWhereFlatteningIsOff() throws {
        var settings = PreprocessSettings()
        settings.flatten = false
        let image = try Self.photograph(Self.corners, ground: 60)
        let (page, _) = try Preprocessor(settings: settings).prepare(
            LoadedPage(image), image: image, evidence: letterEvidence)
        #expect(page.outline == nil)
    }

    @Test func recoversTheShapeFromPerspective() {
        // A 3:2 card tilted away, seen by a camera of focal length 1200 through the frame's centre.
        let across = [0.954, 0, 0.3]
        let down = [-0.2071, 0.7235, 0.6584]
        let card = [(-150.0, -100.0), (150.0, -100.0), (150.0, 100.0), (-150.0, 100.0)].map { x, y -> Point in
            let place = zip(across, down).map { x * $0 + y * $1 }
            let depth = 700 + place[2]
            return Point(x: 700 + 1200 * place[0] / depth, y: 500 + 1200 * place[1] / depth)
        }
        let outline = Quadrilateral(topLeft: card[0], topRight: card[1], bottomRight: card[2], bottomLeft: card[3])
        let ratio = Flattening.aspectRatio(outline, centre: Point(x: 700, y: 500), frame: 1400)
        #expect(abs(ratio - 1.5) < 0.06)
    }

    @Test func enclosesRoundedCorners() throws {
        let rounded = [
            (10, 0), (90, 0), (97, 3), (100, 10), (100, 50), (97, 57), (90, 60), (10, 60), (3, 57), (0, 50), (0, 10),
            (3, 3),
        ].map { Point(x: Double($0.0), y: Double($0.1)) }
        let corners = try #require(QuadrilateralFit.quadrilateral(around: QuadrilateralFit.hull(rounded)))
        let outline = try #require(QuadrilateralFit.ordered(corners))
        #expect(outline.topLeft.distance(to: Point(x: 0, y: 0)) < 1e-6)
        #expect(outline.bottomRight.distance(to: Point(x: 100, y: 60)) < 1e-6)
    }
}

extension PhotographTests {
    @Test func frameAroundThePrintIsNotThePage() throws {
        // A page that runs out of the picture, its light falling off so that its border is darker than its middle.
        var page = TestPage(width: 1000, height: 1294)
        let frame = Box(x: 120, y: 100, width: 760, height: 1094)
        page.fill(Box(x: 0, y: 0, width: 1000, height: 1294), 190)
        page.fill(frame, 60)
        page.fill(frame.inset(by: 8), 205)
        page.text(in: frame.inset(by: 60))
        let image = try page.image().blurred(sigma: 0.8)
        #expect(try preprocessor.places(on: LoadedPage(image), image: image) == [.whole])
    }
}
