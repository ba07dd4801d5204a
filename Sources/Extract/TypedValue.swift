import Kinds
import Model

/// A candidate's text as the value of its field's type.
struct TypedValue: Hashable, Sendable {
    var value: FieldValue
    var isWellFormed: Bool
    var isRepaired: Bool
    var alternatives: [FieldValue]
    /// Whether the type's format says anything about the value at all.
    var hasFormat: Bool

    private init(_ value: FieldValue, isWellFormed: Bool = true, hasFormat: Bool = true) {
        self.value = value
        self.isWellFormed = isWellFormed
        self.hasFormat = hasFormat
        isRepaired = false
        alternatives = []
    }

    private init<Value>(_ reading: Reading<Value>, _ text: (Value) -> String) {
        value = .text(text(reading.value))
        isWellFormed = reading.isWellFormed
        isRepaired = reading.isRepaired
        alternatives = reading.alternatives.map { .text(text($0)) }
        hasFormat = true
    }

    /// - Parameters:
    ///   - lines: the text line by line.
    ///   - dates: how dates are printed in this document.
    /// - Returns: nil where the text is no value of the type.
    static func parse(_ lines: [String], as field: FieldDefinition, dates: DateParser) -> TypedValue? {
        let text = TextFolding.squeeze(lines.joined(separator: " "))
        guard !text.isEmpty else { return nil }
        switch field.type {
        case .name: return name(text)
        case .names: return names(lines)
        case .organization: return OrganizationName.parse(text).map { TypedValue($0) { $0 } }
        case .date:
            var dates = dates
            dates.expectation = expectation(of: field.name)
            return dates.parse(text).map { TypedValue($0, \.iso) }
        case .money: return MoneyParser.parse(text).map { TypedValue($0, \.decimal) }
        case .code: return CodeParser.parse(text).map { TypedValue($0) { $0 } }
        case .address: return AddressParser.parse(lines: lines).map { TypedValue($0) { $0 } }
        case .email: return EmailParser.parse(text, isWhole: true).map { TypedValue($0) { $0 } }
        case .phone: return PhoneParser.parse(text).map { TypedValue($0) { $0 } }
        case .url: return URLParser.parse(text).map { TypedValue($0) { $0 } }
        case .urls: return urls(lines)
        case .usState: return USStates.name(text).map { TypedValue($0) { $0 } }
        case .county: return county(text)
        case .sex: return sex(text)
        case .currency: return currency(text)
        case .number: return number(text)
        case .choice: return choice(text, field.options)
        case .text, .passage, .country: return TypedValue(.text(text), hasFormat: false)
        case .choices, .checkbox, .signature, .computed: return nil
        }
    }

    static func expectation(of name: FieldName) -> DateParser.Expectation {
        let words = name.rawValue.split(separator: "_")
        if words.contains("birth") { return .past }
        return words.contains("expiry") || words.contains("expiration") ? .future : .any
    }

    /// A name's words begin with capitals; small words between them are particles.
    private static func name(_ printed: String) -> TypedValue? {
        // `Jane lreland`: behind words with capitals what looks like a small l is one.
        let text = printed.replacing(/^((?:\p{Lu}\S* )+)l(\p{Ll}{2,})$/) { "\($0.output.1)I\($0.output.2)" }
        guard let reading = NameParser.parse(text) else { return nil }
        var value = TypedValue(reading, \.name)
        value.isWellFormed = value.isWellFormed && isCapitalized(reading.value.name)
        if !value.isWellFormed, let head = head(of: text), let reading = NameParser.parse(head), reading.isWellFormed {
            return TypedValue(reading, \.name)
        }
        return value
    }

    /// The name that a sentence goes on behind: "Jane Doe, born …", "Jane Doe and I live …". `Harbor Data services, Inc.` is no
    /// sentence but a name whose capital was read as a small letter.
    private static func head(of text: String) -> String? {
        var words: [String] = []
        for word in text.split(separator: " ").map({ String($0) }) {
            guard word.first?.isUppercase == true || particles.contains(word.lowercased()) else { break }
            words.append(word)
            if let last = word.last, ",;:".contains(last) || (last == "." && word.filter(\.isLetter).count > 3) {
                break
            }
        }
        while let last = words.last, particles.contains(last.lowercased()) || last == "I" { words.removeLast() }
        // `Jane C. lreland`: a name goes on behind an initial.
        if words.last?.wholeMatch(of: /\p{Lu}\./) != nil { return nil }
        guard !NameParser.endsInSuffix(text) else { return nil }
        return words.count >= 2 && words.count < text.split(separator: " ").count ? words.joined(separator: " ") : nil
    }

    private static func isCapitalized(_ name: String) -> Bool {
        let words = name.split(separator: " ")
        let small = words.filter { $0.first?.isLowercase == true }
        return small.count * 2 < words.count && small.allSatisfy { particles.contains($0.lowercased()) }
            && words.first?.first?.isUppercase == true
    }

    private static let particles: Set<String> = [
        "de", "del", "della", "der", "den", "di", "da", "dos", "du", "la", "le", "van", "von", "zu", "bin", "ibn", "al",
        "el", "y", "e", "and", "of", "the", "for", "&",
    ]

    private static func names(_ lines: [String]) -> TypedValue? {
        let parts = lines.flatMap { $0.split(separator: ";").map { String($0) } }
        let readings = parts.compactMap { NameParser.parse($0) }
        guard !readings.isEmpty else { return nil }
        return TypedValue(.list(readings.map(\.value.name)), isWellFormed: readings.allSatisfy(\.isWellFormed))
    }

    private static func urls(_ printed: [String]) -> TypedValue? {
        let lines = printed.reduce(into: [String]()) { lines, line in
            guard let last = lines.last, let link = URLParser.find(in: last).last, link.range.upperBound == last.count,
                let whole = URLParser.joined(link.reading.value, overLineEnd: line)
            else { return lines.append(line) }
            lines[lines.count - 1] = last.prefix(link.range.lowerBound) + whole
        }
        let parts = lines.flatMap { $0.split(whereSeparator: { " ;,".contains($0) }).map { String($0) } }
        let found = lines.map { (line: Array($0), found: URLParser.find(in: $0)) }
        var readings = found.flatMap { $0.found.map(\.reading) }
        // Spaces in an address part it, but leave nothing beside it.
        var isAll = found.allSatisfy { line, found in
            line.indices.allSatisfy { place in
                !(line[place].isLetter || line[place].isNumber) || found.contains { $0.range.contains(place) }
            }
        }
        let plain = parts.compactMap { URLParser.parse($0) }
        if plain.count > readings.count { (readings, isAll) = (plain, plain.count == parts.count) }
        if readings.isEmpty, let whole = URLParser.parse(lines.joined()) { (readings, isAll) = ([whole], true) }
        guard !readings.isEmpty else { return nil }
        var value = TypedValue(
            .list(readings.map(\.value)), isWellFormed: isAll || readings.contains(where: \.isRepaired))
        value.isRepaired = readings.contains(where: \.isRepaired)
        return value
    }

    private static func county(_ text: String) -> TypedValue? {
        var words = TextFolding.trim(text, [",", ".", ":", ";"]).split(separator: " ").map { String($0) }
        let marks: Set<String> = ["county", "parish"]
        if words.count > 1, marks.contains(words[words.count - 1].lowercased()) { words.removeLast() }
        if words.count > 2, marks.contains(words[0].lowercased()), words[1].lowercased() == "of" {
            words.removeFirst(2)
        }
        guard !words.isEmpty, words.count <= 4, words.allSatisfy({ $0.contains(where: \.isLetter) }) else { return nil }
        let value = words.joined(separator: " ")
        return TypedValue(.text(value), isWellFormed: value.allSatisfy { $0.isLetter || " .'’-".contains($0) })
    }

    private static func sex(_ text: String) -> TypedValue? {
        let values = [
            "m": "M", "male": "M", "masculino": "M", "hombre": "M", "h": "M", "f": "F", "female": "F", "femenino": "F",
            "feminino": "F", "mujer": "F", "x": "X", "other": "X", "nonbinary": "X", "1": "M", "2": "F", "9": "X",
        ]
        var keys = TextFolding.key(text).split(separator: " ").map { String($0) }
        // In the country's language first: Dutch `V/F`, Turkish `K/F` and `E/M`.
        if keys.count == 2, keys[0].count == 1, values[keys[0]] == nil, text.contains("/") { keys.removeFirst() }
        guard let first = keys.first, let value = values[first], keys.count <= 2 else { return nil }
        return TypedValue(.text(value), isWellFormed: keys.allSatisfy { values[$0] == value })
    }

    private static func currency(_ text: String) -> TypedValue? {
        if let money = MoneyParser.parse(text), let currency = money.value.currency {
            return TypedValue(.text(currency))
        }
        let code = TextFolding.trim(text, [".", ",", ":"]).uppercased()
        guard code.count == 3, code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        return TypedValue(.text(code))
    }

    private static func number(_ text: String) -> TypedValue? {
        let digits = TextFolding.trim(text, [".", ":", "#"]).filter { $0 != "," && $0 != " " }
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            digits.filter({ $0 == "." }).count <= 1
        else { return nil }
        return TypedValue(.text(digits))
    }

    /// The option whose longest phrase stands in the text; two options in one text are no choice.
    private static func choice(_ text: String, _ options: [FieldDefinition.Option]) -> TypedValue? {
        let key = " " + TextFolding.key(text) + " "
        let found = options.compactMap { option -> (value: String, length: Int)? in
            let lengths = option.phrases.map { TextFolding.key($0) }.filter { key.contains(" " + $0 + " ") }.map(
                \.count)
            return lengths.max().map { (option.value, $0) }
        }.sorted { $0.length > $1.length }
        guard let best = found.first, found.count == 1 || found[1].length < best.length else { return nil }
        return TypedValue(.text(best.value))
    }
}
