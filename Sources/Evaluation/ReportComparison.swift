import Model

/// What a change made better and worse: two runs over the same truth.
package struct ReportComparison: Codable, Sendable {
    package struct Change: Codable, Sendable {
        package var file: String
        /// A field's name, `kind` or `decision`.
        package var subject: String
        package var before: String
        package var after: String
    }

    package var better: [Change] = []
    package var worse: [Change] = []
    /// What was asked for besides.
    package var groups: Groups?

    package init(before: EvaluationReport, after: EvaluationReport) {
        let old = Dictionary(before.judgements.map { ($0.file, $0) }) { first, _ in first }
        for new in after.judgements {
            guard let old = old[new.file] else { continue }
            compareKinds(old, new)
            compareFields(old, new)
            compareDecisions(old, new)
        }
    }

    private mutating func compareKinds(_ old: Judgement, _ new: Judgement) {
        add(
            new.file, "kind", old.readKind?.rawValue ?? "none", new.readKind?.rawValue ?? "none",
            wasRight: old.kindIsRight, isRight: new.kindIsRight)
    }

    private mutating func compareFields(_ old: Judgement, _ new: Judgement) {
        let verdicts: (Judgement) -> [FieldName: FieldVerdict] = { judgement in
            Dictionary(judgement.fields.map { ($0.name, $0.verdict) }) { first, _ in first }
        }
        let before = verdicts(old)
        let after = verdicts(new)
        for name in Set(before.keys).union(after.keys).sorted() {
            // A field that neither truth nor result has is as right as can be.
            let from = before[name]
            let to = after[name]
            add(
                new.file, name.rawValue, from?.rawValue ?? "absent", to?.rawValue ?? "absent",
                wasRight: from == nil || from == .exact, isRight: to == nil || to == .exact)
        }
    }

    private mutating func compareDecisions(_ old: Judgement, _ new: Judgement) {
        let word: (Judgement) -> String = { $0.isFalseAccept ? "false accept" : $0.action?.rawValue ?? "none" }
        add(new.file, "decision", word(old), word(new), wasRight: old.decisionIsRight, isRight: new.decisionIsRight)
    }

    private mutating func add(
        _ file: String, _ subject: String, _ before: String, _ after: String, wasRight: Bool, isRight: Bool
    ) {
        guard wasRight != isRight else { return }
        let change = Change(file: file, subject: subject, before: before, after: after)
        if isRight { better.append(change) } else { worse.append(change) }
    }

    package var text: String {
        func list(_ title: String, _ changes: [Change]) -> String {
            (["\(title): \(changes.count)"]
                + changes.map { "  \($0.file) \($0.subject): \($0.before) → \($0.after)" }).joined(separator: "\n")
        }
        let table = groups.map { "\n" + $0.text + "\n" } ?? ""
        return list("Better", better) + "\n" + list("Worse", worse) + "\n" + table
    }
}
