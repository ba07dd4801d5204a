package import Foundation
import Model
import Output
import SystemPackage

// The files that hold what one input file turned into: `name.json`, or `name.1.json`, `name.2.json`, … where it was
// split. They are written from the first to the last and removed from the last to the first, so that there is never a
// gap in their numbers, wherever a run is stopped: what it left is found by counting, and the next run puts it right.

extension ResultFolder {
    /// The results that there are of a file: one, or one for each document that it was split into.
    func files(of path: String) -> [FilePath] {
        let whole = file(of: path)
        // One that cannot be read any more is nobody else's.
        let isOwn =
            owner(of: whole).map { $0.isSamePath(as: path) } ?? FileManager.default.fileExists(atPath: whole.string)
        return (isOwn ? [whole] : []) + numbered(of: path, from: 1)
    }

    /// A result as it was written; nil where there is none.
    ///
    /// - Throws: `UnreadableResult`.
    package func bytes(of path: String, number: Int?) throws -> Data? {
        do {
            return try FileSystem.data(of: file(of: path, number: number))
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch {
            throw UnreadableResult(cause: "\(error)")
        }
    }

    /// What a file turned into, with all documents of a split one; nil where a result is missing, or they are not of one
    /// run.
    func outcome(of path: String) -> Outcome? {
        if let whole = Self.decoded(file(of: path)), whole.source.pages == nil { return whole }
        let documents = numbered(of: path, from: 1).compactMap(Self.decoded)
        guard let first = documents.first, let count = first.source.pageCount else { return nil }
        var next = 1
        for document in documents {
            guard let pages = document.source.pages, pages.count == 2, pages[0] == next, document.id == first.id,
                document.engine == first.engine
            else { return nil }
            next = pages[1] + 1
        }
        return next == count + 1 ? Outcome(documents: documents) : nil
    }

    /// Writes a file's result, or those of the documents that it was split into; what an earlier run wrote of it under
    /// other numbers goes.
    ///
    /// - Throws: `NameTaken` where another file's result lies in one of their places; then nothing is written. `PlaceTaken`
    ///   where a folder of results does, or a result where such a folder would be.
    func write(_ outcome: Outcome) throws {
        let path = outcome.source.path
        let documents = outcome.documents
        let files = documents.indices.map { file(of: path, number: outcome.isSplit ? $0 + 1 : nil) }
        if outcome.isSplit || Self.mayBeAnothers(path) {
            guard files.allSatisfy({ (owner(of: $0) ?? path).isSamePath(as: path) }) else { throw NameTaken() }
        }
        for (document, file) in zip(documents, files) {
            do {
                try FileSystem.makeFolder(file.removingLastComponent())
                try Self.write(document, to: file)
            } catch {
                throw PlaceTaken(of: file, in: results) ?? error
            }
        }
        for file in numbered(of: path, from: outcome.isSplit ? documents.count + 1 : 1).reversed() {
            FileSystem.remove(file)
        }
        if outcome.isSplit, owner(of: file(of: path))?.isSamePath(as: path) == true {
            FileSystem.remove(file(of: path))
        }
    }

    static func write(_ outcome: Outcome, to file: FilePath) throws {
        try AtomicFile.write(try ResultEncoder().document(outcome), to: file)
    }

    /// Another document's result lies where this one's belongs.
    struct NameTaken: Error, CustomStringConvertible {
        let description = "another document's result has its name: rename one of them"
    }

    /// `a.jpg.json` is the result of `a.jpg`, and the folder of those of `a.jpg.json/1.png`: it cannot be both.
    struct PlaceTaken: Error, CustomStringConvertible {
        let description: String

        /// Nil where nothing of the kind is the matter.
        init?(of file: FilePath, in results: FilePath) {
            if (try? Stat(file, followTargetSymlink: false).type) == .directory {
                description =
                    "\(PathName.text(of: file)): is the folder of other documents' results: rename this document, or theirs"
                return
            }
            var folder = file.removingLastComponent()
            while folder != results, folder.starts(with: results), !folder.isEmpty {
                if let type = try? Stat(folder, followTargetSymlink: false).type {
                    guard type != .directory else { return nil }
                    description =
                        "\(PathName.text(of: folder)): is another document's result, and this one's would lie in a folder of "
                        + "that name: rename this document's folder, or the other document"
                    return
                }
                folder.removeLastComponent()
            }
            return nil
        }
    }

    /// Results of a split file from a number on.
    private func numbered(of path: String, from first: Int) -> [FilePath] {
        var files: [FilePath] = []
        while true {
            let file = file(of: path, number: first + files.count)
            guard owner(of: file)?.isSamePath(as: path) == true else { return files }
            files.append(file)
        }
    }

    /// The file whose result lies there: `scan.1` has its result where the first document of a split `scan` would have.
    private func owner(of file: FilePath) -> String? { Self.decoded(file)?.source.path }

    private static func decoded(_ file: FilePath) -> Outcome? {
        FileManager.default.contents(atPath: file.string).flatMap { try? ResultEncoder.decode($0) }
    }

    /// Whether another document's result may have the same name: by a number at its end that a split file's have, or the
    /// mark of a name that was cut.
    private static func mayBeAnothers(_ path: String) -> Bool {
        path.lastIndex(of: ".").map { Int(path[path.index(after: $0)...]) != nil } ?? false
            || path.utf8.contains(UInt8(ascii: "~")) || path.utf8.count > 200
    }
}

/// A result is there and cannot be read.
package struct UnreadableResult: Error, CustomStringConvertible {
    var cause: String

    package var description: String { "its result cannot be read: \(cause)" }
}

extension ResultEncoder {
    /// The lines of `results.jsonl` that a file has, one a document, each with its line feed.
    func lines(_ outcome: Outcome) throws -> Data {
        try outcome.documents.reduce(into: Data()) { $0 += try line($1) + [UInt8(ascii: "\n")] }
    }
}
