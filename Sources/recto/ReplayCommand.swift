import ArgumentParser
import Foundation
import Model
import Output
import Pipeline

/// `recto replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Tells kinds, fields and decisions of kept pages anew, without reading them again.",
        discussion: """
            STAGES is what `recto run --keep-stages STAGES` kept. For trying kinds, calibrations and code behind the reading \
            of pages: it takes seconds where a run takes minutes. Writes results.jsonl alone. What cannot be read is named, \
            the rest is done, and the exit code is 2.

              recto run Samples --output out --keep-stages stages
              recto replay stages --output again
              recto evaluate Samples --compare out again
            """)

    @Argument(help: "What `recto run --keep-stages` kept.", completion: .directory, transform: ArgumentValue.path)
    var stages: String

    @Option(help: "A folder for results.jsonl.", completion: .directory, transform: ArgumentValue.path)
    var output: String

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var asOf: AsOfOption

    func run() throws {
        let settings = try options.read().configuration
        let date = try asOf.date
        let folders = kept()
        guard !folders.isEmpty else {
            Console.problem("\(stages): holds no recognize.json; give the folder that `recto run --keep-stages` wrote")
            throw ExitCode(2)
        }
        do {
            let pipeline = try readingConfiguration { try Pipeline(configuration: settings, asOf: date) }
            var lines = Data()
            var isComplete = true
            for folder in folders {
                do {
                    for document in try pipeline.process(Self.recognized(in: folder)).documents {
                        lines += try ResultEncoder().line(document) + [UInt8(ascii: "\n")]
                    }
                } catch let failure as Failure {
                    Console.problem(failure.message)
                    isComplete = false
                }
            }
            try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
            try lines.write(to: URL(filePath: output).appending(path: "results.jsonl"), options: .atomic)
            if !isComplete { throw ExitCode(2) }
        } catch let failure as Failure {
            Console.problem(failure.message)
            throw ExitCode(2)
        }
    }

    /// Folders that have what was read of a document, in the order of their names.
    private func kept() -> [String] {
        let names = FileManager.default.enumerator(atPath: stages)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix("/recognize.json") }.sorted()
            .map { "\(stages)/\($0.dropLast("/recognize.json".count))" }
    }

    private static func recognized(in folder: String) throws -> RecognizedDocument {
        func decoded<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
            let url = URL(filePath: folder).appending(path: name)
            do {
                return try JSONDecoder().decode(type, from: Data(contentsOf: url))
            } catch {
                throw Failure(
                    .engineFailed, "\(url.path): is not what this version keeps; run --keep-stages again",
                    stage: .recognize)
            }
        }
        return RecognizedDocument(
            loaded: try decoded(LoadedDocument.self, "ingest.json"),
            pages: try decoded([RecognizedPage].self, "recognize.json"))
    }
}
