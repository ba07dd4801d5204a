import Foundation
package import Model

/// What speaks for and against a value, as figures that a ``ConfidenceModel`` weighs. All of it stands in a result, so
/// that a model can be fitted on results alone (docs/decisions.md).
package struct ConfidenceEvidence: Hashable, Sendable {
    package enum Feature: String, CaseIterable, Sendable {
        /// Log-odds of the reading's own figure, up to those of 0.9; what lies above is `sure_reading`.
        case reading
        case sureReading = "sure_reading"
        /// 1 where another source or place of the document says the same.
        case agreement
        /// 1 where a check digit is right.
        case checkDigit = "check_digit"
        /// 1 where two readers of different makers read each of its words alike.
        case secondReading = "second_reading"
        /// 1 where the rules and the tagger found the same value.
        case secondFinding = "second_finding"
        /// 1 where a check of form or content was passed: format, registry, bearings, …
        case check
        /// 1 where the courses of a survey close: each of its bearings and distances is proved by the others.
        case closure
        /// 1 where any check failed, but for a second finding, which is a rival.
        case failedCheck = "failed_check"
        /// Figure of the likeliest other reading, 0…1.
        case rival
        // 1 for values from there; print is what they are held against.
        case zone, barcode, mark, derived
        /// 1 for what is not there, such as a signature: it may have been missed.
        case absence
        /// Mean confidence of the page's words over 0.9, in tenths. This and what follows only for what is read in print.
        case legiblePage = "legible_page"
        /// Doublings of the letters' height over 16 pixels.
        case largePrint = "large_print"
        /// Sharpness over 0.4, in fifths.
        case sharpPage = "sharp_page"
        /// 1 where the page was cut out of a photograph.
        case photograph

        /// What can only speak for a value, or only against it: whatever was fitted, more of it never does the opposite.
        package enum Bearing: Sendable {
            case supports, opposes, either
        }

        package var bearing: Bearing {
            switch self {
            case .reading, .sureReading, .agreement, .checkDigit, .secondReading, .secondFinding, .check, .closure,
                .legiblePage,
                .largePrint, .sharpPage:
                .supports
            case .failedCheck, .rival: .opposes
            case .zone, .barcode, .mark, .derived, .absence, .photograph: .either
            }
        }
    }

    /// By feature; what is not there is 0.
    package private(set) var figures: [Feature: Double] = [:]

    /// - Parameter page: that the value stands on.
    package init(_ field: Field, on page: PageSign?) {
        let reading = Self.logOdds(field.rawConfidence ?? field.confidence)
        figures[.reading] = min(reading, Self.sure)
        figures[.sureReading] = max(0, reading - Self.sure)
        if Self.agreeing.contains(where: { Self.passed($0, field) }) { figures[.agreement] = 1 }
        if Self.passed("check_digit", field) { figures[.checkDigit] = 1 }
        if Self.passed("second_reading", field) { figures[.secondReading] = 1 }
        if Self.passed(TaggedMerge.check, field) { figures[.secondFinding] = 1 }
        if Self.telling.contains(where: { Self.passed($0, field) }) { figures[.check] = 1 }
        if Self.passed("closure", field) { figures[.closure] = 1 }
        if field.checks.contains(where: { !$0.passed && $0.name != TaggedMerge.check }) { figures[.failedCheck] = 1 }
        figures[.rival] = min(1, max(0, field.alternatives.map(\.confidence).max() ?? 0))
        switch field.source {
        case .mrz: figures[.zone] = 1
        case .barcode: figures[.barcode] = 1
        case .mark: figures[.mark] = 1
        case .derived: figures[.derived] = 1
        case .text, .person: break
        }
        if field.value == .flag(false) { figures[.absence] = 1 }
        if let page { add(page, isPrint: field.source != .mrz && field.source != .barcode) }
    }

    private mutating func add(_ page: PageSign, isPrint: Bool) {
        if page.isPhotograph { figures[.photograph] = 1 }
        guard isPrint else { return }
        figures[.legiblePage] = 10 * (page.confidence - 0.9)
        if page.quality.textHeight > 0 {
            figures[.largePrint] = log2(min(32, max(4, page.quality.textHeight)) / 16)
        }
        figures[.sharpPage] = 5 * (min(0.6, page.quality.sharpness) - 0.4)
    }

    /// Another source, another place of the document that has the same name, and an e-mail address made of the name.
    private static let agreeing = ["agreement", "repetition", "name"]

    /// Checks that say something of the value itself; dates lie in order and in range whatever their figures are.
    private static let telling = ["format", "registry", "bearings", "marks"]

    private static func passed(_ name: String, _ field: Field) -> Bool {
        field.checks.contains { $0.name == name && $0.passed }
    }

    /// The reading's own figure from which it counts as sure.
    private static let sure = logOdds(0.9)

    /// Of a chance within 0.02…0.9985: figures beyond say no more. What is no number is the least.
    package static func logOdds(_ chance: Double) -> Double {
        let bounded = chance.isNaN ? 0.02 : min(0.9985, max(0.02, chance))
        return log(bounded / (1 - bounded))
    }
}

/// What a page's capture says about all that was read on it.
package struct PageSign: Hashable, Sendable {
    package var quality: Quality
    /// Mean confidence of its words, 0…1.
    package var confidence: Double
    package var isPhotograph: Bool

    package init(quality: Quality, confidence: Double, isPhotograph: Bool) {
        self.quality = quality
        self.confidence = confidence
        self.isPhotograph = isPhotograph
    }

    package init(_ page: RecognizedPage) {
        self.init(
            quality: page.prepared.quality, confidence: page.confidence, isPhotograph: page.prepared.outline != nil)
    }

    package init(_ page: PageReport) {
        self.init(quality: page.quality, confidence: page.confidence, isPhotograph: page.outline != nil)
    }
}
