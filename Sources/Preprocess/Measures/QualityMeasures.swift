import Imaging
import Model

/// The measures of docs/quality.md, on the upright page.
struct QualityMeasures {
    let grey: Image
    let binary: Image
    let reduction: Reduction
    let lines: [TextLayout.Line]

    /// - Parameters:
    ///   - coverage: share of the frame that the page fills.
    ///   - glare: see ``Glare``.
    ///   - moire: see ``PaperWindows``.
    ///   - noise: see ``Noise``.
    func quality(coverage: Double, glare: Double, moire: Double, noise: Double, textHeight: Double) throws -> Quality {
        let (paper, ink) = try Self.levels(of: grey, ink: binary)
        return Quality(
            sharpness: try sharpness(contrast: paper - ink), contrast: Double(max(0, paper - ink)) / 255,
            brightness: Double(paper) / 255, glare: glare, clipped: try Self.clipped(grey), moire: moire,
            noise: noise, textHeight: textHeight, coverage: coverage)
    }

    /// Median grey of the paper; grey that a fifth of the ink is darker than, so that blurred rims do not count.
    static func levels(of grey: Image, ink binary: Image) throws -> (paper: Int, ink: Int) {
        let step = max(1, min(grey.width, grey.height) / 800)
        let all = try grey.histogram(step: step)
        let dark = try grey.histogram(under: binary, step: step)
        let light = zip(all, dark).map { max(0, $0 - $1) }
        let paper = GreyStatistics.percentile(0.5, of: light)
        return (paper, dark.reduce(0, +) > 0 ? GreyStatistics.percentile(0.2, of: dark) : paper)
    }

    /// Share of pixels at the top of the grey scale.
    static func clipped(_ grey: Image) throws -> Double {
        let levels = try grey.histogram(step: max(1, min(grey.width, grey.height) / 800))
        let top = levels.dropFirst(254).reduce(0, +)
        return Double(top) / Double(max(1, levels.reduce(0, +)))
    }

    /// Median over the edges of letters, along rows: the steepest step between neighbours over the whole rise.
    private func sharpness(contrast: Int) throws -> Double {
        let least = max(12, contrast / 2)
        var counts = [Int](repeating: 0, count: 101)
        for line in lines.prefix(10) {
            // Lines are found in black and white, whose picture may be a pixel larger.
            let place = reduction.enlarged(line.box).intersection(grey.bounds)
            guard !place.isEmpty else { continue }
            let crop = try grey.cropped(to: place)
            let bytes = try crop.greyBytes()
            for row in stride(from: 0, to: crop.height, by: 2) {
                EdgeSteepness.count(
                    bytes[(row * crop.width)..<((row + 1) * crop.width)], least: least, into: &counts)
            }
        }
        return counts.reduce(0, +) > 0 ? Double(GreyStatistics.percentile(0.5, of: counts)) / 100 : 0
    }

    /// Share of ink in the page's middle; margins with their punched holes, staples and shadows, and specks, left out.
    static func ink(_ reduction: Reduction) throws -> Double {
        let page = reduction.image.bounds
        let middle = page.inset(by: Int(0.08 * Double(min(page.width, page.height))))
        return try reduction.image.withoutSpecks(smallerThan: 4).inkRatio(in: middle)
    }
}

/// How steep the rises and falls of a row of grey pixels are.
enum EdgeSteepness {
    /// Counts each rise or fall of at least `least` levels under its steepest step in percent of the whole.
    static func count(_ row: ArraySlice<UInt8>, least: Int, into counts: inout [Int]) {
        guard var last = row.first.map(Int.init) else { return }
        var start = last
        var steepest = 0
        var direction = 0
        func close(_ end: Int) {
            let whole = abs(end - start)
            if whole >= least { counts[min(100, steepest * 100 / whole)] += 1 }
        }
        for value in row.dropFirst().lazy.map(Int.init) {
            let step = value - last
            if step != 0, step.signum() != direction {
                close(last)
                start = last
                steepest = 0
                direction = step.signum()
            }
            steepest = max(steepest, abs(step))
            last = value
        }
        close(last)
    }
}
