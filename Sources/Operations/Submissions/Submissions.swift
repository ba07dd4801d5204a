import CProcess
import Digest
package import Foundation
import Glibc
package import Model
import Synchronization
import SystemPackage

/// Takes documents that people and programs send, into `OUT/submitted`, and has them read, one after the other.
///
/// Nothing that was confirmed is lost: a file is on the disk before its sender hears of it, and a submission is in the
/// database before it is in line. What was at hand when this ended is read after the next start. What is sent is
/// decoded by confined workers alone.
package final class Submissions: Sendable {
    package static let folderName = "submitted"

    package struct Limits: Sendable {
        package var fileBytes: Int
        /// Of one document.
        package var files = 100
        /// Of one person's that are in no document.
        package var waitingFiles = 200
        /// Of one person's at a time.
        package var uploads = 4
        package var minFreeBytes: Int64 = 500 << 20
        /// Seconds after which a file that is in no document is removed.
        package var waiting: TimeInterval = 24 * 3600

        package init(fileBytes: Int) { self.fileBytes = fileBytes }
    }

    /// How far the reading of a submission is.
    package struct Progress: Hashable, Sendable {
        package var pagesRead = 0
        package var pageCount: Int?
    }

    let folder: ResultFolder
    let ledger: Ledger
    let reviews: ReviewStore
    let store: SubmissionStore
    let maker: PictureMaker
    let supervisor: Supervisor
    let duplicates: DuplicateIndex
    let limits: Limits
    let report: @Sendable (String) -> Void
    let now: @Sendable () -> Date

    struct State {
        var line: AsyncStream<Submission>.Continuation?
        /// By the submission's id: those that a worker has.
        var reading: [String: Progress] = [:]
        var numbers: [Int: String] = [:]
        var last = 0
        /// Uploads at hand, by who sends them.
        var uploads: [String: Int] = [:]
        /// Requests at hand, by their keys and who asks.
        var requests: Set<[String]> = []
    }
    let state = Mutex(State())

    var place: FilePath { folder.root.appending(Self.folderName) }
    /// Files that are in no document.
    var incoming: FilePath { place.appending(".incoming") }

    /// - Parameters:
    ///   - maker: looks at captures; nobody else's, so that who looks at pages need not wait for them.
    ///   - supervisor: of the worker that reads.
    ///   - report: is told what keeps results from being written, without a name.
    /// - Throws: `ReviewStoreError`, or why the folder cannot be used.
    package init(
        in folder: ResultFolder, ledger: Ledger, reviews: ReviewStore, maker: PictureMaker, supervisor: Supervisor,
        limits: Limits, now: @escaping @Sendable () -> Date = { .now }, report: @escaping @Sendable (String) -> Void
    ) throws {
        self.folder = folder
        self.ledger = ledger
        self.reviews = reviews
        self.maker = maker
        self.supervisor = supervisor
        self.limits = limits
        self.now = now
        self.report = report
        store = try SubmissionStore(in: folder.root)
        duplicates = try DuplicateIndex(ledger: ledger, folder: folder.root)
        try FileSystem.makeFolder(incoming)
        try FolderTrust.require(place)
    }

    // MARK: - Files

    /// Takes a file as its bytes come in, and looks at its capture.
    ///
    /// - Returns: the file, and whether it was there before.
    /// - Throws: `SubmissionError`; what the bytes' sequence throws. Then nothing of it is left.
    package func receive<Bytes: AsyncSequence>(
        _ bytes: Bytes, of owner: Reviewer
    ) async throws -> (file: SentFile, isNew: Bool) where Bytes.Element == [UInt8] {
        let atHand = state.withLock { $0.uploads[owner.name, default: 0] }
        guard atHand < limits.uploads else { throw SubmissionError.busy }
        guard try store.fileCount(of: owner) + atHand < limits.waitingFiles else { throw SubmissionError.tooMany }
        state.withLock { $0.uploads[owner.name, default: 0] += 1 }
        defer { state.withLock { $0.uploads[owner.name] = $0.uploads[owner.name].flatMap { $0 > 1 ? $0 - 1 : nil } } }
        let part = incoming.appending(".part-\(UUID().uuidString)")
        defer { FileSystem.remove(part) }
        let (id, count) = try await write(bytes, to: part)
        if let known = try store.sentFile(id, of: owner), FileStamp(of: incoming.appending(id)) != nil {
            try store.add(known, of: owner, at: now())
            return (known, false)
        }
        let outcome = try await checked(part)
        let source = outcome.source
        let file = SentFile(
            id: id, bytes: count, mediaType: source.mediaType ?? "application/octet-stream",
            pages: source.pageCount ?? 1, reasons: outcome.decision?.reasons ?? [])
        try store.add(file, of: owner, at: now()) {
            try FileSystem.rename(part, to: incoming.appending(id))
            try Self.synchronize(incoming)
        }
        return (file, true)
    }

    private func write<Bytes: AsyncSequence>(
        _ bytes: Bytes, to path: FilePath
    ) async throws -> (id: String, count: Int) where Bytes.Element == [UInt8] {
        if let free = FileSystem.freeBytes(at: incoming), free < limits.minFreeBytes { throw SubmissionError.noRoom }
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
            permissions: .ownerReadWrite)
        defer { try? file.close() }
        var hash = SHA256()
        var count = 0
        for try await chunk in bytes {
            count += chunk.count
            guard count <= limits.fileBytes else { throw SubmissionError.tooLarge(limit: limits.fileBytes >> 20) }
            hash.update(chunk)
            do {
                _ = try file.writeAll(chunk)
            } catch {
                throw SubmissionError.noRoom
            }
        }
        guard count > 0 else { throw SubmissionError.empty }
        guard fsync(file.rawValue) == 0 else { throw SubmissionError.noRoom }
        return (hash.hexDigest(), count)
    }

    private func checked(_ path: FilePath) async throws -> Outcome {
        switch await maker.checkedCapture(path: "file", location: path) {
        case .success(let outcome):
            if let error = outcome.error { throw SubmissionError.refused(error.code, error.message) }
            return outcome
        case .failure: throw SubmissionError.busy
        }
    }

    // MARK: - Documents

    /// Makes a document of files, and puts it in line. The same files in the same order are one.
    ///
    /// - Parameter isHeld: whether its sender looks at what was read before others do.
    /// - Returns: the submission, and whether it was there before.
    /// - Throws: `SubmissionError`.
    package func submit(
        _ ids: [String], of owner: Reviewer, isHeld: Bool
    ) throws -> (submission: Submission, isNew: Bool) {
        guard (1...limits.files).contains(ids.count) else { throw SubmissionError.unknownFiles }
        let id = String(SHA256.hexDigest(of: ([owner.name] + ids).joined(separator: "\n")).prefix(32))
        if let known = try submission(id, of: owner), !isLost(known) { return (known, false) }
        let files = try ids.compactMap { try store.sentFile($0, of: owner) }
        guard files.count == ids.count else {
            // The same may have been asked for at the same time.
            if let known = try submission(id, of: owner) { return (known, false) }
            throw SubmissionError.unknownFiles
        }
        let submission = Submission(
            id: id, owner: owner, files: files, created: now(), state: .waiting, isHeld: isHeld)
        try store.requirePlace()
        try FileSystem.makeFolder(place.appending(id))
        for (position, file) in files.enumerated() {
            let from = incoming.appending(file.id)
            let code = unsafe from.withPlatformString { from in
                unsafe location(of: submission, position).withPlatformString { unsafe link(from, $0) }
            }
            guard code == 0 || errno == EEXIST else {
                throw errno == ENOENT ? SubmissionError.unknownFiles : SubmissionError.noRoom
            }
        }
        try Self.synchronize(place.appending(id))
        try Self.synchronize(place)
        try store.add(submission) { FileSystem.remove(incoming.appending($0)) }
        _ = state.withLock { $0.line?.yield(submission) }
        return (submission, true)
    }

    /// Whether it was read and nothing of it is there any more, or it failed for what may pass: it is read anew.
    private func isLost(_ submission: Submission) -> Bool {
        guard submission.state == .done else { return false }
        let outcomes = outcomes(of: submission)
        return outcomes.isEmpty || outcomes[0].error?.code.isRetryable == true
    }

    /// Who sent the document of a result's path; nil where nobody did.
    package func sender(of path: String) -> Reviewer? {
        guard let id = Self.id(inPath: path) else { return nil }
        return (try? store.submission(id))?.owner
    }

    private static func id(inPath path: String) -> String? {
        let parts = path.split(separator: "/")
        return parts.count == 3 && parts[0] == folderName ? String(parts[1]) : nil
    }

    /// Forgets who sent what was purged.
    static func forget(_ paths: [String], in out: FilePath) throws {
        guard FileStamp(of: out.appending(SubmissionStore.name)) != nil else { return }
        try SubmissionStore(in: out).forget(Array(Set(paths.compactMap(id(inPath:)))))
    }

    /// Nil where this person has sent no such document.
    package func submission(_ id: String, of owner: Reviewer) throws -> Submission? {
        guard var submission = try store.submission(id), submission.owner == owner else { return nil }
        if submission.state == .waiting, progress(of: id) != nil { submission.state = .reading }
        return submission
    }

    /// What this person has sent, the newest first.
    ///
    /// - Parameter before: time and id of the last one that is known.
    package func submissions(of owner: Reviewer, before: (Date, String)?, limit: Int) throws -> [Submission] {
        try store.submissions(of: owner, before: before, limit: limit)
    }

    package func progress(of id: String) -> Progress? { state.withLock { $0.reading[id] } }

    /// What a document that was read turned into; empty where it was removed.
    package func outcomes(of submission: Submission) -> [Outcome] {
        folder.outcome(of: submission.path)?.documents ?? []
    }

    /// Those of them that can be reviewed, with their places among the outcomes.
    package static func documents(of outcomes: [Outcome]) -> [(position: Int, document: ReviewDocument)] {
        outcomes.enumerated().compactMap { position, outcome in
            ReviewDocument(outcome, number: outcomes.count > 1 ? position + 1 : nil).map { (position, $0) }
        }
    }

    /// Leaves a document to others.
    package func letGo(_ submission: Submission) async throws {
        try store.letGo(submission.id)
        for (_, document) in Self.documents(of: outcomes(of: submission)) {
            try await reviews.release(document, by: submission.owner)
        }
    }

    /// Who sent a document has it for five minutes more, where they have it still: after five minutes without a call, or
    /// `longestHold`, it is the reviewers'.
    package func held(_ submission: Submission) async throws -> Submission {
        guard submission.isHeld, submission.state == .done else { return submission }
        let documents = Self.documents(of: outcomes(of: submission)).map(\.document)
        let own = try await Set(reviews.claims().filter { $0.reviewer == submission.owner }.map(\.document))
        let isLong = now().timeIntervalSince(submission.created) > Self.longestHold
        guard !documents.isEmpty, documents.allSatisfy(own.contains), !isLong else {
            try await letGo(submission)
            var free = submission
            free.isHeld = false
            return free
        }
        for document in documents { _ = try await reviews.claim(document, by: submission.owner) }
        return submission
    }

    private static let longestHold = 3600.0

    // MARK: - Requests

    package enum RequestState: Hashable, Sendable {
        case first
        /// It was done before.
        case done
        /// Another one was done with the key.
        case different
        /// It is at hand.
        case atHand
    }

    /// Begins a request with a key; where it is the first, ``end(_:of:digest:isDone:)`` is to be called.
    package func begin(_ key: String, of owner: Reviewer, digest: String) throws -> RequestState {
        guard state.withLock({ $0.requests.insert([owner.name, key]).inserted }) else { return .atHand }
        var first: String?
        do {
            first = try store.request(key, of: owner)
            guard first != nil else { return .first }
        } catch {
            _ = state.withLock { $0.requests.remove([owner.name, key]) }
            throw error
        }
        _ = state.withLock { $0.requests.remove([owner.name, key]) }
        return first == digest ? .done : .different
    }

    /// What was refused may be asked for again with the same key.
    package func end(_ key: String, of owner: Reviewer, digest: String, isDone: Bool) {
        if isDone { try? store.note(key, of: owner, digest: digest, at: now()) }
        _ = state.withLock { $0.requests.remove([owner.name, key]) }
    }

    func location(of submission: Submission, _ position: Int) -> FilePath {
        folder.root.pushing(FilePath(Submission.path(submission.id, submission.files, position)))
    }

    /// So that names in the folder outlive a loss of power.
    private static func synchronize(_ folder: FilePath) throws {
        let file = try FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec])
        defer { try? file.close() }
        guard fsync(file.rawValue) == 0 else { throw SubmissionError.noRoom }
    }
}
