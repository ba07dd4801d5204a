import Imaging
import Model

/// Two pages side by side on one sheet, as they are printed or copied to save paper.
///
/// A sheet is parted only where nothing of either half's print comes near its middle, and both halves look like pages of
/// their own: print in lines as small as a page's is, the right one's as far from the middle as the left one's from the
/// sheet's edge. Columns of one page stand nearer to each other than to the edges, and their lines at the same heights.
struct SheetHalves {
    /// Longer over shorter side of a sheet.
    private static let shapes = 1.2...2.2
    private static let (longSide, leastSide) = (1600.0, 500)
    /// Shares of the sheet's width: where the gutter may lie, how wide it is at least, and where lines are at the same
    /// heights.
    private static let middle = 0.4...0.6
    private static let (leastGutter, leastOfColumns) = (0.05, 0.08)
    /// Share of the sheet's width that print stands from the middle, and of the left page's margin that the right page has.
    private static let (leastMargin, leastOfLeft) = (0.03, 0.5)
    /// Copies of one form have their lines at the same heights, too, but of the same length: the share of the lines that
    /// has, and by which share of the sheet's width their ends may differ.
    private static let (leastAlike, sameEnds) = (0.4, 0.01)
    /// Lines of the fuller half and of the other one, and letters.
    private static let (mostLines, fewestLines, mostLetters, fewestLetters) = (8, 3, 100, 20)
    /// Share of the sheet's height that letters have at most: those of cards have more.
    private static let mostLetter = 1.0 / 55
    /// Share of the lines that stand at the same height as one of the other half, from which on it is no chance.
    private static let mostAligned = 0.6
    /// Shares of the sheet's height: that rules across the gutter have at most, and that its edges leave out.
    private static let (mostRule, edge) = (0.008, 0.06)

    /// - Parameter picture: one sheet, cut out where it was photographed, either way up.
    /// - Returns: the halves in reading order, in the picture's points; nil for one page.
    static func find(in picture: Image) throws -> [Quadrilateral]? {
        let (width, height) = (Double(picture.width), Double(picture.height))
        guard shapes.contains(max(width, height) / min(width, height)), Int(min(width, height)) >= leastSide else {
            return nil
        }
        let small = try picture.scaled(by: min(1, longSide / max(width, height))).grey().backgroundNormalised()
        let isSideways = height > width
        // Which way a sideways sheet is up is not known yet: its halves are the same either way.
        let binary = try Binarizing.otsu(isSideways ? small.rotated(quarterTurns: 1) : small)
        guard let share = try gutter(binary) else { return nil }
        return isSideways
            ? [
                Quadrilateral(x: 0, y: (1 - share) * height, width: width, height: share * height),
                Quadrilateral(x: 0, y: 0, width: width, height: (1 - share) * height),
            ]
            : [
                Quadrilateral(x: 0, y: 0, width: share * width, height: height),
                Quadrilateral(x: share * width, y: 0, width: (1 - share) * width, height: height),
            ]
    }

    /// Where the sheet parts, as a share of its width.
    private static func gutter(_ binary: Image) throws -> Double? {
        let (width, height) = (Double(binary.width), Double(binary.height))
        let layout = try TextLayout(binary)
        guard layout.across > 2 * layout.down else { return nil }
        let lines = layout.freeLines(most: 400).filter { $0.letters.count >= 4 }
        let heights = lines.map(\.medianHeight).sorted()
        guard lines.count >= mostLines + fewestLines, Double(heights[heights.count / 2]) <= mostLetter * height,
            let gap = widestGap(lines, width)
        else { return nil }
        let left = lines.filter { Double($0.box.maxX) <= gap.lowerBound }
        let right = lines.filter { Double($0.box.x) >= gap.upperBound }
        let counts = [left, right].map { (lines: $0.count, letters: $0.reduce(0) { $0 + $1.letters.count }) }
            .sorted { $0.letters > $1.letters }
        guard counts[0].lines >= mostLines, counts[0].letters >= mostLetters, counts[1].lines >= fewestLines,
            counts[1].letters >= fewestLetters
        else { return nil }
        let middle = min(gap.upperBound, max(gap.lowerBound, width / 2))
        let margins = (
            left: Double(left.map(\.box.x).min() ?? 0) / width,
            right: Double((right.map(\.box.x).min() ?? 0)) / width - middle / width
        )
        guard margins.right >= leastMargin, margins.right >= leastOfLeft * margins.left,
            middle - gap.lowerBound >= leastMargin / 2 * width
        else { return nil }
        if same(left, right) >= mostAligned {
            guard gap.upperBound - gap.lowerBound >= leastOfColumns * width,
                same(left, right, from: sameEnds * width, apart: width * (margins.right - margins.left) + middle)
                    >= leastAlike
            else { return nil }
        }
        return try isCrossed(binary, gap) ? nil : middle / width
    }

    /// The widest strip about the middle without a line's letters.
    private static func widestGap(_ lines: [TextLayout.Line], _ width: Double) -> ClosedRange<Double>? {
        let spans = lines.map { (from: Double($0.box.x), to: Double($0.box.maxX)) }.sorted { $0.from < $1.from }
        var end = 0.0
        var best: ClosedRange<Double>?
        for span in spans {
            if span.from > end, span.from > middle.lowerBound * width, end < middle.upperBound * width,
                span.from - end > (best.map { $0.upperBound - $0.lowerBound } ?? leastGutter * width)
            {
                best = end...span.from
            }
            end = max(end, span.to)
        }
        return best.flatMap { $0.upperBound >= 0.48 * width && $0.lowerBound <= 0.52 * width ? $0 : nil }
    }

    /// Share of the lines of the half with fewer that stand at the height of one in the other half; where a distance is
    /// given, that begin and end as far apart, too, but for so many pixels.
    private static func same(
        _ left: [TextLayout.Line], _ right: [TextLayout.Line], from tolerance: Double = .infinity, apart: Double = 0
    ) -> Double {
        func places(_ lines: [TextLayout.Line], _ shift: Double) -> [(from: Double, to: Double, foot: Int)] {
            lines.map { line in
                let feet = line.letters.map(\.maxY).sorted()
                return (Double(line.box.x) + shift, Double(line.box.maxX) + shift, feet[feet.count / 2])
            }
        }
        let halves = [places(left, apart), places(right, 0)].sorted { $0.count < $1.count }
        let count = halves[0].count { line in
            halves[1].contains {
                abs($0.foot - line.foot) <= 2 && abs($0.from - line.from) <= tolerance
                    && abs($0.to - line.to) <= tolerance
            }
        }
        return Double(count) / Double(max(1, halves[0].count))
    }

    /// Whether rules run across the gutter, as a table's do; a dark strip between two pages is none.
    private static func isCrossed(_ binary: Image, _ gap: ClosedRange<Double>) throws -> Bool {
        let top = Int(edge * Double(binary.height))
        let strip = Box(
            x: Int(gap.lowerBound) + 1, y: top, width: Int(gap.upperBound - gap.lowerBound) - 2,
            height: binary.height - 2 * top)
        let rows = try binary.cropped(to: strip).rowInk().map { 10 * $0 >= 9 * strip.width }
        var run = 0
        for row in rows + [false] {
            if row {
                run += 1
            } else {
                if run > 0, Double(run) <= mostRule * Double(binary.height) { return true }
                run = 0
            }
        }
        return false
    }
}

extension Quadrilateral {
    fileprivate init(x: Double, y: Double, width: Double, height: Double) {
        self.init(
            topLeft: Point(x: x.rounded(), y: y.rounded()), topRight: Point(x: (x + width).rounded(), y: y.rounded()),
            bottomRight: Point(x: (x + width).rounded(), y: (y + height).rounded()),
            bottomLeft: Point(x: x.rounded(), y: (y + height).rounded()))
    }
}
