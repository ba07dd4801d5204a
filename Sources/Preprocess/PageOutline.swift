import Foundation
import Imaging
import Model

/// Where a page lies in a photograph.
///
/// Regions that differ from what lines the frame are outlined by four sides; a page is what all its sides in the frame
/// part from its surroundings by a steady step, with no print outside. Scans have no such surroundings and so no
/// outline; in doubt there is none.
struct PageOutline {
    var quadrilateral: Quadrilateral
    /// Of the frame, as the input lies: `top`, `right`, `bottom`, `left`.
    var cutOffSides: [String]
    /// Share of the frame that the page fills.
    var coverage: Double

    private static let sideNames = ["top", "right", "bottom", "left"]
    static let smallSide = 400
    static let fineSide = 1600
    /// Share of the frame that a page fills.
    static let areas = 0.10...0.97
    static let cornerAngles = 55.0...125.0
    /// Levels between inside and outside, and the share of a side that must have them.
    static let leastStep = 12
    static let leastSupport = 0.8
    /// Share of the outline that its region must fill.
    static let leastFill = 0.9
    /// Surroundings as bright and grey as this are a scanner's lid or the page itself.
    static let whiteSurroundings = 232

    /// - Returns: nil where nothing stands out as a page: a scan, most of all.
    static func find(in image: Image) throws -> PageOutline? {
        guard min(image.width, image.height) >= 200, image.depth != 1 else { return nil }
        let features = try PhotoFeatures(image, longSide: smallSide, printSize: 11)
        let candidates = try OutlineCandidates.all(in: features)
            .filter { isPlausible($0, features) }
            .sorted { $0.area > $1.area }
        for candidate in candidates {
            guard let sides = supportedSides(candidate, features),
                !hasWhiteSurroundings(candidate, features)
            else {
                continue
            }
            let inside = (0..<4).filter { sides[$0] }
            if inside.count < 4, isUpright(candidate) { continue }
            let fine = try PhotoFeatures(image, longSide: fineSide, printSize: 0)
            let small = candidate.scaled(
                x: features.factorX / fine.factorX, y: features.factorY / fine.factorY)
            let refined = OutlineRefinement.refine(small, movable: sides, in: fine)
            let result = refined.scaled(x: fine.factorX, y: fine.factorY)
            guard try !hasPrintOutside(result, image) else { continue }
            return PageOutline(
                quadrilateral: result, cutOffSides: (0..<4).filter { !sides[$0] }.map { sideNames[$0] },
                coverage: min(1, result.area / Double(image.bounds.area)))
        }
        return nil
    }

    private static func isPlausible(_ outline: Quadrilateral, _ features: PhotoFeatures) -> Bool {
        let (width, height) = (Double(features.width), Double(features.height))
        let least = 0.15 * min(width, height)
        let reach = 0.1 * max(width, height)
        return areas.contains(outline.area / (width * height))
            && outline.angles.allSatisfy(cornerAngles.contains)
            && outline.sides.allSatisfy { $0.from.distance(to: $0.to) >= least }
            && outline.corners.allSatisfy {
                (-reach...(width + reach)).contains($0.x) && (-reach...(height + reach)).contains($0.y)
            }
    }

    /// For each side whether it lies in the frame (true) or along its edge (false: the page runs out there); nil where
    /// a side in the frame parts nothing or no two adjacent sides are in the frame.
    private static func supportedSides(_ outline: Quadrilateral, _ features: PhotoFeatures) -> [Bool]? {
        var inFrame: [Bool] = []
        for side in outline.sides {
            if liesOnFrame(side, features) {
                inFrame.append(false)
            } else {
                guard support(side, features) >= leastSupport else { return nil }
                inFrame.append(true)
            }
        }
        return inFrame.count(where: \.self) >= 2 ? inFrame : nil
    }

    private static func liesOnFrame(_ side: (from: Point, to: Point), _ features: PhotoFeatures)
        -> Bool
    {
        let margin = 4.0
        let (a, b) = side
        let (right, bottom) = (Double(features.width) - margin, Double(features.height) - margin)
        return a.x <= margin && b.x <= margin || a.y <= margin && b.y <= margin
            || a.x >= right && b.x >= right
            || a.y >= bottom && b.y >= bottom
    }

    /// Share of a side along which inside and outside differ.
    private static func support(_ side: (from: Point, to: Point), _ features: PhotoFeatures) -> Double {
        let length = side.from.distance(to: side.to)
        let (dx, dy) = ((side.to.x - side.from.x) / length, (side.to.y - side.from.y) / length)
        var (steps, samples) = (0, 0)
        for position in stride(from: 0.08, through: 0.92, by: 0.02) {
            let on = Point(
                x: side.from.x + position * length * dx, y: side.from.y + position * length * dy)
            // Clockwise sides have the page on their right.
            guard let inside = features.index(Point(x: on.x - 4 * dy, y: on.y + 4 * dx)),
                let outside = features.index(Point(x: on.x + 4 * dy, y: on.y - 4 * dx))
            else { continue }
            samples += 1
            if features.difference(inside, outside) >= leastStep { steps += 1 }
        }
        return samples >= 10 ? Double(steps) / Double(samples) : 0
    }

    private static func hasWhiteSurroundings(_ outline: Quadrilateral, _ features: PhotoFeatures)
        -> Bool
    {
        var (white, outside) = (0, 0)
        for y in stride(from: 0, to: features.height, by: 2) {
            for x in stride(from: 0, to: features.width, by: 2)
            where !outline.contains(Point(x: Double(x), y: Double(y))) {
                let index = y * features.width + x
                outside += 1
                if features.brightness[index] >= whiteSurroundings,
                    abs(Int(features.redGreen[index]) - 128) < 12,
                    abs(Int(features.yellowBlue[index]) - 128) < 12
                {
                    white += 1
                }
            }
        }
        return outside == 0 || 2 * white > outside
    }

    /// Whether all sides run with the frame, as a page's do that a scanner took with a strip of its lid.
    private static func isUpright(_ outline: Quadrilateral) -> Bool {
        outline.sides.allSatisfy { side in
            let (across, down) = (abs(side.to.x - side.from.x), abs(side.to.y - side.from.y))
            return min(across, down) <= 0.02 * max(across, down)
        }
    }

    /// Whether a good part of the frame's print lies outside: then the outline is of a picture or panel on the page.
    private static func hasPrintOutside(_ outline: Quadrilateral, _ image: Image) throws -> Bool {
        let scale = min(1, 1200 / Double(max(image.width, image.height)))
        let small = try image.grey().scaled(by: scale).backgroundNormalised()
        let layout = try TextLayout(Binarizing.otsu(small))
        let area = outline.scaled(x: scale, y: scale)
        var (outside, all) = (0, 0)
        for line in layout.lines where line.letters.count >= 6 {
            for letter in line.letters {
                all += 1
                if !area.contains(Point(x: letter.midX, y: letter.midY)) { outside += 1 }
            }
        }
        return outside > 20 && 5 * outside > all
    }
}
