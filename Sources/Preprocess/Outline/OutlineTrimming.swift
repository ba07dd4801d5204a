import Model

/// Cuts off what sticks out of a region at its sides: things that lie against a page.
struct OutlineTrimming {
    /// Bytes of the region's picture, 0 inside, row by row.
    let bytes: [UInt8]
    let width: Int
    let height: Int

    /// Places along a side that are looked at.
    private static let samples = 24
    /// Pixels that a place may lie off its side.
    private static let tolerance = 1.2
    /// Share of the places that must lie on one line.
    private static let leastShare = 0.45
    /// How far into the region is looked, as a share of the sides that meet this one.
    private static let depth = 0.3

    /// Each side moved to the line on which the region begins at the most places (consensus of all pairs, after
    /// Fischler and Bolles 1981).
    ///
    /// - Parameter outline: around the region, clockwise.
    /// - Returns: nil where a side has no such line.
    func trimmed(_ outline: Quadrilateral) -> Quadrilateral? {
        let sides = outline.sides
        var lines: [(from: Point, to: Point)] = []
        for index in 0..<4 {
            let (before, after) = (sides[(index + 3) % 4], sides[(index + 1) % 4])
            let depth = Self.depth * min(before.from.distance(to: before.to), after.from.distance(to: after.to))
            guard let line = line(along: sides[index], depth: depth) else { return nil }
            lines.append(line)
        }
        var corners: [Point] = []
        for index in 0..<4 {
            let (before, after) = (lines[(index + 3) % 4], lines[index])
            guard let corner = QuadrilateralFit.intersection(before.from, before.to, after.from, after.to) else {
                return nil
            }
            corners.append(corner)
        }
        return QuadrilateralFit.ordered(corners)
    }

    private func line(along side: (from: Point, to: Point), depth: Double) -> (from: Point, to: Point)? {
        let length = side.from.distance(to: side.to)
        guard length > 0 else { return nil }
        let (dx, dy) = ((side.to.x - side.from.x) / length, (side.to.y - side.from.y) / length)
        let starts = (1..<Self.samples).compactMap { number -> (along: Double, across: Double)? in
            let along = length * Double(number) / Double(Self.samples)
            let on = Point(x: side.from.x + along * dx, y: side.from.y + along * dy)
            return beginning(from: on, normal: (-dy, dx), depth: depth).map { (along, $0) }
        }
        guard let (offset, slope) = Self.consensus(starts) else { return nil }
        func point(_ along: Double) -> Point {
            let across = offset + slope * along
            return Point(x: side.from.x + along * dx - across * dy, y: side.from.y + along * dy + across * dx)
        }
        return (point(0), point(length))
    }

    /// How far along the normal, which points into the region, it begins.
    private func beginning(from point: Point, normal: (x: Double, y: Double), depth: Double) -> Double? {
        stride(from: -1, through: depth, by: 0.5).first { across in
            let x = Int((point.x + across * normal.x).rounded(.down))
            let y = Int((point.y + across * normal.y).rounded(.down))
            return x >= 0 && y >= 0 && x < width && y < height && bytes[y * width + x] == 0
        }
    }

    private static func consensus(_ starts: [(along: Double, across: Double)]) -> (offset: Double, slope: Double)? {
        var best: (count: Int, offset: Double, slope: Double) = (0, 0, 0)
        for first in starts.indices {
            for second in starts.indices where second >= first + samples / 4 {
                let (a, b) = (starts[first], starts[second])
                let slope = (b.across - a.across) / (b.along - a.along)
                let offset = a.across - slope * a.along
                let count = starts.count { abs($0.across - offset - slope * $0.along) <= tolerance }
                if count > best.count { best = (count, offset, slope) }
            }
        }
        return Double(best.count) >= leastShare * Double(samples) ? (best.offset, best.slope) : nil
    }
}
