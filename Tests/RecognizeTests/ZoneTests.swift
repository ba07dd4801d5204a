import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

@Suite struct ZoneTests {
    /// Whether a round is an O or a zero, and a curve an S or a five, is for the format and the check digits to say: here they
    /// are figures.
    static func rounded(_ lines: [ZoneLine]) -> [String] { lines.map { rounded($0.text) } }

    private static func rounded(_ line: String) -> String { line.replacing("O", with: "0").replacing("S", with: "5") }

    static let lines = ["P<UT0VANTERP00L<<MAREN<IL5E<<<<<<<<<<<<<<<<<", "K7402918X4UT08803127F3109150<<<<<<<<<<<<<<04"]

    @Test func readsAZoneCharacterByCharacter() throws {
        let page = try Recognizer(settings: RecognizeSettings()).read(Pictures.file("zone.png"))
        #expect(Self.rounded(page.zoneLines) == Self.lines)
        let line = try #require(page.zoneLines.first)
        #expect(line.characters.allSatisfy { $0.confidence > 0.5 })
        let centres = line.characters.map(\.box.midX)
        #expect(centres == centres.sorted())
        #expect(page.text.hasSuffix(page.zoneLines.map(\.text).joined(separator: "\n")))
    }

    // A passport's page has the shape of a sheet of A4.
    @Test func aZonesPitchTellsTheResolution() {
        let characters = Array("P<UTO").map {
            ZoneCharacter(text: String($0), confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1))
        }
        func line(_ count: Int) -> ZoneLine {
            ZoneLine(
                characters: (0..<count).map { characters[$0 % characters.count] },
                box: Box(x: 0, y: 0, width: 39 * count, height: 40))
        }
        #expect(Recognizer.resolution(ofZone: [line(12), line(44)]) == 390)
        #expect(Recognizer.resolution(ofZone: [line(12)]) == nil)
    }

    @Test(arguments: [-1.2, 0.8]) func readsAZoneThatLeans(degrees: Double) throws {
        let image = try Pictures.file("zone.png").rotated(degrees: degrees)
        let page = try Recognizer(settings: RecognizeSettings()).read(image)
        #expect(Self.rounded(page.zoneLines) == Self.lines)
        let last = try #require(page.zoneLines.last?.characters.last?.box)
        #expect(last.midX > Double(image.width) * 0.9)
    }

    /// PassportEye 13: three to five degrees were too many.
    @Test(arguments: [-5.0, -3, 3, 5]) func readsAZoneOfACrookedScan(degrees: Double) throws {
        let image = try Pictures.file("zone.png").rotated(degrees: degrees)
        let page = try Recognizer(settings: RecognizeSettings()).read(image)
        #expect(Self.rounded(page.zoneLines) == Self.lines)
    }

    /// fastmrz: a picture without colours ended the program.
    @Test func readsAZoneInBlackAndWhite() throws {
        let image = try Pictures.file("zone.png").thresholded(at: 128)
        let page = try Recognizer(settings: RecognizeSettings()).read(image)
        #expect(Self.rounded(page.zoneLines) == Self.lines)
    }

    private static func reader() throws -> ZoneReader {
        let folder = RecognizeSettings().neuralModelFolder
        return ZoneReader(engine: try Recognizer.zoneEngine(), neural: try NeuralReader(folder: folder))
    }

    /// Clear print that the net misreads from end to end when it is framed closely.
    @Test func readsALineOnceMoreThatTheNetLostItsWayIn() throws {
        let image = try Pictures.file("zone-line.png")
        let candidate = ZoneCandidate(
            box: Box(x: 20, y: 26, width: 886, height: 32), height: 32, pitch: 30, slope: 0)
        #expect(try Self.reader().line(candidate, on: image).text == "IDAUTT4108513<1<<<<<<<<<<<<<<<")
    }

    /// Clear print in which the net is 0.96 sure of an A and a Z for a 4 and a 7: of two such slips check digits may say
    /// nothing.
    @Test func readsALineOnceMoreThatTheNetLostItsWayInForThreeCharacters() throws {
        let image = try Pictures.file("zone-line-lost.png").backgroundNormalised()
        let candidate = ZoneCandidate(
            box: Box(x: 24, y: 27, width: 1082, height: 39), height: 39, pitch: 36, slope: 0)
        #expect(try Self.reader().line(candidate, on: image).text == "IDCANQZ447603<5<<<<<<<<<<<<<<<")
    }

    @Test func seesNoZoneInProportionalText() throws {
        let image = try Pictures.file("lines.png")
        #expect(ZoneFinder(components: try Pictures.ink(of: image).components().map(\.box)).zones().isEmpty)
    }

    @Test func aSingleLineOfEqualPitchIsNoZone() {
        let marks = (0..<44).map { Box(x: 50 + 30 * $0, y: 100, width: 18, height: 28) }
        #expect(ZoneFinder(components: marks).zones().isEmpty)
    }

    @Test func completesAZoneWhoseSecondLineIsBroken() throws {
        let upper = (0..<36).map { Box(x: 50 + 30 * $0, y: 100, width: 18, height: 28) }
        let lower = (0..<36).filter { $0 % 5 != 2 }.map { Box(x: 50 + 30 * $0, y: 160, width: 18, height: 28) }
        let zone = try #require(ZoneFinder(components: upper + lower).zones().first)
        #expect(zone.count == 2)
        #expect(zone.allSatisfy { $0.box.width > 1000 && abs($0.pitch - 30) < 0.5 })
    }

    @Test(.enabled(if: SharedData.folder != nil, "the shared pictures are not here"))
    func readsTheStandardsSpecimens() throws {
        let folder = try #require(SharedData.folder).appending(path: "mrz")
        let recognizer = try Recognizer(settings: RecognizeSettings())
        var exact = 0
        var count = 0
        for row in try String(contentsOf: folder.appending(path: "truth.tsv"), encoding: .utf8).split(separator: "\n")
            .dropFirst()
        {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let truth = cells.dropFirst(5).filter { !$0.isEmpty }
            let image = try Image.decode([UInt8](Data(contentsOf: folder.appending(path: cells[0]))))
            let page = try recognizer.read(image)
            count += 1
            exact += Self.rounded(page.zoneLines) == truth.map(Self.rounded) ? 1 : 0
        }
        // As recognized, before any check digit mends a character.
        #expect(exact * 9 >= count * 5, "\(exact) of \(count) exact")
    }

    private static func zone(_ lines: [String]) -> [ZoneLine] {
        let box = Box(x: 0, y: 0, width: 1, height: 1)
        return lines.map { line in
            ZoneLine(characters: line.map { ZoneCharacter(text: String($0), confidence: 0.95, box: box) }, box: box)
        }
    }

    @Test func zonesOfEveryFormatArePlausibleAlsoWithoutOneOfTheirTraits() {
        #expect(
            ZoneReader.isPlausible(
                Self.zone([
                    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
                ])))
        #expect(
            ZoneReader.isPlausible(
                Self.zone([
                    "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6",
                    "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
                ])))
        #expect(
            ZoneReader.isPlausible(
                Self.zone([
                    "R<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
                ])))
    }

    @Test func typewrittenLinesOfTextAreNoZone() {
        #expect(
            !ZoneReader.isPlausible(
                Self.zone(["THENCE<NORTH<<42<DEGREES<EAST<ALONG<SAID", "LINE<A<DISTANCE<OF<120<FEET<TO<A<POINT<I"])))
        // A notary's name, office and commission, in letters of equal width; the last line begins like a document's code.
        #expect(
            !ZoneReader.isPlausible(
                Self.zone([
                    "NOC6FYZPUDC2ZZ12F2F2OFOFO0OH11", "0ULTS<2T<S5Z6IIS<<<<2<<2<<<<<",
                    "COHRI55IOHEXDIF25NOV6H02L2GY20I3",
                ])))
    }

    /// A typewritten deed, and the blank lines of a form.
    @Test(arguments: [
        ["ISIJUNU00M5AKULIQHUHUOFFI20HOH", "LICZ02IZZLH<<<<<<<<<<<<<<<<<"],
        ["CZUUKFXULLCC<<2222<2<2C22<<<<<", "COU0CFHUTLCF<<<2T<<<2<Z<<<<<<", "AUU0KLU<06ECLLFAH4YI22CZYC2<2<"],
    ]) func linesWithoutTwoDatesAreNoZone(lines: [String]) {
        #expect(!ZoneReader.isPlausible(Self.zone(lines)))
    }

    /// A permission's slots in typewriter's letters; three lines are a card's, of 30 characters.
    @Test(arguments: [
        [
            "A00F62551300IWC8H7OHVI6K0LY06KT8H0", "EH6III222<<2<CE250C2<22<L<2<202<2<<<",
            "AUCHOFI2620606HC12E2T0236216<202ZYL2",
        ],
        [
            "A00F65515G32WITTOVCCYP858062H8YCA3II", "EH6ILI212C<2<<CYO22C222<0<2<2<L2<<2<",
            "T6T6DHOH6156<355<22Z<<<<<<<<<<<<<<<<",
        ],
    ]) func threeLongLinesAreNoZone(lines: [String]) {
        #expect(!ZoneReader.isPlausible(Self.zone(lines)))
    }
}
