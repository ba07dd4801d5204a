import Foundation
import Glibc
import Model
import Pipeline
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// Real processes, crashed and hung on purpose.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct SupervisorTests {
    /// Outcomes by path.
    private func run(
        _ worker: FakeWorker, _ contents: [(name: String, content: String)],
        change: (inout SupervisorSettings) -> Void = { _ in }
    ) async throws -> [String: Outcome] {
        defer { worker.remove() }
        return try await runKeepingLog(worker, contents, change: change)
    }

    private func runKeepingLog(
        _ worker: FakeWorker, _ contents: [(name: String, content: String)],
        change: (inout SupervisorSettings) -> Void = { _ in }
    ) async throws -> [String: Outcome] {
        // More generous than the defaults unless a test waits for the limit: machines that run tests are busy.
        var settings = SupervisorSettings()
        (settings.timePerDocument, settings.timeToStart) = (.seconds(600), .seconds(600))
        change(&settings)
        let jobs = try contents.enumerated().map { number, entry in
            var job = try worker.document(entry.name, entry.content)
            job.sequence = number
            return job
        }
        let outcomes = Mutex<[String: Outcome]>([:])
        let scratch = worker.folder.appending("tmp")
        try FileSystem.makeFolder(scratch)
        let supervisor = Supervisor(command: worker.command, settings: settings, temporary: scratch)
        try await supervisor.run(JobList(jobs)) { delivery in
            outcomes.withLock { $0[delivery.job.path] = delivery.outcome }
        }
        #expect(try FileSystem.names(in: scratch).isEmpty, "scratch is left behind")
        return outcomes.withLock { $0 }
    }

    @Test func answersForEveryDocument() async throws {
        let outcomes = try await run(FakeWorker(), (0..<7).map { ("\($0).tif", "read \($0)") }) { $0.jobs = 3 }
        #expect(outcomes.count == 7)
        for (path, outcome) in outcomes {
            #expect(outcome.status == .processed)
            #expect(outcome.source.path == path)
            #expect(outcome.pages?.first?.text == "read \(path.prefix(1))")
            #expect(outcome.warnings == [])
        }
    }

    // MARK: - Documents of many pages

    /// The words of the outcome, and which pages were read together.
    private func divide(
        _ content: String, jobs: Int = 2, more: [(name: String, content: String)] = []
    ) async throws -> (outcomes: [String: Outcome], text: String?, read: [String]) {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let outcomes = try await runKeepingLog(worker, [("long.pdf", content)] + more) { settings in
            (settings.jobs, settings.pagesPerPart) = (jobs, 4)
        }
        let read = worker.log().filter { $0.hasPrefix("pages ") }.map { String($0.dropFirst(6)) }
        return (outcomes, outcomes["long.pdf"]?.pages?.first?.text, read)
    }

    @Test(arguments: [1, 2, 3]) func dividesADocumentOfManyPages(jobs: Int) async throws {
        let (outcomes, text, read) = try await divide(
            "long 10", jobs: jobs, more: [("a.tif", "read a"), ("b.tif", "long 4")])
        #expect(Set(read) == ["1-4", "5-8", "9-10"] && read.count == 3)
        #expect(text == "1 5 9 lost")
        #expect(outcomes.count == 3 && outcomes.values.allSatisfy { $0.status == .processed && $0.warnings == [] })
        #expect(outcomes["b.tif"]?.pages?.first?.text == "long 4")
        // As `printf 'long 10' | sha256sum` gives it.
        #expect(
            outcomes["long.pdf"]?.id == "sha256:82a1668660f708752d711fdcfe88a10ad66b6414329d4345b6fd4389abb8e932")
    }

    @Test func readsPagesAloneThatHaveCostTwoWorkersTogether() async throws {
        let (outcomes, text, read) = try await divide("long 10 6")
        #expect(read.filter { $0 == "5-8" }.count == 2)
        #expect(text == "1 5 6 7 8 9 lost")
        #expect(outcomes["long.pdf"]?.warnings?.map(\.code) == [.retriedAfterCrash])
    }

    @Test func aPageThatCostsEachWorkerIsTheOnlyOneLost() async throws {
        let (outcomes, text, read) = try await divide("long 10 6 always")
        #expect(read.filter { $0 == "6-6" }.count == 1)
        #expect(text == "1 5 6 7 8 9 lost 6")
        #expect(outcomes["long.pdf"]?.status == .processed)
    }

    @Test func whatWasReadOutlivesTheWorkerBehindIt() async throws {
        let (outcomes, text, read) = try await divide("long 10 rest")
        #expect(read.count == 3)
        #expect(text == "1 5 9 lost")
        #expect(outcomes["long.pdf"]?.warnings?.map(\.code) == [.retriedAfterCrash])
    }

    @Test func failsForNowWherePartsCannotBeWritten() async throws {
        let (outcomes, _, _) = try await divide("long 10 full")
        #expect(outcomes["long.pdf"]?.error?.code == .outputFailed)
    }

    @Test func outlivesAWorkerThatSpeaksOfMorePagesThanThereAre() async throws {
        let outcomes = try await run(FakeWorker(), [("a.tif", "read"), ("b.tif", "boast"), ("c.tif", "boast")])
        #expect(outcomes.count == 3)
    }

    @Test func failsADocumentThatCostsTwoWorkersAfterItWasRead() async throws {
        let (outcomes, _, read) = try await divide("long 10 rest always", more: [("a.tif", "read a")])
        #expect(read.count == 3)
        #expect(outcomes["long.pdf"]?.error?.code == .workerCrashed)
        #expect(outcomes["a.tif"]?.status == .processed)
    }

    @Test func givesTheWorkerNothingButACopy() async throws {
        let outcomes = try await run(FakeWorker(), [("a.tif", "keep"), ("b.tif", "read")])
        #expect(outcomes["b.tif"]?.decision?.reasons.first?.message == "['document']1False")
    }

    @Test func namesEachDocumentByItsOwnBytes() async throws {
        let outcomes = try await run(FakeWorker(), [("a.tif", "read")])
        // As `printf read | sha256sum` gives it.
        #expect(outcomes["a.tif"]?.id == "sha256:3316348dbadfb7b11c7c2ea235949419e23f9fa898ad2c198f999617912a9925")
        #expect(outcomes["a.tif"]?.source.bytes == 4)
    }

    @Test(arguments: [
        ("crash", FailureCode.workerCrashed), ("leave", .workerCrashed), ("pollute", .workerCrashed),
        ("hang", .timeout), ("memory", .outOfMemory),
    ]) func failsTheDocumentAtHandAndNoOther(verb: String, code: FailureCode) async throws {
        let worker = try FakeWorker()
        let outcomes = try await run(worker, [("a.tif", "read"), ("b.tif", "\(verb)"), ("c.tif", "read")]) {
            if code == .timeout { Self.waitLittle(&$0) }
        }
        let failed = try #require(outcomes["b.tif"])
        #expect(failed.status == .failed)
        #expect(failed.error?.code == code)
        #expect(failed.error?.stage == .operations)
        #expect(failed.error?.message.hasPrefix("b.tif: ") == true)
        #expect(failed.id?.hasPrefix("sha256:") == true)
        #expect(failed.engine.asOf.iso == "2026-01-31")
        for path in ["a.tif", "c.tif"] {
            #expect(outcomes[path]?.status == .processed)
            #expect(outcomes[path]?.warnings == [])
        }
    }

    @Test func aPDFThatCannotBeMadeCostsNoResult() async throws {
        let outcomes = try await run(FakeWorker(), [("a.tif", "crash_on_pdf"), ("b.tif", "read")]) {
            $0.keep = [.pdf, .hocr]
        }
        #expect(outcomes["a.tif"]?.status == .processed)
        #expect(outcomes["a.tif"]?.warnings?.map(\.code) == [.retriedAfterCrash, .notKept])
        #expect(outcomes["b.tif"]?.warnings == [])
    }

    @Test(arguments: ["crash", "hang", "memory"]) func triesOnceMoreOnAFreshWorker(verb: String) async throws {
        let worker = try FakeWorker()
        let marker = worker.folder.appending("marker").string
        let outcomes = try await run(worker, [("a.tif", "once \(marker) \(verb)"), ("b.tif", "read")]) {
            if verb == "hang" { Self.waitLittle(&$0) }
        }
        #expect(outcomes["a.tif"]?.status == .processed)
        #expect(outcomes["a.tif"]?.warnings?.map(\.code) == [.retriedAfterCrash])
        #expect(outcomes["b.tif"]?.warnings == [])
    }

    @Test func givesAFreshWorkersMemoryToADocumentThatAnOldOneHasTooLittleFor() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let marker = worker.folder.appending("marker").string
        let outcomes = try await runKeepingLog(
            worker, [("a.tif", "read"), ("b.tif", "once \(marker) starve"), ("c.tif", "starve")])
        #expect(outcomes["b.tif"]?.status == .processed)
        #expect(outcomes["b.tif"]?.warnings == [])
        #expect(outcomes["c.tif"]?.error?.code == .outOfMemory)
        #expect(worker.log() == ["start", "a.tif", "b.tif", "start", "b.tif", "c.tif", "start", "c.tif"])
    }

    @Test func givesLongDocumentsMoreTime() async throws {
        let outcomes = try await run(
            FakeWorker(), [("long.tif", "pages 300 8"), ("short.tif", "pages 1 600")]
        ) {
            $0.jobs = 2
            Self.waitLittle(&$0)
        }
        #expect(outcomes["long.tif"]?.status == .processed)
        #expect(outcomes["short.tif"]?.error?.code == .timeout)
    }

    @Test func replacesAWorkerAfterItsPages() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let documents = (0..<5).map { (name: "\($0).tif", content: "read") }
        let outcomes = try await runKeepingLog(worker, documents) { $0.pagesPerWorker = 4 }
        #expect(outcomes.count == 5)
        // Two pages each: two documents a worker.
        #expect(worker.log().count { $0 == "start" } == 3)
    }

    @Test func refusesLargeMissingAndEmptyFilesWithoutAWorkersHelp() async throws {
        let worker = try FakeWorker()
        let gone = Job(sequence: 2, path: "gone.tif", location: worker.folder.appending("gone.tif"))
        let large = try worker.document("large.tif", String(repeating: "x", count: 2000))
        let empty = try worker.document("empty.tif", "")
        let folder = Job(sequence: 3, path: "folder", location: worker.folder)
        for (job, code) in [
            (gone, FailureCode.fileMissing), (large, .fileTooLarge), (empty, .fileEmpty), (folder, .fileUnreadable),
        ] {
            #expect {
                try Intake.place(job, at: worker.folder.appending("copy-\(code.rawValue)"), limit: 1000)
            } throws: {
                ($0 as? Failure)?.code == code
            }
        }
        // Whatever is wrong with the scratch folder is no document's fault.
        let document = try worker.document("a.tif", "read")
        #expect {
            try Intake.place(document, at: worker.folder.appending("gone/copy"), limit: 1000)
        } throws: {
            ($0 as? Failure)?.code == .outputFailed
        }
        worker.remove()
    }

    /// Root has all rights always.
    @Test(.enabled(if: geteuid() != 0, "this is root")) func removesWhatAWorkerHasLockedAway() throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let folder = worker.folder.appending("scratch/locked/away")
        try FileSystem.makeFolder(folder)
        _ = try worker.document("scratch/locked/away/copy", "read")
        for path in [folder, folder.removingLastComponent()] { chmod(path.string, 0) }
        FileSystem.remove(worker.folder.appending("scratch"))
        #expect(!FileManager.default.fileExists(atPath: worker.folder.appending("scratch").string))
    }

    @Test func saysThatItsScratchFolderIsGone() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let scratch = worker.folder.appending("scratch")
        try FileSystem.makeFolder(scratch)
        let list = JobList([try worker.document("a.tif", "read"), try worker.document("b.tif", "read")])
        let delivered = Mutex<[FailureCode?]>([])
        let error = await #expect(throws: SupervisorError.self) {
            try await Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: scratch).run(list)
            {
                delivery in
                delivered.withLock { $0.append(delivery.outcome.error?.code) }
                FileSystem.remove(scratch)
            }
        }
        #expect(error?.description.contains("the scratch folder was removed while it was in use") == true)
        #expect(delivered.withLock { $0 } == [nil])
    }

    @Test func saysThatNoWorkerCanBeStarted() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let command = WorkerCommand(executable: "/bin/false", arguments: [])
        let supervisor = Supervisor(command: command, settings: SupervisorSettings(), temporary: worker.folder)
        let job = try worker.document("a.tif", "read")
        await #expect(throws: SupervisorError.self) { try await supervisor.run(JobList([job])) { _ in } }
    }

    @Test func startsNoWorkerForNoDocuments() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let supervisor = Supervisor(
            command: WorkerCommand(executable: "/bin/false", arguments: []), settings: SupervisorSettings(),
            temporary: worker.folder)
        try await supervisor.run(JobList([])) { _ in }
    }

    @Test func killsWhatTheWorkerStartedToo() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let outcomes = try await runKeepingLog(worker, [("a.tif", "spawn")], change: Self.waitLittle)
        let children = worker.log().compactMap { $0.hasPrefix("child ") ? Int32($0.dropFirst(6)) : nil }
        #expect(outcomes["a.tif"]?.error?.code == .timeout)
        // Two tries, one child each.
        #expect(children.count == 2)
        #expect(children.allSatisfy(Self.isGone))
    }

    @Test func stopsAtOnceWhereTheTaskIsCancelled() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let job = try worker.document("a.tif", "hang")
        let supervisor = Supervisor(
            command: worker.command, settings: SupervisorSettings(), temporary: worker.folder)
        let delivered = Mutex(0)
        let task = Task {
            try await supervisor.run(JobList([job])) { _ in delivered.withLock { $0 += 1 } }
        }
        while !worker.log().contains("a.tif") { try await Task.sleep(for: .milliseconds(5)) }
        let clock = ContinuousClock.now
        task.cancel()
        _ = try? await task.value
        // Far less than the limits of the document, also where other tests hold the processors.
        #expect(ContinuousClock.now - clock < .seconds(100))
        #expect(delivered.withLock { $0 } == 0)
    }

    /// For documents that hang: 5 seconds, and 0.1 for each page.
    private static func waitLittle(_ settings: inout SupervisorSettings) {
        settings.timePerDocument = .seconds(5)
        settings.timePerPage = .milliseconds(100)
    }

    /// No such process, or one that is dead and only not waited for.
    private static func isGone(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }
}
