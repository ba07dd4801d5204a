import Foundation
import Model
import Output
import Synchronization
import SystemPackage

/// `results.jsonl` as a service keeps it: a line a document, in the order of completion, those of a split file together.
/// A line is there before the ledger calls its document settled; so what is pending at a start has none, or one that
/// will come once more. A file that is done again where it lies has its lines once more; the next start leaves the last.
final class ResultLines: Sendable {
    private let folder: ResultFolder
    private let ledger: Ledger
    private var path: FilePath { folder.lines }
    private let file: Mutex<FileDescriptor>

    /// Leaves the lines of what stands, and takes out what a crash has left (half a line, or one of a document that is
    /// done once more) and what was done again since.
    init(appendingTo folder: ResultFolder, ledger: Ledger) throws {
        (self.folder, self.ledger) = (folder, ledger)
        let path = folder.lines
        let pending = Set(try ledger.entries([.pending]).map { PathKey($0.path) })
        if (try? Stat(path, followTargetSymlink: false).type) != .regular {
            try Self.rebuild(folder, ledger)
        } else if case let documents = try ledger.settledDocuments(),
            try !pending.isEmpty || Self.count(path) != documents
        {
            try Self.remove(pending, from: path)
            // A run that was stopped has written those of what it did alone.
            if try Self.count(path) ?? 0 < documents { try Self.rebuild(folder, ledger) }
        }
        file = Mutex(try Self.open(path))
    }

    private static func open(_ path: FilePath) throws -> FileDescriptor {
        try FileDescriptor.open(
            path, .writeOnly, options: [.create, .append, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
    }

    deinit { file.withLock { try? $0.close() } }

    /// - Throws: where it cannot be written whole; then nothing of it is there.
    func append(_ outcome: Outcome) throws {
        let lines = try ResultEncoder().lines(outcome)
        try file.withLock { file in
            if try !FilePlace(Stat(file), at: path).isHeld { try renew(&file, without: outcome.source.path) }
            let end = try Stat(file).size
            do {
                _ = try file.writeAll(lines)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            } catch {
                _ = ftruncate(file.rawValue, off_t(end))
                throw error
            }
        }
    }

    // MARK: - Rewriting

    /// Where the file was removed or renamed meanwhile, as those do who rotate logs: makes it anew, with all its lines.
    ///
    /// - Parameter path: of the document whose lines come next.
    private func renew(_ file: inout FileDescriptor, without path: String) throws {
        try Self.rebuild(folder, ledger, without: path)
        let renewed = try Self.open(self.path)
        try? file.close()
        file = renewed
    }

    /// Rewrites the file without the lines of these documents, of those that were done again all but the last time's,
    /// and without half a line at its end.
    static func remove(_ paths: Set<PathKey>, from file: FilePath) throws {
        var standing = StandingLines()
        try visit(file) { standing.add($0) }
        var output = try AtomicFile(path: file)
        var number = 0
        try visit(file) { line in
            defer { number += 1 }
            guard standing.stands(number), standing.path(of: number).map({ paths.contains(PathKey($0)) }) != true else {
                return
            }
            try output.append(line + [UInt8(ascii: "\n")])
        }
        try output.commit()
    }

    private static func visit(_ file: FilePath, _ body: (Data) throws -> Void) throws {
        let input = try FileDescriptor.open(file, .readOnly, options: [.noFollow, .closeOnExec])
        try input.closeAfter { try FileLines.visit(input, body) }
    }

    /// From the results themselves, in the order of their paths: theirs is not known.
    private static func rebuild(_ folder: ResultFolder, _ ledger: Ledger, without path: String? = nil) throws {
        var output = try AtomicFile(path: folder.lines)
        try ledger.visit([.processed, .failed]) { entry in
            guard path?.isSamePath(as: entry.path) != true, let outcome = folder.outcome(of: entry.path) else { return }
            try output.append(try ResultEncoder().lines(outcome))
        }
        try output.commit()
    }

    /// Rewrites the file so that it has all results that stand, in the order of their paths: those of the spool, the
    /// lines that there are of what was not done in this run, and where there are none, the results themselves.
    ///
    /// - Parameter lines: known to be those of the results, before this run.
    /// - Returns: how many it has.
    static func merge(
        _ spool: Spool, with lines: FilePath?, into folder: ResultFolder, _ ledger: Ledger, run: Int64
    ) throws -> Int {
        let file = try lines.map { try FileDescriptor.open($0, .readOnly, options: [.noFollow, .closeOnExec]) }
        defer { try? file?.close() }
        let reader = file.map(FileLines.Reader.init)
        var old = try LineGroups { try reader?.next() }
        var sequence = 0
        var record: [Data] = []
        var new = try LineGroups {
            while record.isEmpty, sequence < spool.count {
                record = try spool.record(sequence).split(separator: UInt8(ascii: "\n")).reversed()
                sequence += 1
            }
            return record.popLast()
        }
        var output = try AtomicFile(path: folder.lines)
        var count = 0
        try ledger.visit([.processed, .failed]) { entry in
            let standing = try old.group(of: entry.path)
            var group = try new.group(of: entry.path)
            if group.count == 0, entry.run != run, standing.count == entry.documents { group = standing }
            if group.count == 0, let outcome = folder.outcome(of: entry.path) {
                group = LineGroups.Group(lines: try ResultEncoder().lines(outcome), count: outcome.documents.count)
            }
            try output.append(group.lines)
            count += group.count
        }
        try output.commit()
        return count
    }

    /// Lines; nil where the last one is no whole one.
    private static func count(_ path: FilePath) throws -> Int? {
        let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
        defer { try? file.close() }
        var count = 0
        var last = UInt8(ascii: "\n")
        while true {
            let bytes = try file.bytes(upTo: 1 << 20)
            guard let end = bytes.last else { return last == UInt8(ascii: "\n") ? count : nil }
            count += bytes.count { $0 == UInt8(ascii: "\n") }
            last = end
        }
    }
}
