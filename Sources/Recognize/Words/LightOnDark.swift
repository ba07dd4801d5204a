import Imaging
import Model

/// Finds flat dark areas that hold lighter print, such as a card's heading, and turns them into dark print on white:
/// layout analysis takes them for pictures.
struct LightOnDark {
    let picture: GreyPicture
    let dpi: Double

    /// Of the paper's level: what is darker may be an area's ground.
    private static let darkness = 0.74
    /// Levels by which print must be lighter than its ground.
    private static let leastContrast = 40
    /// Share of a cell, and of a whole area, that is dark.
    private static let leastOfCell = 0.35
    private static let leastOfArea = 0.55
    /// Share of an area's pixels near one level: a picture of a person has no such ground.
    private static let leastFlat = 0.5
    /// Share of an area that is as much darker than its ground as print is lighter, at most: print in a shadow is.
    private static let mostDarkPrint = 0.01
    /// Sides in inches: two lines of the smallest print, and a short word's length.
    private static let leastHeight = 0.07
    private static let leastWidth = 0.25

    struct Area: Equatable {
        var box: Box
        /// Level of the ground and of the print on it.
        var ground: Int
        var print: Int
    }

    func areas() -> [Area] {
        guard picture.width > 0, picture.height > 0 else { return [] }
        let limit = Int(Double(paper) * Self.darkness)
        let side = max(4, Int(dpi / 30))
        var grid = CellGrid(
            columns: (picture.width + side - 1) / side, rows: (picture.height + side - 1) / side)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let cell = Box(x: column * side, y: row * side, width: side, height: side)
                if share(of: cell, below: limit) >= Self.leastOfCell {
                    grid.mark(columns: column...column, rows: row...row)
                }
            }
        }
        return boxes(grid, side: side).compactMap { area($0, limit: limit) }
    }

    /// Another rendering of the same page with all areas turned.
    func turned(into page: GreyPicture) -> GreyPicture {
        var result = page
        for area in areas() {
            let span = Double(area.print - area.ground)
            result.replace(area.box, from: picture) { level in
                let share = min(1, max(0, Double(Int(level) - area.ground) / span))
                return UInt8(255 - 255 * share)
            }
        }
        return result
    }

    /// The level that most of the page's lighter pixels reach.
    private var paper: Int {
        let counts = picture.histogram(in: picture.bounds, step: 3)
        return Self.percentile(0.85, of: counts)
    }

    private func share(of cell: Box, below limit: Int) -> Double {
        let counts = picture.histogram(in: cell, step: 1)
        let all = counts.reduce(0, +)
        return all == 0 ? 0 : Double(counts[..<limit].reduce(0, +)) / Double(all)
    }

    private func boxes(_ grid: CellGrid, side: Int) -> [Box] {
        let (owners, count) = grid.patches()
        var boxes = [Box?](repeating: nil, count: count)
        for (cell, owner) in owners.enumerated() where owner >= 0 {
            let box = Box(x: cell % grid.columns * side, y: cell / grid.columns * side, width: side, height: side)
            boxes[owner] = boxes[owner]?.union(box) ?? box
        }
        return boxes.compactMap { $0?.intersection(picture.bounds) }.filter {
            Double($0.height) >= Self.leastHeight * dpi && Double($0.width) >= Self.leastWidth * dpi
        }
    }

    /// Nil where the box is no flat dark ground with some lighter print on it.
    private func area(_ box: Box, limit: Int) -> Area? {
        let counts = picture.histogram(in: box, step: 1)
        let all = Double(counts.reduce(0, +))
        let dark = Double(counts[..<limit].reduce(0, +))
        guard dark >= Self.leastOfArea * all else { return nil }
        let ground = Self.percentile(0.5, of: Array(counts[..<limit]))
        let near = counts[max(0, ground - 20)...min(255, ground + 20)].reduce(0, +)
        guard Double(near) >= Self.leastFlat * all else { return nil }
        let darker = counts[..<max(0, ground - Self.leastContrast)].reduce(0, +)
        guard Double(darker) <= Self.mostDarkPrint * all else { return nil }
        // Print covers some hundredths of its ground at least; the area's rim may take in some paper.
        let print = Self.percentile(0.98, of: counts)
        guard print - ground >= Self.leastContrast else { return nil }
        return Area(box: box, ground: ground, print: print)
    }

    private static func percentile(_ share: Double, of counts: [Int]) -> Int {
        let goal = Double(counts.reduce(0, +)) * share
        var sum = 0
        for (level, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= goal { return level }
        }
        return max(0, counts.count - 1)
    }
}
