import Foundation
import Model
import Output
import Pipeline
import SystemPackage
import Testing

@testable import Operations

/// Documents that people send.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) final class SubmissionsTests {
    private let worker: FakeWorker
    private let folder: ResultFolder
    private let ada = Reviewer(name: "Ada")
    private let ben = Reviewer(name: "Ben")

    init() throws {
        worker = try FakeWorker()
        folder = try ResultFolder(creating: worker.folder.appending("out"))
    }

    deinit { worker.remove() }

    private func submissions(_ change: (inout Submissions.Limits) -> Void = { _ in }) throws -> Submissions {
        var limits = Submissions.Limits(fileBytes: 1 << 20)
        limits.minFreeBytes = 0
        change(&limits)
        let settings = SupervisorSettings()
        return try Submissions(
            in: folder, ledger: Ledger(in: folder.root), reviews: ReviewStore(in: folder, entries: nil),
            maker: PictureMaker(command: worker.command, settings: settings, temporary: worker.folder),
            supervisor: Supervisor(command: worker.command, settings: settings, temporary: worker.folder),
            limits: limits, report: { _ in })
    }

    /// With workers, until the body returns.
    private func serve(_ submissions: Submissions, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await submissions.run() }
            try await body()
            group.cancelAll()
        }
    }

    private func send(_ text: String, to submissions: Submissions, of owner: Reviewer? = nil) async throws -> SentFile {
        try await submissions.receive(Chunks([text]), of: owner ?? ada).file
    }

    private func read(_ id: String, in submissions: Submissions) async throws -> Submission {
        while true {
            let submission = try #require(try submissions.submission(id, of: ada))
            if submission.state == .done { return submission }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private var files: [String] {
        let all = FileManager.default.subpaths(atPath: folder.root.appending(Submissions.folderName).string) ?? []
        return all.filter { !$0.hasSuffix(".incoming") }.sorted()
    }

    @Test func aGoodCaptureBecomesADocumentAndABadOneIsToldAtOnce() async throws {
        let submissions = try submissions()
        try await serve(submissions) {
            let dark = try await send("dark", to: submissions)
            #expect(dark.reasons.map(\.code) == [.tooDark])
            let front = try await send("front", to: submissions)
            #expect(front.reasons.isEmpty && front.bytes == 5)
            let back = try await send("back", to: submissions)
            let (submission, isNew) = try submissions.submit([front.id, back.id], of: ada, isHeld: false)
            #expect(isNew)
            let done = try await read(submission.id, in: submissions)
            let outcomes = submissions.outcomes(of: done)
            #expect(outcomes.map(\.source.path) == [done.path])
            #expect(outcomes[0].source.files?.count == 2)
            // The other file says whose part it is, and only what is in no document waits.
            let part = try #require(folder.outcome(of: done.path.replacing("/1.", with: "/2.")))
            #expect(part.source.partOf == done.path)
            #expect(files.count == 4 && files.contains(".incoming/\(dark.id)"))
            let ledger = try Ledger(in: folder.root)
            #expect(try ledger.counts()[.processed] == 2)
        }
    }

    @Test func whatIsSentTwiceIsOneDocument() async throws {
        let submissions = try submissions()
        try await serve(submissions) {
            let file = try await send("twice", to: submissions)
            #expect(try await submissions.receive(Chunks(["tw", "ice"]), of: ada).isNew == false)
            let first = try submissions.submit([file.id], of: ada, isHeld: false)
            let again = try submissions.submit([file.id], of: ada, isHeld: true)
            #expect(first.isNew && !again.isNew && first.submission.id == again.submission.id)
            #expect(try submissions.submissions(of: ada, before: nil, limit: 9).count == 1)
            // Nobody learns of another's, or makes documents of another's files.
            #expect(try submissions.submission(first.submission.id, of: ben) == nil)
            #expect(throws: SubmissionError.unknownFiles) { try submissions.submit([file.id], of: ben, isHeld: false) }
            let bens = try await send("twice", to: submissions, of: ben)
            #expect(try submissions.submit([bens.id], of: ben, isHeld: false).submission.id != first.submission.id)
        }
    }

    @Test func anUploadThatIsTooLongOrBreaksOffLeavesNothing() async throws {
        let submissions = try submissions { $0.fileBytes = 3 << 20 }
        try await serve(submissions) {
            let endless = Chunks(endless: String(repeating: "x", count: 1 << 16))
            await #expect(throws: SubmissionError.tooLarge(limit: 3)) {
                try await submissions.receive(endless, of: ada)
            }
            await #expect(throws: CancellationError.self) {
                try await submissions.receive(Chunks(["half"], breaksOff: true), of: ada)
            }
            await #expect(throws: SubmissionError.empty) { try await submissions.receive(Chunks([]), of: ada) }
            await #expect(throws: SubmissionError.refused(.unsupportedType, "no document")) {
                try await send("none", to: submissions)
            }
            #expect(files.isEmpty)
        }
    }

    @Test func oneSenderCannotFillTheFolder() async throws {
        let submissions = try submissions { $0.waitingFiles = 2 }
        try await serve(submissions) {
            let file = try await send("1", to: submissions)
            _ = try await send("2", to: submissions)
            await #expect(throws: SubmissionError.tooMany) { try await send("3", to: submissions) }
            _ = try await send("3", to: submissions, of: ben)
            _ = try submissions.submit([file.id], of: ada, isHeld: false)
            _ = try await send("3", to: submissions)
        }
    }

    @Test func whatIsInLineIsReadAfterTheNextStart() async throws {
        let id = try await {
            let submissions = try submissions()
            var file: SentFile?
            let maker = Task { await submissions.maker.run() }
            file = try await send("read", to: submissions)
            maker.cancel()
            return try submissions.submit([try #require(file).id], of: ada, isHeld: false).submission.id
        }()
        let next = try submissions()
        #expect(try next.submission(id, of: ada)?.state == .waiting)
        try await serve(next) {
            let done = try await read(id, in: next)
            #expect(next.outcomes(of: done).count == 1)
        }
    }

    @Test func aWorkerThatIsLostCostsNoDocument() async throws {
        let submissions = try submissions()
        try await serve(submissions) {
            // What looks at the capture is lost as well: then there is no verdict, and nothing was taken.
            await #expect(throws: (any Error).self) { try await send("crash", to: submissions) }
            let marker = worker.folder.appending("marker").string
            let file = try await send("once \(marker) read", to: submissions)
            let (submission, _) = try submissions.submit([file.id], of: ada, isHeld: false)
            let done = try await read(submission.id, in: submissions)
            #expect(submissions.outcomes(of: done).count == 1)
        }
    }

    @Test func whoSentADocumentHasItUntilItIsSentOn() async throws {
        let submissions = try submissions()
        try await serve(submissions) {
            let file = try await send("held", to: submissions)
            let (submission, _) = try submissions.submit([file.id], of: ada, isHeld: true)
            let done = try await read(submission.id, in: submissions)
            #expect(try await submissions.reviews.claims().map(\.reviewer) == [ada])
            try await submissions.letGo(done)
            #expect(try await submissions.reviews.claims().isEmpty)
            #expect(try submissions.submission(done.id, of: ada)?.isHeld == false)
        }
    }

    @Test func filesLongInNoDocumentGoAndAPurgeTakesThoseOfDocuments() async throws {
        let file = try await {
            let submissions = try submissions { $0.waiting = -1 }
            let maker = Task { await submissions.maker.run() }
            defer { maker.cancel() }
            let file = try await send("old", to: submissions)
            let sent = try await send("sent", to: submissions)
            _ = try submissions.submit([sent.id], of: ada, isHeld: false)
            return file
        }()
        let next = try submissions { $0.waiting = -1 }
        try await serve(next) {
            let all = try next.submissions(of: ada, before: nil, limit: 9)
            _ = try await read(#require(all.first).id, in: next)
        }
        #expect(!files.contains(".incoming/\(file.id)") && !files.isEmpty)
        let purge = Purge(folder: folder, ledger: try Ledger(in: folder.root))
        #expect(try purge.run(settledBefore: .distantFuture, isTrial: false).count == 1)
        #expect(files.isEmpty)
    }
}

/// Bytes as they come in.
private struct Chunks: AsyncSequence {
    private let chunks: [String]
    private let isEndless: Bool
    private let breaksOff: Bool

    init(_ chunks: [String], breaksOff: Bool = false) {
        (self.chunks, isEndless, self.breaksOff) = (chunks, false, breaksOff)
    }

    init(endless chunk: String) { (chunks, isEndless, breaksOff) = ([chunk], true, false) }

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<String>
        let all: Chunks

        mutating func next() async throws -> [UInt8]? {
            if all.isEndless { return all.chunks.first.map { Array($0.utf8) } }
            guard let chunk = rest.popFirst() else {
                if all.breaksOff { throw CancellationError() }
                return nil
            }
            return Array(chunk.utf8)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...], all: self) }
}
