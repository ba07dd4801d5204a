import Endpoints
import Foundation
import Glibc
import Model
import Operations
import Pipeline
import Synchronization
import SystemPackage

/// One `recto watch`: everything put together, down to the exit code.
struct WatchJob: Sendable {
    private let inbox: FilePath
    private let output: FilePath
    private let keep: [Keepsake: FilePath]
    private let log: ServiceLog
    private let options: ProcessingOptions
    private let settings: Configuration

    /// - Throws: where the configuration does not hold.
    init(inbox: String, output: String, logFormat: ServiceLog.Format, options: ProcessingOptions) throws {
        self.inbox = RawArguments.path(inbox)
        self.output = RawArguments.path(output)
        self.options = options
        keep = options.keep
        log = ServiceLog(format: logFormat)
        settings = try options.settings()
    }

    /// - Returns: the exit code.
    func run() async throws -> Int32 {
        let signals = StopSignals(and: [SIGHUP])
        do {
            let folder = try ResultFolder(creating: output)
            let lock = try OutputLock(prepared: folder, and: Array(keep.values))
            defer { withExtendedLifetime(lock) {} }
            let scratch = try RunScratch()
            defer { scratch.remove() }
            let ledger = try Ledger(in: folder.root)
            let endpoints = try WatchEndpoints(settings.watch, folder: folder, ledger: ledger, log: log)
            let watcher = try Watcher(
                inbox: inbox, folder: folder, ledger: ledger, rules: WatchRules(settings.watch),
                scratch: scratch.folder, keep: Array(keep.values), isTold: endpoints.isTold,
                looksSupported: { DocumentTypes.looksSupported($0, $1) }, report: endpoints.write)
            let generations = Generations(settings: settings, options: options, scratch: scratch)
            let serving = endpoints.start(watcher)
            defer { serving.cancel() }
            let code = try await attend(watcher, generations, signals)
            serving.cancel()
            // What was answered meanwhile is noted.
            await serving.value
            return code
        } catch let error as WatchError {
            log.end("\(error)")
        } catch let error as WebhookError {
            log.end("\(error)")
            return 78
        } catch let error as ConfigurationError {
            log.end("\(error)")
            return 78
        } catch {
            log.end(RunJob.explained(error, output: output))
        }
        return 2
    }

    private func attend(
        _ watcher: Watcher, _ generations: Generations, _ signals: borrowing StopSignals
    ) async throws -> Int32 {
        let work = Task { try await watcher.run { try generations.next() } }
        let stopped = GracefulStop()
        let received = signals.received
        let listening = Task {
            for await number in received {
                if number == SIGHUP {
                    await reload(watcher, generations)
                } else {
                    await stopped.take(number, stop: watcher.stop) { work.cancel() }
                }
            }
        }
        // Ages and expiry are judged by today's date, also by a service that runs for months.
        let calendar = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(20))
                if generations.isOutOfDate { await watcher.renew() }
            }
        }
        defer {
            listening.cancel()
            calendar.cancel()
        }
        let result = await work.result
        if stopped.isAtOnce, let signal = stopped.signal { return 128 + signal }
        do {
            try result.get()
        } catch is CancellationError {
            // What was at hand is left to the next start.
        }
        return 0
    }

    private func reload(_ watcher: Watcher, _ generations: Generations) async {
        do {
            try generations.reload()
            await watcher.renew()
            log.write(.reconfigured)
        } catch {
            log.write(.notReconfigured("\(error)"))
        }
    }
}

/// The configurations that a service works by, one after the other.
private final class Generations: Sendable {
    private struct State {
        var settings: Configuration
        var date: CalendarDate?
        var number = 0
    }

    private let state: Mutex<State>
    private let options: ProcessingOptions
    private let scratch: RunScratch

    init(settings: Configuration, options: ProcessingOptions, scratch: RunScratch) {
        state = Mutex(State(settings: settings))
        self.options = options
        self.scratch = scratch
    }

    /// - Throws: `ConfigurationError`; the settings stay.
    func reload() throws {
        let settings = try options.readSettings()
        try state.withLock { state in
            // What the folders were made ready for holds until the end.
            let fixed = zip(state.settings.watch.fixedAtStart, settings.watch.fixedAtStart)
            if let (setting, _) = fixed.first(where: { $0 != $1 }) {
                throw ConfigurationError([
                    ConfigurationProblem(
                        origin: setting.name, message: "cannot change while it runs: stop the watch and start it again")
                ])
            }
            state.settings = settings
        }
    }

    /// Whether a day has begun since workers were started.
    var isOutOfDate: Bool {
        guard let today = try? options.asOf.date else { return false }
        return state.withLock { $0.date.map { $0 != today } ?? false }
    }

    func next() throws -> WatchGeneration {
        let today = try options.asOf.date
        let (settings, number) = state.withLock { state in
            state.date = today
            state.number += 1
            return (state.settings, state.number)
        }
        let file = try scratch.write(
            settings.yaml, named: FilePath.Component("pipeline-\(number).yml") ?? "pipeline.yml")
        let command = Operations.WorkerCommand.own(configuration: file, asOf: today.iso)
        let supervisor = Supervisor(
            command: command, settings: SupervisorSettings(settings, keep: Set(options.keep.keys)),
            temporary: scratch.folder)
        return WatchGeneration(supervisor: supervisor, rules: WatchRules(settings.watch), keep: options.keep)
    }
}
