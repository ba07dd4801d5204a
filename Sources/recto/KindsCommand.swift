import ArgumentParser
import Evaluation
import Foundation
import Kinds
import Model
import Pipeline

struct KindsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "Lists, shows, drafts, checks and tries the document kinds.",
        discussion: """
            A kind says what a document is known by, which fields it has, and what must be there to accept it. Kinds of \
            your own are YAML files in the folder that kinds.folder names, in the format that `recto kinds show w9` \
            prints; docs/kinds.md explains it.

              recto kinds show w9 > my-kinds/invoice.yml      something to start from, or
              recto kinds draft invoices --fields number:code,total:money --output my-kinds/invoice.yml
              recto kinds check my-kinds/invoice.yml          what is wrong with it, with line and column
              recto kinds try my-kinds/invoice.yml scan.png   what its cues and labels find
              recto run inbox --output out --set kinds.folder=my-kinds
            """, subcommands: [List.self, Show.self, DraftKind.self, CheckKind.self, TryKind.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the kinds in use.", discussion: "  recto kinds list --set kinds.folder=my-kinds")

        @OptionGroup var options: ConfigurationOptions

        func run() throws {
            let settings = try options.read().configuration.kinds
            let catalogue = try readingConfiguration { try KindCatalogue(settings) }
            let rows = catalogue.definitions.map { kind in
                [
                    kind.name.rawValue, kind.title, "\(kind.fields.count)",
                    KindsCommand.carried.contains { $0.name == kind.name } ? "built in" : settings.folder,
                ]
            }
            print(TextTable.render(["kind", "title", "fields", "from"], rows))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the YAML file of a kind that Recto carries.", discussion: "  recto kinds show deed")

        @Argument(
            help: "id, deed, opt_out, or the sample w9.", completion: .list(KindsCommand.carried.map(\.name.rawValue)))
        var kind: String

        func run() throws {
            guard let source = KindsCommand.carried.first(where: { $0.name.rawValue == kind }) else {
                let names = KindsCommand.carried.map(\.name.rawValue).joined(separator: ", ")
                throw ValidationError("there is no built-in kind `\(kind)`; there are: \(names)")
            }
            print(source.yaml, terminator: "")
        }
    }

    /// Kinds that the program carries, the samples among them.
    static let carried = BuiltInKinds.all + BuiltInKinds.samples

    /// The file and what it defines.
    ///
    /// - Throws: `ExitCode` 78 after saying on standard error all that is wrong.
    static func read(_ file: String) throws -> KindDefinition {
        try readingConfiguration { try KindFileReader.read(ConfigurationFile.text(of: file), origin: file) }
    }
}

/// `recto kinds check`.
struct CheckKind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Finds every mistake in a kind file, with line and column.",
        discussion: """
            Also tells what would keep the kind from working: cues that can never make it sure, fields without labels. \
            Exit code 0 where there is nothing to mend, 78 otherwise.

              recto kinds check my-kinds/invoice.yml
            """)

    @Argument(
        help: "A kind file, such as my-kinds/invoice.yml.", completion: .file(extensions: ["yml", "yaml"]),
        transform: ArgumentValue.path)
    var file: String

    func run() throws {
        try readingConfiguration {
            let text = try ConfigurationFile.text(of: file)
            let name = (try? KindFileReader.read(text, origin: file))?.name
            let hasExtractor = BuiltInKinds.all.contains { $0.name == name }
            let problems = KindFileReader.problems(in: text, origin: file, hasExtractor: hasExtractor)
            guard problems.isEmpty else { throw ConfigurationError(problems) }
        }
        print("\(file): no mistakes")
    }
}
