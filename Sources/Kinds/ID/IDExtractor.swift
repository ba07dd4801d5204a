package import Model

/// Identity documents: machine-readable zone, AAMVA barcode and printed side, each held against the others.
package struct IDExtractor: KindExtractor {
    package let kind = KindName.id

    package init() {}

    package func parted(_ page: RecognizedPage) -> RecognizedPage {
        page.error == nil ? NumberedFields.parted(page) : page
    }

    package func extract(
        _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction, context: ExtractionContext
    ) -> Extraction {
        let pages = document.pages.filter { $0.error == nil }
        let zone = ZoneAssembly.zone(in: pages, asOf: context.asOf).map {
            MachineSide(zone: $0, evidence: DocumentType.evidence(on: pages))
        }
        let barcode = Self.barcode(pages)
        let machine = (zone?.fields ?? [:]).merging(barcode?.fields ?? [:]) { first, _ in first }
        let issuer = machine["issuing_country"]?.text
        // What no caption announces stands where cards like it have it.
        let tagged = labelled.tagged.filter { !Self.coded.contains($0.key) }
        let print = PrintedSide(
            document, labelled: labelled.fields.merging(tagged) { own, _ in own }, machine: machine, asOf: context.asOf)

        var result = Extraction(findings: labelled.findings, warnings: labelled.warnings)
        result.findings += zone?.findings ?? []
        let nationality = zone?.fields["nationality"]?.text ?? print.fields["nationality"]?.text ?? issuer
        let agreement = IDAgreement(
            print: print, truncated: (zone?.truncated ?? []).union(barcode?.truncated ?? []), nationality: nationality)
        for field in definition.fields {
            let (value, conflicts) = Self.value(field.name, agreement, zone: zone, barcode: barcode)
            if let value { result.fields[field.name] = value }
            if conflicts { result.findings.append(Self.conflict(field.name, page: value?.page)) }
        }
        UnconfirmedFields.doubt(&result.fields)
        if result.fields["mrz"] != nil {
            // Its lines hold the names, and are no surer than these. Of those that the print confirms, marks alone are left
            // open, which no zone has.
            let names = (["surname", "given_names"] as [FieldName]).compactMap { result.fields[$0] }
            let least = names.filter { $0.source == .mrz && !$0.isConfirmedByPrint }.map(\.confidence).min() ?? 1
            result.fields["mrz"]?.cap(at: least)
        }
        let isLicense = result.fields["document_type"]?.text == DocumentType.driverLicense.rawValue
        result.fields = UnlabelledDates(
            dates: print.dates, leastAge: isLicense ? NumberedFields.leastAge : 0, asOf: context.asOf
        )
        .completed(result.fields)
        if let number = result.fields["document_number"], number.source == .text,
            number.text.map(PrintedSide.isAmbiguous) == true
        {
            result.fields["document_number"]?.doubt("look_alikes")
        }
        if let address = result.fields["address"], address.source == .text, let text = address.text,
            result.fields["issuing_country"]?.text == "USA", AddressParser.stateAndZip(text) == nil
        {
            // Its end was not read.
            result.fields["address"]?.doubt("complete")
        }
        // Mexico's voter cards have H for a man and M for a woman (`hombre`, `mujer`), its passports M for a man.
        if result.fields["issuing_country"]?.text == "MEX", result.fields["sex"]?.text == "M",
            result.fields["document_type"]?.text != "passport"
        {
            result.fields["sex"]?.cap(at: Self.mostOfOtherLetters)
        }
        // Under a caption such as `NOMBRE` a whole name may stand.
        if result.fields["surname"] == nil { result.fields["given_names"]?.cap(at: Self.mostWithoutSurname) }
        if zone == nil, Self.hasUnreadZone(pages) {
            result.fields["document_number"]?.doubt("zone")
        }
        // A front that is there but could not be read shows the names in print, too.
        let hasPrint = zone?.isBesidePrint == true || print.fields["surname"] != nil || document.pages.count > 1
        LostMarks(nationality: nationality, hasPrint: hasPrint).doubt(&result.fields, in: print.lines)
        result.findings += SeveralHolders.findings(pages, asOf: context.asOf)
        result.findings += IDFindings(fields: result.fields, asOf: context.asOf).all(pages)
        return result
    }

    /// Told by codes, lists and the order of days rather than by where a word stands.
    private static let coded: Set<FieldName> = [
        "date_of_birth", "date_of_expiry", "date_of_issue", "document_type", "issuing_country", "issuing_region", "mrz",
        "nationality",
    ]

    /// Of a sex whose letter may be another language's.
    private static let mostOfOtherLetters = 0.5

    /// Of given names beside which no surname was found.
    private static let mostWithoutSurname = 0.5

    /// Whether a zone is on the pages, cut off or torn perhaps, that could not be read: what it would say against the print
    /// is not known.
    private static func hasUnreadZone(_ pages: [RecognizedPage]) -> Bool {
        pages.contains { page in page.words.contains { $0.text.count >= 15 && $0.text.contains("<<") } }
    }

    package func areSides(_ first: PartReading, _ second: PartReading, context: ExtractionContext) -> Bool {
        SideAgreement(first, second, asOf: context.asOf).holds
    }

    package func areApart(
        _ first: () -> PartReading, _ second: () -> PartReading, context: ExtractionContext
    ) -> Bool {
        SideAgreement(first(), second(), asOf: context.asOf).fails
    }

    private static func value(
        _ name: FieldName, _ agreement: IDAgreement, zone: MachineSide?, barcode: MachineSide?
    ) -> (Field?, conflicts: Bool) {
        var field = zone?.fields[name]
        var conflicts = false
        if let decoded = barcode?.fields[name] {
            if let read = field {
                (field, conflicts) = agreement.merged(name, machine: read, printed: decoded)
            } else {
                field = decoded
            }
        }
        let printed = agreement.print.fields[name]
        guard let machine = field else { return (printed, false) }
        let merged = agreement.merged(name, machine: machine, printed: printed)
        return (merged.field, conflicts || merged.conflicts)
    }

    private static func conflict(_ name: FieldName, page: Int?) -> Reason {
        Reason(
            code: .fieldConflict,
            message:
                "The \(name.rawValue.replacing("_", with: " ")) is printed otherwise than it is encoded: compare both",
            page: page, field: name)
    }

    /// The first barcode that is an AAMVA payload.
    private static func barcode(_ pages: [RecognizedPage]) -> MachineSide? {
        for page in pages {
            for barcode in page.barcodes {
                guard let record = AAMVARecord(barcode: barcode.text) else { continue }
                return MachineSide(record: record, page: page.index, box: barcode.box)
            }
        }
        return nil
    }
}
