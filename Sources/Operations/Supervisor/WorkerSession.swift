import Foundation
import Model
import Pipeline
import Subprocess
import SystemPackage

/// The supervisor's end of the protocol with one worker, from its hello to its end.
struct WorkerSession {
    typealias Execution = Subprocess.Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

    private let worker: Execution
    private let scratch: FilePath
    private let lane: Lane
    private var output: SubprocessOutputSequence.AsyncIterator
    private var lines = LineBuffer(limit: 1 << 29)
    private var pages = 0
    private(set) var hasTimedOut = false
    private var isStopped = false

    init(worker: Execution, scratch: FilePath, lane: Lane) {
        self.worker = worker
        self.scratch = scratch
        self.lane = lane
        output = worker.standardOutput.makeAsyncIterator()
    }

    /// Serves documents, the one at hand first.
    ///
    /// - Parameter attempt: the document at hand; afterwards the one that was not answered, or nil.
    mutating func serve(_ attempt: inout Attempt?) async -> EndReason {
        let start = Deadline(in: lane.settings.timeToStart)
        guard let first = await message(before: start) else { return .neverReady }
        guard case .hello(WorkerRequest.protocolVersion, let engine) = first else {
            if case .refusal(let cause) = first { return .refused(cause) }
            return .refused("it speaks another version of the protocol")
        }
        while let current = attempt {
            guard FileManager.default.fileExists(atPath: scratch.string) else { return .homeless }
            var current = current
            guard let delivery = await answer(&current, engine) else {
                attempt = isStopped ? nil : current
                return isStopped ? .stopped : .lost(engine)
            }
            if pages > 0, Self.hasRunOutOfMemory(delivery.outcome) {
                attempt = current
                return .replaced
            }
            await lane.deliver(delivery)
            attempt = nil
            clearScratch()
            if !delivery.isRecalled { pages += max(1, delivery.outcome.source.pageCount ?? 1) }
            if pages >= lane.settings.pagesPerWorker { return .replaced }
            attempt = await lane.source.next().map { Attempt(job: $0) }
        }
        return .finished
    }

    /// Closes the worker's input, upon which it ends; where it does not, it is killed.
    mutating func end() async {
        try? await worker.standardInputWriter.finish()
        let deadline = Deadline(in: lane.settings.timeToEnd)
        while await message(before: deadline) != nil {}
        if deadline.hasPassed { return }
        kill()
    }

    /// Nil where the worker was lost, or is to be.
    private mutating func answer(_ attempt: inout Attempt, _ engine: EngineInfo) async -> Delivery? {
        let job = attempt.job
        do {
            attempt.placed = try Intake.place(job, in: scratch, limit: lane.settings.maxFileBytes)
        } catch {
            return Delivery(job: job, outcome: Self.failed(job, error, engine))
        }
        if !attempt.isRetry, let ids = attempt.placed?.ids, let known = await lane.recall(job, ids, engine) {
            return Delivery(job: job, outcome: known, isRecalled: true)
        }
        let keep = lane.settings.keep.filter { !attempt.isRetry || !$0.mayCostTheWorker }
        guard let answer = await ask(about: job, engine, keep: keep) else { return nil }
        var outcome = answer.mapDocuments { Self.completed($0, of: job, attempt) }
        let left = lane.settings.keep.subtracting(keep).map(\.rawValue).sorted()
        if !left.isEmpty, outcome.status == .processed {
            let items = left.joined(separator: " and ")
            let warning = Warning(
                code: .notKept, message: "\(items) was not written: the first worker that had the document was lost")
            outcome.warnings = (outcome.warnings ?? []) + [warning]
        }
        let kept = scratch.appending(WorkerRequest.keepFolder)
        return Delivery(job: job, outcome: outcome, kept: lane.settings.keep.isEmpty && job.picture == nil ? nil : kept)
    }

    /// Whether a document or a page of it failed for want of memory. What earlier documents left of a worker's may have been
    /// too little: a fresh one has all of it.
    private static func hasRunOutOfMemory(_ outcome: Outcome) -> Bool {
        ([outcome] + outcome.following).contains { document in
            document.error?.code == .outOfMemory
                || document.pages?.contains { $0.error?.code == .outOfMemory } == true
        }
    }

    /// What the worker said of a document, with what it was not told.
    private static func completed(_ answer: Outcome, of job: Job, _ attempt: Attempt) -> Outcome {
        var outcome = answer
        outcome.source.path = job.path
        outcome.source.bytes = attempt.placed?.bytes
        outcome.source.files = job.files(attempt.placed, as: outcome.source.files)
        outcome.id = attempt.placed?.id
        if attempt.isRetry, outcome.status == .processed {
            let warning = Warning(
                code: .retriedAfterCrash, message: "The first worker that had this document was lost; a second did it.")
            outcome.warnings = (outcome.warnings ?? []) + [warning]
        }
        return outcome
    }

    private mutating func ask(about job: Job, _ engine: EngineInfo, keep: Set<Keepsake>) async -> Outcome? {
        let request = WorkerRequest(
            sequence: job.sequence, path: job.path, file: Intake.name(0),
            others: job.others.enumerated().map { .init(path: $1.path, file: Intake.name($0 + 1)) },
            progress: true, keep: Array(keep), picture: job.picture,
            isCaptureCheck: job.isCaptureCheck)
        let started = ContinuousClock.now
        let settings = lane.settings
        let deadline = Deadline(in: settings.timePerDocument + settings.timePerPage)
        do {
            let line = try JSONEncoder().encode(request) + [UInt8(ascii: "\n")]
            _ = try await worker.standardInputWriter.write([UInt8](line))
        } catch {
            return nil
        }
        var counted = 1
        while let answer = await message(before: deadline) {
            switch answer {
            case .pages(job.sequence, let count):
                counted = min(max(1, count), settings.maxPages)
                deadline.move(to: started + settings.timePerDocument + settings.timePerPage * counted)
            case .page(job.sequence, let number):
                guard number < counted, await lane.source.isStopped else {
                    lane.progress(
                        PageProgress(sequence: job.sequence, path: job.path, read: min(number, counted), count: counted)
                    )
                    continue
                }
                isStopped = true
                kill()
                return nil
            case .picture(job.sequence) where job.picture != nil: return Outcome(drawn: job, engine)
            case .result(job.sequence, let outcome): return outcome
            default:
                kill()
                return nil
            }
        }
        return nil
    }

    /// The worker's next message; nil where it ended, sent something else, or let the deadline pass: then it is dead.
    private mutating func message(before deadline: Deadline) async -> WorkerMessage? {
        let worker = worker
        async let _: Void = {
            try await deadline.pass()
            Self.kill(worker)
        }()
        defer { if deadline.hasPassed { hasTimedOut = true } }
        do {
            while true {
                if let line = try lines.next() {
                    return try JSONDecoder().decode(WorkerMessage.self, from: Data(line))
                }
                guard let buffer = try await output.next() else { return nil }
                lines.append(unsafe buffer.withUnsafeBytes { unsafe [UInt8]($0) })
            }
        } catch {
            kill()
            return nil
        }
    }

    private func kill() { Self.kill(worker) }

    /// The whole session of the worker, so that what it started dies with it.
    private static func kill(_ worker: Execution) {
        // Fails where it is dead already.
        try? worker.send(signal: .kill, toProcessGroup: true)
    }

    private func clearScratch() {
        for name in (try? FileSystem.names(in: scratch)) ?? [] { FileSystem.remove(scratch.appending(name)) }
    }

    private static func failed(_ job: Job, _ error: any Error, _ engine: EngineInfo) -> Outcome {
        let failure =
            error as? Failure ?? Failure(.fileUnreadable, "\(job.path): cannot be read: \(error)", stage: .operations)
        var source = SourceInfo(path: job.path)
        source.files = job.files(nil, as: nil)
        return Outcome(id: nil, source: source, failure: failure, engine: engine)
    }
}

extension Outcome {
    /// Of a document that was not read.
    fileprivate init(drawn job: Job, _ engine: EngineInfo) {
        self.init(
            id: "", source: SourceInfo(path: job.path), kind: .unknown,
            classification: Classification(confidence: 0, scores: [:], evidence: []), fields: [:],
            decision: Decision(action: .review, reasons: []), pages: [], warnings: [], timing: [:], engine: engine)
    }
}
