import Glibc
package import Model
package import Pipeline
package import SystemPackage

/// The bounds within which workers work.
package struct SupervisorSettings: Hashable, Sendable {
    /// Workers at a time.
    package var jobs = 1
    /// What a document may take whatever its length, and what each of its pages adds.
    package var timePerDocument: Duration = .seconds(60)
    package var timePerPage: Duration = .seconds(60)
    /// Pages that a worker may announce for one document.
    package var maxPages = 2000
    package var maxFileBytes = 200 << 20
    /// Pages after which a worker is replaced by a fresh one.
    package var pagesPerWorker = 2000
    /// A document with more pages is divided among workers, in parts of so many.
    package var pagesPerPart = 20
    /// What a worker may take to say that it is ready, and to end after its last document.
    package var timeToStart: Duration = .seconds(60)
    package var timeToEnd: Duration = .seconds(5)
    /// What workers leave of a document beside its result.
    package var keep: Set<Keepsake> = []

    package init() {}
}

/// Why no document can be processed at all.
package enum SupervisorError: Error, CustomStringConvertible {
    case workerCannotStart(String)
    case scratchFailed(String)
    case scratchGone(String)

    package var description: String {
        switch self {
        case .workerCannotStart(let cause): "no worker can be started: \(cause)"
        case .scratchFailed(let cause): "no scratch folder can be made: \(cause): set TMPDIR to a writable folder"
        case .scratchGone(let path):
            "\(path): the scratch folder was removed while it was in use: keep what clears TMPDIR from it, and start again"
        }
    }
}

/// Starts workers, hands them documents, and answers for each of them, whatever becomes of the worker: one that
/// crashes, hangs or is killed costs its document one retry on a fresh worker, then a `failed` outcome.
package struct Supervisor: Sendable {
    private let command: WorkerCommand
    private let settings: SupervisorSettings
    private let temporary: FilePath

    /// - Parameter temporary: folder under which the run's private scratch folder is made.
    package init(command: WorkerCommand, settings: SupervisorSettings, temporary: FilePath) {
        self.command = command
        self.settings = settings
        self.temporary = temporary
    }

    /// What is to be done about a document, by the digests of its files' bytes and the engine that would process it.
    package typealias Recall = @Sendable (Job, _ ids: [String], EngineInfo) async -> Recalled

    /// Processes everything that the source hands out. Where the source is stopped, documents at hand with pages to
    /// come have no outcome; where the task is cancelled, no document at hand has one, and workers are killed.
    ///
    /// - Parameters:
    ///   - recall: is asked before a worker is, each time that a document is handed out.
    ///   - progress: is called once a page that was read, from several tasks.
    ///   - deliver: is called once a document, from several tasks, in the order of completion.
    /// - Throws: `SupervisorError`; what was delivered until then stands.
    package func run(
        _ source: any JobSource, recall: @escaping Recall = { _, _, _ in .unknown },
        progress: @escaping @Sendable (PageProgress) -> Void = { _ in },
        deliver: @escaping @Sendable (Delivery) async -> Void
    ) async throws {
        // Writing to a worker that is gone is an error to handle, not the end of this process.
        signal(SIGPIPE, SIG_IGN)
        let root: FilePath
        do {
            root = try FileSystem.makeTemporaryFolder(temporary.appending("recto-XXXXXX"))
        } catch {
            throw SupervisorError.scratchFailed("\(temporary): \(error)")
        }
        defer { FileSystem.remove(root) }
        let lanes = max(1, settings.jobs)
        let queue = WorkQueue(source, lanes: lanes, root: root, pagesPerPart: settings.pagesPerPart)
        async let _: Void = queue.feed()
        try await withThrowingTaskGroup { group in
            for number in 0..<lanes {
                let lane = Lane(
                    number: number, command: command, settings: settings, root: root, source: source, queue: queue,
                    recall: recall, progress: progress, deliver: deliver)
                group.addTask {
                    try await lane.run()
                    await queue.leave()
                }
            }
            try await group.waitForAll()
        }
    }
}
