package import Model
import Mustache

/// The report as one self-contained page: plots, tables, and for each error the picture of the field beside what was
/// read. It holds values of the documents.
package struct HTMLReport {
    /// PNG bytes in base 64 of a field's place; nil where there is none.
    package typealias Picture = (_ file: String, _ page: Int, _ box: Box) -> String?

    private let report: EvaluationReport
    private let comparison: ReportComparison?

    package init(_ report: EvaluationReport, comparison: ReportComparison? = nil) {
        self.report = report
        self.comparison = comparison
    }

    /// - Parameter most: how many errors are shown with their pictures.
    /// - Throws: where the template is malformed.
    package func render(most: Int = 300, picture: Picture) throws -> String {
        let text = String(decoding: PackageResources.report_mustache, as: UTF8.self)
        let template = try MustacheTemplate(string: text)
        return template.render(view(most: most, picture: picture))
    }

    private func view(most: Int, picture: Picture) -> [String: Any] {
        let errors = Self.worst(report.judgements)
        return [
            "documents": report.documents, "failed": report.failed,
            "tiers": tiers, "fields": fields, "confusion": confusion, "confusionKinds": readKinds,
            "fieldReliability": Plots.reliability(report.fineFields),
            "kindReliability": Plots.reliability(report.fineKinds),
            "riskCoverage": Plots.riskCoverage(report.judgements),
            "fieldError": decimals(report.fieldCalibration.expectedError, 3),
            "kindError": decimals(report.kindCalibration.expectedError, 3),
            "skewMean": decimals(report.skew.meanError, 3), "skewWithin": percent(report.skew.within01),
            "skewWorst": decimals(report.skew.worst, 2), "orientation": percent(report.orientation),
            "outlines": report.outlines.of > 0 ? [["share": percent(report.outlines)]] : [],
            "falseAccepts": report.falseAccepts.map {
                ["file": $0.file, "tier": $0.tier.rawValue, "causes": $0.falseAcceptCauses.joined(separator: ", ")]
            },
            "falseAcceptCount": report.falseAccepts.count,
            "costs": costs, "acceptable": report.acceptable,
            "errors": errors.prefix(most).map { error($0, $1, picture) },
            "errorCount": errors.count, "errorsShown": min(most, errors.count),
            "comparison": comparison.map { [["text": $0.text]] } ?? [],
        ]
    }

    /// Errors of fields, those first that were accepted, then those that were said to be surest.
    static func worst(_ judgements: [Judgement]) -> [(Judgement, Judgement.FieldJudgement)] {
        let errors = judgements.filter { $0.tier != .bad }.flatMap { judgement in
            judgement.fields.filter { $0.verdict != .exact }.map { (judgement, $0) }
        }
        func rank(_ error: (Judgement, Judgement.FieldJudgement)) -> Double {
            // What is missing misleads nobody.
            guard let confidence = error.1.confidence else { return -1 }
            return confidence + (error.0.action == .accept ? 1 : 0)
        }
        return errors.enumerated().sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }
            .map(\.element)
    }

    private var costs: [[String: String]] {
        report.costs.sorted { ($1.value.documents, $0.key) < ($0.value.documents, $1.key) }.map { cause, cost in
            let share = EvaluationReport.Share(count: cost.documents, of: report.acceptable)
            let alone = EvaluationReport.Share(count: cost.alone, of: report.acceptable)
            return [
                "cause": cause, "documents": "\(cost.documents)", "share": percent(share), "alone": percent(alone),
                "bar": decimals((share.rate ?? 0) * 100, 0),
            ]
        }
    }

    private var tiers: [[String: String]] {
        TruthDocument.Tier.allCases.compactMap { tier in
            report.tiers[tier.rawValue].map { row in
                [
                    "tier": tier.rawValue, "documents": "\(row.documents)", "kinds": percent(row.kindsRight),
                    "fields": percent(row.fields.rate), "through": percent(row.straightThrough),
                    "falseAccepts": "\(row.falseAccepts)", "retakes": percent(row.retakesFound),
                    "needless": percent(row.needlessRetakes),
                ]
            }
        }
    }

    private var fields: [[String: String]] {
        report.fields.sorted { $0.key < $1.key }.flatMap { kind, fields in
            fields.sorted { $0.key < $1.key }.map { name, count in
                [
                    "kind": kind, "name": name, "total": "\(count.total)", "rate": percent(count.rate),
                    "bar": decimals((count.rate ?? 0) * 100, 0), "wrong": "\(count.wrong)",
                    "missing": "\(count.missing)", "spurious": "\(count.spurious)",
                ]
            }
        }
    }

    private var readKinds: [String] { Set(report.confusion.values.flatMap(\.keys)).sorted() }

    private var confusion: [[String: Any]] {
        report.confusion.sorted { $0.key < $1.key }.map { kind, row in
            ["kind": kind, "counts": readKinds.map { "\(row[$0] ?? 0)" }]
        }
    }

    private func error(_ judgement: Judgement, _ field: Judgement.FieldJudgement, _ picture: Picture) -> [String: Any] {
        let image = field.box.flatMap { picture(judgement.file, field.page ?? 1, $0) }
        return [
            "file": judgement.file, "name": field.name.rawValue, "verdict": field.verdict.rawValue,
            "truth": field.truth?.plainText ?? "", "read": field.read?.plainText ?? "",
            "confidence": field.confidence.map { decimals($0, 4) } ?? "",
            "action": judgement.action?.rawValue ?? "", "pictures": image.map { [$0] } ?? [],
        ]
    }
}
