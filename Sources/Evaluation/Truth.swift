package import Model

/// One line of `truth.jsonl`: what a document holds, and what is to become of it.
package struct TruthDocument: Hashable, Sendable, Codable {
    package enum Tier: String, Codable, Sendable, CaseIterable {
        /// As rendered, without any degradation.
        case clean
        /// As from a flatbed or a feeder.
        case scan
        /// As from a telephone's camera.
        case photo
        /// A capture that must be made again.
        case bad
    }

    /// Relative to the folder of `truth.jsonl`; of a document in a file with others, with its pages: `stack.pdf#3-4`.
    package var file: String
    package var kind: KindName
    /// Such as `passport`, `quitclaim_deed`, `letter`, `lease`.
    package var subkind: String
    package var tier: Tier
    /// Whether template, font or wording is one that is never in `Samples/`.
    package var heldBack: Bool
    /// Every value that a person would read off the document, under the contract's names.
    package var fields: [FieldName: FieldValue]
    package var expect: Decision.Action
    package var pages: [TruthPage]

    package init(
        file: String, kind: KindName, subkind: String, tier: Tier, heldBack: Bool, fields: [FieldName: FieldValue],
        expect: Decision.Action, pages: [TruthPage]
    ) {
        self.file = file
        self.kind = kind
        self.subkind = subkind
        self.tier = tier
        self.heldBack = heldBack
        self.fields = fields
        self.expect = expect
        self.pages = pages
    }

    private enum CodingKeys: String, CodingKey {
        case file, kind, subkind, tier, fields, expect, pages
        case heldBack = "held_back"
    }
}

package struct TruthPage: Hashable, Sendable, Codable {
    /// Of the page in the picture, clockwise from its upright top left; nil where the page is the whole picture.
    package var corners: Quadrilateral?
    /// Degrees that the text lines run clockwise of level.
    package var skew: Double
    /// How far the page was turned clockwise from upright: 0, 90, 180, 270.
    package var orientation: Int
    /// What is wrong with the capture, as a retake reason's code; nil for none.
    package var defect: ReasonCode?

    package init(corners: Quadrilateral? = nil, skew: Double = 0, orientation: Int = 0, defect: ReasonCode? = nil) {
        self.corners = corners
        self.skew = skew
        self.orientation = orientation
        self.defect = defect
    }
}
