import Kinds
import Model
import Testing

/// What users of other readers reported, each as the document that it happened with.
@Suite struct KnownTrapTests {
    static let chinese = ZoneWriter(
        format: .td3, documentCode: "PO", issuer: "CHN", primary: "ZHENG", secondary: "XIAOLAN",
        documentNumber: "EH1234565", nationality: "CHN", birthDate: "900704", sex: "F", expiryDate: "320415",
        optionalData: "NFNNMMKPLPOKA9")

    static let card = ZoneWriter(
        format: .td1, documentCode: "I", issuer: "FRA", primary: "MARTIN", secondary: "CLAIRE",
        documentNumber: "12AB34567", nationality: "FRA", birthDate: "850412", sex: "F", expiryDate: "320415",
        optionalData: "FIRST", optionalData2: "SECOND")

    func extract(_ lines: [ZoneLine]) -> Extraction { extraction(words: [], zoneLines: lines) }

    /// fastmrz 19: all Chinese passports were refused.
    @Test func aSecondLineWithoutAFillerIsAZone() throws {
        #expect(!Self.chinese.lines[1].contains("<"))
        let fields = extract(zoneLines(Self.chinese.lines)).fields
        #expect(fields["document_number"]?.text == "EH1234565")
        #expect(fields["personal_number"]?.text == "NFNNMMKPLPOKA9")
    }

    /// fastmrz 20 and its code: a card's second optional data were read from its first line.
    @Test func theSecondOptionalDataOfACardAreOnItsSecondLine() throws {
        let zone = try #require(MachineReadableZone(lines: Self.card.lines, asOf: today))
        #expect(zone.optionalData == "FIRST")
        #expect(zone.optionalData2 == "SECOND")
    }

    /// tesseractMRZ 5: a letter O at the beginning of a number became a 0.
    @Test func aLeadingLetterOfANumberStaysOne() throws {
        var writer = ZoneRepairTests.passport
        writer.documentNumber = "O2AB34567"
        let number = extract(zoneLines(writer.lines).misread(1, 0, as: "0", 0.55, or: "O")).fields["document_number"]
        #expect(number?.text == "O2AB34567")
    }

    /// AndroidPassportReader 22: the check digit 0 was read as a letter.
    @Test func aCheckDigitIsNoLetter() throws {
        var writer = ZoneRepairTests.passport
        let digit = try #require(
            (0...99).first { number in
                writer.documentNumber = "12AB345" + (number < 10 ? "0" : "") + String(number)
                return writer.lines[1].dropFirst(9).first == "0"
            })
        writer.documentNumber = "12AB345" + (digit < 10 ? "0" : "") + String(digit)
        let result = extract(zoneLines(writer.lines).misread(1, 9, as: "O", 0.95))
        #expect(result.fields["mrz"]?.value == .list(writer.lines))
        #expect(!result.findings.contains { $0.code == .checkDigitFailed })
    }

    /// gmrtd 404, self 770: one bad character blocked everything.
    @Test func oneBadCharacterLeavesTheOtherFieldsAlone() throws {
        let result = extract(zoneLines(ZoneRepairTests.passport.lines).misread(1, 3, as: "X", 0.98))
        #expect(result.findings.contains { $0.code == .checkDigitFailed && $0.field == "document_number" })
        #expect(result.fields["surname"]?.text == "MARTIN")
        for name in ["date_of_birth", "date_of_expiry"] as [FieldName] {
            #expect((result.fields[name]?.confidence ?? 0) > 0.9)
        }
    }

    /// fastmrz: a date that the calendar does not have ended the program.
    @Test(arguments: ["741301", "740230", "000000"]) func aDateThatIsNoneIsNoField(date: String) throws {
        var writer = ZoneRepairTests.passport
        writer.birthDate = date
        let result = extract(zoneLines(writer.lines))
        #expect(result.fields["date_of_birth"] == nil)
        #expect(result.fields["document_number"]?.text == "12AB34567")
    }

    /// PassportEye 57: fillers read as K, S, G, C, L, X or E.
    @Test(arguments: ["K", "S", "G", "C", "L", "X", "E"]) func aFillerReadAsALetterIsNoName(letter: String) throws {
        let name = ZoneRepairTests.passport.lines[0]
        let lines = zoneLines(ZoneRepairTests.passport.lines)
            .misread(0, name.count - 6, as: letter, 0.7, or: "<").misread(0, name.count - 1, as: letter, 0.7, or: "<")
        let result = extract(lines)
        #expect(result.fields["given_names"]?.text == "CLAIRE LOUISE")
    }

    /// Characters whose values have the same remainder by ten (ICAO 9303 part 3, section 4.9): a check digit is the same
    /// with either.
    static let classes = ["0<AKU", "1BLV", "2CMW", "3DNX", "4EOY", "5FPZ", "6GQ", "7HR", "8IS", "9JT"]
    static let swaps: [(String, String)] = classes.flatMap { members in
        members.flatMap { one in members.filter { $0 != one }.map { (String(one), String($0)) } }
    }

    @Test(arguments: swaps) func swapsWithinAClassAreDoubted(printed: String, other: String) throws {
        var writer = ZoneRepairTests.passport
        writer.documentNumber = "12AB3" + printed + "567"
        let lines = zoneLines(writer.lines).misread(1, 5, as: printed, 0.6, or: other)
        let number = try #require(extract(lines).fields["document_number"])
        #expect(number.confidence < 0.9)
    }

    /// What recognition has no doubt of stays, though another character has the same check digit.
    @Test(arguments: swaps) func aClearCharacterOfAClassStays(printed: String, other: String) throws {
        guard printed != "<" else { return }
        var writer = ZoneRepairTests.passport
        writer.documentNumber = "12AB3" + printed + "567"
        let lines = zoneLines(writer.lines).misread(1, 5, as: printed, 0.99, or: other)
        let number = extract(lines).fields["document_number"]
        #expect(number?.text == writer.documentNumber)
    }

    /// No check digit covers names.
    @Test(arguments: [("I", "1"), ("O", "0"), ("S", "5"), ("B", "8"), ("Z", "2"), ("G", "6"), ("A", "4")])
    func aFigureInANameIsTheLetterThatLooksLikeIt(letter: String, figure: String) throws {
        var writer = ZoneRepairTests.passport
        writer.primary = "MAR" + letter + "TIN"
        let result = extract(zoneLines(writer.lines).misread(0, 8, as: figure, 0.7, or: letter))
        #expect(result.fields["surname"]?.text == writer.primary)
    }

    /// Dates and check digits hold figures alone (ICAO 9303 part 3, section 4.3).
    @Test(arguments: [("0", "O"), ("0", "D"), ("0", "Q"), ("1", "I"), ("1", "L"), ("2", "Z"), ("5", "S"), ("8", "B")])
    func aLetterInADateIsTheFigureThatLooksLikeIt(figure: String, letter: String) throws {
        var writer = ZoneRepairTests.passport
        writer.birthDate = "8" + figure + "0412"
        let result = extract(zoneLines(writer.lines).misread(1, 14, as: letter, 0.8, or: figure))
        #expect(result.fields["mrz"]?.value == .list(writer.lines))
        #expect(result.fields["date_of_birth"]?.text == "198\(figure)-04-12")
    }

    /// V is never the second letter of a card's code (ICAO 9303 part 5, section 4.2.2): a filler that was read as one is a
    /// filler, and where nothing else was seen the code is not believed.
    @Test(arguments: [ZoneFormat.td1, .td2]) func vIsNeverTheSecondLetterOfACardsCode(format: ZoneFormat) throws {
        var writer = Self.card
        writer.format = format
        let mended = extract(zoneLines(writer.lines).misread(0, 1, as: "V", 0.7, or: "<"))
        #expect(mended.fields["mrz"]?.value == .list(writer.lines))
        #expect(mended.fields["document_type"]?.text == "identity_card")
        writer.documentCode = "IV"
        let clear = extract(zoneLines(writer.lines)).fields["document_type"]
        #expect(clear?.text == "identity_card" && (clear?.confidence ?? 1) <= 0.6)
    }

    /// AC is a crew member certificate's alone: no residence permit's, whatever the words say, and for a person to judge.
    @Test func acIsACrewMemberCertificate() throws {
        var writer = Self.card
        writer.documentCode = "AC"
        let texts = words([("RESIDENCE PERMIT", 100, 40)])
        let type = try #require(extraction(words: texts, zoneLines: zoneLines(writer.lines)).fields["document_type"])
        #expect(type.text == "identity_card" && type.confidence <= 0.5)
    }

    /// Nor nationality.
    @Test func aNationalityThatNoListHasIsNotBelieved() throws {
        var writer = ZoneRepairTests.passport
        writer.nationality = "FRZ"
        #expect((extract(zoneLines(writer.lines)).fields["nationality"]?.confidence ?? 0) < 0.9)
    }

    /// Issuer and nationality are under no check digit: a code that no list has is not believed.
    @Test func anIssuerThatNoListHasIsNotBelieved() throws {
        var writer = ZoneRepairTests.passport
        writer.issuer = "FRZ"
        #expect(try #require(extract(zoneLines(writer.lines)).fields["issuing_country"]).confidence < 0.9)
    }

    /// West Virginia's `DDH1131990` (IdParser 20): a date of seven figures is no date, and the rest stays.
    @Test func aDateOfSevenFiguresLeavesTheOtherElementsAlone() throws {
        let payload = try #require(AAMVAPayload(AAMVATests.payload(AAMVATests.elements + ["DDH1131990"])))
        let record = AAMVARecord(payload)
        #expect(record.birthDate?.iso == "1990-07-04" && record.documentNumber == "D1234567")
    }

    /// `NONE` and `unavl` say that there is nothing.
    @Test(arguments: ["NONE", "unavl", "UNAVL", ""]) func whatIsNotThereIsNoValue(text: String) throws {
        let elements = AAMVATests.elements.map { $0.hasPrefix("DAD") ? "DAD" + text : $0 }
        #expect(AAMVARecord(try #require(AAMVAPayload(AAMVATests.payload(elements)))).givenNames == "MARIA")
    }

    /// Editions of the standard: 00 before 2000, 01 of 2000, … 09 of 2016, 10 of 2020 (IdParser 32 has another list).
    @Test(arguments: 0...10) func readsEveryEditionsHeader(version: Int) throws {
        let digits = (version < 10 ? "0" : "") + String(version)
        // Before 2003 there was no version of the jurisdiction.
        let own = version < 2 ? "" : "00"
        let header = "@\n\u{1E}\rANSI 636000\(digits)\(own)02DL00410278ZV03190008"
        let payload = try #require(AAMVAPayload(AAMVATests.payload(header: header)))
        #expect(payload.version == version && payload.subfile == "DL")
        #expect(AAMVARecord(payload).documentNumber == "D1234567")
    }

    /// The card's own class, suffix and second line of the street.
    @Test func takesTheOptionalElements() throws {
        let elements = AAMVATests.elements + ["DAHAPT 4", "DCUJR", "DCINORFOLK"]
        let record = AAMVARecord(try #require(AAMVAPayload(AAMVATests.payload(elements))))
        #expect(record.address == "12 ELM ST, APT 4, RICHMOND, VA 23269")
        #expect(record.suffix == "JR" && record.placeOfBirth == "NORFOLK")
    }

    @Test(arguments: [("636000", "VA"), ("636004", "NC"), ("636010", "FL"), ("636025", "PA"), ("636036", "NJ")])
    func knowsIssuersByTheirNumbers(number: String, region: String) throws {
        let header = "@\n\u{1E}\rANSI \(number)100102DL00410278"
        #expect(AAMVARecord(try #require(AAMVAPayload(AAMVATests.payload(header: header)))).region == region)
    }

    @Test(arguments: [("1", "M"), ("2", "F"), ("9", "X"), ("M", "M"), ("F", "F"), ("0", nil)])
    func readsSexInBothSpellings(code: String, sex: String?) throws {
        let elements = AAMVATests.elements.map { $0 == "DBC2" ? "DBC" + code : $0 }
        #expect(AAMVARecord(try #require(AAMVAPayload(AAMVATests.payload(elements)))).sex == sex)
    }

    /// The compact encoding of ISO/IEC 18013-2 is allowed in the place of the elements: nothing is made up from it.
    @Test func aCompactEncodingGivesNoFields() throws {
        let barcode = Barcode(
            format: "PDF417", text: "\u{01}\u{1F}\u{8A}DUPONT\u{D7}MARIE\u{D7}19850412",
            box: Box(x: 100, y: 600, width: 500, height: 100))
        #expect(extraction([page([], barcodes: [barcode])]).fields.isEmpty)
    }

    /// Offsets, lengths and counts of the header are advice: wrong ones change nothing.
    @Test func wrongOffsetsOfTheHeaderChangeNothing() throws {
        let header = "@\n\u{1E}\rANSI 636000100109DL99990001"
        let record = AAMVARecord(try #require(AAMVAPayload(AAMVATests.payload(header: header))))
        #expect(record.documentNumber == "D1234567" && record.documentType == "driver_license")
    }

    /// Annex A.7.7 of the AAMVA standard: the barcode may hold less of a name than the front prints.
    @Test func aTruncatedBarcodeAgreesWithTheWholeNameOnTheFront() throws {
        let elements = AAMVATests.elements.map { $0 == "DCSDELACRUZ" ? "DCSDELACR" : $0 == "DDEN" ? "DDET" : $0 }
        let barcode = Barcode(
            format: "PDF417", text: AAMVATests.payload(elements), box: Box(x: 100, y: 600, width: 500, height: 100))
        let result = extraction([page([], barcodes: [barcode])], labelled: ["surname": printed("DELACRUZ")])
        #expect(!result.findings.contains { $0.code == .fieldConflict })
        #expect(result.fields["surname"]?.text == "DELACRUZ")
    }

    /// The same annex: blanks beside hyphens go first, then apostrophes, then characters from the right.
    @Test(arguments: [
        ("SMITH-JONES", "SMITH - JONES"), ("ONEILL-FITZGER", "O'NEILL-FITZGERALD"), ("VAN DER MEUL", "VAN DER MEULEN"),
    ])
    func namesShortenedByTheStandardsRuleAgree(encoded: String, front: String) throws {
        let elements = AAMVATests.elements.map { $0 == "DCSDELACRUZ" ? "DCS" + encoded : $0 == "DDEN" ? "DDET" : $0 }
        let barcode = Barcode(
            format: "PDF417", text: AAMVATests.payload(elements), box: Box(x: 100, y: 600, width: 500, height: 100))
        let result = extraction([page([], barcodes: [barcode])], labelled: ["surname": printed(front)])
        #expect(!result.findings.contains { $0.code == .fieldConflict })
    }

    /// The back of a licence of Georgia says so, and means no country.
    @Test func aStateIsNoCountryOfThatName() throws {
        let elements = AAMVATests.elements.map { $0 == "DAJVA" ? "DAJGA" : $0 }
        let barcode = Barcode(
            format: "PDF417", text: AAMVATests.payload(elements, header: "@\n\u{1E}\rANSI 636055100102DL00410278"),
            box: Box(x: 100, y: 100, width: 500, height: 100))
        let back = page(words([("GEORGIA - If found, drop in any mailbox", 60, 460)]), barcodes: [barcode])
        let result = extraction([back])
        #expect(result.fields["issuing_country"]?.text == "USA")
        #expect(!result.findings.contains { $0.code == .fieldConflict })
    }

    /// Front against back: both values and where each stands.
    @Test func aConflictNamesBothValuesAndTheField() throws {
        let barcode = Barcode(
            format: "PDF417", text: AAMVATests.payload(), box: Box(x: 100, y: 600, width: 500, height: 100))
        var front = printed("1991-08-05", 0.97)
        front.box = Box(x: 40, y: 60, width: 120, height: 20)
        let result = extraction([page([], barcodes: [barcode])], labelled: ["date_of_birth": front])
        #expect(result.findings.contains { $0.code == .fieldConflict && $0.field == "date_of_birth" })
        let birth = try #require(result.fields["date_of_birth"])
        #expect(birth.text == "1990-07-04" && birth.box == barcode.box)
        let other = try #require(birth.alternatives.first)
        #expect(other.value == .text("1991-08-05") && other.box == front.box && other.page == 1)
    }

    /// Nobody is born in the future, nor lives 120 years.
    @Test(arguments: ["2027-01-01", "1900-01-01"]) func anImpossibleAgeIsInvalid(birth: String) {
        let result = extraction([page([])], labelled: ["date_of_birth": printed(birth)])
        #expect(result.findings.contains { $0.code == .fieldInvalid && $0.field == "date_of_birth" })
    }
}
