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
    /// How much better the best angle must be than the page as it lies.
    static let minGain = 1.01
    /// Degrees by which row sums and letters' feet may differ before the letters alone are measured.
    static let closeness = 0.25
    /// Degrees by which they may differ at all.
    static let farness = 1.5
    /// Degrees from which on a levelled page is measured again: where lines run so steep, letters are parted into lines
    /// less surely. And what that may add at most.
    static let steep = 1.0
    static let mostRest = 2.5
    /// Degrees; the feet of few letters tell no less.
    static let leastSlope = 0.5

    /// - Parameters:
    ///   - binary: 1 bit, reduced.
    ///   - layout: of the same picture.
    /// - Returns: degrees that the lines run clockwise of level; 0 where that cannot be told.
    static func skew(of binary: Image, layout: TextLayout) throws -> Double {
        let whole = try trusted(binary.measuredSkew(), minConfidence: minConfidence)
        func letters(_ minConfidence: Double) throws -> Double? {
            try trusted(
                binary.keeping(layout.lines.flatMap(\.letters)).measuredSkew(), minConfidence: minConfidence)
        }
        // A card's back has a line or two, and the slanting rows of a bar code.
        guard let slope = layout.slope else { return try whole ?? letters(minConfidence) ?? 0 }
        if let whole, abs(whole - slope) <= closeness { return whole }
        // Frames, patterns and portraits have angles of their own; of three opinions the middle one.
        let letters = try letters(minConfidenceOfLetters)
        let opinions = [whole, letters].compactMap(\.self).filter { abs($0 - slope) <= farness }
        if whole != nil, letters != nil, opinions.count == 2 { return (opinions + [slope]).sorted()[1] }
        if let agreeing = opinions.first { return agreeing }
        return abs(slope) >= leastSlope && abs(slope) <= limit ? slope : 0
    }

    private static func trusted(_ measured: SkewMeasurement?, minConfidence: Double) -> Double? {
        guard let measured, measured.confidence >= minConfidence, abs(measured.degrees) <= limit else {
            return nil
        }
        // What gains nothing by levelling lies level.
        return measured.score >= minGain * measured.levelScore ? measured.degrees : 0
    }
}
