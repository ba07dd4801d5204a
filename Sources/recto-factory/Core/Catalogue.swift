import Model

/// Makes the `nth` document of its kind.
typealias DocumentMaker = @Sendable (_ maker: inout Maker, _ nth: Int, _ templates: Templates) throws -> Draft

/// All that the factory can make.
enum Catalogue {
    /// By kind: subkind names with their makers, taken in turn.
    static let makers: [KindName: [(subkind: String, make: DocumentMaker)]] = [
        .id: IDDocuments.makers,
        .deed: DeedDocuments.makers,
        .optOut: OptOutDocuments.makers,
        .unknown: UnknownDocuments.makers,
    ]
}
