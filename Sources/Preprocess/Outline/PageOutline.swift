import Foundation
import Imaging
import Model

/// Where pages lie in a photograph.
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

    var place: PagePlace { PagePlace(outline: quadrilateral, cutOffSides: cutOffSides, coverage: coverage) }

    private static let sideNames = ["top", "right", "bottom", "left"]
    static let smallSide = 400
    static let fineSide = 1600
    /// Share of the frame that a page fills, one of several most of all.
    static let areas = 0.04...0.97
    /// Share of the frame that all pages fill.
    private static let leastArea = 0.10
    /// The same of a page that runs out of the frame: more of it is a scan with its bed's dark corners, which an outline
    /// along the frame only bends.
    private static let mostAreaOfPart = 0.9
    /// The same of one whose sides run with the frame.
    private static let mostAreaOfUprightPart = 0.5
    private static let mostPages = 8
    /// How near to a known shape every page but the first comes, as a share of the ratio.
    private static let knownShape = 0.06
    static let cornerAngles = 55.0...125.0
    /// Share of a side along which inside and outside must differ.
    static let leastSupport = 0.8
    /// Share of the outline that its region must fill.
    static let leastFill = 0.9
    /// Surroundings as bright and grey as this are a scanner's lid or the page itself.
    static let whiteSurroundings = 232

    /// - Returns: one or, where several lie apart, each; empty where nothing stands out as a page: a scan, most of all.
    static func find(in image: Image) throws -> [PageOutline] {
        guard min(image.width, image.height) >= 200, image.depth != 1 else { return [] }
        let features = try PhotoFeatures(image, longSide: smallSide, printSize: 11)
        let frame = Double(features.width * features.height)
        let candidates = try ranked(OutlineCandidates.all(in: features), features).filter {
            !hasWhiteSurroundings($0.outline, features)
                && ($0.isWhole || isPart($0.outline, features) && $0.outline.area <= mostAreaOfPart * frame)
        }
        guard !candidates.isEmpty else { return [] }
        let print = try PhotoPrint(image)
        let fine = try PhotoFeatures(image, longSide: fineSide, printSize: 0)
        let found = try pages(among: candidates, features, fine, print)
        let sheets = try NeighbourSheets.find(in: image, fine: fine, print: print)
        if NeighbourSheets.replace(found.map(\.outline), by: sheets) {
            return sheets.map { PageOutline($0, cutOffSides: [], fine) }
        }
        return found.map { page in
            PageOutline(
                page.outline, cutOffSides: (0..<4).filter { !page.inFrame[$0] }.map { sideNames[$0] }, fine)
        }
    }

    private init(_ outline: Quadrilateral, cutOffSides: [String], _ fine: PhotoFeatures) {
        quadrilateral = outline.scaled(x: fine.factorX, y: fine.factorY)
        self.cutOffSides = cutOffSides
        coverage = min(1, outline.area / Double(fine.width * fine.height))
    }

    /// The best candidate that stands every test, with those beside it, refined, in fine pixels.
    private static func pages(
        among candidates: [Candidate], _ features: PhotoFeatures, _ fine: PhotoFeatures, _ print: PhotoPrint
    ) throws -> [(outline: Quadrilateral, inFrame: [Bool])] {
        let frame = Double(features.width * features.height)
        for lead in candidates {
            let pages = try [lead] + companions(of: lead, among: candidates, features, print)
            guard pages.reduce(0, { $0 + $1.outline.area }) >= leastArea * frame else { continue }
            let refined = pages.map { page in
                OutlineRefinement.refine(
                    page.outline.scaled(x: features.factorX / fine.factorX, y: features.factorY / fine.factorY),
                    movable: page.inFrame, in: fine)
            }
            guard !refined.contains(where: { PrintedFrame.surrounds($0, fine) }) else { continue }
            guard !print.isOutside(refined.map { $0.scaled(x: fine.factorX, y: fine.factorY) }) else { continue }
            return zip(refined, pages).map { ($0, $1.inFrame) }
        }
        return []
    }

    /// Other pages that lie apart from the first: whole, of a known shape, and printed.
    private static func companions(
        of lead: Candidate, among candidates: [Candidate], _ features: PhotoFeatures, _ print: PhotoPrint
    ) throws -> [Candidate] {
        var chosen = [lead]
        for candidate in candidates where candidate.isWhole && candidate.support >= goodSupport {
            guard chosen.count < mostPages, chosen.allSatisfy({ $0.outline.isApart(from: candidate.outline) }),
                OutlineExtension(features: features).deviation(of: candidate.outline) <= knownShape,
                try print.isPrinted(candidate.outline.scaled(x: features.factorX, y: features.factorY))
            else { continue }
            chosen.append(candidate)
        }
        return Array(chosen.dropFirst())
    }

    private struct Candidate {
        var outline: Quadrilateral
        /// For each side whether it lies in the frame (true) or along its edge (false: the page runs out there).
        var inFrame: [Bool]
        /// The least share of a side in the frame along which inside and outside differ.
        var support: Double
        /// Mean levels between inside and outside, over the sides in the frame.
        var step: Double

        var isWhole: Bool { inFrame.allSatisfy(\.self) }
    }

    /// Sides supported nearly all along.
    private static let goodSupport = 0.9
    /// Share of a larger, worse candidate that a better one must fill not to be a picture on the page.
    private static let leastShareOfLarger = 0.6

    /// Share of the largest candidate's area from which on another is taken for the same page outlined otherwise.
    private static let sameArea = 0.95

    /// The largest first; but those well supported on four sides before larger ones that are not, which took in what
    /// lies against the page, and of several around the same page the one with the steepest sides.
    private static func ranked(_ outlines: [Quadrilateral], _ features: PhotoFeatures) -> [Candidate] {
        let all = outlines.filter { isPlausible($0, features) }
            .compactMap { supported($0, features) }
            .sorted { $0.outline.area > $1.outline.area }
        let least = leastShareOfLarger * (all.first?.outline.area ?? 0)
        func isGood(_ candidate: Candidate) -> Bool {
            candidate.isWhole && candidate.support >= goodSupport && candidate.outline.area >= least
        }
        let good = all.filter(isGood)
        let same = good.filter { $0.outline.area >= sameArea * (good.first?.outline.area ?? 0) }
        let ranked = same.sorted { $0.step > $1.step } + good.dropFirst(same.count) + all.filter { !isGood($0) }
        return ranked.map { candidate in
            guard candidate.isWhole else { return candidate }
            let wider = OutlineExtension(features: features)
            let whole = wider.extended(candidate.outline) ?? wider.withNarrowBand(candidate.outline)
            return whole.flatMap { isPlausible($0, features) ? supported($0, features, least: 0.5) : nil } ?? candidate
        }
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

    /// Nil where a side in the frame parts nothing or no two sides are in the frame.
    private static func supported(
        _ outline: Quadrilateral, _ features: PhotoFeatures, least: Double = leastSupport
    ) -> Candidate? {
        let inFrame = outline.sides.map { !liesOnFrame($0, features) }
        let supports = zip(outline.sides, inFrame).filter(\.1).map { SideSupport($0.0, features) }
        guard supports.count >= 2, let share = supports.map(\.share).min(), share >= least else { return nil }
        let step = supports.reduce(0) { $0 + $1.step } / Double(supports.count)
        return Candidate(outline: outline, inFrame: inFrame, support: share, step: step)
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

    /// Whether what runs out of the frame may be a part of a page: not one that runs with it, as a page does that a scanner
    /// took with a strip of its lid, or a card laid against its bed's edge.
    private static func isPart(_ outline: Quadrilateral, _ features: PhotoFeatures) -> Bool {
        guard isUpright(outline) else { return true }
        return outline.area <= mostAreaOfUprightPart * Double(features.width * features.height)
            && OutlineExtension(features: features).deviation(of: outline) > knownShape
    }

    /// Whether all sides run with the frame.
    private static func isUpright(_ outline: Quadrilateral) -> Bool {
        outline.sides.allSatisfy { side in
            let (across, down) = (abs(side.to.x - side.from.x), abs(side.to.y - side.from.y))
            return min(across, down) <= 0.02 * max(across, down)
        }
    }
}
