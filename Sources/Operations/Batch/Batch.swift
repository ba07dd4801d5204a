package import Model
import Output
package import Pipeline
package import SystemPackage

/// One run over files and folders: finds documents, has them processed, and writes what comes out.
package struct Batch: Sendable {
    private let discovery: Discovery
    private let folder: ResultFolder
    private let memory: BatchMemory
    private let keep: [Keepsake: FilePath]
    private let supervisor: Supervisor
    private let list: JobList
    private let followers: [Int: [Job]]
    private let standing: [(job: Job, outcome: Outcome)]

    /// - Parameters:
    ///   - grouping: which of the files found are one document.
    ///   - keep: where what is kept beside the results goes.
    ///   - memory: what is known from before.
    package init(
        discovery: Discovery, grouping: DocumentGrouping = DocumentGrouping(.file), folder: ResultFolder,
        keep: [Keepsake: FilePath] = [:], memory: BatchMemory, supervisor: Supervisor
    ) {
        self.discovery = discovery
        self.folder = folder
        self.memory = memory
        self.keep = keep
        self.supervisor = supervisor
        var standing: [(job: Job, outcome: Outcome)] = []
        var documents: [Job] = []
        for document in grouping.documents(of: discovery.jobs) {
            if let outcomes = memory.standing(document) { standing += outcomes } else { documents.append(document) }
        }
        let (leaders, followers) = Duplicates.grouped(documents)
        self.standing = standing
        self.followers = followers
        list = JobList(leaders)
    }

    /// Takes no new documents; of those at hand, the ones with pages to come are left to the next run.
    package func stop() async { await list.stop() }

    /// - Parameters:
    ///   - progress: is called once a page that was read.
    ///   - report: is called once a document, in the order of completion.
    /// - Throws: `SupervisorError`, `LedgerError`, `OutputGone`, or what kept `results.jsonl` from being written; results
    ///   that are written stay.
    package func run(
        progress: @escaping @Sendable (PageProgress) -> Void = { _ in },
        report: @escaping @Sendable (DocumentReport) -> Void
    ) async throws -> BatchSummary {
        try memory.ledger.see(discovery.jobs)
        let recorder = try Recorder(
            files: discovery.jobs.count, folder: folder, memory: memory, keep: keep, followers: followers,
            report: report)
        for (job, outcome) in standing {
            await recorder.record(Delivery(job: job, outcome: outcome, isRecalled: true))
        }
        do {
            try await supervisor.run(list, recall: memory.recall, progress: progress) { [list] delivery in
                await recorder.record(delivery)
                if await recorder.isHomeless { await list.stop() }
            }
        } catch {
            _ = try await recorder.finish()
            throw error
        }
        return try await recorder.finish()
    }
}

/// What became of one document: where a file was split, of each of its documents.
package struct DocumentReport: Sendable {
    package var sequence: Int
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

/// Writes each result as it comes.
private actor Recorder {
    private let folder: ResultFolder
    private let memory: BatchMemory
    private let keep: [Keepsake: FilePath]
    private let followers: [Int: [Job]]
    private let report: @Sendable (DocumentReport) -> Void
    private let spool: ResultSpool
    private let duplicates: DuplicateIndex
    /// How many files are to have a result.
    private let files: Int
    private var documents: [Settled] = []
    private var summary = BatchSummary()
    /// Whether the output folder is gone.
    private(set) var isHomeless = false

    /// A document whose result is written, or a file with several of them: what they may be known by again, and the
    /// document's files, itself first.
    private struct Settled {
        var fingerprints: [Fingerprints]
        var files: [Job]
    }

    init(
        files: Int, folder: ResultFolder, memory: BatchMemory, keep: [Keepsake: FilePath], followers: [Int: [Job]],
        report: @escaping @Sendable (DocumentReport) -> Void
    ) throws {
        self.files = files
        self.folder = folder
        self.memory = memory
        self.keep = keep
        self.followers = followers
        self.report = report
        duplicates = try DuplicateIndex(ledger: memory.ledger, folder: folder.root)
        spool = try ResultSpool(in: folder.root)
    }

    func record(_ delivery: Delivery) {
        var delivery = delivery
        delivery.outcome = delivery.outcome.withoutDuplicates
        var problem: String?
        do {
            let same = followers[delivery.job.sequence] ?? []
            try KeptFiles(folders: keep, ledger: memory.ledger).move(of: &delivery, alsoFor: same.map(\.path))
        } catch {
            problem = "what was to be kept beside it is missing: \(error)"
        }
        if let code = delivery.outcome.unread, let standing = memory.kept(delivery.job.path) {
            delivery.outcome = standing
            let cause = code == .fileMissing ? "is not there any more" : "cannot be read now"
            problem = "the document \(cause): its result stays as it is"
            if code != .fileMissing || !memory.isRetry { summary.unwritten += 1 }
        }
        if delivery.isRecalled { summary.recalled += 1 }
        write(delivery.outcome, sequence: delivery.job.sequence, problem: problem)
        settle(delivery.outcome, delivery.job.files)
        for (position, part) in delivery.job.others.enumerated() {
            summary.parts += 1
            write(delivery.outcome.part(position + 1, part), sequence: part.sequence, problem: nil)
        }
        for follower in followers[delivery.job.sequence] ?? [] {
            summary.duplicates += 1
            let outcome = delivery.outcome.shared(with: follower)
            write(outcome, sequence: follower.sequence, problem: nil)
            settle(outcome, [follower])
        }
    }

    private func settle(_ outcome: Outcome, _ files: [Job]) {
        documents.append(Settled(fingerprints: duplicates.fingerprints(of: outcome), files: files))
        guard outcome.isSplit else { return }
        summary.splitFiles += 1
        summary.documentsOfSplitFiles += outcome.documents.count
    }

    /// - Throws: `OutputGone`, or what kept `results.jsonl` from being written.
    func finish() throws -> BatchSummary {
        try memory.ledger.requirePlace()
        // Of documents that are not all there, it would not be sure which one comes first.
        if documents.reduce(0, { $0 + $1.files.count }) == files { try tellDuplicates() }
        try spool.commit(to: folder.lines)
        return summary
    }

    /// Says of documents that they may be others over again, in the order of the input.
    private func tellDuplicates() throws {
        for document in documents.sorted(by: { $0.files[0].sequence < $1.files[0].sequence }) {
            guard let first = document.files.first else { continue }
            let others = try duplicates.others(of: document.fingerprints, path: first.path)
            let count = others.count { $0 != nil }
            guard count > 0 else { continue }
            summary.possibleDuplicates += count
            for file in document.files {
                guard let outcome = memory.result(of: file.path), outcome.documents.count == others.count else {
                    continue
                }
                for case .some(let action) in outcome.documents.map(\.decision?.action) {
                    summary.actions[action, default: 0] -= 1
                }
                write(outcome.duplicates(of: others), sequence: file.sequence, problem: nil, isRevised: true)
            }
        }
    }

    private func write(_ outcome: Outcome, sequence: Int, problem: String?, isRevised: Bool = false) {
        var outcome = outcome
        var problem = problem
        do {
            try memory.ledger.requirePlace()
            try folder.write(outcome)
        } catch {
            isHomeless = isHomeless || error is OutputGone
            problem = "\(error)"
            summary.unwritten += 1
            let failure = Failure(
                .outputFailed, "\(outcome.source.path): its result cannot be written: \(error)", stage: .output)
            outcome = Outcome(id: outcome.id, source: outcome.source, failure: failure, engine: outcome.engine)
        }
        do {
            try memory.ledger.settle(outcome)
        } catch {
            // The result stands; a later run only does it once more.
            problem = problem ?? "the ledger cannot be written: \(error)"
        }
        do {
            try spool.append(try ResultEncoder().lines(outcome), sequence: sequence)
        } catch {
            problem = "\(error)"
            summary.unwritten += 1
        }
        for (index, document) in outcome.documents.enumerated() {
            if let action = document.decision?.action {
                summary.actions[action, default: 0] += 1
            } else {
                summary.failed += 1
            }
            report(
                DocumentReport(
                    sequence: sequence, path: document.source.path, outcome: document,
                    file: folder.file(of: document.source.path, number: outcome.isSplit ? index + 1 : nil),
                    outputProblem: index == 0 ? problem : nil, isRevised: isRevised, isFirstOfFile: index == 0))
        }
    }
}
