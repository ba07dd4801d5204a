import Foundation
import Model
import Output
import Pipeline
import SystemPackage

/// Writes each result as it comes.
actor Recorder {
    private let run: Int64
    private let folder: ResultFolder
    private let memory: BatchMemory
    private let keep: [Keepsake: FilePath]
    private let report: @Sendable (DocumentReport) -> Void
    private let lines: Spool
    /// What there is to know of duplicates, by a document's first file.
    private let settled: Spool
    private let duplicates: DuplicateIndex
    /// Whether documents are done once more that the ledger names: they may be gone, and all others stand.
    private let isRetry: Bool
    /// Whether the lines that there are are those of the results.
    private let hasLines: Bool
    private var settledFiles = 0
    private var summary = BatchSummary()
    /// Whether the output folder is gone.
    private(set) var isHomeless = false

    /// A document whose result is written, or a file with several of them.
    private struct Settled: Codable {
        struct File: Codable {
            var path: String
            var sequence: Int
        }

        /// The document's files, itself first.
        var files: [File]
        /// What its documents may be known by again.
        var fingerprints: [Fingerprints]

        var numbered: Ledger.Numbered { Ledger.Numbered(path: files[0].path, documents: fingerprints) }
    }

    init(
        _ work: Batch.Work, run: Int64, folder: ResultFolder, memory: BatchMemory, keep: [Keepsake: FilePath],
        report: @escaping @Sendable (DocumentReport) -> Void
    ) throws {
        if case .seen = work { isRetry = true } else { isRetry = false }
        self.run = run
        self.folder = folder
        self.memory = memory
        self.keep = keep
        self.report = report
        duplicates = try DuplicateIndex(ledger: memory.ledger, folder: folder.root)
        lines = try Spool(in: folder.root)
        settled = try Spool(in: folder.root)
        let documents = try memory.ledger.documents(ofLines: FileStamp(of: folder.lines))
        hasLines = documents != nil
        if case .seen(let jobs) = work, jobs.isEmpty { return }
        try memory.ledger.noteLines(nil)
    }

    /// - Parameter origin: the document whose outcome it shares, as both have the same bytes.
    func record(_ delivery: Delivery, sharing origin: String?) {
        var delivery = delivery
        delivery.outcome = delivery.outcome.withoutDuplicates
        let job = delivery.job
        var problem: String?
        do {
            let files = KeptFiles(folders: keep, ledger: memory.ledger)
            if let origin { try files.copy(of: origin, for: job.path) } else { try files.move(of: &delivery) }
        } catch {
            problem = "what was to be kept beside it is missing: \(error)"
        }
        if let code = delivery.outcome.unread, let standing = memory.kept(job.path) {
            delivery.outcome = standing
            let cause = code == .fileMissing ? "is not there any more" : "cannot be read now"
            problem = "the document \(cause): its result stays as it is"
            if code != .fileMissing || !isRetry { summary.unwritten += 1 }
        }
        if origin != nil { summary.duplicates += 1 } else if delivery.isRecalled { summary.recalled += 1 }
        write(
            delivery.outcome, sequence: job.sequence, problem: problem, run: origin == nil ? run : nil)
        for (position, part) in job.others.enumerated() {
            summary.parts += 1
            write(delivery.outcome.part(position + 1, part), sequence: part.sequence, problem: nil, run: run)
        }
        settle(delivery.outcome, job.files)
    }

    private func settle(_ outcome: Outcome, _ files: [Job]) {
        let record = Settled(
            files: files.map { Settled.File(path: $0.path, sequence: $0.sequence) },
            fingerprints: duplicates.fingerprints(of: outcome))
        // Where it cannot be noted, duplicates are left to the next run, as where one is stopped.
        if let data = try? JSONEncoder().encode(record), (try? settled.append(data, sequence: files[0].sequence)) != nil
        {
            settledFiles += files.count
        }
        guard outcome.isSplit else { return }
        summary.splitFiles += 1
        summary.documentsOfSplitFiles += outcome.documents.count
    }

    // MARK: - The end

    /// - Throws: `OutputGone`, or what kept `results.jsonl` from being written.
    func finish(_ search: SearchEnd) throws -> BatchSummary {
        (summary.found, summary.skipped, summary.problems) = (search.files, search.skipped, search.problems)
        try memory.ledger.requirePlace()
        let ledger = memory.ledger
        if isRetry, search.files == 0,
            try ledger.documents(ofLines: FileStamp(of: folder.lines)) == ledger.settledDocuments()
        {
            return summary
        }
        // Of documents that are not all there, it would not be sure which one comes first.
        if search.isWhole, settledFiles == search.files { try isRetry ? tellDuplicatesAnew() : tellDuplicates() }
        var documents = summary.documents
        if isRetry {
            documents = try ResultLines.merge(
                lines, with: hasLines ? folder.lines : nil, into: folder, ledger, run: run)
        } else {
            try lines.commit(to: folder.lines)
        }
        try ledger.noteLines(FileStamp(of: folder.lines), documents: documents)
        return summary
    }

    /// Says of documents that they may be others over again, in the order of the input: all have their numbers before it
    /// is said of any.
    private func tellDuplicates() throws {
        try visitSettled { try memory.ledger.number($0.map(\.numbered)) }
        try visitSettled { documents in
            for (document, others) in zip(documents, try memory.ledger.others(of: documents.map(\.numbered)))
            where others.contains(where: { $0 != nil }) {
                summary.possibleDuplicates += others.count { $0 != nil }
                for file in document.files { tell(others, of: file.path, sequence: file.sequence) }
            }
        }
    }

    /// The same, where other documents stand: besides those that were done, it is said anew of those that are like them,
    /// or were, and of those of which it never was, as after a run that was stopped.
    private func tellDuplicatesAnew() throws {
        let ledger = memory.ledger
        var digests: Set<String> = []
        var sequences: [PathKey: Int] = [:]
        var paths: Set<PathKey> = []
        let unnumbered = try ledger.unnumbered()[...]
        for start in stride(from: 0, to: unnumbered.count, by: Self.chunk) where !Task.isCancelled {
            let files = unnumbered.dropFirst(start).prefix(Self.chunk).compactMap { memory.result(of: $0) }.filter {
                $0.source.partOf == nil
            }
            paths.formUnion(files.map { PathKey($0.source.path) })
            digests.formUnion(try ledger.number(files.map(numbered)))
        }
        try visitSettled { documents in
            digests.formUnion(try ledger.number(documents.map(\.numbered)))
            for file in documents.flatMap(\.files) { sequences[PathKey(file.path)] = file.sequence }
            paths.formUnion(documents.map { PathKey($0.files[0].path) })
        }
        paths.formUnion(try ledger.paths(sharing: digests).map { PathKey($0) })
        for path in paths.map(\.path).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let outcome = memory.result(of: path) else { continue }
            let others = try ledger.others(of: [numbered(outcome)])[0]
            if sequences[PathKey(path)] != nil { summary.possibleDuplicates += others.count { $0 != nil } }
            for file in outcome.source.files?.map(\.path) ?? [path] {
                tell(others, of: file, sequence: sequences[PathKey(file)])
            }
        }
    }

    private func numbered(_ outcome: Outcome) -> Ledger.Numbered {
        Ledger.Numbered(path: outcome.source.path, documents: duplicates.fingerprints(of: outcome))
    }

    /// - Parameter sequence: nil for a file that was not done in this run.
    private func tell(_ others: [DuplicateIndex.Other?], of path: String, sequence: Int?) {
        guard let outcome = memory.result(of: path), outcome.documents.count == others.count else { return }
        let revised = outcome.withoutDuplicates.duplicates(of: others)
        guard revised != outcome else { return }
        if sequence != nil {
            for case .some(let action) in outcome.documents.map(\.decision?.action) {
                summary.actions[action, default: 0] -= 1
            }
        }
        write(revised, sequence: sequence, problem: nil, run: run, isRevised: true)
    }

    /// So many documents are numbered in one step.
    private static let chunk = 1000

    /// In the order of the input; where the run is to end now, not all of them.
    private func visitSettled(_ body: ([Settled]) throws -> Void) throws {
        for start in stride(from: 0, to: settled.count, by: Self.chunk) where !Task.isCancelled {
            let records = try (start..<min(start + Self.chunk, settled.count)).map(settled.record)
            try body(try records.filter { !$0.isEmpty }.map { try JSONDecoder().decode(Settled.self, from: $0) })
        }
    }

    // MARK: - Writing

    /// - Parameters:
    ///   - sequence: nil for a file of which nothing is to be told but that it could not be written.
    ///   - run: in which others with the same bytes may share the outcome.
    private func write(_ outcome: Outcome, sequence: Int?, problem: String?, run: Int64?, isRevised: Bool = false) {
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
            try memory.ledger.settle(outcome, run: run)
        } catch {
            // The result stands; a later run only does it once more.
            problem = problem ?? "the ledger cannot be written: \(error)"
        }
        do {
            if let sequence { try lines.append(try ResultEncoder().lines(outcome), sequence: sequence) }
        } catch {
            problem = "\(error)"
            summary.unwritten += 1
        }
        guard sequence != nil || problem != nil else { return }
        for (index, document) in outcome.documents.enumerated() {
            if sequence != nil {
                if let action = document.decision?.action {
                    summary.actions[action, default: 0] += 1
                } else {
                    summary.failed += 1
                }
            }
            report(
                DocumentReport(
                    sequence: sequence, path: document.source.path, outcome: document,
                    file: folder.file(of: document.source.path, number: outcome.isSplit ? index + 1 : nil),
                    outputProblem: index == 0 ? problem : nil, isRevised: isRevised, isFirstOfFile: index == 0))
        }
    }
}
