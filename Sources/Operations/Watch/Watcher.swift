import Foundation
import Model
package import Pipeline
import Synchronization
package import SystemPackage

/// What a watch works by until its configuration or the date changes: then the documents at hand are finished, and new
/// workers start.
package struct WatchGeneration: Sendable {
    package var supervisor: Supervisor
    package var rules: WatchRules
    package var keep: [Keepsake: FilePath]

    package init(supervisor: Supervisor, rules: WatchRules, keep: [Keepsake: FilePath] = [:]) {
        self.supervisor = supervisor
        self.rules = rules
        self.keep = keep
    }
}

/// Watches a folder, and has each document that is put there processed, once.
///
/// A document is in exactly one place at any moment: in the inbox, in the work folder, or in `done` or `failed`. Each
/// step from one to the next is a rename, and comes after what it stands for: its result is written before the ledger
/// knows it, and both before the document leaves the work folder. So whatever is found in the work folder is done
/// again from its result on, or from the start.
package final class Watcher: Sendable {
    private let queue: WatchQueue
    private let folder: ResultFolder
    private let ledger: Ledger
    private let lines: ResultLines
    private let moved: MovedDocuments
    /// Whether a webhook is told of each result.
    private let isTold: Bool
    private let duplicates: DuplicateIndex
    private let hints: ChangeHints?
    /// Held while documents are moved in the inbox.
    private let lock: Mutex<FileLock?>
    private let report: @Sendable (WatchEvent) -> Void
    /// When it was last told how far documents at hand are, by their numbers.
    private let told = Mutex<[Int: ContinuousClock.Instant]>([:])

    /// - Parameters:
    ///   - inbox: must be there.
    ///   - scratch: where workers have their folders, which needs room too.
    ///   - keep: folders for what is kept beside the results.
    ///   - isTold: whether a webhook is told of each result: the ledger then notes each as to be delivered.
    /// - Throws: `WatchError` where the folders do not go together, `UntrustedFolder`, or what keeps the inbox from
    ///   being written to.
    package init(
        inbox root: FilePath, folder: ResultFolder, ledger: Ledger, rules: WatchRules, scratch: FilePath,
        keep: [FilePath] = [], isTold: Bool = false, looksSupported: @escaping Discovery.Recognizer,
        report: @escaping @Sendable (WatchEvent) -> Void
    ) throws {
        for other in [folder.root, scratch] + keep { try Self.check(root, other) }
        let inbox = InboxFolder(root: root, place: try Self.place(of: root))
        if rules.moves {
            try FolderTrust.require(root)
            lock = Mutex(try Self.lock(root))
            try inbox.prepare()
            for place in [inbox.done, inbox.failed] { FileSystem.removeLeftovers(in: place) }
        } else {
            lock = Mutex(nil)
        }
        lines = try ResultLines(appendingTo: folder, ledger: ledger)
        self.folder = folder
        moved = MovedDocuments(folder: folder, ledger: ledger)
        self.isTold = isTold
        self.ledger = ledger
        duplicates = try DuplicateIndex(ledger: ledger, folder: folder.root)
        self.report = report
        hints = rules.usesHints ? ChangeHints() : nil
        queue = WatchQueue(
            inbox: inbox, rules: rules, folder: folder, ledger: ledger, places: [folder.root, root, scratch],
            looksSupported: looksSupported, report: report)
    }

    /// - Parameter output: a folder that something is written to.
    private static func check(_ inbox: FilePath, _ output: FilePath) throws {
        guard (try? Stat(inbox).type) == .directory else {
            throw WatchError("\(PathName.text(of: inbox)): there is no such folder: make it, or name another")
        }
        let places = try [FileSystem.realPath(inbox), FileSystem.placeToBe(of: output)]
        guard !places[0].starts(with: places[1]), !places[1].starts(with: places[0]) else {
            throw WatchError(
                "\(PathName.text(of: output)): lies in \(PathName.text(of: inbox)), or the other way round: what is "
                    + "written there would be taken for documents: name a folder beside it (TMPDIR for scratch)")
        }
    }

    private static func place(of inbox: FilePath) throws -> FilePlace {
        let path = try FileSystem.realPath(inbox)
        return FilePlace(try Stat(path), at: path)
    }

    /// Nil where the file system knows no locks: some network file systems do not.
    private static func lock(_ inbox: FilePath) throws -> FileLock? {
        let lock: FileLock?
        do {
            lock = try FileLock(folder: inbox)
        } catch {
            return nil
        }
        guard let lock else {
            throw WatchError(
                "\(PathName.text(of: inbox)): another recto watches this folder: stop it, or name another folder")
        }
        return lock
    }

    /// How it is now.
    package var state: WatchState { get async { await queue.state } }

    // MARK: - Running

    /// Works until `stop`; then until the documents at hand are done. Where the task is cancelled, they are left to
    /// the next start.
    ///
    /// - Parameter generation: is asked for at the start and after each `renew`.
    /// - Throws: `SupervisorError` where no worker can be started, `LedgerError`.
    package func run(generation: @escaping @Sendable () throws -> WatchGeneration) async throws {
        defer { lock.withLock { $0 = nil } }
        let current = try generation()
        report(.started(claimed: await queue.recover()))
        let scanning = Task { await self.scan() }
        defer { scanning.cancel() }
        try await serve(current, generation)
        report(.stopped)
    }

    private func serve(
        _ first: WatchGeneration, _ generation: @escaping @Sendable () throws -> WatchGeneration
    ) async throws {
        var current = first
        var previous: WatchGeneration?
        while await !queue.isStopped, !Task.isCancelled {
            await queue.reopen(current.rules)
            let keep = current.keep
            let hasWorked = Mutex(false)
            do {
                try await current.supervisor.run(queue, recall: recall, progress: tell) { delivery in
                    hasWorked.withLock { $0 = true }
                    await self.record(delivery, keep)
                }
            } catch let error as SupervisorError {
                // A new configuration whose workers do not start: the one that worked goes on.
                guard let old = previous, !hasWorked.withLock({ $0 }) else { throw error }
                report(.notReconfigured("\(error)"))
                current = old
                previous = nil
                continue
            }
            guard await !queue.isStopped, !Task.isCancelled else { break }
            previous = current
            current = try generation()
        }
    }

    /// Takes no new documents; of those at hand, the ones with pages to come are left to the next start.
    package func stop() async {
        report(.stopping)
        await queue.stop()
    }

    /// Lets the documents at hand be finished, and asks for a new generation.
    package func renew() async { await queue.close() }

    /// Scans at the start, where something hints at a change, and from time to time.
    private func scan() async {
        while !Task.isCancelled {
            let (folders, due) = await queue.scan()
            // Watched before the next look, so that nothing falls between the two.
            hints?.watch(folders)
            // A burst is one look, and a busy machine is left time for the workers.
            try? await Task.sleep(for: .milliseconds(50))
            while ContinuousClock.now < due, !Task.isCancelled {
                let left = due - ContinuousClock.now
                try? await Task.sleep(for: min(left, .milliseconds(200)))
                if hints?.hasAny() == true { break }
            }
        }
    }

    // MARK: - Results

    @Sendable private func tell(_ page: PageProgress) {
        let isDue = told.withLock { told in
            guard page.read < page.count else {
                told[page.sequence] = nil
                return false
            }
            if let last = told[page.sequence], ContinuousClock.now - last < .seconds(60) { return false }
            told[page.sequence] = .now
            return true
        }
        if isDue { report(.reading(page)) }
    }

    @Sendable private func recall(_ job: Job, ids: [String], engine: EngineInfo) -> Recalled {
        let memory = BatchMemory(ledger: ledger, folder: folder, scope: .new)
        return Recalled(memory.recall(job, ids: ids, engine: engine)?.outcome)
    }

    private func record(_ delivery: Delivery, _ keep: [Keepsake: FilePath]) async {
        let job = delivery.job
        guard let claim = await queue.settle(job) else { return }
        // No worker has seen it: its copy could not be written, which is not the document's fault.
        if delivery.outcome.id == nil, let error = delivery.outcome.error, error.code == .outputFailed {
            return await retry(job, because: error.message)
        }
        do {
            try await queue.inbox.requirePlace(moves: queue.rules.moves)
            try ledger.requirePlace()
            var delivery = delivery
            try KeptFiles(folders: keep, ledger: ledger).move(of: &delivery)
            var outcome = delivery.outcome.withoutDuplicates
            outcome = outcome.duplicates(
                of: try duplicates.others(of: duplicates.fingerprints(of: outcome), path: job.path))
            try folder.write(outcome)
            // One that stood before has its line, and whoever is told of it was told.
            let isNew = try !delivery.isRecalled || !ledger.isSettled(outcome)
            if isNew { try lines.append(outcome) }
            try ledger.settle(outcome, isTold: isTold && isNew)
            // Where the folder went meanwhile, nobody would know of it.
            try ledger.requirePlace()
            let place =
                await queue.rules.moves
                ? try moved.file(job.location, as: claim.name, in: queue.inbox, outcome) : nil
            await queue.finish(job)
            report(
                .settled(
                    path: job.path, kind: outcome.kindNames, action: outcome.gravestAction?.rawValue,
                    error: outcome.error?.code.rawValue, milliseconds: outcome.timing?["total"],
                    place: place.map { PathName.text(of: $0) }))
        } catch {
            await retry(job, because: "\(job.path): its result cannot be written: \(error)")
        }
    }

    private func retry(_ job: Job, because problem: String) async {
        let pause = await queue.retry(job, after: queue.rules.pause)
        report(.problem("\(problem): it stays where it is and is tried again in \(pause.components.seconds) s"))
    }
}

/// Why a folder cannot be watched.
package struct WatchError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
