import Foundation
import Imaging
import Model

/// What a character's ink looks like: how dark each cell of a grid over its box is, and the box's size.
struct Glyph {
    /// Darkness by row, 0 paper to 1 ink.
    var cells: [SIMD16<Float>]
    /// Natural logarithms of its box's sides in pixels.
    var size: SIMD2<Float>

    /// Rows and columns of the grid: few enough that specks and ragged edges say little.
    static let side = 12
    static let vectors = side * side / SIMD16<Float>.scalarCount

    /// How unlike two are, from 0: the mean square of what their cells differ by, and how far their sizes are apart.
    func distance(to other: Glyph, below limit: Float) -> Float {
        let apart = size - other.size
        let squares = (apart * apart).clamped(lowerBound: .zero, upperBound: .one)
        var sum = (squares * Self.weightOfSize).sum()
        guard sum < limit else { return limit }
        for index in 0..<Self.vectors {
            let difference = cells[index] - other.cells[index]
            sum += (difference * difference).sum() / Float(Self.side * Self.side)
        }
        return min(sum, limit)
    }

    /// Height tells more than width, which fonts vary.
    private static let weightOfSize = SIMD2<Float>(0.3, 0.5)
}

/// Cuts a page's words into their characters, where each stands as a patch of ink of its own.
struct GlyphCutter {
    /// The page in grey, evenly lit.
    let picture: GreyPicture

    /// Pixels of a word's height below which strokes run into each other; characters above which it is a rule or scraps.
    private static let (leastHeight, mostCharacters) = (9, 40)
    /// How much darker than its paper ink is, over the darkness of the word's ink: hairlines are faint.
    private static let faint = 0.35
    /// Levels between ink and paper below which there is but one of them.
    private static let leastContrast = 20.0
    /// Share of a word's height squared that a patch takes which is no speck.
    private static let leastArea = 0.008
    /// Of a letter that belongs to a word: its distance from the word's box and its height, over the word's height.
    private static let (beside, leastBeside) = (0.2, 0.4)
    /// How far above and below its word's box a patch's middle may lie, over the box's height.
    private static let (above, below) = (0.3, 0.1)

    /// - Returns: the patches in order, marks over a letter counted to it; none where there is but paper, and where a letter
    ///   stands right beside the word's box, which then may be cut.
    func glyphs(of word: ReadWord) throws -> [Glyph] {
        guard word.box.height >= Self.leastHeight, word.text.count <= Self.mostCharacters, word.slant == nil else {
            return []
        }
        var part = word.box.inset(by: -max(2, word.box.height / 5))
        // As far as the letter beside it, which its box may have cut off.
        (part.x, part.width) = (word.box.x - word.box.height / 2, word.box.width + word.box.height)
        // Marks over capitals stand outside of the box of a word that was read without them.
        (part.y, part.height) = (part.y - word.box.height / 4, part.height + word.box.height / 4)
        part = part.intersection(picture.bounds)
        guard !part.isEmpty else { return [] }
        let cut = picture.cropped(to: part)
        let level = try Image(width: cut.width, height: cut.height, grey: cut.bytes).otsuLevel()
        guard let means = cut.means(ofInkBelow: level), means.paper - means.ink >= Self.leastContrast else {
            return []
        }
        let limit = Int(means.paper - Self.faint * (means.paper - means.ink))
        let patches = InkMap(cut.inBlack(below: limit)).components().map(\.box)
        return boxes(patches, in: word.box.moved(by: -part.x, -part.y)).map { box in
            Glyph(
                cells: Self.cells(of: cut, in: box, ink: means.ink, paper: means.paper),
                size: SIMD2(log(Float(box.width)), log(Float(box.height))))
        }
    }

    /// Of a text, each character's place, as often as it has patches.
    static func places(in text: String) -> [String.Index] {
        text.indices.flatMap { Array(repeating: $0, count: "\"“”„".contains(text[$0]) ? 2 : 1) }
    }

    /// From the left; what stands above or below each other is one.
    private func boxes(_ patches: [Box], in place: Box) -> [Box] {
        let height = Double(place.height)
        let rows = (Double(place.y) - Self.above * height)...(Double(place.maxY) + Self.below * height)
        let columns = Double(place.x - 1)...Double(place.maxX + 1)
        let least = max(4, Self.leastArea * height * height)
        let near = patches.filter { rows.contains($0.midY) && Double($0.area) >= least }
        let isCut = near.contains { box in
            let gap = Double(max(place.x - box.maxX, box.x - place.maxX))
            return !columns.contains(box.midX) && gap < Self.beside * height
                && Double(box.height) >= Self.leastBeside * height
        }
        guard !isCut else { return [] }
        let boxes = near.filter { columns.contains($0.midX) }.sorted { $0.x < $1.x }
        return boxes.reduce(into: [Box]()) { whole, box in
            if let last = whole.last,
                2 * (min(last.maxX, box.maxX) - max(last.x, box.x)) > min(last.width, box.width)
            {
                whole[whole.count - 1] = last.union(box)
            } else {
                whole.append(box)
            }
        }
    }

    /// The mean darkness of what each cell covers, pixels at its edges by the share that it covers.
    private static func cells(of cut: GreyPicture, in box: Box, ink: Double, paper: Double) -> [SIMD16<Float>] {
        let side = Glyph.side
        let columns = shares(of: box.width)
        let rows = shares(of: box.height)
        var cells = [Float](repeating: 0, count: side * side)
        for (row, cellRows) in rows.enumerated() {
            let start = (box.y + row) * cut.width + box.x
            var line = [Float](repeating: 0, count: side)
            for (column, cellColumns) in columns.enumerated() {
                let dark = Float(min(1, max(0, (paper - Double(cut.bytes[start + column])) / (paper - ink))))
                for (cell, share) in cellColumns { line[cell] += dark * share }
            }
            for (cell, share) in cellRows {
                for column in 0..<side { cells[cell * side + column] += line[column] * share }
            }
        }
        let width = SIMD16<Float>.scalarCount
        return (0..<Glyph.vectors).map { SIMD16(cells[$0 * width..<($0 + 1) * width]) }
    }

    /// For each pixel along a side, the cells that cover it and the share of the cell that it is.
    private static func shares(of length: Int) -> [[(cell: Int, share: Float)]] {
        let scale = Float(Glyph.side) / Float(length)
        return (0..<length).map { pixel in
            let (start, end) = (Float(pixel) * scale, Float(pixel + 1) * scale)
            let last = min(Glyph.side - 1, Int(end))
            return (Int(start)...last).compactMap { cell in
                let share = min(end, Float(cell + 1)) - max(start, Float(cell))
                return share > 0 ? (cell, share) : nil
            }
        }
    }
}
