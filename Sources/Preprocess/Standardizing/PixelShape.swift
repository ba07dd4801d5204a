import Foundation
import Imaging
import Model

/// Whether a picture's pixels are as oblong as its file says: fax is (ITU-T T.4: 204 x 98 dpi), but cameras and programs
/// write two resolutions for square pixels, too. Letters are about as wide as high, whichever way up they stand.
enum PixelShape {
    /// Width over height of letters and figures, and their distance over it: medians of text faces. Those of OCR-B are 0.65
    /// and 0.8, of typewriters 0.9 and 1.25.
    private static let (usualWidth, usualDistance) = (0.8, 0.95)
    /// How much farther from the usual, in logarithms, the two are as the file says: fax breaks letters and joins them.
    private static let leastGain = 0.3
    /// Shapes less oblong than this are within what letters vary.
    private static let leastAspect = 1.4
    private static let (leastLetters, leastOfLine) = (30, 6)
    private static let longSide = 2000.0

    /// - Parameter aspect: height over width of a pixel, as the file says.
    /// - Returns: whether its letters look like letters as the pixels are stored, and not with their shape made up for.
    static func isSquare(_ image: Image, tagged aspect: Double) throws -> Bool {
        guard max(aspect, 1 / aspect) >= leastAspect else { return false }
        let scale = min(1, longSide / Double(max(image.width, image.height)))
        var binary = try Binarizing.otsu(image.scaled(by: scale).grey().backgroundNormalised())
        var layout = try TextLayout(binary)
        var stretch = 1 / aspect
        if layout.down > layout.across {
            binary = try binary.rotated(quarterTurns: 1)
            layout = try TextLayout(binary)
            stretch = aspect
        }
        let lines = layout.freeLines(most: TextLayout.mostFreeLines).filter { $0.letters.count >= leastOfLine }
        let widths = lines.flatMap(\.letters).map { Double($0.width) / Double($0.height) }.sorted()
        guard widths.count >= leastLetters else { return false }
        let distances = lines.flatMap { line in
            zip(line.letters, line.letters.dropFirst()).map { ($1.midX - $0.midX) / Double(line.medianHeight) }
        }.sorted()
        func deviation(_ stretch: Double) -> Double {
            abs(log(stretch * widths[widths.count / 2] / usualWidth))
                + abs(log(stretch * distances[distances.count / 2] / usualDistance))
        }
        return deviation(1) + leastGain < deviation(stretch)
    }
}
