import Foundation
import Model
import Output
import Pipeline
import SystemPackage
import Testing

@testable import Operations

/// What is removed of documents done long ago, and what is not.
@Suite(.enabled(if: FakeWorker.isAvailable, "python3 is not installed")) struct PurgeTests {
    private let worker: FakeWorker
    private let input: TemporaryFolder
    private let folder: ResultFolder
    private let stages: FilePath

    init() throws {
        worker = try FakeWorker()
        input = try TemporaryFolder()
        folder = try ResultFolder(creating: worker.folder.appending("out"))
        stages = worker.folder.appending("stages")
    }

    private func run() async throws {
        var settings = SupervisorSettings()
        settings.keep = [.stages]
        let batch = try Batch(
            .all(in: input.path), folder: folder,
            keep: [.stages: stages],
            memory: BatchMemory(ledger: try Ledger(in: folder.root), folder: folder, scope: .new),
            supervisor: Supervisor(command: worker.command, settings: settings, temporary: worker.folder))
        _ = try await batch.run { _ in }
    }

    private func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    private func paths() throws -> [String] {
        try String(contentsOfFile: folder.lines.string, encoding: .utf8).split(separator: "\n")
            .map { try ResultEncoder.decode(Data($0.utf8)).source.path }
    }

    @Test func removesAllTracesOfWhatIsOldAndNothingElse() async throws {
        defer {
            worker.remove()
            input.remove()
        }
        try input.write("a/b/old.tif", "keep")
        try input.write("old.tif", "leave")
        try await run()
        try await Task.sleep(for: .milliseconds(20))
        let date = Date.now
        try await Task.sleep(for: .milliseconds(20))
        try input.write("a/new.tif", "keep new")
        try await run()
        let purge = Purge(folder: folder, ledger: try Ledger(in: folder.root))
        let told = try purge.run(settledBefore: date, isTrial: true)
        // What failed for want of a worker was tried anew, and is no longer old.
        #expect(told == [Purge.Removal(path: "a/b/old.tif", hasResult: true, keptFiles: 1)])
        #expect(exists(folder.file(of: "a/b/old.tif")))
        #expect(exists(stages.appending("a/b/old.tif/classify.json")))
        #expect(try purge.run(settledBefore: date, isTrial: false) == told)
        #expect(!exists(folder.results.appending("a/b")))
        #expect(!exists(stages.appending("a/b")))
        #expect(exists(stages.appending("a/new.tif/classify.json")))
        #expect(exists(input.path.appending("a/b/old.tif")))
        #expect(try paths() == ["a/new.tif", "old.tif"])
        #expect(try Ledger(in: folder.root).entries().map(\.path) == ["a/new.tif", "old.tif"])
        #expect(try purge.run(settledBefore: date, isTrial: false).isEmpty)
        // As by a clock that was put back since.
        #expect(try Ledger(in: folder.root).count(settledAfter: date) == 2)
        #expect(try Ledger(in: folder.root).count(settledAfter: .now) == 0)
    }

    @Test func leavesNoNameInTheLedgersFiles() async throws {
        defer {
            worker.remove()
            input.remove()
        }
        try input.write("telltale.tif", "read")
        try await run()
        _ = try Purge(folder: folder, ledger: try Ledger(in: folder.root))
            .run(settledBefore: .now + 1, isTrial: false)
        for name in try FileSystem.names(in: folder.root) where name.string.hasPrefix(Ledger.name) {
            let bytes = try Data(contentsOf: URL(filePath: folder.root.appending(name).string))
            #expect(bytes.range(of: Data("telltale".utf8)) == nil, "\(name)")
        }
    }
}
