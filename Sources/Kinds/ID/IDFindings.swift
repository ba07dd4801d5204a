import Model

/// What an identity document's values give for a person to judge.
struct IDFindings {
    let fields: [FieldName: Field]
    let asOf: CalendarDate

    func all(_ pages: [RecognizedPage]) -> [Reason] {
        dates() + specimen(pages)
    }

    private func date(_ name: FieldName) -> CalendarDate? {
        fields[name]?.text.flatMap { CalendarDate(iso: $0) }
    }

    private func dates() -> [Reason] {
        let birth = date("date_of_birth")
        let issue = date("date_of_issue")
        let expiry = date("date_of_expiry")
        var reasons: [Reason] = []
        if let expiry, expiry < asOf {
            reasons.append(reason(.expired, "date_of_expiry", "The document has expired: ask for a valid one"))
        }
        if let issue, issue > asOf {
            reasons.append(
                reason(.notYetValid, "date_of_issue", "The document is not valid yet: compare its date of issue"))
        }
        if let birth, birth > asOf || birth.years(to: asOf) > 120 {
            reasons.append(
                reason(.fieldInvalid, "date_of_birth", "Nobody alive was born then: compare the date of birth"))
        }
        if let birth, let issue, issue < birth {
            reasons.append(
                reason(
                    .fieldInvalid, "date_of_issue", "The document was issued before its holder was born: compare both"))
        }
        if let start = issue ?? birth, let expiry, expiry <= start {
            reasons.append(
                reason(.fieldInvalid, "date_of_expiry", "The document expires before it was issued: compare both dates")
            )
        }
        return reasons
    }

    private func reason(_ code: ReasonCode, _ field: FieldName, _ message: String) -> Reason {
        Reason(code: code, message: message, page: fields[field]?.page, field: field)
    }

    // MARK: - Specimens

    private static let marks: Set<String> = [
        "specimen", "specimens", "sample", "muster", "muestra", "voorbeeld", "wzor",
    ]

    /// Print under an overprint spoils a letter or two of it.
    private static func isMark(_ text: String) -> Bool {
        let letters = TextFolding.letters(text)
        return marks.union(["void"]).contains { mark in
            let limit = mark.count >= 8 ? 2 : mark.count >= 6 ? 1 : 0
            let whole = TextFolding.letters(mark)
            return EditDistance.between(letters, whole, atMost: limit) != nil || isRest(letters, of: whole)
        }
    }

    /// Whether half of a mark's letters and more are left, in its order and with nothing between.
    private static func isRest(_ letters: [UInt8], of mark: [UInt8]) -> Bool {
        guard letters.count >= 4, letters.count * 2 >= mark.count else { return false }
        var rest = letters[...]
        for letter in mark where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// Utopia's documents, and those that say in print, not in a name, that they are samples.
    private func specimen(_ pages: [RecognizedPage]) -> [Reason] {
        let message = "The document says that it is a specimen: ask for a real one"
        for name in ["issuing_country", "nationality"] as [FieldName] where fields[name]?.text == CountryCodes.specimen
        {
            return [reason(.specimen, name, message)]
        }
        let names = ["surname", "given_names", "address", "place_of_birth"] as [FieldName]
        let held = Set(
            names.compactMap { fields[$0]?.text }.flatMap { TextFolding.key($0).split(separator: " ").map(String.init) }
        )
        for page in pages {
            for word in page.words where word.confidence > 0.5 {
                let key = TextFolding.key(word.text)
                if Self.marks.contains(key), !held.contains(key) {
                    return [Reason(code: .specimen, message: message, page: page.index)]
                }
            }
            if page.overprints.contains(where: { Self.isMark($0.text) }) {
                return [Reason(code: .specimen, message: message, page: page.index)]
            }
        }
        return []
    }
}
