import Kinds
import Model
import Testing

@Suite struct IDExtractorTests {
    static let card = ZoneWriter(
        format: .td1, documentCode: "ID", issuer: "D", primary: "MUELLER", secondary: "JOERG",
        documentNumber: "L01X00T47", nationality: "D", birthDate: "830812", sex: "M", expiryDate: "310801")
    static let licence = Barcode(
        format: "PDF417", text: AAMVATests.payload(), box: Box(x: 100, y: 400, width: 600, height: 150))

    @Test func givesNamesAsPrintedWhereTheZoneAgrees() throws {
        let result = extraction(
            words: [], zoneLines: zoneLines(Self.card.lines),
            labelled: ["surname": printed("Müller"), "given_names": printed("Jörg")])
        let surname = try #require(result.fields["surname"])
        #expect(surname.text == "Müller" && surname.source == .mrz)
        #expect(surname.checks.contains(Check(name: "agreement", passed: true)))
        #expect(result.fields["given_names"]?.text == "Jörg")
        #expect(result.fields["issuing_country"]?.text == "D")
        #expect(result.findings.isEmpty)
    }

    // A card that runs out of the picture with its zone.
    @Test func printBesideAZoneThatIsCutOffIsDoubted() throws {
        let labelled: [FieldName: Field] = ["document_number": printed("734256891"), "surname": printed("MUELLER")]
        let cut = Word(
            text: "IDD<<MUELLER<<JOERG<<<", confidence: 0.9, box: Box(x: 20, y: 500, width: 600, height: 30), line: 9,
            block: 0)
        let doubted = extraction(words: [cut], zoneLines: [], labelled: labelled).fields["document_number"]
        #expect(try #require(doubted?.sureness) <= 0.25)
        let alone = extraction(words: [], zoneLines: [], labelled: labelled).fields["document_number"]
        #expect(try #require(alone?.sureness) > 0.25)
    }

    // Neither tells whether a space or a hyphen stood there.
    @Test func agreementMakesSurer() throws {
        let lines = zoneLines(Self.card.lines, confidence: 0.95)
        let alone = extraction(words: [], zoneLines: lines)
        let both = extraction(words: [], zoneLines: lines, labelled: ["surname": printed("MÜLLER")])
        let before = try #require(alone.fields["surname"]?.sureness)
        let after = try #require(both.fields["surname"]?.sureness)
        #expect(after > before)
    }

    @Test func aClearDifferenceIsAConflict() throws {
        let result = extraction(
            words: [], zoneLines: zoneLines(Self.card.lines), labelled: ["surname": printed("Schneider")])
        let surname = try #require(result.fields["surname"])
        #expect(surname.text == "MUELLER" && surname.sureness <= 0.5)
        #expect(surname.alternatives.contains { $0.value == .text("Schneider") })
        #expect(result.findings.map(\.code) == [.fieldConflict])
    }

    @Test func aSlipOfThePrintIsNone() throws {
        let zone = zoneLines(Self.card.lines)
        let result = extraction(words: [], zoneLines: zone, labelled: ["surname": printed("Muelier", 0.7)])
        #expect(result.findings.isEmpty)
        #expect(result.fields["surname"]?.text == "MUELLER")
        // But whether it is spelled with Ü is not known then.
        #expect((result.fields["surname"]?.sureness ?? 1) < 0.9)
    }

    /// A speck beside a letter, and a gap beside a hyphen; with a zone and without.
    @Test(arguments: ["HARLOW:-TILDEN", "HARLOW- TILDEN", "HARLOW - TILDEN"])
    func whatNoNameHasIsNotTakenFromThePrint(print: String) {
        let lines = ZoneWriter(format: .td3, primary: "HARLOW TILDEN").lines
        for zone in [zoneLines(lines), []] {
            let result = extraction(words: [], zoneLines: zone, labelled: ["surname": printed(print, 0.97)])
            #expect(result.fields["surname"]?.text == "HARLOW-TILDEN")
        }
    }

    @Test func datesAgreeInAnyPrintedOrder() throws {
        for text in ["12.08.1983", "12 AUG/AOÛT 1983", "12 08 1983", "1983-08-12"] {
            let result = extraction(
                words: [], zoneLines: zoneLines(Self.card.lines), labelled: ["date_of_birth": printed(text)])
            #expect(result.fields["date_of_birth"]?.text == "1983-08-12")
            #expect(
                result.fields["date_of_birth"]?.checks.contains(Check(name: "agreement", passed: true)) == true)
        }
    }

    @Test func thePrintedYearDecidesTheCentury() throws {
        var card = Self.card
        card.birthDate = "230812"
        let result = extraction(
            words: [], zoneLines: zoneLines(card.lines), labelled: ["date_of_birth": printed("12.08.1923")])
        #expect(result.fields["date_of_birth"]?.text == "1923-08-12")
    }

    @Test func aMisreadCenturyIsNoCentury() throws {
        let result = extraction(
            words: [], zoneLines: zoneLines(Self.card.lines), labelled: ["date_of_birth": printed("12 08 1283")])
        #expect(result.fields["date_of_birth"]?.text == "1983-08-12")
    }

    /// Where the caption over the date of expiry was not read, it may seem to stand under the other's.
    @Test func theDateOfExpiryIsNoDateOfIssue() throws {
        let result = extraction(
            words: [], zoneLines: zoneLines(Self.card.lines), labelled: ["date_of_issue": printed("01 08 2031")])
        #expect(result.fields["date_of_issue"] == nil)
        #expect(result.fields["date_of_expiry"]?.text == "2031-08-01")
        let print = extraction(
            words: [], zoneLines: [],
            labelled: ["date_of_issue": printed("01 08 2031"), "date_of_expiry": printed("01 08 2031")])
        #expect((print.fields["date_of_expiry"]?.sureness ?? 1) <= 0.5)
    }

    @Test func aPrintedDateWithoutItsDayIsDoubted() throws {
        let result = extraction(
            words: [], zoneLines: zoneLines(Self.card.lines), labelled: ["date_of_issue": printed("Apr 2020")])
        #expect((result.fields["date_of_issue"]?.sureness ?? 0) < 0.9)
    }

    @Test func aGapThatTheZoneHasNotIsNoneInTheName() throws {
        let lines = ZoneWriter(format: .td3, issuer: "ESP", primary: "CASTANEDA", nationality: "ESP").lines
        for text in ["CASTAÑ EDA", "CASTAÑEDA"] {
            let labelled = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed(text)])
            #expect(labelled.fields["surname"]?.text == "CASTAÑEDA")
            // Where the print shows a gap, somebody looks.
            #expect((labelled.fields["surname"]?.sureness ?? 0 > 0.9) == (text == "CASTAÑEDA"))
        }
        let particles = ZoneWriter(format: .td3, issuer: "ESP", primary: "DE LA CRUZ", nationality: "ESP").lines
        let result = extraction(
            words: [], zoneLines: zoneLines(particles), labelled: ["surname": printed("DE LA CRUZ")])
        #expect(result.fields["surname"]?.text == "DE LA CRUZ" && result.fields["surname"]?.sureness ?? 0 > 0.9)
    }

    // The zone has a space for the hyphen: as many as the print, which has one where none belongs.
    @Test func aGapBehindAHyphenIsNoneInTheName() throws {
        let lines = ZoneWriter(format: .td3, issuer: "FRA", primary: "GARCONNET DELACOMBE", nationality: "FRA").lines
        for text in ["GARÇONNET-DELACOM BE", "GARÇONNET-DELACOMBE"] {
            let result = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed(text)])
            #expect(result.fields["surname"]?.text == "GARÇONNET-DELACOMBE")
            #expect((result.fields["surname"]?.sureness ?? 0 > 0.9) == (text == "GARÇONNET-DELACOMBE"))
        }
    }

    /// Whether the print has GAEL or GAËL is open; the zone's lines say the same either way.
    @Test func linesOfAZoneAreSureWhereOnlyTheMarkOfANameIsNot() {
        let lines = ZoneWriter(format: .td3, issuer: "CHE", primary: "CHATELARD", secondary: "GAEL", nationality: "CHE")
            .lines
        let result = extraction(
            words: [], zoneLines: zoneLines(lines),
            labelled: ["surname": printed("CHATELARD", 0.97), "given_names": printed("GAËL", 0.6)])
        #expect(result.fields["given_names"]?.sureness ?? 1 <= 0.4)
        #expect(result.fields["mrz"]?.sureness ?? 0 > 0.9)
    }

    /// A zone's names have no check digits, and its lines are no surer than the names in them.
    @Test(arguments: [("LEDESMA", false), ("LEOESMA", true)])
    func aNameThatIsPrintedWithALookAlikeIsDoubted(zone: String, isDoubtful: Bool) throws {
        let lines = ZoneWriter(format: .td3, issuer: "ESP", primary: zone, nationality: "ESP").lines
        let result = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed("LEDESMA", 0.92)])
        for name in ["surname", "mrz"] as [FieldName] {
            #expect((result.fields[name]?.sureness ?? 0 <= 0.5) == isDoubtful)
        }
    }

    /// A caption's descender over a letter looks like an accent, and the zone cannot tell.
    @Test func marksThatWereHardlyReadAreDoubted() throws {
        let lines = ZoneWriter(format: .td3, issuer: "MEX", primary: "QUINTERO", nationality: "MEX").lines
        let labelled = extraction(
            words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed("QÜINTERO", 0.8)])
        #expect((labelled.fields["surname"]?.sureness ?? 1) < 0.9)
        let found = extraction(
            words: words([("QÜINTERO", 100, 100)], confidence: 0.85), zoneLines: zoneLines(lines))
        #expect((found.fields["surname"]?.sureness ?? 1) < 0.9)
    }

    @Test func findsTheMachinesValueWhereNoLabelIs() throws {
        let words = words([("MÜLLER", 100, 100), ("JÖRG", 100, 140), ("12.08.1983", 100, 180)])
        let result = extraction(words: words, zoneLines: zoneLines(Self.card.lines))
        #expect(result.fields["surname"]?.text == "MÜLLER")
        #expect(
            result.fields["date_of_birth"]?.checks.contains(Check(name: "agreement", passed: true)) == true)
    }

    // A number that the print does not confirm to the letter may have been altered on one side.
    @Test(arguments: [("L01X00T47", true), ("L01X00T41", false), ("L01X000T47Z", false), (nil, false)])
    func whatPrintThatTellsTheRestDoesNotConfirmIsDoubted(number: String?, isSure: Bool) throws {
        var labelled = ["surname": printed("MÜLLER"), "given_names": printed("JÖRG")] as [FieldName: Field]
        labelled["date_of_birth"] = printed("12.08.1983")
        labelled["document_number"] = number.map { printed($0, 0.85) }
        let zone = zoneLines(Self.card.lines)
        let field = extraction(words: [], zoneLines: zone, labelled: labelled).fields["document_number"]
        #expect((try #require(field?.sureness) > 0.5) == isSure)
        // A back has little print.
        let alone = extraction(words: [], zoneLines: zone, labelled: labelled.filter { $0.key == "document_number" })
        #expect(try #require(alone.fields["document_number"]?.sureness) > 0.5)
    }

    @Test func readsFrontAndBackAsOneDocument() throws {
        let front = page(words([("Personalausweis", 100, 40)]))
        let back = page([], zoneLines: zoneLines(Self.card.lines), index: 2)
        let result = extraction([front, back], labelled: ["date_of_issue": printed("02.08.2021")])
        #expect(result.fields["document_type"]?.text == "identity_card")
        #expect(result.fields["document_number"]?.page == 2)
        #expect(result.fields["date_of_issue"]?.text == "2021-08-02")
    }

    // MARK: Marks on letters

    @Test(arguments: [
        ("JURGINE", "JUERGINE", "D", "JÜRGINE"), ("Zollner", "ZOELLNER", "AUT", "Zöllner"),
        ("BRATHEN", "BRAATHEN", "NOR", "BRÅTHEN"), ("SOREN", "SOEREN", "DNK", "SØREN"),
        ("Soren", "SOEREN", "SWE", "Sören"),
    ]) func restoresMarksThatTheZoneSpellsOut(read: String, zone: String, nationality: String, name: String) throws {
        let lines = ZoneWriter(format: .td3, issuer: nationality, primary: zone, nationality: nationality).lines
        let result = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed(read)])
        #expect(result.fields["surname"]?.text == name)
        #expect(!result.findings.contains { $0.code == .fieldConflict })
    }

    /// The front says KJÆRGÅRD; where it could not be read, the zone's spelling is none to accept.
    @Test func aFrontThatWasNotReadLeavesTheSpellingOpen() throws {
        let zone = zoneLines(
            ZoneWriter(format: .td1, issuer: "SWE", primary: "KJAERGAARD", nationality: "SWE").lines)
        let both = extraction([page(words([("SVERIGE", 100, 40)])), page([], zoneLines: zone, index: 2)])
        #expect(try #require(both.fields["surname"]).sureness < 0.9)
        let back = extraction([page([], zoneLines: zone)])
        #expect(try #require(back.fields["surname"]).sureness > 0.9)
    }

    @Test func doubtsWhetherANordicLetterIsStroked() throws {
        let lines = ZoneWriter(format: .td3, issuer: "SWE", primary: "SOERBYE", nationality: "SWE").lines
        let result = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed("SORBYE")])
        #expect((result.fields["surname"]?.sureness ?? 1) < 0.9)
    }

    @Test func leavesSpecksOutOfNames() throws {
        let lines = ZoneWriter(format: .td3, issuer: "NGA", primary: "OKONJO", nationality: "NGA").lines
        for text in ["' OKONJO", "OKONJO ’", "“OKONJO"] {
            let labelled = extraction(words: [], zoneLines: zoneLines(lines), labelled: ["surname": printed(text)])
            #expect(labelled.fields["surname"]?.text == "OKONJO")
            let found = extraction(words: words([(text, 100, 100)]), zoneLines: zoneLines(lines))
            #expect(found.fields["surname"]?.text == "OKONJO")
        }
    }

    @Test func doubtsPlainNamesWhereMarksAreUsual() throws {
        func confidence(_ nationality: String, _ labelled: [FieldName: Field]) throws -> Double {
            let lines = ZoneWriter(
                format: .td3, issuer: nationality, primary: "CASTANEDA", nationality: nationality, expiryDate: "320415"
            ).lines
            let result = extraction(words: [], zoneLines: zoneLines(lines), labelled: labelled)
            return try #require(result.fields["surname"]?.sureness)
        }
        #expect(try confidence("ESP", ["surname": printed("CASTANEDA", 0.5)]) < 0.9)
        #expect(try confidence("ESP", ["surname": printed("CASTANEDA")]) > 0.95)
        #expect(try confidence("ESP", ["surname": printed("CASTAÑEDA")]) > 0.95)
        #expect(try confidence("ESP", [:]) < 0.9)
        #expect(try confidence("GBR", [:]) > 0.95)
    }

    @Test(arguments: [("CIEN,", true), ("PECIM", true), ("SPEC", true), ("IARE", false), ("MEN", false)])
    func halfOfAnOverprintIsOneStill(text: String, isMark: Bool) {
        var marked = page([], zoneLines: zoneLines(Self.card.lines))
        marked.overprints = [Word(text: text, confidence: 0.5, box: Box(x: 0, y: 0, width: 9, height: 9), line: 0)]
        #expect(extraction([marked]).findings.contains { $0.code == .specimen } == isMark)
    }

    // MARK: Dates without labels

    @Test func knowsTheDateOfIssueByItsTerm() throws {
        let zone = zoneLines(Self.card.lines)
        let term = extraction(words: words([("02.08.2021 LYON", 100, 180)]), zoneLines: zone)
        #expect(term.fields["date_of_issue"]?.text == "2021-08-02")
        #expect((term.fields["date_of_issue"]?.sureness ?? 0) > 0.9)
        let other = extraction(words: words([("17.05.2021", 100, 180)]), zoneLines: zone)
        #expect((other.fields["date_of_issue"]?.sureness ?? 1) < 0.9)
        let two = extraction(words: words([("17.05.2021", 100, 180), ("18.05.2022", 100, 220)]), zoneLines: zone)
        #expect(two.fields["date_of_issue"] == nil)
    }

    @Test(arguments: [
        ("13319930", true), ("0A462334", true), ("D1234567", false), ("58866939", false), ("L01X00T47", true),
    ])
    func doubtsPrintedNumbersOfLookAlikes(number: String, doubtful: Bool) throws {
        let result = extraction([page([])], labelled: ["document_number": printed(number)])
        #expect(((result.fields["document_number"]?.sureness ?? 1) < 0.9) == doubtful)
    }

    // MARK: Barcode

    @Test func readsALicenceByItsBarcode() throws {
        let result = extraction([page([], barcodes: [Self.licence])])
        #expect(result.fields["document_type"]?.text == "driver_license")
        #expect(result.fields["issuing_region"]?.text == "VA" && result.fields["issuing_country"]?.text == "USA")
        #expect(result.fields["surname"]?.text == "DELACRUZ" && result.fields["surname"]?.source == .barcode)
        #expect(result.fields["license_class"]?.text == "C")
        #expect(result.findings.isEmpty)
    }

    @Test func holdsTheBarcodeAgainstTheFront() throws {
        let front = page(words([("DL D7654321", 100, 100)]))
        let back = page([], barcodes: [Self.licence], index: 2)
        let result = extraction([front, back], labelled: ["document_number": printed("D7654321")])
        #expect(result.findings.map(\.code) == [.fieldConflict])
        #expect(result.fields["document_number"]?.text == "D1234567")
    }

    // MARK: Print alone

    @Test func readsNumberedFields() throws {
        let words = words([
            ("DRIVING LICENCE", 300, 40), ("1. SANTOS", 300, 100), ("2. MIGUEL ANGEL", 300, 140),
            ("3. 04.07.1990 LEEDS", 300, 180), ("4a. 15.03.2022 4c. DVLA", 300, 220), ("4b. 14.03.2032", 300, 260),
            ("5. SANTO907040MA9XY", 300, 300),
        ])
        let result = extraction([page(words)])
        #expect(result.fields["document_type"]?.text == "driver_license")
        #expect(result.fields["surname"]?.text == "SANTOS")
        #expect(result.fields["given_names"]?.text == "MIGUEL ANGEL")
        #expect(result.fields["document_number"]?.text == "SANTO907040MA9XY")
        #expect(result.fields["date_of_issue"]?.text == "2022-03-15")
        #expect(result.fields["date_of_expiry"]?.text == "2032-03-14")
    }

    @Test func anAmbiguousDateIsDoubtful() throws {
        let result = extraction([page([])], labelled: ["date_of_birth": printed("03/04/1990")])
        #expect((result.fields["date_of_birth"]?.sureness ?? 1) < 0.9)
    }

    @Test func knowsTheStateOfALicence() throws {
        let words = words([("WEST VIRGINIA", 300, 40), ("DRIVER'S LICENSE", 300, 80)])
        let result = extraction([page(words)], labelled: ["date_of_birth": printed("03/04/1990")])
        #expect(result.fields["issuing_region"]?.text == "WV" && result.fields["issuing_country"]?.text == "USA")
        #expect(result.fields["date_of_birth"]?.text == "1990-03-04")
        #expect((result.fields["date_of_birth"]?.sureness ?? 0) > 0.8)
    }

    /// A card of the United States whose authority is "MAINE U.S.A." is none of Maine's.
    @Test func anAuthorityIsNoState() throws {
        let words = words([("IDENTITY CARD", 300, 40), ("Authority", 100, 300), ("MAINE U.S.A.", 100, 340)])
        var authority = printed("MAINE U.S.A.")
        authority.box = Box(x: 100, y: 340, width: 170, height: 24)
        #expect(extraction([page(words)]).fields["issuing_region"]?.text == "ME")
        #expect(extraction([page(words)], labelled: ["authority": authority]).fields["issuing_region"] == nil)
    }

    /// A line of the background over `DELACRUZ`.
    @Test func aMarkOnAnAmericanLicenceIsDoubted() throws {
        let front = page(words([("DRIVER'S LICENSE", 300, 40), ("VIRGINIA USA", 300, 80)]))
        let back = page([], barcodes: [Self.licence], index: 2)
        let both = extraction([front, back], labelled: ["surname": printed("DEĽACRUZ")]).fields["surname"]
        #expect(both?.text == "DELACRUZ" && (both?.sureness ?? 1) <= 0.4)
        let alone = extraction([front], labelled: ["surname": printed("DEĽACRUZ")]).fields["surname"]
        #expect((alone?.sureness ?? 1) <= 0.4)
        let plain = extraction([front, back], labelled: ["surname": printed("DELACRUZ")]).fields["surname"]
        #expect((plain?.sureness ?? 0) > 0.9)
    }

    // MARK: Findings

    func findings(_ labelled: [FieldName: Field]) -> [ReasonCode] {
        extraction([page([])], labelled: labelled).findings.map(\.code)
    }

    @Test func findsWhatTheDatesSay() {
        #expect(findings(["date_of_expiry": printed("2026-11-20")]) == [.expired])
        #expect(findings(["date_of_expiry": printed("2026-11-21")]).isEmpty)
        #expect(findings(["date_of_issue": printed("2026-11-22")]) == [.notYetValid])
        #expect(
            findings(["date_of_birth": printed("2001-05-05"), "date_of_issue": printed("1999-01-01")]) == [
                .fieldInvalid
            ])
        #expect(
            findings(["date_of_issue": printed("2022-01-01"), "date_of_expiry": printed("2021-01-01")])
                == [.expired, .fieldInvalid])
    }

    @Test func findsSpecimens() {
        let marked = extraction([page(words([("SPECIMEN", 300, 300)]))])
        #expect(marked.findings.map(\.code) == [.specimen])
        let named = extraction([page(words([("SAMPLE", 300, 300)]))], labelled: ["surname": printed("SAMPLE")])
        #expect(named.findings.isEmpty)
        let utopian = extraction(
            words: [], zoneLines: zoneLines(ZoneWriter(format: .td3).lines))
        #expect(utopian.findings.map(\.code) == [.specimen])
    }

    @Test func saysNothingOfAnEmptyPage() {
        let result = extraction([page([])])
        #expect(result.fields.isEmpty && result.findings.isEmpty)
    }
}
