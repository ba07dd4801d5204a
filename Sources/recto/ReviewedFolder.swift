import ArgumentParser
import Foundation
import Glibc
import Operations
import Pipeline
import SystemPackage

// What commands about reviews make of their arguments.

extension RunScratch {
    /// Holds the worker's configuration, which may have passwords, and below it its folder, while the work is done. A signal
    /// removes it and ends the command at once, whatever is open: the worker dies with this process.
    ///
    /// - Parameter onHangUp: what SIGHUP asks for; nil where it ends the process.
    /// - Throws: `ExitCode` 2 after saying why there is none; what the work throws.
    static func using<Value>(
        onHangUp: (@Sendable () -> Void)? = nil, _ work: (RunScratch) async throws -> Value
    ) async throws -> Value {
        let signals = StopSignals(and: onHangUp == nil ? [] : [SIGHUP])
        let scratch: RunScratch
        do {
            scratch = try RunScratch()
        } catch {
            Console.problem("\(error)")
            throw ExitCode(2)
        }
        let received = signals.received
        Task {
            for await number in received {
                if number == SIGHUP {
                    onHangUp?()
                    continue
                }
                scratch.remove()
                _exit(128 + number)
            }
        }
        defer { scratch.remove() }
        return try await work(scratch)
    }
}

extension PagePictures {
    /// Drawn by this very program.
    convenience init(of out: FilePath, _ settings: Configuration, in scratch: RunScratch) throws {
        let file = try scratch.write(settings.yaml, named: "pipeline.yml")
        // A page is drawn as its result says: no date matters.
        let command = Operations.WorkerCommand.own(configuration: file, asOf: "2000-01-01")
        let maker = PictureMaker(
            command: command, settings: SupervisorSettings(settings, keep: []), temporary: scratch.folder)
        self.init(of: out, maker: maker)
    }
}

extension ResultInventory {
    /// - Throws: `ExitCode` 2 after saying that there are no results.
    static func existing(in out: String) throws -> ResultInventory {
        do {
            return try ResultInventory(of: RawArguments.path(out))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: out)
            Console.problem(
                isThere
                    ? "\(out): holds no results: name an output folder of `recto run` or `recto watch`"
                    : "\(out): there is no such folder")
            throw ExitCode(2)
        }
    }
}
