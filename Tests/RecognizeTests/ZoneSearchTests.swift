import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct ZoneSearchTests {
    private static let settings = RecognizeSettings()

    private static func zone(scale: Double = 1) throws -> Image { try Pictures.file("zone.png").scaled(by: scale) }

    /// As the page was found, not black and white: by the text detector's lines.
    @Test(arguments: [(0.34, 0.0), (0.5, 0), (1, 25), (1, -70)]) func findsAZoneThatIsSmallOrLeans(
        scale: Double, degrees: Double
    ) throws {
        let picture = try Self.zone(scale: scale).grey().rotated(degrees: degrees)
        let zones = try Self.search().secondLook(after: [], on: picture)
        #expect(zones.map(ZoneTests.rounded) == [ZoneTests.lines])
    }

    @Test func seesNoZoneAmongTheLinesOfALetter() throws {
        #expect(try Self.search().secondLook(after: [], on: Pictures.file("lines.png").grey()).isEmpty)
    }

    @Test func ofTwoLooksAtAPlaceTheOneOfAFormatsLengthsCounts() throws {
        let picture = try Self.zone().grey()
        let long = ZoneTests.lines.map { text in
            var line = Self.line(text + "A", confidence: 0.999)
            line.box = picture.bounds
            return line
        }
        let zones = try Self.search().secondLook(after: [long], on: picture)
        #expect(zones.map(ZoneTests.rounded) == [ZoneTests.lines])
    }

    private static func search() throws -> ZoneSearch {
        let reader = try NeuralReader(folder: settings.neuralModelFolder)
        return ZoneSearch(
            reader: ZoneReader(engine: try Recognizer.zoneEngine(), neural: reader),
            detected: DetectedZones(
                detector: try TextDetector(folder: settings.neuralModelFolder), reader: reader))
    }

    @Test(arguments: [0, 2]) func tellsWhichWayUpAZoneStands(turns: Int) throws {
        let grey = try Self.zone().rotated(quarterTurns: turns).grey()
        let recognizer = try Recognizer(settings: Self.settings)
        #expect(try recognizer.zoneTurns(grey, binary: grey.thresholded(at: 128)) == turns)
    }

    @Test func seesNoZoneInALetter() throws {
        let grey = try Pictures.file("lines.png").grey()
        let recognizer = try Recognizer(settings: Self.settings)
        #expect(try recognizer.zoneTurns(grey, binary: grey.thresholded(at: 128)) == nil)
    }

    @Test(arguments: [
        (["P<UTOERIKSSON<<ANNA<MARIA<<<<", "L898902C36UTO7408122F1204159<<"], true),
        (["<<<<AIRAM<ANNA<<NOSSKIREOTU<P", "<<9514021F2218047OTU63C209898L"], false),
        (["SIJ60U646056JT0XIU66IIUO000D4H", "111115F022<<<2C2<<<C2YXOW64<OF"], false),
    ]) func aZoneThatIsUprightBeginsWithADocumentsCode(lines: [String], isUpright: Bool) {
        #expect(ZoneSearch.isUpright(lines.map { Self.line($0) }) == isUpright)
    }

    private static func line(_ text: String, confidence: Double = 0.95) -> ZoneLine {
        let characters = text.enumerated().map { index, letter in
            ZoneCharacter(
                text: String(letter), confidence: confidence, box: Box(x: 20 * index, y: 0, width: 14, height: 20))
        }
        return ZoneLine(characters: characters, box: Box(x: 0, y: 0, width: 20 * text.count, height: 20))
    }
}
