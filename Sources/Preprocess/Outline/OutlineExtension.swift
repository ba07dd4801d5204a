import Model

/// Finds the rest of a card of which a coloured band or a magnetic stripe was taken for the ground: only what makes its
/// shape one of the known ones belongs to it.
struct OutlineExtension {
    let features: PhotoFeatures

    /// How far a side may move, as a share of the sides that meet it.
    private static let reach = 0.06...0.5
    /// Shares of the new side, and of what is added to the sides that meet it, that must part inside from outside.
    private static let leastSupport = 0.9
    private static let leastSupportBeside = 0.2
    /// How near to a known shape the outline comes by it, and how far from it it was, as shares of the ratio.
    private static let near = 0.025
    private static let far = 0.05

    /// - Returns: nil where the outline has a known shape already or gets none.
    func extended(_ outline: Quadrilateral) -> Quadrilateral? {
        guard Self.deviation(shape(outline)) > Self.far else { return nil }
        var best: (outline: Quadrilateral, deviation: Double)?
        for side in 0..<4 {
            for share in stride(from: Self.reach.lowerBound, through: Self.reach.upperBound, by: 0.01) {
                let candidate = moved(outline, side: side, by: share)
                let deviation = Self.deviation(shape(candidate))
                guard deviation <= min(Self.near, best?.deviation ?? 1), isSupported(candidate, side, by: share) else {
                    continue
                }
                best = (candidate, deviation)
            }
        }
        return best?.outline
    }

    /// One side moved outwards, its ends along the sides that meet it.
    private func moved(_ outline: Quadrilateral, side: Int, by share: Double) -> Quadrilateral {
        var corners = outline.corners
        let (start, end) = (side, (side + 1) % 4)
        let (before, after) = (outline.corners[(side + 3) % 4], outline.corners[(side + 2) % 4])
        corners[start] = Self.beyond(before, corners[start], share)
        corners[end] = Self.beyond(after, corners[end], share)
        return Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    private static func beyond(_ from: Point, _ to: Point, _ share: Double) -> Point {
        Point(x: to.x + share * (to.x - from.x), y: to.y + share * (to.y - from.y))
    }

    private func isSupported(_ outline: Quadrilateral, _ side: Int, by share: Double) -> Bool {
        let sides = outline.sides
        guard SideSupport(sides[side], features).share >= Self.leastSupport else { return false }
        let added = share / (1 + share)
        let (before, after) = (sides[(side + 3) % 4], sides[(side + 1) % 4])
        let beside = [
            (from: Self.between(before.to, before.from, added), to: before.to),
            (from: after.from, to: Self.between(after.from, after.to, added)),
        ]
        return beside.allSatisfy { SideSupport($0, features, margin: 0.04).share >= Self.leastSupportBeside }
    }

    private static func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
        Point(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
    }

    /// How far an outline's shape is from the nearest known one, as a share of the ratio.
    func deviation(of outline: Quadrilateral) -> Double { Self.deviation(shape(outline)) }

    private func shape(_ outline: Quadrilateral) -> Double {
        let ratio = Flattening.measuredRatio(
            outline, centre: Point(x: Double(features.width) / 2, y: Double(features.height) / 2),
            frame: Double(max(features.width, features.height)))
        return max(ratio, 1 / ratio)
    }

    private static func deviation(_ ratio: Double) -> Double {
        Resolution.knownRatios.map { abs($0 / ratio - 1) }.min() ?? 1
    }
}
