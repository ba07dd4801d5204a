import Foundation
package import Kinds
package import Model

/// Fits a ``ConfidenceModel`` on documents whose truth is known (docs/decisions.md).
package struct ConfidenceFit {
    /// One document's part.
    private struct Sample {
        /// Number of its template; of a document without one, its own.
        var group = 0
        var kind: KindName
        var kindScore: Double
        var kindIsRight: Bool
        /// False for what was found to be of no known kind.
        var kindIsKnown: Bool
        /// Those that were read; empty where the kind is wrong.
        var values: [(name: FieldName, field: Field, page: PageSign?, isRight: Bool)] = []
        /// Whether nothing but doubt keeps it from being accepted.
        var couldBeAccepted: Bool
        var requirements: [Requirement]
    }

    package let model: ConfidenceModel
    /// Of the readings' own figures, and of the chances that the model makes of them.
    package private(set) var before = Calibration()
    package private(set) var after = Calibration()

    /// Fewer tell next to nothing of how often the surest values are wrong.
    package static let leastDocuments = 50
    /// Parts of the documents, each judged by a model that was fitted on the others.
    private static let parts = 5
    /// Documents of one group are in one part, so that each is judged by what saw none of its group.
    private static func part(of sample: Sample) -> Int { sample.group % parts }
    private static let fieldPenalty = 1.0

    private static func group(_ document: TruthDocument) -> String { document.template ?? document.file }

    /// - Parameters:
    ///   - truth: those of tier `bad` are left out, as in all figures of calibration.
    ///   - kinds: that the results were made with.
    ///   - note: what the documents are, for readers of the file.
    /// - Throws: `EvaluationError` where there are too few documents.
    package init(
        truth: [TruthDocument], results: [String: Outcome], kinds: [KindDefinition], date: CalendarDate, note: String
    ) throws {
        let documents = truth.sorted { $0.file < $1.file }.filter { $0.tier != .bad }
        let groups = Set(documents.map(Self.group)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })
        let samples = documents.compactMap { document in
            Evaluator.outcome(of: document.file, in: results).flatMap { outcome in
                var sample = Self.sample(Judgement(truth: document, outcome: outcome), outcome, kinds)
                sample?.group = numbers[Self.group(document)] ?? 0
                return sample
            }
        }
        guard samples.count >= Self.leastDocuments else {
            throw EvaluationError(
                description:
                    "\(samples.count.counted("document")) with truth and result: too few to calibrate on: give at least \(Self.leastDocuments)"
            )
        }
        var model = Self.fitted(samples)
        let verdicts = Self.verdicts(samples)
        model.acceptance = Self.acceptance(verdicts.filter(\.kindIsRight))
        model.kindAcceptance = Self.kindAcceptance(verdicts)
        for value in verdicts.flatMap(\.values) {
            before.add(confidence: value.raw, right: value.isRight)
            after.add(confidence: value.confidence, right: value.isRight)
        }
        model.provenance.documents = samples.count
        model.provenance.values = samples.reduce(0) { $0 + $1.values.count }
        model.provenance.wrong = samples.reduce(0) { $0 + $1.values.count { !$0.isRight } }
        model.provenance.date = date.iso
        model.provenance.note = note
        model.provenance.engine = ResultsReader.engine(of: results)?.readers ?? ""
        self.model = model
    }

    private static func sample(_ judgement: Judgement, _ outcome: Outcome, _ kinds: [KindDefinition]) -> Sample? {
        guard let kind = outcome.kind, let classification = outcome.classification, let decision = outcome.decision
        else { return nil }
        let definition = kinds.first { $0.name == kind }
        var sample = Sample(
            kind: kind, kindScore: classification.scores[kind.rawValue] ?? classification.confidence,
            kindIsRight: judgement.kindIsRight, kindIsKnown: definition != nil,
            couldBeAccepted: definition != nil && decision.reasons.allSatisfy { $0.code == .lowConfidence },
            requirements: definition?.required ?? [])
        guard judgement.kindIsRight else { return sample }
        let pages = Dictionary((outcome.pages ?? []).map { ($0.index, PageSign($0)) }) { first, _ in first }
        for field in judgement.fields where field.verdict != .missing && !field.isSoft {
            guard let read = outcome.fields?[field.name] else { continue }
            sample.values.append((field.name, read, read.page.flatMap { pages[$0] }, field.verdict == .exact))
        }
        return sample
    }

    // MARK: Fitting

    private static func fitted(_ samples: [Sample]) -> ConfidenceModel {
        var model = ConfidenceModel()
        let features = ConfidenceEvidence.Feature.allCases
        let names = Set(
            samples.flatMap { sample in sample.values.map { ConfidenceModel.key($0.name, of: sample.kind) } }
        )
        .sorted()
        let position = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, 1 + features.count + $0) })
        var columns = [LogisticFit.Column(penalty: 0.01)]
        columns += features.map { feature in
            let range: ClosedRange<Double> =
                switch feature.bearing {
                case .supports: 0...100
                case .opposes: -100...0
                case .either: -100...100
                }
            return .init(prior: feature == .reading || feature == .sureReading ? 1 : 0, range: range)
        }
        columns += names.map { _ in .init(penalty: fieldPenalty) }
        let rows = samples.flatMap { sample in
            sample.values.map { value in
                let evidence = ConfidenceEvidence(value.field, on: value.page)
                var figures: [(column: Int, value: Double)] = [(0, 1)]
                figures += features.enumerated().compactMap { index, feature in
                    evidence.figures[feature].map { (index + 1, $0) }
                }
                if let column = position[ConfidenceModel.key(value.name, of: sample.kind)] {
                    figures.append((column, 1))
                }
                return LogisticFit.Row(figures: figures, isRight: value.isRight)
            }
        }
        let weights = LogisticFit(columns: columns).weights(of: rows).map(rounded)
        model.base = weights[0]
        model.weights = Dictionary(uniqueKeysWithValues: features.enumerated().map { ($1, weights[$0 + 1]) })
        model.fields = position.mapValues { weights[$0] }
        (model.kindBase, model.kindScore) = kind(samples)
        return model
    }

    private static func kind(_ samples: [Sample]) -> (base: Double, score: Double) {
        let columns = [LogisticFit.Column(penalty: 0.1), .init(prior: 1, penalty: 1, range: 0...100)]
        let rows = samples.map { sample in
            LogisticFit.Row(
                figures: [(0, 1), (1, ConfidenceEvidence.logOdds(sample.kindScore))], isRight: sample.kindIsRight)
        }
        let weights = LogisticFit(columns: columns).weights(of: rows).map(rounded)
        return (weights[0], weights[1])
    }

    /// To what the file shows.
    private static func rounded(_ weight: Double) -> Double { (weight * 10_000).rounded() / 10_000 }

    // MARK: Sure enough

    /// Log-odds at which it is counted what would have been accepted: of 0.73 to 0.9991.
    private static let steps = (10...70).map { Double($0) / 10 }

    /// A document as a model sees it that was fitted without it, so that the surest values are not flattered.
    private struct Verdict {
        var kind: KindName
        var kindIsRight: Bool
        /// Nil for what was found to be of no known kind.
        var kindConfidence: Double?
        var values: [(raw: Double, confidence: Double, isValid: Bool, isRight: Bool)]
        /// Of the least sure value that it cannot be accepted without; nil where more than doubt keeps it from that.
        var least: Double?

        /// Whether accepting what is at least as sure as this accepts the document, and whether that is a mistake.
        func isAccepted(at confidence: Double) -> Bool { least.map { $0 >= confidence } ?? false }
        func isWrong(at confidence: Double) -> Bool {
            values.contains { $0.isValid && $0.confidence >= confidence && !$0.isRight }
        }
    }

    private static func verdicts(_ samples: [Sample]) -> [Verdict] {
        (0..<parts).flatMap { part in
            let model = fitted(samples.filter { self.part(of: $0) != part })
            return samples.filter { self.part(of: $0) == part }.map { verdict($0, by: model) }
        }
    }

    private static func verdict(_ sample: Sample, by model: ConfidenceModel) -> Verdict {
        var chances: [FieldName: Double] = [:]
        let confidences = model.confidences(
            of: sample.values.map { ($0.name, $0.field, $0.page) }, of: sample.kind)
        let values = zip(sample.values, confidences).map { value, chance in
            // What failed a check is never given.
            let isValid = value.field.checks.allSatisfy(\.passed)
            if isValid { chances[value.name] = chance }
            return (value.field.rawConfidence ?? value.field.confidence, chance, isValid, value.isRight)
        }
        var least: Double?
        if sample.couldBeAccepted { least = sample.requirements.map { $0.confidence(in: chances) ?? 0 }.min() ?? 1 }
        return Verdict(
            kind: sample.kind, kindIsRight: sample.kindIsRight,
            kindConfidence: sample.kindIsKnown ? model.confidence(ofKindAt: sample.kindScore) : nil, values: values,
            least: least)
    }

    /// A kind with fewer documents goes by what came of all.
    private static let leastOfAKind = 30

    private static func acceptance(_ verdicts: [Verdict]) -> [String: [ConfidenceModel.Acceptance]] {
        var byKind = Dictionary(grouping: verdicts.filter { $0.least != nil }, by: \.kind.rawValue)
            .filter { $0.value.count >= leastOfAKind }
        byKind[ConfidenceModel.allKinds] = verdicts
        return byKind.mapValues { verdicts in
            points { confidence in
                let accepted = verdicts.filter { $0.isAccepted(at: confidence) }
                return (accepted.count, accepted.count { $0.isWrong(at: confidence) })
            }
        }
    }

    /// Whatever else keeps a document from being accepted: a kind is as wrong where values are doubtful, too.
    private static func kindAcceptance(_ verdicts: [Verdict]) -> [ConfidenceModel.Acceptance] {
        points { confidence in
            let accepted = verdicts.filter { $0.kindConfidence.map { $0 >= confidence } ?? false }
            return (accepted.count, accepted.count { !$0.kindIsRight })
        }
    }

    private static func points(_ count: (Double) -> (accepted: Int, wrong: Int)) -> [ConfidenceModel.Acceptance] {
        steps.map { logOdds in
            let confidence = rounded(1 / (1 + exp(-logOdds)))
            let (accepted, wrong) = count(confidence)
            return ConfidenceModel.Acceptance(confidence: confidence, accepted: accepted, wrong: wrong)
        }
    }

    // MARK: Summary

    /// What the fit is worth, each document judged by a model that was fitted without it.
    package func summary(target: Double) -> String {
        let fitted = model.provenance
        var rows = model.acceptance.sorted { $0.key < $1.key }.map { kind, points in
            Self.row(kind, points, least: model.leastConfidence(for: target, of: KindName(rawValue: kind)))
        }
        rows.append(Self.row("(the kind)", model.kindAcceptance, least: model.leastKindConfidence(for: target)))
        return """
            Fitted on \(fitted.documents.counted("document")) with \(fitted.values.counted("value")), \(fitted.wrong) of them wrong.
            Expected calibration error of fields: \(decimals(before.expectedError, 4)) before, \
            \(decimals(after.expectedError, 4)) after.
            For a target error of \(decimals(target, 4)), by kind:
            \(TextTable.render(["values of", "least confidence", "accepted", "wrong", "error at most (95 %)"], rows))

            """
    }

    private static func row(_ name: String, _ points: [ConfidenceModel.Acceptance], least: Double) -> [String] {
        let point = points.first { $0.confidence >= least }
        let (accepted, wrong) = (point?.accepted ?? 0, point?.wrong ?? 0)
        return [
            name, decimals(least, 4), "\(accepted)", "\(wrong)",
            decimals(ErrorBound.upper(wrong: wrong, of: accepted), 4),
        ]
    }
}

/// How often something may happen that happened so often (Clopper and Pearson 1934).
enum ErrorBound {
    /// The upper end of the one-sided 95 % interval; 1 for nothing seen.
    static func upper(wrong: Int, of count: Int) -> Double {
        guard count > 0, wrong < count else { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if chance(ofAtMost: wrong, of: count, each: middle) > 0.05 { low = middle } else { high = middle }
        }
        return high
    }

    private static func chance(ofAtMost most: Int, of count: Int, each chance: Double) -> Double {
        var term = Double(count) * log(1 - chance)
        var sum = exp(term)
        for hits in 0..<most {
            term += log(Double(count - hits) / Double(hits + 1)) + log(chance / (1 - chance))
            sum += exp(term)
        }
        return sum
    }
}
