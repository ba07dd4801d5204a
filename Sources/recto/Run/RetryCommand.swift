import ArgumentParser
import Foundation
import Operations

struct RetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Processes documents of an output folder once more.",
        discussion: """
            Those that failed and those that a stopped run left, unless --failed or --kind says which. They are read from \
            where they were, and those that `recto watch` has moved are moved again, from failed/ to done/ where they \
            succeed. All other results stand, also of documents that are gone. OUT/results.jsonl has all of them again.

              recto retry out
              recto retry out --failed --set run.seconds_per_document=300
              recto retry out --kind unknown                    after adding a kind, say

            Exit codes are those of `recto run`.
            """)

    @Argument(help: "An output folder of `recto run`.", completion: .directory, transform: ArgumentValue.path)
    var out: String

    @Flag(help: "Those that failed, and no others.")
    var failed = false

    @Option(help: "Those of this kind, failed ones apart; a split file where any of its documents is.")
    var kind: [String] = []

    @OptionGroup var options: ProcessingOptions

    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        try StatusCommand.requireLedger(in: out)
        let states: [DocumentState] = failed ? [.failed] : kind.isEmpty ? [.failed, .pending] : []
        let code = try await RunJob(.seen(states, kinds: kind), output: out, options: options, showing: showing).run()
        if code != 0 { throw ExitCode(code) }
    }
}
