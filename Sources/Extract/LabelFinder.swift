import Kinds
import Model

/// A label of one or more fields, found on a page.
struct LabelHit: Hashable, Sendable {
    /// Positions in the definition's fields.
    var fields: Set<Int>
    var words: Range<Int>
    var box: Box
    var similarity: Double
    /// Whether a colon ends it, or it stands where a label stands: at the start of a stretch of words.
    var hasColon: Bool
    var startsStretch: Bool
    /// What clings to its last word: "John" of "Name:John".
    var rest: String
    /// The label's letters: of two labels in one place the longer counts.
    var letters: String
    var length: Int { letters.count }
}

/// Finds the labels of a kind's fields on a page.
struct LabelFinder {
    let layout: PageLayout

    /// - Returns: labels that do not overlap, in reading order.
    func labels(of fields: [FieldDefinition]) -> [LabelHit] {
        var hits: [LabelHit] = []
        for (index, field) in fields.enumerated() {
            for label in field.labels {
                for match in layout.matcher.matches(label) where stands(match, label) {
                    add(match, label: label, field: index, to: &hits)
                }
            }
        }
        let labels = withoutOverlaps(
            hits.filter { hit in !hits.contains { isStretched(hit, over: $0) || isCarried(hit, over: $0) } })
        return joinedOverSlashes(labels.filter { !isRunOn($0, of: fields) || standsApart($0) })
    }

    /// Whether a label is another one, surely read, with the value's first words taken for the rest of it: "Authorized
    /// agent Opt Me" for "authorized agent's name".
    private func isStretched(_ hit: LabelHit, over other: LabelHit) -> Bool {
        guard hit.similarity < 0.95, other.similarity > hit.similarity,
            other.words.lowerBound == hit.words.lowerBound, other.words.upperBound < hit.words.upperBound,
            hit.letters.hasPrefix(other.letters)
        else { return false }
        let rest = Array(hit.letters.dropFirst(other.letters.count))
        let read = layout.text(of: other.words.upperBound..<hit.words.upperBound).lowercased().filter(\.isLetter)
        // Of a rest that was only misread, half the letters are right.
        return rest.difference(from: Array(read)).insertions.count * 2 > rest.count
    }

    /// Whether the end of a label was read into another one, surely read, on the next line: `IDENTITY CARD` over `NOM` for
    /// "identity card no".
    private func isCarried(_ hit: LabelHit, over other: LabelHit) -> Bool {
        let start = other.words.lowerBound
        guard other.similarity > hit.similarity, hit.words.lowerBound < start, start < hit.words.upperBound else {
            return false
        }
        return layout.rowOf[start] != layout.rowOf[start - 1] && layout.rowOf[start - 1] >= 0
    }

    /// Whether a word of its own, without a colon, stands before another as in a phrase: "Consumer Privacy Request".
    private func isRunOn(_ hit: LabelHit, of fields: [FieldDefinition]) -> Bool {
        let last = hit.words.upperBound - 1
        guard hit.words.count == 1, TextFolding.key(layout.text(of: hit.words)) != "name", !hit.hasColon,
            hit.rest.isEmpty,
            hit.fields.allSatisfy({ [.name, .names, .organization].contains(fields[$0].type) }),
            let next = layout.right(of: last).first
        else { return false }
        let gap = layout.words[next].box.x - hit.box.maxX
        return Double(gap) < 1.2 * layout.textHeight
            && !layout.hasVerticalRule(between: hit.box, and: layout.words[next].box)
    }

    /// Whether a wider gap than those between the words behind it parts a label from its value.
    func standsApart(_ hit: LabelHit) -> Bool {
        let row = layout.right(of: hit.words.upperBound - 1)
        guard let next = row.first else { return false }
        // A line to write on begins between them.
        if layout.hasBlank(between: hit.box, and: layout.words[next].box) { return true }
        let gap = Double(layout.words[next].box.x - hit.box.maxX)
        let others = zip(row, row.dropFirst()).prefix(4).map { a, b in
            Double(layout.words[b].box.x - layout.words[a].box.maxX)
        }.sorted()
        guard !others.isEmpty else { return false }
        return gap > 1.6 * max(1, others[others.count / 2])
    }

    private func add(_ match: PhraseMatch, label: String, field: Int, to hits: inout [LabelHit]) {
        let same = hits.firstIndex { $0.words == match.words && $0.rest == rest(match) }
        if let same, hits[same].similarity >= match.similarity {
            if hits[same].similarity == match.similarity { hits[same].fields.insert(field) }
            return
        }
        // "Nom / Name", read as such, is no "Nome / Name".
        if let same { hits.remove(at: same) }
        hits.append(
            LabelHit(
                fields: [field], words: match.words, box: match.box, similarity: match.similarity,
                hasColon: hasColon(match), startsStretch: startsStretch(match), rest: rest(match),
                letters: label.lowercased().filter(\.isLetter)))
    }

    private func rest(_ match: PhraseMatch) -> String {
        // "Surname/Nom": the label in another language.
        if match.after.hasPrefix("/") { return "" }
        guard let end = match.after.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
        return String(match.after[end...])
    }

    private func hasColon(_ match: PhraseMatch) -> Bool {
        if match.after.contains(":") { return true }
        guard let next = layout.words.indices.contains(match.words.upperBound) ? match.words.upperBound : nil,
            layout.words[next].line == layout.words[match.words.upperBound - 1].line
        else { return false }
        return layout.words[next].text.hasPrefix(":")
    }

    private func startsStretch(_ match: PhraseMatch) -> Bool {
        let before = match.before.filter { $0.isLetter || $0.isNumber }
        guard before.isEmpty, layout.rowOf[match.words.lowerBound] >= 0 else { return before.count <= 2 }
        let stretch = layout.segment(around: match.words.lowerBound)
        guard let place = stretch.firstIndex(of: match.words.lowerBound) else { return true }
        // Numbers and letters of items may stand before it: "3.", "(a)", "4d".
        return stretch[..<place].allSatisfy { layout.words[$0].text.filter(\.isLetter).count <= 1 }
    }

    /// Whether the phrase stands as a label rather than in a sentence.
    private func stands(_ match: PhraseMatch, _ label: String) -> Bool {
        // `Helper or company name:` labels no company.
        if hasColon(match) { return startsStretch(match) || !isTail(match) }
        // Two letters such as "to" are a label with a colon only.
        if label.filter(\.isLetter).count <= 2 { return false }
        if startsStretch(match) { return true }
        // "34 Oak Street, Reno": a part of the value.
        if match.after.hasPrefix(",") { return false }
        // Inside a line, as in "City Reno   State NV": behind a wider space, and with a capital.
        let word = layout.words[match.words.lowerBound]
        guard match.before.isEmpty, word.text.first(where: \.isLetter)?.isUppercase == true,
            match.words.lowerBound > 0
        else { return false }
        let before = layout.words[match.words.lowerBound - 1]
        // "Nazwisko / Surname": the label's name in another language.
        if before.text.hasSuffix("/") { return true }
        if before.line != word.line { return true }
        // Large print has wide spaces: "9108 Cedar Ct  Apt 46" and "2553 Willow Street" are values whole.
        let gap = Double(word.box.x - before.box.maxX)
        return gap > 0.75 * layout.textHeight && gap > 1.5 * usualGap(around: match.words.lowerBound)
    }

    /// Whether the phrase is the second of two that one caption joins.
    private func isTail(_ match: PhraseMatch) -> Bool {
        let start = match.words.lowerBound
        return match.before.isEmpty && start > 0 && TextFolding.key(layout.words[start - 1].text) == "or"
    }

    /// The median space between words of a stretch, the one before a word apart; 0 where there is no other.
    private func usualGap(around word: Int) -> Double {
        let stretch = layout.segment(around: word)
        let gaps = zip(stretch, stretch.dropFirst()).filter { $0.1 != word }.map { a, b in
            Double(layout.gap(between: layout.words[a].box, and: layout.words[b].box))
        }.sorted()
        return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    }

    private func withoutOverlaps(_ hits: [LabelHit]) -> [LabelHit] {
        var kept: [LabelHit] = []
        let order = hits.sorted { a, b in
            (b.length, b.similarity, a.words.lowerBound) < (a.length, a.similarity, b.words.lowerBound)
        }
        for hit in order
        where !kept.contains(where: { $0.words.overlaps(hit.words) && $0.box != hit.box || $0.words == hit.words }) {
            kept.append(hit)
        }
        return kept.sorted { $0.words.lowerBound < $1.words.lowerBound }
    }

    // MARK: - Labels in several languages

    /// "Nazwisko / Surname / Nom" is one label, whichever of its parts are known: its value begins under the first.
    private func joinedOverSlashes(_ hits: [LabelHit]) -> [LabelHit] {
        var joined: [LabelHit] = []
        for hit in hits {
            var whole = hit
            extend(&whole, among: hits)
            if let last = joined.last, last.words.overlaps(whole.words), !last.fields.isDisjoint(with: hit.fields) {
                whole.words =
                    min(
                        last.words.lowerBound, whole.words.lowerBound)..<max(
                        last.words.upperBound, whole.words.upperBound)
                whole.fields.formUnion(last.fields)
                whole.similarity = max(last.similarity, whole.similarity)
                whole.startsStretch = whole.startsStretch || last.startsStretch
                whole.hasColon = whole.hasColon || last.hasColon
                joined.removeLast()
            }
            whole.box = layout.box(of: whole.words) ?? whole.box
            joined.append(whole)
        }
        return joined
    }

    private func extend(_ hit: inout LabelHit, among hits: [LabelHit]) {
        guard layout.rowOf[hit.words.lowerBound] >= 0, hit.rest.isEmpty else { return }
        let segment = layout.segment(around: hit.words.lowerBound)
        // Slashes are of no row; all other words between its ends must be of this one.
        // Reading order may differ from the order along the row.
        guard let first = segment.first, let last = segment.last, first <= last,
            first...last ~= hit.words.upperBound - 1,
            (first...last).allSatisfy({ segment.contains($0) || layout.rowOf[$0] < 0 })
        else { return }
        let fields = hit.fields
        func isOthers(_ part: Range<Int>) -> Bool {
            hits.contains { $0.words.overlaps(part) && $0.fields.isDisjoint(with: fields) }
        }
        // `COGNOME / SURNAME`: in capitals, but the same field's label.
        func isOwn(_ part: Range<Int>) -> Bool {
            hits.contains { $0.words == part && !$0.fields.isDisjoint(with: fields) }
        }
        while hit.words.lowerBound - 1 > first, isSlash(hit.words.lowerBound - 1) {
            var start = hit.words.lowerBound - 1
            while start > first, !isSlash(start - 1) { start -= 1 }
            let part = start..<(hit.words.lowerBound - 1)
            guard isWording(part) || isOwn(part), !isOthers(part) else { break }
            hit.words = start..<hit.words.upperBound
            hit.startsStretch = hit.startsStretch || start == first
        }
        while hit.words.upperBound < last, isSlash(hit.words.upperBound) {
            let start = hit.words.upperBound + 1
            var end = start
            while end <= last, !isSlash(end) { end += 1 }
            if let same = hits.first(where: { $0.words.lowerBound == start && !$0.fields.isDisjoint(with: fields) }) {
                end = same.words.upperBound
                hit.hasColon = hit.hasColon || same.hasColon
            }
            guard isWording(start..<end) || isOwn(start..<end), !isOthers(start..<end) else { break }
            hit.words = hit.words.lowerBound..<end
        }
    }

    private func isSlash(_ word: Int) -> Bool { ["/", "|"].contains(layout.words[word].text) }

    /// Words of a label rather than a value: no figures, and not all in capitals.
    private func isWording(_ part: Range<Int>) -> Bool {
        let text = part.map { layout.words[$0].text }.joined()
        return text.contains(where: \.isLowercase) && !text.contains(where: \.isNumber)
    }
}
