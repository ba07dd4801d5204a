import Foundation
import Model
import Output
import Synchronization
import SystemPackage

/// `results.jsonl` as a service keeps it: a line a document, in the order of completion, those of a split file together. A
/// line is there before the
/// ledger calls its document settled; so what is pending at a start has none, or one that will come once more.
final class ResultLines: Sendable {
    private let path: FilePath
    private let file: Mutex<FileDescriptor>

    /// Leaves the lines of what stands, and takes out what a crash has left: half a line, or one of a document that is
    /// done once more.
    init(appendingTo folder: ResultFolder, ledger: Ledger) throws {
        path = folder.lines
        let entries = try ledger.entries()
        let pending = Set(entries.filter { $0.state == .pending }.map(\.path))
        if (try? Stat(path, followTargetSymlink: false).type) != .regular {
            try Self.rebuild(folder, entries.filter { $0.state != .pending }.map(\.path))
        } else if try !pending.isEmpty || !Self.endsWithLine(path) {
            try Self.remove(pending, from: path)
        }
        file = Mutex(
            try FileDescriptor.open(
                path, .writeOnly, options: [.create, .append, .noFollow, .closeOnExec], permissions: .ownerReadWrite))
    }

    deinit { file.withLock { try? $0.close() } }

    /// - Throws: where it cannot be written whole; then nothing of it is there.
    func append(_ outcome: Outcome) throws {
        let lines = try ResultEncoder().lines(outcome)
        try file.withLock { file in
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

    private struct Line: Decodable {
        struct Source: Decodable {
            var path: String
        }

        var source: Source
    }

    /// Rewrites the file without the lines of these documents, and without half a line at its end.
    static func remove(_ paths: Set<String>, from file: FilePath) throws {
        let input = try FileDescriptor.open(file, .readOnly, options: [.noFollow, .closeOnExec])
        defer { try? input.close() }
        var output = try AtomicFile(path: file.string)
        var lines = LineBuffer(limit: 1 << 29)
        while true {
            let bytes = try input.bytes(upTo: 1 << 20)
            if bytes.isEmpty { break }
            lines.append(bytes)
            while let line = try lines.next() {
                let data = Data(line)
                if let path = try? JSONDecoder().decode(Line.self, from: data).source.path, paths.contains(path) {
                    continue
                }
                try output.append(data + [UInt8(ascii: "\n")])
            }
        }
        try output.commit()
    }

    /// From the results themselves, in the order of their paths: theirs is not known.
    private static func rebuild(_ folder: ResultFolder, _ paths: [String]) throws {
        var output = try AtomicFile(path: folder.lines.string)
        for path in paths {
            guard let outcome = folder.outcome(of: path) else { continue }
            try output.append(try ResultEncoder().lines(outcome))
        }
        try output.commit()
    }

    private static func endsWithLine(_ path: FilePath) throws -> Bool {
        let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
        defer { try? file.close() }
        let size = try Stat(file).size
        return try size == 0 || file.bytes(upTo: 1, at: size - 1) == [UInt8(ascii: "\n")]
    }
}
