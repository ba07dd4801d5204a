import Ingest

/// What counts as a document when a folder is searched.
package enum DocumentTypes {
    /// Whether a file can be read, by its first bytes (4 KiB suffice), or is named as if it could.
    package static func looksSupported(_ firstBytes: [UInt8], _ name: String) -> Bool {
        FileType(head: firstBytes).isSupported || FileNaming.looksSupported(name)
    }
}
