import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct ZoneSearchTests {
    private static let settings = RecognizeSettings()

    /// The zone's picture with its paper on a page of a card's shape.
    private static func zone(scale: Double = 1) throws -> Image { try Pictures.file("zone.png").scaled(by: scale) }

    @Test func findsAZoneThatAnOverprintBrokeIntoPieces() throws {
        func row(_ y: Int, without gap: Range<Int>) -> [Box] {
            (0..<44).filter { !gap.contains($0) }.map { Box(x: 50 + 30 * $0, y: y, width: 18, height: 28) }
        }
        let marks = row(100, without: 12..<20) + row(175, without: 15..<24)
        #expect(ZoneFinder(components: marks).zones().isEmpty)
        let zone = try #require(LooseZoneFinder(components: marks).zones().first)
        #expect(zone.count == 2)
        #expect(zone.allSatisfy { abs($0.box.width - (43 * 30 + 18)) < 6 && abs($0.pitch - 30) < 0.5 })
    }

    @Test func partsCharactersThatTouch() throws {
        func row(_ y: Int) -> [Box] {
            (0..<18).map { Box(x: 50 + 60 * $0, y: y, width: $0.isMultiple(of: 3) ? 56 : 22, height: 28) }
                + (0..<18).filter { !$0.isMultiple(of: 3) }.map { Box(x: 80 + 60 * $0, y: y, width: 22, height: 28) }
        }
        let zone = try #require(LooseZoneFinder(components: row(100) + row(170)).zones().first)
        #expect(zone.count == 2)
        #expect(zone.allSatisfy { (28...32).contains($0.pitch) })
    }

    @Test func takesTheEndsOfALineFromTheOtherLine() throws {
        let upper = (0..<36).map { Box(x: 50 + 30 * $0, y: 100, width: 18, height: 28) }
        let lower = (6..<36).map { Box(x: 50 + 30 * $0, y: 170, width: 18, height: 28) }
        let zone = try #require(LooseZoneFinder(components: upper + lower).zones().first)
        #expect(zone.allSatisfy { $0.box.x <= 50 })
    }

    @Test func scatteredMarksAreNoZone() {
        let marks = (0..<200).map {
            Box(x: ($0 * 97) % 1400, y: ($0 * 61) % 900, width: 14 + $0 % 9, height: 20 + $0 % 13)
        }
        #expect(LooseZoneFinder(components: marks).zones().isEmpty)
    }

    @Test(arguments: [0.34, 0.5]) func readsASmallZone(scale: Double) throws {
        let small = try Self.zone(scale: scale)
        let search = ZoneSearch(
            reader: ZoneReader(engine: try Recognizer.zoneEngine()), images: try Pictures.images(of: small))
        let zones = try search.secondLook(after: [], isLikely: true, within: .seconds(600))
        #expect(zones.first?.map(\.text) == ZoneTests.lines)
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

    // MARK: - Votes

    private static func line(_ text: String, confidence: Double = 0.95) -> ZoneLine {
        let characters = text.enumerated().map { index, letter in
            ZoneCharacter(
                text: String(letter), confidence: confidence, box: Box(x: 20 * index, y: 0, width: 14, height: 20))
        }
        return ZoneLine(characters: characters, box: Box(x: 0, y: 0, width: 20 * text.count, height: 20))
    }

    private static let first = String(repeating: "A", count: 44)

    private static func other(at place: Int) -> String {
        var letters = Array(first)
        letters[place] = "B"
        return String(letters)
    }

    @Test func mostReadingsDecideACharacterAndItStaysDoubtful() throws {
        var votes = ZoneVotes([[Self.line(Self.first), Self.line(Self.first)]], weight: 1)
        votes.add([[Self.line(Self.other(at: 7), confidence: 0.99), Self.line(Self.first)]], weight: 1)
        votes.add([[Self.line(Self.first), Self.line(Self.first)]], weight: 1)
        let zone = try #require(votes.zones.first)
        #expect(zone.map(\.text) == [Self.first, Self.first])
        let doubted = zone[0].characters[7]
        #expect(doubted.confidence < 0.8)
        #expect(doubted.alternatives.map(\.text) == ["B"])
        #expect(zone[0].characters[8].confidence == 0.99)
        #expect(!votes.areSettled)
    }

    @Test func aReadingOfAFormatsLengthsOutweighsASurerOne() throws {
        var votes = ZoneVotes(
            [[Self.line(Self.first + "AA", confidence: 0.99), Self.line(Self.first, confidence: 0.99)]], weight: 1)
        votes.add([[Self.line(Self.first, confidence: 0.85), Self.line(Self.first, confidence: 0.85)]], weight: 1)
        #expect(votes.zones.first?.map(\.text) == [Self.first, Self.first])
    }

    @Test func twoZonesOfAPageStayTwo() {
        var below = Self.line(Self.first)
        below.box = Box(x: 0, y: 500, width: 880, height: 20)
        var votes = ZoneVotes([[Self.line(Self.first), Self.line(Self.first)]], weight: 1)
        votes.add([[below, below]], weight: 1)
        #expect(votes.zones.count == 2)
    }

    @Test func leavesOutACharacterReadTwice() {
        var characters = Self.line("P<UTO" + String(repeating: "<", count: 39)).characters
        var double = characters[3]
        double.box.x += 6
        double.confidence = 0.6
        characters.insert(double, at: 4)
        let rest = ZoneReader.withoutDoubles(characters, pitch: 20)
        #expect(rest.count == 44)
        #expect(rest.map(\.text).joined().hasPrefix("P<UTO<"))
    }

    @Test func keepsALineThatIsTooLongForAnotherReason() {
        let characters = Self.line(String(repeating: "A", count: 45)).characters
        #expect(ZoneReader.withoutDoubles(characters, pitch: 20).count == 45)
    }
}
