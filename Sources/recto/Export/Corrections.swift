import Evaluation
import Foundation
import Model
import Operations

/// Reviewed documents as the truth of an evaluation: a line of `truth.jsonl` for each that people have finished.
struct Corrections {
    /// Whether values that nobody confirmed or corrected one by one are left out of a calibration.
    var lookedAt: Bool

    /// - Returns: documents that were left out, with why.
    func write(_ reviews: ReviewStore, to sink: (Data) throws -> Void) throws -> [ReviewDocument: String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try reviews.visitFinished { result in
            guard let truth = truth(of: result) else { return }
            try sink(try encoder.encode(truth) + Data("\n".utf8))
        }
    }

    /// - Parameter result: with what people made of it.
    func truth(of result: Outcome) -> TruthDocument? {
        guard let review = result.review, let kind = result.kind, let decision = result.decision else { return nil }
        let pages = result.pages ?? []
        let fault = review.decision == .retake ? decision.reasons.first?.code : nil
        let tier: TruthDocument.Tier =
            fault != nil ? .bad : pages.contains { $0.outline != nil } ? .photo : .scan
        var truth = TruthDocument(
            file: result.source.documentName, kind: kind, subkind: "", tier: tier, heldBack: false,
            fields: (result.fields ?? [:]).mapValues(\.value), expect: decision.action,
            pages: fault.map { [TruthPage(defect: $0)] } ?? [])
        truth.soft = review.fields.filter { $0.value.standing == .illegible }.map(\.key.rawValue)
        if lookedAt { truth.soft += truth.fields.keys.filter { review.fields[$0] == nil }.map(\.rawValue) }
        truth.soft.sort()
        return truth
    }
}
