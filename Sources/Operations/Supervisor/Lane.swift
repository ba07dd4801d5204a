import Model
import Subprocess
import SystemPackage

/// One place for a worker: starts one after the other and keeps each busy.
struct Lane: Sendable {
    let number: Int
    let command: WorkerCommand
    let settings: SupervisorSettings
    let root: FilePath
    let source: any JobSource
    let queue: WorkQueue
    let recall: Supervisor.Recall
    let progress: @Sendable (PageProgress) -> Void
    let deliver: @Sendable (Delivery) async -> Void

    /// Starts in a row that may fail before no worker is believed to start at all.
    private static let maxFailedStarts = 3

    func run() async throws {
        var attempt = await queue.next()
        var failedStarts = 0
        var generation = 0
        while attempt != nil, !Task.isCancelled {
            generation += 1
            let end = try await runWorker(in: root.appending("worker-\(number)-\(generation)"), &attempt)
            if Task.isCancelled { return }
            switch end.reason {
            case .finished, .replaced: failedStarts = 0
            case .stopped: return
            case .homeless: throw SupervisorError.scratchGone(PathName.text(of: root))
            case .refused(let cause): throw SupervisorError.workerCannotStart(cause)
            case .neverReady:
                failedStarts += 1
                if failedStarts == Self.maxFailedStarts { throw SupervisorError.workerCannotStart(end.description) }
            case .lost(let engine):
                failedStarts = 0
                attempt = await settle(attempt, lostBy: end, engine)
            }
            if attempt == nil { attempt = await queue.next() }
        }
    }

    /// After a worker was lost: the document gets one retry, then a failure; a part of one, page by page.
    private func settle(_ attempt: Attempt?, lostBy end: WorkerEnd, _ engine: EngineInfo) async -> Attempt? {
        guard var attempt else { return nil }
        await queue.noteLoss(attempt)
        guard attempt.isRetry else {
            attempt.isRetry = true
            return attempt
        }
        let failure = end.failure(of: attempt.job, settings)
        if await (try? queue.lose(attempt, failure)) == true { return nil }
        if attempt.number != nil, await queue.close(attempt) == nil { return nil }
        var info = SourceInfo(path: attempt.job.path, bytes: attempt.placed?.bytes)
        info.files = attempt.job.files(attempt.placed, as: nil)
        let outcome = Outcome(
            id: attempt.placed?.id, source: info, failure: failure, engine: engine)
        await deliver(Delivery(job: attempt.job, outcome: outcome))
        return nil
    }

    /// Starts a worker in a scratch folder of its own and serves it documents until it ends.
    ///
    /// - Parameter attempt: the document at hand; nil afterwards where it was answered and no other is at hand.
    private func runWorker(in scratch: FilePath, _ attempt: inout Attempt?) async throws -> WorkerEnd {
        try FileSystem.makeFolder(scratch)
        defer { FileSystem.remove(scratch) }
        let memory = MemoryPressure()
        var next = attempt
        defer { attempt = next }
        do {
            let result = try await Subprocess.run(
                command.configuration(scratch: scratch), input: .inputWriter, output: .sequence, error: .sequence
            ) { worker in
                async let tail = ErrorTail.read(worker.standardError)
                var session = WorkerSession(worker: worker, scratch: scratch, lane: self)
                let reason = await session.serve(&next)
                await session.end()
                if let next { await queue.takeBack(from: scratch, for: next) }
                return SessionEnd(reason: reason, hasTimedOut: session.hasTimedOut, tail: await tail)
            }
            return WorkerEnd(result.closureResult, status: result.terminationStatus, memory: memory)
        } catch {
            if error is CancellationError || Task.isCancelled { return WorkerEnd(reason: .finished) }
            return WorkerEnd(reason: .neverReady, words: "\(error)")
        }
    }
}
