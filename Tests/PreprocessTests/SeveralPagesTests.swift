import Foundation
import Imaging
import Model
import Testing

@testable import Preprocess

@Suite struct SeveralPagesTests {
    let preprocessor = Preprocessor(settings: PreprocessSettings())

    /// A card of ID-1 size at 200 dpi, with print over most of it.
    static func card(paper: UInt8 = 215) -> TestPage {
        var card = TestPage(width: 674, height: 425, paper: paper)
        card.text(in: Box(x: 50, y: 60, width: 570, height: 320))
        return card
    }

    /// Pages at places on a ground, each turned by some degrees.
    static func picture(
        width: Int = 1700, height: Int = 2200, ground: UInt8,
        _ pages: [(page: TestPage, x: Double, y: Double, degrees: Double)]
    ) throws -> (image: Image, corners: [Quadrilateral]) {
        var bytes = [UInt8](repeating: ground, count: width * height)
        var corners: [Quadrilateral] = []
        for (page, x, y, degrees) in pages {
            let (w, h) = (Double(page.width), Double(page.height))
            let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let place = Transform.translation(x: x + w / 2, y: y + h / 2)
                .after(Transform([cosine, -sine, 0, sine, cosine, 0, 0, 0, 1]))
                .after(.translation(x: -w / 2, y: -h / 2))
            corners.append(
                Quadrilateral(
                    topLeft: place.apply(Point(x: 0, y: 0)), topRight: place.apply(Point(x: w, y: 0)),
                    bottomRight: place.apply(Point(x: w, y: h)), bottomLeft: place.apply(Point(x: 0, y: h))))
            let back = try #require(place.inverse)
            let drawn = try page.image().warped(back, width: width, height: height).greyBytes()
            let inside = try TestPage(width: page.width, height: page.height, paper: 0).image()
                .warped(back, width: width, height: height).greyBytes()
            for index in bytes.indices where inside[index] < 128 { bytes[index] = drawn[index] }
        }
        return (try Image(width: width, height: height, grey: bytes).blurred(sigma: 0.7), corners)
    }

    func places(_ image: Image, dpi: Double? = 200) throws -> [PagePlace] {
        try preprocessor.places(on: LoadedPage(image, dpi: dpi), image: image)
    }

    static func isNear(_ found: Quadrilateral, _ drawn: Quadrilateral, by distance: Double) -> Bool {
        zip(found.corners, drawn.corners).allSatisfy { $0.distance(to: $1) <= distance }
    }

    /// A letter sheet at 80 dpi.
    static func sheet() -> TestPage {
        var sheet = TestPage(width: 680, height: 880, paper: 225)
        sheet.text(in: Box(x: 70, y: 80, width: 560, height: 700))
        return sheet
    }

    @Test(arguments: [(0.0, 0.0), (-0.8, 0.6)])
    func partsSheetsThatAllButTouch(turns: (Double, Double)) throws {
        let (image, corners) = try Self.picture(
            width: 1600, height: 1200, ground: 70,
            [(Self.sheet(), 100, 150, turns.0), (Self.sheet(), 796, 160, turns.1)])
        let found = try places(image, dpi: nil)
        try #require(found.count == 2)
        for (place, drawn) in zip(found, corners) {
            #expect(Self.isNear(try #require(place.outline), drawn, by: 10))
        }
    }

    @Test func aRuleAcrossOnePagePartsNothing() throws {
        var sheet = Self.sheet()
        sheet.fill(Box(x: 20, y: 430, width: 640, height: 12))
        let (image, _) = try Self.picture(width: 1000, height: 1200, ground: 70, [(sheet, 160, 150, 1)])
        #expect(try places(image, dpi: nil).count == 1)
    }

    @Test func findsEachCardOnATableInReadingOrder() throws {
        let (image, corners) = try Self.picture(
            width: 1800, height: 1350, ground: 70,
            [(Self.card(), 120, 130, -3), (Self.card(), 980, 150, 2), (Self.card(), 500, 760, 1)])
        let found = try places(image, dpi: nil)
        try #require(found.count == 3)
        for (place, drawn) in zip(found, corners) {
            #expect(Self.isNear(try #require(place.outline), drawn, by: 8))
            #expect(place.cutOffSides.isEmpty && !place.isFlat)
        }
    }

    @Test(arguments: [200, nil] as [Double?]) func findsEachCardOnAScannersBed(dpi: Double?) throws {
        let (image, corners) = try Self.picture(
            ground: 252, [(Self.card(), 300, 250, 4), (Self.card(), 700, 1100, -6)])
        let found = try places(image, dpi: dpi)
        try #require(found.count == 2)
        for (place, drawn) in zip(found, corners) {
            #expect(Self.isNear(try #require(place.outline), drawn, by: 8))
            let page = LoadedPage(image, dpi: dpi)
            let (prepared, images) = try preprocessor.prepare(
                page, image: image, place: place, signs: Signs(evidence: letterEvidence))
            let enlargement = prepared.enlargement ?? 1
            #expect(abs(prepared.dpi / enlargement - 200) < 12)
            #expect(abs(Double(images.grey.width) / enlargement - 674) < 40)
            #expect(abs(prepared.skew - (drawn == corners[0] ? 4 : -6)) < 0.4)
        }
    }

    // A scanner's light falls off towards a corner of its bed.
    @Test func aShadeBesideACardIsNoCard() throws {
        let shade = TestPage(width: 500, height: 560, paper: 232)
        let (image, _) = try Self.picture(ground: 252, [(shade, -20, -20, 0), (Self.card(), 300, 1100, 4)])
        #expect(try places(image).count == 1)
    }

    @Test func whiteCardIsFoundByItsPrintBesideOneWithEdges() throws {
        let (image, _) = try Self.picture(
            ground: 252, [(Self.card(), 300, 250, 0), (Self.card(paper: 252), 300, 1100, 0)])
        let found = try places(image)
        try #require(found.count == 2)
        let print = Box(x: 350, y: 1160, width: 440, height: 280)
        #expect(try #require(found[1].outline).bounds.intersection(print) == print)
    }

    @Test func cardCopiedIntoALetterStaysOnItsPage() throws {
        var letter = TestPage(width: 1700, height: 2200, paper: 252)
        letter.text(in: Box(x: 200, y: 200, width: 1300, height: 500))
        letter.text(in: Box(x: 200, y: 1900, width: 1300, height: 100))
        let (image, _) = try Self.picture(
            ground: 252, [(letter, 0, 0, 0), (Self.card(), 300, 800, 2), (Self.card(), 700, 1350, -1)])
        #expect(try places(image) == [.whole])
    }

    @Test func boxesOfAFormStayOnTheirPage() throws {
        var form = TestPage(width: 1700, height: 2200, paper: 252)
        form.text(in: Box(x: 200, y: 150, width: 1300, height: 60))
        for y in [400, 1000] {
            let box = Box(x: 300, y: y, width: 674, height: 425)
            form.fill(box)
            form.fill(box.inset(by: 4), 252)
            form.text(in: box.inset(by: 50))
        }
        let image = try form.image()
        #expect(try places(image) == [.whole])
    }

    @Test func singleCardOnABedIsThePicture() throws {
        let (image, _) = try Self.picture(ground: 252, [(Self.card(), 300, 250, 2)])
        #expect(try places(image) == [.whole])
    }

    @Test func thingsWithoutPrintBesideACardAreNoPages() throws {
        let thing = TestPage(width: 674, height: 425, paper: 190)
        let (image, corners) = try Self.picture(
            width: 1800, height: 1350, ground: 70, [(Self.card(), 120, 130, 0), (thing, 900, 760, 0)])
        let found = try places(image, dpi: nil)
        try #require(found.count == 1)
        #expect(Self.isNear(try #require(found[0].outline), corners[0], by: 8))
    }

    @Test func readsFromRowToRow() {
        func place(_ x: Double, _ y: Double) -> PagePlace {
            PagePlace(
                outline: Quadrilateral(
                    topLeft: Point(x: x, y: y), topRight: Point(x: x + 100, y: y),
                    bottomRight: Point(x: x + 100, y: y + 60), bottomLeft: Point(x: x, y: y + 60)))
        }
        let ordered = [place(0, 0), place(150, 12), place(0, 100), place(150, 90)]
        #expect(PagePlaces.inReadingOrder([ordered[3], ordered[1], ordered[2], ordered[0]]) == ordered)
    }
}
