import Imaging
import Model

/// x-height: the height of lower-case letters without ascenders.
enum TextHeight {
    static let mostLines = 16
    /// x-height over capital height, the mean of common text faces.
    static let shareOfCapitals = 0.7

    /// - Parameters:
    ///   - page: evenly lit, or in black and white.
    ///   - lines: of its reduction.
    /// - Returns: the median over the page's fullest lines, weighted by their letters, in page pixels; 0 for no lines.
    static func measure(_ page: Image, lines: [TextLayout.Line], reduction: Reduction) throws -> Double {
        var heights: [(height: Double, letters: Int)] = []
        for line in lines.filter({ $0.letters.count >= 4 }).prefix(mostLines) {
            let box = reduction.enlarged(line.box).inset(by: -reduction.factor)
            let cut = try page.cropped(to: box)
            // By its own level: a page's takes a pattern under the line for strokes.
            let letters = try (page.depth == 1 ? cut : Binarizing.otsu(cut)).connectedComponents()
            if let height = height(of: letters.map(\.height)) { heights.append((height, letters.count)) }
        }
        let ordered = heights.sorted { $0.height < $1.height }
        let total = ordered.reduce(0) { $0 + $1.letters }
        var sum = 0
        for (height, letters) in ordered {
            sum += letters
            if 2 * sum >= total { return height }
        }
        return 0
    }

    /// Two heights in a line (with and without ascenders) are told from one (capitals, digits).
    private static func height(of all: [Int]) -> Double? {
        let sorted = all.sorted()
        guard sorted.count >= 4 else { return nil }
        let tall = Double(sorted[sorted.count * 9 / 10])
        let letters = sorted.filter { Double($0) >= 0.45 * tall }
        guard !letters.isEmpty else { return nil }
        let short = letters.filter { Double($0) <= 0.82 * tall }
        let isMixed = short.count * 4 >= letters.count
        return isMixed
            ? Double(short[short.count / 2]) : shareOfCapitals * Double(letters[letters.count / 2])
    }
}
