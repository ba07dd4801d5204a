import Kinds
import Model

/// What documents of one kind and tier come to: fields, and what is measured by itself.
package struct KindTierReport: Codable, Sendable {
    package var documents = 0
    package var kindsRight = EvaluationReport.Share()
    package var fields = EvaluationReport.FieldCount()
    /// Choices read from check boxes that are right, or that the decision calls doubtful.
    package var boxes = EvaluationReport.Share()
    /// Documents of which was rightly said whether they are signed, of those whose truth tells.
    package var signatures = EvaluationReport.Share()
    /// Characters to change in legal descriptions, of the characters in the truth; one that is missing counts whole.
    package var legalErrors = EvaluationReport.Share()

    mutating func add(_ judgement: Judgement) {
        documents += 1
        if judgement.canBeClassified { kindsRight.add(judgement.kindIsRight) }
        for field in judgement.fields {
            fields.add(field.verdict)
            if field.isChoiceFromBoxes {
                boxes.add(field.verdict == .exact || judgement.doubts(field.name))
            }
            if field.name == "legal_description", let truth = field.truth?.plainText {
                legalErrors.of += truth.count
                legalErrors.count += LegalDescriptionComparison.errors(truth, field.read?.plainText ?? "")
            }
        }
        if let signatureIsRight = judgement.signatureIsRight { signatures.add(signatureIsRight) }
    }
}

extension Judgement {
    /// Whether a reason of the decision names the field.
    fileprivate func doubts(_ field: FieldName) -> Bool { causes.contains { $0.hasSuffix(" \(field.rawValue)") } }
}

extension Judgement.FieldJudgement {
    /// Signatures and seals are marks too, but no boxes.
    fileprivate var isChoiceFromBoxes: Bool {
        source == .mark && name != "signature_present" && name != "notary_present"
    }
}
