package import Model

/// What an AAMVA payload says about holder and document, in the contract's terms.
package struct AAMVARecord: Hashable, Sendable {
    package var documentType: String?
    package var documentNumber: String?
    /// The number stands where no letter can, so that one with letters would be otherwise there.
    package var numberIsDigitsOnly = false
    package var country: String?
    package var region: String?
    /// The address is in another jurisdiction than the issuer.
    package var regionOfAddress: String?
    package var surname: String?
    package var givenNames: String?
    /// JR, SR, III, …
    package var suffix: String?
    package var surnameIsTruncated: Bool
    package var givenNamesAreTruncated: Bool
    package var birthDate: CalendarDate?
    package var issueDate: CalendarDate?
    package var expiryDate: CalendarDate?
    package var sex: String?
    package var address: String?
    package var licenseClass: String?
    package var placeOfBirth: String?

    package init(_ payload: AAMVAPayload) {
        let names = Self.names(payload)
        surname = names.surname
        givenNames = names.given
        suffix = payload["DCU"] ?? payload["DAE"]
        surnameIsTruncated = payload["DDE"] == "T"
        givenNamesAreTruncated = payload["DDF"] == "T" || payload["DDG"] == "T"
        documentNumber = payload["DAQ"]
        birthDate = payload["DBB"].flatMap(Self.date)
        issueDate = payload["DBD"].flatMap(Self.date)
        expiryDate = payload["DBA"].flatMap(Self.date)
        sex = payload["DBC"].flatMap(Self.sex)
        // DAR is the class in the editions before 2003.
        licenseClass = payload["DCA"] ?? payload["DAR"]
        placeOfBirth = payload["DCI"]
        let addressRegion = (payload["DAJ"] ?? payload["DAO"])?.uppercased()
        let issuerRegion = payload.issuerNumber.flatMap { Self.issuers[$0] }
        region = issuerRegion ?? addressRegion
        regionOfAddress = addressRegion
        country = Self.country(payload["DCG"]) ?? region.flatMap(Self.country(ofRegion:))
        address = Self.address(payload, region: addressRegion)
        documentType = payload.subfile.map { $0 == "ID" ? "identity_card" : "driver_license" }
    }

    /// Separate elements; or the given names in one (2003, 2005); or the whole name in one, `LAST,FIRST,MIDDLE` (2000).
    private static func names(_ payload: AAMVAPayload) -> (surname: String?, given: String?) {
        func spaced(_ text: String) -> String { TextFolding.squeeze(text.replacing(",", with: " ")) }
        let surname = payload["DCS"] ?? payload["DAB"]
        let given = [payload["DAC"] ?? payload["DCT"], payload["DAD"]].compactMap(\.self).map(spaced)
        if surname != nil || !given.isEmpty {
            return (surname.map(spaced), given.isEmpty ? nil : given.joined(separator: " "))
        }
        guard let whole = payload["DAA"] else { return (nil, nil) }
        let separator: Character = whole.contains(",") ? "," : whole.contains("@") ? "@" : "$"
        let parts = whole.split(separator: separator).map { TextFolding.squeeze($0) }.filter { !$0.isEmpty }
        // A name without separators does not say which part is which.
        guard parts.count >= 2 else { return (nil, nil) }
        return (parts[0], parts.dropFirst().joined(separator: " "))
    }

    /// Month, day, year in the USA; year, month, day in Canada and in some editions: 19… and 20… are no months, so that
    /// the order shows itself. Separators are left out.
    static func date(_ text: String) -> CalendarDate? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let separators = text.filter { "-/. ".contains($0) }
        guard digits.count == 8, digits.count + separators.count == text.count, let number = Int(digits) else {
            return nil
        }
        if (1850...2150).contains(number / 10_000) {
            return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        guard (1850...2150).contains(number % 10_000) else { return nil }
        return CalendarDate(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
    }

    static func sex(_ code: String) -> String? {
        switch code.uppercased() {
        case "1", "M": "M"
        case "2", "F": "F"
        case "9", "X", "N": "X"
        default: nil
        }
    }

    private static func address(_ payload: AAMVAPayload, region: String?) -> String? {
        let street = payload["DAG"] ?? payload["DAL"]
        let second = payload["DAH"] ?? payload["DAM"]
        guard let city = payload["DAI"] ?? payload["DAN"], let street else { return nil }
        let postal = (payload["DAK"] ?? payload["DAP"]).map(postalCode)
        let end = [region, postal].compactMap(\.self).joined(separator: " ")
        return [street, second, city, end].compactMap(\.self).filter { !$0.isEmpty }
            .map { TextFolding.squeeze($0) }.joined(separator: ", ")
    }

    /// Nine digits with a hyphen, the four that are all zero left out; Canada's six characters with a space.
    static func postalCode(_ text: String) -> String {
        let code = text.filter { $0 != " " && $0 != "-" }
        if code.count == 9, code.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return code.hasSuffix("0000") ? String(code.prefix(5)) : code.prefix(5) + "-" + code.suffix(4)
        }
        if code.count == 6, code.first?.isLetter == true { return code.prefix(3) + " " + code.suffix(3) }
        return code
    }

    private static func country(_ code: String?) -> String? {
        guard let code = code?.uppercased() else { return nil }
        return ["USA", "CAN", "MEX"].contains(code) ? code : code == "US" ? "USA" : code == "CA" ? "CAN" : nil
    }

    static let provinces: Set<String> = [
        "AB", "BC", "MB", "NB", "NL", "NF", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT",
    ]

    static func country(ofRegion code: String) -> String? {
        USStates.names[code] != nil ? "USA" : provinces.contains(code) ? "CAN" : nil
    }

    /// Jurisdictions by AAMVA's issuer identification numbers.
    static let issuers: [String: String] = {
        let consecutive = """
            VA NY MA MD NC SC CT LA MT NM FL DE ON NS CA TX NL NB IA GU CO AR KS OH VT PA AZ -- BC OR MO WI MI AL ND IL
            NJ IN MN NH UT ME SD DC SK WA KY HI MB NV ID MS RI TN NE GA -- -- OK AK WY WV VI
            """
        var table: [String: String] = [:]
        for (index, code) in consecutive.split(whereSeparator: \.isWhitespace).enumerated() where code != "--" {
            table[String(636_000 + index)] = String(code)
        }
        let others = "PE AS QC YT MP PR AB NU NT"
        for (index, code) in others.split(separator: " ").enumerated() { table[String(604_426 + index)] = String(code) }
        return table
    }()
}
