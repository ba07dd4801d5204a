/// Where each point of a page whose curved lines were straightened lay before: shifts downwards on a grid.
package struct Displacement: Hashable, Sendable, Codable {
    /// Pixels of the upright page between neighbouring points of the grid, which begins at its origin.
    package var step: Double
    package var columns: Int
    package var rows: Int
    /// Pixels to be added to y, row by row.
    package var shifts: [Double]

    /// - Precondition: at least one point, and as many shifts as columns times rows.
    package init(step: Double, columns: Int, rows: Int, shifts: [Double]) {
        precondition(step > 0 && columns > 0 && rows > 0 && shifts.count == columns * rows, "a full grid")
        self.step = step
        self.columns = columns
        self.rows = rows
        self.shifts = shifts
    }

    /// Interpolated; beyond the grid that of its edge.
    package func shift(x: Double, y: Double) -> Double {
        let (column, across) = Displacement.position(x / step, count: columns)
        let (row, down) = Displacement.position(y / step, count: rows)
        let right = min(columns - 1, column + 1)
        let below = min(rows - 1, row + 1)
        let upper = shifts[row * columns + column] * (1 - across) + shifts[row * columns + right] * across
        let lower = shifts[below * columns + column] * (1 - across) + shifts[below * columns + right] * across
        return upper * (1 - down) + lower * down
    }

    /// Where the point lay before.
    package func apply(_ point: Point) -> Point {
        Point(x: point.x, y: point.y + shift(x: point.x, y: point.y))
    }

    private static func position(_ place: Double, count: Int) -> (index: Int, share: Double) {
        let bounded = min(max(0, place), Double(count - 1))
        let index = Int(bounded)
        return (index, bounded - Double(index))
    }
}
