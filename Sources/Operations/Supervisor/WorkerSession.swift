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
    /// The divided document whose files lie in the scratch folder.
    private var held: Int?
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
            guard let reply = await answer(&current, engine) else {
                attempt = isStopped ? nil : current
                return isStopped ? .stopped : .lost(engine)
            }
            attempt = current
            if pages > 0, reply.hasRunOutOfMemory(in: current) { return .replaced }
            do {
                try await take(reply, of: current)
            } catch {
                let failure = Failure(
                    .outputFailed, "\(current.job.path): what was read cannot be handed on (TMPDIR): \(error)",
                    stage: .operations)
                let failed = Delivery(job: current.job, outcome: Self.failed(current.job, failure, engine))
                try? await take(.delivery(failed), of: current)
            }
            // Parts of the document that is here come first; nothing private lies here while others are waited for.
            attempt = await lane.queue.nextPart()
            clearScratch(keepingFiles: held != nil && attempt?.number == held)
            if pages >= lane.settings.pagesPerWorker { return .replaced }
            if attempt == nil { attempt = await lane.queue.next() }
        }
        return .finished
    }

    /// What came of a document, or of a part of it.
    private enum Answer {
        case delivery(Delivery)
        case divided(pages: Int)
        case part([FailureCode])
        /// It comes once more.
        case later

        /// Whether a document or a page of it failed for want of memory. What earlier documents left of a worker's may
        /// have been too little: a fresh one has all of it.
        func hasRunOutOfMemory(in attempt: Attempt) -> Bool {
            // Pages that were read before have had theirs.
            var countsPages = true
            if case .rest = attempt.task { countsPages = false }
            switch self {
            case .divided, .later: return false
            case .part(let failures): return failures.contains(.outOfMemory)
            case .delivery(let delivery):
                return delivery.outcome.documents.contains { document in
                    document.error?.code == .outOfMemory
                        || countsPages && document.pages?.contains { $0.error?.code == .outOfMemory } == true
                }
            }
        }
    }

    private struct UnwrittenPart: Error, CustomStringConvertible {
        let description = "the worker could not write it"
    }

    private mutating func take(_ answer: Answer, of attempt: Attempt) async throws {
        switch answer {
        case .divided(let count): try await lane.queue.divide(attempt, pages: count, from: scratch)
        case .part(let failures):
            guard !failures.contains(.outputFailed) else { throw UnwrittenPart() }
            if case .pages(let range, _) = attempt.task { pages += range.count }
            try await lane.queue.finish(attempt, in: scratch)
        case .later: break
        case .delivery(var delivery):
            if attempt.number != nil {
                // Another worker may have cost the document its outcome meanwhile.
                guard let wasLost = await lane.queue.close(attempt) else { return }
                if wasLost, !attempt.isRetry { delivery.outcome.addRetryWarning() }
            }
            await lane.deliver(delivery)
            // A worker says how many there are.
            let count = min(max(1, delivery.outcome.source.pageCount ?? 1), lane.settings.maxPages)
            if !delivery.isRecalled { pages += count }
        }
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
    private mutating func answer(_ attempt: inout Attempt, _ engine: EngineInfo) async -> Answer? {
        let job = attempt.job
        do {
            try await place(&attempt)
        } catch {
            return .delivery(Delivery(job: job, outcome: Self.failed(job, error, engine)))
        }
        if case .document = attempt.task, !attempt.isRetry, let ids = attempt.placed?.ids {
            switch await lane.recall(job, ids, engine) {
            case .known(let outcome): return .delivery(Delivery(job: job, outcome: outcome, isRecalled: true))
            case .later: return .later
            case .unknown: break
            }
        }
        var keep = lane.settings.keep
        // Parts are without what costs workers.
        if attempt.isRetry, attempt.isWhole { keep = keep.filter { !$0.mayCostTheWorker } }
        var outcome: Outcome
        switch await ask(about: attempt, engine, keep: keep) {
        case nil: return nil
        case .divided(_, let count): return .divided(pages: count)
        case .part(_, let failures): return .part(failures)
        case .result(_, let answer): outcome = answer.mapDocuments { Self.completed($0, of: job, attempt) }
        default: outcome = Outcome(drawn: job, engine).mapDocuments { Self.completed($0, of: job, attempt) }
        }
        let left = lane.settings.keep.subtracting(keep).map(\.rawValue).sorted()
        if !left.isEmpty, outcome.status == .processed {
            let items = left.joined(separator: " and ")
            let warning = Warning(
                code: .notKept, message: "\(items) was not written: the first worker that had the document was lost")
            outcome.warnings = (outcome.warnings ?? []) + [warning]
        }
        let kept = scratch.appending(WorkerRequest.keepFolder)
        return .delivery(
            Delivery(job: job, outcome: outcome, kept: lane.settings.keep.isEmpty && job.picture == nil ? nil : kept))
    }

    /// Puts the document's files into the scratch folder, and what others have read of them.
    private mutating func place(_ attempt: inout Attempt) async throws {
        guard let number = attempt.number else {
            attempt.placed = try Intake.place(attempt.job, in: scratch, limit: lane.settings.maxFileBytes)
            return
        }
        if held != number {
            guard let copy = await lane.queue.copy(of: attempt) else { throw CancellationError() }
            let placed = try Intake.place(copy, in: scratch, limit: lane.settings.maxFileBytes)
            guard placed.ids == attempt.placed?.ids else {
                throw Failure(.engineFailed, "\(attempt.job.path): its copy has changed", stage: .operations)
            }
            held = number
        }
        if case .rest = attempt.task { try await lane.queue.give(to: scratch, for: attempt) }
    }

    /// What the worker said of a document, with what it was not told.
    private static func completed(_ answer: Outcome, of job: Job, _ attempt: Attempt) -> Outcome {
        var outcome = answer
        outcome.source.path = job.path
        outcome.source.bytes = attempt.placed?.bytes
        outcome.source.files = job.files(attempt.placed, as: outcome.source.files)
        outcome.id = attempt.placed?.id
        if attempt.isRetry { outcome.addRetryWarning() }
        return outcome
    }

    /// - Returns: `divided`, `part`, `picture` or `result`; nil where the worker was lost, or is to be.
    private mutating func ask(
        about attempt: Attempt, _ engine: EngineInfo, keep: Set<Keepsake>
    ) async -> WorkerMessage? {
        let job = attempt.job
        var request = WorkerRequest(
            sequence: job.sequence, path: job.path, file: Intake.name(0),
            others: job.others.enumerated().map { .init(path: $1.path, file: Intake.name($0 + 1)) },
            progress: true, keep: Array(keep), picture: job.picture,
            isCaptureCheck: job.isCaptureCheck)
        var counted = 1
        switch attempt.task {
        case .document: request.mostPages = lane.settings.pagesPerPart
        case .pages(let range, _):
            request.pages = [range.lowerBound, range.upperBound]
            counted = range.count
        case .rest(let number):
            request.isRead = true
            counted = await lane.queue.pageCount(of: number)
        }
        let started = ContinuousClock.now
        let settings = lane.settings
        let deadline = Deadline(in: settings.timePerDocument + settings.timePerPage * counted)
        do {
            let line = try JSONEncoder().encode(request) + [UInt8(ascii: "\n")]
            _ = try await worker.standardInputWriter.write([UInt8](line))
        } catch {
            return nil
        }
        while let answer = await message(before: deadline) {
            switch answer {
            case .pages(job.sequence, let count):
                counted = min(max(1, count), settings.maxPages)
                deadline.move(to: started + settings.timePerDocument + settings.timePerPage * counted)
            case .page(job.sequence, let number):
                guard number < (request.pages?.last ?? counted), await lane.source.isStopped else {
                    let own = PageProgress(
                        sequence: job.sequence, path: job.path, read: min(number, counted), count: counted)
                    lane.progress(await lane.queue.notePage(of: attempt) ?? own)
                    continue
                }
                isStopped = true
                kill()
                return nil
            case .divided(job.sequence, let count)
            where count > settings.pagesPerPart && count <= settings.maxPages && request.mostPages != nil:
                return answer
            case .part(job.sequence, _) where request.pages != nil,
                .picture(job.sequence) where job.picture != nil,
                .result(job.sequence, _) where request.pages == nil:
                return answer
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

    private mutating func clearScratch(keepingFiles: Bool) {
        if !keepingFiles { held = nil }
        for name in (try? FileSystem.names(in: scratch)) ?? []
        where !keepingFiles || !name.string.hasPrefix(Intake.name(0)) {
            FileSystem.remove(scratch.appending(name))
        }
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
    fileprivate mutating func addRetryWarning() {
        guard status == .processed else { return }
        let warning = Warning(
            code: .retriedAfterCrash, message: "The first worker that had this document was lost; a second did it.")
        warnings = (warnings ?? []) + [warning]
    }

    /// Of a document that was not read.
    fileprivate init(drawn job: Job, _ engine: EngineInfo) {
        self.init(
            id: "", source: SourceInfo(path: job.path), kind: .unknown,
            classification: Classification(confidence: 0, scores: [:], evidence: []), fields: [:],
            decision: Decision(action: .review, reasons: []), pages: [], warnings: [], timing: [:], engine: engine)
    }
}
