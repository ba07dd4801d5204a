/// Why a document is not accepted: the contract's codes.
package enum ReasonCode: String, Codable, Sendable, CaseIterable {
    // Retake: faults of the capture alone.
    case blurred, glare
    case tooDark = "too_dark"
    case overexposed
    case lowContrast = "low_contrast"
    case noisy
    case textTooSmall = "text_too_small"
    case cutOff = "cut_off"
    case screenCapture = "screen_capture"
    case blank, unreadable
    // Review: what a person must judge.
    case unknownKind = "unknown_kind"
    case lowConfidence = "low_confidence"
    case fieldMissing = "field_missing"
    case fieldInvalid = "field_invalid"
    case fieldConflict = "field_conflict"
    case checkDigitFailed = "check_digit_failed"
    case expired
    case notYetValid = "not_yet_valid"
    case unsigned
    case orientationUncertain = "orientation_uncertain"
    case possibleDuplicate = "possible_duplicate"
    case severalDocuments = "several_documents"
    case missingSide = "missing_side"
    case handwriting, specimen
    case pageFailed = "page_failed"
    case redacted, altered

    /// Whether the capture is at fault, so that a new one may help.
    package var isCaptureFault: Bool {
        switch self {
        case .blurred, .glare, .tooDark, .overexposed, .lowContrast, .noisy, .textTooSmall, .cutOff, .screenCapture,
            .blank, .unreadable:
            true
        default: false
        }
    }
}

/// One reason of a decision.
package struct Reason: Hashable, Sendable, Codable {
    package var code: ReasonCode
    /// What a person is to do or to look at. Never holds a value of the document.
    package var message: String
    package var page: Int?
    package var field: FieldName?
    package var measured: Double?
    package var threshold: Double?
    /// Where on the upright page; nil where it is all over it or nowhere.
    package var box: Box?
    /// Of the document that this one may be a duplicate of: its `id`.
    package var duplicateOf: String?

    package init(
        code: ReasonCode, message: String, page: Int? = nil, field: FieldName? = nil, measured: Double? = nil,
        threshold: Double? = nil, box: Box? = nil, duplicateOf: String? = nil
    ) {
        self.code = code
        self.message = message
        self.page = page
        self.field = field
        self.measured = measured
        self.threshold = threshold
        self.box = box
        self.duplicateOf = duplicateOf
    }

    private enum CodingKeys: String, CodingKey {
        case code, message, page, field, measured, threshold, box
        case duplicateOf = "duplicate_of"
    }
}

/// What was repaired or left out without harm to the decision.
package struct Warning: Hashable, Sendable, Codable {
    /// A stable word such as `orientation_tag_overruled`; docs/errors.md lists all.
    package var code: WarningCode
    package var message: String
    package var page: Int?

    package init(code: WarningCode, message: String, page: Int? = nil) {
        self.code = code
        self.message = message
        self.page = page
    }
}

/// The codes of warnings; docs/errors.md explains each.
package enum WarningCode: String, Codable, Sendable, CaseIterable {
    case orientationTagOverruled = "orientation_tag_overruled"
    case resolutionEstimated = "resolution_estimated"
    case damageRepaired = "damage_repaired"
    case textLayerIgnored = "text_layer_ignored"
    case typeMismatch = "type_mismatch"
    case valueLeftOut = "value_left_out"
    case sourcesDiffer = "sources_differ"
    case barcodeUnreadable = "barcode_unreadable"
    case datesOutOfOrder = "dates_out_of_order"
    case surveyOpen = "survey_open"
    case countiesDiffer = "counties_differ"
    case recognitionCutShort = "recognition_cut_short"
    case retriedAfterCrash = "retried_after_crash"
    case blankPage = "blank_page"
    case overlayRead = "overlay_read"
    case notKept = "not_kept"
    case fontsMissing = "fonts_missing"
    case filesAttached = "files_attached"
    case pageInverted = "page_inverted"
    case resolutionOverruled = "resolution_overruled"
}

package struct Decision: Hashable, Sendable, Codable {
    package enum Action: String, Codable, Sendable, CaseIterable {
        case accept, review, retake
    }

    package var action: Action
    /// Empty exactly for `accept`.
    package var reasons: [Reason]

    package init(action: Action, reasons: [Reason]) {
        self.action = action
        self.reasons = reasons
    }
}
