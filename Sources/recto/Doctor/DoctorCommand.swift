import ArgumentParser
import Evaluation
import Foundation
import Model
import Pipeline

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Tells what is installed, and how to install what is missing.",
        discussion: """
            Checks libraries, models and programs against the configuration, and tries what a worker must not be able \
            to do: "ok" says that it was stopped (docs/threat-model.md). Exit code 1 where something that is needed is \
            missing.

              recto doctor
              recto doctor --config my.yml --json
            """)

    @OptionGroup var configuration: ConfigurationOptions

    @Flag(help: "Print the findings as JSON.")
    var json = false

    func run() throws {
        let settings = try configuration.read().configuration
        let findings = Examination(settings).findings()
        if json { try printJSON(findings) } else { printText(findings) }
        guard !findings.contains(where: { $0.isNeeded && !$0.isPresent }) else { throw ExitCode(1) }
    }

    private func printJSON(_ findings: [Finding]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        print(String(decoding: try encoder.encode(findings), as: UTF8.self))
    }

    private func printText(_ findings: [Finding]) {
        let rows = findings.map { finding in
            [
                finding.isPresent ? "ok" : finding.isNeeded ? "MISSING" : "absent", finding.part, finding.name,
                finding.version ?? "", finding.path ?? "", finding.sha256.map { String($0.prefix(16)) } ?? "",
                finding.origin?.text ?? "",
            ]
        }
        print(TextTable.render(["", "part", "name", "version", "path", "sha256", "from"], rows))
        for finding in findings where !finding.isPresent {
            if let remedy = finding.remedy { print("\n\(finding.name): \(remedy)") }
        }
    }
}

/// One thing that was looked for.
struct Finding: Codable {
    /// `program`, `library`, `model`, `language`, `worker` or `confinement`.
    var part: String
    var name: String
    var isPresent: Bool
    /// Whether the configuration cannot do without it.
    var isNeeded: Bool
    var version: String?
    var path: String?
    var sha256: String?
    /// The package that brought it; nil where that is not known.
    var origin: Origin?
    var remedy: String?

    private enum CodingKeys: String, CodingKey {
        case part, name, version, path, sha256, remedy
        case origin = "from"
        case isPresent = "present"
        case isNeeded = "needed"
    }
}
