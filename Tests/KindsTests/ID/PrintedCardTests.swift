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

    /// `GRAND` of `GRAND RAPIDS, MI 49503`.
    @Test(arguments: [("12 OAK LANE, RENO, NV 89501", true), ("12 OAK LANE, RENO", false)])
    func anAmericanAddressWithoutItsEndIsDoubtful(address: String, isWhole: Bool) {
        let card = page(Self.licence.filter { $0.text != "8" })
        let fields = extraction([card], labelled: ["address": printed(address)]).fields
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

    @Test func aGuessedSpellingIsNeverSure() throws {
        #expect(try surname(.td3, "GUENTHER", "D", ["surname": printed("GÜNTHER")]) > 0.95)
        #expect(try surname(.td3, "GUENTHER", "D", ["surname": printed("GUNTHER")]) < 0.9)
    }

    @Test func aTermOfFifteenYearsConfirmsNothing() throws {
        let lines = ZoneWriter(format: .td3, issuer: "GBR", primary: "TAYLOR", nationality: "GBR", expiryDate: "310801")
            .lines
        let result = extraction(
            words: [], zoneLines: zoneLines(lines), labelled: ["date_of_issue": printed("02 AUG 2016", 0.8)])
        #expect(try #require(result.fields["date_of_issue"]?.sureness) < 0.9)
    }

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
