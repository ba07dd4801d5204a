import ArgumentParser
import Output

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of a result (draft 2020-12), or the columns of an export.",
        discussion: """
            Each file under results/ and each line of results.jsonl is valid against the JSON Schema.

              recto schema > result.schema.json

            --export prints the columns of `recto export --jsonl` in their order, with their types as DuckDB names them: a \
            JSON object, which depends on the kinds in the configuration alone. docs/exports.md tells what for.

              recto schema --export --set kinds.folder=my-kinds > columns.json
            """)

    @Flag(help: "Print the columns of `recto export --jsonl` instead.")
    var export = false

    @OptionGroup(title: "With --export") var options: ConfigurationOptions

    func run() throws {
        if export {
            print(try options.readTable().types)
        } else {
            print(ResultSchema.text, terminator: "")
        }
    }
}
