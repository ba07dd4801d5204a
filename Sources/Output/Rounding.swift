import Foundation
import Model

/// How many decimals a figure keeps. Rounding twice changes nothing; what is no number becomes 0.
enum Rounding {
    static func rounded(_ outcome: Outcome) -> Outcome {
        var result = outcome
        result.classification = outcome.classification.map(rounded)
        result.fields = outcome.fields?.mapValues(rounded)
        result.decision?.reasons = outcome.decision?.reasons.map(rounded) ?? []
        result.pages = outcome.pages?.map(rounded)
        result.timing = outcome.timing?.mapValues { decimals($0, 1) }
        result.following = outcome.following.map(rounded)
        return result
    }

    private static func rounded(_ classification: Classification) -> Classification {
        var result = classification
        result.confidence = decimals(classification.confidence, 4)
        result.scores = classification.scores.mapValues { decimals($0, 4) }
        for index in result.evidence.indices {
            result.evidence[index].weight = decimals(result.evidence[index].weight, 4)
        }
        return result
    }

    private static func rounded(_ field: Field) -> Field {
        var result = field
        result.confidence = decimals(field.confidence, 4)
        result.rawConfidence = field.rawConfidence.map { decimals($0, 4) }
        for index in result.alternatives.indices {
            result.alternatives[index].confidence = decimals(result.alternatives[index].confidence, 4)
        }
        return result
    }

    private static func rounded(_ reason: Reason) -> Reason {
        var result = reason
        result.measured = reason.measured.map { decimals($0, 4) }
        result.threshold = reason.threshold.map { decimals($0, 4) }
        return result
    }

    private static func rounded(_ page: PageReport) -> PageReport {
        var result = page
        result.dpi = decimals(page.dpi, 2)
        result.skew = decimals(page.skew, 3)
        result.orientationScores = page.orientationScores?.map { decimals($0, 2) }
        result.binarization?.scores = page.binarization?.scores.mapValues { decimals($0, 2) } ?? [:]
        result.confidence = decimals(page.confidence, 4)
        result.outline = page.outline.map {
            Quadrilateral(
                topLeft: rounded($0.topLeft), topRight: rounded($0.topRight), bottomRight: rounded($0.bottomRight),
                bottomLeft: rounded($0.bottomLeft))
        }
        // The last row is multiplied by coordinates of thousands of pixels, hence the many decimals.
        result.transform = Transform(page.transform.elements.map { decimals($0, 10) })
        result.displacement?.shifts = page.displacement?.shifts.map { decimals($0, 2) } ?? []
        result.quality = rounded(page.quality)
        if let words = page.words {
            result.words = words.map {
                var word = $0
                word.confidence = decimals($0.confidence, 4)
                return word
            }
        }
        return result
    }

    private static func rounded(_ point: Point) -> Point { Point(x: decimals(point.x, 2), y: decimals(point.y, 2)) }

    private static func rounded(_ quality: Quality) -> Quality {
        Quality(
            sharpness: decimals(quality.sharpness, 4), contrast: decimals(quality.contrast, 4),
            brightness: decimals(quality.brightness, 4), glare: decimals(quality.glare, 4),
            clipped: decimals(quality.clipped, 4), moire: decimals(quality.moire, 4),
            noise: decimals(quality.noise, 2), textHeight: decimals(quality.textHeight, 2),
            coverage: decimals(quality.coverage, 4))
    }

    /// To the nearest figure with so many decimals; minus zero becomes zero.
    static func decimals(_ number: Double, _ count: Int) -> Double {
        guard number.isFinite else { return 0 }
        let scale = pow(10, Double(count))
        let scaled = (number * scale).rounded()
        return scaled.isFinite ? scaled / scale + 0 : number
    }
}
