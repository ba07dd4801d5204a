import Imaging
import Model

/// Reads a page's barcodes: first the whole page, reduced, for symbols with coarse modules; then, where the ink has a
/// barcode's texture but nothing was read, that part as it is, inverted, turned and scaled. zxing-cpp 1.4 does not read a
/// PDF417 that leans three degrees or more.
struct BarcodeFinder {
    let ink: InkMap
    /// Pixels per inch of the page; a resolution that makes it smaller than a card is no better than none.
    let dpi: Double

    init(ink: InkMap, dpi: Double) {
        self.ink = ink
        let longer = Double(max(ink.width, ink.height))
        self.dpi = min(dpi, 2 * max(Self.coarseResolution, longer / Self.longestPage))
    }

    /// Inches of the longer side of a letter page.
    private static let longestPage = 11.0

    /// Degrees that a symbol may lean after the page was levelled, tried in this order.
    private static let turns: [Double] = [0, 3, -3, 6, -6, 9, -9, 12, -12, 15, -15]
    private static let scales = [1.0, 2.0, 1.5, 3.0]

    /// - Parameters:
    ///   - page: grey, as captured.
    ///   - time: spent on symbols that do not read at once.
    /// - Returns: what was read, and whether there is the texture of a barcode that could not be.
    func read(_ page: Image, within time: Duration) throws -> (found: [Barcode], someUnread: Bool) {
        // On a strip one pixel wide, zxing traces an edge from each of its pixels to the end: minutes.
        guard min(page.width, page.height) >= Self.leastWidth else { return ([], false) }
        let clock = ContinuousClock()
        let end = clock.now + time
        var found = try coarse(page)
        if found.isEmpty, page.width * page.height <= Self.smallPicture { found = try readWhole(page) }
        var someUnread = false
        for region in textures() where !found.contains(where: { $0.box.intersection(region).area * 3 > region.area }) {
            let box = region.inset(by: -Int(Self.margin * dpi)).intersection(page.bounds)
            let codes = try readCrop(page.cropped(to: box), at: box, until: end, clock: clock)
            found += codes
            someUnread = someUnread || codes.isEmpty
        }
        return (found, someUnread)
    }

    /// Pixels: less is no symbol of any kind.
    private static let leastWidth = 8
    /// Inches around a texture: the end of a symbol may be too plain to show as one, and a quiet zone is needed.
    private static let margin = 0.3
    /// Pixels per inch at which the whole page is searched: finer symbols show by their texture.
    private static let coarseResolution = 150.0

    private func coarse(_ page: Image) throws -> [Barcode] {
        let factor = Self.coarseResolution / dpi
        guard factor < 0.8, factor * Double(min(page.width, page.height)) >= 16 else {
            return try BarcodeEngine.read(GreyPicture(page))
        }
        let reduced = try page.scaled(by: factor)
        return try BarcodeEngine.read(GreyPicture(reduced)).map { code in
            var code = code
            code.box = Self.place(of: code.box, scale: factor, in: page.bounds)
            return code
        }
    }

    /// Pixels of a picture that may be all symbol, of whatever resolution it says that it is.
    private static let smallPicture = 300_000

    /// A small picture as it is and enlarged, with the quiet zone that a close crop took.
    private func readWhole(_ page: Image) throws -> [Barcode] {
        let rim = 20
        let framed = try Self.framed(page, rim: rim)
        for scale in [1.0, 2.0, 3.0] {
            let picture = try GreyPicture(scale == 1 ? framed : framed.scaled(by: scale))
            for binarizer in [BarcodeEngine.Binarizer.localAverage, .globalHistogram, .fixedThreshold] {
                let codes = try BarcodeEngine.read(picture, binarizer: binarizer)
                guard !codes.isEmpty else { continue }
                let whole = Box(x: -rim, y: -rim, width: framed.width, height: framed.height)
                return codes.map { code in
                    var code = code
                    code.box = Self.place(of: code.box, scale: scale, in: whole).intersection(page.bounds)
                    return code
                }
            }
        }
        return []
    }

    private static func framed(_ page: Image, rim: Int) throws -> Image {
        let grey = try page.greyBytes()
        let width = page.width + 2 * rim
        var bytes = [UInt8](repeating: 255, count: width * (page.height + 2 * rim))
        for row in 0..<page.height {
            let start = (row + rim) * width + rim
            bytes.replaceSubrange(
                start..<(start + page.width), with: grey[(row * page.width)..<((row + 1) * page.width)])
        }
        return try Image(width: width, height: page.height + 2 * rim, grey: bytes)
    }

    /// Where on the page a box of a part of it lies that was scaled.
    private static func place(of box: Box, scale: Double, in part: Box) -> Box {
        let (x, y) = (Int(Double(box.x) / scale), Int(Double(box.y) / scale))
        return Box(
            x: part.x + x, y: part.y + y, width: Int((Double(box.maxX) / scale).rounded(.up)) - x,
            height: Int((Double(box.maxY) / scale).rounded(.up)) - y
        ).intersection(part)
    }

    private func readCrop(
        _ crop: Image, at box: Box, until end: ContinuousClock.Instant, clock: ContinuousClock
    ) throws -> [Barcode] {
        func placed(_ code: Barcode, scale: Double) -> Barcode {
            Barcode(format: code.format, text: code.text, box: Self.place(of: code.box, scale: scale, in: box))
        }
        // Few symbols are light on dark, but more than lean far.
        var hasTriedInverted = false
        for turn in Self.turns {
            if turn != 0, !hasTriedInverted {
                hasTriedInverted = true
                let codes = try BarcodeEngine.read(GreyPicture(crop.inverted()))
                if !codes.isEmpty { return codes.map { placed($0, scale: 1) } }
            }
            let turned = turn == 0 ? crop : try crop.rotated(degrees: turn)
            for scale in Self.scales where clock.now < end && Double(turned.width) * scale < 4000 {
                let picture = try GreyPicture(scale == 1 ? turned : turned.scaled(by: scale))
                for binarizer in [BarcodeEngine.Binarizer.localAverage, .globalHistogram] {
                    let codes = try BarcodeEngine.read(picture, binarizer: binarizer)
                    guard !codes.isEmpty else { continue }
                    // Where it lies in a turned crop is of no use to anyone; the region itself is.
                    return codes.map { code in
                        turn == 0 ? placed(code, scale: scale) : Barcode(format: code.format, text: code.text, box: box)
                    }
                }
            }
        }
        return []
    }

    /// Parts of the page dense with short strokes without a gap, as bars and modules are and text is not.
    func textures() -> [Box] {
        let cell = max(6, Int(0.08 * dpi))
        let columns = ink.width / cell
        let rows = ink.height / cell
        guard columns > 0, rows > 0 else { return [] }
        var grid = CellGrid(columns: columns, rows: rows)
        for row in 0..<rows {
            let counts = strokes(row: row, cell: cell, columns: columns)
            for column in 0..<columns where Self.isTexture(counts[column], cell: cell) {
                grid.mark(columns: column...column, rows: row...row)
            }
        }
        let (owners, count) = grid.patches()
        var boxes = [Box?](repeating: nil, count: count)
        var sizes = [Int](repeating: 0, count: count)
        for (index, owner) in owners.enumerated() where owner >= 0 {
            let box = Box(x: index % columns * cell, y: index / columns * cell, width: cell, height: cell)
            boxes[owner] = boxes[owner]?.union(box) ?? box
            sizes[owner] += 1
        }
        return zip(boxes, sizes).compactMap { box, size in
            guard let box, Double(max(box.width, box.height)) >= 0.6 * dpi,
                Double(size * cell * cell) >= 0.15 * dpi * dpi,
                size * cell * cell * 2 >= box.area
            else { return nil }
            return box
        }
    }

    private struct Strokes {
        var ink = 0
        var runs = 0
    }

    private func strokes(row: Int, cell: Int, columns: Int) -> [Strokes] {
        var counts = [Strokes](repeating: Strokes(), count: columns)
        for line in (row * cell)..<((row + 1) * cell) {
            for run in ink.runs[ink.rowStarts[line]..<ink.rowStarts[line + 1]] {
                let first = Int(run.start) / cell
                guard first < columns else { break }
                counts[first].runs += 1
                for column in first...min(columns - 1, (Int(run.end) - 1) / cell) {
                    let shared = min(Int(run.end), (column + 1) * cell) - max(Int(run.start), column * cell)
                    counts[column].ink += shared
                }
            }
        }
        return counts
    }

    /// A third to two thirds ink, with at least one stroke and a half in each row of a cell of two millimetres.
    private static func isTexture(_ strokes: Strokes, cell: Int) -> Bool {
        let share = Double(strokes.ink) / Double(cell * cell)
        return (0.25...0.75).contains(share) && Double(strokes.runs) >= 1.3 * Double(cell)
    }
}
