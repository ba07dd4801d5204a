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
    /// Letters of the label: of two labels in one place the longer counts.
    var length: Int
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
        return withoutOverlaps(hits)
    }

    private func add(_ match: PhraseMatch, label: String, field: Int, to hits: inout [LabelHit]) {
        if let same = hits.firstIndex(where: { $0.words == match.words && $0.rest == match.after }) {
            hits[same].fields.insert(field)
            return
        }
        hits.append(
            LabelHit(
                fields: [field], words: match.words, box: match.box, similarity: match.similarity,
                hasColon: hasColon(match), startsStretch: startsStretch(match), rest: rest(match),
                length: label.filter(\.isLetter).count))
    }

    private func rest(_ match: PhraseMatch) -> String {
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
        if hasColon(match) { return true }
        // Two letters such as "to" are a label with a colon only.
        if label.filter(\.isLetter).count <= 2 { return false }
        if startsStretch(match) { return true }
        // Inside a line, as in "City Reno State NV": a label begins with a capital there.
        let first = layout.words[match.words.lowerBound].text.first { $0.isLetter }
        return first?.isUppercase == true && match.before.isEmpty
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
}
