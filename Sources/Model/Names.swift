/// The kind of a document: `id`, `deed`, `opt_out`, `unknown`, or one that the configuration adds.
package struct KindName: RawRepresentable, Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    package static let id: Self = "id"
    package static let deed: Self = "deed"
    package static let optOut: Self = "opt_out"
    package static let unknown: Self = "unknown"
}

/// The name of a field as the contract writes it, such as `date_of_birth`.
package struct FieldName: RawRepresentable, Hashable, Sendable, Codable, Comparable, CodingKeyRepresentable,
    ExpressibleByStringLiteral
{
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// Whether its list is a set: the order in which a form has the requests says nothing.
    package var isUnordered: Bool { self == "request_types" }
}

/// The stages of the pipeline, in order; the names under which `timing` and failures speak of them.
package enum StageName: String, Codable, Sendable, CaseIterable {
    case ingest, preprocess, recognize, classify, extract, decide, output
    /// Not a stage: the supervisor around the worker.
    case operations
}
