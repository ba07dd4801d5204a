import Foundation
import Model
import Output
import Pipeline
import Synchronization
import SystemPackage
import Testing

@testable import Operations

@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct BatchTests {
    private struct Run {
        var summary: BatchSummary
        var lines: [Outcome]
        var folder: ResultFolder
        var reports: [DocumentReport]
    }

    private func run(
        _ worker: FakeWorker, _ input: TemporaryFolder, jobs: Int = 2, keep: [Keepsake: FilePath] = [:],
        scope: BatchMemory.Scope = .all, grouping: DocumentGrouping = DocumentGrouping(.file),
        only: [String]? = nil
    ) async throws -> Run {
        var settings = SupervisorSettings()
        settings.jobs = jobs
        settings.keep = Set(keep.keys)
        let folder = try ResultFolder(creating: worker.folder.appending("out-\(jobs)"))
        let supervisor = Supervisor(command: worker.command, settings: settings, temporary: worker.folder)
        let reports = Mutex<[DocumentReport]>([])
        let memory = BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: only == nil ? scope : .all)
        let work = try only.map { try Batch.Work.only($0, of: memory.ledger) } ?? Batch.Work.all(in: input.path)
        let batch = try Batch(
            work, grouping: grouping, folder: folder, keep: keep, memory: memory, supervisor: supervisor)
        let summary = try await batch.run { report in reports.withLock { $0.append(report) } }
        let text = try String(contentsOfFile: folder.lines.string, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) }
        return Run(summary: summary, lines: lines, folder: folder, reports: reports.withLock { $0 })
    }

    @Test func writesAFileForEachDocumentAndAllInInputOrder() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["c.tif", "a/b c.tif", "a.tif"] { try input.write(FilePath(name), "read \(name)") }
        try input.write("b.tif", "crash")
        let run = try await run(worker, input)
        #expect(run.lines.map(\.source.path) == ["a.tif", "a/b c.tif", "b.tif", "c.tif"])
        #expect(run.summary.actions == [.review: 3])
        #expect(run.summary.failed == 1)
        #expect(run.reports.count == 4)
        for line in run.lines {
            let file = run.folder.file(of: line.source.path)
            #expect(file.string.hasSuffix("/results/\(line.source.path).json"))
            let data = try #require(FileManager.default.contents(atPath: file.string))
            #expect(try ResultEncoder.decode(data) == line)
            #expect(try Stat(file).permissions == .ownerReadWrite)
        }
    }

    @Test func givesEqualResultsWhateverTheNumberOfWorkers() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for number in 0..<9 { try input.write(FilePath("\(number).tif"), number == 4 ? "leave" : "read \(number % 7)") }
        let one = try await run(worker, input, jobs: 1)
        let three = try await run(worker, input, jobs: 3)
        #expect(one.lines == three.lines)
        #expect(
            try Data(contentsOf: URL(filePath: one.folder.lines.string))
                == Data(contentsOf: URL(filePath: three.folder.lines.string)))
    }

    @Test func processesEqualBytesOnceAndGivesEachPathAResult() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["a.tif", "b/a.tif", "c.jpg"] { try input.write(FilePath(name), "read same") }
        try input.write("d.tif", "read else")
        let run = try await run(worker, input)
        #expect(run.lines.map(\.source.path) == ["a.tif", "b/a.tif", "c.jpg", "d.tif"])
        #expect(Set(run.lines.map(\.id)).count == 2)
        #expect(run.summary.duplicates == 2)
        #expect(worker.log().filter { $0 != "start" }.sorted() == ["a.tif", "d.tif"])
    }

    @Test func copiesOfADocumentAtHandHoldUpNothing() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["a.tif", "b.tif", "c.tif"] { try input.write(FilePath(name), "after d.tif") }
        try input.write("d.tif", "read")
        let run = try await run(worker, input)
        #expect(run.lines.map(\.status) == [.processed, .processed, .processed, .processed])
        #expect(run.summary.duplicates == 2)
        #expect(run.reports.map(\.path).suffix(2) == ["b.tif", "c.tif"])
    }

    @Test func filesOfOneDocumentAreReadTogetherAndHaveAResultEach() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["ada_back.tif", "ada_front.tif", "bea_front.tif"] {
            try input.write(FilePath(name), "read \(name)")
        }
        let grouping = DocumentGrouping(.sides, sides: ["front", "back"])
        let run = try await run(worker, input, grouping: grouping)
        #expect(run.lines.map(\.source.path) == ["ada_back.tif", "ada_front.tif", "bea_front.tif"])
        #expect(run.lines.map(\.source.partOf) == ["ada_front.tif", nil, nil])
        #expect(run.lines[1].source.files?.map(\.path) == ["ada_front.tif", "ada_back.tif"])
        #expect(run.lines[1].source.files?.map(\.id) == [run.lines[1].id, run.lines[0].id])
        #expect(Set(run.lines.map(\.id)).count == 3)
        // Both files are in the scratch folder.
        #expect(run.lines[1].decision?.reasons.first?.message.contains("document-2") == true)
        #expect(run.summary.parts == 1)
        #expect(worker.log().filter { $0 != "start" }.sorted() == ["ada_front.tif", "bea_front.tif"])

        let again = try await self.run(worker, input, scope: .new, grouping: grouping)
        #expect(again.lines == run.lines)
        #expect(worker.log().filter { $0 != "start" }.count == 2)
        // Another file makes it another document.
        try input.write("ada_back.tif", "read another")
        _ = try await self.run(worker, input, scope: .new, grouping: grouping)
        #expect(worker.log().filter { $0 != "start" }.sorted() == ["ada_front.tif", "ada_front.tif", "bea_front.tif"])
    }

    @Test func aFileThatIsMissingFailsItsDocumentUnderEachName() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        try input.write("front.tif", "read 1")
        try input.write("back.tif", "")
        let run = try await run(worker, input, grouping: DocumentGrouping(.folder))
        #expect(run.lines.map(\.status) == [.failed, .failed])
        #expect(run.lines.map(\.error?.code) == [.fileEmpty, .fileEmpty])
        #expect(run.summary.failed == 2)
    }

    @Test func namesEachOfEqualFailuresByItsOwnPath() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        // The first name is also a word of what is said.
        for name in ["it", "tif.tif"] { try input.write(FilePath(name), "leave") }
        let run = try await run(worker, input)
        #expect(run.lines.map(\.source.path) == ["it", "tif.tif"])
        for line in run.lines { #expect(line.error?.message.hasPrefix(line.source.path + ": ") == true) }
        #expect(Set(run.lines.map { $0.error?.message.dropFirst($0.source.path.count) }).count == 1)
    }

    @Test func keepsStagesWhereAskedTo() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        try input.write("a/b.tif", "keep")
        let stages = worker.folder.appending("stages")
        _ = try await run(worker, input, keep: [.stages: stages])
        let kept = stages.appending("a/b.tif/classify.json").string
        #expect(FileManager.default.contents(atPath: kept) == Data("{}".utf8))
    }

    @Test func eachOfTheSameBytesHasACopyOfWhatIsOneFile() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["a.tif", "b/c.tif", "d.tif"] { try input.write(FilePath(name), "keep") }
        let hocr = worker.folder.appending("hocr")
        let run = try await run(worker, input, jobs: 3, keep: [.hocr: hocr])
        #expect(run.summary.duplicates == 2 && worker.log().filter { $0 != "start" } == ["a.tif"])
        let ledger = try Ledger(in: run.folder.root)
        for name in ["a.tif", "b/c.tif", "d.tif"] {
            let file = hocr.pushing(FilePath("\(name).hocr"))
            #expect(FileManager.default.contents(atPath: file.string) == Data("of a.tif".utf8))
            #expect(try ledger.kept(of: name) == [file])
        }
    }

    @Test func onlyDocumentsOfTheGroupThatIsChosenAreDoneAgain() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["ada_back.tif", "ada_front.tif", "bea_back.tif", "bea_front.tif"] {
            try input.write(FilePath(name), "read \(name)")
        }
        let grouping = DocumentGrouping(.sides, sides: ["front", "back"])
        let before = try await run(worker, input, grouping: grouping)
        let again = try await run(worker, input, grouping: grouping, only: ["ada_back.tif"])
        #expect(again.lines == before.lines && again.summary.documents == 2)
        #expect(worker.log().filter { $0 != "start" }.sorted() == ["ada_front.tif", "ada_front.tif", "bea_front.tif"])
    }

    @Test func reportsAResultThatCannotBeWritten() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        // The first one's result takes the name that the second one's folder needs.
        try input.write("a.tif", "read 1")
        try input.write("a.tif.json/b.tif", "read 2")
        let run = try await run(worker, input, jobs: 1)
        #expect(run.lines.map(\.status) == [.processed, .failed])
        #expect(run.lines.last?.error?.code == .outputFailed)
        #expect(run.lines.last?.error?.message.contains("results/a.tif.json: is another document's result") == true)
        #expect(run.summary.unwritten == 1)
        // And where the folder is there first.
        try input.write("b.tif.json/a.tif", "read 3")
        _ = try await self.run(worker, input, jobs: 1, scope: .new)
        try input.write("b.tif", "read 4")
        let again = try await self.run(worker, input, jobs: 1, scope: .new)
        let failed = try #require(again.lines.first { $0.source.path == "b.tif" })
        #expect(failed.error?.code == .outputFailed)
        #expect(failed.error?.message.contains("results/b.tif.json: is the folder of other documents' results") == true)
        #expect(again.lines.count == 4)
        // Renamed, both have theirs.
        FileSystem.remove(input.path.appending("b.tif"))
        try input.write("c.tif", "read 4")
        #expect(
            try await self.run(worker, input, jobs: 1, scope: .new).lines.filter { $0.status == .failed }.count == 1)
    }

    @Test func namesThatDifferInNormalFormAloneHaveAResultEach() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        let names = ["Mu\u{308}ller.tif", "M\u{FC}ller.tif"]
        for (number, name) in names.enumerated() { try input.write(FilePath(name), "read \(number)") }
        let run = try await run(worker, input, scope: .new)
        #expect(run.lines.map { Array($0.source.path.utf8) } == names.map { Array($0.utf8) })
        for (number, name) in names.enumerated() {
            #expect(run.folder.outcome(of: name)?.pages?.first?.text == "read \(number)")
        }
        var standing = StandingLines()
        for line in run.lines { standing.add(try ResultEncoder().line(line)) }
        #expect(standing.stands(0) && standing.stands(1))
        // One of them alone is done again.
        let started = worker.log().count
        _ = try await self.run(worker, input, only: [names[1]])
        #expect(worker.log()[started...].filter { $0 != "start" }.map { Array($0.utf8) } == [Array(names[1].utf8)])
    }

    @Test func aDocumentWithPagesToComeIsLeftToTheNextRunWhereItIsStopped() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        try input.write("a.tif", "read 1")
        let marker = worker.folder.appending("marker").string
        try input.write("book.tif", "once \(marker) book 100 0.05")
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        let memory = BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: .new)
        let batch = try Batch(
            .all(in: input.path), folder: folder,
            memory: memory,
            supervisor: Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let pages = Mutex<[PageProgress]>([])
        let (turned, turn) = AsyncStream.makeStream(of: Int.self)
        let stopping = Task { for await number in turned where number == 3 { await batch.stop() } }
        defer { stopping.cancel() }
        let summary = try await batch.run { page in
            pages.withLock { $0.append(page) }
            turn.yield(page.read)
        } report: { _ in
        }
        #expect(summary.documents == 1)
        let read = pages.withLock { $0 }
        #expect(read.map(\.read) == Array(1..<(read.count + 1)))
        #expect(read.allSatisfy { $0.path == "book.tif" && $0.count == 100 })
        #expect((3..<100).contains(read.count))
        let entries = try memory.ledger.entries()
        #expect(entries.map(\.state) == [.processed, .pending])
        // The next run has it whole; the other one stands.
        let next = try Batch(
            .all(in: input.path), folder: folder,
            memory: memory,
            supervisor: Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let last = try await next.run { _ in }
        #expect(last.documents == 2 && last.recalled == 1)
    }

    @Test func stopsWhereItsOutputFolderIsGone() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for number in 0..<9 { try input.write(FilePath("\(number).tif"), "read \(number)") }
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        let batch = try Batch(
            .all(in: input.path), folder: folder,
            memory: BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: .new),
            supervisor: Supervisor(
                command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let error = await #expect(throws: OutputGone.self) {
            _ = try await batch.run { report in if report.path == "3.tif" { FileSystem.remove(folder.root) } }
        }
        #expect(error?.description.contains("/out: the output folder is gone") == true)
        // Nothing is made in its place, and no more is read than what was at hand.
        #expect(!FileManager.default.fileExists(atPath: folder.root.string))
        #expect(worker.log().filter { $0.hasSuffix(".tif") }.count == 5)
    }

    @Test(arguments: [FailureCode.fileMissing, .fileUnreadable])
    func keepsTheResultOfADocumentThatVanishes(code: FailureCode) async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let input = try TemporaryFolder()
        defer { input.remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        let before = try await run(worker, input, scope: .new)
        let memory = BatchMemory(ledger: try Ledger(in: before.folder.root), folder: before.folder, scope: .new)
        let batch = try Batch(
            .all(in: input.path), folder: before.folder, memory: memory,
            supervisor: Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let problems = Mutex<[String]>([])
        let summary = try await batch.run { report in
            if let problem = report.outputProblem { problems.withLock { $0.append(problem) } }
            // As where a disk goes between the search and the reading.
            guard report.path == "a.tif" else { return }
            FileSystem.remove(input.path.appending("b.tif"))
            if code == .fileUnreadable { #expect(symlink("a.tif", input.path.appending("b.tif").string) == 0) }
        }
        #expect(summary.failed == 0 && summary.unwritten == 1)
        #expect(problems.withLock { $0.count } == 1)
        let lines = try String(contentsOfFile: before.folder.lines.string, encoding: .utf8).split(separator: "\n")
        #expect(try lines.map { try ResultEncoder.decode(Data($0.utf8)) } == before.lines)
        #expect(try memory.ledger.accounts().processed == 2)
    }

    @Test func refusesAnOutputFolderWhoseNameIsNoText() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect {
            try ResultFolder(creating: folder.path.pushing(PathName.path(of: [0x6F, 0xFC])))
        } throws: {
            "\($0)".contains("is no UTF-8")
        }
        #expect(try FileSystem.names(in: folder.path).isEmpty)
    }

    @Test func cutsNamesThatAreTooLongForAResultFile() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let results = try ResultFolder(creating: folder.path.appending("out"))
        let long = String(repeating: "ä", count: 126) + ".t"
        let name = try #require(results.file(of: "x/" + long).lastComponent).string
        #expect(name.utf8.count <= 255)
        #expect(name.hasSuffix(".json"))
        #expect(results.file(of: "x/" + long) != results.file(of: "x/" + long + "i"))
    }

    @Test func writesNothingBeforeAllIsDone() async throws {
        let worker = try FakeWorker()
        defer { worker.remove() }
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        try "old".write(toFile: folder.lines.string, atomically: true, encoding: .utf8)
        let spool = try Spool(in: folder.root)
        try spool.append(Data("second\n".utf8), sequence: 1)
        try spool.append(Data("first\n".utf8), sequence: 0)
        #expect(try String(contentsOfFile: folder.lines.string, encoding: .utf8) == "old")
        try spool.commit(to: folder.lines)
        #expect(try String(contentsOfFile: folder.lines.string, encoding: .utf8) == "first\nsecond\n")
        #expect(try FileSystem.names(in: folder.root).map(\.string).sorted() == ["results", "results.jsonl"])
    }
}
