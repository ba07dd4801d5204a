import Foundation
import Imaging
import Model

extension Double {
    var arcTangentDegrees: Double { atan(self) * 180 / .pi }
}

/// Decides whether and how far a page is to be levelled.
struct Levelling {
    /// Degrees that text lines may run from level.
    static let limit = 15.5
    /// Best over worst score; what is not in lines stays below.
    static let minConfidence = 3.0
    /// How much better the best angle must be than the page as it lies.
    static let minGain = 1.01

    /// - Parameters:
    ///   - binary: 1 bit, reduced.
    ///   - layout: of the same picture.
    /// - Returns: degrees that the lines run clockwise of level; 0 where levelling would not help.
    static func skew(of binary: Image, layout: TextLayout, minSkew: Double) throws -> Double {
        let slope = layout.slope
        if let measured = try binary.measuredSkew(), measured.confidence >= minConfidence,
            measured.score >= minGain * measured.levelScore || abs(measured.degrees) < minSkew,
            agrees(measured.degrees, with: slope)
        {
            return abs(measured.degrees) >= minSkew && abs(measured.degrees) <= limit
                ? measured.degrees : 0
        }
        // Few lines, as on cards: their letters' feet still tell, if more coarsely.
        guard let slope, abs(slope) >= max(minSkew, 0.5), abs(slope) <= limit else { return 0 }
        return slope
    }

    /// Frames and patterns have angles of their own: where there are lines of letters, these must agree.
    private static func agrees(_ degrees: Double, with slope: Double?) -> Bool {
        slope.map { abs($0 - degrees) <= 1.5 } ?? true
    }
}
