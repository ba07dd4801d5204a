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
        abstract: "Turns results into tables, a database or tasks of Label Studio, or reviews into truth.",
        discussion: """
            OUT is an output folder of `recto run`, or a results.jsonl. Columns and types never depend on what the results \
            hold, and docs/exports.md describes them all: what is known of a document, and the fields of the built-in \
            kinds, then those of the kinds that the configuration adds. A file that was split has a row for each of its \
            documents.

              recto export --csv out > table.csv
              recto export --csv out --to table.csv --set kinds.folder=my-kinds
              recto export --jsonl out --to table.jsonl
              recto export --sqlite out --to results.sqlite
              recto export --corrections out --to truth.jsonl
              recto evaluate truth.jsonl out --calibrate calibration.yml
              recto export --label-studio out --to labels
              recto export --label-studio out --to labels --set kinds.folder=my-kinds

            --csv writes a row a document, as RFC 4180 has it, in UTF-8; the values of a list are joined by "; ". A cell \
            that a spreadsheet would take for a formula has an apostrophe before it.

            --jsonl writes an object a document: the same columns, and the confidence of each field, each with its type, null \
            where there is nothing. `recto schema --export` prints the types as DuckDB takes them, which makes Parquet of it:

              duckdb -c "COPY (FROM read_json('table.jsonl', format = 'newline_delimited', \
            columns = $(recto schema --export | tr '"' "'"))) TO 'table.parquet'"

            --sqlite writes a new database: documents, their fields value by value, reasons, pages and warnings. It holds the \
            fields of any kind, and the pages' texts.

              sqlite3 results.sqlite "SELECT path, value FROM documents JOIN fields USING (document) WHERE name = 'county'"

            Fields that have no column, for their kind is not in the configuration, are named and left out of --csv and \
            --jsonl, which makes the exit code 1.

            --corrections writes a line for each document that people have finished, as `recto evaluate` takes for the \
            truth. Who accepted a document vouches for all its values; with --looked-at, those that nobody confirmed or \
            corrected one by one are left out of a calibration.

            --label-studio writes a new folder for Label Studio: tasks.json, a document a task, with the values that stand \
            now as predictions; its pages as pictures; and labeling.xml, the project's labeling configuration. docs/review.md \
            tells how to serve it. `recto import` takes what was annotated.

            A document that cannot be read, or whose pages cannot be drawn, is named and left out, and makes the exit code 1.
            """)

    enum Format: String, EnumerableFlag {
        case csv, jsonl, sqlite, corrections, labelStudio

        static func help(for format: Format) -> ArgumentHelp? {
            switch format {
            case .csv: "Results as comma-separated values."
            case .jsonl: "Results as lines of JSON, an object with the same typed columns each."
            case .sqlite: "Results as a SQLite database."
            case .corrections: "What people decided, as the truth of an evaluation."
            case .labelStudio: "Documents as tasks of Label Studio."
            }
        }
    }

    @Flag var format: Format?

    @Flag(help: "With --corrections: vouch for values alone that somebody looked at.")
    var lookedAt = false

    @Argument(
        help: "An output folder of `recto run`, or (with --csv, --jsonl, --sqlite) a results.jsonl.",
        completion: .directory,
        transform: ArgumentValue.path)
    var out: String

    @Option(
        help: ArgumentHelp(
            "File to write, readable by its owner alone; with --label-studio, a new folder.", valueName: "file"),
        completion: .file(), transform: ArgumentValue.path)
    var to: String?

    @OptionGroup(title: "With --csv, --jsonl and --label-studio") var options: ConfigurationOptions

    func validate() throws {
        guard let format else {
            throw ValidationError("Name the format: --csv, --jsonl, --sqlite, --corrections or --label-studio.")
        }
        guard format != .sqlite || to != nil else { throw ValidationError("--sqlite needs --to FILE.") }
        guard format != .labelStudio || to != nil else { throw ValidationError("--label-studio needs --to FOLDER.") }
        guard !lookedAt || format == .corrections else { throw ValidationError("--looked-at needs --corrections.") }
    }

    func run() async throws {
        do {
            let isWhole: Bool
            if format == .labelStudio, let to {
                isWhole = try await LabelStudioFolder(of: out, options).write(to: to)
            } else if format == .sqlite, let to {
                try ResultDatabase.write(to: FilePath(to), ResultReader(out).visit)
                isWhole = true
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
        case .csv, .jsonl, .sqlite, .labelStudio, nil:
            let results = try ResultReader(out)
            let table = try options.readTable()
            let leftOut = try format == .jsonl ? table.writeLines(results, to: sink) : table.writeCSV(results, to: sink)
            for (kind, fields) in leftOut.sorted(by: { $0.key < $1.key }) {
                let names = fields.sorted().map(\.rawValue).joined(separator: ", ")
                Console.problem(
                    "left out of the table: \(names) of the kind \(kind.rawValue): the configuration has no such field, or one "
                        + "of another type: name the folder of its kinds by --set kinds.folder=FOLDER")
            }
            return leftOut.isEmpty
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
