package import Model

/// One line of `truth.jsonl`: what a document holds, and what is to become of it.
package struct TruthDocument: Hashable, Sendable {
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

    /// Other decisions that are right, too.
    package var expectAlso: [Decision.Action] = []
    /// Other values of a field that are as right.
    package var alternatives: [FieldName: [FieldValue]] = [:]
    /// Fields whose truth can be argued; `kind` among them stands for the document's kind.
    package var soft: [String] = []
    /// Whether a careful person can read every required field; nil where the truth does not tell.
    package var isLegible: Bool?
    /// Why it is not to be accepted, such as `unsigned` or `blank`.
    package var why: String?
    /// The form that it was made from.
    package var template: String?
    /// What wear it was given.
    package var recipe: String?
    /// What its file is, such as `tif-g4`.
    package var format: String?

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
}

extension TruthDocument: Codable {
    private enum CodingKeys: String, CodingKey {
        case file, kind, subkind, tier, fields, expect, pages, soft, why, template, recipe, format, meta
        case heldBack = "held_back"
        case expectAlso = "expect_also"
        case alternatives = "alt"
        case isLegible = "legible"
    }

    /// What `expect` may say: a decision, or that the document is of no known kind, which is for review.
    private enum Expectation: String, Decodable {
        case accept, review, retake, unknown

        var action: Decision.Action {
            switch self {
            case .accept: .accept
            case .review, .unknown: .review
            case .retake: .retake
            }
        }
    }

    /// Other values of a field: a list of them, or one.
    private struct Alternatives: Decodable {
        var values: [FieldValue]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            values = try (try? container.decode([FieldValue].self)) ?? [container.decode(FieldValue.self)]
        }
    }

    /// How a page was made.
    private struct Making: Decodable {
        var defect: ReasonCode?
    }

    package init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            file: try line.decode(String.self, forKey: .file), kind: try line.decode(KindName.self, forKey: .kind),
            subkind: try line.decodeIfPresent(String.self, forKey: .subkind) ?? "",
            tier: try line.decode(Tier.self, forKey: .tier),
            heldBack: try line.decodeIfPresent(Bool.self, forKey: .heldBack) ?? false,
            fields: try line.decode([FieldName: FieldValue?].self, forKey: .fields).compactMapValues(\.self),
            expect: try line.decode(Expectation.self, forKey: .expect).action,
            pages: try line.decodeIfPresent([TruthPage].self, forKey: .pages) ?? [])
        expectAlso = try line.decodeIfPresent([Expectation].self, forKey: .expectAlso)?.map(\.action) ?? []
        alternatives =
            try line.decodeIfPresent([FieldName: Alternatives].self, forKey: .alternatives)?.mapValues(\.values) ?? [:]
        soft = try line.decodeIfPresent([String].self, forKey: .soft) ?? []
        isLegible = try line.decodeIfPresent(Bool.self, forKey: .isLegible)
        why = try line.decodeIfPresent(String.self, forKey: .why)
        template = try line.decodeIfPresent(String.self, forKey: .template)
        recipe = try line.decodeIfPresent(String.self, forKey: .recipe)
        format = try line.decodeIfPresent(String.self, forKey: .format)
        let makings = try line.decodeIfPresent([Making].self, forKey: .meta) ?? []
        for (page, making) in zip(pages.indices, makings) where pages[page].defect == nil {
            pages[page].defect = making.defect
        }
    }

    /// Keys that say nothing are left out.
    package func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(file, forKey: .file)
        try line.encode(kind, forKey: .kind)
        try line.encode(subkind, forKey: .subkind)
        try line.encode(tier, forKey: .tier)
        try line.encode(heldBack, forKey: .heldBack)
        try line.encode(fields, forKey: .fields)
        try line.encode(expect, forKey: .expect)
        try line.encode(pages, forKey: .pages)
        if !expectAlso.isEmpty { try line.encode(expectAlso, forKey: .expectAlso) }
        if !alternatives.isEmpty { try line.encode(alternatives, forKey: .alternatives) }
        if !soft.isEmpty { try line.encode(soft, forKey: .soft) }
        try line.encodeIfPresent(isLegible, forKey: .isLegible)
        try line.encodeIfPresent(why, forKey: .why)
        try line.encodeIfPresent(template, forKey: .template)
        try line.encodeIfPresent(recipe, forKey: .recipe)
        try line.encodeIfPresent(format, forKey: .format)
    }
}

extension TruthDocument {
    /// What documents can be grouped by.
    package enum GroupKey: String, CaseIterable, Sendable, Codable {
        case template, kind, subkind, tier, recipe, format, expect, why
    }

    /// The group that it belongs to; `-` where the truth does not tell.
    package func group(by key: GroupKey) -> String {
        let name: String? =
            switch key {
            case .template: template
            case .kind: kind.rawValue
            case .subkind: subkind
            case .tier: tier.rawValue
            case .recipe: recipe
            case .format: format
            case .expect: expect.rawValue
            case .why: why
            }
        return name.flatMap { $0.isEmpty ? nil : $0 } ?? "-"
    }

    /// Whether its kind can be told at all: not that of a blank page or of a bad capture.
    var canBeClassified: Bool { tier != .bad && why != "blank" }

    /// Whether accepting it is right where every value was read right. A bad capture that was read all the same is no fault,
    /// where nothing else speaks against the document; truth that does not tell what is legible wants it made again.
    var mayBeAccepted: Bool {
        expect == .accept || expectAlso.contains(.accept) || (expect == .retake && isLegible != nil && why == nil)
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
