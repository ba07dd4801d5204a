import ArgumentParser
import Evaluation
import Foundation
import Kinds
import Model
import Operations
import Pipeline
import SystemPackage

/// `recto kinds try`.
struct TryKind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Shows what each cue and field of a kind file finds on a document.",
        discussion: """
            The fields are read as the kind says, whatever kind the document seems to be. What is printed holds what the \
            document says: mind where.

              recto kinds try my-kinds/invoice.yml scan.png
              recto kinds try my-kinds/invoice.yml scan.png --overlay seen    and pictures: seen/page-1.jpg
            """)

    @Argument(
        help: "A kind file, such as my-kinds/invoice.yml.", completion: .file(extensions: ["yml", "yaml"]),
        transform: ArgumentValue.path)
    var file: String

    @Argument(help: "A picture or PDF of a document.", completion: .file(), transform: ArgumentValue.path)
    var picture: String

    @Option(
        help: ArgumentHelp("Write each page there with what was found drawn on it.", valueName: "folder"),
        completion: .directory, transform: ArgumentValue.path)
    var overlay: String?

    @OptionGroup var options: ConfigurationOptions

    @OptionGroup var asOf: AsOfOption

    @Option(
        help: ArgumentHelp(
            "Work confined to this folder, which holds the document.", valueName: "folder", visibility: .hidden))
    var within: String?

    /// The document is read as a worker reads one: by a process that can do nothing else, from a copy.
    func run() throws {
        if let within { return try work(within: FilePath(within)) }
        let scratch = try ScratchFolder(named: "recto-try-", under: RunScratch.parent)
        defer { scratch.remove() }
        let document = scratch.path.appending("document")
        do {
            try FileManager.default.copyItem(atPath: picture, toPath: document.string)
        } catch {
            Console.problem("\(picture): cannot be read: check its name and its permissions")
            throw ExitCode(2)
        }
        switch try ConfinedChild.run(within: scratch.path) {
        case .exited(0): break
        case .exited(let code): throw ExitCode(code)
        case .signalled(let signal):
            Console.problem("\(picture): its reader was ended by signal \(signal)")
            throw ExitCode(2)
        }
        if let overlay { try ResultFolder.moveKept(from: scratch.path.appending("seen"), to: FilePath(overlay)) }
    }

    private func work(within scratch: FilePath) throws {
        let definition = try KindsCommand.read(file)
        let settings = try options.read().configuration
        let date = try asOf.date
        try ConfinedChild.confine(
            to: scratch, memoryMegabytes: settings.run.workerMemory, readable: settings.workerFolders)
        do {
            let trial = try readingConfiguration {
                try KindTrial.run(
                    definition, on: scratch.appending("document").string,
                    named: FilePath(picture).lastComponent?.string ?? picture, configuration: settings, asOf: date,
                    scratch: scratch.string, overlay: overlay.map { _ in scratch.appending("seen").string })
            }
            print(TrialReport(trial: trial).text)
        } catch let failure as Failure {
            Console.problem(failure.message)
            throw ExitCode(2)
        }
    }
}

/// What a trial found, as text.
struct TrialReport {
    let trial: KindTrial

    var text: String {
        [summary, cues, fields, decision].joined(separator: "\n")
    }

    private var summary: String {
        let scores = trial.classification.scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \(Self.figure($0.value))" }
        return "Seen as \(trial.kind.rawValue) by all the kinds in use: \(scores.joined(separator: ", "))\n"
    }

    private var cues: String {
        let rows = trial.cues.flatMap { result -> [[String]] in
            let cue = result.cue
            let name = cue.feature?.rawValue ?? cue.phrases.first ?? ""
            let more = cue.phrases.count > 1 ? " (or \(cue.phrases.count - 1) more)" : ""
            let head = [name + more, cue.place.rawValue, Self.figure(cue.weight)]
            guard !result.evidence.isEmpty else { return [head + ["not found", "", ""]] }
            return result.evidence.map { evidence in
                head + [Self.figure(evidence.weight), Self.place(evidence.page, evidence.box), evidence.text]
            }
        }
        return TextTable.render(["cue", "place", "weight", "adds", "where", "read as"], rows)
    }

    private var fields: String {
        let rows = trial.fields.map { result -> [String] in
            let label = result.labels.map { "\(Self.place($0.page, $0.box)): \($0.text)" }.joined(separator: "; ")
            guard let field = result.field else {
                return [
                    result.definition.name.rawValue, result.definition.type.rawValue, "not found", "", "", "", label,
                ]
            }
            let checks = field.checks.map { "\($0.name) \($0.passed ? "passed" : "failed")" }.joined(separator: ", ")
            return [
                result.definition.name.rawValue, result.definition.type.rawValue, field.value.plainText,
                Self.figure(field.confidence), field.page.map { Self.place($0, field.box) } ?? "", checks, label,
            ]
        }
        return TextTable.render(["field", "type", "value", "confidence", "where", "checks", "labels"], rows)
    }

    private var decision: String {
        let reasons = trial.decision.reasons.map { reason in
            "  \(reason.code.rawValue)\(reason.field.map { " \($0.rawValue)" } ?? ""): \(reason.message)"
        }
        return (["Decision: \(trial.decision.action.rawValue)"] + reasons).joined(separator: "\n")
    }

    /// Page, and left and top in pixels of the upright page.
    private static func place(_ page: Int, _ box: Box?) -> String {
        box.map { "page \(page) at \($0.x), \($0.y)" } ?? "page \(page)"
    }

    private static func figure(_ number: Double) -> String { String(format: "%.2f", number) }
}
