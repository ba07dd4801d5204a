import Kinds
import Model

/// Reads the fields of a kind by the labels printed beside them.
struct LabelEngine {
    let definition: KindDefinition
    let dates: DateParser

    /// All fields found on a page, each with every reading of it, the likeliest first.
    func fields(on page: RecognizedPage) -> [FieldName: [Field]] {
        guard page.error == nil, !page.words.isEmpty else { return [:] }
        let layout = PageLayout(page: page)
        let labels = LabelFinder(layout: layout).labels(of: definition.fields)
        let finder = ValueFinder(layout: layout, labels: labels)
        let marked = MarkReader(layout).texts()
        let standsUnder = CaptionVote(definition: self.definition, dates: dates, layout: layout).standsUnder(
            labels, finder)
        var fields: [FieldName: [Field]] = [:]
        for (index, definition) in definition.fields.enumerated() {
            let hits = labels.filter { $0.fields.contains(index) }
            let found: [Field] =
                switch definition.type {
                case .computed: []
                case .signature: SignatureEngine(layout: layout).fields(hits)
                case .checkbox, .choices:
                    MarkEngine(layout: layout, marked: marked).fields(definition, hits)
                case .choice:
                    MarkEngine(layout: layout, marked: marked).fields(definition, hits)
                        + hits.flatMap { values(of: definition, $0, finder, layout, standsUnder) }
                case .urls:
                    LinkList(layout: layout).whole(
                        hits, hits.map { values(of: definition, $0, finder, layout, standsUnder) })
                default: hits.flatMap { values(of: definition, $0, finder, layout, standsUnder) }
                }
            if !found.isEmpty { fields[definition.name] = found.sorted { $0.confidence > $1.confidence } }
        }
        return fields
    }

    /// Values of one label: one for each direction that has one.
    private func values(
        of field: FieldDefinition, _ hit: LabelHit, _ finder: ValueFinder, _ layout: PageLayout, _ standsUnder: Bool
    ) -> [Field] {
        var found: [Field] = []
        let directions = standsUnder ? Self.upward(field.directions) : field.directions
        for (rank, direction) in directions.enumerated() {
            // A caption under a line has nothing beside it.
            if direction == .above, finder.candidate(for: hit, .right, maxLines: 1) != nil { continue }
            guard
                let candidate = finder.candidate(
                    for: hit, direction, maxLines: field.maxLines, wraps: field.type == .address),
                let value = value(candidate, field: field, hit: hit, rank: rank, layout)
            else { continue }
            found.append(value)
        }
        // Of several directions one is right; a doubtful one is none beside a good one.
        guard let best = found.max(by: { $0.confidence < $1.confidence }) else { return [] }
        return [best]
    }

    /// Where captions stand under their values: what was looked for below is above.
    private static func upward(_ directions: [FieldDefinition.Direction]) -> [FieldDefinition.Direction] {
        var upward: [FieldDefinition.Direction] = []
        for direction in directions.map({ $0 == .below ? .above : $0 }) where !upward.contains(direction) {
            upward.append(direction)
        }
        return upward
    }

    private func value(
        _ candidate: ValueCandidate, field: FieldDefinition, hit: LabelHit, rank: Int, _ layout: PageLayout
    ) -> Field? {
        var lines = candidate.lines.map { line in
            layout.text(of: field.type == .code ? layout.withHyphens(line) : line)
        }
        if !candidate.prefix.isEmpty { lines[0] = TextFolding.squeeze(candidate.prefix + " " + lines[0]) }
        // A value of several lines may be shorter than what stands there: the longest that reads well counts.
        var best: (typed: TypedValue, lines: Int)?
        for count in (1...lines.count).reversed() {
            guard let typed = TypedValue.parse(Array(lines.prefix(count)), as: field, dates: dates) else { continue }
            if let longer = best {
                // An address has its town, whatever is wrong with that.
                let losesTown = field.type == .address && AddressParser.endsAddress(lines[longer.lines - 1])
                if !typed.isWellFormed || longer.typed.isWellFormed || losesTown { continue }
            }
            best = (typed, count)
        }
        guard let best, !isLabel(best.typed.value.plainText) else { return nil }
        let words = candidate.lines.prefix(best.lines).flatMap(\.self)
        let raw = lines.prefix(best.lines).joined(separator: "\n")
        var recognized =
            words.isEmpty
            ? layout.words[hit.words.upperBound - 1].confidence
            : WordText.valueConfidence(words.map { layout.words[$0] })
        // Recognition is shy of words that are in no dictionary; what has the form of an address is likelier right.
        // In the paths of web addresses nothing shows a wrong figure, though: there its doubts hold.
        let isURL = [.url, .urls].contains(field.type)
        let worst = words.map { layout.words[$0].confidence }.min() ?? 0
        if field.type == .email || (isURL && worst >= Self.sureOfPath), best.typed.isWellFormed, !best.typed.isRepaired
        {
            recognized = 1 - (1 - recognized) / 2
        }
        return Field(
            value: best.typed.value, raw: raw,
            confidence: recognized * factor(best.typed, candidate, hit, rank: rank, text: raw)
                * (runsOn(candidate, hit, layout) ? 0.75 : 1), source: .text,
            page: layout.page.index, box: layout.box(of: words) ?? hit.box,
            checks: best.typed.hasFormat ? [Check(name: "format", passed: best.typed.isWellFormed)] : [],
            alternatives: best.typed.alternatives.map { Alternative(value: $0, confidence: 0.5) })
    }

    /// Recognition's figure for the least sure word of a web address from which its letters and figures are believed.
    private static let sureOfPath = 0.8

    /// Whether a text is itself a label of the kind.
    private func isLabel(_ text: String) -> Bool {
        let key = TextFolding.key(text)
        return definition.fields.contains { field in field.labels.contains { TextFolding.key($0) == key } }
    }

    /// Whether label and value stand as words of one phrase do: "Consumer Privacy Request" is no consumer's name.
    private func runsOn(_ candidate: ValueCandidate, _ hit: LabelHit, _ layout: PageLayout) -> Bool {
        guard candidate.direction == .right, !hit.hasColon, hit.rest.isEmpty, let first = candidate.words.first,
            [.name, .names, .organization, .text, .country, .county].contains(
                definition.fields[hit.fields.min() ?? 0].type)
        else { return false }
        if LabelFinder(layout: layout).standsApart(hit) { return false }
        // "My name is" announces the value as a colon does.
        if TextFolding.key(layout.words[hit.words.upperBound - 1].text) == "is" { return false }
        let box = layout.words[first].box
        return Double(box.x - hit.box.maxX) < 1.2 * layout.textHeight
            && !layout.hasVerticalRule(between: hit.box, and: box)
    }

    private func factor(
        _ typed: TypedValue, _ candidate: ValueCandidate, _ hit: LabelHit, rank: Int, text: String
    ) -> Double {
        var factor = 0.5 + 0.5 * hit.similarity
        if !typed.isWellFormed { factor *= 0.6 }
        if candidate.isCut { factor *= 0.5 }
        if typed.isRepaired { factor *= 0.9 }
        if !typed.alternatives.isEmpty { factor *= 0.6 }
        if !typed.hasFormat { factor *= 0.95 }
        if !hit.hasColon, !hit.startsStretch { factor *= 0.85 }
        factor *= hit.hasColon && candidate.direction == .right ? 1 : 1 - 0.02 * Double(rank)
        // A sentence goes on behind a label that is none.
        if candidate.direction == .right, !hit.hasColon, let first = text.first, first.isLowercase, !typed.hasFormat {
            factor *= 0.5
        }
        return min(0.99, factor)
    }
}
