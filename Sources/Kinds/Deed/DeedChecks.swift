import Model

/// The dates of a deed in their legal order: signed, acknowledged, recorded.
struct DeedDates: Hashable, Sendable {
    var execution: CalendarDate?
    var acknowledgment: CalendarDate?
    var recording: CalendarDate?
}

/// What the readers found beside the fields, to hold against them.
struct DeedFindings: Hashable, Sendable {
    var dates = DeedDates()
    /// Whether the courses of the land do not come back to where they begin.
    var surveyIsOpen = false
    /// Lengths and an area that prove each other.
    var proven: Set<WordPlace> = []
    /// Where a party's or the county's name stands otherwise.
    var differing: Set<WordPlace> = []
    /// The county where the notary took the acknowledgment.
    var venueCounty: String?
}

/// What the fields of a deed say about each other.
struct DeedChecks {
    let text: DeedText
    let document: RecognizedDocument

    func apply(to extraction: inout Extraction, findings: DeedFindings) {
        checkDates(findings.dates, &extraction)
        checkSurvey(findings, &extraction)
        checkVenue(findings, &extraction)
        checkPages(&extraction)
        checkPropertyState(&extraction)
    }

    /// A deed is signed before it is acknowledged and acknowledged before it is recorded; where the dates read say
    /// otherwise one of them was misread, or the deed is one for a person.
    private func checkDates(_ dates: DeedDates, _ extraction: inout Extraction) {
        guard let recording = dates.recording ?? dates.acknowledgment, let execution = dates.execution else {
            note(inOrder(dates.acknowledgment, dates.recording), ["recording_date"], &extraction)
            return
        }
        var isInOrder = execution <= recording
        if let acknowledgment = dates.acknowledgment {
            isInOrder = isInOrder && execution <= acknowledgment
            if let recorded = dates.recording { isInOrder = isInOrder && acknowledgment <= recorded }
        }
        note(isInOrder, ["execution_date", "recording_date"], &extraction)
    }

    private func checkSurvey(_ findings: DeedFindings, _ extraction: inout Extraction) {
        guard findings.surveyIsOpen else { return }
        extraction.warnings.append(
            Warning(
                code: .surveyOpen,
                message: "The courses of the legal description do not come back to where they begin: compare them.",
                page: extraction.fields["legal_description"]?.page))
    }

    /// A deed may be acknowledged anywhere; a county that is a misread one of the other would be seen here too.
    private func checkVenue(_ findings: DeedFindings, _ extraction: inout Extraction) {
        guard let venue = findings.venueCounty, let county = extraction.fields["county"],
            let name = county.text, Vocabulary.key(name) != Vocabulary.key(venue)
        else { return }
        extraction.warnings.append(
            Warning(
                code: .countiesDiffer, message: "The notary's county is not the county of the land: compare them.",
                page: county.page))
    }

    private func inOrder(_ earlier: CalendarDate?, _ later: CalendarDate?) -> Bool? {
        guard let earlier, let later else { return nil }
        return earlier <= later
    }

    private func note(_ isInOrder: Bool?, _ names: [FieldName], _ extraction: inout Extraction) {
        guard let isInOrder else { return }
        for name in names where extraction.fields[name] != nil {
            extraction.fields[name]?.checks.append(Check(name: "order", passed: isInOrder))
            if !isInOrder { extraction.fields[name]?.cap(at: 0.6) }
        }
        guard !isInOrder else { return }
        extraction.warnings.append(
            Warning(
                code: .datesOutOfOrder,
                message: "The dates of signing, acknowledgment and recording are not in this order: compare them."))
    }

    /// Words between two pages may be missing where one of them failed: no clause that runs over it is whole.
    private func checkPages(_ extraction: inout Extraction) {
        guard document.pages.contains(where: { $0.error != nil }) else { return }
        for name in ["legal_description", "grantor", "grantee"] as [FieldName] {
            extraction.fields[name]?.cap(at: 0.6)
        }
    }

    /// The state of the property's address is the deed's state.
    private func checkPropertyState(_ extraction: inout Extraction) {
        guard let address = extraction.fields["property_address"]?.text, let state = extraction.fields["state"]?.text,
            let found = AddressParser.stateAndZip(address), let name = USStates.names[found.state]
        else { return }
        let agrees = name == state
        extraction.fields["state"]?.checks.append(Check(name: "address", passed: agrees))
        if !agrees { extraction.fields["state"]?.cap(at: 0.8) }
    }
}
