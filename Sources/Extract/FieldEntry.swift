package import Kinds
package import Model

/// Checks what a person types for a field, by the parsers that read it from a page.
///
/// Parsers mend what recognition confuses. A person's letters are meant: where a parser would change one, the text stays
/// as it was typed, or is refused where the field has one form only.
package enum FieldEntry {
    /// - Parameters:
    ///   - text: as typed; the items of a list by lines or `;`.
    ///   - asOf: the date that years of two digits, births and expiries are judged by.
    package static func check(_ text: String, as field: FieldDefinition, asOf: CalendarDate) -> EntryCheck {
        let lines = text.split(whereSeparator: \.isNewline).map { TextFolding.squeeze($0) }.filter { !$0.isEmpty }
        let line = lines.joined(separator: " ")
        guard !line.isEmpty else { return .refused("Type a value, or mark the field as absent.") }
        switch field.type {
        case .date: return date(line, field, asOf)
        case .country:
            return known(CountryCodes.code(for: line), "Not a country: give its name or its three letters, as in USA.")
        case .usState:
            return known(
                USStates.code(line).flatMap { USStates.names[$0] }, "Not a state of the USA, as in Ohio or OH.")
        case .choice: return choice(line, field.options)
        case .choices: return choices(items(lines), field.options)
        case .checkbox, .signature: return mark(line)
        case .names: return joined(items(lines).map(name))
        case .urls:
            return joined(
                items(lines).flatMap { $0.split(separator: " ") }.map { strict(String($0), URLParser.parse($0), .url) })
        case .name: return name(line)
        case .organization: return kept(line, OrganizationName.parse(line)) { $0 }
        case .address: return kept(lines.joined(separator: ", "), AddressParser.parse(lines: lines)) { $0 }
        case .code: return code(line, field)
        case .money: return strict(line, MoneyParser.parse(line).map(decimal), .money)
        case .email:
            let reading = EmailParser.parse(line)
            // One that looks like another's misreading may be meant.
            let isMeant = reading?.isRepaired == true && EmailParser.isValid(line)
            return isMeant ? .unusual(.text(line), unusual) : strict(line, reading, .email)
        case .phone: return strict(line, PhoneParser.parse(line), .phone)
        case .url: return strict(line, URLParser.parse(line), .url)
        case .county, .sex, .currency, .number:
            let typed = TypedValue.parse(lines, as: field, dates: DateParser(asOf: asOf))
            guard let typed else { return .refused(refusal(of: field.type)) }
            let isKnown = field.type != .county || USCounties.contains(typed.value.plainText)
            return typed.isWellFormed && isKnown ? .value(typed.value) : .unusual(typed.value, unusual)
        case .text, .passage: return .value(.text(line))
        case .computed: return field.name == "mrz" ? zone(lines) : .value(.text(line))
        }
    }

    private static let unusual = "This does not look like other values of the field: check it on the page."

    private static func items(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: ";").map { TextFolding.squeeze($0) } }.filter { !$0.isEmpty }
    }

    private static func known(_ value: String?, _ refusal: String) -> EntryCheck {
        value.map { .value(.text($0)) } ?? .refused(refusal)
    }

    /// A value that has any form: the parser's where it keeps every letter and digit, else the text as typed.
    private static func kept<Value>(
        _ text: String, _ reading: Reading<Value>?, _ value: (Value) -> String
    ) -> EntryCheck {
        guard let reading else { return .unusual(.text(text), unusual) }
        let parsed = value(reading.value)
        let isKept = letters(parsed) == letters(text)
        let result = FieldValue.text(isKept ? parsed : text)
        return reading.isWellFormed && isKept ? .value(result) : .unusual(result, unusual)
    }

    /// As it was typed: a name's form only tells whether it looks like one.
    private static func name(_ text: String) -> EntryCheck { kept(text, NameParser.parse(text)) { _ in text } }

    private static func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }

    /// A value that has one form: none where the parser had to mend it.
    private static func strict(_ text: String, _ reading: Reading<String>?, _ type: FieldType) -> EntryCheck {
        guard let reading, !reading.isRepaired else { return .refused(refusal(of: type)) }
        let others = reading.alternatives
        guard others.isEmpty else {
            return .refused("This can be read in several ways.", choices: ([reading.value] + others).map { .text($0) })
        }
        return reading.isWellFormed ? .value(.text(reading.value)) : .unusual(.text(reading.value), unusual)
    }

    private static func refusal(of type: FieldType) -> String {
        switch type {
        case .money: "Not an amount of money, as in 250,000.00 or Ten Dollars."
        case .email: "Not an email address, as in jane@example.org."
        case .phone: "Not a telephone number, as in +1 864 555 0150."
        case .url, .urls: "Not a web address, as in example.org/page."
        case .county: "Not a county's name, as in Polk."
        case .sex: "Not one of M, F and X."
        case .currency: "Not a currency's three letters, as in USD."
        case .number: "Not a number."
        default: "Not a value of this field."
        }
    }

    private static func decimal(_ reading: Reading<Money>) -> Reading<String> {
        Reading(
            reading.value.decimal, isRepaired: reading.isRepaired, alternatives: reading.alternatives.map(\.decimal),
            isWellFormed: reading.isWellFormed)
    }

    private static func date(_ text: String, _ field: FieldDefinition, _ asOf: CalendarDate) -> EntryCheck {
        let expectation = TypedValue.expectation(of: field.name)
        let parsed =
            CalendarDate(iso: text).map { Reading($0) } ?? DateParser(expectation: expectation, asOf: asOf).parse(text)
        guard let parsed, !parsed.isRepaired else {
            return .refused("Not a date: write it as 1985-04-12, or 1985-04 or 1985 where no more is given.")
        }
        guard parsed.alternatives.isEmpty else {
            return .refused(
                "Which is the month? Write it as 1985-04-12.",
                choices: ([parsed.value] + parsed.alternatives).map { .text($0.iso) })
        }
        let value = FieldValue.text(parsed.value.iso)
        let isPossible = parsed.isWellFormed && FieldChecks.isPossible(parsed.value, as: field.name, asOf: asOf)
        return isPossible
            ? .value(value) : .unusual(value, "The date lies outside what is possible: check it on the page.")
    }

    private static func code(_ text: String, _ field: FieldDefinition) -> EntryCheck {
        // The contract has a document's number without spaces.
        let text = field.name == "document_number" ? text.filter { !$0.isWhitespace } : text
        return kept(text, CodeParser.parse(text)) { $0 }
    }

    private static func choice(_ text: String, _ options: [FieldDefinition.Option]) -> EntryCheck {
        if let value = option(text, options) { return .value(.text(value)) }
        return .refused("Not one of the choices.", choices: options.map { .text($0.value) })
    }

    private static func choices(_ items: [String], _ options: [FieldDefinition.Option]) -> EntryCheck {
        var values: [String] = []
        for item in items.flatMap({ $0.split(separator: ",").map { TextFolding.squeeze($0) } }) {
            guard let value = option(item, options) else {
                return .refused("Not all of them are choices.", choices: options.map { .text($0.value) })
            }
            if !values.contains(value) { values.append(value) }
        }
        return values.isEmpty ? .refused("Not one of the choices.") : .value(.list(values))
    }

    /// The option of that name, or the one whose phrase the text is.
    private static func option(_ text: String, _ options: [FieldDefinition.Option]) -> String? {
        let key = TextFolding.key(text)
        return options.first { TextFolding.key($0.value) == key }?.value
            ?? options.first { $0.phrases.contains { TextFolding.key($0) == key } }?.value
    }

    private static func mark(_ text: String) -> EntryCheck {
        switch TextFolding.key(text) {
        case "true", "yes", "y", "x", "1": .value(.flag(true))
        case "false", "no", "n", "0": .value(.flag(false))
        default: .refused("Yes or no?", choices: [.flag(true), .flag(false)])
        }
    }

    private static func zone(_ lines: [String]) -> EntryCheck {
        let lines = lines.map { $0.uppercased().replacing(" ", with: "<") }
        let isZone = lines.count <= 3 && lines.allSatisfy { $0.wholeMatch(of: /[0-9A-Z<]+/) != nil }
        return isZone
            ? .value(.list(lines)) : .refused("A zone has up to three lines of capital letters, digits and <.")
    }

    /// A list of the items' values; the first refusal is the list's.
    private static func joined(_ items: [EntryCheck]) -> EntryCheck {
        guard !items.isEmpty else { return .refused(refusal(of: .names)) }
        if let refused = items.first(where: { $0.value == nil }) { return refused }
        let list = FieldValue.list(items.compactMap(\.value).flatMap(\.texts))
        for case .unusual(_, let sentence) in items { return .unusual(list, sentence) }
        return .value(list)
    }
}
