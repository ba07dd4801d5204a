import Foundation
import Kinds
import Model
import Testing

@Suite struct AAMVATests {
    static let elements = [
        "DAQD1234567", "DCSDELACRUZ", "DDEN", "DACMARIA", "DDFN", "DADROSE,ANN", "DDGN", "DCAC", "DCBNONE", "DCDNONE",
        "DBD03152022", "DBB07041990", "DBA07042030", "DBC2", "DAU065 in", "DAYBRO", "DAG12 ELM ST", "DAIRICHMOND",
        "DAJVA", "DAK232690000  ", "DCF00011122", "DCGUSA",
    ]

    static func payload(
        _ elements: [String] = elements, header: String = "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008",
        separator: String = "\n", type: String = "DL"
    ) -> String {
        header + type + elements.joined(separator: separator) + "\r" + "ZVZVA01\r"
    }

    func record(_ text: String) throws -> AAMVARecord { AAMVARecord(try #require(AAMVAPayload(text))) }

    @Test func readsThePresentEdition() throws {
        let payload = try #require(AAMVAPayload(Self.payload()))
        #expect(payload.version == 10 && payload.issuerNumber == "636000" && payload.subfile == "DL")
        #expect(payload["DCB"] == nil)
        let record = AAMVARecord(payload)
        #expect(record.documentType == "driver_license" && record.documentNumber == "D1234567")
        #expect(record.surname == "DELACRUZ" && record.givenNames == "MARIA ROSE ANN")
        #expect(record.birthDate?.iso == "1990-07-04" && record.issueDate?.iso == "2022-03-15")
        #expect(record.expiryDate?.iso == "2030-07-04" && record.sex == "F")
        #expect(record.address == "12 ELM ST, RICHMOND, VA 23269")
        #expect(record.country == "USA" && record.region == "VA" && record.licenseClass == "C")
    }

    @Test(arguments: [
        "@\n\u{1E}\rAAMVA6360030102DL00410278", "@\r\n\u{1E}\r\nANSI 636003090002DL00410278ZM03190008",
        "AAMVA36004001", "ANSI 636003", "@\n\u{1C}\rANSI 6360000102DL00390187ZV02260032",
        "@ANSI 636000100102DL00410278ZV03190008", "@\rANSI 636000100102DL00410278ZV03190008",
    ]) func readsHeadersThatBreakTheStandard(header: String) throws {
        let record = try record(Self.payload(header: header))
        #expect(record.documentNumber == "D1234567" && record.surname == "DELACRUZ")
        #expect(record.documentType == "driver_license")
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\u{1E}", "\n\r"]) func takesAnySeparator(separator: String) throws {
        let record = try record(Self.payload(separator: separator))
        #expect(record.documentNumber == "D1234567" && record.birthDate?.iso == "1990-07-04")
    }

    @Test func takesElementsInAnyOrder() throws {
        let forwards = try record(Self.payload())
        #expect(try record(Self.payload(Self.elements.reversed())) == forwards)
    }

    @Test(arguments: [
        ("07041990", "1990-07-04"), ("19900704", "1990-07-04"), ("07-04-1990", "1990-07-04"),
        ("12102024", "2024-12-10"),
        ("1990/07/04", "1990-07-04"), ("1131990", nil), ("13321990", nil), ("00000000", nil), ("0704199X", nil),
        ("20201231", "2020-12-31"), ("20122020", nil),
    ]) func readsDatesOfBothOrders(text: String, iso: String?) throws {
        let elements = Self.elements.map { $0.hasPrefix("DBB") ? "DBB" + text : $0 }
        #expect(try record(Self.payload(elements)).birthDate?.iso == iso)
    }

    @Test func everyDayIsReadInBothOrders() {
        for year in 1900...2099 {
            for (month, day) in [(1, 1), (2, 28), (10, 12), (12, 31), (7, 19)] {
                let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
                let american = "DBB" + two(month) + two(day) + String(year)
                let canadian = "DBB" + String(year) + two(month) + two(day)
                for text in [american, canadian] {
                    let payload = AAMVAPayload("ANSI 636000\n" + text)
                    #expect(
                        payload.map { AAMVARecord($0).birthDate } == CalendarDate(year: year, month: month, day: day))
                }
            }
        }
    }

    @Test func readsTheFirstEdition() throws {
        let record = try record(
            "@\n\u{1E}\rANSI 6360000102DL00390187ZV02260032DLDAQA99\nDAADOE,JANE,Q\nDAL5 OAK AVE\nDANSALEM\nDAOVA\n"
                + "DAP241530000\nDARM\nDBB19761123\nDBCF\nDBA20311201\r")
        #expect(record.surname == "DOE" && record.givenNames == "JANE Q")
        #expect(record.address == "5 OAK AVE, SALEM, VA 24153")
        #expect(record.licenseClass == "M" && record.sex == "F" && record.birthDate?.iso == "1976-11-23")
        #expect(record.country == "USA")
    }

    @Test func readsCanada() throws {
        let elements = [
            "DAQ1234567", "DCSTREMBLAY", "DACLUC", "DADNONE", "DBB19850412", "DBA20280412", "DBC1", "DAG9 RUE NORD",
            "DAIMONTREAL", "DAJQC", "DAKH2X1Y4     ", "DCGCAN",
        ]
        let record = try record(Self.payload(elements, header: "@\n\u{1E}\rANSI 604428090002DL00410278"))
        #expect(record.country == "CAN" && record.region == "QC")
        #expect(record.givenNames == "LUC" && record.expiryDate?.iso == "2028-04-12")
        #expect(record.address == "9 RUE NORD, MONTREAL, QC H2X 1Y4")
    }

    @Test func knowsIdentificationCards() throws {
        #expect(
            try record(Self.payload(header: "@\n\u{1E}\rANSI 636000100001ID00310278", type: "ID")).documentType
                == "identity_card")
    }

    @Test func seesTruncation() throws {
        let elements = Self.elements.map { $0 == "DDEN" ? "DDET" : $0 }
        let record = try record(Self.payload(elements))
        #expect(record.surnameIsTruncated && !record.givenNamesAreTruncated)
    }

    @Test(arguments: ["", "12345", "https://example.org/ANSI", "@\n\u{1E}\rANSI 636000100102DL00410278", "M1DOE/JOHN"])
    func refusesWhatIsNoLicence(text: String) {
        #expect(AAMVAPayload(text) == nil)
    }

    @Test(.enabled(if: SharedData.folder != nil, "shared data are not there"))
    func readsTheStandardsExamples() throws {
        let folder = try #require(SharedData.folder).appending(path: "aamva/strings")
        let newest = try Data(contentsOf: folder.appending(path: "aamva_v10_2020_standard.txt"))
        let record = try record(String(decoding: newest, as: UTF8.self))
        #expect(
            record.documentNumber == "T64235789" && record.surname == "SAMPLE" && record.givenNames == "MICHAEL JOHN")
        #expect(record.birthDate?.iso == "1986-06-06" && record.address == "2300 WEST BROAD STREET, RICHMOND, VA 23269")
        let oldest = try Data(contentsOf: folder.appending(path: "aamva_v1_2000_standard.txt"))
        let old = try self.record(String(decoding: oldest, as: UTF8.self))
        #expect(old.surname == "PUBLIC" && old.givenNames == "JOHN Q" && old.expiryDate?.iso == "2001-12-01")
    }
}

/// The tracks of a magnetic stripe in a barcode.
@Suite struct AAMVAStripeTests {
    static let first = "%BCSAMPLETON^ROE,$ANNA MAE^12 ELM ST$SAMPLETON BC  V1A 1B2^"
    static let second = ";6360281234567=281019870623="
    static let third = "_%0AV1A1B2     C               F170 60BRNBLU1234567890                E$''C?"

    func decoded(_ first: String = first, _ second: String = second, _ third: String = third) -> AAMVARecord? {
        AAMVARecord(barcode: "\(first)?\(second)?\(third)")
    }

    @Test func readsAllThree() throws {
        let record = try #require(decoded())
        #expect(record.region == "BC" && record.country == "CAN" && record.documentType == "driver_license")
        #expect(record.surname == "ROE" && record.givenNames == "ANNA MAE")
        #expect(record.documentNumber == "1234567" && record.numberIsDigitsOnly)
        #expect(record.birthDate?.iso == "1987-06-23" && record.expiryDate?.iso == "2028-10")
        #expect(record.sex == "F" && record.address == "12 ELM ST, SAMPLETON, BC V1A 1B2")
    }

    @Test func readsOtherIssuersAndStarts() throws {
        let record = try #require(
            decoded(
                "%AZFLAGSTAFF^ROE$JOHN$LEE^1 OAK AVE$APT 2^", ";636026123456789=290819700131=",
                "#\" 860010000  D               1510180"))
        #expect(record.region == "AZ" && record.country == "USA" && record.surname == "ROE")
        #expect(record.givenNames == "JOHN LEE" && record.sex == "M" && record.licenseClass == "D")
        #expect(record.address == "1 OAK AVE, APT 2, FLAGSTAFF, AZ 86001")
    }

    /// Fields of full length have no separator; what may be cut off is not told.
    @Test func partsFieldsOfFullLength() throws {
        let names = "ROE$" + String(repeating: "A", count: 31)
        let record = try #require(decoded("%BCTHIRTEENCHARS\(names)12 ELM STREET ROAD AVENUE W"))
        #expect(record.givenNames == String(repeating: "A", count: 31) && record.givenNamesAreTruncated)
        #expect(record.address == nil)
    }

    /// 77 to 99 stand for no month.
    @Test(arguments: [("2877", nil), ("2888", nil), ("2899", nil), ("2800", nil), ("2802", "2028-02")])
    func claimsNoOtherExpiry(text: String, iso: String?) throws {
        #expect(try #require(decoded(Self.first, ";6360281234567=\(text)19870623=")).expiryDate?.iso == iso)
    }

    @Test func readsTwoTracksAlone() throws {
        let record = try #require(AAMVARecord(barcode: "\(Self.first)?\(Self.second)?"))
        #expect(record.documentType == nil && record.sex == nil && record.documentNumber == "1234567")
        #expect(record.address == "12 ELM ST, SAMPLETON, BC")
    }

    @Test(arguments: [
        // A bank's card, an issuer that is none, a region that is none, no birth date, tracks the other way round.
        "%B4000001234567899^ROE/ANNA^2512101?;4000001234567899=25121010000000?",
        "\(first)?;9999991234567=281019870623=?", "%QQX^ROE$ANNA^12 ELM ST^?\(second)?",
        "\(first)?;6360281234567=2810?",
        "\(second)?\(first)?", "\(first)", "%?;?", "???",
    ])
    func refusesOtherStripes(text: String) {
        #expect(AAMVARecord(barcode: text) == nil)
    }
}

/// Public pictures and texts that tests may use where they are.
enum SharedData {
    static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["RECTO_SHARED_DATA"].map { URL(filePath: $0) }
        let beside = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: "../shared/data")
        return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
