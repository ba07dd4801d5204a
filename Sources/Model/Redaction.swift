/// How much of a document's values its result shows (`output.redact`), for those who must not see all.
package enum Redaction: String, Codable, CaseIterable, Sendable {
    /// Everything.
    case none
    /// The last four characters of long numbers; of all else the shape alone.
    case partial
    /// The shape alone.
    case full
}
