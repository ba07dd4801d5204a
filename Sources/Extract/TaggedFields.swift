import Kinds
import Model

/// Values of the words that the tagger gave to each field.
struct TaggedFields {
    let definition: KindDefinition
    private let dates: DateParser
    let pages: [RecognizedPage]

    init(document: RecognizedDocument, definition: KindDefinition, asOf: CalendarDate) {
        self.definition = definition
        pages = document.pages
        dates = DateParser(order: DateOrderEvidence.order(of: document.pages), asOf: asOf)
    }

    /// Words of one field, one behind the other.
    struct Span {
        /// Position among the document's pages.
        var page: Int
        /// Positions among the page's words, rising.
        var words: [Int]
        /// Mean over its words, 0…1.
        var probability: Double
    }

    /// Less likely spans are none.
    private static let leastProbability = 0.5

    /// A value, and the words that it was made of.
    struct Reading {
        var field: Field
        var words: [WordPlace]
    }

    func readings() -> [FieldName: Reading] {
        var spans: [FieldName: [Span]] = [:]
        for (number, page) in pages.enumerated() where page.error == nil {
            for (name, span) in self.spans(page.words, page: number) where span.probability >= Self.leastProbability {
                spans[name, default: []].append(span)
            }
        }
        return Dictionary(
            uniqueKeysWithValues: spans.compactMap { name, spans in
                definition.field(name).flatMap { reading(of: spans, $0) }.map { (name, $0) }
            })
    }

    private func spans(_ words: [Word], page: Int) -> [(FieldName, Span)] {
        var found: [(FieldName, Span)] = []
        var open: (name: FieldName, first: Int, sum: Double)?
        func close(at end: Int) {
            guard let span = open else { return }
            let count = Double(end - span.first)
            found.append((span.name, Span(page: page, words: Array(span.first..<end), probability: span.sum / count)))
            open = nil
        }
        for (index, word) in words.enumerated() {
            if isTurned(word) { continue }
            guard let tag = word.tag else {
                if !isWithin(index, words, open?.name) { close(at: index) }
                continue
            }
            if open?.name != tag.field || tag.begins { close(at: index) }
            open = (tag.field, open?.first ?? index, (open?.sum ?? 0) + tag.probability)
        }
        close(at: words.count)
        return found
    }

    /// Whether print that runs upward or downward was taken for a name or an address: what is stamped beside a text is none.
    private func isTurned(_ word: Word) -> Bool {
        guard let name = word.tag?.field, let type = definition.field(name)?.type else { return false }
        return abs(word.slant ?? 0) > 45 && [.text, .name, .names, .organization, .address].contains(type)
    }

    /// Whether a word without a tag stands between two of one address in their line: `Reno, NV 89501` without its `NV`.
    private func isWithin(_ index: Int, _ words: [Word], _ name: FieldName?) -> Bool {
        guard let name, definition.field(name)?.type == .address, index + 1 < words.count,
            words[index - 1].line == words[index + 1].line,
            let next = words[index + 1].tag
        else { return false }
        return next.field == name && !next.begins && words[index - 1].tag != nil
    }

    private func reading(of spans: [Span], _ definition: FieldDefinition) -> Reading? {
        switch definition.type {
        case .names: names(spans)
        case .urls: links(spans, definition)
        case .passage: passage(spans)
        case .address: single((spans + joined(spans, mostParts: definition.maxLines + 1)).map(withCountry), definition)
        case .name, .organization: single(spans + joined(spans, mostParts: definition.maxLines + 1), definition)
        case .choice, .choices, .checkbox, .signature, .computed: nil
        case .code: code(spans, definition)
        default: single(spans, definition)
        }
    }

    /// A number that is printed in groups. Where they are unlike, they may be two numbers: that stays open.
    private func code(_ spans: [Span], _ definition: FieldDefinition) -> Reading? {
        let whole = spans.map(withGroups)
        guard var reading = single(whole, definition) else { return nil }
        guard let index = whole.indices.first(where: { places([whole[$0]]) == reading.words }),
            whole[index].words != spans[index].words, let alone = single([spans[index]], definition)
        else { return reading }
        let groups = words(whole[index]).map(\.text.count).suffix(
            whole[index].words.count - spans[index].words.count + 1)
        if Set(groups).count > 1 {
            reading.field.doubt(Self.complete)
            reading.field.alternatives.append(Alternative(value: alone.field.value, confidence: 0.5))
        }
        return reading
    }

    /// A number with the groups of digits that go on behind it in its line: `X1234 56789 01234`.
    private func withGroups(_ code: Span) -> Span {
        let words = pages[code.page].words
        guard let end = code.words.last, words[end].text.last?.isNumber == true else { return code }
        var whole = code
        for next in words.indices[(end + 1)...] {
            let (last, word) = (words[next - 1], words[next])
            guard word.line == last.line, word.tag == nil || word.tag?.field == words[end].tag?.field,
                word.text.count > 2, word.text.allSatisfy(\.isNumber),
                word.box.x - last.box.maxX < word.box.height
            else { break }
            whole.words.append(next)
        }
        return whole
    }

    // MARK: One value

    /// The likeliest value; others speak against it, the same elsewhere for it.
    private func single(_ spans: [Span], _ definition: FieldDefinition) -> Reading? {
        var best: [(field: Field, span: Span, count: Int)] = []
        var positions: [String: Int] = [:]
        for span in spans {
            let lines = definition.type == .code ? lines(span).map(Self.withoutCaption) : lines(span)
            guard let typed = TypedValue.parse(lines, as: definition, dates: dates) else { continue }
            var value = typed.value
            if !typed.hasFormat, let text = value.texts.first { value = .text(Self.phrase(text)) }
            guard !value.plainText.isEmpty else { continue }
            var field = made(value, of: [span])
            if typed.hasFormat { field.checks.append(Check(name: "format", passed: typed.isWellFormed)) }
            // As where a caption announces it (`LabelEngine`).
            if !typed.isWellFormed { field.confidence *= 0.6 }
            if typed.isRepaired { field.confidence *= 0.9 }
            if !typed.alternatives.isEmpty { field.confidence *= 0.6 }
            field.alternatives = typed.alternatives.map { Alternative(value: $0, confidence: 0.5) }
            let key = TextFolding.key(value.plainText)
            if let index = positions[key] {
                if Self.letters(best[index].field.value.plainText) == Self.letters(value.plainText),
                    Set(best[index].span.words).isDisjoint(with: span.words) || best[index].span.page != span.page
                {
                    best[index].count += 1
                }
                if field.confidence > best[index].field.confidence {
                    (best[index].field, best[index].span) = (field, span)
                }
            } else {
                positions[key] = best.count
                best.append((field, span, 1))
            }
        }
        guard
            var chosen = best.max(by: {
                Self.weight($0.field, $0.count) < Self.weight($1.field, $1.count)
            })
        else { return nil }
        if chosen.count > 1 { chosen.field.checks.append(Check(name: "repetition", passed: true)) }
        let others = best.filter { other in
            other.field.value != chosen.field.value
                && (other.span.page != chosen.span.page || Set(other.span.words).isDisjoint(with: chosen.span.words))
        }
        chosen.field.alternatives += others.sorted { $0.field.confidence > $1.field.confidence }
            .prefix(Self.mostAlternatives).map { Alternative(value: $0.field.value, confidence: $0.field.confidence) }
        return Reading(field: chosen.field, words: places([chosen.span]))
    }

    private static let mostAlternatives = 5

    private static func weight(_ field: Field, _ count: Int) -> Double {
        1 - (0..<min(3, count)).reduce(1) { rest, _ in rest * (1 - field.confidence) }
    }

    /// Neighbors as one: a value goes on in the next line, right behind the last or right below it.
    private func joined(_ spans: [Span], mostParts: Int) -> [Span] {
        spans.indices.flatMap { first -> [Span] in
            var whole = spans[first]
            var all: [Span] = []
            for next in spans.indices.dropFirst(first + 1) where all.count + 1 < mostParts {
                guard goesOn(whole, spans[next]) else { continue }
                whole = Span(
                    page: whole.page, words: (whole.words + spans[next].words).sorted(),
                    // What goes on is likelier than its part.
                    probability: 0.1 + 0.9 * min(whole.probability, spans[next].probability))
                all.append(whole)
            }
            return all
        }
    }

    private func goesOn(_ first: Span, _ second: Span) -> Bool {
        guard first.page == second.page, let end = first.words.last, let start = second.words.first else {
            return false
        }
        let words = pages[first.page].words
        return start == end + 1 && words[end].line != words[start].line || isBelow(first, second)
    }

    /// An address with its last line, the country's name (UPU standard S42), where that stands right behind it.
    private func withCountry(_ address: Span) -> Span {
        let words = pages[address.page].words
        guard let end = address.words.last, end + 1 < words.count, words[end + 1].line != words[end].line,
            lines(address).allSatisfy({ AddressParser.stateAndZip($0) == nil })
        else { return address }
        let line = words.indices[(end + 1)...].prefix { words[$0].line == words[end + 1].line }
        guard CountryCodes.code(forName: line.map { words[$0].text }.joined(separator: " ")) != nil else {
            return address
        }
        var whole = address
        whole.words += line
        return whole
    }

    private func isBelow(_ first: Span, _ second: Span) -> Bool {
        guard let upper = Box.around(words(first).map(\.box)), let lower = Box.around(words(second).map(\.box)) else {
            return false
        }
        let height = Double(min(upper.height, lower.height))
        return Double(lower.y - upper.maxY) < 1.5 * height && lower.y > Int(upper.midY)
            && lower.x < upper.maxX && lower.maxX > upper.x
    }

    /// `Doc#:2020372825`: a caption that its value was joined to.
    private static func withoutCaption(_ text: String) -> String {
        text.replacing(/^\p{L}[\p{L}.]*[#:]+\s*/, with: "")
    }

    /// Without what no phrase begins or ends with.
    private static func phrase(_ text: String) -> String {
        var words = trimmed(text).split(separator: " ")
        while let last = words.last, bareEnds.contains(TextFolding.key(last)) { words.removeLast() }
        while let first = words.first, bareStarts.contains(TextFolding.key(first)) { words.removeFirst() }
        return trimmed(words.joined(separator: " "))
    }

    private static let bareEnds: Set<String> = [
        "and", "are", "by", "for", "hereinafter", "in", "is", "of", "or", "the", "to", "which", "who", "whose", "with",
        "",
    ]
    private static let bareStarts: Set<String> = ["and", "are", "is", "or", "which", "who", ""]

    // MARK: Lists

    /// The names that stand together where they are likeliest; a document that names somebody again, such as under a signature,
    /// confirms them.
    private func names(_ spans: [Span]) -> Reading? {
        let named = spans.compactMap { span -> (name: String?, span: Span)? in
            let text = lines(span).joined(separator: " ").replacing(/^\d{1,2}[.)]\s+/, with: "")
            if let parsed = NameParser.parse(text), parsed.isWellFormed { return (parsed.value.name, span) }
            // The number in front of a name, or a year behind it, is no name that was lost.
            return text.contains(where: \.isLetter) ? (nil, span) : nil
        }
        var groups: [[(name: String?, span: Span)]] = []
        for item in named {
            if let last = groups.last?.last?.span, last.page == item.span.page,
                item.span.words[0] - (last.words.last ?? 0) <= Self.mostBetweenNames
            {
                groups[groups.count - 1].append(item)
            } else {
                groups.append([item])
            }
        }
        groups.removeAll { group in group.allSatisfy { $0.name == nil } }
        let fields = groups.map { group -> Field in
            var own: [(name: String, span: Span)] = []
            for case (let name?, let span) in group where !own.contains(where: { Self.isOneName($0.name, name) }) {
                own.append((name, span))
            }
            var field = made(.list(own.map(\.name)), of: own.map(\.span))
            field.confidence = own.map { made(.text($0.name), of: [$0.span]).confidence }.min() ?? 0
            // A name among them that was not read as one is missing.
            if group.contains(where: { $0.name == nil }) { field.doubt(Self.complete) }
            return field
        }
        guard let best = fields.indices.max(by: { fields[$0].confidence < fields[$1].confidence }) else { return nil }
        // Where it is a tie of sorts, the first: the clause comes before signatures.
        let chosen = fields.indices.first { fields[$0].confidence > fields[best].confidence - Self.nearly } ?? best
        var field = fields[chosen]
        let others = fields.indices.filter { $0 != chosen }
        let rivals = others.map { fields[$0] }.filter { other in
            !other.value.texts.allSatisfy { name in field.value.texts.contains { Self.isOneName($0, name) } }
        }
        field.alternatives = rivals.sorted { $0.confidence > $1.confidence }.prefix(Self.mostAlternatives).map {
            Alternative(value: $0.value, confidence: $0.confidence)
        }
        let isRepeated = field.value.texts.allSatisfy { name in
            others.contains { fields[$0].value.texts.contains { Self.letters($0) == Self.letters(name) } }
        }
        if isRepeated, !others.isEmpty { field.checks.append(Check(name: "repetition", passed: true)) }
        return Reading(field: field, words: places(groups[chosen].map(\.span)))
    }

    /// Words between two names of one list, with what is said of the first.
    private static let mostBetweenNames = 12
    /// Two figures that say the same.
    private static let nearly = 0.15

    private static func isOneName(_ name: String, _ other: String) -> Bool {
        TextFolding.key(name) == TextFolding.key(other)
    }

    /// With their marks: what was read with others elsewhere bears out nothing.
    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private func links(_ spans: [Span], _ definition: FieldDefinition) -> Reading? {
        var found: [(text: String, span: Span)] = []
        var isComplete = true
        for var span in spans {
            let own = links(on: span.page).filter { !Set($0.words).isDisjoint(with: span.words) }
            span.words = Set(span.words + own.flatMap(\.words)).sorted()
            for link in own where !found.contains(where: { $0.text == link.reading.value }) {
                found.append((link.reading.value, span))
            }
            guard own.isEmpty else { continue }
            guard let typed = TypedValue.parse(lines(span), as: definition, dates: dates), typed.isWellFormed else {
                isComplete = false
                continue
            }
            for text in typed.value.texts where !found.contains(where: { $0.text == text }) {
                found.append((text, span))
            }
        }
        guard !found.isEmpty else { return nil }
        var field = made(.list(found.map(\.text)), of: found.map(\.span))
        if !isComplete { field.doubt(Self.complete) }
        return Reading(field: field, words: places(found.map(\.span)))
    }

    private func links(on page: Int) -> [PageLinks.Link] { PageLinks(layout: PageLayout(page: pages[page])).all }

    /// The check that a list fails of which a part was not read.
    private static let complete = "complete"

    // MARK: Parts

    func words(_ span: Span) -> [Word] {
        span.words.map { pages[span.page].words[$0] }.filter { !isTurned($0) }
    }

    func places(_ spans: [Span]) -> [WordPlace] {
        spans.flatMap { span in words(span).map { WordPlace(page: pages[span.page].index, box: $0.box) } }
    }

    private func lines(_ span: Span) -> [String] {
        var lines: [[Word]] = []
        for word in words(span) where !word.text.isEmpty {
            if lines.last?.last?.line == word.line { lines[lines.count - 1].append(word) } else { lines.append([word]) }
        }
        return lines.map { $0.map(\.text).joined(separator: " ") }
    }

    func made(_ value: FieldValue, of spans: [Span]) -> Field {
        let page = spans[0].page
        let own = spans.filter { $0.page == page }
        let probability = spans.map(\.probability).min() ?? 0
        let read = spans.flatMap { words($0) }
        return Field(
            value: value, raw: spans.flatMap(lines).joined(separator: "\n"),
            confidence: probability * WordText.valueConfidence(read), source: .text, page: pages[page].index,
            box: Box.around(own.flatMap { words($0).map(\.box) }))
    }

    static func trimmed(_ text: String) -> String {
        TextFolding.trim(text, [",", ";", ":", "-", "_", "|", "~", "(", "\"", "“", "”"])
    }
}
