import Imaging

/// How much the black of a page looks like strokes of print.
struct StrokeStatistics {
    /// In lines with room above and below.
    var letters: Int
    /// Spread of the letters' stroke widths over their mean; print of one size has strokes of nearly one width, and
    /// strokes that break or run together have not.
    var variation: Double
    /// In the unit of `Quality.noise`.
    var noise: Double

    private static let mostLetters = 400

    /// - Parameter binary: 1 bit, of a whole page.
    init(_ binary: Image) throws {
        let small = try Reduction(of: binary).image
        noise = try Noise.measure(binary)
        let lines = try TextLayout(small).freeLines(most: TextLayout.mostFreeLines)
        letters = lines.reduce(0) { $0 + $1.letters.count }
        let rims = try small.subtracting(small.eroded(width: 3, height: 3))
        // Ink over half its rim is near the width of a stroke.
        let widths = lines.flatMap(\.letters).prefix(Self.mostLetters).map { box in
            2 * Double(small.inkCount(in: box)) / Double(max(1, rims.inkCount(in: box)))
        }
        let mean = widths.reduce(0, +) / Double(max(1, widths.count))
        let variance = widths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, widths.count))
        variation = mean > 0 ? variance.squareRoot() / mean : 0
    }

    /// Letters, fewer for uneven strokes and specks.
    var score: Double {
        Double(letters) * (1 - min(0.5, variation)) / (1 + noise / 50)
    }
}
