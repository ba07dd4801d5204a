import Model

/// What a request asks for, from its boxes, its sentences and its title.
struct RequestTypes {
    let layouts: [PageLayout]
    let vocabulary: RequestVocabulary
    let isLetter: Bool

    func field() -> Field? {
        let marks = layouts.map { RequestMarks(layout: $0, vocabulary: vocabulary).result() }
        if marks.contains(where: \.hasBoxes) {
            // Boxes decide; the sentences around them explain. Something may be asked for that the list lacks.
            return joined(
                marks.flatMap(\.hits), doubtful: marks.flatMap(\.doubtful),
                isUnderstood: !marks.contains(where: \.hasUnknown))
        }
        let read = layouts.map { sentences(body($0), of: $0).read() }
        let prose = read.flatMap(\.hits)
        if layouts.contains(where: { layout in
            LetterStructure(layout: layout).salutation == nil
                && RequestMarks(layout: layout, vocabulary: vocabulary).hasMenu
        }) {
            // A menu of rights whose boxes were not seen: which of its lines are asked for is open.
            return joined([], doubtful: prose, isUnderstood: false)
        }
        let mentions = Set(read.flatMap(\.mentions)).subtracting(prose.map(\.type))
        return joined(
            prose.isEmpty ? titled() : prose, doubtful: [], mentions: mentions.sorted(),
            isUnderstood: read.allSatisfy(\.isUnderstood) && !hasUnreadItem(among: prose))
    }

    private func sentences(_ words: [Word], of layout: PageLayout) -> RequestSentences {
        RequestSentences(text: WordText(words), page: layout.page.index, vocabulary: vocabulary, isLetter: isLetter)
    }

    /// What stands between a letter's salutation and its closing; all of another page.
    private func body(_ layout: PageLayout) -> [Word] {
        let letter = LetterStructure(layout: layout)
        return letter.salutation == nil ? layout.page.words : letter.body
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

    private func joined(
        _ hits: [RequestHit], doubtful: [RequestHit], mentions: [String] = [], isUnderstood: Bool
    ) -> Field? {
        guard let first = hits.first ?? doubtful.first else { return nil }
        var values: [String] = []
        for hit in hits where !values.contains(hit.type) { values.append(hit.type) }
        // A list is as sure as its least sure part, each by its best place.
        let sure = values.map { value in hits.filter { $0.type == value }.map(\.confidence).max() ?? 0 }.min()
        var checks = first.source == .mark ? [Check(name: "marks", passed: doubtful.isEmpty)] : []
        if !isUnderstood { checks.append(Check(name: "understood", passed: false)) }
        return Field(
            value: .list(values), raw: (hits.isEmpty ? doubtful : hits).map(\.raw).joined(separator: "\n"),
            confidence: sure ?? 0.2, source: first.source, page: first.page,
            box: Box.around(hits.filter { $0.page == first.page }.compactMap(\.box)) ?? first.box, checks: checks,
            alternatives: doubtful.map { Alternative(value: .list(values + [$0.type]), confidence: $0.confidence) }
                + mentions.map { Alternative(value: .list(values + [$0]), confidence: 0.5) })
    }

    /// A few words that are no sentence.
    private func isHeading(_ line: [Int], of layout: PageLayout) -> Bool {
        line.count <= 8 && layout.text(of: line).last.map { ".,;?".contains($0) } == false
    }

    /// What a form or letter says over its text that it is for.
    private func titled() -> [RequestHit] {
        guard let layout = layouts.first else { return [] }
        let lines = layout.rows.indices.flatMap { layout.segments(ofRow: $0) }
        let subject = lines.first { line in
            ["re ", "subject ", "regarding "].contains { TextFolding.key(layout.text(of: line)).hasPrefix($0) }
        }
        let head = subject.map { [$0] } ?? lines.prefix(4).filter { isHeading($0, of: layout) }
        return head.flatMap { sentences($0.map { layout.words[$0] }, of: layout).named() }.map { hit in
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
                    LegalForm.ends(text) || !isTitle(text) && NameRun.isTitled(words)
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
