import Model
import Testing

@testable import Kinds

/// What cards show in print, and what a zone alone leaves open.
@Suite struct PrintedCardTests {
    /// A licence with numbers alone, as it is read: its smallest print is misread here and there.
    private static let licence = words([
        ("DRIVER LICENSE", 500, 40), ("ı WINTERS", 100, 100), ("2 ADA LEE", 100, 140), ("3 04/05/1981", 100, 180),
        ("4a 04/06/2022", 100, 220), ("4b 04/05/2030", 500, 220), ("4o A1234567", 100, 260),
        ("8 12 OAK LANE", 100, 300), ("RENO, NV 89501", 122, 335), ("9 C", 100, 380), ("15 F", 300, 380),
        ("5 99887XY1234", 500, 380), ("NEVADA - USA", 400, 600),
    ])

    @Test func readsALicencesFieldsByNumbersThatWereMisread() {
        let fields = extraction([page(Self.licence)]).fields
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["document_number"]?.text == "A1234567")
        #expect(fields["address"]?.text == "12 OAK LANE, RENO, NV 89501")
        #expect(fields["license_class"]?.text == "C")
        #expect(fields["sex"]?.text == "F")
        #expect(fields["issuing_region"]?.text == "NV")
        #expect(fields["date_of_birth"]?.text == "1981-04-05")
    }

    /// `GRAND` of `GRAND RAPIDS, MI 49503`.
    @Test(arguments: [("12 OAK LANE, RENO, NV 89501", true), ("12 OAK LANE, RENO", false)])
    func anAmericanAddressWithoutItsEndIsDoubtful(address: String, isWhole: Bool) {
        let fields = extraction([page(Self.licence)], labelled: ["address": printed(address)]).fields
        #expect((fields["address"]?.sureness ?? 0 > 0.4) == isWhole)
    }

    /// What the tagger finds is cleaned and doubted like what a caption announces; codes it does not tell.
    @Test func taggedValuesArePrintLikeAnyOther() {
        let document = RecognizedDocument(
            loaded: LoadedDocument(id: "sha256:00", source: SourceInfo(path: "a.png")), pages: [page([])])
        var labelled = Extraction(fields: ["given_names": printed("ADA LEE")])
        labelled.tagged = [
            "surname": printed("MISS WINTERS"), "given_names": printed("SOMEBODY ELSE"),
            "document_number": printed("ABC 123456"), "issuing_country": printed("PL"),
            "date_of_expiry": printed("2031-04-05"),
        ]
        let fields = IDExtractor().extract(
            document, definition: idDefinition, labelled: labelled, context: ExtractionContext(asOf: today)
        ).fields
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["document_number"]?.text == "ABC123456")
        #expect(fields["issuing_country"] == nil)
        #expect(fields["date_of_expiry"] == nil)
    }

    // A line of the ground below a name was read as a letter.
    @Test func aLetterInALineOfItsOwnMakesANameDoubtful() throws {
        func confidence(_ text: String) throws -> Double {
            let labelled: [FieldName: Field] = ["surname": printed("HARLOW"), "given_names": printed(text)]
            return try #require(extraction([page([])], labelled: labelled).fields["given_names"]).sureness
        }
        #expect(try confidence("TORSTEN\nN") < 0.7 * confidence("TORSTEN\nNILS"))
        #expect(try confidence("TORSTEN N") == confidence("TORSTEN NILS"))
    }

    @Test(arguments: [("Nr osobisty f Personal No.", true), ("GDAŃSK", false), ("ST. GALLEN", false)])
    func aCaptionBelowNamesInCapitalsIsNoPlace(text: String, isDoubtful: Bool) throws {
        let place = extraction(
            [page([])], labelled: ["surname": printed("WIŚNICKI"), "place_of_birth": printed(text)]
        ).fields["place_of_birth"]
        #expect((try #require(place?.sureness) <= 0.25) == isDoubtful)
    }

    // "MEN" of a large SPECIMEN that runs across the card, where the name's line broke off.
    @Test func printAcrossTheCardIsNoName() throws {
        var card = Self.licence
        func confidence() throws -> Double { try #require(extraction([page(card)]).fields["given_names"]?.sureness) }
        let name = try #require(card.firstIndex { $0.text == "LEE" })
        card[name].box.height = 56
        #expect(try confidence() > 0.8)
        card[name].box.height = 70
        #expect(try confidence() <= 0.25)
    }

    @Test func aLicenceWhoseNameIsNotReadIsKnownByItsNumbersAndClass() {
        let unnamed = Self.licence.filter { !["DRIVER", "LICENSE"].contains($0.text) }
        let fields = extraction([page(unnamed)]).fields
        #expect(fields["document_type"]?.text == "driver_license")
        #expect(fields["document_number"]?.text == "A1234567")
        #expect(fields["issuing_country"]?.text == "USA")
        let card = unnamed.filter { !["9", "C"].contains($0.text) }
        #expect(extraction([page(card)]).fields["document_type"] == nil)
    }

    /// The small letters of 4a, 4b and 4d, and the figures before the smallest print, are misread as each other.
    @Test func aNumberUnder4aIsTheLicencesOwn() {
        var card = Self.licence
        for (index, word) in card.enumerated() {
            switch word.text {
            case "4o": card[index].text = "4a"
            case "4b": card[index].text = "4"
            case "9": card[index].text = "2"
            default: break
            }
        }
        let fields = extraction([page(card)]).fields
        #expect(fields["document_number"]?.text == "A1234567")
        #expect(fields["date_of_issue"]?.text == "2022-04-06")
        #expect(fields["date_of_expiry"]?.text == "2030-04-05")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["license_class"]?.text == "C")
    }

    @Test func readsALicencesFieldsByTheirLetters() {
        let card = words([
            ("NEVADA DRIVER LICENSE", 400, 40), ("DL 956823727", 100, 100), ("EXP 10/25/2033", 100, 140),
            ("CLASS B", 500, 140), ("LN WINTERS", 100, 180), ("FN ADA LEE", 100, 220),
            ("DOB 10/25/1997", 100, 320), ("SEX F", 100, 360), ("ISS 11/18/2025", 100, 400),
        ])
        let fields = extraction([page(card)]).fields
        #expect(fields["document_number"]?.text == "956823727")
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["date_of_birth"]?.text == "1997-10-25")
        #expect(fields["date_of_issue"]?.text == "2025-11-18")
        #expect(fields["date_of_expiry"]?.text == "2033-10-25")
    }

    @Test func aCaptionIsNoName() {
        let fields = extraction([page([])], labelled: ["given_names": printed("NAMES"), "surname": printed("NO")])
            .fields
        #expect(fields["given_names"] == nil)
        #expect(fields["surname"]?.text == "NO")
    }

    /// ICAO's order on an American passport: its other dates show it, the country's habit does not.
    @Test func theZonesDatesTellTheOrderOfThePrintedOnes() {
        let zone = ZoneWriter(
            format: .td3, issuer: "USA", nationality: "USA", birthDate: "450722", expiryDate: "320308")
        func issue(_ expiry: String) -> Field? {
            let card = words([("22 07 1945", 100, 100), (expiry, 100, 200)])
            return extraction(
                words: card, zoneLines: zoneLines(zone.lines), labelled: ["date_of_issue": printed("09 03 2022")]
            ).fields["date_of_issue"]
        }
        #expect(issue("08 03 2032")?.text == "2022-03-09")
        #expect(issue("03 08 2032")?.text == "2022-09-03")
        let open = issue("none")
        #expect(open?.text != "2022-09-03" || (open?.sureness ?? 1) < 0.9)
    }

    @Test func aLabelIsNoLicenceClass() {
        var card = page(Self.licence)
        for index in card.words.indices where card.words[index].text == "C" { card.words[index].text = "CLASS" }
        #expect(extraction([card]).fields["license_class"] == nil)
    }

    @Test func aLaneIsNoLabelOfTheLastName() {
        let card =
            Self.licence.filter { !["12", "OAK", "LANE"].contains($0.text) || $0.box.y != 300 }
            + words([("1429 GARFIELD LN APT 41", 122, 300)])
        let lines = Dictionary(grouping: card) { $0.box.y }.sorted { $0.key < $1.key }
        let onLines = lines.enumerated().flatMap { line, words in
            words.value.sorted { $0.box.x < $1.box.x }.map { word in
                var word = word
                word.line = line
                return word
            }
        }
        let fields = extraction([page(onLines)]).fields
        #expect(fields["address"]?.text == "1429 GARFIELD LN APT 41, RENO, NV 89501")
        #expect(fields["surname"]?.text == "WINTERS")
    }

    @Test func aClassReadAsOneWordWithItsCaptionIsOne() {
        var card = page(Self.licence)
        card.words = card.words.filter { $0.text != "9" }
        for index in card.words.indices where card.words[index].text == "C" { card.words[index].text = "class-C" }
        #expect(extraction([card]).fields["license_class"]?.text == "C")
    }

    @Test func aLicenceIsKnownByItsNumbersAndDates() {
        #expect(NumberedFields.isLicence(page(Self.licence)))
        let form = words([("4a Exempt payee code", 100, 100), ("4b FATCA code 04/05/2030", 100, 140)])
        #expect(!NumberedFields.isLicence(page(form)))
        let below = words([
            ("4a ISSUE DATE", 100, 100), ("07/31/2019", 100, 140), ("4b EXPIRATION DATE", 600, 100),
            ("06/28/2027", 600, 140),
        ])
        #expect(NumberedFields.isLicence(page(below)))
        let misread = Self.licence.map { word in
            var word = word
            if word.text == "4a" { word.text = "åa" }
            return word
        }
        #expect(NumberedFields.isLicence(page(misread)))
        #expect(!NumberedFields.isLicence(page(misread.filter { $0.text != "DRIVER" })))
    }

    @Test func doubtsANumberWhoseFieldTheCountryDecides() throws {
        let abroad = Self.licence.filter { !["NEVADA", "USA", "NV"].contains($0.text) }
        let number = try #require(extraction([page(abroad)]).fields["document_number"])
        #expect(number.sureness < 0.9)
    }

    @Test func aNextLabelIsNoPartOfAName() {
        var field = printed("WINTERS First and middle names")
        field.raw = "WINTERS\nFirst and middle names"
        #expect(extraction([page([])], labelled: ["surname": field]).fields["surname"]?.text == "WINTERS")
    }

    @Test func doubtsAnAddressWhoseZipCodeBreaksOff() throws {
        let whole = extraction([page([])], labelled: ["address": printed("9 ELM ST, RENO, NV 89501")])
        let broken = extraction([page([])], labelled: ["address": printed("9 ELM ST, RENO, NV 89")])
        #expect(try #require(whole.fields["address"]).sureness > 0.9)
        #expect(try #require(broken.fields["address"]).sureness < 0.9)
    }

    @Test(arguments: ["SPECIMEN", "SPECIMEM", "MUSTER", "VOID"]) func anOverprintMakesASpecimen(text: String) {
        var card = page([])
        card.overprints = [Word(text: text, confidence: 0.6, box: Box(x: 0, y: 0, width: 900, height: 600), line: 0)]
        #expect(extraction([card]).findings.map(\.code) == [.specimen])
        card.overprints[0].text = "SPECIAL"
        #expect(extraction([card]).findings.isEmpty)
    }

    // MARK: - Zones whose print was not read

    private func surname(
        _ format: ZoneFormat, _ name: String, _ nationality: String, _ labelled: [FieldName: Field] = [:]
    ) throws -> Double {
        let lines = ZoneWriter(
            format: format, issuer: nationality, primary: name, nationality: nationality, expiryDate: "320415"
        ).lines
        return try #require(
            extraction(words: [], zoneLines: zoneLines(lines), labelled: labelled).fields["surname"]?.sureness)
    }

    @Test func doubtsAZonesSpellingThatMayStandForAnother() throws {
        #expect(try surname(.td3, "GUENTHER", "USA") < 0.9)
        #expect(try surname(.td3, "TAYLOR", "USA") > 0.9)
        #expect(try surname(.td3, "TAYLOR KING", "USA") < 0.9)
        // A card's back shows no other spelling.
        #expect(try surname(.td1, "GUENTHER", "D") > 0.9)
    }

    @Test(arguments: [false, true]) func doubtsANameThatTwoReadersReadOtherwise(isThere: Bool) throws {
        let lines = ZoneWriter(format: .td3, issuer: "ESP", primary: "PENALVER", nationality: "ESP").lines
        var card = page(words([("PENALVER", 100, 100), ("FES", 100, 140)]), zoneLines: zoneLines(lines))
        for index in card.words.indices where isThere {
            let word = card.words[index]
            card.words[index].readings = [
                Word.Reading(reader: .tesseract, text: word.text, posterior: 0.9),
                Word.Reading(reader: .neural, text: word.text + "É", posterior: 0.9),
            ]
        }
        let fields = extraction(
            [card], labelled: ["surname": printed("PENALVER"), "place_of_birth": printed("FES")]
        ).fields
        #expect((try #require(fields["surname"]).sureness < 0.9) == isThere)
        #expect((try #require(fields["place_of_birth"]).sureness < 0.9) == isThere)
    }

    @Test(arguments: [
        ("KANO", true), ("CÔTE D'OR", true), ("KAN!", false), ("KAN¢", false), ("TAMALE l", false), ("KANO -", true),
        ("TEXAS, U.S.A.", true), ("TEXAS U.S.A.", false),
    ])
    func vouchesForAPlaceOnlyInLetters(place: String, isSure: Bool) throws {
        let lines = ZoneWriter(format: .td3, issuer: "NGA", primary: "TAYLOR", nationality: "NGA").lines
        let card = page(words([(place, 100, 100)]), zoneLines: zoneLines(lines))
        let field = extraction([card], labelled: ["place_of_birth": printed(place)]).fields["place_of_birth"]
        #expect((try #require(field).sureness >= 0.9) == isSure)
    }

    @Test(arguments: [("Document, A7388612", false), ("12 Elm St, Reno, NV 89501", true)])
    func aDocumentsNumberIsNoAddress(address: String, isThere: Bool) throws {
        let lines = ZoneWriter(format: .td3, issuer: "USA", documentNumber: "A7388612", nationality: "USA").lines
        let fields = extraction(
            words: words([("A7388612", 100, 100)]), zoneLines: zoneLines(lines), labelled: ["address": printed(address)]
        ).fields
        #expect((fields["address"] != nil) == isThere)
    }

    /// `ÅSE BRITTA` and `DVOŘÁČEK`, of which letters were lost under marks that touch the caption.
    @Test(arguments: [(100, 100, true), (140, 100, false), (100, 136, false), (100, 420, true)])
    func doubtsANameThatBeginsBesideTheOther(surname: Int, given: Int, areSure: Bool) throws {
        func name(_ text: String, _ x: Int, _ y: Int) -> Field {
            var field = printed(text)
            field.box = Box(x: x, y: y, width: 120, height: 24)
            return field
        }
        let card = page(words([("LIND", surname, 100), ("BRITTA", given, 160)]), zoneLines: [])
        let fields = extraction(
            [card], labelled: ["surname": name("LIND", surname, 100), "given_names": name("BRITTA", given, 160)]
        ).fields
        let confidences = ["surname", "given_names"].compactMap { fields[$0]?.sureness }
        #expect(confidences.count == 2 && (confidences.allSatisfy { $0 > 0.9 }) == areSure)
    }

    /// The name's box has its marks and is higher than what goes on.
    @Test(arguments: [("EK", 200, 100, false), ("EK", 300, 100, true), ("Ek", 200, 100, true), ("EK", 200, 140, true)])
    func doubtsANameBehindWhichCapitalsGoOn(behind: String, x: Int, y: Int, isSure: Bool) throws {
        let card = page(words([("DVOR", 100, 100), (behind, x, y)]), zoneLines: [])
        var field = printed("DVOR")
        field.box = Box(x: 100, y: 86, width: 48, height: 38)
        let surname = extraction([card], labelled: ["surname": field]).fields["surname"]
        #expect((try #require(surname).sureness > 0.9) == isSure)
    }

    /// A speck above or below a capital.
    @Test(arguments: [
        ("MİLEN", "MILEN", "POL", false), ("MİLEN", "MILEN", "TUR", true), ("MİLEN", "MILEN", "AZE", true),
        ("ŞABINE", "SABINE", "AUT", false), ("ŞAHIN", "SAHIN", "TUR", true), ("ŻAK", "ZAK", "POL", true),
        ("FRANÇOIS", "FRANCOIS", "FRA", true), ("ÇARL", "CARL", "USA", false),
    ])
    func believesAMarkLikeASpeckOnlyWhereNamesHaveIt(
        name: String, machine: String, nationality: String, isSure: Bool
    ) throws {
        let lines = ZoneWriter(format: .td3, issuer: nationality, primary: machine, nationality: nationality).lines
        let card = page(words([(name, 100, 100)]), zoneLines: zoneLines(lines))
        let field = extraction([card], labelled: ["surname": printed(name)]).fields["surname"]
        #expect(field?.text == name)
        #expect((try #require(field).sureness >= 0.9) == isSure)
    }

    /// Vietnamese has a dot below any vowel, beside another mark too.
    @Test(arguments: [("VNM", true), ("USA", false)])
    func believesADotBelowInAVietnamesePlaceAlone(nationality: String, isSure: Bool) throws {
        let lines = ZoneWriter(format: .td3, issuer: nationality, primary: "TRAN", nationality: nationality).lines
        let card = page(words([("TRAN", 100, 100), ("CỘNG", 100, 200)]), zoneLines: zoneLines(lines))
        let fields = extraction([card], labelled: ["surname": printed("TRAN"), "place_of_birth": printed("CỘNG")])
            .fields
        #expect((try #require(fields["place_of_birth"]).sureness >= 0.9) == isSure)
    }

    @Test func aGuessedSpellingIsNeverSure() throws {
        #expect(try surname(.td3, "GUENTHER", "D", ["surname": printed("GÜNTHER")]) > 0.95)
        #expect(try surname(.td3, "GUENTHER", "D", ["surname": printed("GUNTHER")]) < 0.9)
    }

    @Test func aLetterReadTwiceIsDoubted() throws {
        #expect(try surname(.td3, "AANGERMARK", "SWE", ["surname": printed("ÅNGERMARK")]) > 0.95)
        #expect(try surname(.td3, "AANGERMARK", "SWE", ["surname": printed("ÂÅNGERMARK")]) < 0.9)
    }

    @Test func aTermOfFifteenYearsConfirmsNothing() throws {
        let lines = ZoneWriter(format: .td3, issuer: "GBR", primary: "TAYLOR", nationality: "GBR", expiryDate: "310801")
            .lines
        let result = extraction(
            words: [], zoneLines: zoneLines(lines), labelled: ["date_of_issue": printed("02 AUG 2016", 0.8)])
        #expect(try #require(result.fields["date_of_issue"]?.sureness) < 0.9)
    }

    @Test func aTermOfWholeYearsConfirmsTheDateOfIssue() throws {
        let lines = ZoneWriter(format: .td3, issuer: "GBR", primary: "TAYLOR", nationality: "GBR", expiryDate: "310801")
            .lines
        func confidence(_ text: String) throws -> Double {
            let result = extraction(
                words: [], zoneLines: zoneLines(lines), labelled: ["date_of_issue": printed(text, 0.8)])
            return try #require(result.fields["date_of_issue"]?.sureness)
        }
        #expect(try confidence("02 AUG 2021") > 0.95)
        #expect(try confidence("12 AUG 2021") < 0.9)
    }

    /// An American passport prints day and month in either order: its term tells which.
    @Test func aTermOfWholeYearsTellsTheOrderOfTheDateOfIssue() throws {
        func issue(_ expiry: String) throws -> Field {
            let lines = ZoneWriter(
                format: .td3, issuer: "USA", primary: "TAYLOR", nationality: "USA", birthDate: "550101",
                expiryDate: expiry
            ).lines
            let result = extraction(
                words: [], zoneLines: zoneLines(lines), labelled: ["date_of_issue": printed("08/07/2023", 0.93)])
            return try #require(result.fields["date_of_issue"])
        }
        #expect(try issue("330707").text == "2023-07-08")
        #expect(try issue("330806").text == "2023-08-07")
        #expect(try issue("330707").sureness > 0.95)
        #expect(try issue("330806").sureness > 0.95)
        #expect(try issue("331224").sureness < 0.9)
    }

    /// A background's lines made a blank or a colon of a point.
    @Test(arguments: ["13 10.2022", "13.10 2022", "13:10.2022", "13:10:2022"])
    func aDateWhosePointsWereMisreadIsOne(text: String) throws {
        let lines = ZoneWriter(
            format: .td3, issuer: "POL", primary: "JANIK", nationality: "POL", birthDate: "740812", expiryDate: "321012"
        ).lines
        let print = words([("Date of issue", 100, 100), (text, 100, 140)])
        let issue = try #require(extraction(words: print, zoneLines: zoneLines(lines)).fields["date_of_issue"])
        #expect(issue.text == "2022-10-13" && issue.sureness > 0.9)
    }

    @Test(arguments: ["12 34 5678", "2:10.2022", "13 10 2022", "113.10 2022", "13.10 20225", "13:10", "13.10 202"])
    func otherFiguresStayAsTheyAre(text: String) { #expect(PrintedDates.evenlyParted(text) == text) }

    /// Accents are no matter of countries, however hardly their print was read.
    @Test func aCountrysCodeIsAsSureAsTheZoneIs() throws {
        let lines = ZoneWriter(format: .td3, issuer: "CAN", primary: "MUNOZ", nationality: "MEX", expiryDate: "321012")
            .lines
        let print = ["issuing_country": printed("CAN", 0.5), "surname": printed("MUNOZ", 0.5)] as [FieldName: Field]
        let fields = extraction(words: [], zoneLines: zoneLines(lines), labelled: print).fields
        #expect((fields["issuing_country"]?.sureness ?? 0) > 0.95)
        #expect((fields["surname"]?.sureness ?? 1) < 0.9)
    }
}
