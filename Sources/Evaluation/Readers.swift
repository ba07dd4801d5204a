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
    /// Reads the results of an output folder by their `source.path`.
    ///
    /// - Throws: `EvaluationError` that says what is missing or malformed.
    package static func read(_ folder: String) throws -> [String: Outcome] {
        let path = "\(folder)/results.jsonl"
        guard FileManager.default.fileExists(atPath: path) else {
            throw EvaluationError(
                description: "\(folder): holds no results.jsonl; give the folder that `recto run --output` wrote")
        }
        let outcomes = try JSONLines.read(Outcome.self, from: path)
        return Dictionary(outcomes.map { ($0.source.path, $0) }) { _, last in last }
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

package enum Evaluator {
    /// Judges every document of the truth.
    package static func judge(truth: [TruthDocument], results: [String: Outcome]) -> EvaluationReport {
        EvaluationReport(truth.map { Judgement(truth: $0, outcome: outcome(of: $0.file, in: results)) })
    }

    /// The result of a file of the truth; its path may carry the name of its input root before it.
    package static func outcome(of file: String, in results: [String: Outcome]) -> Outcome? {
        results[file] ?? results.keys.sorted().first { $0.hasSuffix("/" + file) }.flatMap { results[$0] }
    }
}
