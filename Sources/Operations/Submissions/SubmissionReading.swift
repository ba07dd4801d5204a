import Foundation
import Model
import Synchronization
import SystemPackage

/// Reads what was sent, one after the other, and writes what comes of it.
extension Submissions {
    /// Reads what is in line until the task is cancelled.
    package func run() async {
        await withTaskGroup { group in
            group.addTask { await self.maker.run() }
            group.addTask {
                repeat { self.sweep() } while (try? await Task.sleep(for: .seconds(3600))) != nil
            }
            group.addTask { await self.read() }
        }
    }

    private func read() async {
        while !Task.isCancelled {
            let (stream, line) = AsyncStream.makeStream(of: Submission.self)
            do {
                // First the line: what comes in between may be in it twice, and is read once.
                state.withLock { $0.line = line }
                for submission in try store.unfinished() { line.yield(submission) }
                try await supervisor.run(
                    Line(submissions: self, stream: stream), recall: recall, progress: note, deliver: settle)
            } catch {
                if !Task.isCancelled { report("what was sent waits to be read: \(error)") }
            }
            state.withLock { ($0.line, $0.reading, $0.numbers) = (nil, [:], [:]) }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private static let pause: Duration = .seconds(10)

    /// Removes files that were sent long ago, and are in no document.
    private func sweep() {
        try? store.forgetFiles(sentBefore: now().addingTimeInterval(-limits.waiting)) {
            FileSystem.remove(incoming.appending($0))
        }
        for name in (try? FileSystem.names(in: incoming)) ?? [] where name.string.hasPrefix(".part-") {
            let path = incoming.appending(name)
            guard let status = try? Stat(path, followTargetSymlink: false) else { continue }
            let age = now().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
            if age > limits.waiting { FileSystem.remove(path) }
        }
    }

    private struct Line: JobSource {
        let submissions: Submissions
        let stream: AsyncStream<Submission>
        let isStopped = false

        func next() async -> Job? {
            var iterator = stream.makeAsyncIterator()
            while let submission = await iterator.next() {
                if let job = submissions.begin(submission) { return job }
            }
            return nil
        }
    }

    /// Nil where it was read meanwhile, or cannot be noted now: then all begins anew after a pause.
    private func begin(_ submission: Submission) -> Job? {
        do {
            guard try store.submission(submission.id)?.state == .waiting else { return nil }
        } catch {
            return pause(submission, because: error)
        }
        let number = state.withLock { state in
            state.last += 1
            state.numbers[state.last] = submission.id
            state.reading[submission.id] = Progress()
            return state.last
        }
        let jobs = submission.files.indices.map { position in
            Job(
                sequence: number, path: Submission.path(submission.id, submission.files, position),
                location: location(of: submission, position))
        }
        var job = jobs[0]
        job.others = Array(jobs.dropFirst())
        do {
            try ledger.see(jobs)
            for job in jobs { try ledger.keep([place.appending(submission.id)], of: job.path) }
            return job
        } catch {
            state.withLock { $0.numbers[number] = nil }
            return pause(submission, because: error)
        }
    }

    private func pause(_ submission: Submission, because error: any Error) -> Job? {
        report("what was sent waits to be read: \(error)")
        state.withLock { state in
            state.reading[submission.id] = nil
            state.line?.finish()
        }
        return nil
    }

    @Sendable private func recall(_ job: Job, ids: [String], engine: EngineInfo) -> Recalled {
        let memory = BatchMemory(ledger: ledger, folder: folder, scope: .new)
        return Recalled(memory.recall(job, ids: ids, engine: engine)?.outcome)
    }

    @Sendable private func note(_ page: PageProgress) {
        state.withLock { state in
            guard let id = state.numbers[page.sequence] else { return }
            state.reading[id] = Progress(pagesRead: page.read, pageCount: page.count)
        }
    }

    /// Writes what came of it. Where that cannot be done now, it is tried again: nothing else could be written either.
    @Sendable private func settle(_ delivery: Delivery) async {
        guard let id = state.withLock({ $0.numbers[delivery.job.sequence] }) else { return }
        while !Task.isCancelled {
            do {
                try await write(delivery, of: id)
                break
            } catch {
                report("a result cannot be written: \(error)")
                try? await Task.sleep(for: Self.pause)
            }
        }
        state.withLock { state in
            state.numbers[delivery.job.sequence] = nil
            state.reading[id] = nil
        }
    }

    private func write(_ delivery: Delivery, of id: String) async throws {
        try ledger.requirePlace()
        var outcome = delivery.outcome.withoutDuplicates
        outcome = outcome.duplicates(
            of: try duplicates.others(of: duplicates.fingerprints(of: outcome), path: delivery.job.path))
        let documents = Self.documents(of: outcome.documents).map(\.document)
        try folder.write(outcome)
        // Before it is in the queue.
        if let submission = try store.submission(id), submission.isHeld {
            for document in documents { _ = try? await reviews.claim(document, by: submission.owner) }
        }
        try ledger.settle(outcome)
        for (position, part) in delivery.job.others.enumerated() {
            let own = outcome.part(position + 1, part)
            try folder.write(own)
            try ledger.settle(own)
        }
        try store.finish(id)
    }
}
