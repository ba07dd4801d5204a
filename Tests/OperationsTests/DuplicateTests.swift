import Foundation
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
        scope: BatchMemory.Scope = .new, jobs: Int = 2, inputs: [FilePath]? = nil
    ) async throws -> [String: String] {
        var settings = SupervisorSettings()
        settings.jobs = jobs
        let folder = try ResultFolder(creating: worker.folder.appending("out"))
        let discovery = Discovery.find(inputs: inputs ?? [input.path], excluding: []) { _, _ in true }
        let batch = Batch(
            discovery: discovery, folder: folder,
            memory: BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: scope),
            supervisor: Supervisor(command: worker.command, settings: settings, temporary: worker.folder))
        let summary = try await batch.run { _ in }
        let text = try String(contentsOfFile: folder.lines.string, encoding: .utf8)
        let lines = try text.split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) }
        for line in lines {
            let data = try #require(FileManager.default.contents(atPath: folder.file(of: line.source.path).string))
            #expect(try ResultEncoder.decode(data) == line)
        }
        #expect(summary.actions.values.reduce(0, +) == lines.count)
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
        #expect(try await run(scope: .only(["a.tif"])) == expected)
        #expect(try await run(scope: .only(["b.tif"])) == expected)
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
