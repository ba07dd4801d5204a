package import Model

/// The kinds that come with Recto: the one place to add a kind. Each has its folder beside this one.
package enum BuiltInKinds {
    package struct Source: Sendable {
        package var name: KindName
        /// The text of its `<kind>.yml`.
        package var yaml: String
        package var extractor: (any KindExtractor)?
    }

    package static let all: [Source] = [
        Source(name: .id, yaml: text(PackageResources.id_yml), extractor: IDExtractor()),
        Source(name: .deed, yaml: text(PackageResources.deed_yml), extractor: DeedExtractor()),
        Source(name: .optOut, yaml: text(PackageResources.opt_out_yml), extractor: OptOutExtractor()),
    ]

    /// Kinds that are a file alone, to learn from and to start from; off by default.
    package static let samples: [Source] = [
        Source(name: "w9", yaml: text(PackageResources.w9_yml), extractor: nil)
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
