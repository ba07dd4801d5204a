import Foundation
import Model

/// Small plots as SVG, for the report. Each stands for itself: whatever page it is put into, it looks the same.
enum Plots {
    private static let size = 300.0
    private static let margin = 46.0
    private static let ink = "#5a6673"

    // MARK: Reliability

    /// What share of values is right over how sure they were said to be, both as distances from certainty, ten times
    /// nearer at each step; a dot a bin, its area the bin's share. On the diagonal confidence is what it says.
    static func reliability(_ calibration: FineCalibration) -> String {
        let total = Double(max(1, calibration.bins.reduce(0) { $0 + $1.count }))
        let dots = calibration.bins.filter { $0.count > 0 }.map { bin in
            let radius = 3 + 14 * (Double(bin.count) / total).squareRoot()
            let (across, up) = (decades(1 - bin.meanConfidence), decades(1 - bin.accuracy))
            return "<circle cx=\"\(x(across))\" cy=\"\(y(up))\" r=\"\(decimals(radius, 1))\" fill=\"#2f6fab\" "
                + "fill-opacity=\"0.7\"><title>\(bin.count.counted("value")) said to be \(percent(bin.meanConfidence)): "
                + "\(percent(bin.accuracy)) right</title></circle>"
        }
        let diagonal =
            "<line x1=\"\(x(0))\" y1=\"\(y(0))\" x2=\"\(x(1))\" y2=\"\(y(1))\" stroke=\"#9aa5b1\" stroke-dasharray=\"4\"/>"
        let marks = ["0", "0.9", "0.99", "0.999"].enumerated().map { (Double($0) / 3, $1) }
        return frame(
            diagonal + dots.joined(), horizontal: "confidence", vertical: "share that is right", across: marks,
            up: marks)
    }

    /// 0 for wrong always, 1 for wrong once in a thousand or less.
    private static func decades(_ error: Double) -> Double { min(1, -log10(max(error, 0.001)) / 3) }

    // MARK: Risk and coverage

    /// Of the documents that are at least as sure as the one at hand, the share with a wrong value, over the share of all
    /// that these are. The dot is what was accepted.
    static func riskCoverage(_ judgements: [Judgement]) -> String {
        let documents = judgements.filter { $0.readKind != nil && $0.readKind != "unknown" }
            .map { (sure: leastConfidence($0), right: $0.everyValueIsRight, file: $0.file) }
            .sorted { ($1.sure, $0.file) < ($0.sure, $1.file) }
        guard !documents.isEmpty else { return "" }
        var wrong = 0
        let risks = documents.enumerated().map { index, document in
            if !document.right { wrong += 1 }
            return Double(wrong) / Double(index + 1)
        }
        let accepted = judgements.filter { $0.action == .accept }
        let acceptedWrong = accepted.count { !$0.everyValueIsRight }
        let acceptedRisk = accepted.isEmpty ? 0 : Double(acceptedWrong) / Double(accepted.count)
        let top = [0.02, 0.05, 0.1, 0.2, 0.5, 1].first { $0 >= max(acceptedRisk, risks.last ?? 0) } ?? 1
        let points = risks.enumerated().map { index, risk in
            "\(x(Double(index + 1) / Double(documents.count))),\(y(min(1, risk / top)))"
        }
        let line =
            "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#b3403a\" stroke-width=\"2\"/>"
        let share = Double(accepted.count) / Double(documents.count)
        let dot =
            "<circle cx=\"\(x(min(1, share)))\" cy=\"\(y(acceptedRisk / top))\" r=\"5\" fill=\"#1c2430\">"
            + "<title>accepted: \(accepted.count), \(acceptedWrong) of them wrong</title></circle>"
        let across = [0, 0.5, 1].map { (share: Double) in (share, percent(share)) }
        let up = [0, 0.5, 1].map { (share: Double) in (share, percent(share * top)) }
        return frame(
            line + dot, horizontal: "coverage", vertical: "documents with a wrong value", across: across, up: up)
    }

    private static func leastConfidence(_ judgement: Judgement) -> Double {
        ([judgement.kindConfidence ?? 0] + judgement.fields.compactMap(\.confidence)).min() ?? 0
    }

    // MARK: Frame

    private static func x(_ value: Double) -> String { decimals(margin + value * (size - 1.5 * margin), 1) }
    private static func y(_ value: Double) -> String {
        decimals(size - margin - value * (size - 1.5 * margin), 1)
    }

    private static func frame(
        _ content: String, horizontal: String, vertical: String, across: [(Double, String)], up: [(Double, String)]
    ) -> String {
        func text(_ text: String, _ x: String, _ y: String, _ anchor: String) -> String {
            "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text)</text>"
        }
        let side = decimals(size - 1.5 * margin, 1)
        let marks =
            across.map { text($1, x($0), decimals(size - margin + 16, 1), "middle") }
            + up.map { text($1, decimals(margin - 5, 1), decimals((Double(y($0)) ?? 0) + 4, 1), "end") }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(size)) \(Int(size))" width="\(Int(size))" \
            height="\(Int(size))" role="img" aria-label="\(vertical) over \(horizontal)" font-family="sans-serif" \
            font-size="11" fill="\(ink)"><rect x="\(x(0))" y="\(y(1))" width="\(side)" height="\(side)" fill="none" \
            stroke="#9aa5b1"/>\(content)\(marks.joined())\
            \(text(horizontal, x(0.5), decimals(size - 8, 1), "middle"))\
            \(text(vertical, x(0), decimals(margin / 2 - 8, 1), "start"))</svg>
            """
    }
}
