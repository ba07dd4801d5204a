import Model

/// Holds what machines read of a document against what is printed on it.
struct IDAgreement {
    let print: PrintedSide
    /// Fields whose machine-readable form may lack its end.
    let truncated: Set<FieldName>
    /// Of the holder.
    let nationality: String?

    /// A machine's value with what the print says to it; a conflict where both are clear and differ.
    func merged(_ name: FieldName, machine: Field, printed: Field?) -> (field: Field, conflicts: Bool) {
        var result = held(name, machine, against: printed)
        if mayHaveLookAlike(machine) { result.field.doubt(LostMarks.check) }
        return result
    }

    private func held(_ name: FieldName, _ machine: Field, against printed: Field?) -> (field: Field, conflicts: Bool) {
        if let printed, let agreed = agreed(name, machine, printed) { return (agreed, false) }
        if let agreed = foundElsewhere(name, machine) { return (agreed, false) }
        guard let printed else { return (machine, false) }
        var field = machine
        field.alternatives.append(
            Alternative(
                value: printed.value, confidence: printed.confidence, page: printed.page, box: printed.box))
        if isSlip(name, machine, printed) || printed.confidence < Self.leastToObject {
            // No check digit tells whether the zone has an O or a D.
            if Self.names.contains(name), printed.confidence >= Self.leastToDoubt {
                field.cap(at: Self.mostOfEither)
            }
            return (field, false)
        }
        field.checks.append(Check(name: "agreement", passed: false))
        field.cap(at: 0.5)
        return (field, true)
    }

    /// A printed reading less sure than this is no witness.
    private static let leastToObject = 0.5
    /// From this on, a name that is printed otherwise by a look-alike is doubtful, and worth no more than that.
    private static let (leastToDoubt, mostOfEither) = (0.8, 0.5)
    private static let names: Set<FieldName> = ["surname", "given_names"]

    /// Whether a number of the zone may as well have letters for figures, or the reverse, that look alike in print:
    /// `C857O2O63`, of which the check digit is that of `C85702063`.
    private func mayHaveLookAlike(_ machine: Field) -> Bool {
        guard machine.source == .mrz, let value = machine.text, value.contains(where: \.isNumber) else { return false }
        return machine.alternatives.contains { other in
            other.confidence >= Self.leastOfOther && other.value.plainText != value
                && Self.withFigures(other.value.plainText) == Self.withFigures(value)
        }
    }

    /// The chance of another reading that is too great to go by print's.
    private static let leastOfOther = 0.03

    private static func withFigures(_ number: String) -> String {
        number.replacing("O", with: "0").replacing("I", with: "1")
    }

    // MARK: - Agreement

    private func agreed(_ name: FieldName, _ machine: Field, _ printed: Field) -> Field? {
        guard let value = machine.text, let text = printed.text else { return nil }
        switch name {
        case "surname", "given_names":
            if Transliteration.matches(printed: text, machine: value, truncated: truncated.contains(name)) {
                return spelled(
                    machine, by: printed, text, mayRunOn: truncated.contains(name), sureness: printed.confidence)
            }
            return Transliteration.restored(printed: text, machine: value, nationality: nationality)
                .map { guessed(machine, by: printed, value: $0) }
        case "date_of_birth", "date_of_issue", "date_of_expiry":
            let readings =
                [text]
                + printed.alternatives.compactMap { alternative -> String? in
                    if case .text(let other) = alternative.value { other } else { nil }
                }
            if readings.contains(value) { return confirmed(machine, by: printed, value: value) }
            // A magnetic stripe's tracks have the month alone.
            if CalendarDate(iso: value)?.day == nil, text.hasPrefix(value + "-") {
                var field = confirmed(machine, by: printed, value: text)
                field.cap(at: printed.confidence)
                return field
            }
            // Print has the century, a zone has not.
            guard machine.source == .mrz, text.dropFirst(2) == value.dropFirst(2),
                printed.raw?.contains(text.prefix(4)) == true
            else { return nil }
            return confirmed(machine, by: printed, value: Self.centuries.contains(text.prefix(2)) ? text : value)
        case "document_number", "personal_number":
            guard Self.alphanumeric(value) == Self.alphanumeric(text) else { return nil }
            return confirmed(machine, by: printed, value: value)
        case "address":
            return Self.isSameAddress(value, text) ? confirmed(machine, by: printed, value: value) : nil
        default:
            return TextFolding.key(value) == TextFolding.key(text)
                ? confirmed(machine, by: printed, value: value) : nil
        }
    }

    /// Of those who hold documents, and of what they expire in.
    private static let centuries: Set<Substring> = ["19", "20"]

    /// Print's own marks are believed where it was read as surely as this: neither zone nor barcode has any.
    private static let leastForMarks = 0.82

    /// A name as the print spells it, where the machine's reading leaves that open.
    ///
    /// - Parameters:
    ///   - mayRunOn: whether the print may have words that the machine's reading lacks.
    ///   - sureness: of the print's letters, 0…1.
    func spelled(
        _ machine: Field, by printed: Field, _ text: String, mayRunOn: Bool, sureness: Double
    ) -> Field {
        let text = PrintedName.withoutSigns(text)
        // American licences are printed in plain letters as they are encoded, with few exceptions: a mark is likelier a
        // line of the background.
        if machine.source == .barcode, let plain = machine.text, text.contains(where: { $0.isLetter && !$0.isASCII }) {
            return guessed(machine, by: printed, value: plain)
        }
        // A space that the machine's reading has not is a gap that recognition saw in a word. Zones have hyphens as spaces.
        let isBroken = !mayRunOn && text.count(where: Self.parts) > (machine.text ?? "").count(where: Self.parts)
        let value = isBroken ? Self.withoutBreaks(text, like: machine.text ?? "") : text
        let isUnsure = sureness < Self.leastForMarks && text.contains { $0.isLetter && !$0.isASCII }
        return isBroken || isUnsure
            ? guessed(machine, by: printed, value: value) : confirmedName(machine, by: printed, value: value)
    }

    private static func parts(_ character: Character) -> Bool { character.isWhitespace || character == "-" }

    /// The name without the spaces that part a word of the machine's reading.
    private static func withoutBreaks(_ name: String, like machine: String) -> String {
        let words = name.split(separator: " ").map(String.init)
        return words.dropFirst().reduce(words.first ?? "") { start, word in
            let joined = start + word
            let isWhole = machine.split(separator: " ").contains { part in
                Transliteration.matches(
                    printed: String(joined.split(whereSeparator: Self.parts).last ?? ""), machine: String(part),
                    truncated: false)
            }
            return isWhole ? joined : start + " " + word
        }
    }

    func confirmed(_ machine: Field, by printed: Field, value: String) -> Field {
        var field = machine
        field.value = .text(value)
        if value != machine.text {
            field.raw = printed.raw
            field.page = printed.page
            field.box = printed.box
        }
        field.checks.append(Check(name: "agreement", passed: true))
        field.confidence = min(0.998, 1 - (1 - machine.confidence) * max(0.05, 1 - printed.confidence))
        // Other readings of the zone are out where the print tells which one is right.
        field.alternatives = []
        return field
    }

    private func confirmedName(_ machine: Field, by printed: Field, value: String) -> Field {
        var field = confirmed(machine, by: printed, value: value)
        // Print that was hardly read may have lost its accents.
        let mayLack = printed.confidence < 0.6 && nationality.map(Transliteration.marked.contains) == true
        if mayLack { field.doubt(LostMarks.check) }
        return field
    }

    /// A spelling that was put together of a zone and of print without its marks.
    func guessed(_ machine: Field, by printed: Field, value: String) -> Field {
        var field = confirmed(machine, by: printed, value: value)
        field.doubt(LostMarks.check)
        return field
    }

    static func alphanumeric(_ text: String) -> String {
        text.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Nine tenths of the letters in common, in order, and the same figures.
    private static func isSameAddress(_ a: String, _ b: String) -> Bool {
        let figures = (a.filter(\.isNumber), b.filter(\.isNumber))
        guard figures.0.hasPrefix(figures.1) || figures.1.hasPrefix(figures.0), !figures.0.isEmpty else { return false }
        let keys = (TextFolding.letters(a), TextFolding.letters(b))
        let longest = max(keys.0.count, keys.1.count)
        return EditDistance.between(keys.0, keys.1, atMost: longest / 10) != nil
    }

    // MARK: - Disagreement

    /// Whether the print differs by no more than a slip of recognition does, and was not read surely.
    private func isSlip(_ name: FieldName, _ machine: Field, _ printed: Field) -> Bool {
        guard let value = machine.text, let text = printed.text else { return false }
        if name == "address" || name == "place_of_birth" {
            // Print runs on or breaks off; only another house number or code speaks of another address.
            return printed.confidence < 0.9
                || value.filter(\.isNumber).prefix(3) == text.filter(\.isNumber).prefix(3)
        }
        let keys = (TextFolding.letters(value), TextFolding.letters(text))
        let longest = max(keys.0.count, keys.1.count)
        if TextFolding.figures(value) == TextFolding.figures(text) { return true }
        return printed.confidence < 0.9 && longest >= 4
            && EditDistance.between(keys.0, keys.1, atMost: min(4, max(1, longest / 5))) != nil
    }
}

extension Field {
    /// Whether print says the same as a zone or a bar code, but for marks that these have not.
    var isConfirmedByPrint: Bool { checks.contains { $0.name == "agreement" && $0.passed } }
}
