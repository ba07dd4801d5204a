import Kinds
import Model
import Testing

private let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
private let digits = "0123456789"

@Suite struct MachineReadableZoneTests {
    static let asOf = today

    func parse(_ lines: String...) throws -> MachineReadableZone {
        try #require(MachineReadableZone(lines: lines, asOf: Self.asOf))
    }

    // MARK: Examples of ICAO Doc 9303

    @Test func checkDigitsOfTheStandard() {
        #expect(CheckDigit.compute("520727") == 3)
        #expect(CheckDigit.compute("AB2134<<<") == 5)
        #expect(CheckDigit.compute("D23145890734") == 9)
        #expect(CheckDigit.compute("ab") == nil)
    }

    @Test func readsAPassport() throws {
        let zone = try parse(
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
        #expect(zone.format == .td3)
        #expect(zone.documentCode == "P" && zone.issuer == "UTO" && zone.nationality == "UTO")
        #expect(zone.name.primary == "ERIKSSON" && zone.name.secondary == "ANNA MARIA" && !zone.name.mayBeTruncated)
        #expect(zone.documentNumber == "L898902C3")
        #expect(zone.birthDate?.iso == "1974-08-12" && zone.expiryDate?.iso == "2012-04-15" && zone.sex == "F")
        #expect(zone.optionalData == "ZE184226B")
        #expect(zone.allChecksPass && zone.checks.count == 5)
    }

    @Test func readsATD1Card() throws {
        let zone = try parse(
            "I<YTOD231458907<<<<<<<<<<<<<<<", "3407127M9507122YTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<")
        #expect(zone.format == .td1)
        #expect(zone.documentNumber == "D23145890" && zone.optionalData.isEmpty)
        #expect(zone.birthDate?.iso == "1934-07-12" && zone.expiryDate?.iso == "1995-07-12" && zone.sex == "M")
        #expect(zone.name.primary == "STEVENSON" && zone.name.secondary == "PETER JOHN")
        #expect(zone.allChecksPass && zone.checks.count == 4)
    }

    @Test func readsALongDocumentNumber() throws {
        let zone = try parse(
            "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<")
        #expect(zone.documentNumber == "D23145890734")
        #expect(zone.optionalData.isEmpty)
        #expect(zone.allChecksPass)
    }

    @Test(arguments: [
        ("HA672242<6YTO5802254M9601086<<<<<<<<<<<<<<08", ZoneFormat.td3),
        ("HA672242<6YTO5802254M9601086<<<<<<<8", .td2),
    ]) func readsSecondLinesOfTheStandard(line: String, format: ZoneFormat) throws {
        let first = (format == .td3 ? "P" : "I") + "<YTOSMITH<<JOHN"
        let zone = try parse(first + String(repeating: "<", count: line.count - first.count), line)
        #expect(zone.format == format)
        #expect(zone.documentNumber == "HA672242" && zone.sex == "M")
        #expect(zone.birthDate?.iso == "1958-02-25" && zone.expiryDate?.iso == "1996-01-08")
        #expect(zone.allChecksPass)
    }

    @Test func readsAVisa() throws {
        let zone = try parse(
            "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C<3UTO6908061F9406236ZE184226B<<<<<<<")
        #expect(zone.format == .mrvA)
        #expect(zone.documentNumber == "L898902C" && zone.optionalData == "ZE184226B")
        #expect(zone.allChecksPass && zone.checks.count == 3)
    }

    // MARK: Special cases

    @Test func acceptsBothWaysToLeaveThePersonalNumberEmpty() throws {
        let first = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        for check in ["0", "<"] {
            let zone = try parse(first, "HA672242<6UTO5802254M9601086<<<<<<<<<<<<<<\(check)8")
            #expect(zone.check(.optionalData)?.passed == true)
            #expect(zone.optionalData.isEmpty)
            #expect(zone.allChecksPass)
        }
    }

    @Test(arguments: [("7408<<", "1974-08"), ("74<<<<", "1974"), ("<<<<<<", nil), ("741301", nil), ("740230", nil)])
    func readsBirthDatesWithUnknownParts(written: String, iso: String?) throws {
        let lines = ZoneWriter(format: .td3, birthDate: written).lines
        let zone = try #require(MachineReadableZone(lines: lines, asOf: Self.asOf))
        #expect(zone.birthDate?.iso == iso)
        #expect(zone.allChecksPass)
    }

    @Test(arguments: [
        ("260101", "2026-01-01"), ("261121", "2026-11-21"), ("261122", "1926-11-22"), ("270101", "1927-01-01"),
        ("000229", "2000-02-29"), ("991231", "1999-12-31"),
    ]) func bornInTheLatestPossibleCentury(written: String, iso: String) throws {
        let zone = try #require(
            MachineReadableZone(lines: ZoneWriter(format: .td3, birthDate: written).lines, asOf: Self.asOf))
        #expect(zone.birthDate?.iso == iso)
    }

    @Test(arguments: [
        ("740812", "860101", "1986-01-01"), ("740812", "850101", "2085-01-01"), ("740812", "460101", "2046-01-01"),
        ("740812", "991231", "1999-12-31"), ("050101", "991231", "2099-12-31"), ("740812", "310404", "2031-04-04"),
    ]) func expiryIsNearTodayAndAfterBirth(birth: String, expiry: String, iso: String) throws {
        let lines = ZoneWriter(format: .td2, birthDate: birth, expiryDate: expiry).lines
        let zone = try #require(MachineReadableZone(lines: lines, asOf: Self.asOf))
        #expect(zone.expiryDate?.iso == iso)
    }

    @Test(arguments: [("M", "M"), ("F", "F"), ("<", "X"), ("X", "X")])
    func readsSex(written: String, value: String) throws {
        let zone = try #require(
            MachineReadableZone(lines: ZoneWriter(format: .td1, sex: written).lines, asOf: Self.asOf))
        #expect(zone.sex == value)
    }

    @Test func germanyHasOneLetter() throws {
        let zone = try #require(
            MachineReadableZone(lines: ZoneWriter(format: .td1, issuer: "D", nationality: "D").lines, asOf: Self.asOf))
        #expect(zone.issuer == "D" && zone.nationality == "D")
    }

    @Test func namesMayLackASecondaryIdentifierOrFillTheirColumns() throws {
        let single = ZoneName("ARKFREITH<<<<<<<<<<<")
        #expect(single.primary == "ARKFREITH" && single.secondary.isEmpty && !single.mayBeTruncated)
        let full = ZoneName("NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K")
        #expect(full.primary == "NILAVADHANANANDA" && full.secondary == "CHAYAPA DEJTHAMRONG K")
        #expect(full.mayBeTruncated)
        #expect(ZoneName("VAN<DER<MUELLEN<<ANNA<<<").primary == "VAN DER MUELLEN")
    }

    @Test func refusesWhatIsNoZone() {
        func zone(_ lines: [String]) -> MachineReadableZone? { MachineReadableZone(lines: lines, asOf: Self.asOf) }
        #expect(zone([]) == nil)
        #expect(zone(["P<UTO"]) == nil)
        #expect(zone([String(repeating: "<", count: 44)]) == nil)
        #expect(zone(Array(repeating: String(repeating: "<", count: 30), count: 2)) == nil)
        #expect(zone(["p" + String(repeating: "<", count: 43), String(repeating: "<", count: 44)]) == nil)
        #expect(zone([String(repeating: "É", count: 22), String(repeating: "<", count: 44)]) == nil)
    }

    // MARK: Properties

    static func random(_ format: ZoneFormat, _ generator: inout SeededGenerator) -> ZoneWriter {
        func date(_ years: ClosedRange<Int>) -> String {
            let year = Int.random(in: years, using: &generator) % 100
            let month = Int.random(in: 1...12, using: &generator)
            let day = Int.random(in: 1...28, using: &generator)
            return [year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
        }
        let long = format.hasLongNumbers && Int.random(in: 0..<4, using: &generator) == 0
        let numberLength = long ? Int.random(in: 10...14, using: &generator) : Int.random(in: 4...9, using: &generator)
        let code = format.isVisa ? "V" : format == .td3 ? "P" : ["I", "ID", "AC", "C"].randomElement(using: &generator)
        let surname = Int.random(in: 2...8, using: &generator)
        let given = Int.random(in: 0...8, using: &generator)
        return ZoneWriter(
            format: format, documentCode: code ?? "I",
            issuer: CountryCodes.all.sorted().randomElement(using: &generator) ?? "UTO",
            primary: generator.text(letters, count: surname), secondary: generator.text(letters, count: given),
            documentNumber: generator.text(letters + digits, count: numberLength),
            nationality: CountryCodes.all.sorted().randomElement(using: &generator) ?? "UTO",
            birthDate: date(1930...2025), sex: ["M", "F", "X"].randomElement(using: &generator) ?? "F",
            expiryDate: date(2026...2045),
            optionalData: long ? "" : generator.text(letters + digits, count: Int.random(in: 0...7, using: &generator)))
    }

    @Test(arguments: ZoneFormat.allCases) func whatIsWrittenIsReadBack(format: ZoneFormat) throws {
        var generator = SeededGenerator(seed: 9303)
        for _ in 0..<1000 {
            let written = Self.random(format, &generator)
            let zone = try #require(MachineReadableZone(lines: written.lines, asOf: Self.asOf))
            #expect(zone.format == format && zone.allChecksPass)
            #expect(zone.documentCode == written.documentCode && zone.issuer == written.issuer)
            #expect(zone.name.primary == written.primary && zone.name.secondary == written.secondary)
            #expect(zone.documentNumber == written.documentNumber && zone.nationality == written.nationality)
            #expect(zone.sex == written.sex && zone.optionalData == written.optionalData)
            #expect(zone.birthDate.map { String($0.iso.filter { $0 != "-" }.dropFirst(2)) } == written.birthDate)
            #expect(zone.expiryDate.map { String($0.iso.filter { $0 != "-" }.dropFirst(2)) } == written.expiryDate)
        }
    }

    /// A changed character under a check digit is noticed exactly where its value changes modulo 10.
    @Test(arguments: ZoneFormat.allCases) func oneWrongCharacterIsNoticedUnlessItsValueIsTheSame(format: ZoneFormat)
        throws
    {
        var generator = SeededGenerator(seed: 1014)
        let alphabet = Array((digits + letters + "<").utf8)
        for _ in 0..<300 {
            let lines = Self.random(format, &generator).lines
            for element in [ZoneElement.documentNumber, .birthDate, .expiryDate] {
                let span = try #require(format.span(of: element))
                var bytes = lines.map { Array($0.utf8) }
                let column = try #require(span.columns.randomElement(using: &generator))
                let other = try #require(alphabet.randomElement(using: &generator))
                let old = bytes[span.line][column]
                bytes[span.line][column] = other
                let zone = try #require(
                    MachineReadableZone(lines: bytes.map { String(decoding: $0, as: UTF8.self) }, asOf: Self.asOf))
                let blind = (CheckDigit.value(of: old) ?? 0) % 10 == (CheckDigit.value(of: other) ?? 0) % 10
                // A filler in a long number makes it a short one: noticed, or not, by other rules.
                if element == .documentNumber, zone.format.hasLongNumbers { continue }
                #expect(zone.check(element)?.passed == blind)
            }
        }
    }
}
