import Foundation
import GRDB
import Model
import Output
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// Documents that are there twice: by their bytes, or by number and names.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct DuplicateTests {
    private let worker: FakeWorker
    private let input: TemporaryFolder

    init() throws {
        worker = try FakeWorker()
        input = try TemporaryFolder()
    }

    private func remove() {
        worker.remove()
        input.remove()
    }

    /// What became of each document: `accept`, or the path that it is said to be a duplicate of.
    private func run(
        scope: BatchMemory.Scope = .new, jobs: Int = 2, inputs: [FilePath]? = nil, only: [String]? = nil
    ) async throws -> [String: String] {
        var settings = SupervisorSettings()
        settings.jobs = jobs
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        let ledger = try Ledger(in: folder.root)
        let batch = try Batch(
            only.map { try Batch.Work.only($0, of: ledger) }
                ?? .found(Discovery(inputs: inputs ?? [input.path], excluding: []) { _, _ in true }), folder: folder,
            memory: BatchMemory(ledger: ledger, folder: folder, scope: only == nil ? scope : .all),
            supervisor: Supervisor(command: worker.command, settings: settings, temporary: worker.folder))
        let summary = try await batch.run { _ in }
        let text = try String(contentsOfFile: folder.lines.string, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) }
        for line in lines {
            let data = try #require(FileManager.default.contents(atPath: folder.file(of: line.source.path).string))
            #expect(try ResultEncoder.decode(data) == line)
        }
        #expect(summary.actions.values.reduce(0, +) == only?.count ?? lines.count)
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.source.path, told($0)) })
    }

    private func told(_ outcome: Outcome) -> String {
        guard let reason = outcome.decision?.reasons.first(where: { $0.code == .possibleDuplicate }) else {
            return outcome.decision?.action.rawValue ?? "failed"
        }
        #expect(outcome.decision?.action == .review)
        #expect(reason.duplicateOf?.hasPrefix("sha256:") == true)
        let words = reason.message.split { " :".contains($0) }.map(String.init)
        return words.first { $0.hasSuffix(".tif") } ?? ""
    }

    @Test(arguments: [1, 3]) func firstIsTheDocumentAndTheOthersAreDuplicates(jobs: Int) async throws {
        defer { remove() }
        try input.write("b.tif", "card UTO L898-902c Eriksson once")
        try input.write("a.tif", "card UTO L898902C ERIKSSON")
        try input.write("c.tif", "card UTO L898902C ERIKSSON")
        try input.write("other.tif", "card UTO L898902D ERIKSSON")
        try input.write("same-number.tif", "card D L898902C ERIKSSON")
        let expected = [
            "a.tif": "accept", "b.tif": "a.tif", "c.tif": "a.tif", "other.tif": "accept", "same-number.tif": "accept",
        ]
        #expect(try await run(jobs: jobs) == expected)
        // Whatever is done again, no document is its own duplicate, and the first stays the first.
        #expect(try await run(scope: .new) == expected)
        #expect(try await run(scope: .all) == expected)
        #expect(try await run(only: ["a.tif"]) == expected)
        #expect(try await run(only: ["b.tif"]) == expected)
    }

    @Test func documentThatComesLaterIsTheDuplicateWhereverItStands() async throws {
        defer { remove() }
        try input.write("b.tif", "card UTO 1 A")
        #expect(try await run() == ["b.tif": "accept"])
        try input.write("a.tif", "card UTO 1 A again")
        #expect(try await run() == ["a.tif": "b.tif", "b.tif": "accept"])
    }

    @Test func documentThatIsOneNoMoreIsNoDuplicate() async throws {
        defer { remove() }
        try input.write("a.tif", "card UTO 1 A")
        try input.write("b.tif", "card UTO 1 A again")
        #expect(try await run() == ["a.tif": "accept", "b.tif": "a.tif"])
        try input.write("a.tif", "card UTO 2 A")
        #expect(try await run() == ["a.tif": "accept", "b.tif": "accept"])
    }

    @Test func oneFileUnderAnotherNameOfAnotherRunIsNoDuplicate() async throws {
        defer { remove() }
        try input.write("sub/a.tif", "card UTO 1 A")
        #expect(try await run() == ["sub/a.tif": "accept"])
        #expect(try await run(inputs: [input.path.appending("sub")]) == ["a.tif": "accept"])
        try input.write("sub/b.tif", "card UTO 1 A")
        #expect(try await run(inputs: [input.path.appending("sub")])["b.tif"] == "sub/a.tif")
    }

    @Test func unknownDocumentsAreDuplicatesByTheirBytesAlone() async throws {
        defer { remove() }
        try input.write("a.tif", "read same")
        try input.write("b.tif", "read same")
        try input.write("c.tif", "read other")
        #expect(try await run() == ["a.tif": "review", "b.tif": "a.tif", "c.tif": "review"])
    }

    @Test func whereSomeAreDoneAgainOthersAreToldAnew() async throws {
        defer { remove() }
        try input.write("a.tif", "card UTO 1 A")
        try input.write("b.tif", "card UTO 2 A")
        try input.write("c.tif", "card UTO 1 A again")
        try input.write("d.tif", "card UTO 3 A")
        #expect(try await run() == ["a.tif": "accept", "b.tif": "accept", "c.tif": "a.tif", "d.tif": "accept"])
        // The first of two is no more like the other, and like another one.
        try input.write("a.tif", "card UTO 2 A")
        #expect(
            try await run(only: ["a.tif"])
                == ["a.tif": "accept", "b.tif": "a.tif", "c.tif": "accept", "d.tif": "accept"])
        try input.write("a.tif", "card UTO 1 A")
        #expect(
            try await run(only: ["a.tif"])
                == ["a.tif": "accept", "b.tif": "accept", "c.tif": "a.tif", "d.tif": "accept"])
    }

    @Test func whateverIsDoneAgainAllIsToldAsIfAllWere() async throws {
        defer { remove() }
        let names = (0..<7).map { "\($0).tif" }
        var numbers = [1, 2, 1, 3, 2, 1, 3]
        func change(_ position: Int, to number: Int, turn: Int) throws {
            numbers[position] = number
            try input.write(FilePath(names[position]), "card UTO \(number) A \(turn) \(position)")
        }
        for (position, number) in numbers.enumerated() { try change(position, to: number, turn: 0) }
        _ = try await run()
        let turns = [[(0, 2)], [(2, 3), (5, 3)], [(0, 1), (1, 1), (6, 2)], [(3, 1), (4, 1), (5, 1)], [(0, 3)]]
        for (turn, changes) in turns.enumerated() {
            for (position, number) in changes { try change(position, to: number, turn: turn + 1) }
            var expected: [String: String] = [:]
            for (position, number) in numbers.enumerated() {
                let first = numbers.firstIndex(of: number) ?? position
                expected[names[position]] = first == position ? "accept" : names[first]
            }
            #expect(try await run(only: changes.map { names[$0.0] }) == expected)
        }
    }

    @Test func afterARunThatWasStoppedAllAreToldAsInOneRun() async throws {
        defer { remove() }
        for (name, number) in [("a", 1), ("b", 1), ("c", 2), ("d", 1), ("e", 2)] {
            try input.write(FilePath("\(name).tif"), "card UTO \(number) A \(name)")
        }
        let marker = worker.folder.appending("marker").string
        try input.write("f.tif", "once \(marker) book 100 0.05")
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        let ledger = try Ledger(in: folder.root)
        let batch = try Batch(
            .all(in: input.path), folder: folder,
            memory: BatchMemory(ledger: ledger, folder: folder, scope: .new),
            supervisor: Supervisor(command: worker.command, settings: SupervisorSettings(), temporary: worker.folder))
        let (reports, reported) = AsyncStream.makeStream(of: Void.self)
        let stopping = Task { for await _ in reports { await batch.stop() } }
        defer { stopping.cancel() }
        let stopped = try await batch.run { _ in reported.yield() }
        #expect(stopped.possibleDuplicates == 0 && stopped.documents < 6)
        let told = try await run(only: try ledger.entries([.pending]).map(\.path))
        #expect(
            told == [
                "a.tif": "accept", "b.tif": "a.tif", "c.tif": "accept", "d.tif": "a.tif", "e.tif": "c.tif",
                "f.tif": "review",
            ])
    }

    private func plan(_ ledger: Ledger) throws -> [String] {
        try ledger.database.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + Ledger.otherQuery, arguments: ["", ""])
                .map { $0["detail"] as String }
        }
    }

    @Test func manyWithTheSameBytesAreReadOnceAndLookedUpInAnIndex() async throws {
        defer { remove() }
        for number in 0..<12 { try input.write(FilePath("\(number % 3)/\(number).tif"), "card UTO \(number % 2) A") }
        let told = try await run(jobs: 3)
        #expect(worker.log().filter { $0 != "start" }.sorted() == ["0/0.tif", "0/3.tif"])
        #expect(told.values.count { $0 == "0/0.tif" } == 5 && told.values.count { $0 == "0/3.tif" } == 5)
        let ledger = try Ledger(in: worker.folder.appending("out"))
        let plan = try plan(ledger)
        let search = "SEARCH theirs USING COVERING INDEX fingerprint_on_digest (digest=? AND number<?)"
        #expect(
            plan.contains(search) && !plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func ledgerTellsNoValue() async throws {
        defer { remove() }
        try input.write("a.tif", "card UTO L898902C ERIKSSON")
        _ = try await run()
        let out = worker.folder.appending("out")
        for name in try FileSystem.names(in: out) where name.string.hasPrefix(Ledger.name) {
            let bytes = try #require(FileManager.default.contents(atPath: out.appending(name).string))
            for text in ["ERIKSSON", "L898902C"] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
        }
        let key = out.appending(DuplicateIndex.keyName)
        #expect(try Stat(key).permissions == .ownerReadWrite)
    }
}
