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

    /// Where a document of the truth lies: beside it, or in `images/` there.
    package static func picture(_ name: String, of truth: String) -> String {
        let folder = URL(filePath: file(truth)).deletingLastPathComponent().path
        return ["\(folder)/\(name)", "\(folder)/images/\(name)"].first {
            FileManager.default.fileExists(atPath: $0)
        } ?? "\(folder)/\(name)"
    }
}

package enum ResultsReader {
    /// Reads the results of an output folder by their `source.path`; those of a split file by its path and their pages,
    /// as `stack.pdf#3-4`, which is how the truth names them too.
    ///
    /// - Parameter truth: gives its paths to results that were run from another folder.
    /// - Throws: `EvaluationError` that says what is missing or malformed.
    package static func read(_ folder: String, for truth: [TruthDocument]) throws -> [String: Outcome] {
        let path = "\(folder)/results.jsonl"
        guard FileManager.default.fileExists(atPath: path) else {
            throw EvaluationError(
                description: "\(folder): holds no results.jsonl; give the folder that `recto run --output` wrote")
        }
        let outcomes = try JSONLines.read(Outcome.self, from: path)
        return results(of: renamed(outcomes, after: truth.map { DocumentPlace($0.file).path }))
    }
}

extension ResultsReader {
    package static func engine(of results: [String: Outcome]) -> EngineInfo? {
        results.min { $0.key < $1.key }?.value.engine
    }

    /// The pages that `recto run --keep-stages` kept of documents, by file of the truth.
    ///
    /// - Throws: `EvaluationError` where there is none, or one that was kept by another version.
    package static func recognizedPages(_ folder: String, of truth: [TruthDocument]) throws -> [String:
        [RecognizedPage]]
    {
        var pages: [String: [RecognizedPage]] = [:]
        for document in truth {
            let path = "\(folder)/\(document.file)/\(StageName.recognize.rawValue).json"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            do {
                pages[document.file] = try JSONDecoder().decode([RecognizedPage].self, from: data)
            } catch {
                throw EvaluationError(description: "\(path): not what this version keeps: run it once more")
            }
        }
        guard !pages.isEmpty else {
            throw EvaluationError(
                description: "\(folder): holds nothing of these documents; give the folder of `recto run --keep-stages`"
            )
        }
        return pages
    }

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

    /// Results whose path the truth does not know have that of the one document with the same file name, where there is
    /// only one of that name on either side.
    static func renamed(_ outcomes: [Outcome], after paths: [String]) -> [Outcome] {
        let known = byFileName(paths)
        let read = byFileName(outcomes.map(\.source.path))
        return outcomes.map { outcome in
            let path = outcome.source.path
            let name = fileName(path)
            guard let places = known[name], places.count == 1, read[name]?.count == 1, let place = places.first,
                path != place, !path.hasSuffix("/" + place)
            else { return outcome }
            var renamed = outcome
            renamed.source.path = place
            return renamed
        }
    }

    private static func byFileName(_ paths: [String]) -> [Substring: Set<String>] {
        Dictionary(grouping: paths, by: fileName).mapValues(Set.init)
    }

    private static func fileName(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
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
