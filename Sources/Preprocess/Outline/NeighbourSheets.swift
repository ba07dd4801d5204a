import Imaging
import Model

/// Pages that lie side by side with no more between them than a strip of the table, or that touch in a place: seen from
/// afar they are one. Their strip is as bright as neither of them, and runs out into what lies around.
enum NeighbourSheets {
    /// Of the picture in which they are sought, in pixels: a strip that is gone in a smaller one is still there.
    private static let longSide = 800
    /// Side of the brick that cuts bridges between them, in pixels.
    private static let bridge = 13
    /// Share of the frame that each fills.
    private static let leastArea = 0.08
    private static let most = 8
    /// Share of a side along which inside and outside differ; less than for a page by itself, for there is little
    /// between them, and nothing where they touch.
    private static let leastSupport = 0.6
    /// How near each comes to a known shape, as a share of the ratio.
    private static let knownShape = 0.04
    /// Share of the pages found otherwise that they cover.
    private static let leastShare = 0.8

    /// - Parameter fine: with no print removed.
    /// - Returns: two and more, in pixels of the features; empty for anything else.
    static func find(in image: Image, fine: PhotoFeatures, print: PhotoPrint) throws -> [Quadrilateral] {
        let small = try PhotoFeatures(image, longSide: longSide, printSize: 0)
        let brightness = try Image(width: small.width, height: small.height, grey: small.brightness)
        let bright = try brightness.thresholded(at: brightness.otsuLevel()).inverted().holesFilled()
            .opened(width: bridge, height: bridge)
        let least = leastArea * Double(bright.bounds.area)
        let regions = try bright.connectedComponents().filter { Double($0.area) >= least }
        guard (2...most).contains(regions.count) else { return [] }
        let shape = OutlineExtension(features: small)
        let sheets = try regions.compactMap { region in
            try OutlineCandidates.outlines(of: bright.cropped(to: region))
                .map { $0.moved(x: Double(region.x), y: Double(region.y)) }
                .filter { isInside($0, small) && shape.deviation(of: $0) <= knownShape }
                .min { $0.area < $1.area }
        }
        guard sheets.count == regions.count else { return [] }
        let outlines = sheets.map { $0.scaled(x: small.factorX / fine.factorX, y: small.factorY / fine.factorY) }
        let areApart = outlines.indices.allSatisfy { first in
            outlines.indices.allSatisfy { first == $0 || outlines[first].isApart(from: outlines[$0]) }
        }
        let arePages = try outlines.allSatisfy { outline in
            try outline.angles.allSatisfy(PageOutline.cornerAngles.contains)
                && outline.sides.allSatisfy { SideSupport($0, fine).share >= leastSupport }
                && print.isPrinted(outline.scaled(x: fine.factorX, y: fine.factorY))
        }
        return areApart && arePages ? outlines : []
    }

    /// Whether they are what was found as fewer pages, or was not found.
    static func replace(_ pages: [Quadrilateral], by sheets: [Quadrilateral]) -> Bool {
        guard sheets.count > max(1, pages.count) else { return false }
        return sheets.reduce(0) { $0 + $1.area } >= leastShare * pages.reduce(0) { $0 + $1.area }
    }

    /// What the frame cuts is no whole page.
    private static func isInside(_ outline: Quadrilateral, _ features: PhotoFeatures) -> Bool {
        outline.corners.allSatisfy {
            (0...Double(features.width)).contains($0.x) && (0...Double(features.height)).contains($0.y)
        }
    }
}
