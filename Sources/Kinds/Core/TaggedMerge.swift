package import Model

/// Values found by rules and values found by the tagger, made one.
package enum TaggedMerge {
    /// The check that a value passes which both found, and fails where they found two.
    package static let check = "second_finding"
    /// Of the tagger's figure, what counts against the rules'.
    private static let share = 0.9

    package static func merged(_ found: [FieldName: Field], _ tagged: [FieldName: Field]) -> [FieldName: Field] {
        found.merging(tagged, uniquingKeysWith: merged)
    }

    /// As `merged`, for values of which the one that lacks its beginning or end is no other value but a piece: the whole one
    /// stands, and has no rival.
    package static func whole(_ found: Field?, _ tagged: Field?) -> Field? {
        guard let found, let tagged else { return found ?? tagged }
        if isPiece(tagged.value, of: found.value) { return found }
        return isPiece(found.value, of: tagged.value) && tagged.checks.allSatisfy(\.passed)
            ? tagged : merged(found, tagged)
    }

    /// The one of two values of which the other is a piece; nil where neither is.
    static func pieced(_ one: Field?, _ other: Field?) -> Field? {
        guard let one, let other else { return nil }
        return isPiece(one.value, of: other.value) ? other : isPiece(other.value, of: one.value) ? one : nil
    }

    /// Whether a text is the beginning or the end of another.
    private static func isPiece(_ value: FieldValue, of whole: FieldValue) -> Bool {
        guard case .text(let part) = value, case .text(let text) = whole else { return false }
        let (piece, all) = (TextFolding.key(part), TextFolding.key(text))
        return !piece.isEmpty && (all.hasPrefix(piece + " ") || all.hasSuffix(" " + piece))
    }

    /// Where both found a value and not the same, the surer one stands; the rules' where there is little between them.
    private static func merged(_ own: Field, _ other: Field) -> Field {
        if isSame(own.value, other.value) {
            var agreed = own
            agreed.checks += other.checks.filter { new in !own.checks.contains { $0.name == new.name } }
            agreed.checks.append(Check(name: check, passed: true))
            return agreed
        }
        let takesOther = isSurer(other.confidence, than: own.confidence)
        var (best, rival) = takesOther ? (other, own) : (own, other)
        // A rule's doubt is about the document as much as about the value.
        if takesOther { for failed in own.checks where !failed.passed { best.doubt(failed.name) } }
        best.checks.append(Check(name: check, passed: false))
        best.alternatives.append(Alternative(value: rival.value, confidence: rival.confidence))
        best.alternatives += rival.alternatives.filter { !isSame($0.value, best.value) }
        return best
    }

    package static func isSurer(_ tagged: Double, than found: Double) -> Bool { share * tagged > found }

    private static func isSame(_ a: FieldValue, _ b: FieldValue) -> Bool {
        a == b
            || a.texts.count == b.texts.count && a.texts.map(TextFolding.key) == b.texts.map(TextFolding.key)
                && !a.texts.isEmpty
    }
}
