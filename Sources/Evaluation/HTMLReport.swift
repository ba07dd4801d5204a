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
        let errors = report.judgements.filter { $0.tier != .bad }.flatMap { judgement in
            judgement.fields.filter { $0.verdict != .exact }.map { (judgement, $0) }
        }
        return [
            "documents": report.documents, "failed": report.failed,
            "tiers": tiers, "fields": fields, "confusion": confusion, "confusionKinds": readKinds,
            "fieldReliability": Plots.reliability(report.fieldCalibration),
            "kindReliability": Plots.reliability(report.kindCalibration),
            "riskCoverage": Plots.riskCoverage(report.judgements),
            "fieldError": decimals(report.fieldCalibration.expectedError, 3),
            "kindError": decimals(report.kindCalibration.expectedError, 3),
            "skewMean": decimals(report.skew.meanError, 3), "skewWithin": percent(report.skew.within01),
            "skewWorst": decimals(report.skew.worst, 2), "orientation": percent(report.orientation),
            "falseAccepts": report.falseAccepts.map {
                ["file": $0.file, "tier": $0.tier.rawValue, "causes": $0.falseAcceptCauses.joined(separator: ", ")]
            },
            "falseAcceptCount": report.falseAccepts.count,
            "costs": report.costOfReasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { ["code": $0.key, "count": "\($0.value)"] },
            "errors": errors.prefix(most).map { error($0, $1, picture) },
            "errorCount": errors.count, "errorsShown": min(most, errors.count),
            "comparison": comparison.map { [["text": $0.text]] } ?? [],
        ]
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
            "confidence": field.confidence.map { decimals($0, 2) } ?? "", "pictures": image.map { [$0] } ?? [],
        ]
    }
}
