import ArgumentParser
import Foundation
import Model
import Operations
import SystemPackage

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Says what an output folder has seen, and what became of it.",
        discussion: """
            seen = processed + failed + pending, also while a run is at work or after one was stopped in the middle: \
            what is pending, `recto run` with the same inputs or `recto retry` does. What is counted are files: one that \
            was split into several documents (ingest.split) counts once, by the gravest of their decisions.

              recto status out
              recto status out --list failed
              recto status out --json
            """)

    @Argument(help: "An output folder of `recto run`.", completion: .directory, transform: ArgumentValue.path)
    var out: String

    @Option(
        help: ArgumentHelp("Name the documents in this state too: pending, processed or failed.", valueName: "state"))
    var list: DocumentState?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        try Self.requireLedger(in: out)
        do {
            let ledger = try Ledger(in: RawArguments.path(out))
            let accounts = try ledger.accounts()
            let told = try ledger.deliveries.counts()
            if json { try printJSON(accounts, told, ledger) } else { try printText(accounts, told, ledger) }
        } catch let error as LedgerError {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
    }

    /// - Throws: exit code 2 where the folder has no ledger; none is made.
    static func requireLedger(in out: String) throws {
        let path = RawArguments.path(out).appending(Ledger.name)
        guard FileManager.default.fileExists(atPath: path.string) else {
            Console.problem("\(out): has no \(Ledger.name): name an output folder of `recto run`")
            throw ExitCode(2)
        }
    }

    private struct Report: Encodable {
        var accounts: LedgerAccounts
        var documents: [String]?
        /// Results that a webhook is told of, by state; absent where there is none.
        var webhook: [String: Int]?
    }

    private func printJSON(_ accounts: LedgerAccounts, _ told: [Deliveries.State: Int], _ ledger: Ledger) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let report = Report(
            accounts: accounts, documents: try list.map { try ledger.entries([$0]).map(\.path) },
            webhook: told.isEmpty
                ? nil : Dictionary(uniqueKeysWithValues: told.map { ($0.key.rawValue, $0.value) }))
        print(String(decoding: try encoder.encode(report), as: UTF8.self))
    }

    private func printText(_ accounts: LedgerAccounts, _ told: [Deliveries.State: Int], _ ledger: Ledger) throws {
        print(
            "\(accounts.seen.counted("document")) seen: \(accounts.processed) processed, \(accounts.failed) failed, "
                + "\(accounts.pending) pending")
        for (title, counts) in [("processed", accounts.actions), ("failed", accounts.errors)] where !counts.isEmpty {
            let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            print("  \(title): " + parts.joined(separator: ", "))
        }
        if accounts.split.files > 0 {
            print("  \(accounts.split.files) of them split into \(accounts.split.documents.counted("document"))")
        }
        if !told.isEmpty {
            let parts = Deliveries.State.allCases.compactMap { state in told[state].map { "\($0) \(state.rawValue)" } }
            print("  webhook: " + parts.joined(separator: ", "))
        }
        guard let list else { return }
        try ledger.visit([list]) { entry in
            let detail = (entry.kinds + [entry.action, entry.error].compactMap(\.self)).joined(separator: ", ")
            let attempts = entry.attempts > 1 ? "; \(entry.attempts) attempts" : ""
            print("  \(PathName.printable(entry.path))" + (detail.isEmpty ? "" : ": \(detail)\(attempts)"))
        }
    }
}

extension DocumentState: ExpressibleByArgument {}
