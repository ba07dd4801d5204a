import Imaging
import Model

/// Reflections that burn print out.
///
/// A blob of saturated pixels is glare where the print around it fades towards it, as under light that is added;
/// where it ends sharply against paper that is darker, as a lamp's image in a laminated card; or where it is large and
/// what lies around it at some distance is darker, unless it is a margin beside full print. White paper is no glare: most of
/// the page's full print stands right beside white.
struct Glare {
    /// On the page, the largest first.
    private(set) var areas: [Box] = []
    /// The same in rows of tiles, without what lies between and beside the blobs.
    private(set) var cover: [Box] = []
    /// Of the page, 0…1.
    private(set) var share = 0.0

    /// Tiles along the longer side.
    private static let tiles = 200
    /// A tile whose darkest pixel has this grey has no print and no paper's grain left.
    private static let saturated: UInt8 = 253
    /// Share of the page that a blob covers at least.
    private static let leastArea = 0.001
    /// Tiles around a blob in which print is looked at.
    private static let rim = 4
    /// Levels that print is darker than the paper around it, at least, when faded and when not.
    private static let (faintPrint, fullPrint) = (12, 25)
    /// Tiles of print in a rim that tell something.
    private static let leastPrint = 8
    /// Of the page's usual print: what glare leaves beside it at most. Print beside white paper has 0.8 and more.
    private static let fadedPrint = 0.6
    /// Of a page's full print, how much stands right beside white where the paper is white by itself: 0.6 and more, though
    /// some of it lies in shade; beside reflections, those on cards' white strips among them, 0.3 at most. Cells of a tile's
    /// side in which that is seen.
    private static let (mostOnWhite, cells) = (0.5, 3)
    /// Grey of paper against which white stands out sharply.
    private static let greyPaper = 238
    /// Share of the page from which on a blob counts as large: such a one fades over many tiles, its rim among them.
    private static let largeArea = 0.02
    /// Tiles around a large blob between which its surroundings are looked at, and how many of them tell something.
    private static let surroundings = 16...24
    private static let leastSurroundings = 100
    /// Of the page's longer side: corners that levelling left empty, and what was cut along with a page, are no deeper.
    private static let leastDepth = 0.08

    /// - Parameter isCutOut: whether the picture is a page cut out of a photograph, up to its edges; else what is white
    ///   along an edge may be no paper at all.
    init(_ grey: Image, isCutOut: Bool = true) throws {
        let tile = max(2, Int((Double(max(grey.width, grey.height)) / Double(Self.tiles)).rounded()))
        guard min(grey.width, grey.height) >= 20 * tile else { return }
        let darkest = try grey.darkest(tile: tile)
        let lightest = try grey.lightest(tile: tile)
        let white = try darkest.inverted().thresholded(at: 256 - Int(Self.saturated))
        let blobs = try white.opened(width: 3, height: 3)
        guard blobs.inkCount() > 0 else { return }
        let print = try Self.print(darkest, lightest)
        let far = try blobs.dilated(width: 4 * Self.rim + 1, height: 4 * Self.rim + 1)
        // Nor is there any in a scan that is white all over.
        guard try isCutOut || Self.paper(lightest.histogram(under: blobs.inverted())) < Int(Self.saturated),
            try Self.printOnWhite(grey, cell: max(2, tile / Self.cells)) <= Self.mostOnWhite
        else { return }
        let usual = Self.usualPrint(
            try print.histogram(), less: try print.histogram(under: far))
        var found: [(box: Box, area: Int)] = []
        for box in try blobs.connectedComponents() {
            let area = blobs.inkCount(in: box)
            guard Double(area) >= Self.leastArea * Double(darkest.bounds.area) else { continue }
            let touchesEdge = Self.touchesEdge(box, of: darkest.bounds)
            guard isCutOut || !touchesEdge else { continue }
            let isLarge =
                try Double(area) >= Self.largeArea * Double(darkest.bounds.area)
                && Self.isDeep(blobs.cropped(to: box))
            let around = box.inset(by: -Self.rim - 1).intersection(darkest.bounds)
            let rim = try Self.rim(of: blobs.cropped(to: around))
            let paper = Self.paper(try lightest.cropped(to: around).histogram(under: rim))
            let beside = try Self.fading(
                of: print.cropped(to: around).histogram(under: rim), usual: usual, paper: paper)
            let isGlare =
                try beside == true || paper <= Self.greyPaper && !touchesEdge
                || isLarge && (beside == nil || !touchesEdge)
                    && Self.paper(Self.surroundings(of: box, among: blobs, lightest)) <= Self.greyPaper
            if isGlare { found.append((box, area)) }
        }
        found.sort { $0.area > $1.area }
        areas = found.map { $0.box.scaled(by: tile) }
        cover = try found.flatMap { try Self.rows(of: blobs, in: $0.box) }.map { $0.scaled(by: tile) }
        share = min(1, Double(found.reduce(0) { $0 + $1.area }) / Double(darkest.bounds.area))
    }

    /// Share of the full print that has white within a tile's side, 0…1.
    private static func printOnWhite(_ grey: Image, cell: Int) throws -> Double {
        let darkest = try grey.darkest(tile: cell)
        let print = try Self.print(darkest, grey.lightest(tile: cell), reach: 2 * cells)
        let histogram = try print.histogram()
        let usual = usualPrint(histogram, less: histogram.map { _ in 0 })
        let full = try print.inverted().thresholded(at: 256 - max(fullPrint, Int(fadedPrint * Double(usual))))
        let white = try darkest.inverted().thresholded(at: 256 - Int(saturated))
        let onWhite = try full.intersection(white.dilated(width: 2 * cells + 1, height: 2 * cells + 1))
        return Double(onWhite.inkCount()) / Double(max(1, full.inkCount()))
    }

    /// A scanner's lid beside greyer paper, and corners that levelling left empty, end sharply too.
    private static func touchesEdge(_ box: Box, of page: Box) -> Bool {
        box.x <= page.x || box.y <= page.y || box.maxX >= page.maxX || box.maxY >= page.maxY
    }

    /// Whether a square of some size fits into the blob.
    private static func isDeep(_ blob: Image) throws -> Bool {
        let side = Int(leastDepth * Double(tiles)) | 1
        return try blob.width >= side && blob.height >= side && blob.opened(width: side, height: side).inkCount() > 0
    }

    /// How light the tiles some way off a blob are; empty where there are too few.
    private static func surroundings(of box: Box, among blobs: Image, _ lightest: Image) throws -> [Int] {
        let around = box.inset(by: -surroundings.upperBound - 1).intersection(blobs.bounds)
        let part = try blobs.cropped(to: around)
        let (near, far) = (2 * surroundings.lowerBound + 1, 2 * surroundings.upperBound + 1)
        let ring = try part.dilated(width: far, height: far).subtracting(part.dilated(width: near, height: near))
        let levels = try lightest.cropped(to: around).histogram(under: ring)
        return levels.reduce(0, +) >= leastSurroundings ? levels : []
    }

    /// The blob's tiles, row by row, in runs.
    private static func rows(of blobs: Image, in box: Box) throws -> [Box] {
        let part = try blobs.cropped(to: box)
        let levels = try part.greyBytes()
        return (0..<part.height).flatMap { y -> [Box] in
            let row = levels[(y * part.width)..<((y + 1) * part.width)]
            return row.indices.filter { row[$0] == 0 }.reduce(into: [Box]()) { runs, index in
                let x = box.x + index - row.startIndex
                if let last = runs.last, last.maxX == x {
                    runs[runs.count - 1].width += 1
                } else {
                    runs.append(Box(x: x, y: box.y + y, width: 1, height: 1))
                }
            }
        }
    }

    /// 8 bits: how much darker than the paper around it each tile's darkest pixel is.
    private static func print(_ darkest: Image, _ lightest: Image, reach: Int = 3) throws -> Image {
        let paper = try lightest.spreadLight(by: reach).greyBytes()
        let depths = zip(paper, try darkest.greyBytes()).map { $0 > $1 ? $0 - $1 : 0 }
        return try Image(width: darkest.width, height: darkest.height, grey: depths)
    }

    /// Of the tiles far from the blobs that have print, what 60 of a hundred stay under.
    private static func usualPrint(_ all: [Int], less near: [Int]) -> Int {
        var depths = zip(all, near).map { max(0, $0 - $1) }
        for depth in 0..<fullPrint { depths[depth] = 0 }
        return depths.reduce(0, +) >= leastPrint ? GreyStatistics.percentile(0.6, of: depths) : 2 * fullPrint
    }

    /// What lies within a few tiles of the blobs, but for the tile next to them.
    private static func rim(of blobs: Image) throws -> Image {
        try blobs.dilated(width: 2 * rim + 1, height: 2 * rim + 1).subtracting(blobs.dilated(width: 3, height: 3))
    }

    /// Whether print is fainter in a rim than elsewhere; nil where there is too little of it to tell.
    ///
    /// - Parameter paper: grey of the paper in the rim, which itself is that much darker than the blob.
    private static func fading(of depths: [Int], usual: Int, paper: Int) -> Bool? {
        var inked = depths
        let faintest = faintPrint + max(0, Int(saturated) - paper)
        for depth in inked.indices where depth <= faintest { inked[depth] = 0 }
        guard inked.reduce(0, +) >= leastPrint else { return nil }
        return Double(GreyStatistics.percentile(0.5, of: inked)) < fadedPrint * Double(usual)
    }

    /// Middle grey of a rim; white where there is none.
    private static func paper(_ levels: [Int]) -> Int {
        levels.reduce(0, +) > 0 ? GreyStatistics.percentile(0.5, of: levels) : 255
    }
}

extension Box {
    fileprivate func scaled(by factor: Int) -> Box {
        Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}
