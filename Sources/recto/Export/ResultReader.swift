import Foundation
import Model
import Operations
import Output
import SystemPackage

/// Results as they lie in an output folder, read one at a time.
struct ResultReader {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    private enum Source {
        case lines(FileDescriptor)
        /// Of a run that did not come to its end.
        case files([URL])
    }

    private let path: String
    private let source: Source

    init(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Problem(description: "\(path): there is no such file or folder")
        }
        self.path = path
        let folder = URL(filePath: path)
        let lines = isFolder.boolValue ? folder.appending(path: "results.jsonl") : folder
        if let file = try? FileDescriptor.open(lines.path, .readOnly, options: [.nonBlocking, .closeOnExec]) {
            // A pipe's lines are gone once it is known which of them stand.
            guard (try? file.seek(offset: 0, from: .end)) != nil else {
                throw Problem(description: "\(path): can be read only once: name a file")
            }
            source = .lines(file)
        } else if isFolder.boolValue {
            let files = try Self.files(in: folder.appending(path: "results"))
            guard !files.isEmpty else {
                throw Problem(
                    description: "\(path): has neither results.jsonl nor results/: name an output of `recto run`")
            }
            source = .files(files)
        } else {
            throw Problem(description: "\(path): cannot be read: check its permissions")
        }
    }

    /// One result a document: other files that are part of it say the same.
    func visit(_ body: (Outcome) throws -> Void) throws {
        try visitAll { if $0.source.partOf == nil { try body($0) } }
    }

    private func visitAll(_ body: (Outcome) throws -> Void) throws {
        switch source {
        case .lines(let file):
            var standing = StandingLines()
            var count = 0
            try visitLines(of: file) {
                standing.add($0)
                count += 1
            }
            var number = 0
            try visitLines(of: file) { line in
                defer { number += 1 }
                // A service may have added some meanwhile.
                guard number < count, standing.stands(number) else { return }
                try body(try decode(line, "\(path), line \(number + 1)"))
            }
        case .files(let files):
            for file in files { try body(try decode(try Data(contentsOf: file), file.path)) }
        }
    }

    private func visitLines(of file: FileDescriptor, _ body: (Data) throws -> Void) throws {
        try file.seek(offset: 0, from: .start)
        do {
            try FileLines.visit(file, takesRest: true) { if !$0.isEmpty { try body($0) } }
        } catch let error as Errno {
            throw Problem(description: "\(path): cannot be read: \(error)")
        }
    }

    private func decode(_ json: Data, _ place: String) throws -> Outcome {
        do {
            return try ResultEncoder.decode(json)
        } catch {
            throw Problem(description: "\(place): is no result of `recto run`")
        }
    }

    private static func files(in folder: URL) throws -> [URL] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.map(ResultName.init).sorted().map {
            folder.appending(path: $0.text)
        }
    }

    /// By the names' bytes, the documents of a split file by their numbers.
    private struct ResultName: Comparable {
        let text: String
        private let stem: String
        private let number: Int

        init(_ text: String) {
            self.text = text
            let name = text.dropLast(".json".count)
            let end = name.lastIndex(of: ".")
            number = end.flatMap { Int(name[name.index(after: $0)...]) } ?? 0
            stem = String(number > 0 ? end.map { name[..<$0] } ?? name : name)
        }

        static func < (a: Self, b: Self) -> Bool {
            a.stem == b.stem ? a.number < b.number : a.stem.utf8.lexicographicallyPrecedes(b.stem.utf8)
        }
    }
}
