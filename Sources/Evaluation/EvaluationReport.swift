import Model

/// What all judgements come to.
package struct EvaluationReport: Codable, Sendable {
    package struct FieldCount: Codable, Sendable, Hashable {
        package var exact = 0
        package var wrong = 0
        package var missing = 0
        package var spurious = 0

        /// Of the values in the truth.
        package var total: Int { exact + wrong + missing }
        package var rate: Double? { total > 0 ? Double(exact) / Double(total) : nil }

        mutating func add(_ verdict: FieldVerdict) {
            switch verdict {
            case .exact: exact += 1
            case .wrong: wrong += 1
            case .missing: missing += 1
            case .spurious: spurious += 1
            }
        }
    }

    package struct Share: Codable, Sendable, Hashable {
        package var count = 0
        package var of = 0
        package var rate: Double? { of > 0 ? Double(count) / Double(of) : nil }

        mutating func add(_ hit: Bool) {
            of += 1
            if hit { count += 1 }
        }
    }

    /// What a group of documents comes to.
    package struct GroupReport: Codable, Sendable {
        package var documents = 0
        package var kindsRight = Share()
        package var fields = FieldCount()
        /// Accepted and all right, of those that could be.
        package var straightThrough = Share()
        package var falseAccepts = 0
        /// Retakes asked for, of those that were called for.
        package var retakesFound = Share()
        /// Retakes asked for where none was called for.
        package var needlessRetakes = Share()

        package init(_ judgements: [Judgement] = []) {
            for judgement in judgements { add(judgement) }
        }

        mutating func add(_ judgement: Judgement) {
            documents += 1
            if judgement.canBeClassified { kindsRight.add(judgement.kindIsRight) }
            if judgement.tier != .bad {
                for field in judgement.fields { fields.add(field.verdict) }
            }
            if judgement.expect == .accept { straightThrough.add(judgement.isStraightThrough) }
            if judgement.isFalseAccept { falseAccepts += 1 }
            if judgement.calledForRetake {
                retakesFound.add(judgement.action == .retake)
            } else if judgement.expect != .retake {
                needlessRetakes.add(judgement.isNeedlessRetake)
            }
        }
    }

    /// What a reason costs.
    package struct Cost: Codable, Sendable, Hashable {
        package var documents = 0
        /// Those that would have been accepted without it.
        package var alone = 0
    }

    package struct Skew: Codable, Sendable {
        package var pages = 0
        package var meanError = 0.0
        package var within01 = Share()
        package var worst = 0.0
    }

    package var documents = 0
    package var failed = 0
    package var tiers: [String: GroupReport] = [:]
    /// By kind, then tier; without bad captures.
    package var kindsByTier: [String: [String: KindTierReport]] = [:]
    /// By kind, then field.
    package var fields: [String: [String: FieldCount]] = [:]
    /// By true kind, then the kind that was read (`failed` where there was none).
    package var confusion: [String: [String: Int]] = [:]
    /// By reason code: of the documents that could have been accepted, how many it kept from it.
    package var costOfReasons: [String: Int] = [:]
    /// The same by code and field, `low_confidence surname`, with how many of them it alone kept from it.
    package var costs: [String: Cost] = [:]
    package var acceptable = 0
    package var fieldCalibration = Calibration()
    package var kindCalibration = Calibration()
    package var fineFields = FineCalibration()
    package var fineKinds = FineCalibration()
    package var skew = Skew()
    package var orientation = Share()
    /// Pages in photographs all corners of whose outline lie within a hundredth of the diagonal.
    package var outlines = Share()
    /// Documents in files with others of which a result has just their pages.
    package var boundaries = Share()
    package var falseAccepts: [Judgement] = []
    package var judgements: [Judgement] = []
    /// What was asked for besides.
    package var groups: Groups?

    package init(_ judgements: [Judgement]) {
        self.judgements = judgements
        documents = judgements.count
        falseAccepts = judgements.filter(\.isFalseAccept)
        for judgement in judgements { add(judgement) }
        let errors = judgements.flatMap(\.skewErrors).map(abs)
        skew.pages = errors.count
        skew.meanError = errors.isEmpty ? 0 : errors.reduce(0, +) / Double(errors.count)
        skew.worst = errors.max() ?? 0
        for error in errors { skew.within01.add(error <= 0.1) }
        for error in judgements.flatMap(\.outlineErrors) { outlines.add(error <= 0.01) }
    }

    private mutating func add(_ judgement: Judgement) {
        if judgement.failure != nil { failed += 1 }
        confusion[judgement.kind.rawValue, default: [:]][judgement.readKind?.rawValue ?? "failed", default: 0] += 1
        tiers[judgement.tier.rawValue, default: GroupReport()].add(judgement)
        if judgement.tier != .bad {
            kindsByTier[judgement.kind.rawValue, default: [:]][judgement.tier.rawValue, default: KindTierReport()]
                .add(judgement)
        }
        for field in judgement.fields where judgement.kindIsRight || field.verdict != .spurious {
            fields[judgement.kind.rawValue, default: [:]][field.name.rawValue, default: FieldCount()]
                .add(field.verdict)
            if let confidence = field.confidence, judgement.tier != .bad, !field.isSoft {
                fieldCalibration.add(confidence: confidence, right: field.verdict == .exact)
                fineFields.add(confidence: confidence, right: field.verdict == .exact)
            }
        }
        if let confidence = judgement.kindConfidence, judgement.tier != .bad, !judgement.kindIsSoft {
            kindCalibration.add(confidence: confidence, right: judgement.kindIsRight)
            fineKinds.add(confidence: confidence, right: judgement.kindIsRight)
        }
        if let pagesAreRight = judgement.pagesAreRight { boundaries.add(pagesAreRight) }
        if judgement.expect == .accept { addCosts(judgement) }
        for _ in 0..<judgement.orientationsRight { orientation.add(true) }
        for _ in 0..<judgement.orientationsWrong { orientation.add(false) }
    }

    private mutating func addCosts(_ judgement: Judgement) {
        acceptable += 1
        guard judgement.action != .accept else { return }
        for code in Set(judgement.reasons) { costOfReasons[code.rawValue, default: 0] += 1 }
        let causes = Set(judgement.causes)
        for cause in causes {
            costs[cause, default: Cost()].documents += 1
            if causes.count == 1 { costs[cause]?.alone += 1 }
        }
    }
}

/// How well stated confidences agree with how often they are right, in ten bins.
package struct Calibration: Codable, Sendable {
    package struct Bin: Codable, Sendable {
        package var count = 0
        package var right = 0
        package var confidence = 0.0

        package var meanConfidence: Double { count > 0 ? confidence / Double(count) : 0 }
        package var accuracy: Double { count > 0 ? Double(right) / Double(count) : 0 }
    }

    package var bins = [Bin](repeating: Bin(), count: 10)

    package init() {}

    package mutating func add(confidence: Double, right: Bool) {
        let bin = min(9, max(0, Int(confidence * 10)))
        bins[bin].count += 1
        bins[bin].confidence += confidence
        if right { bins[bin].right += 1 }
    }

    /// Expected calibration error: the bins' mean gap between confidence and accuracy, weighted by their size
    /// (Naeini, Cooper, Hauskrecht 2015).
    package var expectedError: Double {
        let total = bins.reduce(0) { $0 + $1.count }
        guard total > 0 else { return 0 }
        return bins.reduce(0) { $0 + abs($1.meanConfidence - $1.accuracy) * Double($1.count) } / Double(total)
    }
}

/// The same in bins that are the narrower the surer values are: most are surer than 0.9, and there it matters.
package struct FineCalibration: Codable, Sendable {
    package static let bounds = [0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999]

    package private(set) var bins = [Calibration.Bin](repeating: Calibration.Bin(), count: bounds.count + 1)

    package init() {}

    package mutating func add(confidence: Double, right: Bool) {
        let bin = Self.bounds.firstIndex { confidence < $0 } ?? Self.bounds.count
        bins[bin].count += 1
        bins[bin].confidence += confidence
        if right { bins[bin].right += 1 }
    }
}
