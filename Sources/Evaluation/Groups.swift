import Model

/// What the documents of each group come to, the group with the gravest errors first.
package struct Groups: Codable, Sendable {
    package struct Row: Codable, Sendable {
        package var name: String
        package var report: EvaluationReport.GroupReport
        /// Of an earlier run that this one is held against.
        package var before: EvaluationReport.GroupReport?
    }

    package let key: TruthDocument.GroupKey
    package let rows: [Row]

    package init(
        by key: TruthDocument.GroupKey, truth: [TruthDocument], _ report: EvaluationReport,
        before: EvaluationReport? = nil
    ) {
        self.key = key
        let names = Dictionary(truth.map { ($0.file, $0.group(by: key)) }) { first, _ in first }
        func groups(_ report: EvaluationReport) -> [String: EvaluationReport.GroupReport] {
            Dictionary(grouping: report.judgements) { names[$0.file] ?? "-" }.mapValues { .init($0) }
        }
        let old = before.map(groups)
        rows = groups(report).map { Row(name: $0.key, report: $0.value, before: old?[$0.key]) }.sorted {
            Self.rank($0) < Self.rank($1)
        }
    }

    /// Low where much is wrong: false accepts count first, then the share of values that are exact; of documents without
    /// values, that of kinds.
    private static func rank(_ row: Row) -> (Int, Double, String) {
        let report = row.report
        return (-report.falseAccepts, report.fields.rate ?? report.kindsRight.rate ?? 1, row.name)
    }

    package var text: String {
        TextTable.render(
            [
                key.rawValue, "documents", "kinds right", "fields exact", "wrong", "missing", "spurious",
                "straight through", "false accepts",
            ], rows.map(Self.cells))
    }

    private static func cells(_ row: Row) -> [String] {
        let after = figures(row.report)
        let before = row.before.map(figures) ?? after
        return [row.name, "\(row.report.documents)"] + zip(before, after).map { $0 == $1 ? $1 : "\($0) → \($1)" }
    }

    private static func figures(_ report: EvaluationReport.GroupReport) -> [String] {
        let fields = report.fields
        return [
            of(report.kindsRight), fields.total > 0 ? "\(fields.exact)/\(fields.total)" : "-", "\(fields.wrong)",
            "\(fields.missing)", "\(fields.spurious)", of(report.straightThrough), "\(report.falseAccepts)",
        ]
    }

    private static func of(_ share: EvaluationReport.Share) -> String {
        share.of > 0 ? "\(share.count)/\(share.of)" : "-"
    }
}
