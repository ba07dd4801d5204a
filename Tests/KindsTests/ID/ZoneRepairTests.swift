import Kinds
import Model
import Testing

/// Lines of a zone as recognition would give them.
func zoneLines(_ lines: [String], confidence: Double = 0.9996) -> [ZoneLine] {
    lines.enumerated().map { row, text in
        let characters = text.enumerated().map { column, character in
            ZoneCharacter(
                text: String(character), confidence: confidence,
                box: Box(x: 60 + column * 20, y: 500 + row * 40, width: 16, height: 24))
        }
        return ZoneLine(
            characters: characters, box: Box(x: 60, y: 500 + row * 40, width: text.count * 20, height: 24))
    }
}

extension [ZoneLine] {
    /// With a character misread: how sure recognition is of it, and what else it considered.
    func misread(_ line: Int, _ column: Int, as text: String, _ confidence: Double, or other: String? = nil) -> Self {
        var lines = self
        lines[line].characters[column].text = text
        lines[line].characters[column].confidence = confidence
        lines[line].characters[column].alternatives = other.map { [.init(text: $0, confidence: 1 - confidence)] } ?? []
        return lines
    }
}

@Suite struct ZoneRepairTests {
    static let passport = ZoneWriter(
        format: .td3, issuer: "FRA", primary: "MARTIN", secondary: "CLAIRE LOUISE", documentNumber: "12AB34567",
        nationality: "FRA", birthDate: "850412", sex: "F", expiryDate: "320415")

    func extract(_ lines: [ZoneLine], words: [Word] = []) -> Extraction { extraction(words: words, zoneLines: lines) }

    @Test func readsACleanZoneSurely() throws {
        let result = extract(zoneLines(Self.passport.lines))
        #expect(result.fields["document_number"]?.text == "12AB34567")
        #expect(result.fields["surname"]?.text == "MARTIN")
        #expect(result.fields["given_names"]?.text == "CLAIRE LOUISE")
        #expect(result.fields["issuing_country"]?.text == "FRA")
        #expect(result.fields["date_of_birth"]?.text == "1985-04-12")
        #expect(result.fields["date_of_expiry"]?.text == "2032-04-15")
        #expect(result.fields["sex"]?.text == "F")
        #expect(result.fields["document_type"]?.text == "passport")
        #expect(result.fields["mrz"]?.value == .list(Self.passport.lines))
        #expect(result.fields["personal_number"] == nil)
        #expect(result.findings.isEmpty)
        for name in ["document_number", "date_of_birth", "date_of_expiry", "issuing_country"] as [FieldName] {
            #expect((result.fields[name]?.sureness ?? 0) > 0.95)
        }
    }

    @Test func takesTheAlternativeThatTheCheckDigitConfirms() throws {
        let lines = zoneLines(Self.passport.lines).misread(1, 0, as: "I", 0.6, or: "1")
            .misread(1, 14, as: "S", 0.9, or: "5")
        let result = extract(lines)
        #expect(result.fields["document_number"]?.text == "12AB34567")
        #expect(result.fields["date_of_birth"]?.text == "1985-04-12")
        #expect((result.fields["document_number"]?.sureness ?? 0) > 0.9)
        #expect(result.fields["mrz"]?.value == .list(Self.passport.lines))
        #expect(result.findings.isEmpty)
    }

    /// The check digit knows what would be right; no reader saw it.
    @Test func inventsNoCharacterThatNoReaderSaw() throws {
        let result = extract(zoneLines(Self.passport.lines).misread(1, 3, as: "H", 0.6))
        let field = try #require(result.fields["document_number"])
        #expect(([field.value] + field.alternatives.map(\.value)).allSatisfy { $0 == .text("12AH34567") })
        #expect(field.sureness < 0.9)
    }

    @Test func keepsAWrongDigitThatIsPrintedClearly() throws {
        var lines = Self.passport.lines
        let digit = try #require(lines[1].dropFirst(9).first)
        let wrong = digit == "7" ? "4" : "7"
        lines[1] = String(lines[1].prefix(9)) + wrong + String(lines[1].dropFirst(10))
        let result = extract(zoneLines(lines))
        #expect(result.fields["mrz"]?.value == .list(lines))
        #expect(result.fields["document_number"]?.text == "12AB34567")
        #expect(result.fields["document_number"]?.checks.contains(Check(name: "check_digit", passed: false)) == true)
        #expect((result.fields["document_number"]?.sureness ?? 1) < 0.9)
        #expect(result.findings.contains { $0.code == .checkDigitFailed && $0.field == "document_number" })
    }

    /// B and L have values that are equal modulo 10: no check digit tells them apart.
    @Test func doubtsSwapsThatCheckDigitsCannotSee() throws {
        let result = extract(zoneLines(Self.passport.lines).misread(1, 3, as: "L", 0.55, or: "B"))
        let field = try #require(result.fields["document_number"])
        #expect(field.sureness < 0.7)
        #expect(!field.alternatives.isEmpty)
        let clear = extract(zoneLines(Self.passport.lines).misread(1, 3, as: "B", 0.99, or: "L"))
        #expect((clear.fields["document_number"]?.sureness ?? 0) > 0.9)
    }

    /// Two letters O for zeros leave the check digit as it is, and print shows both alike.
    @Test(arguments: [("C857O2O63", 0.55, false), ("C857O2O63", 0.99, true)])
    func printDoesNotTellAnOFromAZero(number: String, sureness: Double, isSure: Bool) throws {
        let passport = ZoneWriter(format: .td3, issuer: "D", documentNumber: number, nationality: "D")
        let lines = zoneLines(passport.lines).misread(1, 4, as: "0", sureness, or: "O").misread(
            1, 6, as: "0", sureness, or: "O")
        let result = extraction(
            words: words([("C85702063", 100, 100)]), zoneLines: lines,
            labelled: ["document_number": printed("C85702063")])
        let field = try #require(result.fields["document_number"])
        #expect(field.text == "C85702063" && (field.sureness > 0.9) == isSure)
        let alone = try #require(extraction(words: [], zoneLines: lines).fields["document_number"])
        #expect((alone.sureness > 0.9) == isSure)
    }

    /// Nothing but print tells what a visa's issuer added.
    @Test func believesNoLookAlikesThatNoCheckDigitCovers() throws {
        let plain = ZoneWriter(format: .mrvA, documentCode: "V", issuer: "FRA", nationality: "FRA")
        var visa = plain
        visa.optionalData = "8150O2511"
        let (sure, doubted) = (extract(zoneLines(plain.lines)).fields, extract(zoneLines(visa.lines)).fields)
        #expect(try #require(sure["mrz"]).sureness > 0.95)
        let zone = try #require(doubted["mrz"])
        #expect(zone.sureness < 0.9 && zone.checks.isEmpty)
        #expect(try #require(doubted["document_number"]).sureness > 0.95)
    }

    // In a face whose 0 is an O; J satisfies the check digit, too.
    @Test(arguments: [("I", "J"), ("J", "I")]) func doubtsANumberThatARunOfLookAlikesMends(
        read: String, other: String
    ) throws {
        let card = ZoneWriter(format: .td1, issuer: "CAN", documentNumber: "DN011752", nationality: "CAN")
        let lines = zoneLines(card.lines).misread(0, 7, as: "O", 0.99).misread(0, 8, as: read, 0.6, or: other)
        let number = try #require(extract(lines).fields["document_number"])
        #expect(number.sureness < 0.6)
        #expect(([number.value] + number.alternatives.map(\.value)).contains(.text("DN011752")))
    }

    @Test func countsNoUncheckedCharacterAsSureThatRecognitionDoubts() throws {
        let result = extract(zoneLines(Self.passport.lines).misread(0, 6, as: "H", 0.5, or: "A"))
        #expect((result.fields["surname"]?.sureness ?? 1) < 0.6)
    }

    @Test func mendsCodesByTheList() throws {
        let result = extract(zoneLines(Self.passport.lines).misread(0, 2, as: "P", 0.6, or: "F"))
        #expect(result.fields["issuing_country"]?.text == "FRA")
    }

    @Test func noCodeIsSureThatNoListHas() throws {
        // FRA read as FBA, however clearly.
        let lines = Self.passport.lines.map { $0.replacing("FRA", with: "FBA") }
        let fields = extract(zoneLines(lines)).fields
        #expect(try #require(fields["issuing_country"]).sureness < 0.9)
        #expect(try #require(fields["nationality"]).sureness < 0.9)
        #expect(try #require(fields["mrz"]).sureness < 0.9)
    }

    @Test func takesLettersAmongTheFillersForFillers() throws {
        let lines = zoneLines(Self.passport.lines).misread(0, 38, as: "K", 0.7, or: "<")
        #expect(extract(lines).fields["given_names"]?.text == "CLAIRE LOUISE")
    }

    @Test(arguments: [1, 2]) func mendsTheLengthOfARunOfFillers(excess: Int) throws {
        var lines = Self.passport.lines
        lines[1] = lines[1].prefix(30) + String(repeating: "<", count: excess) + lines[1].dropFirst(30)
        let result = extract(zoneLines(lines))
        #expect(result.fields["mrz"]?.value == .list(Self.passport.lines))
        #expect(result.fields["date_of_birth"]?.text == "1985-04-12")
    }

    @Test func leavesOutAnInventedCharacter() throws {
        var lines = zoneLines(Self.passport.lines)
        var invented = lines[1].characters[11]
        invented.text = "0"
        invented.confidence = 0.8
        lines[1].characters.insert(invented, at: 12)
        let result = extract(lines)
        #expect(result.fields["mrz"]?.value == .list(Self.passport.lines))
        #expect(result.fields["date_of_birth"]?.text == "1985-04-12")
    }

    /// Where it stood, nobody knows.
    @Test(arguments: [0, 1]) func makesNoZoneOfALineThatLostACharacter(line: Int) throws {
        var lines = Self.passport.lines
        lines[line].remove(at: lines[line].index(lines[line].startIndex, offsetBy: 38))
        #expect(extract(zoneLines(lines)).fields.isEmpty)
    }

    /// Whatever one character is misread as, and however surely: no value is both wrong and confident, unless its
    /// character was sure and no check digit stands over it or sees the swap.
    @Test(arguments: ZoneFormat.allCases) func noMisreadDigitIsBelievedAgainstItsCheckDigit(format: ZoneFormat) throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20 {
            let written = MachineReadableZoneTests.random(format, &generator)
            for (element, name) in [
                (ZoneElement.birthDate, FieldName("date_of_birth")), (.expiryDate, "date_of_expiry"),
            ] {
                let span = try #require(format.span(of: element))
                let column = try #require(span.columns.randomElement(using: &generator))
                let truth = try #require(extract(zoneLines(written.lines)).fields[name])
                let old = String(Array(written.lines[span.line])[column])
                let other = generator.text("0123456789", count: 1)
                if other == old { continue }
                let result = extract(zoneLines(written.lines).misread(span.line, column, as: other, 0.9, or: old))
                let field = try #require(result.fields[name])
                #expect(field.value == truth.value || field.sureness < 0.9)
            }
        }
    }
}
