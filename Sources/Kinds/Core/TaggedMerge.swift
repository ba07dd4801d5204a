package import Model

/// Values found by rules and values found by the tagger, made one.
package enum TaggedMerge {
    /// The check that a value passes which both found, and fails where they found two.
    package static let check = "second_finding"
    /// Of the tagger's figure, what counts against the rules'.
    private static let share = 0.9

    /// Where both found a value and not the same, the surer one stands; the rules' where there is little between them.
    package static func merged(_ found: [FieldName: Field], _ tagged: [FieldName: Field]) -> [FieldName: Field] {
        found.merging(tagged) { own, other in
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
    }

    package static func isSurer(_ tagged: Double, than found: Double) -> Bool { share * tagged > found }

    private static func isSame(_ a: FieldValue, _ b: FieldValue) -> Bool {
        a == b
            || a.texts.count == b.texts.count && a.texts.map(TextFolding.key) == b.texts.map(TextFolding.key)
                && !a.texts.isEmpty
    }
}
