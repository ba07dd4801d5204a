import Imaging
import Model

/// Solid dark bars as high as a line of print, in or beside one: values that somebody blacked out on the paper or in the
/// picture.
struct BlackBars {
    private let words: [Word]
    private let width: Int
    private let letterHeight: Int

    /// Share of the page's width from which a bar is a part of its layout: a band behind a heading, a magnetic stripe.
    private static let widest = 0.6
    private static let (leastFill, leastConfidence) = (0.93, 0.5)

    /// - Parameter words: of the page, with those that are not sure.
    init(words: [Word], width: Int) {
        self.words = words.filter { $0.confidence >= Self.leastConfidence }
        self.width = width
        let heights = self.words.map(\.box.height).sorted()
        letterHeight = heights.isEmpty ? 0 : heights[heights.count / 2]
    }

    /// - Parameter grey: the upright page as captured: evening the light out would take a bar for paper.
    /// - Returns: their boxes from top to bottom; none on a page without words.
    func boxes(in grey: Image) throws -> [Box] {
        guard letterHeight >= 6, words.count >= 3 else { return [] }
        let levels = try grey.histogram(step: max(1, min(grey.width, grey.height) / 800))
        let paper = Self.percentile(0.8, of: levels)
        let brick = max(4, letterHeight * 6 / 10)
        let solid = try grey.thresholded(at: max(1, paper * 4 / 10)).opened(width: brick, height: brick)
        // White print on a band cuts it into pieces.
        let bands = try solid.closed(width: 5 * letterHeight, height: 1).connectedComponents().filter(isBand)
        return try solid.connectedComponents().filter { box in
            !bands.contains { !$0.intersection(box).isEmpty } && 2 * box.width >= 3 * box.height
                && 10 * box.height >= 7 * letterHeight && box.height <= 4 * letterHeight
                && solid.inkRatio(in: box) >= Self.leastFill && isAmongPrint(box)
        }
    }

    private func isBand(_ box: Box) -> Bool { Double(box.width) >= Self.widest * Double(width) }

    /// Whether print goes on before or behind the bar, or on the lines above or below it; a picture's parts stand alone.
    private func isAmongPrint(_ bar: Box) -> Bool {
        words.contains { word in
            let across = max(word.box.x - bar.maxX, bar.x - word.box.maxX)
            let down = max(word.box.y - bar.maxY, bar.y - word.box.maxY)
            return word.box.verticalOverlap(bar) > 0.5 && across <= 12 * letterHeight
                || down <= 2 * letterHeight && down >= 0 && across < 0
        }
    }

    private static func percentile(_ share: Double, of histogram: [Int]) -> Int {
        var left = Double(histogram.reduce(0, +)) * share
        for (level, count) in histogram.enumerated() {
            left -= Double(count)
            if left <= 0 { return level }
        }
        return 255
    }
}
