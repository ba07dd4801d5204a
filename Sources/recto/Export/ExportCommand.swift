import ArgumentParser
import Foundation
import Model
import Operations
import Output
import Pipeline
import SystemPackage

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Turns results into a table or into tasks of Label Studio, or reviews into truth.",
        discussion: """
            --csv writes one row a document, one column a field; the values of a list are joined by "; ". A file that was split has a \
            row for each of its documents, whose pages are in the column of that name. OUT is an output folder of \
            `recto run`, or a results.jsonl.

              recto export --csv out > table.csv
              recto export --csv out --to table.csv
              recto export --corrections out --to truth.jsonl
              recto evaluate truth.jsonl out --calibrate calibration.yml
              recto export --label-studio out --to labels
              recto export --label-studio out --to labels --set kinds.folder=my-kinds

            The table is CSV as RFC 4180 has it, in UTF-8. A cell that a spreadsheet would take for a formula has an \
            apostrophe before it.

            --corrections writes a line for each document that people have finished, as `recto evaluate` takes for the \
            truth. Who accepted a document vouches for all its values; with --looked-at, those that nobody confirmed or \
            corrected one by one are left out of a calibration.

            --label-studio writes a new folder for Label Studio: tasks.json, a document a task, with the values that stand \
            now as predictions; its pages as pictures; and labeling.xml, the project's labeling configuration. docs/review.md \
            tells how to serve it. `recto import` takes what was annotated.

            A document that cannot be read, or whose pages cannot be drawn, is named and left out, and makes the exit code 1.
            """)

    enum Format: String, EnumerableFlag {
        case csv, corrections, labelStudio

        static func help(for format: Format) -> ArgumentHelp? {
            switch format {
            case .csv: "Results as comma-separated values."
            case .corrections: "What people decided, as the truth of an evaluation."
            case .labelStudio: "Documents as tasks of Label Studio."
            }
        }
    }

    @Flag var format: Format?

    @Flag(help: "With --corrections: vouch for values alone that somebody looked at.")
    var lookedAt = false

    @Argument(
        help: "An output folder of `recto run`, or (with --csv) a results.jsonl.", completion: .directory,
        transform: ArgumentValue.path)
    var out: String

    @Option(
        help: ArgumentHelp(
            "File to write, readable by its owner alone; with --label-studio, a new folder.", valueName: "file"),
        completion: .file(), transform: ArgumentValue.path)
    var to: String?

    @OptionGroup(title: "With --label-studio") var options: ConfigurationOptions

    func validate() throws {
        guard let format else { throw ValidationError("Name the format: --csv, --corrections or --label-studio.") }
        guard format != .labelStudio || to != nil else { throw ValidationError("--label-studio needs --to FOLDER.") }
        guard !lookedAt || format == .corrections else { throw ValidationError("--looked-at needs --corrections.") }
    }

    func run() async throws {
        do {
            let isWhole: Bool
            if format == .labelStudio, let to {
                isWhole = try await LabelStudioFolder(of: out, options).write(to: to)
            } else if let to {
                var file = try AtomicFile(path: FilePath(to))
                isWhole = try write { try file.append($0) }
                try file.commit()
            } else {
                isWhole = try write { try FileHandle.standardOutput.write(contentsOf: $0) }
            }
            if !isWhole { throw ExitCode(1) }
        } catch let problem as ResultReader.Problem {
            Console.problem(problem.description)
            throw ExitCode(2)
        } catch let error as OutputError {
            Console.problem("\(error)")
            throw ExitCode(2)
        } catch let error as ReviewStoreError {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    /// - Returns: whether nothing was left out.
    private func write(to sink: (Data) throws -> Void) throws -> Bool {
        switch format {
        case .csv, .labelStudio, nil:
            let results = try ResultReader(out)
            try ResultTable(results).write(results, to: sink)
            return true
        case .corrections:
            // None is made where there is none.
            guard FileManager.default.fileExists(atPath: "\(out)/\(ReviewStore.name)"),
                let reviews = try ReviewStore.existing(in: ResultFolder(creating: RawArguments.path(out)))
            else {
                throw ResultReader.Problem(
                    description:
                        "\(out): has no \(ReviewStore.name): name an output folder whose documents were reviewed")
            }
            let problems = try Corrections(lookedAt: lookedAt).write(reviews, to: sink)
            for (document, cause) in problems { Console.problem("\(document.path): left out: \(cause)") }
            return problems.isEmpty
        }
    }
}

/// Results as they lie in an output folder, read one at a time.
struct ResultReader {
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    private enum Source {
        case lines(Data)
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
        if let data = try? Data(contentsOf: lines, options: .mappedIfSafe) {
            source = .lines(data)
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

    func visit(_ body: (Outcome) throws -> Void) throws {
        switch source {
        case .lines(let data):
            let lines = data.split(separator: UInt8(ascii: "\n"))
            var standing = StandingLines()
            for line in lines { standing.add(line) }
            for (number, line) in lines.enumerated() where standing.stands(number) {
                try body(try decode(line, "\(path), line \(number + 1)"))
            }
        case .files(let files):
            for file in files { try body(try decode(try Data(contentsOf: file), file.path)) }
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
