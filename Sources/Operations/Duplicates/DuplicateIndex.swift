import Foundation
import Model
package import SystemPackage

/// Which documents of an output folder were seen before under another name or in another capture.
///
/// Of equal documents the one that was numbered first is the document, and the others may be duplicates. A document
/// keeps its number for good, so that it never becomes the duplicate of a later one, whatever is done again.
package struct DuplicateIndex: Sendable {
    package static let keyName = "duplicates.key"

    /// The document that another may be a duplicate of.
    struct Other: Hashable, Sendable {
        var path: String
        /// First and last, as in `3-4`, where its file was split; otherwise empty.
        var pages: String
        var id: String
    }

    private let ledger: Ledger
    private let key: FingerprintKey

    /// - Throws: where the folder's key can neither be read nor made.
    package init(ledger: Ledger, folder: FilePath) throws {
        self.ledger = ledger
        key = try Self.key(in: folder)
    }

    private static func key(in folder: FilePath) throws -> FingerprintKey {
        let path = folder.appending(keyName)
        if let key = try? FingerprintKey(file: path) { return key }
        let key = FingerprintKey()
        try AtomicFile.write(Data(key.bytes), to: path)
        return key
    }

    /// Of each document of a file.
    func fingerprints(of outcome: Outcome) -> [Fingerprints] { key.fingerprints(of: outcome) }

    /// Numbers the documents of a file, and finds for each the first one of lower number that is like it.
    func others(of documents: [Fingerprints], path: String) throws -> [Other?] {
        let file = Ledger.Numbered(path: path, documents: documents)
        try ledger.number([file])
        return try ledger.others(of: [file])[0]
    }
}
