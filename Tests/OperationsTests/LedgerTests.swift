import Foundation
import GRDB
import Model
import Output
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// What an output folder remembers, with real processes that do and do not get to their end.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct LedgerTests {
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

    private func batch(
        _ scope: BatchMemory.Scope = .new, asOf: String = "2026-01-31", only: [String]? = nil
    ) throws -> Batch {
        var command = worker.command
        command.arguments += ["--as-of", asOf]
        var settings = SupervisorSettings()
        settings.jobs = 2
        let supervisor = Supervisor(command: command, settings: settings, temporary: worker.folder)
        let memory = BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: only == nil ? scope : .all)
        let work = try only.map { try Batch.Work.only($0, of: memory.ledger) } ?? Batch.Work.all(in: input.path)
        return try Batch(work, folder: folder, memory: memory, supervisor: supervisor)
    }

    @Test func leavesTheLedgerOfANewerOneAlone() throws {
        defer { remove() }
        let ledger = try Ledger(in: folder.root)
        try ledger.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of next year')") }
        let error = #expect(throws: LedgerError.self) { try Ledger(in: folder.root) }
        #expect(error?.description.contains("a newer recto has made it") == true)
    }

    private func run(
        _ scope: BatchMemory.Scope = .new, asOf: String = "2026-01-31", only: [String]? = nil
    ) async throws -> BatchSummary {
        try await batch(scope, asOf: asOf, only: only).run { _ in }
    }

    private func accounts() throws -> LedgerAccounts { try Ledger(in: folder.root).accounts() }

    private func lines() throws -> [String] {
        try String(contentsOfFile: folder.lines.string, encoding: .utf8).split(separator: "\n")
            .map { try ResultEncoder.decode(Data($0.utf8)).source.path }
    }

    /// Documents that workers were asked about, in the order of their names.
    private var asked: [String] { worker.log().filter { $0 != "start" }.sorted() }

    @Test func isMadeByAllWhoAreStartedTogether() throws {
        defer { remove() }
        let failures = Mutex<[String]>([])
        for turn in 1...10 {
            let root = worker.folder.appending("together-\(turn)")
            try FileSystem.makeFolder(root)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do { _ = try Ledger(in: root) } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        #expect(failures.withLock { $0 } == [])
    }

    @Test func doesNothingTwice() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        try input.write("c.tif", "leave")
        _ = try await run()
        let before = asked
        let file = folder.file(of: "a.tif")
        let written = try Stat(file)
        let summary = try await run()
        // What was lost with its worker is tried anew: twice.
        #expect(asked == (before + ["c.tif", "c.tif"]).sorted())
        #expect(summary.recalled == 2 && summary.failed == 1)
        #expect(try lines() == ["a.tif", "b.tif", "c.tif"])
        #expect(try Stat(file).size == written.size)
        let accounts = try accounts()
        #expect(accounts.seen == 3 && accounts.processed == 2 && accounts.failed == 1 && accounts.pending == 0)
        #expect(accounts.errors == ["worker_crashed": 1])
    }

    @Test func readsAnewWhatHasPagesThatMayBeReadTheNextTime() async throws {
        defer { remove() }
        try input.write("a.tif", "passing")
        _ = try await run()
        #expect(try await run().recalled == 0)
    }

    @Test func aWatchAddsLinesThatAStoppedRunHasNotWritten() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        try AtomicFile.write(Data(), to: folder.lines)
        _ = try ResultLines(appendingTo: folder, ledger: Ledger(in: folder.root))
        #expect(try lines() == ["a.tif", "b.tif"])
    }

    @Test func processesWhatHasChanged() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        try input.write("b.tif", "read anew")
        try input.write("c.tif", "read \("a.tif")")
        let summary = try await run()
        #expect(asked == ["a.tif", "b.tif", "b.tif"])
        // The third has the bytes of the first.
        #expect(summary.recalled == 1 && summary.duplicates == 1)
        let outcome = try #require(FileManager.default.contents(atPath: folder.file(of: "b.tif").string))
        #expect(try ResultEncoder.decode(outcome).pages?.first?.text == "read anew")
        #expect(try lines() == ["a.tif", "b.tif", "c.tif"])
    }

    @Test func processesAnewUnderAnotherDateOrWhereAskedTo() async throws {
        defer { remove() }
        try input.write("a.tif", "read")
        _ = try await run()
        #expect(try await run(asOf: "2026-02-01").recalled == 0)
        #expect(try await run(.all, asOf: "2026-02-01").recalled == 0)
        #expect(try await run(asOf: "2026-02-01").recalled == 1)
    }

    @Test func readsAnewWhatHasNoResultAnyMore() async throws {
        defer { remove() }
        try input.write("a.tif", "read")
        _ = try await run()
        FileSystem.remove(folder.file(of: "a.tif"))
        #expect(try await run().recalled == 0)
        #expect(FileManager.default.fileExists(atPath: folder.file(of: "a.tif").string))
    }

    @Test func goesOnAfterARunThatWasCutOff() async throws {
        defer { remove() }
        try input.write("a.tif", "read")
        let marker = worker.folder.appending("marker").string
        try input.write("b.tif", "once \(marker) hang")
        let batch = try batch()
        let reported = Mutex(0)
        let task = Task { try await batch.run { _ in reported.withLock { $0 += 1 } } }
        while reported.withLock({ $0 }) == 0 || !FileManager.default.fileExists(atPath: marker) {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        _ = try? await task.value
        let interrupted = try accounts()
        #expect(interrupted.seen == 2 && interrupted.processed == 1 && interrupted.pending == 1)
        #expect(try await run().recalled == 1)
        #expect(try lines() == ["a.tif", "b.tif"])
        #expect(try accounts().processed == 2)
    }

    @Test func doesOnlyWhatIsChosen() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif", "c.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        // Not even looked at.
        try input.write("a.tif", "read anew")
        let summary = try await run(only: ["b.tif"])
        #expect(asked == ["a.tif", "b.tif", "b.tif", "c.tif"])
        #expect(summary.documents == 1 && summary.recalled == 0)
        #expect(try lines() == ["a.tif", "b.tif", "c.tif"])
    }

    @Test func countsAndChoosesInAnIndexAsOverAllEntries() throws {
        defer { remove() }
        let ledger = try Ledger(in: folder.root)
        let actions = ["accept", "review", nil]
        let kinds = ["id", "deed", "deed,id", nil]
        try ledger.database.write { database in
            for number in 0..<60 {
                let state = DocumentState.allCases[number % 3]
                try database.execute(
                    sql: """
                        INSERT INTO document (path, location, state, action, error, kind, documents, changed)
                        VALUES (?, x'2F', ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        "\(number * 37 % 60).tif", state.rawValue, state == .processed ? actions[number % 2] : nil,
                        state == .failed ? ["timeout", "file_empty"][number % 2] : nil, kinds[number % 4],
                        number % 5 == 0 ? 3 : 1, Date.now,
                    ])
            }
        }
        let entries = try ledger.entries()
        #expect(entries.count == 60)
        let accounts = try ledger.accounts()
        func count(_ isCounted: (Ledger.Entry) -> Bool) -> Int { entries.count(where: isCounted) }
        #expect(accounts.seen == 60 && accounts.pending == count { $0.state == .pending })
        #expect(accounts.processed == count { $0.state == .processed })
        #expect(accounts.failed == count { $0.state == .failed })
        let split = entries.filter { $0.state == .processed && $0.documents > 1 }
        #expect(accounts.split.files == split.count && accounts.split.documents == 3 * split.count)
        for action in actions.compactMap(\.self) {
            #expect(accounts.actions[action] == count { $0.action == action })
        }
        for error in ["timeout", "file_empty"] { #expect(accounts.errors[error] == count { $0.error == error }) }
        #expect(try ledger.settledDocuments() == entries.reduce(0) { $0 + ($1.state == .pending ? 0 : $1.documents) })
        #expect(try ledger.entries([.failed]) == entries.filter { $0.state == .failed })
        let chosen = entries.filter { $0.state == .failed || $0.kinds.contains("id") }
        #expect(try ledger.entries([.failed], orOf: ["id"]) == chosen && chosen.count > 20)
        for query in [Ledger.accountsQuery, Ledger.settledDocumentsQuery, Ledger.choice(1, 0), Ledger.choice(1, 1)] {
            let blanks = StatementArguments(Array(repeating: "", count: query.count { $0 == "?" }))
            let plan = try ledger.database.read {
                try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + query, arguments: blanks).map {
                    $0["detail"] as String
                }
            }
            #expect(plan.first?.contains("USING COVERING INDEX document_on_state") == true, "\(plan)")
        }
    }

    // MARK: - What is done once more

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: folder.lines.string)) }

    private func lines(of paths: [String]) throws -> Data {
        try paths.reduce(into: Data()) { $0 += try ResultEncoder().lines(try #require(folder.outcome(of: $1))) }
    }

    @Test func otherLinesAreCopiedAndNoOtherResultIsRead() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif", "c.tif", "d.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        let all = ["a.tif", "b.tif", "c.tif", "d.tif"]
        let others = (try lines(of: ["a.tif"]), try lines(of: ["d.tif"]))
        for name in ["a.tif", "d.tif"] { FileSystem.remove(folder.file(of: name)) }
        try input.write("b.tif", "read anew")
        try input.write("c.tif", "leave")
        let summary = try await run(only: ["b.tif", "c.tif"])
        #expect(summary.documents == 2 && summary.failed == 1)
        #expect(try lines() == all)
        #expect(try bytes() == others.0 + lines(of: ["b.tif", "c.tif"]) + others.1)
    }

    @Test func documentsWithoutALineComeAtTheirPlace() async throws {
        defer { remove() }
        for name in ["a/1.tif", "b/2.tif", "b/3.tif", "c/4.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        let all = try bytes()
        // As a run over another folder leaves it.
        try FileSystem.rename(input.path.appending("a"), to: worker.folder.appending("a"))
        try FileSystem.rename(input.path.appending("c"), to: worker.folder.appending("c"))
        _ = try await run()
        #expect(try lines() == ["b/2.tif", "b/3.tif"])
        _ = try await run(only: ["b/3.tif"])
        #expect(try bytes() == all)
        // Nor where the file is gone, or another.
        FileSystem.remove(folder.lines)
        _ = try await run(only: ["b/2.tif"])
        #expect(try bytes() == all)
        try lines(of: ["c/4.tif"]).write(to: URL(filePath: folder.lines.string))
        _ = try await run(only: [])
        #expect(try bytes() == all)
    }

    @Test func linesFromBeforeARunThatWasKilledAreNotTaken() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        let old = try bytes()
        try input.write("a.tif", "read anew")
        _ = try await run()
        let new = try bytes()
        // Killed before it wrote its lines.
        try old.write(to: URL(filePath: folder.lines.string))
        _ = try await run(only: ["b.tif"])
        #expect(try bytes() == new && new != old)
    }

    @Test func nothingToDoLeavesTheLinesAlone() async throws {
        defer { remove() }
        for name in ["a.tif", "b.tif"] { try input.write(FilePath(name), "read \(name)") }
        _ = try await run()
        let stamp = FileStamp(of: folder.lines)
        for name in ["a.tif", "b.tif"] { FileSystem.remove(folder.file(of: name)) }
        #expect(try await run(only: []).documents == 0)
        #expect(FileStamp(of: folder.lines) == stamp && stamp != nil)
        // Whoever else settles a document, as a watch does, leaves nobody sure of them.
        let ledger = try Ledger(in: folder.root)
        #expect(try ledger.documents(ofLines: stamp) == 2)
        try input.write("c.tif", "read a.tif")
        _ = try await run()
        try ledger.settle(try #require(folder.outcome(of: "c.tif")))
        #expect(try ledger.documents(ofLines: FileStamp(of: folder.lines)) == nil)
    }

    @Test func isForItsOwnerAlone() async throws {
        defer { remove() }
        try input.write("a.tif", "read")
        _ = try await run()
        for name in try FileSystem.names(in: folder.root) where name.string.hasPrefix(Ledger.name) {
            #expect(try Stat(folder.root.appending(name)).permissions == .ownerReadWrite)
        }
    }

    @Test func saysWhereItIsSpoilt() throws {
        defer { remove() }
        try String(repeating: "no database ", count: 100)
            .write(toFile: folder.root.appending(Ledger.name).string, atomically: true, encoding: .utf8)
        let error = #expect(throws: LedgerError.self) { try Ledger(in: folder.root) }
        #expect(error?.description.contains("move it away") == true)
    }
}
