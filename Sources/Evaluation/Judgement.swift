package import Model

/// One document's result held against its truth.
package struct Judgement: Codable, Sendable {
    package struct FieldJudgement: Codable, Sendable {
        package var name: FieldName
        package var verdict: FieldVerdict
        /// Of several values that are right, the one that was read.
        package var truth: FieldValue?
        package var read: FieldValue?
        package var confidence: Double?
        package var source: FieldSource?
        package var page: Int?
        package var box: Box?
        /// Whether the truth can be argued: then nothing that was read makes the document wrong.
        package var isSoft = false
    }

    package var file: String
    package var kind: KindName
    package var subkind: String
    package var tier: TruthDocument.Tier
    package var heldBack: Bool
    package var expect: Decision.Action
    /// Other decisions that are right, too.
    package var expectAlso: [Decision.Action]
    package var kindIsSoft: Bool
    package var canBeClassified: Bool
    package var mayBeAccepted: Bool
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
    /// Fields that make an accepted document wrong.
    package var faults: [FieldJudgement] {
        // The truth has no fields of a kind that it does not name.
        let isOfAnotherKind = kindIsSoft && !kindIsRight
        return fields.filter {
            !$0.isSoft && ($0.verdict == .wrong || ($0.verdict == .spurious && !isOfAnotherKind))
        }
    }
    package var everyValueIsRight: Bool { (kindIsRight || kindIsSoft) && faults.isEmpty }

    /// Accepted with a wrong field or kind, with pages of another document or without all of its own, or where a person or
    /// a new capture was called for.
    package var isFalseAccept: Bool {
        action == .accept && (!mayBeAccepted || !everyValueIsRight || pagesAreRight == false)
    }
    package var isStraightThrough: Bool { action == .accept && !isFalseAccept }
    /// Whether the decision is one that the truth calls right.
    package var decisionIsRight: Bool {
        guard let action else { return false }
        return action == .accept ? !isFalseAccept : action == expect || expectAlso.contains(action)
    }
    /// Whether a retake was called for; not where a bad capture was read right all the same.
    var calledForRetake: Bool { expect == .retake && !isStraightThrough }
    var isNeedlessRetake: Bool { action == .retake && !decisionIsRight }

    package init(truth: TruthDocument, outcome: Outcome?) {
        file = truth.file
        kind = truth.kind
        subkind = truth.subkind
        tier = truth.tier
        heldBack = truth.heldBack
        expect = truth.expect
        expectAlso = truth.expectAlso
        kindIsSoft = truth.soft.contains("kind")
        canBeClassified = truth.canBeClassified
        mayBeAccepted = truth.mayBeAccepted
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
        fields = Set(truth.fields.keys).union(read.keys).sorted().compactMap {
            FieldJudgement($0, truth: truth, read: read[$0])
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

extension Judgement.FieldJudgement {
    /// - Returns: nil where neither has a value.
    fileprivate init?(_ name: FieldName, truth document: TruthDocument, read: Field?) {
        let others = read == nil ? [] : document.alternatives[name] ?? []
        let met = others.first { FieldComparison.verdict(name, truth: $0, read: read?.value) == .exact }
        let main = document.fields[name]
        guard let verdict = FieldComparison.verdict(name, truth: main, read: read?.value) else { return nil }
        let isMet = verdict != .exact && met != nil
        self.init(
            name: name, verdict: isMet ? .exact : verdict, truth: isMet ? met : main, read: read?.value,
            confidence: read?.confidence, source: read?.source, page: read?.page, box: read?.box,
            isSoft: document.soft.contains(name.rawValue))
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
