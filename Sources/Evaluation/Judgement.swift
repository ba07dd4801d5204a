package import Model

/// One document's result held against its truth.
package struct Judgement: Codable, Sendable {
    package struct FieldJudgement: Codable, Sendable {
        package var name: FieldName
        package var verdict: FieldVerdict
        package var truth: FieldValue?
        package var read: FieldValue?
        package var confidence: Double?
        package var source: FieldSource?
        package var page: Int?
        package var box: Box?
    }

    package var file: String
    package var kind: KindName
    package var subkind: String
    package var tier: TruthDocument.Tier
    package var heldBack: Bool
    package var expect: Decision.Action
    /// Nil where the result is missing or failed.
    package var readKind: KindName?
    package var kindConfidence: Double?
    package var action: Decision.Action?
    package var reasons: [ReasonCode]
    /// The reasons with the fields that they name: `low_confidence surname`.
    package var causes: [String]
    package var fields: [FieldJudgement]
    /// Whether a document was rightly called signed or not; nil where the truth does not tell.
    package var signatureIsRight: Bool?
    /// Read minus true skew in degrees, a page each, where the page was turned upright right.
    package var skewErrors: [Double]
    /// How far the corner that is farthest off lies from where it should, over the page's diagonal: of each page of a
    /// photograph that was turned upright right; 1 where no outline was found.
    package var outlineErrors: [Double]
    package var orientationsRight: Int
    package var orientationsWrong: Int
    /// The failure's code, or `no_result`.
    package var failure: String?
    /// Whether the result has the document's pages and no others; nil where neither truth nor result knows of other
    /// documents in the file.
    package var pagesAreRight: Bool?

    package var kindIsRight: Bool { readKind == kind }
    package var everyValueIsRight: Bool {
        kindIsRight && !fields.contains { $0.verdict == .wrong || $0.verdict == .spurious }
    }

    /// Accepted with a wrong field or kind, with pages of another document or without all of its own, or where a person or
    /// a new capture was called for.
    package var isFalseAccept: Bool {
        action == .accept && (expect != .accept || !everyValueIsRight || pagesAreRight == false)
    }
    package var isStraightThrough: Bool { action == .accept && !isFalseAccept }

    package init(truth: TruthDocument, outcome: Outcome?) {
        file = truth.file
        kind = truth.kind
        subkind = truth.subkind
        tier = truth.tier
        heldBack = truth.heldBack
        expect = truth.expect
        readKind = outcome?.kind
        kindConfidence = outcome?.classification?.confidence
        action = outcome?.decision?.action
        reasons = outcome?.decision?.reasons.map(\.code) ?? []
        causes =
            outcome?.decision?.reasons.map {
                ([$0.code.rawValue] + [$0.field?.rawValue].compactMap(\.self)).joined(separator: " ")
            } ?? []
        failure = outcome == nil ? "no_result" : outcome?.error?.code.rawValue
        let place = DocumentPlace(truth.file)
        let isShared = !place.isWholeFile || outcome?.source.pages != nil
        pagesAreRight = isShared ? outcome.map { place.isThat(of: $0.source) } ?? false : nil
        let read = outcome?.fields ?? [:]
        signatureIsRight = truth.fields["signature_present"].map {
            ($0 == .flag(true)) == (read["signature_present"]?.value == .flag(true))
        }
        fields = Set(truth.fields.keys).union(read.keys).sorted().compactMap { name in
            FieldComparison.verdict(name, truth: truth.fields[name], read: read[name]?.value).map {
                FieldJudgement(
                    name: name, verdict: $0, truth: truth.fields[name], read: read[name]?.value,
                    confidence: read[name]?.confidence, source: read[name]?.source, page: read[name]?.page,
                    box: read[name]?.box)
            }
        }
        skewErrors = []
        outlineErrors = []
        orientationsRight = 0
        orientationsWrong = 0
        guard pagesAreRight != false else { return }
        for (page, report) in zip(truth.pages, outcome?.pages ?? []) where page.defect == nil && report.error == nil {
            guard report.orientation == page.orientation else {
                orientationsWrong += 1
                continue
            }
            orientationsRight += 1
            // In a photograph, as bad captures are, the perspective gives every line its own angle; there is no one true
            // skew.
            if truth.tier != .photo, truth.tier != .bad { skewErrors.append(report.skew - page.skew) }
            if truth.tier == .photo, let corners = page.corners {
                outlineErrors.append(report.outline?.error(from: corners) ?? 1)
            }
        }
    }
}

extension Quadrilateral {
    /// The largest distance between corners, over the mean of the true one's diagonals.
    fileprivate func error(from truth: Quadrilateral) -> Double {
        func distance(_ a: Point, _ b: Point) -> Double {
            ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
        }
        let diagonals = distance(truth.topLeft, truth.bottomRight) + distance(truth.topRight, truth.bottomLeft)
        guard diagonals > 0 else { return 1 }
        return (zip(corners, truth.corners).map(distance).max() ?? 0) / (diagonals / 2)
    }
}
