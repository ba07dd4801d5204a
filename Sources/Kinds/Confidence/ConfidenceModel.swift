import Foundation
package import Model

/// The chance that a value or a kind is right, from what speaks for and against it: log-odds that are added up
/// (logistic regression), fitted on documents whose truth is known. How sure is sure enough was found on the same
/// documents. Read from `calibration.yml` (docs/decisions.md).
package struct ConfidenceModel: Hashable, Sendable {
    /// What the model was fitted on, for its reader.
    package struct Provenance: Hashable, Sendable {
        package var documents = 0
        package var values = 0
        package var wrong = 0
        package var engine = ""
        package var date = ""
        package var note = ""

        package init() {}
    }

    /// What came of the fit's documents where nothing less sure than `confidence` is vouched for.
    package struct Acceptance: Hashable, Sendable {
        package var confidence: Double
        package var accepted: Int
        /// Accepted with a wrong value, or of a wrong kind.
        package var wrong: Int

        package init(confidence: Double, accepted: Int, wrong: Int) {
            self.confidence = confidence
            self.accepted = accepted
            self.wrong = wrong
        }
    }

    package var provenance = Provenance()
    package var base = 0.0
    package var weights: [ConfidenceEvidence.Feature: Double] = [.reading: 1, .sureReading: 1]
    /// Added for single fields, by `kind.field`.
    package var fields: [String: Double] = [:]
    package var kindBase = 0.0
    package var kindScore = 1.0
    /// Documents whose kind is at least as sure as each point, from the least sure to the surest.
    package var kindAcceptance: [Acceptance] = []
    /// Of values, by kind, from the least sure to the surest; that of all documents together under ``allKinds``.
    package var acceptance: [String: [Acceptance]] = [:]

    /// One that takes every figure as it is.
    package init() {}

    /// Nothing is surer than this.
    package static let most = 0.9999

    // MARK: Chances

    package func confidence(of field: Field, named name: FieldName, of kind: KindName, on page: PageSign?) -> Double {
        let evidence = ConfidenceEvidence(field, on: page)
        // Summed in one order, for equal results everywhere.
        let weighed = ConfidenceEvidence.Feature.allCases.reduce(0) {
            $0 + (weights[$1] ?? 0) * (evidence.figures[$1] ?? 0)
        }
        return Self.chance(base + (fields[Self.key(name, of: kind)] ?? 0) + weighed)
    }

    /// - Parameter score: of the kind, as classified.
    package func confidence(ofKindAt score: Double) -> Double {
        Self.chance(kindBase + kindScore * ConfidenceEvidence.logOdds(score))
    }

    /// The chances that a document's values are right, in their order. Values that were read from the same words, as an amount
    /// and its currency, are as sure as the least sure of them.
    package func confidences(of values: [(name: FieldName, field: Field, page: PageSign?)], of kind: KindName)
        -> [Double]
    {
        let own = values.map { confidence(of: $0.field, named: $0.name, of: kind, on: $0.page) }
        var least: [Words: Double] = [:]
        for (value, chance) in zip(values, own) {
            if let words = Words(value.field) { least[words] = min(least[words] ?? 1, chance) }
        }
        return zip(values, own).map { value, chance in Words(value.field).flatMap { least[$0] } ?? chance }
    }

    /// The words that a value was read from.
    private struct Words: Hashable {
        var page: Int
        var box: Box
        var text: String

        init?(_ field: Field) {
            guard field.source == .text, let page = field.page, let box = field.box, let text = field.raw else {
                return nil
            }
            (self.page, self.box, self.text) = (page, box, text)
        }
    }

    package static func key(_ name: FieldName, of kind: KindName) -> String { "\(kind.rawValue).\(name.rawValue)" }

    private static func chance(_ logOdds: Double) -> Double { min(most, 1 / (1 + exp(-logOdds))) }

    // MARK: Sure enough

    /// Stands in `acceptance` for kinds that the fit had too few documents of.
    package static let allKinds = "all"

    /// What is less sure is never vouched for, whatever the target.
    private static let leastEver = 0.95

    /// The least confidence of every value that an accepted document gives, so that no more than a share of `target` of
    /// accepted documents holds a wrong one: the least at which the fit's documents bore that out. A fit that accepted
    /// fewer than 1 / `target` documents can only bear it out by no mistake at all.
    ///
    /// - Returns: 1 where nothing is sure enough.
    package func leastConfidence(for target: Double, of kind: KindName) -> Double {
        Self.leastConfidence(for: target, by: acceptance[kind.rawValue] ?? acceptance[Self.allKinds])
    }

    /// The least confidence of an accepted document's kind, found as that of its values is. Kinds are told by more than one
    /// word, and so are right at confidences at which values are not.
    package func leastKindConfidence(for target: Double) -> Double {
        Self.leastConfidence(for: target, by: kindAcceptance.isEmpty ? acceptance[Self.allKinds] : kindAcceptance)
    }

    /// Documents without a mistake that say something: with fewer, more than one in seven may be wrong all the same (95 %).
    private static let leastAccepted = 20

    private static func leastConfidence(for target: Double, by points: [Acceptance]?) -> Double {
        guard target > 0 else { return 1 }
        guard let points else { return leastEver }
        let sureEnough = points.first {
            $0.confidence >= leastEver && $0.accepted >= leastAccepted
                && Double($0.wrong) <= target * Double($0.accepted)
        }
        return sureEnough?.confidence ?? 1
    }
}

extension Requirement {
    /// The confidence of the least sure value that the requirement cannot do without; nil where one is not there.
    package func confidence(in fields: [FieldName: Double]) -> Double? {
        switch self {
        case .field(let name), .isTrue(let name): return fields[name]
        case .all(let parts):
            let confidences = parts.compactMap { $0.confidence(in: fields) }
            return confidences.count == parts.count ? confidences.min() : nil
        case .any(let parts): return parts.compactMap { $0.confidence(in: fields) }.max()
        }
    }
}
