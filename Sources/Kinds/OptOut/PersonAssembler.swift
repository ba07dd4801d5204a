import Model

/// Puts names and addresses together from the parts that forms ask for one by one.
struct PersonAssembler {
    let fields: [FieldName: Field]

    /// First, middle, last name and suffix in the order of speech.
    func name() -> Field? {
        guard let first = part("first_name"), let last = part("last_name") else { return nil }
        let middle = part("middle_name").flatMap { isShort($0, 3) ? $0 : nil }
        let suffix = part("name_suffix").flatMap { isShort($0, 1) ? $0 : nil }
        let parts = [first, middle, last, suffix].compactMap(\.self)
        guard let joined = joined(parts, separator: " "), let text = joined.text,
            let reading = NameParser.parse(text)
        else { return nil }
        var field = joined
        field.value = .text(reading.value.name)
        if !reading.isWellFormed { field.confidence *= 0.7 }
        field.checks = [Check(name: "format", passed: reading.isWellFormed)]
        return field
    }

    /// The street's line with unit, city, state and ZIP code behind it.
    func address(street: Field?) -> Field? {
        guard let street, let text = street.text, AddressParser.stateAndZip(text) == nil else { return street }
        var parts = [street]
        if let unit = part("address_unit"), isShort(unit, 4), unit.text?.contains(where: \.isNumber) == true {
            parts.append(unit)
        }
        if let line = part("address_city_line") {
            parts.append(line)
        } else if let city = part("address_city") {
            parts.append(city)
            if let printed = part("address_state"), isShort(printed, 3) {
                let zip = part("address_zip").flatMap { isShort($0, 2) ? $0 : nil }
                let state = Self.state(printed, zip: zip)
                if let end = joined([state, zip].compactMap(\.self), separator: " ") { parts.append(end) }
            } else if let zip = part("address_zip") {
                parts.append(zip)
            }
        }
        guard parts.count > 1, var whole = joined(parts, separator: ", "),
            let reading = whole.text.flatMap({ AddressParser.parse(lines: [$0]) })
        else { return street }
        whole.value = .text(reading.value)
        // A street alone is no whole address, which its reading was marked down for; up to its ZIP code it is one.
        if parts[0].checks.contains(where: { $0.name == "format" && !$0.passed }), reading.isWellFormed,
            AddressParser.stateAndZip(reading.value) != nil
        {
            parts[0].confidence = min(0.97, parts[0].confidence / Self.partOfWhole)
            whole.confidence = min(0.99, (parts.map(\.confidence).min() ?? 0) / 0.97)
        }
        whole.checks = [Check(name: "format", passed: reading.isWellFormed)]
        whole.confidence *= reading.isWellFormed ? 1 : 0.7
        return whole
    }

    /// A state's two letters are capitals. Where what was read is no state, the only one that the ZIP code lies in, as sure
    /// as that code.
    private static func state(_ printed: Field, zip: Field?) -> Field {
        var state = printed
        guard let text = printed.text else { return printed }
        if let code = USStates.code(text) {
            if text.count == 2 { state.value = .text(code) }
        } else if let zip, let code = zip.text, AddressParser.isZip(code), let only = USStates.only(ofZip: code) {
            state.value = .text(only)
            state.confidence = zip.confidence
        }
        return state
    }

    /// What a value that is not well-formed is worth of what it was read with.
    private static let partOfWhole = 0.6

    private func part(_ name: FieldName) -> Field? {
        guard let field = fields[name], let text = field.text else { return nil }
        let cleaned = TextFolding.trim(text, [",", ";", ":", "_", "|", "-"])
        guard !cleaned.isEmpty else { return nil }
        var part = field
        part.value = .text(cleaned)
        return part
    }

    private func isShort(_ field: Field, _ words: Int) -> Bool {
        (field.text?.split(separator: " ").count ?? 0) <= words
    }

    private func joined(_ parts: [Field], separator: String) -> Field? {
        guard let first = parts.first else { return nil }
        var field = first
        field.value = .text(parts.compactMap(\.text).joined(separator: separator))
        field.raw = parts.compactMap { $0.raw ?? $0.text }.joined(separator: "\n")
        // Joined text has lost nothing of its format where every part reads well.
        field.confidence = min(0.99, (parts.map(\.confidence).min() ?? 0) / 0.97)
        field.box = Box.around(parts.filter { $0.page == first.page }.compactMap(\.box))
        field.alternatives = []
        return field
    }
}
