package import Foundation
import Model
import SystemPackage

/// Removes what an output folder holds of documents that were settled long ago: their results, their lines in
/// `results.jsonl`, the pictures and stages kept beside them, what people decided about them, and what the ledger knows; pictures of pages that
/// reviews have shown, of all documents; on
/// request also those documents that a watch has moved. What a run has read where it lies stays, as does everything about what is pending.
package struct Purge {
    /// What was, or would be, removed of one document.
    package struct Removal: Hashable, Sendable {
        package var path: String
        package var hasResult: Bool
        /// Pictures, stage files, and copies of the result.
        package var keptFiles: Int
        /// Of reviews.
        package var events = 0
        package var document: Document = .left
        /// Whether some of it could not be removed: then the ledger still knows it.
        package var isStuck = false
    }

    /// What becomes of the document itself.
    package enum Document: Sendable {
        /// It lies where its owner put it, or is not to be removed.
        case left
        case removed
        /// Another file has its name now, and stays.
        case replaced
    }

    private let folder: ResultFolder
    private let ledger: Ledger
    private let reviews: ReviewStore?

    /// - Parameter reviews: nil where nothing was ever reviewed.
    package init(folder: ResultFolder, ledger: Ledger, reviews: ReviewStore? = nil) {
        self.folder = folder
        self.ledger = ledger
        self.reviews = reviews
    }

    /// In an order that can be cut off anywhere and begun again: what the ledger knows goes last.
    ///
    /// - Parameters:
    ///   - withDocuments: whether documents that a watch has moved are removed too.
    ///   - isTrial: nothing is removed, only told.
    package func run(settledBefore date: Date, withDocuments: Bool = false, isTrial: Bool) throws -> [Removal] {
        let entries = try ledger.settled(before: date)
        let events = try reviews?.counts(of: entries.map(\.path)) ?? [:]
        var removals = try entries.map { entry in
            let kept = try ledger.kept(of: entry.path)
            return Removal(
                path: entry.path, hasResult: !folder.files(of: entry.path).isEmpty,
                keptFiles: kept.reduce(0) { $0 + Self.files(of: $1).count }, events: events[PathKey(entry.path)] ?? 0,
                document: withDocuments ? Self.document(of: entry, kept: kept) : .left)
        }
        guard !isTrial else { return removals }
        // Of all documents: what is asked for once more is drawn anew. Last, so that none is kept meanwhile of what goes.
        defer { PictureCache(in: folder.root).empty() }
        guard !removals.isEmpty else { return removals }
        for (index, entry) in entries.enumerated() {
            removals[index].isStuck = try !remove(entry, withDocument: removals[index].document == .removed)
        }
        let gone = removals.filter { !$0.isStuck }.map(\.path)
        // Behind the results, of which a review at work would make its files again.
        try reviews?.forget(gone)
        try Submissions.forget(gone, in: folder.root)
        if Self.isFile(folder.lines) { try ResultLines.remove(Set(gone.map { PathKey($0) }), from: folder.lines) }
        try ledger.forget(gone)
        return removals
    }

    /// - Returns: whether nothing is left of it.
    private func remove(_ entry: Ledger.Entry, withDocument: Bool) throws -> Bool {
        let path = entry.path
        let document = entry.job(sequence: 0).location
        let places = try ledger.kept(of: path)
        // Before the copies of its result, which tell that it is one that was moved.
        if withDocument {
            FileSystem.remove(document)
            guard !Self.isFile(document) else { return false }
        }
        for place in places { Self.empty(place, levels: Self.levels(of: path)) }
        if withDocument { Self.removeEmpty(document.removingLastComponent(), levels: Self.levels(of: path) - 1) }
        for file in folder.files(of: path).reversed() { FileSystem.remove(file) }
        Self.removeEmpty(folder.file(of: path).removingLastComponent(), levels: Self.levels(of: path) - 1)
        return folder.files(of: path).isEmpty && places.allSatisfy { Self.files(of: $0).isEmpty }
    }

    private static func document(of entry: Ledger.Entry, kept: [FilePath]) -> Document {
        let job = entry.job(sequence: 0)
        guard MovedDocuments.wasMoved(job.location, kept: kept), isFile(job.location) else { return .left }
        guard let id = entry.id else { return .removed }
        return (try? Intake.id(of: job)) == id ? .removed : .replaced
    }

    /// Removes a file, or the files in a folder, then it and what is empty above it; other documents' folders may lie in
    /// it.
    private static func empty(_ place: FilePath, levels: Int) {
        let isFolder = !isFile(place)
        for file in files(of: place) { FileSystem.remove(file) }
        if isFolder { removeEmpty(place, levels: levels) }
    }

    private static func removeEmpty(_ folder: FilePath, levels: Int) {
        var folder = folder
        for _ in 0..<max(0, levels) {
            guard FileSystem.removeEmptyFolder(folder) else { return }
            folder.removeLastComponent()
        }
    }

    private static func levels(of path: String) -> Int { path.split(separator: "/").count }

    private static func isFile(_ path: FilePath) -> Bool {
        (try? Stat(path, followTargetSymlink: false).type) == .regular
    }

    private static func files(of place: FilePath) -> [FilePath] {
        if isFile(place) { return [place] }
        return ((try? FileSystem.names(in: place)) ?? []).map { place.appending($0) }.filter(isFile)
    }
}
