import Model

/// Tells a frame printed on a page from the page's own edges: on both sides of a printed line lies the same paper, and
/// the line is far darker than both. A shadow beside a page does the same on a side or two, but not all around.
enum PrintedFrame {
    /// Pixels across a side: where the line is sought, and where the paper beside it.
    private static let line = stride(from: -4.0, through: 6, by: 1)
    private static let inside = stride(from: 7.0, through: 14, by: 1)
    private static let outside = stride(from: -14.0, through: -5, by: 1)
    /// Levels by which a line is darker than the paper on its fainter side.
    private static let leastDepth = 40
    /// Share of a side along which there must be a line.
    private static let leastShare = 0.6
    /// Sides that make a frame.
    private static let leastSides = 3

    /// - Parameter outline: clockwise, in pixels of the features; with no print removed from them.
    static func surrounds(_ outline: Quadrilateral, _ features: PhotoFeatures) -> Bool {
        outline.sides.count { isLine($0, features) } >= leastSides
    }

    private static func isLine(_ side: (from: Point, to: Point), _ features: PhotoFeatures) -> Bool {
        let length = side.from.distance(to: side.to)
        guard length > 0 else { return false }
        let (dx, dy) = ((side.to.x - side.from.x) / length, (side.to.y - side.from.y) / length)
        var (lines, samples) = (0, 0)
        for position in stride(from: 0.06, through: 0.94, by: 0.02) {
            let on = Point(x: side.from.x + position * length * dx, y: side.from.y + position * length * dy)
            func levels(_ distances: StrideThrough<Double>) -> [Int] {
                // Clockwise sides have the page on their right.
                distances.compactMap { features.index(Point(x: on.x - $0 * dy, y: on.y + $0 * dx)) }
                    .map { Int(features.brightness[$0]) }
            }
            guard let darkest = levels(line).min(), let within = levels(inside).max(),
                let beyond = levels(outside).max()
            else { continue }
            samples += 1
            let depth = min(within, beyond) - darkest
            if depth >= leastDepth, depth > 2 * abs(within - beyond) { lines += 1 }
        }
        return samples > 0 && Double(lines) >= leastShare * Double(samples)
    }
}
