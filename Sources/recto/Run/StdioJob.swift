import ArgumentParser
import Foundation
import Glibc
import Model
import Operations
import Pipeline
import SystemPackage

/// `recto run --stdio`.
struct StdioJob: Sendable {
    let asOf: CalendarDate
    let settings: Configuration
    let fingerprintKey: FingerprintKey?

    /// - Parameter keyFile: of the fingerprints that answers are to have.
    /// - Throws: `ExitCode` 78 or 64, after saying on standard error what is wrong with the configuration or the key.
    init(options: ProcessingOptions, fingerprintKey keyFile: String?) throws {
        asOf = try options.asOf.date
        settings = try options.settings()
        do {
            fingerprintKey = try keyFile.map { try FingerprintKey(file: RawArguments.path($0)) }
        } catch {
            Console.problem("--fingerprint-key: \(error)")
            throw ExitCode(64)
        }
    }

    /// - Returns: the exit code.
    func run() async -> Int32 {
        guard !StandardStreams.closed.contains(STDOUT_FILENO) else {
            Console.problem("standard output: nobody reads the answers: it is closed")
            return 2
        }
        let signals = StopSignals()
        let supervisorSettings = SupervisorSettings(settings, keep: [])
        do {
            let scratch = try RunScratch()
            defer { scratch.remove() }
            let session = StdioSession(
                input: .standardInput, output: .standardOutput, folder: scratch.folder,
                mostBytes: supervisorSettings.maxFileBytes, fingerprintKey: fingerprintKey
            ) {
                DocumentTypes.looksSupported($0, $1)
            }
            let command = Operations.WorkerCommand.own(
                configuration: try scratch.write(settings.yaml, named: "pipeline.yml"), asOf: asOf.iso)
            let supervisor = Supervisor(command: command, settings: supervisorSettings, temporary: scratch.folder)
            await session.greet()
            let work = Task { try await supervisor.run(session) { await session.answer($0) } }
            let stopped = GracefulStop()
            let received = signals.received
            let watch = Task {
                for await number in received {
                    await stopped.take(number, stop: session.stop) {
                        work.cancel()
                        session.abandon()
                    }
                }
            }
            defer { watch.cancel() }
            let result = await work.result
            if let signal = stopped.signal { return 128 + signal }
            if case .failure(let error) = result {
                await session.refuse("\(error)")
                throw error
            }
            guard let problem = await session.problem else { return 0 }
            Console.problem("\(problem)")
            await session.refuse("\(problem)")
            return problem is StdioError ? 64 : 2
        } catch {
            Console.problem("\(error)")
            return 2
        }
    }
}
