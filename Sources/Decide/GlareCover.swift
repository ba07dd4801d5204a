import Model

/// Which values lie under a reflection.
struct GlareCover {
    /// Of each page by its number, what glare covers.
    private let areas: [Int: [Box]]

    /// Share of a value's box that glare covers, from which on a part of it may be lost.
    private static let leastInside = 0.1
    /// The same of the room beside it, as wide as a line is high: a value may go on under the glare.
    private static let leastBeside = 0.3
    /// Of the page's height: what is higher has several lines.
    private static let mostLine = 50
    /// What a value under glare is trusted at most.
    private static let mostConfidence = 0.5

    private let heights: [Int: Int]

    init(_ pages: [RecognizedPage]) {
        areas = Dictionary(pages.map { ($0.index, $0.prepared.glareCover) }, uniquingKeysWith: { first, _ in first })
        heights = Dictionary(pages.map { ($0.index, $0.prepared.height) }, uniquingKeysWith: { first, _ in first })
    }

    /// Fields of a page that glare covers, or that it may cut short, in the order of their names. Zones and bar codes
    /// prove their values themselves.
    func fields(on page: Int, of fields: [FieldName: Field]) -> [FieldName] {
        fields.filter { $0.value.page == page && isCovered($0.value) }.keys.sorted()
    }

    /// The fields with those under glare trusted less.
    func doubted(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        guard areas.values.contains(where: { !$0.isEmpty }) else { return fields }
        return fields.mapValues { field in
            var field = field
            if isCovered(field) {
                field.rawConfidence = min(field.rawConfidence ?? field.confidence, Self.mostConfidence)
                field.cap(at: Self.mostConfidence)
            }
            return field
        }
    }

    func isCovered(_ field: Field) -> Bool {
        guard field.source == .text || field.source == .mark, let box = field.box, !box.isEmpty, let page = field.page,
            let covered = areas[page], !covered.isEmpty
        else { return false }
        func share(of part: Box) -> Double {
            Double(covered.reduce(0) { $0 + $1.intersection(part).area }) / Double(max(1, part.area))
        }
        let line = max(1, min(box.height, (heights[page] ?? 0) / Self.mostLine))
        return share(of: box) >= Self.leastInside
            || share(of: Box(x: box.x - line, y: box.y, width: line, height: box.height)) >= Self.leastBeside
            || share(of: Box(x: box.maxX, y: box.y, width: line, height: box.height)) >= Self.leastBeside
    }
}
