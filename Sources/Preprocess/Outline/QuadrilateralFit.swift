import Foundation
import Model

/// Four-sided outlines around regions of pixels.
enum QuadrilateralFit {
    /// The convex hull, clockwise on a page whose y grows downwards (Andrew's monotone chain, 1979).
    static func hull(_ points: [Point]) -> [Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count >= 3 else { return sorted }
        func half(_ points: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for point in points {
                while chain.count >= 2, cross(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }

    /// Twice the signed area of a triangle.
    static func cross(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    static func area(_ polygon: [Point]) -> Double {
        abs(
            polygon.indices.reduce(0) { sum, index in
                let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
                return sum + a.x * b.y - b.x * a.y
            }) / 2
    }

    /// A convex polygon reduced to the four-sided one around it that grows least: again and again the side is dropped
    /// whose neighbours, lengthened until they meet, add the least area. Rounded corners so come out pointed.
    ///
    /// - Returns: corners in the polygon's order; nil where fewer than four sides are left.
    static func quadrilateral(around hull: [Point]) -> [Point]? {
        var polygon = hull
        while polygon.count > 4 {
            var best: (added: Double, index: Int, meeting: Point)?
            for index in polygon.indices {
                let (a, b, c, d) = corners(polygon, from: index)
                guard let meeting = intersection(a, b, c, d), beyond(meeting, a: a, b: b, c: c, d: d) else {
                    continue
                }
                let added = abs(cross(b, meeting, c)) / 2
                if best.map({ added < $0.added }) ?? true { best = (added, index, meeting) }
            }
            guard let best else { return nil }
            let next = (best.index + 2) % polygon.count
            polygon[(best.index + 1) % polygon.count] = best.meeting
            polygon.remove(at: next)
        }
        return polygon.count == 4 ? polygon : nil
    }

    /// The rectangle of least area around a convex polygon: one of its sides lies along one of the polygon's (Freeman and
    /// Shapira 1975, "Determining the minimum-area encasing rectangle for an arbitrary closed curve").
    static func leastRectangle(around hull: [Point]) -> Quadrilateral? {
        var best: (area: Double, corners: [Point])?
        for index in hull.indices {
            let (a, b) = (hull[index], hull[(index + 1) % hull.count])
            let length = a.distance(to: b)
            guard length > 1e-9 else { continue }
            let (ux, uy) = ((b.x - a.x) / length, (b.y - a.y) / length)
            let along = hull.map { $0.x * ux + $0.y * uy }
            let across = hull.map { $0.y * ux - $0.x * uy }
            guard let left = along.min(), let right = along.max(), let top = across.min(), let bottom = across.max()
            else { continue }
            let area = (right - left) * (bottom - top)
            guard area < best?.area ?? .infinity else { continue }
            best = (
                area,
                [(left, top), (right, top), (right, bottom), (left, bottom)].map { u, v in
                    Point(x: u * ux - v * uy, y: u * uy + v * ux)
                }
            )
        }
        return best.flatMap { ordered($0.corners) }
    }

    private static func corners(_ polygon: [Point], from index: Int) -> (Point, Point, Point, Point) {
        let count = polygon.count
        return (
            polygon[index], polygon[(index + 1) % count], polygon[(index + 2) % count],
            polygon[(index + 3) % count]
        )
    }

    /// Whether the sides a-b and d-c, lengthened past b and c, meet in the point.
    private static func beyond(_ point: Point, a: Point, b: Point, c: Point, d: Point) -> Bool {
        let forward = (point.x - b.x) * (b.x - a.x) + (point.y - b.y) * (b.y - a.y)
        let backward = (point.x - c.x) * (c.x - d.x) + (point.y - c.y) * (c.y - d.y)
        return forward >= 0 && backward >= 0
    }

    /// Where the lines a-b and c-d meet; nil for parallels.
    static func intersection(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point? {
        let (ux, uy) = (b.x - a.x, b.y - a.y)
        let (vx, vy) = (d.x - c.x, d.y - c.y)
        let determinant = ux * vy - uy * vx
        guard abs(determinant) > 1e-9 else { return nil }
        let t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / determinant
        return Point(x: a.x + t * ux, y: a.y + t * uy)
    }

    /// The corners clockwise from the one nearest to the frame's top left.
    static func ordered(_ corners: [Point]) -> Quadrilateral? {
        guard corners.count == 4 else { return nil }
        let isClockwise =
            corners.indices.reduce(0.0) { sum, index in
                let (a, b) = (corners[index], corners[(index + 1) % 4])
                return sum + a.x * b.y - b.x * a.y
            } > 0
        let clockwise = isClockwise ? corners : corners.reversed()
        let first =
            clockwise.indices.min {
                clockwise[$0].x + clockwise[$0].y < clockwise[$1].x + clockwise[$1].y
            } ?? 0
        let named = (0..<4).map { clockwise[(first + $0) % 4] }
        return Quadrilateral(
            topLeft: named[0], topRight: named[1], bottomRight: named[2], bottomLeft: named[3])
    }
}

extension Quadrilateral {
    /// Top, right, bottom, left.
    var sides: [(from: Point, to: Point)] {
        [
            (topLeft, topRight), (topRight, bottomRight), (bottomRight, bottomLeft),
            (bottomLeft, topLeft),
        ]
    }

    var area: Double { QuadrilateralFit.area(corners) }

    /// Degrees inside each corner.
    var angles: [Double] {
        (0..<4).map { index in
            let (before, at, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
            let (u, v) = (
                atan2(before.y - at.y, before.x - at.x), atan2(after.y - at.y, after.x - at.x)
            )
            let degrees = abs(u - v) * 180 / .pi
            return degrees > 180 ? 360 - degrees : degrees
        }
    }

    func scaled(x: Double, y: Double) -> Quadrilateral {
        let points = corners.map { Point(x: $0.x * x, y: $0.y * y) }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    func moved(x: Double, y: Double) -> Quadrilateral {
        let points = corners.map { Point(x: $0.x + x, y: $0.y + y) }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    func contains(_ point: Point) -> Bool {
        sides.allSatisfy { QuadrilateralFit.cross($0.from, $0.to, point) >= 0 }
    }
}

extension Point {
    func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
