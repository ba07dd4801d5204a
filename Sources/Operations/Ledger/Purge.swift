package import Foundation
import SystemPackage

/// Removes what an output folder holds of documents that were settled long ago: their results, their lines in
/// `results.jsonl`, the pictures and stages kept beside them, and what the ledger knows. Documents themselves stay, as
/// does everything about those that are pending.
package struct Purge {
    /// What was, or would be, removed of one document.
    package struct Removal: Hashable, Sendable {
        package var path: String
        package var hasResult: Bool
        /// Pictures, stage files, and copies of the result.
        package var keptFiles: Int
    }

    private let folder: ResultFolder
    private let ledger: Ledger

    package init(folder: ResultFolder, ledger: Ledger) {
        self.folder = folder
        self.ledger = ledger
    }

    /// In an order that can be cut off anywhere and begun again: what the ledger knows goes last.
    ///
    /// - Parameter isTrial: nothing is removed, only told.
    package func run(settledBefore date: Date, isTrial: Bool) throws -> [Removal] {
        let paths = try ledger.settled(before: date).map(\.path)
        let removals = try paths.map { path in
            Removal(
                path: path, hasResult: !folder.files(of: path).isEmpty,
                keptFiles: try ledger.kept(of: path).reduce(0) { $0 + Self.files(of: $1).count })
        }
        guard !isTrial, !paths.isEmpty else { return removals }
        if Self.isFile(folder.lines) { try ResultLines.remove(Set(paths), from: folder.lines) }
        for path in paths {
            for kept in try ledger.kept(of: path) { Self.empty(kept, levels: Self.levels(of: path)) }
            for file in folder.files(of: path).reversed() { FileSystem.remove(file) }
            Self.removeEmpty(folder.file(of: path).removingLastComponent(), levels: Self.levels(of: path) - 1)
        }
        try ledger.forget(paths)
        return removals
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
