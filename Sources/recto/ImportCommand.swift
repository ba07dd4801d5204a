import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Takes what people annotated elsewhere as their review.",
        discussion: """
            --label-studio takes the JSON that Label Studio exports of a project whose tasks came from \
            `recto export --label-studio`. Each annotation that was submitted is a review by the annotator: values that were left \
            as they were are confirmed, what was changed or added is corrected, what was taken away is removed. Values are \
            read as what is typed into `recto review` is. The documents stay open: with --accept, who annotated \
            vouches for the whole document, and it is accepted.

              recto import --label-studio out project.json --dry-run    only tells
              recto import --label-studio out project.json
              recto import --label-studio out project.json --accept

            The same file can be imported again: it changes nothing. What is no value of a field, what somebody else \
            has looked at since the export, and documents that were read anew, are decided, or that somebody is at, are \
            left alone and named. Annotators are kept by their addresses, or their numbers where the file has those: whoever \
            imports a file vouches for what it says of them.

            Exit codes: 0 all was taken; 1 something was left alone; 2 the folder or the file cannot be used; 64 a mistake in \
            the command, 78 in the configuration.
            """)

    enum Format: String, EnumerableFlag {
        case labelStudio

        static func help(for format: Format) -> ArgumentHelp? { "JSON of Label Studio." }
    }

    @Flag var format: Format

    @Argument(
        help: "An output folder of `recto run` or `recto watch`.", completion: .directory, transform: ArgumentValue.path
    )
    var out: String

    @Argument(help: "The file that Label Studio exported.", completion: .file(), transform: ArgumentValue.path)
    var file: String

    @Flag(
        help: "Accept each document whose annotation is taken as a whole; decide that it is unknown where its kind is.")
    var accept = false

    @Flag(help: "Change nothing.")
    var dryRun = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let settings = try options.read().configuration
        let entries = FieldEntries(
            kinds: try readingConfiguration { try KindCatalogue(settings.kinds) }, asOf: try asOf.date)
        let policy = try readingConfiguration { try ReviewPolicy(settings.review, entries: entries) }
        _ = try ResultInventory.existing(in: out)
        let tasks = try tasks()
        do {
            let folder = try ResultFolder(creating: RawArguments.path(out))
            let store =
                dryRun
                ? try ReviewStore.existing(in: folder) : try ReviewStore(in: folder, entries: entries, policy: policy)
            let importer = LabelStudioImport(
                into: folder, store, entries: entries, policy: policy, accepts: accept, isTrial: dryRun)
            if try await !take(tasks, by: importer) { throw ExitCode(1) }
        } catch let code as ExitCode {
            throw code
        } catch {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    private func tasks() throws -> [LabelStudioTask?] {
        guard let data = FileManager.default.contents(atPath: file) else {
            Console.problem("\(file): cannot be read: no such file, or no rights to it")
            throw ExitCode(2)
        }
        do {
            return try LabelStudioJSON.tasks(in: data)
        } catch {
            Console.problem("\(file): is no JSON export of Label Studio: export the project as JSON, not JSON-MIN")
            throw ExitCode(2)
        }
    }

    /// - Returns: whether nothing was left alone.
    private func take(_ tasks: [LabelStudioTask?], by importer: LabelStudioImport) async throws -> Bool {
        var (documents, steps, isWhole) = (0, 0, true)
        for (index, task) in tasks.enumerated() {
            guard let task else {
                Console.problem("\(file), task \(index + 1): is none of `recto export --label-studio`: left alone")
                isWhole = false
                continue
            }
            let report = try await importer.take(task)
            let path = task.data.recto.document.path
            for field in report.unusual {
                Console.problem(
                    "\(path): \(field.rawValue): taken, and looks unlike other values: check it on the page")
            }
            for problem in report.problems { Console.problem("\(path): left alone: \(problem)") }
            isWhole = isWhole && report.problems.isEmpty
            documents += report.steps > 0 ? 1 : 0
            steps += report.steps
        }
        print("\(dryRun ? "would take" : "took") \(steps.counted("step")) in \(documents.counted("document"))")
        return isWhole
    }
}
