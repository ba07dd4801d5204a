/// What a hand draws: signatures, crosses, ticks.
struct Pen {
    var color: String
    var width: Double

    static func random(_ random: inout Random) -> Pen {
        Pen(
            color: random.pick(["#101018", "#1b2a6b", "#0e1f8a", "#16161a", "#22356f"]),
            width: random.double(0.9...1.7))
    }

    /// A scrawl of loops that runs to the right, as a smooth path: Catmull-Rom through random points, as Béziers.
    static func signature(x: Double, y: Double, width: Double, height: Double, _ random: inout Random) -> String {
        var points: [(Double, Double)] = []
        let loops = random.int(5...9)
        var phase = x
        for loop in 0..<loops {
            let reach = loop == 0 || random.chance(0.25) ? 1.0 : random.double(0.3...0.6)
            let step = width / Double(loops)
            points.append((phase + step * random.double(0.05...0.3), y - height * 0.1 * random.unit()))
            points.append((phase + step * random.double(0.5...1.0), y - height * reach))
            points.append((phase + step * random.double(0.25...0.6), y - height * reach * random.double(0.25...0.6)))
            if random.chance(0.3) { points.append((phase + step * 0.5, y + height * random.double(0.1...0.3))) }
            phase += step
        }
        points.append((x + width * random.double(0.95...1.1), y - height * random.double(0...0.3)))
        var path = smooth(points)
        if random.chance(0.35) {
            let under = y + height * random.double(0.1...0.25)
            path += smooth([(x + width * 0.9, under), (x + width * 0.4, under + 2), (x + width * 0.15, under - 1)])
        }
        return path
    }

    static func smooth(_ points: [(Double, Double)]) -> String {
        guard let first = points.first else { return "" }
        var path = "M\(Canvas.number(first.0)) \(Canvas.number(first.1))"
        for index in 0..<max(0, points.count - 1) {
            let before = points[max(0, index - 1)]
            let from = points[index]
            let to = points[index + 1]
            let after = points[min(points.count - 1, index + 2)]
            let numbers = [
                from.0 + (to.0 - before.0) / 6, from.1 + (to.1 - before.1) / 6, to.0 - (after.0 - from.0) / 6,
                to.1 - (after.1 - from.1) / 6, to.0, to.1,
            ]
            path += "C" + numbers.map(Canvas.number).joined(separator: " ")
        }
        return path
    }
}
