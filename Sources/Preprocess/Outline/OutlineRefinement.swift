import Model

/// Moves an outline's sides to the steepest steps near them.
enum OutlineRefinement {
    /// Pixels searched either way: a shadow beside the page may have been taken for it.
    private static let reach = 20.0
    /// Share of the strongest step that makes a step the page's edge, the outermost one: shadows are fainter, and
    /// printed frames lie further in.
    private static let leastShare = 0.5

    /// - Parameters:
    ///   - movable: which sides may move; sides along the frame stay.
    static func refine(_ outline: Quadrilateral, movable: [Bool], in features: PhotoFeatures)
        -> Quadrilateral
    {
        let lines = zip(outline.sides, movable).map { side, moves in
            moves ? line(near: side, in: features) ?? side : side
        }
        var corners: [Point] = []
        for index in 0..<4 {
            let (before, after) = (lines[(index + 3) % 4], lines[index])
            guard
                let corner = QuadrilateralFit.intersection(before.from, before.to, after.from, after.to),
                corner.distance(to: outline.corners[index]) <= 2.5 * reach
            else { return outline }
            corners.append(corner)
        }
        return Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// A line through the steepest steps across a side, by the median of slopes (Theil-Sen), so that fingers and
    /// shadows on a part of it do not bend it.
    private static func line(
        near side: (from: Point, to: Point), in features: PhotoFeatures
    ) -> (from: Point, to: Point)? {
        let length = side.from.distance(to: side.to)
        guard length > 40 else { return nil }
        let (dx, dy) = ((side.to.x - side.from.x) / length, (side.to.y - side.from.y) / length)
        var steps: [(along: Double, across: Double)] = []
        for position in stride(from: 0.06, through: 0.94, by: 0.02) {
            let along = position * length
            let on = Point(x: side.from.x + along * dx, y: side.from.y + along * dy)
            if let across = steepest(at: on, normal: (-dy, dx), in: features) {
                steps.append((along, across))
            }
        }
        guard steps.count >= 12 else { return nil }
        let half = steps.count / 2
        let slopes = (0..<(steps.count - half)).map { index in
            (steps[index + half].across - steps[index].across)
                / (steps[index + half].along - steps[index].along)
        }.sorted()
        let slope = slopes[slopes.count / 2]
        let offsets = steps.map { $0.across - slope * $0.along }.sorted()
        let offset = offsets[offsets.count / 2]
        // Steps that lie in no line are noise or glare: then the side stays where it was.
        let residuals = offsets.map { abs($0 - offset) }.sorted()
        guard residuals[residuals.count / 2] <= 2.5 else { return nil }
        func point(_ along: Double) -> Point {
            let across = offset + slope * along
            return Point(
                x: side.from.x + along * dx - across * dy, y: side.from.y + along * dy + across * dx)
        }
        return (point(0), point(length))
    }

    /// How far along the normal, which points into the page, the outermost strong step over three pixels lies; nil
    /// where there is no step.
    private static func steepest(
        at point: Point, normal: (x: Double, y: Double), in features: PhotoFeatures
    ) -> Double? {
        let places = Array(stride(from: -reach, through: reach, by: 0.5))
        let steps = places.map { across -> Int in
            let before = Point(x: point.x + (across - 1.5) * normal.x, y: point.y + (across - 1.5) * normal.y)
            let after = Point(x: point.x + (across + 1.5) * normal.x, y: point.y + (across + 1.5) * normal.y)
            guard let a = features.index(before), let b = features.index(after) else { return 0 }
            return features.difference(a, b)
        }
        // Among steps of noise none stands out.
        let usual = steps.sorted()[steps.count / 2]
        guard let strongest = steps.max(), strongest >= max(8, 3 * usual),
            let first = steps.firstIndex(where: { Double($0) >= leastShare * Double(strongest) })
        else { return nil }
        // The top of that step, and the middle of its top where it is flat.
        var top = first
        while top + 1 < steps.count, steps[top + 1] >= steps[top] { top += 1 }
        let start = steps[...top].lastIndex { $0 < steps[top] }.map { $0 + 1 } ?? 0
        return (places[start] + places[top]) / 2
    }
}
