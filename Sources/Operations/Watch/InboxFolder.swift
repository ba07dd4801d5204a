import CProcess
import Glibc
import SystemPackage

/// The folder that documents are put into, and what this program keeps in it: all on one file system, so that a document
/// moves from place to place whole, by renaming.
struct InboxFolder: Sendable {
    let root: FilePath
    /// The root as it was at the start.
    var place: FilePlace?
    /// Claimed documents, until their results stand.
    var work: FilePath { root.appending(".recto-work") }
    var done: FilePath { root.appending("done") }
    /// A subfolder a code.
    var failed: FilePath { root.appending("failed") }

    /// Makes them, where they are not there.
    ///
    /// - Throws: `WatchError` where another user, or a link, says where documents come from and go to.
    func prepare() throws {
        let inbox = try Stat(root)
        for place in [work, done, failed] {
            do {
                try FileSystem.makeFolder(place)
            } catch Errno.notDirectory {
                throw WatchError("\(PathName.text(of: place)): is no folder: documents go there: rename or remove it")
            } catch let code as Errno {
                throw WatchError(
                    "\(PathName.text(of: place)): documents go there, and it cannot be made: \(code): allow it, or leave "
                        + "them in place with watch.move=false")
            }
            let status = try Stat(place, followTargetSymlink: false)
            guard status.type == .directory, status.deviceID == inbox.deviceID,
                [geteuid(), 0, inbox.userID.rawValue].contains(status.userID.rawValue)
            else {
                throw WatchError(
                    "\(PathName.text(of: place)): is a link, another user's, or on another file system: documents go "
                        + "there, by renaming: rename or remove it")
            }
            try FolderTrust.require(place)
        }
    }

    /// - Parameter moves: whether documents are moved in it.
    /// - Throws: `WatchError` where it was removed, renamed or unmounted since the start. One without this program's own
    ///   folders is another one, such as that on which a disk was mounted.
    func requirePlace(moves: Bool) throws {
        let isThere = moves ? isWatched || place?.isHeld == true : (try? Stat(root).type) == .directory
        guard isThere else {
            throw WatchError(
                "\(PathName.text(of: root)): the watched folder is gone, or another one has its place: put it back, or "
                    + "start again to watch what is there now")
        }
    }

    // MARK: - Looking

    struct Listing {
        var files: [(name: FilePath, stamp: FileStamp)] = []
        /// The folder itself and those below it.
        var folders: [FilePath] = []
        var problems: [String] = []
    }

    /// All files that may be documents: not hidden, not temporary, not this program's own.
    ///
    /// - Parameter ignored: patterns of names that senders use until a file is whole.
    func listing(ignoring ignored: [String]) -> Listing {
        var listing = Listing()
        list(root, FilePath(), own: ["done", "failed"], &listing, ignoring: [".*"] + ignored)
        return listing
    }

    /// What was claimed and has not got to its end.
    func claimed() -> [(name: FilePath, stamp: FileStamp)] {
        var listing = Listing()
        list(work, FilePath(), own: [], &listing, ignoring: [])
        return listing.files
    }

    private func list(
        _ folder: FilePath, _ name: FilePath, own: Set<String>, _ listing: inout Listing, ignoring ignored: [String]
    ) {
        let names: [FilePath.Component]
        do {
            names = try FileSystem.names(in: folder, following: name.isEmpty)
        } catch {
            listing.problems.append("\(PathName.text(of: folder)): this folder cannot be read: \(error)")
            return
        }
        listing.folders.append(folder)
        for component in names.sorted(by: { $0.string < $1.string }) {
            guard !Self.matches(component, ignored), !own.contains(component.string) else { continue }
            let path = folder.appending(component)
            let itsName = name.appending(component)
            guard let status = try? Stat(path, followTargetSymlink: false) else { continue }
            if status.type == .directory {
                guard !InboxFolder(root: path).isWatched else {
                    listing.problems.append("\(PathName.text(of: path)): is watched itself: it is left alone")
                    continue
                }
                list(path, itsName, own: [], &listing, ignoring: ignored)
            } else if status.type == .regular {
                listing.files.append((itsName, FileStamp(status)))
            }
        }
    }

    private static func matches(_ name: FilePath.Component, _ patterns: [String]) -> Bool {
        let text = name.string.lowercased()
        return patterns.contains { unsafe fnmatch($0.lowercased(), text, 0) == 0 }
    }

    // MARK: - Moving

    /// Takes a document; from then on nobody else does.
    ///
    /// - Parameter name: what it is called from now on.
    /// - Returns: whether it was taken: false where that name is in use.
    func claim(_ file: FilePath, as name: FilePath) throws -> Bool {
        guard !isThere(done.pushing(name)) else { return false }
        return try Self.move(root.pushing(file), to: work.pushing(name))
    }

    /// Where a document goes, and its results beside it: places that are free, or its own from a time before.
    ///
    /// - Parameters:
    ///   - current: where it lies now.
    ///   - documents: how many the file was split into; nil where it was not.
    ///   - owns: whether a file is this document's result.
    func destination(
        of name: FilePath, from current: FilePath, failure: String?, documents: Int?, owns: (FilePath) -> Bool
    ) -> (file: FilePath, results: [FilePath]) {
        let base = failure.map { failed.appending($0) } ?? done
        var number = 1
        while true {
            let file = base.pushing(Self.numbered(name, number))
            let results =
                documents.map { (1...$0).map { Self.result(of: file, number: $0) } } ?? [Self.result(of: file)]
            if file == current || !isThere(file), results.allSatisfy({ !isThere($0) || owns($0) }) {
                return (file, results)
            }
            number += 1
        }
    }

    /// - Returns: whether it was moved: false where something lies there already.
    static func move(_ file: FilePath, to target: FilePath) throws -> Bool {
        try FileSystem.makeFolder(target.removingLastComponent())
        let code = unsafe file.withPlatformString { from in
            unsafe target.withPlatformString { unsafe cprocess_rename_new(from, $0) }
        }
        if code == EEXIST { return false }
        guard code == 0 else { throw Errno(rawValue: code) }
        return true
    }

    /// Removes folders that a claim has left empty.
    func tidy(after name: FilePath, in folder: FilePath) {
        var folder = folder.pushing(name).removingLastComponent()
        for _ in name.components.dropLast() {
            guard FileSystem.removeEmptyFolder(folder) else { return }
            folder.removeLastComponent()
        }
    }

    /// Whether a watch has, or had, this folder as its own.
    private var isWatched: Bool { isThere(work) }

    private func isThere(_ path: FilePath) -> Bool { (try? Stat(path, followTargetSymlink: false)) != nil }

    /// `a.pdf`, then `a~2.pdf`, `a~3.pdf`.
    static func numbered(_ name: FilePath, _ number: Int) -> FilePath {
        guard number > 1, let last = name.lastComponent else { return name }
        let bytes = PathName.bytes(of: FilePath(root: nil, [last]))
        let dot = bytes.dropFirst().lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let mark = Array("~\(number)".utf8)
        // A name has at most 255 bytes, and its result five more.
        let stem = bytes[..<dot].prefix(max(1, 250 - mark.count - (bytes.endIndex - dot)))
        return name.removingLastComponent().pushing(PathName.path(of: stem + mark + bytes[dot...]))
    }

    /// - Parameter number: of the document, from 1, where its file was split.
    static func result(of file: FilePath, number: Int? = nil) -> FilePath {
        let bytes = PathName.bytes(of: FilePath(root: nil, file.lastComponent.map { [$0] } ?? []))
        let suffix = Array((number.map { ".\($0)" } ?? "").utf8) + Array(".json".utf8)
        return file.removingLastComponent().pushing(PathName.path(of: bytes.prefix(255 - suffix.count) + suffix))
    }
}
