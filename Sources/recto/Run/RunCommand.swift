import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline
import SystemPackage

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Reads files and folders, and writes a result for each document.",
        discussion: """
            A folder is searched through its subfolders; links are not followed. Every document has a result, \
            OUT/results/<its path>.json, also where it could not be processed; OUT/results.jsonl has all of them, one a \
            line. A result's decision says what to do: accept, review (a person must look) or retake (scan or \
            photograph again).

              recto run inbox --output out
              recto run inbox --output out --table
              recto run scan.pdf photo.heic --output out --as-of 2026-01-31
              recto run inbox --output out --overlay seen       pictures of what was found where
              recto run inbox --output out --fail-on retake     exit code 3 where a capture must be repeated
              recto run inbox --output out --set ingest.max_pages=20 --jobs 2

            Exit codes: 0 everything was processed, 1 some documents failed, 2 nothing could be processed at all, \
            3 a decision that --fail-on names, 64 a mistake in the command, 78 in the configuration, 130 or 143 \
            stopped: Ctrl-C once finishes the documents at hand, twice stops at once.
            """)

    @Argument(help: "Files and folders.", completion: .file())
    var inputs: [String]

    @Option(
        name: [.short, .long], help: "Folder for the results; made where it does not exist.", completion: .directory)
    var output: String

    @OptionGroup var configuration: ConfigurationOptions

    @Option(name: .shortAndLong, help: "Workers at a time; one a core if left out.")
    var jobs: Int?

    @Option(
        name: .long, help: ArgumentHelp("The date to judge expiry and ages by; today if left out.", valueName: "date"))
    var asOf: DateArgument?

    @Flag(help: "List each page's words with their boxes in the results.")
    var words = false

    @Option(
        help: ArgumentHelp(
            "Write each page there with what was found drawn on it: DOCUMENT/page-1.jpg.", valueName: "folder"),
        completion: .directory)
    var overlay: String?

    @Option(
        help: ArgumentHelp(
            "Write each page there as it was read, upright and level: DOCUMENT/page-1.png.", valueName: "folder"),
        completion: .directory)
    var corrected: String?

    @Option(
        help: ArgumentHelp("Keep the values between the stages of each document there, as JSON.", valueName: "folder"),
        completion: .directory)
    var keepStages: String?

    @Option(help: ArgumentHelp("A decision that makes the exit code 3: review or retake.", valueName: "decision"))
    var failOn: [FailOn] = []

    @Flag(help: "Print a table of the documents at the end; done anyway on a terminal.")
    var table = false

    @Flag(help: "Show main fields in the table. They are personal data: mind where it is printed.")
    var showFields = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Name at least one file or folder.") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
    }

    func run() async throws {
        var options = configuration
        if let jobs { options.settings.append("run.jobs=\(jobs)") }
        if words { options.settings.append("output.words=true") }
        let settings = try options.read().configuration
        // A kind file's mistakes are the user's to mend, before any worker trips over them.
        try readingConfiguration { _ = try KindCatalogue(settings.kinds) }
        let job = try RunJob(command: self, settings: settings)
        let code = try await job.run()
        if code != 0 { throw ExitCode(code) }
    }
}

/// Decisions that `--fail-on` can name.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case review, retake

    var action: Decision.Action { self == .review ? .review : .retake }
}
