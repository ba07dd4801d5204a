import ArgumentParser
import Output

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the JSON Schema of a result (draft 2020-12).",
        discussion: """
            Each file under results/ and each line of results.jsonl is valid against it.

              recto schema > result.schema.json
            """)

    func run() {
        print(ResultSchema.text, terminator: "")
    }
}
