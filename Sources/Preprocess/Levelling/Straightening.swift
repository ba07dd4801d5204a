import Foundation
import Imaging
import Model

/// Straightens the lines of a page that did not lie flat, such as a book's near its spine or a letter with folds, where
/// that makes it read better.
struct Straightening {
    /// Degrees between a line's left and right half from which on its page is suspected to be curved.
    static let leastBend = 0.7
    /// Degrees between the slopes of lines from which on it is suspected likewise.
    static let leastFan = 1.2
    static let sampledLines = 8
    /// Lines that tell.
    static let leastLines = 5
    static let lettersOfALine = 16
    /// Evidence after over evidence before, for a change to be worth it.
    static let leastGain = 1.03

    let evidence: (Image) throws -> Double

    /// - Parameter page: upright.
    /// - Returns: nil where the page is flat, or no better straightened.
    func straightened(_ page: UprightPage) throws -> (page: UprightPage, displacement: Displacement)? {
        guard Self.isCurved(page.lines), let field = page.images.binary.measuredCurvature() else { return nil }
        var result = page
        result.images.grey = try page.images.grey.displaced(by: field)
        result.images.normalised = try page.images.normalised.displaced(by: field)
        result.images.binary = try page.images.binary.displaced(by: field).thresholded(at: 128)
        result.reduction = try Reduction(of: result.images.binary)
        let layout = try TextLayout(result.reduction.image)
        result.lines = layout.lines
        let before = try read(page.images.normalised, TextLayout(page.reduction.image), page.reduction)
        let after = try read(result.images.normalised, layout, result.reduction)
        return after > before * Self.leastGain ? (result, field) : nil
    }

    /// Evidence for each letter of lines spread over the page: those that curve most stand at its top and bottom.
    private func read(_ picture: Image, _ layout: TextLayout, _ reduction: Reduction) throws -> Double {
        let long = layout.lines.filter { $0.letters.count >= Self.lettersOfALine }.sorted { $0.box.y < $1.box.y }
        let count = min(Self.sampledLines, long.count)
        let lines = (0..<count).map { long[$0 * (long.count - 1) / max(1, count - 1)] }
        guard let strips = try TextStrips(lines, reduction: reduction, source: picture) else { return 0 }
        return try evidence(strips.image) / Double(max(1, strips.letters))
    }

    /// Whether the halves of many lines run at different slopes, or the lines fan out.
    static func isCurved(_ lines: [TextLayout.Line]) -> Bool {
        let long = lines.prefix(60).filter { $0.letters.count >= lettersOfALine }
        let bends = long.compactMap(bend).map(abs).sorted()
        let slopes = long.compactMap { slope($0.letters) }.sorted()
        guard bends.count >= leastLines, slopes.count >= leastLines else { return false }
        return bends[bends.count * 3 / 4] >= leastBend
            || slopes[slopes.count * 9 / 10] - slopes[slopes.count / 10] >= leastFan
    }

    /// Degrees that the right half of a line runs clockwise of its left half.
    private static func bend(_ line: TextLayout.Line) -> Double? {
        let middle = line.letters.count / 2
        guard let left = slope(Array(line.letters[..<middle])), let right = slope(Array(line.letters[middle...]))
        else { return nil }
        return right - left
    }

    private static func slope(_ letters: [Box]) -> Double? {
        let apart = letters.count / 2
        guard apart >= 3 else { return nil }
        let slopes = (0..<(letters.count - apart)).map { index in
            Double(letters[index + apart].maxY - letters[index].maxY)
                / max(1, letters[index + apart].midX - letters[index].midX)
        }.sorted()
        return slopes[slopes.count / 2].arcTangentDegrees
    }
}
