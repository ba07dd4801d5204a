import Model

/// How clearly a side of an outline, clockwise around a page, parts it from what it lies on.
struct SideSupport {
    /// Share of the side along which inside and outside differ, 0…1; 0 where there is too little of it in the frame.
    var share = 0.0
    /// Mean levels between inside and outside.
    var step = 0.0

    /// Levels between inside and outside that make a difference.
    private static let leastStep = 12
    /// Pixels looked at on either side of the line.
    private static let distance = 4.0

    /// - Parameter margin: share of the side at either end that is left out: corners are round.
    init(_ side: (from: Point, to: Point), _ features: PhotoFeatures, margin: Double = 0.08, samples least: Int = 10) {
        let length = side.from.distance(to: side.to)
        guard length > 0 else { return }
        let (dx, dy) = ((side.to.x - side.from.x) / length, (side.to.y - side.from.y) / length)
        var (steps, samples, sum) = (0, 0, 0)
        for position in stride(from: margin, through: 1 - margin, by: 0.02) {
            let on = Point(x: side.from.x + position * length * dx, y: side.from.y + position * length * dy)
            // Clockwise sides have the page on their right.
            guard
                let inside = features.index(Point(x: on.x - Self.distance * dy, y: on.y + Self.distance * dx)),
                let outside = features.index(Point(x: on.x + Self.distance * dy, y: on.y - Self.distance * dx))
            else { continue }
            let difference = features.difference(inside, outside)
            samples += 1
            sum += difference
            if difference >= Self.leastStep { steps += 1 }
        }
        guard samples >= least else { return }
        share = Double(steps) / Double(samples)
        step = Double(sum) / Double(samples)
    }
}
