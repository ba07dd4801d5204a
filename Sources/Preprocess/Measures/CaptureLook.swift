import Imaging
import Model

/// A first look at a page, before its text is sought: whether anything could be read on it at all.
struct CaptureLook {
    /// Median grey over 255.
    var brightness = 0.0
    /// Local light and dark in cells of 8 pixels, at 1600 pixels on the longer side, over 255.
    var relief = 0.0
    /// The steepest steps between neighbouring pixels over the relief.
    var steepness = 0.0
    /// Deviation of the noise over the relief.
    var grain = 0.0
    /// See ``PaperWindows/moire``.
    var moire = 0.0
    /// What makes the page not worth reading.
    var hopeless: ReasonCode?

    private static let longSide = 1600.0
    private static let cell = 8
    /// Share of the shorter side left out on each side, against edges and shadows of the page.
    private static let margin = 0.03
    /// Steps steeper than so many others tell how steep edges are; fewer are specks.
    private static let steepSteps = 200
    /// Share of the cells, lightest and darkest, that the relief leaves out.
    private static let outliers = 0.001
    /// Greys, over 255, from which on paper is white, and under which it is dark.
    private static let (white, dark) = (0.75, 0.25)
    private static let clipped = 0.995

    init(_ grey: Image, bilevel: Bool, settings: PreprocessSettings) throws {
        let scale = min(1, Self.longSide / Double(max(grey.width, grey.height)))
        guard scale * Double(min(grey.width, grey.height)) >= Double(5 * Self.cell) else {
            relief = 1
            return
        }
        let small = scale < 1 ? try grey.scaled(by: scale) : grey
        let inset = Int(Self.margin * Double(min(small.width, small.height)))
        let page = try small.cropped(to: small.bounds.inset(by: inset))
        let levels = try CellLevels(page, cell: Self.cell)
        brightness = Double(levels.median) / 255
        relief = levels.relief(without: Self.outliers) / 255
        steepness = try Double(Self.steepestStep(page)) / max(1, 255 * relief)
        let windows = try PaperWindows(grey)
        grain = windows.grain / max(1, 255 * relief)
        moire = bilevel ? 0 : windows.moire
        hopeless = settings.earlyExit ? fault(bilevel: bilevel, settings) : nil
    }

    private func fault(bilevel: Bool, _ settings: PreprocessSettings) -> ReasonCode? {
        if relief < settings.hopelessRelief { return faintness }
        // Two levels have no noise, but dots that stand for grey.
        guard !bilevel else { return nil }
        if moire > settings.hopelessMoire { return .screenCapture }
        if grain > settings.hopelessGrain { return .noisy }
        return steepness < settings.hopelessSharpness ? .blurred : nil
    }

    /// Why nothing shows.
    private var faintness: ReasonCode {
        if brightness < Self.dark { return .tooDark }
        if brightness >= Self.clipped { return .overexposed }
        return brightness >= Self.white ? .blank : .lowContrast
    }

    private static func steepestStep(_ image: Image) throws -> Int {
        let bytes = try image.greyBytes()
        var counts = [Int](repeating: 0, count: 256)
        for row in 0..<image.height {
            let line = bytes[(row * image.width)..<((row + 1) * image.width)]
            for (left, right) in zip(line, line.dropFirst()) {
                counts[Int(left > right ? left - right : right - left)] += 1
            }
        }
        var sum = 0
        for step in counts.indices.reversed() {
            sum += counts[step]
            if sum >= steepSteps { return step }
        }
        return 0
    }
}

/// Mean grey of each square cell of a picture.
struct CellLevels {
    private let width: Int
    private let height: Int
    private var levels: [Double]

    init(_ image: Image, cell: Int) throws {
        let bytes = try image.greyBytes()
        let (across, down) = (image.width / cell, image.height / cell)
        var sums = [Int](repeating: 0, count: across * down)
        for row in 0..<(down * cell) {
            let start = row * image.width
            let target = row / cell * across
            for column in 0..<across {
                var sum = 0
                for x in (start + column * cell)..<(start + (column + 1) * cell) { sum += Int(bytes[x]) }
                sums[target + column] += sum
            }
        }
        (width, height) = (across, down)
        levels = sums.map { Double($0) / Double(cell * cell) }
    }

    var median: Int { Int(levels.sorted()[levels.count / 2].rounded()) }

    /// Grey levels between the darkest and the lightest cell, each against its surroundings of 17 × 17 cells.
    func relief(without outliers: Double) -> Double {
        let rests = zip(levels, surroundings(radius: 8)).map { $0 - $1 }.sorted()
        let skipped = Int(outliers * Double(rests.count))
        guard let least = rests.dropFirst(skipped).first, let most = rests.dropLast(skipped).last else { return 0 }
        return most - least
    }

    /// Means around each cell, by sums over all above and to the left.
    private func surroundings(radius: Int) -> [Double] {
        let stride = width + 1
        var sums = [Double](repeating: 0, count: stride * (height + 1))
        for y in 0..<height {
            for x in 0..<width {
                sums[(y + 1) * stride + x + 1] =
                    levels[y * width + x] + sums[y * stride + x + 1] + sums[(y + 1) * stride + x]
                    - sums[y * stride + x]
            }
        }
        return levels.indices.map { index in
            let (x, y) = (index % width, index / width)
            let (left, right) = (max(0, x - radius), min(width, x + radius + 1))
            let (top, bottom) = (max(0, y - radius), min(height, y + radius + 1))
            let sum =
                sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left]
                + sums[top * stride + left]
            return sum / Double((right - left) * (bottom - top))
        }
    }
}
