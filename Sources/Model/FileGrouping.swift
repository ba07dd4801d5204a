/// Which files are one document (`ingest.one_document`).
package enum FileGrouping: String, CaseIterable, Sendable {
    /// Each file by itself.
    case file
    /// The files of one folder whose names differ in their side alone: `ada_front.jpg` and `ada_back.jpg`.
    case sides
    /// All files that lie in one folder, those in folders under it apart.
    case folder
}
