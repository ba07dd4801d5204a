import ArgumentParser
import Foundation
import Model
import Operations
import Pipeline
import SystemPackage

/// One `recto run`: everything put together, down to the exit code.
struct RunJob: Sendable {
    /// What to read.
    enum Selection: Sendable {
        case inputs([FilePath], again: Bool)
        /// Documents of the ledger: those in one of the states, or of one of the kinds.
        case seen([DocumentState], kinds: [String])
    }

    let selection: Selection
    let output: FilePath
    let keep: [Keepsake: FilePath]
    let failOn: [Decision.Action]
    let asOf: CalendarDate
    let settings: Configuration
    let style: RunStyle

    /// - Throws: where the configuration does not hold.
    init(_ selection: Selection, output: String, options: ProcessingOptions, showing: ShowingOptions) throws {
        self.selection = selection
        self.output = RawArguments.path(output)
        keep = options.keep
        failOn = showing.failOn.map(\.action)
        asOf = try options.asOf.date
        settings = try options.settings()
        style = RunStyle(
            isQuiet: showing.quiet, isVerbose: showing.verbose, showsTable: showing.table || Terminal.isOutput,
            showsFields: showing.showFields)
    }

    /// - Returns: the exit code.
    func run() async throws -> Int32 {
        let signals = StopSignals()
        do {
            let folder = try ResultFolder(creating: output)
            let lock = try OutputLock(prepared: folder, and: Array(keep.values))
            defer { withExtendedLifetime(lock) {} }
            let ledger = try Ledger(in: folder.root)
            switch selection {
            case .inputs(let inputs, let again):
                let excluded = [output, folder.results] + keep.values
                let discovery = Discovery(inputs: inputs, excluding: excluded) {
                    DocumentTypes.looksSupported($0, $1)
                }
                for path in discovery.missing { Console.problem("\(path): there is no such file or folder") }
                if discovery.hasNoInput { return 2 }
                // What is kept beside a result is not there for one from before.
                let memory = BatchMemory(ledger: ledger, folder: folder, scope: again || !keep.isEmpty ? .all : .new)
                return try await process(.found(discovery), memory, in: folder, signals)
            case .seen(let states, let kinds):
                let jobs = try ledger.entries(states, orOf: kinds).enumerated().map { $1.job(sequence: $0) }
                let memory = BatchMemory(ledger: ledger, folder: folder, scope: .all)
                let code = try await process(.seen(jobs), memory, in: folder, signals)
                let problems = try MovedDocuments(folder: folder, ledger: ledger).refile(jobs.map(\.path))
                for problem in problems { Console.problem(problem) }
                return code == 0 && !problems.isEmpty ? 1 : code
            }
        } catch {
            Console.problem(Self.explained(error, output: output))
        }
        return 2
    }

    /// Why a job could not run at all.
    static func explained(_ error: any Error, output: FilePath) -> String {
        switch error {
        case is SupervisorError, is LedgerError, is OutputInUse, is OutputGone, is UntrustedFolder: "\(error)"
        default: "\(PathName.text(of: output)): no results can be written there: \(error)"
        }
    }

    private func process(
        _ documents: Batch.Work, _ memory: BatchMemory, in folder: ResultFolder, _ signals: borrowing StopSignals
    ) async throws -> Int32 {
        let scratch = try RunScratch()
        defer { scratch.remove() }
        let command = Operations.WorkerCommand.own(
            configuration: try scratch.write(settings.yaml, named: "pipeline.yml"), asOf: asOf.iso)
        let supervisor = Supervisor(
            command: command, settings: SupervisorSettings(settings, keep: Set(keep.keys)),
            temporary: scratch.folder)
        let grouping = DocumentGrouping(settings.oneDocument, sides: settings.sides)
        let batch = try Batch(
            documents, grouping: grouping, folder: folder, keep: keep, memory: memory, supervisor: supervisor)
        let printer = RunPrinter(style: style)
        let work = Task {
            try await batch.run(progress: printer.turn, notice: printer.tell) { printer.add($0) }
        }
        let stopped = GracefulStop()
        let received = signals.received
        let watch = Task {
            for await number in received {
                await stopped.take(number) {
                    printer.note(
                        "stopping within 10 seconds: what is not done by then is left; once more stops at once")
                    await batch.stop()
                } end: {
                    work.cancel()
                }
            }
        }
        defer { watch.cancel() }
        printer.start()
        let result = await work.result
        printer.end()
        let signal = stopped.signal
        if case .failure(let error) = result, signal == nil { throw error }
        let summary = (try? result.get()) ?? BatchSummary()
        if signal == nil || (try? result.get()) != nil { printer.summarize(summary, folder) }
        if let signal {
            printer.tellOfTheRest()
            return 128 + signal
        }
        return exitCode(summary)
    }

    /// A document that failed weighs more than a decision that was asked for.
    private func exitCode(_ summary: BatchSummary) -> Int32 {
        if summary.failed > 0 || summary.unwritten > 0 || summary.problems > 0 { return 1 }
        return failOn.contains { summary.actions[$0, default: 0] > 0 } ? 3 : 0
    }
}

extension SupervisorSettings {
    init(_ configuration: Configuration, keep: Set<Keepsake>) {
        self.init()
        let run = configuration.run
        jobs = run.jobs > 0 ? run.jobs : ProcessInfo.processInfo.activeProcessorCount
        timePerDocument = .seconds(run.secondsPerDocument)
        timePerPage = .seconds(run.secondsPerPage)
        maxPages = configuration.maxPages
        maxFileBytes = configuration.maxFileBytes
        pagesPerWorker = run.pagesPerWorker
        self.keep = keep
    }
}
