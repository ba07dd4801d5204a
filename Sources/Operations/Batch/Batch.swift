package import Model
package import Pipeline
package import SystemPackage

/// One run over files and folders: finds documents, has them processed, and writes what comes out.
package struct Batch: Sendable {
    /// What there is to do.
    package enum Work: Sendable {
        /// What a search finds.
        case found(Discovery)
        /// Documents of the ledger, in the order of their paths, once more: the results of all others stand.
        case seen([Job])
    }

    private let work: Work
    private let grouping: DocumentGrouping
    private let folder: ResultFolder
    private let memory: BatchMemory
    private let keep: [Keepsake: FilePath]
    private let supervisor: Supervisor
    private let queue: BatchQueue
    /// Names the run.
    private let run = Int64.random(in: 1 ... .max)

    /// - Parameters:
    ///   - grouping: which of the files are one document.
    ///   - keep: where what is kept beside the results goes.
    ///   - memory: what is known from before.
    /// - Throws: where nothing can be written to the output folder.
    package init(
        _ work: Work, grouping: DocumentGrouping = DocumentGrouping(.file), folder: ResultFolder,
        keep: [Keepsake: FilePath] = [:], memory: BatchMemory, supervisor: Supervisor
    ) throws {
        self.work = work
        self.grouping = grouping
        self.folder = folder
        self.memory = memory
        self.keep = keep
        self.supervisor = supervisor
        queue = try BatchQueue(in: folder.root)
    }

    /// Takes no new documents; of those at hand, the ones with pages to come are left to the next run.
    package func stop() async { await queue.stop() }

    /// - Parameters:
    ///   - progress: is called once a page that was read.
    ///   - notice: is called as the search goes on, from one task.
    ///   - report: is called once a document, in the order of completion.
    /// - Throws: `SupervisorError`, `LedgerError`, `OutputGone`, or what kept `results.jsonl` from being written; results
    ///   that are written stay.
    package func run(
        progress: @escaping @Sendable (PageProgress) -> Void = { _ in },
        notice: @escaping @Sendable (SearchNotice) -> Void = { _ in },
        report: @escaping @Sendable (DocumentReport) -> Void
    ) async throws -> BatchSummary {
        let recorder = try Recorder(work, run: run, folder: folder, memory: memory, keep: keep, report: report)
        async let end = search(notice)
        do {
            try await supervisor.run(queue, recall: recall, progress: progress) { [queue] delivery in
                await recorder.record(delivery, sharing: await queue.origin(of: delivery.job))
                await queue.release(delivery.job)
                if await recorder.isHomeless { await queue.stop() }
            }
        } catch {
            await queue.stop()
            _ = try await recorder.finish(await end)
            throw error
        }
        let found = await end
        let summary = try await recorder.finish(found)
        if let failure = await queue.failure { throw failure }
        if let failure = found.failure { throw failure }
        return summary
    }

    @Sendable private func recall(_ job: Job, ids: [String], engine: EngineInfo) async -> Recalled {
        // Files of one document are read together or not at all.
        guard await queue.claim(job, id: job.others.isEmpty ? ids.first : nil) else { return .later }
        let known = memory.recall(job, ids: ids, engine: engine, run: run)
        if let origin = known?.origin { await queue.share(job, outcomeOf: origin) }
        return Recalled(known?.outcome)
    }

    // MARK: - Searching

    /// Finds the documents, notes them in the ledger, and lines them up. Where it cannot, no new ones are taken.
    private func search(_ notice: @Sendable (SearchNotice) -> Void) async -> SearchEnd {
        var end = SearchEnd()
        do {
            switch work {
            case .found(let discovery): try await search(discovery, &end, notice)
            case .seen(let jobs):
                let documents = grouping.isByFile ? jobs : try documents(with: jobs)
                end.files = documents.reduce(0) { $0 + 1 + $1.others.count }
                notice(.found(documents: end.files, isAll: true))
                end.isWhole = true
                for start in stride(from: 0, to: documents.count, by: 1000) where end.isWhole {
                    end.isWhole = try await queue.add(Array(documents.dropFirst(start).prefix(1000)))
                }
            }
            await queue.complete()
        } catch {
            end.failure = error
            await queue.stop()
        }
        return end
    }

    private func search(
        _ discovery: Discovery, _ end: inout SearchEnd, _ notice: @Sendable (SearchNotice) -> Void
    ) async throws {
        var discovery = discovery
        var found: [Job] = []
        var waiting: [Job] = []
        var due = ContinuousClock.now + Self.pause
        while !Task.isCancelled {
            let finding = discovery.next()
            switch finding {
            case .document(let job): waiting.append(job)
            case .skipped(let skipped):
                end.skipped += 1
                notice(.skipped(skipped))
            case .problem(let problem):
                end.problems += 1
                notice(.problem(problem))
            case nil: break
            }
            // The first ones are not to wait for a thousand where the disk is slow.
            guard finding == nil || waiting.count == 1000 || due < .now else { continue }
            guard await !queue.isStopped else { return }
            try memory.ledger.see(waiting)
            end.files += waiting.count
            // Which files are one document is only known when all are.
            if !grouping.isByFile { found += waiting }
            guard try await queue.add(grouping.isByFile ? waiting : []) else { return }
            waiting = []
            due = .now + Self.pause
            notice(.found(documents: end.files, isAll: finding == nil))
            guard finding == nil else { continue }
            end.isWhole = try await queue.add(grouping.documents(of: found))
            return
        }
    }

    private static let pause: Duration = .milliseconds(200)

    /// The documents that have one of these files, with all their files.
    private func documents(with jobs: [Job]) throws -> [Job] {
        let chosen = Set(jobs.map { PathKey($0.path) })
        let all = try memory.ledger.entries().enumerated().map { $1.job(sequence: $0) }
        return grouping.documents(of: all).filter { $0.files.contains { chosen.contains(PathKey($0.path)) } }
    }
}

/// How far the search for documents is, and what it finds beside them.
package enum SearchNotice: Sendable {
    case skipped(Discovery.Skipped)
    case problem(String)
    /// Files so far, or all that there are.
    case found(documents: Int, isAll: Bool)
}

/// What came of a search.
struct SearchEnd {
    /// That were found to be documents, or parts of one.
    var files = 0
    var skipped = 0
    var problems = 0
    /// Whether it came to its end.
    var isWhole = false
    var failure: (any Error)?
}

/// What became of one document: where a file was split, of each of its documents.
package struct DocumentReport: Sendable {
    /// Nil for a document that was not done in this run.
    package var sequence: Int?
    package var path: String
    package var outcome: Outcome
    /// Where the result lies.
    package var file: FilePath
    /// Set where the result could not be written.
    package var outputProblem: String?
    /// Whether the document was reported before, and its outcome changed since.
    package var isRevised = false
    /// Whether no other report of the file comes before this one.
    package var isFirstOfFile = true
}

/// What came out of a run. A file that was split counts as each of its documents.
package struct BatchSummary: Hashable, Sendable {
    package var actions: [Decision.Action: Int] = [:]
    package var failed = 0
    /// Files that were split, and the documents that they turned into.
    package var splitFiles = 0
    package var documentsOfSplitFiles = 0
    /// Files that were found to be documents, or parts of one.
    package var found = 0
    /// What else was found.
    package var skipped = 0
    /// Folders that could not be searched.
    package var problems = 0
    /// Files whose outcome was known from an earlier run.
    package var recalled = 0
    /// Documents that share another's bytes and outcome.
    package var duplicates = 0
    /// Files that are part of another file's document, and share its outcome.
    package var parts = 0
    /// Documents that may be another one in another capture, or under another name.
    package var possibleDuplicates = 0
    /// Results that could not be written.
    package var unwritten = 0

    package init() {}

    package var documents: Int { failed + actions.values.reduce(0, +) }
}
