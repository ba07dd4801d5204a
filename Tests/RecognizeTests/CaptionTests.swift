import Imaging
import Model
import Testing

@testable import Recognize

/// Small print: the captions of cards, and what is printed beside a zone.
@Suite struct CaptionTests {
    @Test func readsCaptionsHalfAsHighAsTheirValues() throws {
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.file("captions.png"), textHeight: 20)
        let words = page.words.map(\.text)
        for caption in ["DL", "EXP", "LN", "FN"] { #expect(words.contains(caption), "\(caption) in \(words)") }
        for value in ["01/06/2028", "MADDOX", "DOROTHY", "VERA"] { #expect(words.contains(value)) }
    }

    @Test func readsCaptionsApartFromTheValuesCloseBelowThem() throws {
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.file("stacked.png"), textHeight: 15.4)
        let lines = page.lines.map { $0.words.map(\.text).joined(separator: " ") }
        for caption in ["Lugar de nacimiento / Place of birth", "Fecha de expedición / Date of issue"] {
            #expect(lines.contains { $0.hasSuffix(caption) }, "\(caption) in \(lines)")
        }
        // No accents of the captions' descenders.
        for value in ["QUINTERO", "ISABEL", "PUEBLA", "06 11 2021"] {
            #expect(lines.contains(value), "\(value) in \(lines)")
        }
    }

    /// The engine made "CLASS-" of both, hardly sure.
    @Test func readsACaptionApartFromTheLargerValueRightBehindIt() throws {
        let word = ReadWord(
            text: "CLASS-", confidence: 0.13, box: Box(x: 14, y: 14, width: 95, height: 23), line: 0, block: 0,
            isKnown: false)
        let other = ReadWord(
            text: "LICENSE", confidence: 0.96, box: Box(x: 200, y: 30, width: 60, height: 22), line: 1, block: 1,
            isKnown: true)
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let words = try CardLines(engine: engine, picture: GreyPicture(Pictures.file("caption-and-value.png")))
            .improved([word, other], within: .seconds(60))
        #expect(words.sorted { $0.box.x < $1.box.x }.map(\.text) == ["CLASS", "D", "LICENSE"])
    }

    @Test(arguments: [7.0, 15, 36]) func sizesACardsPrintByTheCard(measured: Double) throws {
        var prepared = Pictures.prepared(try Pictures.file("zone.png"), textHeight: measured)
        prepared.dpi = 400
        let text = PageText(
            engine: try Recognizer.zoneEngine(), others: [], settings: RecognizeSettings(), page: prepared,
            zoneHeight: nil)
        #expect((1.3...1.6).contains(text.scale(isCard: true)))
    }

    @Test func sizesThePrintBesideAZoneByTheZone() throws {
        // What was measured is the zone: the rest is less than half as high, and must not be made smaller still.
        let prepared = Pictures.prepared(try Pictures.file("zone.png"), textHeight: 34)
        let engine = try Recognizer.zoneEngine()
        let text = PageText(engine: engine, others: [], settings: RecognizeSettings(), page: prepared, zoneHeight: 34)
        #expect(text.scale(isCard: true) > 1.3)
        #expect(text.scale(isCard: false) < 0.7)
    }

    @Test func aPageWithALineBesideWhatIsLikeACardIsNone() throws {
        let prepared = PreparedPage(index: 1, width: 2550, height: 3300, dpi: 300)
        let text = PageText(
            engine: try TextEngine(languages: ["eng"], folder: ""), others: [], settings: RecognizeSettings(),
            page: prepared,
            zoneHeight: nil)
        func letters(lines: Int, of count: Int, top: Int, step: Int = 60) -> [InkComponent] {
            (0..<lines * count).map { place in
                let box = Box(x: 300 + 30 * (place % count), y: top + step * (place / count), width: 20, height: 24)
                return InkComponent(box: box, ink: 200, runs: 40)
            }
        }
        let card = letters(lines: 20, of: 50, top: 200)
        #expect(text.cardRegion(card) != nil)
        #expect(text.cardRegion(card + letters(lines: 20, of: 1, top: 1700, step: 75)) != nil)
        #expect(text.cardRegion(card + letters(lines: 1, of: 15, top: 1900)) == nil)
        // One line of twenty runs on far beyond the others.
        let region = try #require(text.cardRegion(card + letters(lines: 1, of: 61, top: 800)))
        #expect(region.maxX >= 300 + 30 * 60 + 20)
    }
}
