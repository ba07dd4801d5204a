import Imaging
import Model

/// Cards that lie apart on a scanner's bed, or were copied onto one white sheet.
///
/// A sheet is taken for a bed of cards only where nothing but the cards carries print: each block of what is not white
/// fits a card of a known size, one at least fills it to its edges, and all share one scale.
struct SheetCards {
    /// Inches, longer side first: ID-1, ID-2, ID-3 (ISO/IEC 7810), MRV-A (ICAO Doc 9303-7).
    private static let sizes: [(long: Double, short: Double)] = [
        (3.370, 2.125), (4.134, 2.913), (4.921, 3.465), (4.724, 3.150),
    ]
    /// Of the small picture, in pixels.
    private static let longSide = 1100
    /// Levels by which a card differs from the sheet.
    private static let leastDifference = 12
    /// Levels by which print differs from it, and the least share of a card that is print: a shade on the sheet has none.
    private static let leastPrint = 45
    private static let leastPrinted = 0.002
    /// Levels of grey and of colour that are white.
    private static let white = 200
    private static let grey = 24
    /// Shares of the longer side of the picture over which a card's parts are joined, widest first.
    private static let gaps = [0.024, 0.016, 0.010]
    /// Share of a card's sides by which a block may differ from it and still be it.
    private static let tolerance = 0.04
    /// Share of a card that a block must fill to show where its edges are.
    private static let leastFill = 0.93
    /// Shares of a card's sides that a block without edges must span: its print.
    private static let leastLong = 0.6
    private static let leastShort = 0.4
    /// Blocks below this share of the picture's longer side are dust and creases.
    private static let leastBlock = 0.035
    /// Share of what is not white that may lie outside the cards.
    private static let mostOutside = 0.03
    private static let most = 8
    /// What is left around a card with edges, and around one whose edges are as white as the sheet, as shares of its
    /// longer side.
    private static let edgeMargin = 0.003
    private static let printMargin = 0.03

    private struct Block {
        var outline: Quadrilateral
        /// The upright rectangle around it.
        var box: Quadrilateral
        var long: Double
        var short: Double
        /// Share of its outline that is not white.
        var fill: Double
    }

    /// - Parameter dpi: of the picture, as its file says; nil where unknown.
    /// - Returns: two or more cards; empty for every other picture.
    static func find(in image: Image, dpi: Double?) throws -> [Quadrilateral] {
        guard min(image.width, image.height) >= 200 else { return [] }
        let source = image.depth == 1 ? try image.grey() : image
        let features = try PhotoFeatures(source, longSide: longSide, printSize: 0)
        guard let mask = try content(features, by: leastDifference), let print = try content(features, by: leastPrint)
        else { return [] }
        for gap in gaps {
            let size = max(3, Int(gap * Double(longSide))) | 1
            // The picture's edge would stop a closing.
            let joined = try mask.dilated(width: size, height: size).eroded(width: size, height: size)
            let found = try blocks(joined)
            let blocks = try found.filter {
                Double(try ink(of: print, in: $0.outline)) >= leastPrinted * $0.outline.area
            }
            guard blocks.count >= 2, blocks.count <= most else { continue }
            let inside = Double(try blocks.reduce(0) { $0 + (try ink(of: mask, in: $1.outline)) })
            let shade = Double(try found.reduce(0) { $0 + (try ink(of: mask, in: $1.outline)) }) - inside
            let all = Double(mask.inkCount()) - shade
            guard all - inside <= mostOutside * all else { continue }
            let scale = dpi.map { $0 / features.factorX }
            guard let cards = cards(blocks, dpi: scale) else { continue }
            return cards.map { $0.scaled(x: features.factorX, y: features.factorY) }
        }
        return []
    }

    /// What differs from white by so many levels; nil where the sheet's edges are not white.
    private static func content(_ features: PhotoFeatures, by least: Int) throws -> Image? {
        let ground = features.border
        guard ground[0] >= white, abs(ground[1] - 128) < grey, abs(ground[2] - 128) < grey else { return nil }
        let levels = (0..<(features.width * features.height)).map { index -> UInt8 in
            let difference = max(
                ground[0] - Int(features.brightness[index]), abs(ground[1] - Int(features.redGreen[index])),
                abs(ground[2] - Int(features.yellowBlue[index])))
            return difference >= least ? 0 : 255
        }
        return try Image(width: features.width, height: features.height, grey: levels).thresholded(at: 128)
    }

    private static func blocks(_ mask: Image) throws -> [Block] {
        let least = leastBlock * Double(max(mask.width, mask.height))
        return try mask.connectedComponents().filter { Double(max($0.width, $0.height)) >= least }.compactMap { box in
            let part = try mask.cropped(to: box)
            let hull = QuadrilateralFit.hull(try OutlineCandidates.rowEnds(of: part))
            guard let outline = QuadrilateralFit.leastRectangle(around: hull) else { return nil }
            let sides = outline.sides.map { $0.from.distance(to: $0.to) }
            let filled = Double(try part.holesFilled().inkCount())
            return Block(
                outline: outline.moved(x: Double(box.x), y: Double(box.y)), box: Quadrilateral(box),
                long: max(sides[0], sides[1]),
                short: min(sides[0], sides[1]), fill: filled / max(1, outline.area))
        }
    }

    private static func ink(of mask: Image, in outline: Quadrilateral) throws -> Int {
        let corners = outline.corners
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let box = Box(
            x: Int(left) - 1, y: Int(top) - 1, width: Int(right - left) + 3, height: Int(bottom - top) + 3)
        return mask.inkCount(in: box.intersection(mask.bounds))
    }

    /// The blocks as cards at one scale: pixels per inch as the file says, or as one of the blocks gives it.
    private static func cards(_ blocks: [Block], dpi: Double?) -> [Quadrilateral]? {
        let implied = blocks.filter { $0.fill >= leastFill }.flatMap { block in sizes.map { block.long / $0.long } }
        for scale in [dpi].compactMap(\.self) + implied {
            let fitting = blocks.map { block in size(of: block, scale: scale) }
            let anchors = fitting.count { $0?.isExact == true }
            guard fitting.allSatisfy({ $0 != nil }), anchors >= 1 else { continue }
            // Without the file's word for the scale, the shape of one block alone proves little.
            guard scale == dpi || anchors >= 2 else { continue }
            guard !overlap(blocks) else { return nil }
            return zip(blocks, fitting).map { block, fit in
                // Print alone may lie in a rectangle that is turned by chance.
                fit?.isExact == true
                    ? block.outline.widened(by: edgeMargin * block.long)
                    : block.box.widened(by: printMargin * block.long)
            }
        }
        return nil
    }

    /// The smallest card that a block fits, and whether it fills it; nil where it fits none.
    private static func size(of block: Block, scale: Double) -> (long: Double, isExact: Bool)? {
        for size in sizes {
            let (long, short) = (block.long / scale / size.long, block.short / scale / size.short)
            guard long <= 1 + tolerance, short <= 1 + tolerance, long >= leastLong, short >= leastShort else {
                continue
            }
            let isExact = long >= 1 - tolerance && short >= 1 - tolerance && block.fill >= leastFill
            return (size.long, isExact)
        }
        return nil
    }

    private static func overlap(_ blocks: [Block]) -> Bool {
        blocks.indices.contains { first in
            blocks.indices.contains { second in
                first != second && blocks[first].outline.corners.contains(where: blocks[second].outline.contains)
            }
        }
    }
}

extension Quadrilateral {
    fileprivate init(_ box: Box) {
        let (left, top, right, bottom) = (Double(box.x), Double(box.y), Double(box.maxX), Double(box.maxY))
        self.init(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
    }
}
