package import Foundation
import Model
package import SystemPackage

/// Which results lie in an output folder, and which of them were written or removed since it was looked at last: for who
/// reads along while others write. A folder in which nothing was written, renamed or removed is not looked through again:
/// results only ever get their names by renaming.
package struct ResultInventory: Sendable {
    package struct Changes: Sendable {
        /// In the order of their names, with the time when each was written.
        package var written: [(name: String, at: Date)] = []
        package var removed: [String] = []
    }

    private struct Folder: Sendable {
        var modified: timespec
        /// Whether it was left alone for long enough that a later change shows in its time.
        var isSettled: Bool
        var files: [PathKey: FileStamp] = [:]
        var folders: [String] = []
    }

    private let results: FilePath
    /// By path below `results`; the empty one is that folder itself.
    private var folders: [PathKey: Folder] = [:]

    /// - Throws: `NoResults` where this is no output folder.
    package init(of out: FilePath) throws {
        results = out.appending("results")
        guard (try? Stat(results).type) == .directory else { throw NoResults() }
    }

    /// The folder holds no results.
    package struct NoResults: Error {}

    /// What changed since this was asked last; at first, everything is new. Names are paths below the folder of results,
    /// without `.json`.
    package mutating func changes() -> Changes {
        var changes = Changes()
        var seen: [PathKey: Folder] = [:]
        var waiting = [""]
        while let path = waiting.popLast() {
            let known = folders.removeValue(forKey: PathKey(path))
            let folder = look(at: path, known, &changes)
            waiting += folder.folders.map { Self.path(path, $0) }
            seen[PathKey(path)] = folder
        }
        for (path, folder) in folders {
            changes.removed += folder.files.keys.map { Self.name(path.path, $0.path) }
        }
        folders = seen
        changes.written.sort { $0.name < $1.name }
        return changes
    }

    /// The bytes of a result that was named here; nil where it is gone or cannot be read.
    package func data(of name: String) -> Data? {
        try? FileSystem.data(of: results.appending(name + Self.suffix))
    }

    private func look(at path: String, _ known: Folder?, _ changes: inout Changes) -> Folder {
        let place = path.isEmpty ? results : results.appending(path)
        guard let status = try? Stat(place, followTargetSymlink: path.isEmpty), status.type == .directory else {
            changes.removed += (known?.files.keys).map { $0.map { Self.name(path, $0.path) } } ?? []
            return Folder(modified: timespec(), isSettled: false)
        }
        let modified = status.st_mtim
        if let known, known.isSettled, known.modified.tv_sec == modified.tv_sec,
            known.modified.tv_nsec == modified.tv_nsec
        {
            return known
        }
        // By the clock of the file system, which another machine may have.
        let isSettled = known.map { $0.modified.tv_sec == modified.tv_sec && $0.modified.tv_nsec == modified.tv_nsec }
        var folder = Folder(modified: modified, isSettled: isSettled ?? false)
        guard let names = try? FileSystem.names(in: place, following: path.isEmpty) else {
            // Nothing is known of what became of it: it is looked through again.
            folder = known ?? folder
            folder.isSettled = false
            return folder
        }
        for name in names {
            guard let text = String(validating: name),
                let status = try? Stat(place.appending(name), followTargetSymlink: false)
            else { continue }
            if status.type == .directory { folder.folders.append(text) }
            guard status.type == .regular, text.hasSuffix(Self.suffix) else { continue }
            let stamp = FileStamp(status)
            folder.files[PathKey(text)] = stamp
            if known?.files[PathKey(text)] != stamp {
                let time = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
                changes.written.append((Self.name(path, text), time))
            }
        }
        for name in (known?.files ?? [:]).keys where folder.files[name] == nil {
            changes.removed.append(Self.name(path, name.path))
        }
        return folder
    }

    private static let suffix = ".json"

    private static func path(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    private static func name(_ folder: String, _ file: String) -> String {
        path(folder, String(file.dropLast(suffix.count)))
    }
}
