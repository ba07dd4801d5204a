package import SystemPackage

/// What there is to process: the documents in and under the inputs, in the order of their paths' bytes.
package struct Discovery: Sendable {
    package var jobs: [Job] = []
    /// Regular files that are no documents, and what is neither file nor folder.
    package var skipped = 0
    /// Inputs, and folders under them, that could not be read: path and cause.
    package var problems: [String] = []
    /// Inputs that do not exist.
    package var missing: [String] = []

    package init() {}

    /// Whether a file looks like a document, by its first bytes or its name.
    package typealias Recognizer = @Sendable (_ firstBytes: [UInt8], _ name: String) -> Bool

    /// - Parameters:
    ///   - inputs: files and folders. A file always counts; a folder is searched through its subfolders, without
    ///     following links.
    ///   - excluded: folders that are left out where they lie under an input: what the program itself writes.
    package static func find(
        inputs: [FilePath], excluding excluded: [FilePath], looksSupported: @escaping Recognizer
    ) -> Discovery {
        let search = Search(excluded: Set(excluded.compactMap(Identity.init)), looksSupported: looksSupported)
        var discovery = Discovery()
        var found: [(path: String, location: FilePath)] = []
        var roots: Set<String> = []
        for input in inputs {
            let prefix = inputs.count > 1 ? uniqueRoot(of: input, among: &roots) : nil
            search.search(input, prefix: prefix, found: &found, discovery: &discovery)
        }
        discovery.jobs = numbered(found)
        return discovery
    }

    /// The input's own name; where another input has the same, with a number behind it.
    private static func uniqueRoot(of input: FilePath, among roots: inout Set<String>) -> String {
        let name = Search.ownName(of: input)
        var candidate = name
        var number = 1
        while !roots.insert(candidate).inserted {
            number += 1
            candidate = "\(name)~\(number)"
        }
        return candidate
    }

    private static func numbered(_ found: [(path: String, location: FilePath)]) -> [Job] {
        let sorted = found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        var jobs: [Job] = []
        for entry in sorted {
            // Two names can be written alike where one of them is percent-encoded.
            let isTaken = jobs.last?.path == entry.path
            let path = isTaken ? "\(entry.path)~\(jobs.count)" : entry.path
            jobs.append(Job(sequence: jobs.count, path: path, location: entry.location))
        }
        return jobs
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

    /// Enough for every signature that there is (a PDF's may stand within the first 1024 bytes).
    private static let prefixLength = 4096

    func search(
        _ input: FilePath, prefix: String?, found: inout [(path: String, location: FilePath)],
        discovery: inout Discovery
    ) {
        let name = prefix ?? Self.ownName(of: input)
        guard let type = try? Stat(input).type else {
            discovery.missing.append(PathName.text(of: input))
            // A missing file has a result like any other that cannot be read.
            found.append((name, input))
            return
        }
        guard type == .directory else {
            // A link that is named leads where it leads now; one that comes later is not followed.
            found.append((name, (try? FileSystem.realPath(input)) ?? input))
            return
        }
        searchFolder(input, path: prefix, isRoot: true, &found, &discovery)
    }

    static func ownName(of input: FilePath) -> String {
        // `.` and `..` have no name of their own; the folder that they lead to has.
        let named = input.lastComponent?.kind == .regular ? input : (try? FileSystem.realPath(input)) ?? input
        return named.lastComponent.map { PathName.text(of: FilePath(root: nil, [$0])) } ?? "root"
    }

    private func searchFolder(
        _ folder: FilePath, path: String?, isRoot: Bool, _ found: inout [(path: String, location: FilePath)],
        _ discovery: inout Discovery
    ) {
        let names: [FilePath.Component]
        do {
            names = try FileSystem.names(in: folder, following: isRoot)
        } catch {
            discovery.problems.append("\(PathName.text(of: folder)): this folder cannot be read: \(error)")
            return
        }
        for name in names {
            let location = folder.appending(name)
            let text = PathName.text(of: FilePath(root: nil, [name]))
            let itsPath = path.map { $0 + "/" + text } ?? text
            guard let status = try? Stat(location, followTargetSymlink: false) else { continue }
            if status.type == .directory {
                guard !excluded.contains(Identity(status)) else { continue }
                searchFolder(location, path: itsPath, isRoot: false, &found, &discovery)
            } else if status.type == .regular, isDocument(location, name: text) {
                found.append((itsPath, location))
            } else {
                discovery.skipped += 1
            }
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
