import Digest
import Foundation
import Model
package import SystemPackage

/// The output folder: one file a document under `results/`, and all of them in `results.jsonl`.
package struct ResultFolder: Sendable {
    package let root: FilePath

    package var results: FilePath { root.appending("results") }
    package var lines: FilePath { root.appending("results.jsonl") }

    /// - Throws: where the folder cannot be made or written to.
    package init(creating root: FilePath) throws {
        guard FilePath(root.string) == root else { throw NameIsNoText() }
        self.root = root
        try FileSystem.makeFolder(results)
        // Found out now rather than after the first document.
        let probe = try AtomicFile(path: lines)
        _ = consume probe
    }

    /// - Throws: where no result can be written now.
    func requireWritable() throws {
        try FileSystem.makeFolder(results)
        let probe = try AtomicFile(path: results.appending("result"))
        _ = consume probe
    }

    /// The ledger's database, and results that name pictures, can name such a folder only by text.
    private struct NameIsNoText: Error, CustomStringConvertible {
        let description = "its name is no UTF-8: name another folder"
    }

    /// Where a document's result lies; what may lie there beside it says `ResultFiles.swift`.
    ///
    /// - Parameters:
    ///   - number: of the document, from 1, where its file was split.
    ///   - folder: nil for that of the results.
    package func file(of path: String, number: Int? = nil, below folder: FilePath? = nil) -> FilePath {
        Self.keptFile(of: path, suffix: number.map { ".\($0).json" } ?? ".json", in: folder ?? results)
    }

    /// A file's name has at most 255 bytes; a longer one is cut and told apart by a digest.
    private static func fitting(_ name: String, suffix: String) -> String {
        guard name.utf8.count + suffix.utf8.count > 255 else { return name + suffix }
        let mark = "~" + SHA256.hexDigest(of: name).prefix(16) + suffix
        var cut = name
        while cut.utf8.count + mark.utf8.count > 255 { cut.removeLast() }
        return cut + mark
    }

    /// A folder named like a document's result, for what is kept beside it.
    static func keptFolder(of path: String, in folder: FilePath) -> FilePath {
        path.split(separator: "/").reduce(folder) { $0.appending(fitting(String($1), suffix: "")) }
    }

    /// A file named like the document, with a suffix that says what of it it holds.
    static func keptFile(of path: String, suffix: String, in folder: FilePath) -> FilePath {
        var parts = path.split(separator: "/").map(String.init)
        let name = parts.popLast() ?? path
        return parts.reduce(folder) { $0.appending(fitting($1, suffix: "")) }.appending(fitting(name, suffix: suffix))
    }

    /// Moves what a worker kept of a document.
    ///
    /// - Returns: whether anything was kept.
    @discardableResult
    package static func moveKept(from kept: FilePath, to target: FilePath) throws -> Bool {
        guard let names = try? FileSystem.names(in: kept), !names.isEmpty else { return false }
        try FileSystem.makeFolder(target)
        for name in names { try moveKept(file: kept.appending(name), to: target.appending(name)) }
        return true
    }

    /// Moves one file.
    ///
    /// - Returns: whether it was one; what is none is left alone.
    @discardableResult
    static func moveKept(file: FilePath, to target: FilePath) throws -> Bool {
        guard (try? Stat(file, followTargetSymlink: false).type) == .regular else { return false }
        let input = try FileDescriptor.open(file, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
        defer { try? input.close() }
        try FileSystem.makeFolder(target.removingLastComponent())
        var output = try AtomicFile(path: target)
        while true {
            let bytes = try input.bytes(upTo: 1 << 20)
            if bytes.isEmpty { break }
            try output.append(Data(bytes))
        }
        try output.commit()
        return true
    }
}
