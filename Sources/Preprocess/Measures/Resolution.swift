import Foundation
import Imaging
import Model

/// Pixels per inch of a page whose file may say nothing or nonsense.
struct Resolution {
    var dpi: Double
    var isEstimated: Bool

    /// Inches, longer side first, and the x-height of usual print in points: letter, A4, legal (ISO 216, ASME Y14.1) with
    /// 11-point print, ID-1 and ID-3 (ISO/IEC 7810) with 7-point print.
    private static let knownSizes: [(long: Double, short: Double, print: Double)] = [
        (11, 8.5, usualPoints), (11.693, 8.268, usualPoints), (14, 8.5, usualPoints), (3.370, 2.125, 3.5),
        (4.921, 3.465, 3.5),
    ]
    /// Inches; what is smaller is a card or a booklet's page.
    private static let leastSheet = 8.0
    /// How far a page's shape may be off, and a card's in perspective, of which it is an estimate: it may come out as that
    /// of a legal sheet, and sheets, which are larger in the picture, hardly as a card's.
    private static let (allowance, allowanceOfCards) = (0.02, 0.045)
    /// Longer over shorter side.
    static let knownRatios = knownSizes.map { $0.long / $0.short }
    /// x-heights of print that people are meant to read, in points; the modules of a bar code may be taken for letters
    /// of 15.
    private static let plausiblePoints = 1.8...18.0
    /// x-height of 11-point print, in points.
    private static let usualPoints = 5.2
    /// What programs write that know of no resolution: a known size beats it.
    private static let unmeasured: Set = [72.0, 96.0]
    /// Whether a device wrote it that knows its own resolution.
    static func isMeasured(_ dpi: Double) -> Bool { !unmeasured.contains(dpi.rounded()) }
    private static let plausibleDPI = 50.0...1300.0
    private static let plausibleInches = 1.0...50.0

    /// - Parameters:
    ///   - tag: what the file says, for these pixels.
    ///   - width: of the page before levelling, in pixels.
    ///   - height: likewise.
    ///   - textHeight: x-height in pixels; 0 where unknown.
    ///   - isCutOut: whether the page was found by its outline, whose shape then tells more than its print.
    init(tag: Double?, width: Int, height: Int, textHeight: Double, isCutOut: Bool = false) {
        let tagged = tag.flatMap {
            Resolution.isPlausible($0, width: width, height: height, textHeight: textHeight) ? $0 : nil
        }
        if let tagged, !Resolution.unmeasured.contains(tagged.rounded()) {
            self.init(dpi: tagged, isEstimated: false)
            return
        }
        let bySize = Resolution.bySize(width: width, height: height, textHeight: textHeight, isCutOut: isCutOut)
        if let tagged, bySize.map({ abs($0 / tagged - 1) < 0.02 }) ?? true {
            self.init(dpi: tagged, isEstimated: false)
        } else {
            self.init(dpi: bySize ?? Resolution.byText(textHeight) ?? 300, isEstimated: true)
        }
    }

    private init(dpi: Double, isEstimated: Bool) {
        self.dpi = dpi
        self.isEstimated = isEstimated
    }

    private static func isPlausible(_ dpi: Double, width: Int, height: Int, textHeight: Double)
        -> Bool
    {
        guard plausibleDPI.contains(dpi), plausibleInches.contains(Double(max(width, height)) / dpi)
        else {
            return false
        }
        return textHeight == 0 || plausiblePoints.contains(textHeight / dpi * 72)
    }

    /// By the known size of the same shape whose print comes out nearest to its usual size.
    private static func bySize(width: Int, height: Int, textHeight: Double, isCutOut: Bool) -> Double? {
        let (long, short) = (Double(max(width, height)), Double(min(width, height)))
        let candidates = knownSizes.filter {
            let isCard = isCutOut && $0.long < leastSheet
            return abs(long / short / ($0.long / $0.short) - 1) < (isCard ? allowanceOfCards : allowance)
        }
        .map { (dpi: (long / $0.long * short / $0.short).squareRoot(), print: $0.print) }
        .filter { isPlausible($0.dpi, width: width, height: height, textHeight: isCutOut ? 0 : textHeight) }
        guard textHeight > 0 else { return candidates.first?.dpi }
        func distance(_ candidate: (dpi: Double, print: Double)) -> Double {
            abs(log(textHeight / candidate.dpi * 72 / candidate.print))
        }
        return candidates.min { distance($0) < distance($1) }?.dpi
    }

    private static func byText(_ textHeight: Double) -> Double? {
        guard textHeight > 0 else { return nil }
        return min(1200, max(70, textHeight * 72 / usualPoints))
    }
}
