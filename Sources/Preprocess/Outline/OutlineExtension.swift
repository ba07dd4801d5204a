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

    /// How far corners may move along the sides that meet there, as a share of these, and in what steps.
    private static let cornerReach = stride(from: 0.01, through: 0.07, by: 0.0025)
    /// Shares of the side that moves with them, and of what is added to the sides along which they move, that must part
    /// inside from outside.
    private static let leastSupportOfMoved = 0.95
    private static let leastSupportOfAdded = 0.7

    /// The outline with a corner, or a side, at its place where a narrow band at a page's edge was taken for the ground:
    /// beside a passport's spine the band ends at the zone, and the side found runs along the band's inner edge, or from
    /// there to the page's corner.
    ///
    /// - Returns: nil where none has a better place: one farther out that is as clear, and by which the shape comes no
    ///   farther from a known one.
    func withNarrowBand(_ outline: Quadrilateral) -> Quadrilateral? {
        let deviation = Self.deviation(shape(outline))
        var best: (outline: Quadrilateral, step: Double)?
        for side in 0..<4 {
            for ends in [[side], [(side + 1) % 4], [side, (side + 1) % 4]] {
                for share in Self.cornerReach {
                    let candidate = moved(outline, side: side, ends: ends, by: share)
                    let support = SideSupport(candidate.sides[side], features)
                    guard support.share >= Self.leastSupportOfMoved, support.step > best?.step ?? 0,
                        Self.deviation(shape(candidate)) <= deviation,
                        ends.allSatisfy({
                            isSupported(from: outline.corners[$0], to: candidate.corners[$0], $0 == side)
                        })
                    else { continue }
                    best = (candidate, support.step)
                }
            }
        }
        return best?.outline
    }

    /// - Parameter isStart: whether the corner begins the side that moves: what is added there runs on clockwise.
    private func isSupported(from old: Point, to new: Point, _ isStart: Bool) -> Bool {
        SideSupport(isStart ? (from: old, to: new) : (from: new, to: old), features, margin: 0.1).share
            >= Self.leastSupportOfAdded
    }

    /// One side moved outwards, its ends along the sides that meet it.
    ///
    /// - Parameter ends: the corners that move; both of the side's where none are given.
    private func moved(_ outline: Quadrilateral, side: Int, ends: [Int]? = nil, by share: Double) -> Quadrilateral {
        var corners = outline.corners
        let (start, end) = (side, (side + 1) % 4)
        let (before, after) = (outline.corners[(side + 3) % 4], outline.corners[(side + 2) % 4])
        if ends?.contains(start) ?? true { corners[start] = Self.beyond(before, corners[start], share) }
        if ends?.contains(end) ?? true { corners[end] = Self.beyond(after, corners[end], share) }
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
