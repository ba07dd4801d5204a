import Foundation
import Glibc
import Model
import Output
import Pipeline
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// A watched folder with real processes, slow writers, and starts that were cut off.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct WatchTests {
    private let worker: FakeWorker
    private let inbox: FilePath
    private let folder: ResultFolder
    private let events = Events()

    private final class Events: Sendable {
        private let all = Mutex<[WatchEvent]>([])

        func add(_ event: WatchEvent) { all.withLock { $0.append(event) } }

        /// Path, and what became of it.
        var settled: [(path: String, error: String?, place: String?)] {
            all.withLock { events in
                events.compactMap { event in
                    guard case .settled(let path, _, _, let error, _, let place) = event else { return nil }
                    return (path, error, place)
                }
            }
        }

        func count(_ matches: (WatchEvent) -> Bool) -> Int { all.withLock { $0.count(where: matches) } }
    }

    init() throws {
        worker = try FakeWorker()
        inbox = worker.folder.appending("inbox")
        try FileSystem.makeFolder(inbox)
        folder = try ResultFolder(creating: worker.folder.appending("out"))
    }

    private func remove() { worker.remove() }

    private var rules: WatchRules {
        var rules = WatchRules()
        rules.quiet = .milliseconds(300)
        rules.scan = .milliseconds(200)
        rules.patience = .milliseconds(600)
        rules.pause = .milliseconds(200)
        rules.ignored = WatchSettings().ignore
        return rules
    }

    /// A watch that works until `until` is true, and is then stopped cleanly or, as far as a task can be, cut off.
    private func watch(
        _ rules: WatchRules? = nil, cutOff: Bool = false, until isDone: @escaping () throws -> Bool
    ) async throws {
        let rules = rules ?? self.rules
        let events = events
        let watcher = try Watcher(
            inbox: inbox, folder: folder, ledger: try Ledger(in: folder.root), rules: rules,
            scratch: worker.folder.appending("scratch"),
            looksSupported: { _, name in !name.hasSuffix(".txt") }, report: { events.add($0) })
        var settings = SupervisorSettings()
        settings.jobs = 2
        let generation = WatchGeneration(
            supervisor: Supervisor(command: worker.command, settings: settings, temporary: worker.folder), rules: rules)
        let task = Task { try await watcher.run { generation } }
        // Far more than any of this takes, on any machine, beside tests that hold all threads for minutes.
        let deadline = ContinuousClock.now + .seconds(900)
        while try !isDone(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(10)) }
        #expect(ContinuousClock.now < deadline, "what was waited for did not come")
        if cutOff { task.cancel() } else { await watcher.stop() }
        try? await task.value
    }

    private func put(_ name: String, _ content: String) throws {
        let file = inbox.appending(FilePath(name).components)
        try FileSystem.makeFolder(file.removingLastComponent())
        try content.write(toFile: file.string, atomically: false, encoding: .utf8)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: inbox.appending(FilePath(name).components).string)
    }

    private func text(of path: String) throws -> String? {
        let data = FileManager.default.contents(atPath: folder.file(of: path).string)
        return try data.map { try ResultEncoder.decode($0).pages?.first?.text ?? "" }
    }

    /// Files in the inbox and below it, its own folders apart.
    private func left() throws -> [String] { InboxFolder(root: inbox).listing(ignoring: []).files.map(\.name.string) }

    private func accounts() throws -> LedgerAccounts { try Ledger(in: folder.root).accounts() }

    @Test func movesEachDocumentToItsPlaceWithItsResult() async throws {
        defer { remove() }
        try put("a.tif", "read a")
        try put("deep/er/b.tif", "read b")
        try put("crash.tif", "crash")
        try put("notes.txt", "no document")
        try put("half.tif.part", "read half")
        try put(".hidden.tif", "read hidden")
        #expect(symlink("/etc/passwd", inbox.appending("link.tif").string) == 0)
        #expect(mkfifo(inbox.appending("pipe.tif").string, 0o600) == 0)
        try await watch { events.settled.count == 3 }
        #expect(exists("done/a.tif") && exists("done/deep/er/b.tif") && exists("failed/worker_crashed/crash.tif"))
        #expect(!exists("deep"))
        #expect(try left() == ["half.tif.part", "notes.txt"])
        #expect(exists(".hidden.tif") && exists("pipe.tif"))
        #expect(try FileSystem.names(in: inbox.appending(".recto-work")).isEmpty)
        for (path, place) in [("a.tif", "done/a.tif"), ("crash.tif", "failed/worker_crashed/crash.tif")] {
            let beside = inbox.appending(FilePath(place + ".json").components)
            #expect(
                try Data(contentsOf: URL(filePath: beside.string))
                    == Data(contentsOf: URL(filePath: folder.file(of: path).string)))
            #expect(try Stat(beside).permissions == .ownerReadWrite)
        }
        let accounts = try accounts()
        #expect(accounts.seen == 3 && accounts.processed == 2 && accounts.failed == 1 && accounts.pending == 0)
        #expect(events.count { if case .skipped("notes.txt") = $0 { true } else { false } } == 1)
        // What is purged leaves the document, and nothing that was read from it.
        _ = try Purge(folder: folder, ledger: try Ledger(in: folder.root)).run(settledBefore: .now + 1, isTrial: false)
        #expect(exists("done/a.tif") && !exists("done/a.tif.json"))
    }

    @Test func documentsArePurgedWhereToldToAndTheyWereMoved() async throws {
        defer { remove() }
        for name in ["deep/a.tif", "changed.tif"] { try put(name, "read \(name)") }
        try put("split.pdf", "split A1 -")
        try put("crash.tif", "crash")
        try put("empty.tif", "")
        try await watch { events.settled.count == 5 }
        try put("done/changed.tif", "of another")
        let purge = Purge(folder: folder, ledger: try Ledger(in: folder.root))
        let told = try purge.run(settledBefore: .now + 1, withDocuments: true, isTrial: true)
        #expect(exists("done/deep/a.tif"))
        #expect(
            told.map { "\($0.path) \($0.document)" } == [
                "changed.tif replaced", "crash.tif removed", "deep/a.tif removed", "empty.tif removed",
                "split.pdf removed",
            ])
        #expect(try purge.run(settledBefore: .now + 1, withDocuments: true, isTrial: false) == told)
        #expect(try names(in: "done") == ["changed.tif"])
        #expect(!exists("failed/worker_crashed/crash.tif") && !exists("failed/file_empty/empty.tif"))
        // What was never moved is its owner's.
        var still = rules
        still.moves = false
        try put("b.tif", "read b")
        try await watch(still) { events.settled.count == 6 }
        _ = try purge.run(settledBefore: .now + 1, withDocuments: true, isTrial: false)
        #expect(exists("b.tif"))
        #expect(try accounts().seen == 0)
    }

    @Test func givesNamesThatAreNoTextTheirOwnResults() async throws {
        defer { remove() }
        let files: [[UInt8]] = [[0x66, 0xFC], [0x66, 0xFD], Array("two\nlines".utf8)]
        for bytes in files {
            let file = inbox.pushing(PathName.path(of: bytes + Array(".tif".utf8)))
            let descriptor = try FileDescriptor.open(file, .writeOnly, options: .create, permissions: .ownerReadWrite)
            _ = try descriptor.writeAll("read \(bytes)".utf8)
            try descriptor.close()
        }
        try await watch { events.settled.count == 3 }
        #expect(Set(events.settled.map(\.path)) == ["f%FC.tif", "f%FD.tif", "two\nlines.tif"])
        let done = inbox.appending("done")
        let names = try Set(FileSystem.names(in: done).map { PathName.bytes(of: FilePath(root: nil, [$0])) })
        var expected: Set<[UInt8]> = []
        for file in files {
            for suffix in [".tif", ".tif.json"] { expected.insert(file + Array(suffix.utf8)) }
        }
        #expect(names == expected)
    }

    @Test func leavesAFolderThatIsWatchedItselfAlone() async throws {
        defer { remove() }
        try put("sub/done/a.tif", "read a")
        try put("sub/b.tif", "read b")
        try FileSystem.makeFolder(inbox.appending(FilePath("sub/.recto-work").components))
        try put("c.tif", "read c")
        try await watch { events.settled.count == 1 }
        #expect(events.settled.map(\.path) == ["c.tif"])
        #expect(exists("sub/b.tif") && exists("sub/done/a.tif"))
        #expect(events.count { if case .problem(let words) = $0 { words.contains("is watched") } else { false } } == 1)
    }

    @Test func putsTheResultsOfASplitFileBesideIt() async throws {
        defer { remove() }
        try put("a.pdf", "split A1 -")
        try await watch { events.settled.count == 1 }
        #expect(try names(in: "done") == ["a.pdf", "a.pdf.1.json", "a.pdf.2.json"])
        for number in 1...2 {
            let beside = inbox.appending("done").appending("a.pdf.\(number).json")
            #expect(
                try Data(contentsOf: URL(filePath: beside.string))
                    == Data(contentsOf: URL(filePath: folder.file(of: "a.pdf", number: number).string)))
        }
        #expect(try String(contentsOfFile: folder.lines.string, encoding: .utf8).count { $0 == "\n" } == 2)
        let accounts = try accounts()
        #expect(accounts.seen == 1 && accounts.processed == 1 && accounts.split.documents == 2)
        // A name of which only a part is free is not used.
        try put("b.pdf", "split B2 -")
        try "{}".write(
            toFile: inbox.appending("done").appending("b.pdf.2.json").string, atomically: true, encoding: .utf8)
        try await watch { events.settled.count == 2 }
        #expect(exists("done/b~2.pdf") && exists("done/b~2.pdf.1.json") && exists("done/b~2.pdf.2.json"))
        #expect(!exists("done/b.pdf.1.json"))
    }

    @Test func leavesOneSetOfResultsBesideAFileThatWasSplitOtherwiseBeforeACrash() async throws {
        defer { remove() }
        try put("a.pdf", "split A1 - B2")
        try await watch { events.settled.count == 1 }
        // As after a crash between the results and the file's move, and with another configuration since.
        let file = inbox.appending(".recto-work").appending("a.pdf")
        rename(inbox.appending("done").appending("a.pdf").string, file.string)
        try "split A1 -".write(toFile: file.string, atomically: false, encoding: .utf8)
        try await watch { events.settled.count == 2 }
        #expect(try names(in: "done") == ["a.pdf", "a.pdf.1.json", "a.pdf.2.json"])
        #expect(folder.outcome(of: "a.pdf")?.documents.count == 2)
        try put("other", "read")
        rename(inbox.appending("done").appending("a.pdf").string, file.string)
        try "read".write(toFile: file.string, atomically: false, encoding: .utf8)
        try await watch { events.settled.count == 4 }
        #expect(try names(in: "done") == ["a.pdf", "a.pdf.json", "other", "other.json"])
    }

    private func names(in place: String) throws -> [String] {
        try FileSystem.names(in: inbox.appending(place)).map(\.string).sorted()
    }

    @Test func writesALineADocumentInOrderOfCompletion() async throws {
        defer { remove() }
        func lines() throws -> [String] {
            try String(contentsOfFile: folder.lines.string, encoding: .utf8).split(separator: "\n")
                .map { try ResultEncoder.decode(Data($0.utf8)).source.path }
        }
        for (count, name) in ["c.tif", "a.tif", "b.tif"].enumerated() {
            try put(name, "read \(name)")
            try await watch { events.settled.count == count + 1 }
            #expect(try lines().count == count + 1)
        }
        #expect(try lines() == ["c.tif", "a.tif", "b.tif"])
        // Cut off in the middle of a line, and before the ledger knew of another.
        let ledger = try Ledger(in: folder.root)
        try ledger.begin(Job(sequence: 0, path: "a.tif", location: inbox), id: "sha256:0")
        let file = try FileDescriptor.open(folder.lines, .writeOnly, options: .append)
        _ = try file.writeAll("{\"half".utf8)
        try file.close()
        let appended = try ResultLines(appendingTo: folder, ledger: ledger)
        #expect(try lines() == ["c.tif", "b.tif"])
        let outcome = try ResultEncoder.decode(Data(contentsOf: URL(filePath: folder.file(of: "a.tif").string)))
        try appended.append(outcome)
        try ledger.settle(outcome)
        #expect(try lines() == ["c.tif", "b.tif", "a.tif"])
        // Renamed by those who rotate logs: what stands is there again, and what comes.
        let rotated = folder.root.appending("results.jsonl.1")
        try FileSystem.rename(folder.lines, to: rotated)
        try appended.append(outcome)
        #expect(try lines() == ["b.tif", "c.tif", "a.tif"])
        // Gone altogether: what stands is there again.
        FileSystem.remove(folder.lines)
        _ = try ResultLines(appendingTo: folder, ledger: ledger)
        #expect(try lines() == ["a.tif", "b.tif", "c.tif"])
    }

    @Test func waitsForASlowWriter() async throws {
        defer { remove() }
        let file = inbox.appending("slow.tif").string
        let writer = Task {
            try "".write(toFile: file, atomically: false, encoding: .utf8)
            let handle = try #require(FileHandle(forWritingAtPath: file))
            for word in ["read", " some", " more", " and", " the", " end"] {
                try handle.write(contentsOf: Data(word.utf8))
                try await Task.sleep(for: .milliseconds(60))
            }
        }
        try await watch { events.settled.count >= 1 }
        try await writer.value
        #expect(try text(of: "slow.tif") == "read some more and the end")
        #expect(events.settled.count == 1)
    }

    @Test func waitsForTheEndOfAFileAndAtLastTakesItWithoutOne() async throws {
        defer { remove() }
        var patient = rules
        patient.patience = .seconds(600)
        try put("whole.pdf", "%PDF-1.7 read %%EOF\n")
        try put("cut.pdf", "%PDF-1.7 read")
        try await watch(patient) { events.settled.count == 1 }
        #expect(events.settled.map(\.path) == ["whole.pdf"])
        #expect(try left() == ["cut.pdf"])
        try await watch { events.settled.count == 2 }
        #expect(try left().isEmpty)
    }

    /// In network folders the kernel has no hints.
    @Test(arguments: [true, false]) func takesEachOfABurstOnce(hints: Bool) async throws {
        defer { remove() }
        var rules = rules
        rules.usesHints = hints
        for number in 0..<60 { try put("\(number % 7)/\(number).tif", "read \(number)") }
        let renamer = Task {
            for number in 60..<80 {
                try put("\(number).part", "read \(number)")
                rename(inbox.appending("\(number).part").string, inbox.appending("\(number).tif").string)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        // Taken back by their sender.
        for number in 0..<5 { unlink(inbox.appending("0").appending("\(number * 7).tif").string) }
        try await watch(rules) { events.settled.count == 75 }
        try await renamer.value
        #expect(Set(events.settled.map(\.path)).count == 75)
        #expect(worker.log().count { $0 != "start" } == 75)
        #expect(try left().isEmpty)
        #expect(try accounts().processed == 75)
    }

    @Test func givesANameThatWasUsedANumber() async throws {
        defer { remove() }
        for content in ["read first", "read second", "read first"] {
            try put("scan.tif", content)
            let before = events.settled.count
            try await watch { events.settled.count == before + 1 }
        }
        #expect(events.settled.map(\.path) == ["scan.tif", "scan~2.tif", "scan~3.tif"])
        #expect(try text(of: "scan.tif") == "read first")
        #expect(try text(of: "scan~2.tif") == "read second")
        // The same bytes: its outcome was known.
        #expect(try text(of: "scan~3.tif") == "read first")
        #expect(worker.log().filter { $0 != "start" } == ["scan.tif", "scan~2.tif"])
        for name in ["scan", "scan~2", "scan~3"] {
            #expect(exists("done/\(name).tif") && exists("done/\(name).tif.json"))
        }
    }

    @Test func doesAgainWhatChangedWhileItWasRead() async throws {
        defer { remove() }
        try put("a.tif", "pages 1 3")
        let file = inbox.appending(".recto-work").appending("a.tif").string
        let writer = Task {
            while !worker.log().contains("a.tif") { try await Task.sleep(for: .milliseconds(5)) }
            try "read anew".write(toFile: file, atomically: false, encoding: .utf8)
        }
        try await watch { events.settled.count == 1 }
        try await writer.value
        #expect(try text(of: "a.tif") == "read anew")
        #expect(events.count { if case .changed("a.tif") = $0 { true } else { false } } == 1)
        #expect(try accounts().seen == 1)
    }

    @Test func leavesDocumentsInPlaceWhereToldTo() async throws {
        defer { remove() }
        var still = rules
        still.moves = false
        try put("a.tif", "read a")
        try await watch(still) { events.settled.count == 1 }
        // Known at the next start, and not asked about again; it has its line.
        try await watch(still) { events.settled.count == 2 }
        #expect(try String(contentsOfFile: folder.lines.string, encoding: .utf8).count { $0 == "\n" } == 1)
        #expect(worker.log().filter { $0 != "start" } == ["a.tif"])
        try put("a.tif", "read another")
        try await watch(still) { try accounts().processed == 1 && text(of: "a.tif") == "read another" }
        #expect(try FileSystem.names(in: inbox).map(\.string) == ["a.tif"])
        #expect(try accounts().seen == 1)
        // A line for each time that it was read, until the next start.
        func lines() throws -> [String] {
            try String(contentsOfFile: folder.lines.string, encoding: .utf8).split(separator: "\n")
                .map { try ResultEncoder.decode(Data($0.utf8)).pages?.first?.text ?? "" }
        }
        #expect(try lines() == ["read a", "read another"])
        let count = events.settled.count
        try await watch(still) { events.settled.count > count }
        #expect(try lines() == ["read another"])
    }

    @Test func goesOnWhereItWasCutOff() async throws {
        defer { remove() }
        let marker = worker.folder.appending("marker").string
        try put("a.tif", "read a")
        try put("b.tif", "once \(marker) hang")
        try await watch(cutOff: true) {
            events.settled.count == 1 && FileManager.default.fileExists(atPath: marker)
        }
        #expect(exists(".recto-work/b.tif"))
        #expect(try accounts().pending == 1)
        // As after a crash between a result and its document's move.
        rename(
            inbox.appending("done").appending("a.tif").string, inbox.appending(".recto-work").appending("a.tif").string)
        try await watch { events.settled.count == 3 }
        #expect(exists("done/a.tif") && exists("done/b.tif"))
        #expect(try FileSystem.names(in: inbox.appending("done")).count == 4)
        #expect(worker.log().filter { $0 == "a.tif" }.count == 1)
        let accounts = try accounts()
        #expect(accounts.seen == 2 && accounts.processed == 2)
    }

    @Test func takesNothingWhereThereIsNoRoom() async throws {
        defer { remove() }
        var full = rules
        full.minFreeBytes = .max
        try put("a.tif", "read a")
        try await watch(full) { events.count { if case .paused = $0 { true } else { false } } == 1 }
        #expect(try left() == ["a.tif"])
        try await watch { events.settled.count == 1 }
    }

    @Test func keepsADocumentWhoseResultCannotBeWritten() async throws {
        defer { remove() }
        try put("a/b.tif", "read")
        // A file where a folder is needed.
        let obstacle = folder.results.appending("a")
        try "x".write(toFile: obstacle.string, atomically: true, encoding: .utf8)
        let helper = Task {
            while events.count({ if case .problem = $0 { true } else { false } }) == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(exists(".recto-work/a/b.tif"))
            FileSystem.remove(obstacle)
        }
        try await watch { events.settled.count == 1 }
        try await helper.value
        #expect(exists("done/a/b.tif"))
    }

    @Test func triesAgainLessAndLessOften() async throws {
        defer { remove() }
        var rules = rules
        rules.pause = .milliseconds(50)
        try put("a/b.tif", "read")
        try "x".write(toFile: folder.results.appending("a").string, atomically: true, encoding: .utf8)
        let began = ContinuousClock.now
        try await watch(rules) { events.count { if case .problem = $0 { true } else { false } } == 4 }
        #expect(ContinuousClock.now - began >= .milliseconds(50 + 100 + 200))
        #expect(exists(".recto-work/a/b.tif"))
        #expect(try accounts().pending == 1)
        rules = WatchRules()
        #expect(
            [0, 1, 2, 6, 7, 1000].map { rules.pause(.seconds(10), after: $0).components.seconds }
                == [10, 20, 40, 640, 900, 900])
        #expect(rules.pause(.seconds(3600), after: 1) == .seconds(3600))
    }

    /// Renamed away under a document at hand, and back.
    @Test(arguments: ["out", "inbox"]) func waitsForAFolderThatIsGone(name: String) async throws {
        defer { remove() }
        let (place, elsewhere) = (worker.folder.appending(FilePath(name).components), worker.folder.appending("away"))
        try put("a.tif", "pages 1 1")
        func isGone(_ event: WatchEvent) -> Bool {
            if case .paused(let why) = event {
                why.contains("/\(name): the ") && why.contains("is gone")
            } else {
                false
            }
        }
        let helper = Task {
            while !worker.log().contains("a.tif") { try await Task.sleep(for: .milliseconds(2)) }
            try FileSystem.rename(place, to: elsewhere)
            while events.count(isGone) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            while events.count({ if case .problem = $0 { true } else { false } }) == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(events.settled.isEmpty)
            // Nothing is made in its place.
            #expect(!FileManager.default.fileExists(atPath: place.string))
            try FileSystem.rename(elsewhere, to: place)
        }
        try await watch { events.settled.count == 1 }
        try await helper.value
        #expect(exists("done/a.tif") && exists("done/a.tif.json"))
        #expect(events.count { if case .resumed = $0 { true } else { false } } == 1)
        #expect(try accounts().processed == 1)
    }

    @Test func takesNothingWhileNoResultCanBeWritten() async throws {
        defer { remove() }
        FileSystem.remove(folder.results)
        try "x".write(toFile: folder.results.string, atomically: true, encoding: .utf8)
        for name in ["a.tif", "b.tif"] { try put(name, "read") }
        let helper = Task {
            while events.count({ if case .paused = $0 { true } else { false } }) == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try left() == ["a.tif", "b.tif"])
            FileSystem.remove(folder.results)
        }
        try await watch { events.settled.count == 2 }
        try await helper.value
    }

    @Test func goesOnWithTheOldWorkersWhereNewOnesDoNotStart() async throws {
        defer { remove() }
        let events = events
        let watcher = try Watcher(
            inbox: inbox, folder: folder, ledger: try Ledger(in: folder.root), rules: rules,
            scratch: worker.folder.appending("scratch"),
            looksSupported: { _, _ in true }, report: { events.add($0) })
        let commands = Mutex([worker.command, WorkerCommand(executable: "/bin/false", arguments: [])])
        let task = Task { [worker, rules] in
            try await watcher.run {
                let command = commands.withLock { $0.removeFirst() }
                return WatchGeneration(
                    supervisor: Supervisor(command: command, settings: SupervisorSettings(), temporary: worker.folder),
                    rules: rules)
            }
        }
        try put("a.tif", "read a")
        while events.settled.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        await watcher.renew()
        try put("b.tif", "read b")
        while events.settled.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(events.count { if case .notReconfigured = $0 { true } else { false } } == 1)
        await watcher.stop()
        try await task.value
        #expect(exists("done/b.tif"))
    }

    @Test func refusesFoldersThatDoNotGoTogether() throws {
        defer { remove() }
        func make(_ inbox: FilePath, _ output: FilePath) throws {
            let folder = try ResultFolder(creating: output)
            _ = try Watcher(
                inbox: inbox, folder: folder, ledger: try Ledger(in: output), rules: rules,
                scratch: worker.folder.appending("scratch"),
                looksSupported: { _, _ in true }, report: { _ in })
        }
        #expect(throws: WatchError.self) { try make(inbox, inbox) }
        #expect(throws: WatchError.self) { try make(inbox, inbox.appending("out")) }
        #expect(throws: WatchError.self) { try make(folder.root.appending("results"), folder.root) }
        #expect(throws: WatchError.self) { try make(worker.folder.appending("gone"), folder.root) }
        let lock = try #require(try FileLock(folder: inbox))
        let error = #expect(throws: WatchError.self) { try make(inbox, folder.root) }
        #expect(error?.description.contains("another recto watches this folder") == true)
        withExtendedLifetime(lock) {}
        chmod(inbox.string, 0o777)
        #expect(throws: UntrustedFolder.self) { try make(inbox, folder.root) }
    }

    @Test func refusesToWriteWhereItWatches() throws {
        defer { remove() }
        func make(scratch: FilePath, keep: [FilePath] = []) throws {
            _ = try Watcher(
                inbox: inbox, folder: folder, ledger: try Ledger(in: folder.root), rules: rules, scratch: scratch,
                keep: keep, looksSupported: { _, _ in true }, report: { _ in })
        }
        let elsewhere = worker.folder.appending("elsewhere")
        try make(scratch: elsewhere, keep: [elsewhere.appending("pages")])
        #expect(throws: WatchError.self) { try make(scratch: elsewhere, keep: [inbox.appending("not/yet")]) }
        #expect(throws: WatchError.self) { try make(scratch: elsewhere, keep: [worker.folder]) }
        #expect(throws: WatchError.self) { try make(scratch: inbox.appending("tmp")) }
        let link = worker.folder.appending("link")
        #expect(symlink(inbox.string, link.string) == 0)
        #expect(throws: WatchError.self) { try make(scratch: link.appending("tmp")) }
    }

    @Test(arguments: [".recto-work", "done", "failed"]) func isNotLedElsewhereByItsOwnFolders(name: String) throws {
        defer { remove() }
        func make() throws {
            _ = try Watcher(
                inbox: inbox, folder: folder, ledger: try Ledger(in: folder.root), rules: rules,
                scratch: worker.folder.appending("scratch"), looksSupported: { _, _ in true }, report: { _ in })
        }
        let elsewhere = worker.folder.appending("elsewhere")
        try FileSystem.makeFolder(elsewhere)
        let own = inbox.appending(name)
        #expect(symlink(elsewhere.string, own.string) == 0)
        #expect(throws: WatchError.self) { try make() }
        unlink(own.string)
        try put(name, "a file")
        #expect(throws: WatchError.self) { try make() }
        unlink(own.string)
        try FileSystem.makeFolder(own)
        // As another user makes it in a folder that is sticky; only root can give folders away.
        if geteuid() == 0 {
            #expect(chown(own.string, 12_345, 12_345) == 0)
            #expect(throws: WatchError.self) { try make() }
            #expect(chown(own.string, 0, 0) == 0)
        }
        chmod(own.string, 0o777)
        #expect(throws: UntrustedFolder.self) { try make() }
        chmod(own.string, 0o700)
        try make()
    }
}
