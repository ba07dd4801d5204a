import Imaging
import Model

/// The pages that a captured picture shows: one or several in a photograph, cards on a scanner's bed, or the picture as
/// it is.
enum PagePlaces {
    /// Pixels of the shorter side below which a picture shows no page apart from itself.
    private static let leastSide = 200.0

    /// - Parameters:
    ///   - dpi: of the picture, as its file says; nil where unknown.
    ///   - longSide: pixels that the picture is reduced to first. No step looks at a larger one than the usual; reducing
    ///     the whole one is what costs.
    /// - Returns: at least one, in reading order.
    static func find(in image: Image, dpi: Double?, longSide: Int = PageOutline.fineSide) throws -> [PagePlace] {
        let scale = min(1, Double(longSide) / Double(max(image.width, image.height)))
        guard Double(min(image.width, image.height)) * scale >= leastSide else { return [.whole] }
        let small = scale < 1 ? try image.scaled(by: scale) : image
        var places = image.depth == 1 ? [] : try PageOutline.find(in: small).map(\.place)
        if places.isEmpty {
            let cards = try SheetCards.find(in: small, dpi: dpi.map { $0 * scale })
            if cards.count > 1 {
                places = cards.map {
                    PagePlace(outline: $0, coverage: min(1, $0.area / Double(small.bounds.area)), isFlat: true)
                }
            }
        }
        if places.count < 2, let halves = try halves(of: places.first, in: small) {
            places = halves.map { half in
                var half = half
                half.isPartOfSheet = true
                return half
            }
        }
        guard !places.isEmpty else { return [.whole] }
        let (across, down) = (
            Double(image.width) / Double(small.width), Double(image.height) / Double(small.height)
        )
        return inReadingOrder(places).map { place in
            var place = place
            place.outline = place.outline?.scaled(x: across, y: down)
            return place
        }
    }

    /// The pages of a sheet that holds two.
    private static func halves(of place: PagePlace?, in picture: Image) throws -> [PagePlace]? {
        guard let place, let outline = place.outline else {
            return try SheetHalves.find(in: picture)?.map { PagePlace(outline: $0, coverage: 0.5, isFlat: true) }
        }
        guard place.cutOffSides.isEmpty,
            let flat = Flattening(outline, frameWidth: picture.width, frameHeight: picture.height)
        else { return nil }
        let sheet = try picture.warped(flat.transform, width: flat.width, height: flat.height)
        return try SheetHalves.find(in: sheet)?.map { half in
            let corners = half.corners.map(flat.transform.apply)
            return PagePlace(
                outline: Quadrilateral(
                    topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3]),
                coverage: place.coverage / 2)
        }
    }

    /// From row to row, and from left to right in a row: what overlaps by half of its height stands in one.
    static func inReadingOrder(_ places: [PagePlace]) -> [PagePlace] {
        var rest = places.compactMap { place in place.outline.map { (place: place, box: $0.bounds) } }
            .sorted { $0.box.midY < $1.box.midY }
        var ordered: [PagePlace] = []
        while let first = rest.first {
            let row = rest.filter { 2 * $0.box.verticalOverlap(first.box) > 1 }
            ordered += row.sorted { $0.box.midX < $1.box.midX }.map(\.place)
            rest.removeAll { 2 * $0.box.verticalOverlap(first.box) > 1 }
        }
        return ordered
    }
}

extension Quadrilateral {
    /// The smallest upright box around it.
    var bounds: Box {
        let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
        let (right, bottom) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
        return Box(
            x: Int(left.rounded(.down)), y: Int(top.rounded(.down)),
            width: Int(right.rounded(.up)) - Int(left.rounded(.down)),
            height: Int(bottom.rounded(.up)) - Int(top.rounded(.down)))
    }

    var centre: Point {
        Point(x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
    }

    /// Whether neither holds a corner or the centre of the other.
    func isApart(from other: Quadrilateral) -> Bool {
        !(other.corners + [other.centre]).contains(where: contains)
            && !(corners + [centre]).contains(where: other.contains)
    }

    /// Each corner of a rectangle moved outwards by this far along both its sides.
    func widened(by distance: Double) -> Quadrilateral {
        let points = (0..<4).map { index -> Point in
            let (before, at, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
            let (first, second) = (max(1e-9, before.distance(to: at)), max(1e-9, after.distance(to: at)))
            return Point(
                x: at.x + distance * ((at.x - before.x) / first + (at.x - after.x) / second),
                y: at.y + distance * ((at.y - before.y) / first + (at.y - after.y) / second))
        }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}
