import Foundation
package import Model

/// A mistake in the files that an evaluation reads.
package struct EvaluationError: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) {
        self.description = description
    }
}

package enum TruthReader {
    /// Reads a `truth.jsonl`, or the one in a folder.
    ///
    /// - Throws: `EvaluationError` that names file and line.
    package static func read(_ path: String) throws -> [TruthDocument] {
        try JSONLines.read(TruthDocument.self, from: file(path))
    }

    /// The file that a path stands for: itself, or the `truth.jsonl` in it.
    package static func file(_ path: String) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue ? "\(path)/truth.jsonl" : path
    }
}

package enum ResultsReader {
    /// Reads the results of an output folder by their `source.path`; those of a split file by its path and their pages,
    /// as `stack.pdf#3-4`, which is how the truth names them too.
    ///
    /// - Throws: `EvaluationError` that says what is missing or malformed.
    package static func read(_ folder: String) throws -> [String: Outcome] {
        let path = "\(folder)/results.jsonl"
        guard FileManager.default.fileExists(atPath: path) else {
            throw EvaluationError(
                description: "\(folder): holds no results.jsonl; give the folder that `recto run --output` wrote")
        }
        let outcomes = try JSONLines.read(Outcome.self, from: path)
        return results(of: outcomes)
    }
}

extension ResultsReader {
    /// By their documents' names. A file that was done again has the results of the last time alone.
    static func results(of outcomes: [Outcome]) -> [String: Outcome] {
        var names: [String: [String]] = [:]
        var results: [String: Outcome] = [:]
        for outcome in outcomes {
            let path = outcome.source.path
            if outcome.source.pages?.first ?? 1 == 1 {
                for name in names.removeValue(forKey: path) ?? [] { results[name] = nil }
            }
            let name = outcome.source.documentName
            names[path, default: []].append(name)
            results[name] = outcome
        }
        return results
    }
}

package enum JSONLines {
    /// One value a line; empty lines are passed over.
    package static func read<Value: Decodable>(_: Value.Type, from path: String) throws -> [Value] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw EvaluationError(description: "\(path): cannot be read; does it exist?")
        }
        let decoder = JSONDecoder()
        return try data.split(separator: UInt8(ascii: "\n")).enumerated().map { index, line in
            do {
                return try decoder.decode(Value.self, from: Data(line))
            } catch {
                throw EvaluationError(description: "\(path):\(index + 1): not a line of the expected form")
            }
        }
    }
}
