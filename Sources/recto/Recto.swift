import ArgumentParser
import Dispatch
import Foundation
import Pipeline

struct Recto: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto", abstract: "Reads folders of scanned documents into trustworthy JSON.",
        version: Version.current,
        subcommands: [
            RunCommand.self, WatchCommand.self, StatusCommand.self, RetryCommand.self, ReviewCommand.self,
            PurgeCommand.self, TokenCommand.self,
            ExportCommand.self, ImportCommand.self,
            EvaluateCommand.self, ReplayCommand.self, KindsCommand.self, ConfigCommand.self, SchemaCommand.self,
            DoctorCommand.self,
            WorkerCommand.self,
        ])
}

/// Runs synchronous commands on the main thread, where they were started: what a worker gives up for good (new
/// privileges, later files and network) it gives up for the thread that asks, so there must be no other.
@main
enum Main {
    static func main() {
        // Whatever this program or a worker writes is its owner's alone, also what a library makes.
        umask(0o077)
        // Before anything else is opened.
        _ = StandardStreams.closed
        var command: any ParsableCommand
        do {
            command = try Recto.parseAsRoot()
        } catch {
            let misspelling =
                Recto.exitCode(for: error) == .validationFailure
                ? Misspelling(in: Array(CommandLine.arguments.dropFirst())) : nil
            Recto.exit(withError: misspelling.map { ValidationError($0.message) } ?? error)
        }
        do {
            switch command {
            case let run as RunCommand: start(run)
            case let retry as RetryCommand: start(retry)
            case let watch as WatchCommand: start(watch)
            case let review as ServeReview: start(review)
            case let export as ExportCommand: start(export)
            case let taken as ImportCommand: start(taken)
            case let token as TokenCommand: start(token)
            default: try command.run()
            }
        } catch {
            Recto.exit(withError: error)
        }
    }

    private static func start(_ command: some AsyncParsableCommand & Sendable) -> Never {
        Task {
            do {
                var command = command
                try await command.run()
                exit(EXIT_SUCCESS)
            } catch {
                Recto.exit(withError: error)
            }
        }
        dispatchMain()
    }
}
