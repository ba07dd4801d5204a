import Foundation
import GRDB
import Model
import Output
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// Files that were split into several documents: a result each, and one set of them whatever happens.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct SplitFileTests {
    private let worker: FakeWorker
    private let input: TemporaryFolder
    private let folder: ResultFolder

    init() throws {
        worker = try FakeWorker()
        input = try TemporaryFolder()
        folder = try ResultFolder(creating: worker.folder.appending("out"))
    }

    private func remove() {
        worker.remove()
        input.remove()
    }

    private func run(
        _ scope: BatchMemory.Scope = .new, only: [String]? = nil
    ) async throws -> (summary: BatchSummary, lines: [Outcome], reports: [DocumentReport]) {
        let reports = Mutex<[DocumentReport]>([])
        let ledger = try Ledger(in: folder.root)
        let batch = try Batch(
            only.map { try Batch.Work.only($0, of: ledger) } ?? .all(in: input.path), folder: folder,
            memory: BatchMemory(ledger: ledger, folder: folder, scope: only == nil ? scope : .all),
            supervisor: Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let summary = try await batch.run { report in reports.withLock { $0.append(report) } }
        let text = try String(contentsOfFile: folder.lines.string, encoding: .utf8)
        return (
            summary, try text.split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) },
            reports.withLock { $0 }
        )
    }

    /// Names of all result files.
    private func files() throws -> [String] { try FileSystem.names(in: folder.results).map(\.string).sorted() }

    private func asked() -> Int { worker.log().count { $0 != "start" } }

    @Test func eachDocumentHasAResult() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 -")
        let first = try await run()
        #expect(first.lines.map(\.source.path) == ["a.pdf", "a.pdf"])
        #expect(first.lines.map(\.source.pages) == [[1, 1], [2, 2]])
        #expect(Set(first.lines.map(\.id)).count == 1 && first.lines[0].id != nil)
        #expect(first.summary.actions == [.accept: 1, .review: 1])
        #expect(first.summary.splitFiles == 1 && first.summary.documentsOfSplitFiles == 2)
        #expect(first.reports.map(\.file.lastComponent?.string) == ["a.pdf.1.json", "a.pdf.2.json"])
        #expect(first.reports.map(\.isFirstOfFile) == [true, false])
        #expect(try files() == ["a.pdf.1.json", "a.pdf.2.json"])
        // It keeps its results.
        let requests = asked()
        let second = try await run()
        #expect(second.lines == first.lines && second.summary.recalled == 1 && asked() == requests)
        // Nor are they touched where others are done again.
        try input.write("b.tif", "read")
        _ = try await run()
        #expect(try await run(only: ["b.tif"]).lines.dropLast() == first.lines[...])
        #expect(asked() == requests + 2)
    }

    @Test func accountsCountFiles() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 - B2")
        try input.write("b.tif", "card UTO C3 ERIKSSON")
        try input.write("c.tif", "crash")
        _ = try await run()
        let entries = try Ledger(in: folder.root).entries()
        let accounts = try Ledger(in: folder.root).accounts()
        #expect(accounts.seen == 3 && accounts.processed == 2 && accounts.failed == 1 && accounts.pending == 0)
        #expect(accounts.split.files == 1 && accounts.split.documents == 3)
        // The file stands with all its kinds and the gravest decision.
        #expect(accounts.actions == ["review": 1, "accept": 1])
        #expect(entries[0].kinds == ["id", "unknown"])
    }

    @Test func documentsOfSplitFilesMayBeDuplicates() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 B2 A1")
        try input.write("b.pdf", "split C3 B2")
        try input.write("c.tif", "card UTO C3 ERIKSSON")
        for scope in [BatchMemory.Scope.new, .new, .all] {
            let run = try await run(scope)
            let told = run.lines.map { $0.decision?.reasons.isEmpty == false }
            #expect(run.summary.possibleDuplicates == 3 && run.summary.actions == [.accept: 3, .review: 3])
            #expect(told == [false, false, true, false, true, true])
            #expect(run.lines[2].decision?.reasons.first?.message.contains("a.pdf, page 1:") == true)
            #expect(run.lines[4].decision?.reasons.first?.message.contains("a.pdf, page 2:") == true)
            #expect(run.lines[5].decision?.reasons.first?.message.contains("b.pdf, page 1:") == true)
        }
    }

    @Test func theSameBytesShareAllResults() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 -")
        try input.write("b.pdf", "split A1 -")
        let run = try await run()
        #expect(run.lines.map(\.source.path) == ["a.pdf", "a.pdf", "b.pdf", "b.pdf"])
        #expect(run.summary.duplicates == 1 && run.summary.possibleDuplicates == 2 && asked() == 1)
    }

    @Test func allLinesOfAFileThatIsDoneAgainTakeThePlaceOfThoseItHad() async throws {
        defer { remove() }
        for name in ["a.pdf", "b.pdf", "c.pdf"] { try input.write(FilePath(name), "split \(name)1 \(name)2") }
        let first = try await run().lines
        for content in ["split D4 E5 F6", "split G7 H8", "leave"] {
            try input.write("b.pdf", content)
            let lines = try await run(only: ["b.pdf"]).lines
            #expect(
                Array(lines.prefix(2)) == Array(first.prefix(2)) && Array(lines.suffix(2)) == Array(first.suffix(2)))
            #expect(lines.dropFirst(2).dropLast(2) == (folder.outcome(of: "b.pdf")?.documents ?? [])[...])
            #expect(lines.count == 3 + max(2, content.split(separator: " ").count))
        }
    }

    @Test func resultsUnderOtherNumbersGo() async throws {
        defer { remove() }
        for content in ["split A1 B2 C3", "split A1 B2", "read", "split A1 B2 C3 D4"] {
            try input.write("a.pdf", content)
            let lines = try await run().lines
            #expect(lines == folder.outcome(of: "a.pdf")?.documents)
            let count = content == "read" ? 0 : content.split(separator: " ").count - 1
            #expect(
                try files() == (count == 0 ? ["a.pdf.json"] : (1...count).map { "a.pdf.\($0).json" }))
        }
    }

    @Test(arguments: 0...6) func aRunThatWasKilledLeavesOneRightSetInTheEnd(writes: Int) async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 B2 C3")
        _ = try await run()
        let old = try #require(folder.outcome(of: "a.pdf"))
        // Killed while it wrote what it had split otherwise: some files are new, some old, and the ledger waits.
        try input.write("a.pdf", "split D4 E5")
        let ledger = try Ledger(in: folder.root)
        try ledger.begin(Job(sequence: 0, path: "a.pdf", location: input.path.appending("a.pdf")), id: "sha256:1")
        switch writes {
        case 0: break
        case 1: try change(old.documents[0], to: [1, 2], number: 1)
        case 2: FileSystem.remove(folder.file(of: "a.pdf", number: 3))
        case 3: FileSystem.remove(folder.file(of: "a.pdf", number: 1))
        case 4: try change(old.documents[0], to: nil, number: nil)
        case 5: try Data("{".utf8).write(to: URL(filePath: folder.file(of: "a.pdf", number: 2).string))
        default: try change(old.documents[2], to: [4, 4], number: 4)
        }
        let lines = try await run().lines
        #expect(lines.map(\.source.pages) == [[1, 1], [2, 2]])
        #expect(folder.outcome(of: "a.pdf")?.documents == lines)
        let accounts = try ledger.accounts()
        #expect(accounts.processed == 1 && accounts.pending == 0)
        #expect(try files() == ["a.pdf.1.json", "a.pdf.2.json"])
    }

    private func change(_ outcome: Outcome, to pages: [Int]?, number: Int?) throws {
        var outcome = outcome
        outcome.source.pages = pages
        outcome.id = "sha256:2"
        try ResultFolder.write(outcome, to: folder.file(of: "a.pdf", number: number))
    }

    @Test func resultsThatAreNotOfOneRunDoNotStand() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 B2")
        _ = try await run()
        var second = try #require(folder.outcome(of: "a.pdf")?.documents[1])
        second.engine.configuration = "another"
        try ResultFolder.write(second, to: folder.file(of: "a.pdf", number: 2))
        #expect(folder.outcome(of: "a.pdf") == nil)
        FileSystem.remove(folder.file(of: "a.pdf", number: 2))
        #expect(folder.outcome(of: "a.pdf") == nil)
        #expect(try await run().lines.count == 2)
    }

    @Test func noOtherDocumentsNameIsTaken() async throws {
        defer { remove() }
        try input.write("a", "split A1 -")
        try input.write("a.1", "read")
        let run = try await run()
        #expect(run.summary.unwritten == 1)
        #expect(run.lines.map(\.status) == [.processed, .processed, .failed])
        #expect(folder.outcome(of: "a")?.documents.count == 2)
    }

    @Test func purgeRemovesAllResults() async throws {
        defer { remove() }
        try input.write("a.pdf", "split A1 B2")
        _ = try await run()
        let ledger = try Ledger(in: folder.root)
        let removals = try Purge(folder: folder, ledger: ledger).run(settledBefore: .now + 1, isTrial: false)
        #expect(removals == [Purge.Removal(path: "a.pdf", hasResult: true, keptFiles: 0)])
        #expect(try files().isEmpty)
        #expect(try String(contentsOfFile: folder.lines.string, encoding: .utf8).isEmpty)
        // Nor is it known as anything's duplicate.
        try input.write("b.tif", "card UTO A1 ERIKSSON")
        FileSystem.remove(input.path.appending("a.pdf"))
        #expect(try await run().summary.possibleDuplicates == 0)
    }

    @Test func aLedgerFromBeforeFilesWereSplitKeepsWhatItKnew() throws {
        defer { remove() }
        let engine = EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
        let outcome = Outcome(
            id: "sha256:0", source: SourceInfo(path: "b.tif"), kind: .unknown,
            classification: Classification(confidence: 1, scores: [:], evidence: []), fields: [:],
            decision: Decision(action: .accept, reasons: []), pages: [], warnings: [], timing: [:], engine: engine)
        let known = Fingerprints(of: outcome, key: [1])
        let database = try DatabasePool(path: folder.root.appending(Ledger.name).string)
        try Ledger.migrations.migrate(database, upTo: "fingerprints")
        try database.write { database in
            for (number, path) in [(3, "a.tif"), (5, "b.tif")] {
                try database.execute(
                    sql: "INSERT INTO document (path, location, state, changed) VALUES (?1, ?1, 'processed', ?2)",
                    arguments: [path, Date.now])
                try database.execute(
                    sql: "INSERT INTO numbered (number, path, id) VALUES (?, ?, 'sha256:0')",
                    arguments: [number, path])
                try database.execute(
                    sql: "INSERT INTO fingerprint (path, digest) VALUES (?, ?)", arguments: [path, known.digests[0]])
            }
            try database.execute(
                sql: "INSERT INTO delivery (path, state, created, due) VALUES ('a.tif', 'waiting', ?1, ?1)",
                arguments: [Date.now])
        }
        try database.close()
        let ledger = try Ledger(in: folder.root)
        #expect(try ledger.entries().map(\.documents) == [1, 1])
        #expect(try ledger.deliveries.due(at: .now + 1, limit: 9).map(\.number) == [nil])
        let first = DuplicateIndex.Other(path: "a.tif", pages: "", id: "sha256:0")
        let files = ["b.tif", "a.tif", "c.tif"].map { Ledger.Numbered(path: $0, documents: [known]) }
        try ledger.number(files)
        #expect(try ledger.others(of: files) == [[first], [nil], [first]])
    }
}
