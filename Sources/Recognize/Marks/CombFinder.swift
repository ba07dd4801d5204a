import Model

/// A row of equal cells that takes a character each, as forms print for numbers: groups of them may be parted by a cell
/// without a frame that holds a dash.
struct Comb: Hashable {
    /// Around all cells.
    var box: Box
    /// What lies between two walls, left to right.
    var cells: [Box]
}

/// Finds combs by their walls: upright lines of one height, one distance apart.
struct CombFinder {
    let ink: InkMap
    /// Pixels per inch of the page.
    let dpi: Double

    /// Height of a wall and distance between two, in inches.
    private static let heights = 0.12...0.55
    private static let pitches = 0.09...0.4
    /// Of a cell's width over its height.
    private static let shapes = 0.3...1.4
    private static let leastCells = 4
    /// Cells without frame between two groups.
    private static let mostParted = 2
    /// What a wall may be off its place, as a share of the distance.
    private static let tolerance = 0.15
    /// Share of the cells that a line closes above or below.
    private static let leastClosed = 0.6

    func combs() -> [Comb] {
        let lengths = max(8, Int(Self.heights.lowerBound * dpi))...max(9, Int(Self.heights.upperBound * dpi))
        let thickest = max(3, Int(0.03 * dpi))
        var walls = LineSegment.merged(ink.verticalLines(of: lengths)).filter { $0.thickness <= thickest }
            .sorted { ($0.first, $0.start) < ($1.first, $1.start) }
        var combs: [Comb] = []
        while let wall = walls.first {
            let slack = max(2, wall.length / 8)
            // A line that closes the cells lengthens some of the walls by its thickness.
            let row = walls.filter { abs($0.start - wall.start) <= slack && abs($0.end - wall.end) <= slack }
            let chain = self.chain(of: row)
            walls.removeAll { wall in chain.walls.contains { $0.first == wall.first && $0.start == wall.start } }
            if let comb = comb(chain.walls, pitch: chain.pitch),
                !combs.contains(where: { !$0.box.intersection(comb.box).isEmpty })
            {
                combs.append(comb)
            }
        }
        return combs
    }

    /// The walls from the first one on that stand at multiples of one distance; the first alone where none follows.
    private func chain(of row: [LineSegment]) -> (walls: [LineSegment], pitch: Double) {
        guard let first = row.first else { return ([], 0) }
        guard row.count > 1 else { return ([first], 0) }
        let pitch = Self.middle(row[1]) - Self.middle(first)
        var chain = [first]
        for wall in row.dropFirst() {
            guard let last = chain.last else { break }
            let steps = (Self.middle(wall) - Self.middle(last)) / max(1, pitch)
            let whole = steps.rounded()
            guard whole >= 1, abs(steps - whole) <= Self.tolerance, Int(whole) <= Self.mostParted + 1 else {
                // A stroke of what is written in a cell.
                if steps < 1 { continue }
                break
            }
            chain.append(wall)
        }
        return (chain, pitch)
    }

    private func comb(_ walls: [LineSegment], pitch: Double) -> Comb? {
        guard let first = walls.first, let last = walls.last, walls.count > Self.leastCells,
            Self.pitches.contains(pitch / dpi)
        else { return nil }
        let top = walls.map(\.start).min() ?? first.start
        let bottom = walls.map(\.end).max() ?? first.end
        guard Self.shapes.contains(pitch / Double(bottom - top)) else { return nil }
        var cells: [Box] = []
        for (left, right) in zip(walls, walls.dropFirst()) {
            let steps = max(1, Int(((Self.middle(right) - Self.middle(left)) / pitch).rounded()))
            let width = Double(right.first - left.last - 1) / Double(steps)
            for step in 0..<steps {
                let start = Double(left.last + 1) + Double(step) * width
                cells.append(Box(x: Int(start.rounded()), y: top, width: max(1, Int(width)), height: bottom - top))
            }
        }
        guard Double(cells.count(where: isClosed)) >= Self.leastClosed * Double(cells.count) else { return nil }
        return Comb(
            box: Box(x: first.first, y: top, width: last.last + 1 - first.first, height: bottom - top), cells: cells)
    }

    private static func middle(_ wall: LineSegment) -> Double { Double(wall.first + wall.last) / 2 }

    /// Whether a line runs along the cell's upper or lower end.
    private func isClosed(_ cell: Box) -> Bool {
        let reach = max(2, cell.height / 12)
        return [cell.y - reach, cell.maxY - reach].contains { start in
            (start..<(start + 2 * reach)).contains { row in
                ink.density(in: Box(x: cell.x, y: row, width: cell.width, height: 1)) > 0.85
            }
        }
    }
}
