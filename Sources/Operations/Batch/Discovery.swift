import Model
package import SystemPackage

/// What there is to process: the documents in and under the inputs, in the order of their paths' bytes. It is found one
/// after the other; of what was found nothing is kept but the names in the folders that are being searched.
package struct Discovery: Sendable {
    package enum Finding: Sendable {
        case document(Job)
        /// Regular files that are no documents, and what is neither file nor folder.
        case skipped(Skipped)
        /// A folder that could not be read: path and cause.
        case problem(String)
    }

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

    private struct Input {
        /// Its place among the inputs.
        var number: Int
        var named: FilePath
        /// Without links: one that is named leads where it leads now, and one that comes later is not followed.
        var place: FilePath
        var type: FileType?
        /// What its document is called, or what the paths of its documents begin with.
        var name: String
    }

    /// A folder that is being searched.
    private struct Folder {
        var location: FilePath
        var named: FilePath
        /// What its documents' paths begin with; nil for the only input.
        var path: String?
        var names: FolderNames
    }

    /// Inputs that do not exist. Each has a result like any other document that cannot be read.
    package let missing: [String]
    /// Whether there is not one of the inputs.
    package let hasNoInput: Bool

    private let excluded: Set<Identity>
    private let looksSupported: Recognizer
    private let isOnlyInput: Bool
    /// Those that are searched, by their places.
    private let numbers: [FilePath: Int]
    /// The next one last.
    private var inputs: [Input]
    private var number = 0
    /// From the input down to the folder at hand.
    private var folders: [Folder] = []
    private var sequence = 0

    /// Enough for every signature that there is (a PDF's may stand within the first 1024 bytes).
    private static let prefixLength = 4096

    /// - Parameters:
    ///   - inputs: files and folders. A file always counts; a folder is searched through its subfolders, without
    ///     following links. What several inputs lead to counts once, as part of the first.
    ///   - excluded: folders that are left out where they lie under an input: what the program itself writes.
    package init(inputs: [FilePath], excluding excluded: [FilePath], looksSupported: @escaping Recognizer) {
        self.looksSupported = looksSupported
        let excluded = Set(excluded.compactMap(Identity.init))
        self.excluded = excluded
        var places: Set<FilePath> = []
        var roots: Set<PathKey> = []
        let all = inputs.map { (named: $0, place: Self.place(of: $0)) }.filter { places.insert($0.place).inserted }
            .enumerated().map { number, input in
                Input(
                    number: number, named: input.named, place: input.place, type: try? Stat(input.named).type,
                    name: Self.uniqueRoot(of: input.named, among: &roots))
            }
        missing = all.filter { $0.type == nil }.map { PathName.text(of: $0.named) }
        hasNoInput = missing.count == all.count
        isOnlyInput = all.count == 1
        var numbers: [FilePath: Int] = [:]
        var folders: Set<FilePath> = []
        for input in all where !Self.isReached(input.place, from: folders, excluded) {
            numbers[input.place] = input.number
            if input.type == .directory { folders.insert(input.place) }
        }
        self.numbers = numbers
        self.inputs = all.filter { numbers[$0.place] != nil }
            .sorted { FolderNames.precedes(($1.name, $1.type == .directory), ($0.name, $0.type == .directory)) }
    }

    /// Whether the search of one of the folders comes to a place in or under it. Nothing follows links, so no other way
    /// leads there.
    private static func isReached(
        _ place: FilePath, from folders: Set<FilePath>, _ excluded: Set<Identity>
    ) -> Bool {
        if folders.isEmpty { return false }
        if let identity = Identity(place), excluded.contains(identity) { return false }
        var folder = place
        while !folder.components.isEmpty {
            folder.removeLastComponent()
            // What cannot be searched, or is left out, leads nowhere.
            guard let listed = try? FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec]) else {
                return false
            }
            try? listed.close()
            if folders.contains(folder) { return true }
            if let identity = Identity(folder), excluded.contains(identity) { return false }
        }
        return false
    }

    /// The path without links; for what is not there, where it would be.
    private static func place(of input: FilePath) -> FilePath {
        (try? FileSystem.realPath(input)) ?? (try? FileSystem.placeToBe(of: input)) ?? input
    }

    /// The input's own name; where another input has the same, with a number behind it.
    private static func uniqueRoot(of input: FilePath, among roots: inout Set<PathKey>) -> String {
        // `.` and `..` have no name of their own; the folder that they lead to has.
        let named = input.lastComponent?.kind == .regular ? input : (try? FileSystem.realPath(input)) ?? input
        let name = named.lastComponent.map { PathName.text(of: FilePath(root: nil, [$0])) } ?? "root"
        var candidate = name
        var number = 1
        while !roots.insert(PathKey(candidate)).inserted {
            number += 1
            candidate = "\(name)~\(number)"
        }
        return candidate
    }

    // MARK: - Searching

    /// The next one; nil at the end.
    package mutating func next() -> Finding? {
        while true {
            while !folders.isEmpty {
                guard let entry = folders[folders.count - 1].names.next() else {
                    folders.removeLast()
                    continue
                }
                if let finding = look(at: entry, in: folders[folders.count - 1]) { return finding }
            }
            guard let input = inputs.popLast() else { return nil }
            number = input.number
            guard input.type == .directory else {
                return .document(job(input.name, input.type == nil ? input.named : input.place))
            }
            if let problem = search(input.place, named: input.named, path: isOnlyInput ? nil : input.name) {
                return problem
            }
        }
    }

    private mutating func search(_ folder: FilePath, named given: FilePath, path: String?) -> Finding? {
        do {
            let names = try FolderNames(of: folder)
            folders.append(Folder(location: folder, named: given, path: path, names: names))
            return nil
        } catch {
            return .problem("\(PathName.text(of: given)): this folder cannot be read: \(error)")
        }
    }

    private mutating func look(at entry: FolderNames.Entry, in folder: Folder) -> Finding? {
        let location = folder.location.appending(entry.name)
        let path = folder.path.map { $0 + "/" + entry.text } ?? entry.text
        // What an input before this one leads to was, or will be, found there. What is gone or has become something else
        // since the folder was read is left to the next run.
        guard numbers[location].map({ $0 >= number }) ?? true,
            let status = try? Stat(location, followTargetSymlink: false),
            (status.type == .directory) == entry.isFolder
        else { return nil }
        switch status.type {
        case .directory:
            guard !excluded.contains(Identity(status)) else { return nil }
            return search(location, named: folder.named.appending(entry.name), path: path)
        case let type:
            guard let cause = Self.causeToSkip(location, type, named: entry.text, looksSupported) else {
                return .document(job(path, location))
            }
            return .skipped(Skipped(path: path, cause: cause))
        }
    }

    /// Why what was found in a folder, and is none, is not read; nil for a document.
    static func causeToSkip(
        _ location: FilePath, _ type: FileType, named name: String, _ looksSupported: Recognizer
    ) -> Skipped.Cause? {
        switch type {
        case .regular: looksSupported(firstBytes(of: location), name) ? nil : .foreign
        case .symbolicLink: .link
        default: .special
        }
    }

    private mutating func job(_ path: String, _ location: FilePath) -> Job {
        defer { sequence += 1 }
        return Job(sequence: sequence, path: path, location: location)
    }

    /// Those that tell a file's type. Empty where they cannot be read: then the name decides.
    static func firstBytes(of location: FilePath) -> [UInt8] {
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        guard let file = try? FileDescriptor.open(location, .readOnly, options: options) else { return [] }
        defer { try? file.close() }
        return (try? file.bytes(upTo: prefixLength)) ?? []
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
