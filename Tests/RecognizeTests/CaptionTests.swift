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

    @Test(arguments: [7.0, 15, 36]) func sizesACardsPrintByTheCard(measured: Double) throws {
        var prepared = Pictures.prepared(try Pictures.file("zone.png"), textHeight: measured)
        prepared.dpi = 400
        let text = PageText(
            engine: try Recognizer.zoneEngine(), settings: RecognizeSettings(), page: prepared, zoneHeight: nil)
        #expect((1.3...1.6).contains(text.scale(isCard: true)))
    }

    @Test func sizesThePrintBesideAZoneByTheZone() throws {
        // What was measured is the zone: the rest is less than half as high, and must not be made smaller still.
        let prepared = Pictures.prepared(try Pictures.file("zone.png"), textHeight: 34)
        let engine = try Recognizer.zoneEngine()
        let text = PageText(engine: engine, settings: RecognizeSettings(), page: prepared, zoneHeight: 34)
        #expect(text.scale(isCard: true) > 1.3)
        #expect(text.scale(isCard: false) < 0.7)
    }
}
