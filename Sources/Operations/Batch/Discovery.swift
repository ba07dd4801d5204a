import Model
package import SystemPackage

/// What there is to process: the documents in and under the inputs, in the order of their paths' bytes.
package struct Discovery: Sendable {
    package var jobs: [Job] = []
    /// Regular files that are no documents, and what is neither file nor folder.
    package var skipped: [Skipped] = []
    /// Inputs, and folders under them, that could not be read: path and cause.
    package var problems: [String] = []
    /// Inputs that do not exist.
    package var missing: [String] = []

    /// Whether there is not one of the inputs.
    package var hasNoInput = false

    package init() {}

    /// What lies in a folder and is not read.
    package struct Skipped: Hashable, Sendable {
        /// As it would be called in a result.
        package var path: String
        package var cause: Cause

        package enum Cause: String, Sendable {
            case foreign = "neither its first bytes nor its name are those of a type that is read"
            case link = "a link, which is not followed: name it, or what it leads to"
            case special = "a pipe, a socket or a device"
        }
    }

    /// Whether a file looks like a document, by its first bytes or its name.
    package typealias Recognizer = @Sendable (_ firstBytes: [UInt8], _ name: String) -> Bool

    /// - Parameters:
    ///   - inputs: files and folders. A file always counts; a folder is searched through its subfolders, without
    ///     following links. What several inputs lead to counts once, as part of the first.
    ///   - excluded: folders that are left out where they lie under an input: what the program itself writes.
    package static func find(
        inputs: [FilePath], excluding excluded: [FilePath], looksSupported: @escaping Recognizer
    ) -> Discovery {
        var search = Search(excluded: Set(excluded.compactMap(Identity.init)), looksSupported: looksSupported)
        var places: Set<FilePath> = []
        let inputs = inputs.map { (named: $0, place: Search.place(of: $0)) }.filter { places.insert($0.place).inserted }
        var roots: Set<PathKey> = []
        for input in inputs {
            let prefix = inputs.count > 1 ? uniqueRoot(of: input.named, among: &roots) : nil
            search.search(input.named, at: input.place, prefix: prefix)
        }
        var discovery = search.discovery
        discovery.jobs = numbered(search.found)
        discovery.hasNoInput = discovery.missing.count == inputs.count
        return discovery
    }

    /// The input's own name; where another input has the same, with a number behind it.
    private static func uniqueRoot(of input: FilePath, among roots: inout Set<PathKey>) -> String {
        let name = Search.ownName(of: input)
        var candidate = name
        var number = 1
        while !roots.insert(PathKey(candidate)).inserted {
            number += 1
            candidate = "\(name)~\(number)"
        }
        return candidate
    }

    private static func numbered(_ found: [(path: String, location: FilePath)]) -> [Job] {
        found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }.enumerated().map { number, entry in
            Job(sequence: number, path: entry.path, location: entry.location)
        }
    }
}

/// A file or folder, whatever path leads to it.
private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ path: FilePath) {
        guard let status = try? Stat(path) else { return nil }
        self.init(status)
    }

    init(_ status: Stat) {
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
    }
}

private struct Search {
    let excluded: Set<Identity>
    let looksSupported: Discovery.Recognizer
    private(set) var discovery = Discovery()
    private(set) var found: [(path: String, location: FilePath)] = []
    /// Folders and files that were come to, by their paths without links.
    private var visited: Set<FilePath> = []

    /// Enough for every signature that there is (a PDF's may stand within the first 1024 bytes).
    private static let prefixLength = 4096

    init(excluded: Set<Identity>, looksSupported: @escaping Discovery.Recognizer) {
        self.excluded = excluded
        self.looksSupported = looksSupported
    }

    /// - Parameter place: of the input, without links: one that is named leads where it leads now, and one that comes
    ///   later is not followed.
    mutating func search(_ input: FilePath, at place: FilePath, prefix: String?) {
        let name = prefix ?? Self.ownName(of: input)
        guard let type = try? Stat(input).type else {
            discovery.missing.append(PathName.text(of: input))
            // A missing file has a result like any other that cannot be read.
            found.append((name, input))
            return
        }
        if type == .directory {
            searchFolder(place, named: input, path: prefix)
        } else if visited.insert(place).inserted {
            found.append((name, place))
        }
    }

    /// The path without links; for what is not there, where it would be.
    static func place(of input: FilePath) -> FilePath {
        (try? FileSystem.realPath(input)) ?? (try? FileSystem.placeToBe(of: input)) ?? input
    }

    static func ownName(of input: FilePath) -> String {
        // `.` and `..` have no name of their own; the folder that they lead to has.
        let named = input.lastComponent?.kind == .regular ? input : (try? FileSystem.realPath(input)) ?? input
        return named.lastComponent.map { PathName.text(of: FilePath(root: nil, [$0])) } ?? "root"
    }

    private mutating func searchFolder(_ folder: FilePath, named given: FilePath, path: String?) {
        guard visited.insert(folder).inserted else { return }
        let names: [FilePath.Component]
        do {
            names = try FileSystem.names(in: folder)
        } catch {
            discovery.problems.append("\(PathName.text(of: given)): this folder cannot be read: \(error)")
            return
        }
        for name in names {
            let location = folder.appending(name)
            let text = PathName.text(of: FilePath(root: nil, [name]))
            let itsPath = path.map { $0 + "/" + text } ?? text
            guard let status = try? Stat(location, followTargetSymlink: false) else { continue }
            if status.type == .directory {
                guard !excluded.contains(Identity(status)) else { continue }
                searchFolder(location, named: given.appending(name), path: itsPath)
            } else if visited.insert(location).inserted {
                if let cause = cause(ofSkipping: location, status.type, name: text) {
                    discovery.skipped.append(Discovery.Skipped(path: itsPath, cause: cause))
                } else {
                    found.append((itsPath, location))
                }
            }
        }
    }

    /// Nil for a document.
    private func cause(ofSkipping location: FilePath, _ type: FileType, name: String) -> Discovery.Skipped.Cause? {
        switch type {
        case .regular: isDocument(location, name: name) ? nil : .foreign
        case .symbolicLink: .link
        default: .special
        }
    }

    private func isDocument(_ location: FilePath, name: String) -> Bool {
        looksSupported(firstBytes(of: location), name)
    }

    /// Empty where they cannot be read: then the name decides.
    private func firstBytes(of location: FilePath) -> [UInt8] {
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        guard let file = try? FileDescriptor.open(location, .readOnly, options: options) else { return [] }
        defer { try? file.close() }
        return (try? file.bytes(upTo: Self.prefixLength)) ?? []
    }
}
