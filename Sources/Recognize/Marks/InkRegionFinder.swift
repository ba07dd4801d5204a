import Model

/// Finds ink that nothing else accounts for: signatures, handwriting, stamps, pictures.
struct InkRegionFinder {
    /// The page's ink without recognized words, rules, boxes and codes.
    let rest: InkMap
    /// Pixels per inch of the page.
    let dpi: Double

    /// Ink nearer to each other than about two cells is one region; a cell is a twentieth of an inch.
    private static let cellsPerInch = 20.0

    func regions() -> [InkRegion] {
        let cell = max(2, Int((dpi / Self.cellsPerInch).rounded()))
        let components = rest.components().filter { max($0.box.width, $0.box.height) * 2 >= cell }
        let clusters = clusters(of: components, cell: cell)
        return clusters.compactMap { members in region(of: members.map { components[$0] }) }
            .sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    }

    /// Joins components whose cells touch, one cell of space between them allowed upright and two level.
    private func clusters(of components: [InkComponent], cell: Int) -> [[Int]] {
        let columns = rest.width / cell + 1
        let rows = rest.height / cell + 1
        var grid = CellGrid(columns: columns, rows: rows)
        for component in components {
            let box = component.box
            grid.mark(
                columns: (box.x / cell - 1)...((box.maxX - 1) / cell + 1),
                rows: (box.y / cell - 1)...((box.maxY - 1) / cell + 1))
        }
        let (owner, count) = grid.patches()
        var clusters = [[Int]](repeating: [], count: count)
        for (index, component) in components.enumerated() {
            let number = owner[component.box.y / cell * columns + component.box.x / cell]
            if number >= 0 { clusters[number].append(index) }
        }
        return clusters.filter { !$0.isEmpty }
    }

    private func region(of components: [InkComponent]) -> InkRegion? {
        guard let box = Box.around(components.map(\.box)), Double(box.width) >= 0.2 * dpi,
            Double(box.height) >= 0.07 * dpi
        else { return nil }
        let ink = components.reduce(0) { $0 + $1.ink }
        let share = Double(ink) / Double(max(1, box.area))
        return InkRegion(box: box, ink: min(1, share), strokes: strokes(components, box: box, share: share))
    }

    /// Strokes of a pen are thin (0.1 to 1 mm), leave most of their box white, and run on: one of them spans a good part
    /// of the whole. Pictures are dense, unread print and dirt fall into small pieces.
    private func strokes(_ components: [InkComponent], box: Box, share: Double) -> Double {
        let width = strokeWidth(components, in: box) / dpi
        let thin = Self.fall(width, from: 0.03, to: 0.07)
        let open = Self.fall(share, from: 0.22, to: 0.5)
        let longest = components.map { max($0.box.width, $0.box.height) }.max() ?? 0
        let reach = Double(longest) / (0.35 * Double(max(box.width, box.height)))
        let size = Double(longest) / (0.22 * dpi)
        return min(1, reach) * min(1, size) * thin * open
    }

    /// Of a signature that touches the line it stands on, the line left out, where that was not found as a rule.
    private func strokeWidth(_ components: [InkComponent], in box: Box) -> Double {
        var (short, count, lineRows) = (0, 0, 0)
        for row in max(0, box.y)..<min(rest.height, box.maxY) {
            let runs = rest.runs[rest.rowStarts[row]..<rest.rowStarts[row + 1]].filter {
                Int($0.start) >= box.x && Int($0.end) <= box.maxX
            }
            if runs.contains(where: { Double($0.end - $0.start) > Self.lineRun * dpi }) {
                lineRows += 1
            } else {
                short += runs.reduce(0) { $0 + Int($1.end - $1.start) }
                count += runs.count
            }
        }
        let runs = components.reduce(0) { $0 + $1.runs }
        let ink = components.reduce(0) { $0 + $1.ink }
        let isLine = lineRows > 0 && Double(lineRows) <= max(3, Self.lineHeight * dpi) && count > 0
        return isLine ? Double(short) / Double(count) : Double(ink) / Double(max(1, runs))
    }

    /// Inches: a run of ink that no pen crossing it makes, and rows that a line slanting a little has of them.
    private static let (lineRun, lineHeight) = (0.25, 0.06)

    /// 1 up to `start`, 0 from `end` on.
    private static func fall(_ value: Double, from start: Double, to end: Double) -> Double {
        min(1, max(0, (end - value) / (end - start)))
    }
}
