import Kinds
package import Model

/// Holds a document's values against those that a second pass over all its pages has, from pictures of another scale.
///
/// The second look reads words where the first reading found them. A line that was not read, words in another's order or a
/// box drawn around too much are the same to every picture of that place; a page that is read from the start at another
/// scale has them otherwise (docs/decisions.md has what was measured).
package struct SecondPass: Sendable {
    private let fields: [FieldName: Field]
    private let kind: KindName
    private let scores: [String: Double]

    /// - Parameter other: what the second pass has.
    package init(_ other: ExtractedDocument) {
        fields = other.extraction.fields
        kind = other.classified.kind
        scores = other.classified.classification.scores
    }

    /// Values that the second pass has otherwise are doubtful, with its own as alternatives, and so is a kind that it takes
    /// for another. What it does not have it says nothing of.
    package func judged(_ first: ExtractedDocument) -> ExtractedDocument {
        var result = first
        guard kind == first.classified.kind else {
            let name = first.classified.kind.rawValue
            let score = first.classified.classification.scores[name] ?? first.classified.classification.confidence
            result.classified.classification.scores[name] = min(score, scores[name] ?? 0)
            return result
        }
        for (name, field) in first.extraction.fields {
            guard let other = fields[name] else { continue }
            if Self.isSame(name, field, other) {
                result.extraction.fields[name]?.checks.append(Check(name: "second_pass", passed: true))
            } else if Self.isDisputed(name, field, by: other) {
                result.extraction.fields[name]?.cap(at: SecondLook.doubt)
                result.extraction.fields[name]?.alternatives.append(
                    Alternative(value: other.value, confidence: SecondLook.doubt))
            }
        }
        return result
    }

    /// The fields of which the second pass speaks against the first one's values.
    package func disputed(_ first: ExtractedDocument) -> Set<FieldName> {
        Set(
            first.extraction.fields.compactMap { name, field in
                fields[name].flatMap { Self.isDisputed(name, field, by: $0) ? name : nil }
            })
    }

    private static func isSame(_ name: FieldName, _ field: Field, _ other: Field) -> Bool {
        agree(name, field.value, other.value) || isMachineForm(other, of: field)
    }

    /// Whether the second pass has another value, and no sign that it misread it: another look that made it doubt its own and
    /// brought up the first one's, a box that it could not tell, a bearing that is none.
    private static func isDisputed(_ name: FieldName, _ field: Field, by other: Field) -> Bool {
        !isSame(name, field, other) && !isOwnDoubt(name, field, of: other) && !isUnsureOfMarks(other, beside: field)
            && !isMisreadSurvey(other, beside: field)
    }

    private static func isOwnDoubt(_ name: FieldName, _ field: Field, of other: Field) -> Bool {
        other.confidence <= SecondLook.doubt
            && other.alternatives.contains { $0.box != nil && agree(name, field.value, $0.value) }
    }

    /// White space, case and punctuation at the ends apart, which no reading is sure of; a legal description by its own rule.
    private static func agree(_ name: FieldName, _ a: FieldValue, _ b: FieldValue) -> Bool {
        switch (a, b) {
        case (.flag(let a), .flag(let b)): a == b
        case (.list(let a), .list(let b)) where name.isUnordered: Set(a) == Set(b)
        case (.flag, _), (_, .flag): false
        case (.text(let a), .text(let b)) where name == SecondLook.land: LegalDescriptionComparison.agree(a, b)
        default: texts(a).elementsEqual(texts(b))
        }
    }

    /// Whether print that the zone agreed with was left to the zone the second time, which writes marks as it may:
    /// `BRÅTHEN` and `BRAATHEN`.
    private static func isMachineForm(_ other: Field, of field: Field) -> Bool {
        guard other.source == .mrz, field.checks.contains(where: { $0.name == "agreement" && $0.passed }),
            let printed = field.text, let machine = other.text
        else { return false }
        return Transliteration.matches(printed: printed, machine: machine)
    }

    /// Whether the second pass could not tell a box that the first could, and has no mark that the first lacks: of a filled one
    /// the smaller picture at times shows no frame.
    private static func isUnsureOfMarks(_ other: Field, beside field: Field) -> Bool {
        guard case .list(let own) = field.value, other.checks.contains(where: { $0.name == marks && !$0.passed }),
            field.checks.contains(where: { $0.name == marks && $0.passed })
        else { return false }
        let marked = other.value.texts + other.alternatives.flatMap(\.value.texts)
        return Set(own).isSuperset(of: marked)
    }

    /// Whether the second pass has a bearing that is none, `S01-06-1W`, of a survey whose bearings the first has whole and which
    /// returns to where it began.
    private static func isMisreadSurvey(_ other: Field, beside field: Field) -> Bool {
        other.checks.contains { $0.name == "bearings" && !$0.passed }
            && ["bearings", "closure"].allSatisfy { name in field.checks.contains { $0.name == name && $0.passed } }
    }

    /// The check that every box's state could be told.
    private static let marks = "marks"

    private static func texts(_ value: FieldValue) -> [String] {
        value.texts.map { TextFolding.trim(TextFolding.squeeze($0).lowercased(), [".", ",", ";", ":"]) }
    }
}
