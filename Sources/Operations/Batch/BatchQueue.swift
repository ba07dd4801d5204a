import Foundation
import SystemPackage

/// Hands a run's documents out in their order, while more are still being found. Those that wait are on the disk, however
/// many there are.
///
/// Of documents with the same bytes one is worked at after the other, the first one first, so that each after it finds
/// what became of it. Those after it are put aside meanwhile, and handed out once more.
actor BatchQueue: JobSource {
    /// A document that was handed out and has no outcome yet.
    private struct Hand {
        /// Whether its bytes are known.
        var isClaimed = false
        /// Of its bytes, where others may share its outcome.
        var id: String?
        /// The document whose outcome it shares.
        var origin: String?
        /// Itself, where it is put aside.
        var aside: Job?
    }

    private let file: FileDescriptor
    private var written: Int64 = 0
    private var read: Int64 = 0
    private var lines = LineBuffer(limit: .max)
    private var isComplete = false
    private(set) var isStopped = false
    /// Why a document that waited could not be handed out.
    private(set) var failure: (any Error)?
    private var atHand: [Int: Hand] = [:]
    private var asideCount = 0
    private let mostAside: Int
    private var sleepers: [CheckedContinuation<Void, Never>] = []

    /// - Parameter mostAside: how many documents may be put aside at a time; further ones wait in `claim`.
    init(in folder: FilePath, mostAside: Int = 1000) throws {
        file = try Spool.file(in: folder)
        self.mostAside = mostAside
    }

    deinit { try? file.close() }

    // MARK: - Documents

    /// - Returns: whether more may come.
    func add(_ jobs: [Job]) throws -> Bool {
        guard !isStopped else { return false }
        let encoder = JSONEncoder()
        let records = try jobs.reduce(into: Data()) { $0 += try encoder.encode(Record($1)) + [UInt8(ascii: "\n")] }
        written += Int64(try file.writeAll(toAbsoluteOffset: written, records))
        wake()
        return true
    }

    /// There is no more to come.
    func complete() {
        isComplete = true
        wake()
    }

    func stop() {
        isStopped = true
        wake()
    }

    func next() async -> Job? {
        while !isStopped, !Task.isCancelled {
            if let job = takeFromAside() { return job }
            do {
                if let job = try waiting() {
                    atHand[job.sequence] = Hand()
                    return job
                }
            } catch {
                failure = error
                stop()
            }
            if isComplete, asideCount == 0 { return nil }
            await sleep()
        }
        return nil
    }

    /// The first of those that were put aside and whose turn it is.
    private func takeFromAside() -> Job? {
        guard asideCount > 0 else { return nil }
        let busy = Set(atHand.values.filter { $0.aside == nil }.map(\.id))
        let ready = atHand.filter { $1.aside != nil && !busy.contains($1.id) }
        guard let (sequence, hand) = ready.min(by: { $0.key < $1.key }) else { return nil }
        atHand[sequence]?.aside = nil
        asideCount -= 1
        return hand.aside
    }

    private func waiting() throws -> Job? {
        while true {
            if let line = try lines.next() { return try JSONDecoder().decode(Record.self, from: Data(line)).job }
            guard read < written else { return nil }
            let bytes = try file.bytes(upTo: Int(min(1 << 16, written - read)), at: read)
            guard !bytes.isEmpty else { throw Errno.ioError }
            read += Int64(bytes.count)
            lines.append(bytes)
        }
    }

    // MARK: - The same bytes

    /// Waits until no document before this one may turn out to have its bytes. Where one that has them is at hand, this one
    /// is put aside. Whoever waits, waits for a document before it: so the first never does.
    ///
    /// - Parameter id: of its bytes; nil where it shares no outcome.
    /// - Returns: whether it is its turn now.
    func claim(_ job: Job, id: String?) async -> Bool {
        func mustWait() -> Bool {
            atHand.contains { $0 < job.sequence && !$1.isClaimed }
                || asideCount == mostAside && isBehindEqual(job.sequence, id)
        }
        while !isStopped, !Task.isCancelled, mustWait() { await sleep() }
        let isAside = isBehindEqual(job.sequence, id)
        atHand[job.sequence] = Hand(isClaimed: true, id: id, aside: isAside ? job : nil)
        asideCount += isAside ? 1 : 0
        wake()
        return !isAside
    }

    /// Whether a document before it, with the same bytes, has no outcome yet.
    private func isBehindEqual(_ sequence: Int, _ id: String?) -> Bool {
        id != nil && atHand.contains { $0 < sequence && $1.id == id }
    }

    /// Notes that a document has the outcome of another one.
    func share(_ job: Job, outcomeOf path: String) { atHand[job.sequence]?.origin = path }

    /// The document whose outcome this one shares.
    func origin(of job: Job) -> String? { atHand[job.sequence]?.origin }

    /// The document has an outcome.
    func release(_ job: Job) {
        atHand[job.sequence] = nil
        wake()
    }

    // MARK: - Waiting

    private func sleep() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleepers.append($0) }
        } onCancel: {
            Task { await self.wake() }
        }
    }

    private func wake() {
        let woken = sleepers
        sleepers = []
        for sleeper in woken { sleeper.resume() }
    }

    /// A job as it waits.
    private struct Record: Codable {
        var sequence: Int
        var path: String
        var location: Data
        var others: [Record]

        init(_ job: Job) {
            sequence = job.sequence
            path = job.path
            location = Data(PathName.bytes(of: job.location))
            others = job.others.map(Record.init)
        }

        var job: Job {
            Job(
                sequence: sequence, path: path, location: PathName.path(of: [UInt8](location)),
                others: others.map(\.job))
        }
    }
}
