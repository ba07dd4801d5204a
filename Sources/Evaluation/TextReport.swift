import Model

/// The report as plain text for a terminal.
package struct TextReport {
    private let report: EvaluationReport
    /// How many errors of fields are listed.
    private let errors: Int

    package init(_ report: EvaluationReport, errors: Int = 0) {
        self.report = report
        self.errors = errors
    }

    package var text: String {
        var parts = [
            "\(report.documents.counted("document")), \(report.failed) without a result", tiers, confusion, kindsByTier,
            fields,
            decisions, measures,
        ]
        if let groups = report.groups { parts.append(groups.text) }
        if errors > 0 { parts.append(fieldErrors) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var tiers: String {
        let tiers = TruthDocument.Tier.allCases.map(\.rawValue).filter { report.tiers[$0] != nil }
        let rows =
            tiers.compactMap { name in report.tiers[name].map { row(name, $0) } }
            + (tiers.count > 1 ? [row("all", EvaluationReport.GroupReport(report.judgements))] : [])
        return TextTable.render(
            [
                "tier", "documents", "kind right", "fields exact", "wrong", "straight through", "false accepts",
                "retakes found", "needless retakes",
            ], rows)
    }

    private func row(_ name: String, _ row: EvaluationReport.GroupReport) -> [String] {
        [
            name, "\(row.documents)", percent(row.kindsRight), percent(row.fields.rate), "\(row.fields.wrong)",
            percent(row.straightThrough), "\(row.falseAccepts)", percent(row.retakesFound),
            percent(row.needlessRetakes),
        ]
    }

    private var kindsByTier: String {
        let rows = report.kindsByTier.keys.sorted().flatMap { kind in
            TruthDocument.Tier.allCases.compactMap { tier -> [String]? in
                guard let row = report.kindsByTier[kind]?[tier.rawValue] else { return nil }
                return [
                    kind, tier.rawValue, "\(row.documents)", percent(row.kindsRight), percent(row.fields.rate),
                    percent(row.boxes), percent(row.signatures),
                    row.legalErrors.rate.map { decimals($0 * 100, 2) + " %" } ?? "-",
                ]
            }
        }
        return TextTable.render(
            [
                "kind", "tier", "documents", "kind right", "fields exact", "boxes not wrong", "signatures right",
                "legal description errors",
            ], rows)
    }

    private var confusion: String {
        let columns = Set(report.confusion.values.flatMap(\.keys)).sorted()
        let rows = report.confusion.keys.sorted().map { kind in
            [kind] + columns.map { "\(report.confusion[kind]?[$0] ?? 0)" }
        }
        return "Kinds: truth by row, read by column\n" + TextTable.render([""] + columns, rows)
    }

    private var fields: String {
        let rows = report.fields.keys.sorted().flatMap { kind in
            (report.fields[kind] ?? [:]).sorted { $0.key < $1.key }.map { name, count in
                [
                    kind, name, "\(count.total)", percent(count.rate), "\(count.wrong)", "\(count.missing)",
                    "\(count.spurious)",
                ]
            }
        }
        return TextTable.render(["kind", "field", "of", "exact", "wrong", "missing", "spurious"], rows)
    }

    private var decisions: String {
        var lines = ["False accepts: \(report.falseAccepts.count)"]
        for judgement in report.falseAccepts {
            let causes = judgement.falseAcceptCauses.joined(separator: ", ")
            lines.append("  \(judgement.file) (\(judgement.tier.rawValue)): \(causes)")
        }
        if !report.costOfReasons.isEmpty {
            lines.append("Reasons that kept acceptable documents from being accepted:")
            for (code, count) in report.costOfReasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                lines.append("  \(code): \(count)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private var measures: String {
        let skew = report.skew
        let boundaries = report.boundaries
        let shared =
            boundaries.of > 0
            ? "Boundaries: \(percent(boundaries)) of \(boundaries.of) documents that share a file have just their pages\n"
            : ""
        let outlines =
            report.outlines.of > 0
            ? "\nOutline: all corners within 1 % of the diagonal on \(percent(report.outlines)) of "
                + "\(report.outlines.of) pages in photographs" : ""
        return shared + """
            Expected calibration error: fields \(decimals(report.fieldCalibration.expectedError, 3)), \
            kinds \(decimals(report.kindCalibration.expectedError, 3))
            Orientation right: \(percent(report.orientation)) of \(report.orientation.of) pages
            Skew: mean error \(decimals(skew.meanError, 3)) degrees, within 0.1: \(percent(skew.within01)), \
            worst \(decimals(skew.worst, 2)), \(skew.pages) pages
            """ + outlines
    }

    private var fieldErrors: String {
        var lines = ["Errors (these are values of the documents: keep them to yourself):"]
        for judgement in report.judgements where judgement.tier != .bad {
            for field in judgement.fields where field.verdict != .exact {
                lines.append(
                    "  \(judgement.file) \(field.name.rawValue) \(field.verdict.rawValue)"
                        + " truth: \(field.truth?.plainText ?? "-") read: \(field.read?.plainText ?? "-")"
                        + (field.confidence.map { " at \(decimals($0, 2))" } ?? ""))
            }
        }
        let rest = lines.count - 1 - errors
        return lines.prefix(errors + 1).joined(separator: "\n") + (rest > 0 ? "\n  … and \(rest) more" : "")
    }
}

extension Judgement {
    /// Why accepting this document was wrong, without its values.
    package var falseAcceptCauses: [String] {
        var causes: [String] = []
        if !mayBeAccepted { causes.append("expected \(expect.rawValue)") }
        if pagesAreRight == false { causes.append("other pages than its own") }
        if !kindIsRight, !kindIsSoft { causes.append("kind \(readKind?.rawValue ?? "none") for \(kind.rawValue)") }
        for field in faults { causes.append("\(field.name.rawValue) \(field.verdict.rawValue)") }
        return causes
    }
}

func percent(_ share: EvaluationReport.Share) -> String { percent(share.rate) }

func percent(_ rate: Double?) -> String { rate.map { decimals($0 * 100, 1) + " %" } ?? "-" }

/// Rounded to a number of decimals, without regard to any locale.
func decimals(_ value: Double, _ places: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded()
    let digits = String(Int(abs(rounded)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = rounded < 0 ? "-" : ""
    return places == 0 ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
}

/// Columns padded to their widest cell, two spaces between them.
package enum TextTable {
    private static let leastWidth = 14

    /// - Parameters:
    ///   - width: that lines are to fit, in characters; nil for no limit.
    ///   - narrowing: columns whose cells may be cut for that, from the first that is.
    package static func render(
        _ header: [String], _ rows: [[String]], width: Int? = nil, narrowing: [Int] = []
    ) -> String {
        var all = [header] + rows
        for column in narrowing {
            let widest = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
            let excess = widest.reduce(2 * (header.count - 1), +) - (width ?? .max)
            guard excess > 0 else { break }
            let room = max(leastWidth, widest[column] - excess)
            for row in all.indices where all[row][column].count > room {
                all[row][column] = all[row][column].prefix(room - 1) + "…"
            }
        }
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
