import Model

/// Identity documents.
enum IDDocuments {
    static let makers: [(subkind: String, make: DocumentMaker)] = []
}
