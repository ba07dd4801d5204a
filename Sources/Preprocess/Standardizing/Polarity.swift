import Imaging
import Model

/// Finds light print on a dark ground, as photostats and screens have it: of both polarities, the one in which letters
/// stand in lines is the print's. Bands and boxes on a page of dark print stay as they are.
enum Polarity {
    private static let (longSide, leastSide) = (1600.0, 200.0)
    /// Pixels on the longer side of a picture in which print and ground are one shade.
    private static let coarseSide = 200.0
    /// Shade under which a ground with its print is dark.
    private static let dark = 128
    /// Share of the picture that is dark at least: of a page on a scanner's bed, or with a border.
    private static let leastDark = 0.2
    /// Pixels over which a photostat's grain is averaged.
    private static let noise = 0.7
    /// Letters in lines from which they are print, and how many times as many as of dark print.
    private static let (leastLetters, leastRatio) = (60, 2)
    /// Share of the picture from which its ground is the whole of it.
    private static let whole = 0.97

    /// - Returns: 1 bit, of the picture's size, ink where the ground is dark; nil where the print is dark on light.
    static func darkGround(in image: Image) throws -> Image? {
        let (width, height) = (Double(image.width), Double(image.height))
        let scale = min(1, longSide / max(width, height))
        guard scale * min(width, height) >= leastSide else { return nil }
        let small = try image.scaled(by: scale).grey()
        let coarse = try small.scaled(by: coarseSide / Double(max(small.width, small.height))).thresholded(at: dark)
        guard coarse.inkRatio(in: coarse.bounds) >= leastDark else { return nil }
        let mask = try large(coarse).resized(to: small)
        guard mask.inkRatio(in: mask.bounds) >= leastDark / 2 else { return nil }
        let smooth = try small.blurred(sigma: noise)
        let print = try smooth.inverted().sauvolaBinarized().intersection(mask)
        let light = try letters(in: print)
        guard light >= leastLetters, light >= leastRatio * (try letters(in: smooth.sauvolaBinarized())) else {
            return nil
        }
        let shades = try [mask, print].map { GreyStatistics.percentile(0.5, of: try small.histogram(under: $0)) }
        let level = (shades[0] + shades[1]) / 2
        let ground = try image.thresholded(at: max(1, level)).components(touching: mask.resized(to: image))
            .holesFilled()
        guard ground.inkRatio(in: ground.bounds) < whole else {
            return try ground.union(ground.inverted())
        }
        return ground
    }

    /// The parts that may be a page.
    private static func large(_ coarse: Image) throws -> Image {
        let opened = try coarse.opened(width: 5, height: 5).holesFilled()
        return try opened.keeping(
            opened.connectedComponents().filter {
                Double($0.area) >= leastDark / 2 * Double(opened.bounds.area)
            })
    }

    /// Letters in lines with room above and below, whether these run across or down.
    private static func letters(in binary: Image) throws -> Int {
        var layout = try TextLayout(binary)
        if layout.down > layout.across { layout = try TextLayout(binary.rotated(quarterTurns: 1)) }
        return layout.freeLines(most: TextLayout.mostFreeLines).reduce(0) { $0 + $1.letters.count }
    }
}

extension Image {
    /// 1 bit, as large as another picture.
    fileprivate func resized(to other: Image) throws -> Image {
        try scaled(byX: Double(other.width) / Double(width), y: Double(other.height) / Double(height))
            .thresholded(at: 128)
    }
}
