import Model

/// What zone and barcode say, as fields in the contract's form.
struct MachineSide {
    var fields: [FieldName: Field] = [:]
    var findings: [Reason] = []
    /// Whether the zone stands on the page that shows the names in print, as on all but cards of the smallest size, which
    /// have it on their back (ICAO Doc 9303 Parts 4 to 7).
    private(set) var isBesidePrint = false
    /// Fields whose end may have been cut off.
    var truncated: Set<FieldName> = []

    // MARK: - Zone

    init(zone repaired: RepairedZone, evidence: [DocumentType.Evidence]) {
        let zone = repaired.zone
        func add(_ name: FieldName, _ value: String?, _ element: ZoneElement, check: ZoneElement? = nil) {
            guard let value, !value.isEmpty else { return }
            fields[name] = Self.field(value, element, repaired, check: check)
        }
        fields["document_type"] = DocumentType.zone(repaired, evidence)
        add("document_number", zone.documentNumber, .documentNumber, check: .documentNumber)
        add("issuing_country", zone.issuer, .issuer)
        add("nationality", zone.nationality, .nationality)
        add("surname", zone.name.primary, .name)
        add("given_names", zone.name.secondary, .name)
        add("date_of_birth", zone.birthDate?.iso, .birthDate, check: .birthDate)
        add("sex", zone.sex, .sex)
        add("date_of_expiry", zone.expiryDate?.iso, .expiryDate, check: .expiryDate)
        if zone.format == .td3 { add("personal_number", zone.optionalData, .optionalData, check: .optionalData) }
        isBesidePrint = zone.format != .td1
        if zone.name.mayBeTruncated { truncated = ["surname", "given_names"] }
        addLines(repaired)
        fields["issuing_country"]?.checks = [Self.known(zone.issuer)]
        fields["nationality"]?.checks = [Self.known(zone.nationality)]
        findings = Self.findings(repaired)
    }

    private static func field(
        _ value: String, _ element: ZoneElement, _ repaired: RepairedZone, check: ZoneElement?
    ) -> Field {
        let zone = repaired.zone
        var confidence = repaired.confidence[element] ?? 0
        var checks: [Check] = []
        if let check = check.flatMap(zone.check) {
            checks.append(Check(name: "check_digit", passed: check.passed))
            if !check.passed { confidence = min(confidence, 0.5) }
        }
        let span = zone.format.span(of: element)
        let raw = span.map { String(zone.lines[$0.line].dropFirst($0.columns.lowerBound).prefix($0.columns.count)) }
        let others = (repaired.alternatives[element] ?? []).prefix(3).map { reading in
            Alternative(value: .text(TextFolding.trim(reading.text, ["<"])), confidence: reading.probability)
        }
        return Field(
            value: .text(value), raw: raw, confidence: confidence, source: .mrz, page: repaired.page,
            box: repaired.box(of: element), checks: checks, alternatives: Array(others))
    }

    private mutating func addLines(_ repaired: RepairedZone) {
        var chance = ZoneElement.allCases.reduce(1) { $0 * (repaired.confidence[$1] ?? 1) }
        // Where one check digit is wrong, the others say less about what is printed.
        if !repaired.zone.allChecksPass { chance = min(chance, 0.5) }
        fields["mrz"] = Field(
            value: .list(repaired.zone.lines), confidence: chance, source: .mrz, page: repaired.page,
            box: Box.around(repaired.boxes.flatMap(\.self)),
            checks: repaired.zone.isChecked || !repaired.zone.allChecksPass
                ? [Check(name: "check_digit", passed: repaired.zone.allChecksPass)] : [])
    }

    private static func known(_ code: String) -> Check { Check(name: "format", passed: CountryCodes.contains(code)) }

    private static func findings(_ repaired: RepairedZone) -> [Reason] {
        let names: [ZoneElement: FieldName] = [
            .documentNumber: "document_number", .birthDate: "date_of_birth", .expiryDate: "date_of_expiry",
            .optionalData: "personal_number", .compositeCheck: "mrz",
        ]
        return repaired.zone.checks.filter { !$0.passed }.map { check in
            let field = names[check.element] ?? "mrz"
            let label = check.element == .compositeCheck ? "whole zone" : field.rawValue.replacing("_", with: " ")
            return Reason(
                code: .checkDigitFailed,
                message:
                    "The check digit of the \(label) is wrong: compare the zone with the document, letter by letter",
                page: repaired.page, field: field)
        }
    }

    // MARK: - Barcode

    /// Reed-Solomon codewords correct a PDF417: what is decoded is what was encoded.
    private static let decoded = 0.995
    /// What was encoded may not be the whole truth.
    private static let leftOpen = 0.6

    init(record: AAMVARecord, page: Int, box: Box) {
        func add(_ name: FieldName, _ value: String?, confidence: Double = Self.decoded) {
            guard let value, !value.isEmpty else { return }
            fields[name] = Field(
                value: .text(value), raw: value, confidence: confidence, source: .barcode, page: page, box: box)
        }
        add("document_type", record.documentType)
        add(
            "document_number", record.documentNumber,
            confidence: record.numberIsDigitsOnly ? Self.leftOpen : Self.decoded)
        add("issuing_country", record.country)
        let elsewhere = record.regionOfAddress != nil && record.regionOfAddress != record.region
        add("issuing_region", record.region, confidence: elsewhere ? Self.leftOpen : Self.decoded)
        add("surname", record.surname)
        add("given_names", record.givenNames)
        add("date_of_birth", record.birthDate?.iso)
        add("date_of_issue", record.issueDate?.iso)
        // The day is in print alone.
        add(
            "date_of_expiry", record.expiryDate?.iso,
            confidence: record.expiryDate?.day == nil ? Self.leftOpen : Self.decoded)
        add("sex", record.sex)
        add("address", record.address)
        if record.documentType == "driver_license" { add("license_class", record.licenseClass) }
        add("place_of_birth", record.placeOfBirth)
        if record.surnameIsTruncated { truncated.insert("surname") }
        if record.givenNamesAreTruncated { truncated.insert("given_names") }
    }
}
