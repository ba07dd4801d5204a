import Model

/// What a request asks for, from its boxes, its sentences and its title.
struct RequestTypes {
    let layouts: [PageLayout]
    let definition: KindDefinition
    let isLetter: Bool

    func field() -> Field? {
        let options = definition.field("request_types")?.options ?? []
        let marks = layouts.map { RequestMarks(layout: $0, options: options).result() }
        if marks.contains(where: \.hasBoxes) {
            // Boxes decide; the sentences around them explain.
            let field = joined(marks.flatMap(\.hits), doubtful: marks.flatMap(\.doubtful))
            // Something may be asked for that the list lacks.
            return marks.contains(where: \.hasUnknown) ? Self.capped(field, at: 0.5) : field
        }
        let read = layouts.map { RequestSentences(text: WordText($0.page.words), page: $0.page.index).read() }
        let prose = read.flatMap(\.hits)
        let mentions = Set(read.flatMap(\.mentions)).subtracting(prose.map(\.type))
        var field = joined(prose.isEmpty ? titled() : prose, doubtful: [])
        if !prose.isEmpty, !mentions.isEmpty {
            // The text speaks of another right, and whether it asks for it is open.
            field = Self.capped(field, at: 0.6)
        }
        if hasUnreadItem(among: prose) { field = Self.capped(field, at: 0.5) }
        if !isLetter, layouts.contains(where: { RequestMarks(layout: $0, options: options).hasMenu }) {
            // A menu of rights whose boxes were not seen: what its lines say was not asked.
            field = Self.capped(field, at: 0.3)
        }
        return field
    }

    private static func capped(_ field: Field?, at most: Double) -> Field? {
        field.map { field in
            var field = field
            field.cap(at: most)
            return field
        }
    }

    /// Whether a number is missing among those of the requests and of the lines between: that item was not read.
    private func hasUnreadItem(among hits: [RequestHit]) -> Bool {
        let numbers = hits.compactMap { Self.itemNumber($0.raw) }
        guard let last = numbers.max(), last > 1 else { return false }
        let lines = layouts.flatMap { layout in
            layout.rows.compactMap { row in row.first.flatMap { Self.itemNumber(layout.words[$0].text) } }
        }
        return !Set(1...last).isSubset(of: numbers + lines)
    }

    /// Of `2. Restrict …`; a one may be read as a letter.
    private static func itemNumber(_ text: String) -> Int? {
        guard let sign = text.prefixMatch(of: /\W?(\d{1,2}|[lI|])[.)]/)?.output.1 else { return nil }
        return Int(sign) ?? 1
    }

    private func joined(_ hits: [RequestHit], doubtful: [RequestHit]) -> Field? {
        guard let first = hits.first else {
            guard let doubt = doubtful.first else { return nil }
            return Field(
                value: .list([]), raw: doubt.raw, confidence: 0.2, source: .mark, page: doubt.page, box: doubt.box,
                checks: [Check(name: "marks", passed: false)],
                alternatives: doubtful.map { Alternative(value: .list([$0.type]), confidence: $0.confidence) })
        }
        var values: [String] = []
        for hit in hits where !values.contains(hit.type) { values.append(hit.type) }
        // A list is as sure as its least sure part, each by its best place.
        let sure = values.map { value in hits.filter { $0.type == value }.map(\.confidence).max() ?? 0 }.min() ?? 0
        return Field(
            value: .list(values), raw: hits.map(\.raw).joined(separator: "\n"),
            confidence: doubtful.isEmpty ? sure : min(sure, 0.5), source: first.source, page: first.page,
            box: Box.around(hits.filter { $0.page == first.page }.compactMap(\.box)),
            checks: first.source == .mark ? [Check(name: "marks", passed: doubtful.isEmpty)] : [],
            alternatives: doubtful.map { Alternative(value: .list(values + [$0.type]), confidence: $0.confidence) })
    }

    /// A form that says in its title alone what it is for.
    private func titled() -> [RequestHit] {
        guard let layout = layouts.first else { return [] }
        let head = layout.rows.prefix(4).flatMap(\.self).map { layout.words[$0] }
        return RequestSentences(text: WordText(head), page: layout.page.index).read().hits.map { hit in
            var hit = hit
            hit.confidence = min(hit.confidence, 0.8)
            return hit
        }
    }
}

/// Companies named at the head of a form.
struct LetterheadReader {
    let layouts: [PageLayout]

    func companies(except writer: String?) -> [Field] {
        guard let layout = layouts.first else { return [] }
        return head(layout, except: writer) + registered(layout)
    }

    /// Lines in the upper fifth whose words say that they name a company.
    private func head(_ layout: PageLayout, except writer: String?) -> [Field] {
        let limit = Double(layout.page.prepared.height) / 5
        for row in layout.rows.indices {
            for line in layout.segments(ofRow: row) {
                guard let box = layout.box(of: line), box.midY < limit else { continue }
                let words = Caption.removed(from: Self.nameWords(line.map { layout.words[$0] }))
                let text = words.map(\.text).joined(separator: " ")
                guard let reading = NameParser.parse(text),
                    reading.value.isOrganization || BrokerRegistry.shared.contains(text)
                        || isAddressed(line.map { layout.words[$0] }),
                    words.count <= 7, TextFolding.key(text) != writer.map({ TextFolding.key($0) }),
                    LegalForm.ends(text) || !isTitle(text)
                else { continue }
                return [
                    Field(
                        reading.value.name, from: words, page: layout.page.index,
                        factor: LegalForm.ends(text) ? 0.985 : 0.95)
                ]
            }
        }
        return []
    }

    /// A company's name before a dash and the form's title or behind it, or behind its label: "Acme Data, Inc. — Opt-Out
    /// Request", "To: Acme Data, Inc."
    static func nameWords(_ words: [Word]) -> [Word] {
        // "To" stays a label where its colon was misread.
        let to = words.first.map { TextFolding.key($0.text) } == "to" ? 0 : nil
        let label = words.dropLast().lastIndex { $0.text.hasSuffix(":") && !isAttention($0) } ?? to
        var words = label.map { Array(words[($0 + 1)...]) } ?? words
        if let attention = words.firstIndex(where: isAttention) { words.removeSubrange(attention...) }
        let dashes: Set<String> = ["-", "–", "—", "|", ":", "·", "•"]
        let parts = words.split { dashes.contains($0.text) }.map(Array.init)
        return parts.first { LegalForm.ends($0.map(\.text).joined(separator: " ")) } ?? parts.first ?? words
    }

    /// `Acme Data · Attn: Privacy Team`
    private func isAddressed(_ line: [Word]) -> Bool { line.dropFirst().contains(where: Self.isAttention) }

    private static func isAttention(_ word: Word) -> Bool { ["attn:", "attention:"].contains(word.text.lowercased()) }

    private func isTitle(_ text: String) -> Bool {
        let key = TextFolding.key(text)
        return ["request", "form", "opt out", "notice", "application", "information", "act", "personal"].contains {
            " \(key) ".contains(" \($0) ")
        }
    }

    /// One registered broker on the page is likely the one that is meant; of several none.
    private func registered(_ layout: PageLayout) -> [Field] {
        let found = BrokerRegistry.shared.names(on: layout.matcher)
        guard Set(found.map(\.name)).count == 1, let match = found.first?.match else { return [] }
        let words = Array(layout.words[match.words])
        let text = TextFolding.trim(words.map(\.text).joined(separator: " "), [",", ";", ":"])
        return [
            Field(
                value: .text(text), raw: text, confidence: WordText.confidence(words) * 0.8, source: .text,
                page: layout.page.index, box: match.box, checks: [Check(name: "registry", passed: true)])
        ]
    }
}
