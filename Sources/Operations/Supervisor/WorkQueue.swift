import Foundation
import Model
import Pipeline
import SystemPackage

/// What lanes do next: parts of documents at hand, and where there are none, further documents. One with many pages is
/// divided, also where there is one lane only, so that its result is the same whatever their number.
actor WorkQueue {
    /// A document whose pages several workers read.
    private struct Divided {
        /// The job; its files lie in `folder`.
        var job: Job
        var placed: Intake.Placed
        var count: Int
        /// Its files and, in `parts`, what was read of them.
        var folder: FilePath
        /// Parts that are not read yet.
        var outstanding: Int
        var read = 0
        var lostPages = 0
        /// Whether a worker was lost that had a part of it.
        var wasLost = false
    }

    private let source: any JobSource
    private let root: FilePath
    private let pagesPerPart: Int
    /// Lanes that are not at their end.
    private var lanes: Int
    private var divided: [Int: Divided] = [:]
    private var lastNumber = 0
    private var parts: [Attempt] = []
    /// A document that came when no lane waited any more.
    private var fetched: Attempt?
    private var waiting: [CheckedContinuation<Attempt?, Never>] = []
    private var isExhausted = false
    private var isCancelled = false
    private let demands: AsyncStream<Void>
    private let demand: AsyncStream<Void>.Continuation

    /// Pages of a document at which workers may be lost before it is given up.
    private static let mostLostPages = 10

    /// - Parameters:
    ///   - root: folder for the files of documents that are divided.
    ///   - pagesPerPart: a document with more pages is divided.
    init(_ source: any JobSource, lanes: Int, root: FilePath, pagesPerPart: Int) {
        self.source = source
        self.lanes = lanes
        self.root = root
        self.pagesPerPart = pagesPerPart
        (demands, demand) = AsyncStream.makeStream()
    }

    // MARK: - Handing out

    /// Takes documents from the source when lanes wait, and not before. Returns at its end, or where it is cancelled.
    func feed() async {
        for await _ in demands where !waiting.isEmpty {
            guard let job = await source.next() else {
                isExhausted = true
                return endIfIdle()
            }
            let attempt = Attempt(job: job)
            if waiting.isEmpty { fetched = attempt } else { waiting.removeFirst().resume(returning: attempt) }
        }
    }

    /// A part of a document at hand; nil where there is none now.
    func nextPart() async -> Attempt? {
        guard await !source.isStopped else {
            parts = []
            return nil
        }
        return parts.isEmpty ? nil : parts.removeFirst()
    }

    /// What a lane does next; nil once there is no more to come.
    func next() async -> Attempt? {
        if let part = await nextPart() { return part }
        if let attempt = fetched {
            fetched = nil
            return attempt
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { lane in
                guard !isCancelled else { return lane.resume(returning: nil) }
                waiting.append(lane)
                handOut()
                demand.yield()
                endIfIdle()
            }
        } onCancel: {
            Task { await self.cancel() }
        }
    }

    /// A lane has come to its end.
    func leave() {
        lanes -= 1
        endIfIdle()
    }

    private func cancel() {
        isCancelled = true
        endAll()
    }

    /// While a lane has a document, that may still be divided.
    private func endIfIdle() {
        if isExhausted, fetched == nil, waiting.count == lanes { endAll() }
    }

    private func endAll() {
        let lanes = waiting
        waiting = []
        for lane in lanes { lane.resume(returning: nil) }
    }

    private func add(_ attempts: [Attempt]) {
        parts = attempts + parts
        handOut()
    }

    private func handOut() {
        while !waiting.isEmpty, !parts.isEmpty { waiting.removeFirst().resume(returning: parts.removeFirst()) }
    }

    // MARK: - Dividing

    /// Makes parts of a document.
    ///
    /// - Parameter scratch: where its files lie: they are moved.
    func divide(_ attempt: Attempt, pages count: Int, from scratch: FilePath) throws {
        guard let placed = attempt.placed else { return }
        lastNumber += 1
        let number = lastNumber
        let folder = root.appending("divided-\(number)")
        do {
            try FileSystem.makeFolder(folder.appending(WorkerRequest.partsFolder))
            for position in attempt.job.files.indices {
                let name = Intake.name(position)
                try FileSystem.rename(scratch.appending(name), to: folder.appending(name))
            }
        } catch {
            FileSystem.remove(folder)
            throw error
        }
        let starts = Array(stride(from: 1, through: count, by: pagesPerPart))
        divided[number] = Divided(
            job: attempt.job, placed: placed, count: count, folder: folder, outstanding: starts.count,
            wasLost: attempt.isRetry)
        add(starts.map { attempt.part(.pages($0...min(count, $0 + pagesPerPart - 1), of: number), isRetry: false) })
    }

    func pageCount(of number: Int) -> Int { divided[number]?.count ?? 1 }

    /// The document's files, as they were when it was divided.
    func copy(of attempt: Attempt) -> Job? {
        attempt.number.flatMap { divided[$0] }.map { document in
            var files = document.job.files
            for position in files.indices {
                files[position].location = document.folder.appending(Intake.name(position))
            }
            var copy = files[0]
            copy.others = Array(files.dropFirst())
            return copy
        }
    }

    /// Notes that a page was read.
    ///
    /// - Returns: how far the document is.
    func notePage(of attempt: Attempt) -> PageProgress? {
        guard let number = attempt.number, var document = divided[number] else { return nil }
        document.read = min(document.read + 1, document.count)
        divided[number] = document
        return PageProgress(
            sequence: attempt.job.sequence, path: attempt.job.path, read: document.read, count: document.count)
    }

    /// Takes what a worker has left of a part.
    func finish(_ attempt: Attempt, in scratch: FilePath) throws {
        guard case .pages(let range, let number) = attempt.task, let document = divided[number] else { return }
        let place = document.folder.appending(WorkerRequest.partsFolder).appending("\(range.lowerBound)")
        try FileSystem.rename(scratch.appending(WorkerRequest.keepFolder), to: place)
        countPart(of: number, attempt)
    }

    /// Once no part is left, what comes behind reading is next.
    private func countPart(of number: Int, _ attempt: Attempt) {
        divided[number]?.outstanding -= 1
        if divided[number]?.outstanding == 0 { add([attempt.part(.rest(of: number), isRetry: false)]) }
    }

    /// Notes that a worker was lost that had a part, or all parts, of a document.
    func noteLoss(_ attempt: Attempt) {
        if let number = attempt.number { divided[number]?.wasLost = true }
    }

    /// After a part has cost two workers: its pages are tried each by itself, and one that costs another worker is a page
    /// that cannot be read.
    ///
    /// - Returns: whether the document can still be read.
    func lose(_ attempt: Attempt, _ failure: Failure) throws -> Bool {
        guard case .pages(let range, let number) = attempt.task, var document = divided[number] else { return false }
        guard range.count == 1 else {
            document.outstanding += range.count - 1
            divided[number] = document
            add(range.map { attempt.part(.pages($0...$0, of: number), isRetry: true) })
            return true
        }
        document.lostPages += 1
        divided[number] = document
        guard document.lostPages <= Self.mostLostPages else { return false }
        let folder = document.folder.appending(WorkerRequest.partsFolder).appending("\(range.lowerBound)")
        try FileSystem.makeFolder(folder)
        try AtomicFile.write(
            try JSONEncoder().encode(DocumentPart(lost: range.lowerBound, failure)),
            to: folder.appending(PartFolder.file))
        countPart(of: number, attempt)
        return true
    }

    /// Gives a worker what others have read.
    func give(to scratch: FilePath, for attempt: Attempt) throws {
        guard let folder = attempt.number.flatMap({ divided[$0]?.folder }) else { return }
        try FileSystem.rename(
            folder.appending(WorkerRequest.partsFolder), to: scratch.appending(WorkerRequest.partsFolder))
    }

    /// Takes it back where the worker was lost.
    func takeBack(from scratch: FilePath, for attempt: Attempt) {
        guard case .rest(let number) = attempt.task, let folder = divided[number]?.folder else { return }
        try? FileSystem.rename(
            scratch.appending(WorkerRequest.partsFolder), to: folder.appending(WorkerRequest.partsFolder))
    }

    /// Forgets a document that has its outcome.
    ///
    /// - Returns: whether a worker was lost that had a part of it; nil where it had its outcome already.
    func close(_ attempt: Attempt) -> Bool? {
        guard let number = attempt.number, let document = divided.removeValue(forKey: number) else { return nil }
        parts.removeAll { $0.number == number }
        FileSystem.remove(document.folder)
        return document.wasLost
    }
}
