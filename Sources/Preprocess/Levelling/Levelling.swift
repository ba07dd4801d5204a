import Foundation
import Imaging
import Model

extension Double {
    var arcTangentDegrees: Double { atan(self) * 180 / .pi }
}

/// Finds how far a page's text lines run from level.
struct Levelling {
    /// Degrees that text lines may run from level.
    static let limit = 16.0
    /// Best over worst score; what is not in lines stays below.
    static let minConfidence = 3.0
    /// The same where nothing but letters in lines was measured.
    static let minConfidenceOfLetters = 1.5
    /// The same where two sizes of a small picture agree.
    static let minConfidenceOfSizes = 1.4
    /// How much better the best angle must be than the page as it lies.
    static let minGain = 1.01
    /// Degrees by which row sums and letters' feet may differ before the letters alone are measured.
    static let closeness = 0.3
    /// Degrees that a page may slant by whose best angle scores hardly better than level.
    static let nearlyLevel = 0.6
    /// Degrees by which they may differ at all.
    static let farness = 1.5
    /// Degrees from which on a levelled page is measured again: where lines run so steep, letters are parted into lines
    /// less surely. And what that may add at most.
    static let steep = 1.0
    static let mostRest = 4.0
    /// Degrees; the feet of few letters tell no less.
    static let leastSlope = 0.5

    /// Degrees by which the row sums of all ink and those of the letters in lines may differ where neither is trusted by
    /// itself: on few or small letters both score low, but do not agree by chance.
    static let agreement = 0.1

    /// - Parameters:
    ///   - binary: 1 bit, reduced.
    ///   - layout: of the same picture.
    /// - Returns: degrees that the lines run clockwise of level; nil where that cannot be told.
    static func skew(of binary: Image, layout: TextLayout) throws -> Double? {
        let sums = try RowSums(of: binary)
        let whole = sums.trusted(from: minConfidence)
        // A card's back has a line or two, and the slanting rows of a bar code.
        guard let slope = layout.slope else {
            if let whole { return whole }
            let letters = try letters(of: binary, layout)
            return letters.trusted(from: minConfidence) ?? sums.agreed(with: letters)
        }
        if let whole, abs(whole - slope) <= closeness { return whole }
        // Frames, patterns and portraits have angles of their own; of three opinions the middle one.
        let ofLetters = try letters(of: binary, layout)
        let letters = ofLetters.trusted(from: minConfidenceOfLetters)
        // The feet of a bar code's modules run anyhow.
        if let whole, let letters, abs(whole - letters) <= agreement { return whole }
        let opinions = [whole, letters].compactMap(\.self).filter { abs($0 - slope) <= farness }
        if whole != nil, letters != nil, opinions.count == 2 { return (opinions + [slope]).sorted()[1] }
        if let agreeing = opinions.first { return agreeing }
        if whole == nil, letters == nil, let agreed = sums.agreed(with: ofLetters) { return agreed }
        return abs(slope) >= leastSlope && abs(slope) <= limit ? slope : nil
    }

    /// Pixels on the longer side of a small picture, and of one so small that even twice as large it is small.
    static let small = 1200
    static let smallest = 600

    /// - Parameter page: evenly lit; enlarged, letters that run together part, and the rows of few words tell more.
    /// - Returns: degrees that the lines run clockwise of level; nil where that cannot be told, and for larger pictures.
    static func skew(ofSmall page: Image) throws -> Double? {
        let side = max(page.width, page.height)
        guard side <= small else { return nil }
        let factor = side <= smallest ? 2.0 : 1
        let larger = try RowSums(of: Binarizing.otsu(page.scaled(by: 2 * factor)))
        if let trusted = larger.trusted(from: minConfidence) { return trusted }
        let smaller = try RowSums(of: Binarizing.otsu(page.scaled(by: factor)))
        guard let skew = larger.trusted(from: minConfidenceOfSizes),
            let other = smaller.trusted(from: minConfidenceOfSizes), abs(skew - other) <= agreement
        else { return nil }
        return skew
    }

    private static func letters(of binary: Image, _ layout: TextLayout) throws -> RowSums {
        try RowSums(of: binary.keeping(layout.lines.flatMap(\.letters)))
    }
}

/// What the row sums of a 1-bit picture say of its skew.
private struct RowSums {
    let picture: Image
    let measured: SkewMeasurement?

    init(of picture: Image) throws {
        self.picture = picture
        measured = try picture.measuredSkew()
    }

    /// Degrees; nil where the picture is not in lines.
    func trusted(from minConfidence: Double) -> Double? {
        guard let measured, measured.confidence >= minConfidence, abs(measured.degrees) <= Levelling.limit else {
            return nil
        }
        guard !isWorthIt else { return refined }
        return picture.refinedSkew(near: abs(measured.degrees) <= Levelling.nearlyLevel ? measured.degrees : 0) ?? 0
    }

    /// Degrees that the row sums of the letters in lines say, too; nil where they do not.
    func agreed(with letters: RowSums) -> Double? {
        guard let measured, let other = letters.measured, abs(measured.degrees) <= Levelling.limit,
            abs(measured.degrees - other.degrees) <= Levelling.closeness, isWorthIt, letters.isWorthIt,
            let own = refined, let theirs = letters.refined
        else { return nil }
        // On a few small letters the search's steps are coarse: what they agree on may show only behind them.
        let apart = min(abs(measured.degrees - other.degrees), abs(own - theirs))
        return apart <= Levelling.agreement ? theirs : nil
    }

    /// Whether levelling gains anything: else the page lies level, or nearly so.
    private var isWorthIt: Bool {
        guard let measured else { return false }
        return measured.score >= Levelling.minGain * measured.levelScore
    }

    private var refined: Double? {
        measured.map { picture.refinedSkew(near: $0.degrees) ?? $0.degrees }
    }
}
