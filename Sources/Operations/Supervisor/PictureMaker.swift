package import Foundation
package import Model
package import Pipeline
import Synchronization
package import SystemPackage

/// Has workers draw pages of documents, read them, or look at captures, one at a time; the worker is started when the first is asked for.
package final class PictureMaker: Sendable {
    /// Why there is no picture.
    package enum Problem: Error, Hashable, Sendable {
        /// The file is not where it was read, or was moved to by a watch.
        case gone
        /// Another file has its name now.
        case changed
        /// It cannot be drawn, as the failure says.
        case failed(FailureCode)
        /// No worker can be started.
        case noWorker
        /// Too many pictures are waited for.
        case busy
    }

    private typealias Waiting = @Sendable (Result<Delivery, Problem>) -> Void

    private struct State {
        var last = 0
        var waiting: [Int: Waiting] = [:]
    }

    private let supervisor: Supervisor
    private let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation

    private static let mostWaiting = 32
    /// Before it is tried anew.
    private static let pause: Duration = .seconds(1)

    /// - Parameters:
    ///   - settings: the bounds of the worker.
    ///   - temporary: folder under which the private scratch folder is made.
    package init(command: WorkerCommand, settings: SupervisorSettings, temporary: FilePath) {
        var settings = settings
        settings.jobs = 1
        settings.keep = []
        supervisor = Supervisor(command: command, settings: settings, temporary: temporary)
        (jobs, queue) = AsyncStream.makeStream()
    }

    /// Works until the task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            try? await supervisor.run(
                Source(jobs: jobs), deliver: { self.answer($0.job.sequence, .success($0)) })
            // It could not go on: who waits is told, and who asks then has it tried anew.
            let left = state.withLock { state in
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for waiting in left { waiting(.failure(.noWorker)) }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// A page as JPEG, or its words as JSON, as the page says.
    ///
    /// - Parameters:
    ///   - id: digest of the file's bytes as they were read: others are not shown.
    ///   - path: what the file is called.
    package func picture(
        of page: UprightPage, id: String, path: String, location: FilePath
    ) async -> Result<Data, Problem> {
        await ask(Job(sequence: 0, path: path, location: location, picture: page)) { delivery in
            let outcome = delivery.outcome
            if outcome.error?.code == .fileMissing { return .failure(.gone) }
            if let own = outcome.id, own != id { return .failure(.changed) }
            // The worker's folder is emptied after this.
            guard outcome.error == nil, let picture = Self.picture(of: delivery) else {
                return .failure(.failed(outcome.error?.code ?? .engineFailed))
            }
            return .success(picture)
        }
    }

    /// Whether a capture is good, by its measures alone; failed where it is no document.
    package func checkedCapture(path: String, location: FilePath) async -> Result<Outcome, Problem> {
        var job = Job(sequence: 0, path: path, location: location)
        job.isCaptureCheck = true
        return await ask(job) { .success($0.outcome) }
    }

    private func ask<Value: Sendable>(
        _ job: Job, _ value: @escaping @Sendable (Delivery) -> Result<Value, Problem>
    ) async -> Result<Value, Problem> {
        await withCheckedContinuation { continuation in
            var job = job
            let number: Int? = state.withLock { state in
                guard state.waiting.count < Self.mostWaiting else { return nil }
                state.last += 1
                state.waiting[state.last] = { continuation.resume(returning: $0.flatMap(value)) }
                return state.last
            }
            guard let number else { return continuation.resume(returning: .failure(.busy)) }
            job.sequence = number
            if case .terminated = queue.yield(job) { answer(number, .failure(.noWorker)) }
        }
    }

    private static func picture(of delivery: Delivery) -> Data? {
        guard let kept = delivery.kept, let page = delivery.job.picture else { return nil }
        return try? FileSystem.data(of: kept.appending(WorkerRequest.file(of: page)), most: PictureCache.mostBytes)
    }

    private func answer(_ number: Int, _ result: Result<Delivery, Problem>) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?(result)
    }

    private struct Source: JobSource {
        let jobs: AsyncStream<Job>
        let isStopped = false

        func next() async -> Job? {
            var iterator = jobs.makeAsyncIterator()
            return await iterator.next()
        }
    }
}

extension PictureMaker.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .gone:
            "The document is not where it was read, nor where the watch moved it. What was read of it is not affected."
        case .changed:
            "Another file has the document's place now. Its pages are not shown, since they may not be those that were read."
        case .failed(let code): "The page cannot be drawn (\(code.rawValue))."
        case .noWorker: "No page can be drawn now: recto doctor looks for the cause."
        case .busy: "Too many pages are being drawn. Try again in a moment."
        }
    }
}
