import ArgumentParser
import Evaluation
import Foundation
import Kinds
import Model
import Pipeline

struct KindsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kinds", abstract: "Lists and shows the document kinds.",
        discussion: """
            A kind says what a document is known by, which fields it has, and what must be there to accept it. Kinds of \
            your own are YAML files in the folder that kinds.folder names, in the format that `recto kinds show deed` \
            prints.
            """, subcommands: [List.self, Show.self])

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
                    BuiltInKinds.all.contains { $0.name == kind.name } ? "built in" : settings.folder,
                ]
            }
            print(TextTable.render(["kind", "title", "fields", "from"], rows))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the YAML file of a built-in kind.", discussion: "  recto kinds show deed")

        @Argument(help: "id, deed or opt_out.", completion: .list(BuiltInKinds.all.map(\.name.rawValue)))
        var kind: String

        func run() throws {
            guard let source = BuiltInKinds.all.first(where: { $0.name.rawValue == kind }) else {
                let names = BuiltInKinds.all.map(\.name.rawValue).joined(separator: ", ")
                throw ValidationError("there is no built-in kind `\(kind)`; there are: \(names)")
            }
            print(source.yaml, terminator: "")
        }
    }
}
