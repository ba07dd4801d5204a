import ArgumentParser
import Model
import Pipeline
import SystemPackage

/// How documents are processed: the same for every command that processes some.
struct ProcessingOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOptions

    @Option(name: .shortAndLong, help: "Workers at a time; one a core if left out.", transform: ArgumentValue.positive)
    var jobs: Int?

    @OptionGroup var asOf: AsOfOption

    @Flag(help: "List each page's words with their boxes in the results.")
    var words = false

    @Option(
        help: ArgumentHelp(
            "Write each page there with what was found drawn on it: DOCUMENT/page-1.jpg.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var overlay: String?

    @Option(
        help: ArgumentHelp(
            "Write each page there as it was read, upright and level: DOCUMENT/page-1.png.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var corrected: String?

    @Option(
        help: ArgumentHelp(
            "Write each document there as a PDF that can be searched: DOCUMENT.pdf. Its pages are the pictures as they are; a PDF "
                + "that a program made is copied.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var pdf: String?

    @Flag(help: "With --pdf: the pages upright, flat and level, as they were read.")
    var straighten = false

    @Option(
        help: ArgumentHelp("Write each document's words there as hOCR: DOCUMENT.hocr.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var hocr: String?

    @Option(
        help: ArgumentHelp("Write each document's words there as ALTO 4: DOCUMENT.xml.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var alto: String?

    @Option(
        help: ArgumentHelp("Keep the values between the stages of each document there, as JSON.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var keepStages: String?

    func validate() throws {
        guard !straighten || pdf != nil else { throw ValidationError("--straighten needs --pdf FOLDER.") }
    }

    /// The configuration in force.
    ///
    /// - Throws: `ExitCode` 78 after saying on standard error all that is wrong.
    func settings() throws -> Configuration { try readingConfiguration { try readSettings() } }

    /// - Throws: `ConfigurationError`.
    func readSettings() throws -> Configuration {
        var options = configuration
        if let jobs { options.settings.append("run.jobs=\(jobs)") }
        if words { options.settings.append("output.words=true") }
        let settings = try options.readLayers().configuration
        if settings.output.redact != .none, keepStages != nil {
            throw ConfigurationError([
                ConfigurationProblem(
                    origin: "output.redact",
                    message: "does not go with --keep-stages: stages hold what was read, whole: leave one of them out")
            ])
        }
        // A kind file's mistakes are the user's to mend, before any worker trips over them.
        _ = try KindCatalogue(settings.kinds)
        _ = try CalibrationFile(settings.calibrationFile)
        return settings
    }

    /// Where what is kept beside the results goes.
    var keep: [Keepsake: FilePath] {
        [
            .stages: keepStages, .corrected: corrected, .overlay: overlay, straighten ? .straightenedPDF : .pdf: pdf,
            .hocr: hocr, .alto: alto,
        ].compactMapValues { $0.map(RawArguments.path) }
    }
}

/// What is shown of a run, and what its exit code says.
struct ShowingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A decision that makes the exit code 3: review or retake.", valueName: "decision"))
    var failOn: [FailOn] = []

    @Flag(help: "Print a table of the documents at the end; done anyway on a terminal.")
    var table = false

    @Flag(help: "Show main fields in the table. They are personal data: mind where it is printed.")
    var showFields = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Name each file that is skipped, and say why.")
    var verbose = false

    /// Whether none of it was given.
    var isEmpty: Bool { failOn.isEmpty && !table && !showFields && !quiet && !verbose }
}

/// Decisions that `--fail-on` can name.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case review, retake

    var action: Decision.Action { self == .review ? .review : .retake }
}
