/// What a field holds: text, a list of texts, or a mark that is there or not.
package enum FieldValue: Hashable, Sendable {
    case text(String)
    case list([String])
    case flag(Bool)

    /// The text, or the list's; a mark has none.
    package var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let items): items
        case .flag: []
        }
    }

    /// The text, or the list joined by `; `, or `true`/`false`: one cell of a table.
    package var plainText: String {
        switch self {
        case .text(let text): text
        case .list(let items): items.joined(separator: "; ")
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}

extension FieldValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .flag(let flag): try container.encode(flag)
        }
    }
}

/// Where a value was read.
package enum FieldSource: String, Codable, Sendable, CaseIterable {
    case mrz, barcode, text, mark, derived
    /// Given by a person in a review; only in `reviewed/`.
    case person
}

/// A test that a value was put to, such as `check_digit`, `format`, `range` or `agreement`.
package struct Check: Hashable, Sendable, Codable {
    package var name: String
    package var passed: Bool

    package init(name: String, passed: Bool) {
        self.name = name
        self.passed = passed
    }
}

/// Another reading that was considered.
package struct Alternative: Hashable, Sendable, Codable {
    package var value: FieldValue
    /// 0…1.
    package var confidence: Double
    /// Where it stands, for one that was read elsewhere than the field's own value: a zone's or barcode's beside the print's.
    package var page: Int?
    package var box: Box?

    package init(value: FieldValue, confidence: Double, page: Int? = nil, box: Box? = nil) {
        self.value = value
        self.confidence = confidence
        self.page = page
        self.box = box
    }
}

/// One extracted value with what vouches for it.
package struct Field: Hashable, Sendable, Codable {
    package var value: FieldValue
    /// As read, before normalisation.
    package var raw: String?
    /// The chance that `value` is right, 0…1.
    package var confidence: Double
    /// The reading's own figure, 0…1, of which and of other evidence `confidence` was made; nil before that.
    package var rawConfidence: Double?
    package var source: FieldSource
    /// From 1.
    package var page: Int?
    /// In pixels of the upright page.
    package var box: Box?
    package var checks: [Check]
    package var alternatives: [Alternative]

    package init(
        value: FieldValue, raw: String? = nil, confidence: Double, source: FieldSource, page: Int? = nil,
        box: Box? = nil, checks: [Check] = [], alternatives: [Alternative] = []
    ) {
        self.value = value
        self.raw = raw
        self.confidence = confidence
        self.source = source
        self.page = page
        self.box = box
        self.checks = checks
        self.alternatives = alternatives
    }

    private enum CodingKeys: String, CodingKey {
        case value, raw, confidence, source, page, box, checks, alternatives
        case rawConfidence = "raw_confidence"
    }

    /// Makes the field worth no more than this.
    package mutating func cap(at most: Double) { confidence = min(confidence, most) }

    /// Fails a check: something else may be printed than was read, and nothing on the document tells. Whatever else speaks for
    /// the value, nobody vouches for it.
    package mutating func doubt(_ check: String) {
        guard !checks.contains(where: { $0.name == check && !$0.passed }) else { return }
        checks.append(Check(name: check, passed: false))
    }

    /// Whether it is a company's name that is registered as it stands.
    package var isRegistered: Bool { checks.contains { $0.name == "registry" && $0.passed } }

    /// The text of a text field; nil for lists and marks.
    package var text: String? {
        if case .text(let text) = value { text } else { nil }
    }
}
