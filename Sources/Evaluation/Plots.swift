import Model

/// Small plots as SVG, for the report.
enum Plots {
    private static let size = 240.0
    private static let margin = 30.0

    /// Accuracy over stated confidence, a dot a bin, its area the bin's share; the diagonal is perfect calibration.
    static func reliability(_ calibration: Calibration) -> String {
        let total = Double(max(1, calibration.bins.reduce(0) { $0 + $1.count }))
        let dots = calibration.bins.filter { $0.count > 0 }.map { bin in
            let radius = 3 + 12 * (Double(bin.count) / total).squareRoot()
            return "<circle cx=\"\(x(bin.meanConfidence))\" cy=\"\(y(bin.accuracy))\" r=\"\(decimals(radius, 1))\">"
                + "<title>\(bin.count) values at \(decimals(bin.meanConfidence, 2)): \(percent(bin.accuracy)) right</title>"
                + "</circle>"
        }
        let diagonal = "<line class=\"ideal\" x1=\"\(x(0))\" y1=\"\(y(0))\" x2=\"\(x(1))\" y2=\"\(y(1))\"/>"
        return frame(diagonal + dots.joined(), horizontal: "confidence", vertical: "right")
    }

    /// The share of wrong documents among those at least as sure as the one at hand, over the share that these are.
    static func riskCoverage(_ judgements: [Judgement]) -> String {
        let documents = judgements.filter { $0.readKind != nil && $0.readKind != "unknown" }
            .map { judgement in
                (
                    sure: ([judgement.kindConfidence ?? 0] + judgement.fields.compactMap(\.confidence)).min() ?? 0,
                    right: judgement.everyValueIsRight
                )
            }
            .sorted { $0.sure > $1.sure }
        guard !documents.isEmpty else { return "" }
        var wrong = 0
        var points: [String] = []
        for (index, document) in documents.enumerated() {
            if !document.right { wrong += 1 }
            let coverage = Double(index + 1) / Double(documents.count)
            points.append("\(x(coverage)),\(y(Double(wrong) / Double(index + 1)))")
        }
        return frame(
            "<polyline points=\"\(points.joined(separator: " "))\"/>", horizontal: "coverage", vertical: "risk")
    }

    private static func x(_ value: Double) -> String { decimals(margin + value * (size - 2 * margin), 1) }
    private static func y(_ value: Double) -> String { decimals(size - margin - value * (size - 2 * margin), 1) }

    private static func frame(_ content: String, horizontal: String, vertical: String) -> String {
        """
        <svg viewBox="0 0 \(Int(size)) \(Int(size))" width="\(Int(size))" height="\(Int(size))" role="img" \
        aria-label="\(vertical) over \(horizontal)"><rect x="\(x(0))" y="\(y(1))" width="\(decimals(size - 2 * margin, 1))" \
        height="\(decimals(size - 2 * margin, 1))"/>\(content)<text x="\(x(0.5))" y="\(Int(size) - 6)">\(horizontal)</text>\
        <text x="4" y="\(y(1.05))" class="left">\(vertical)</text><text x="\(x(0))" y="\(Int(size) - 16)">0</text>\
        <text x="\(x(1))" y="\(Int(size) - 16)">1</text></svg>
        """
    }
}
