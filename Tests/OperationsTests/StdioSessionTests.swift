import Foundation
import Model
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// What another program sends, and what it is told, without a worker.
@Suite struct StdioSessionTests {
    private let folder: TemporaryFolder
    private let key = FingerprintKey()

    init() throws { folder = try TemporaryFolder() }

    /// - Parameter looksSupported: if left out, documents begin with `%DOC` or are named `.tif`.
    private func session(
        _ input: String, _ key: FingerprintKey? = nil,
        looksSupported: @escaping Discovery.Recognizer = { $0.starts(with: Array("%DOC".utf8)) || $1.hasSuffix(".tif") }
    ) throws -> StdioSession {
        StdioSession(
            input: try .open(try folder.write("in", input), .readOnly),
            output: try .open(
                folder.path.appending("out"), .writeOnly, options: .create, permissions: .ownerReadWrite),
            folder: folder.path, mostBytes: 100, fingerprintKey: key, looksSupported: looksSupported)
    }

    private func answers() throws -> [[String: any Sendable]] {
        try folder.read("out").split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: any Sendable])
        }
    }

    private func path(_ key: String, _ name: String, _ more: String = #","found":true"#) -> String {
        #"{"key":"\#(key)","path":"\#(folder.path.appending(name))"\#(more)}"# + "\n"
    }

    private func bytes(_ name: String, _ text: String, found: Bool = true) -> String {
        #"{"key":"\#(name)","name":"\#(name)","length":\#(text.utf8.count),"found":\#(found)}"# + "\n" + text
    }

    @Test func answersAtOnceForWhatAFolderWouldNotHaveHandedOut() async throws {
        defer { folder.remove() }
        try folder.write("none", "text")
        try folder.write("document", "%DOC")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("link.tif").string, withDestinationPath: "document")
        try FileManager.default.createDirectory(
            atPath: folder.path.appending("folder.tif").string, withIntermediateDirectories: false)
        let session = try session(
            path("1", "none") + path("2", "document") + path("3", "none", #","found":true,"name":"x/a.tif""#)
                + path("4", "none", #","found":false"#) + path("5", "link.tif") + path("6", "gone")
                + path("7", "folder.tif") + bytes("a", "no") + bytes("b", "%DOC") + bytes("c.tif", "no")
                + bytes("d", "no", found: false) + bytes("e", "") + path("8", "none"))
        var jobs: [Job] = []
        while let job = await session.next() { jobs.append(job) }
        #expect(await session.problem == nil)
        let names = ["document", "none", "gone", "folder.tif"].map { folder.path.appending($0).string }
        #expect(jobs.map(\.path) == [names[0], "x/a.tif", names[1], names[2], names[3], "b", "c.tif", "d"])
        #expect(Set(jobs.map(\.sequence)).count == jobs.count)
        let told = try answers()
        #expect(told.map { $0["key"] as? String } == ["1", "5", "a", "e", "8"])
        #expect(told.allSatisfy { $0["type"] as? String == "skipped" && $0.count == 3 })
        let causes = told.map { $0["cause"] as? String }
        let foreign = "neither its first bytes nor its name are those of a type that is read"
        #expect(causes == [foreign, Discovery.Skipped.Cause.link.rawValue, foreign, foreign, foreign])
        // Of documents that were sent, only those that are to be read are still there.
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path.string)
            .filter { $0.hasPrefix("stdio-") }
        #expect(Set(copies) == Set(jobs.suffix(3).compactMap { $0.location.lastComponent?.string }))
    }

    @Test func takesNothingMoreOnceItIsToldToStopAmongWhatIsSkipped() async throws {
        defer { folder.remove() }
        let stopped = Mutex<StdioSession?>(nil)
        let session = try session(bytes("a", "no") + bytes("b", "no") + bytes("c.tif", "no")) { _, name in
            if name == "b" { stopped.withLock { $0?.stop() } }
            return false
        }
        stopped.withLock { $0 = session }
        #expect(await session.next() == nil)
        #expect(try answers().map { $0["key"] as? String } == ["a", "b"])
    }

    @Test func answersHaveTheDigestsOfEachDocument() async throws {
        defer { folder.remove() }
        let session = try session(bytes("a.tif", "%DOC") + bytes("b.tif", "%DOC") + bytes("c.tif", "%DOC"), key)
        let outcomes = [
            Outcome(documents: [
                ReviewExamples.deed("a.tif", pages: [1, 2], action: .accept),
                ReviewExamples.deed("a.tif", pages: [3, 4], action: .retake),
            ]),
            ReviewExamples.deed("b.tif", action: .review),
            Outcome(
                id: "sha256:0", source: SourceInfo(path: "c.tif"),
                failure: Failure(.unsupportedType, "", stage: .ingest), engine: ReviewExamples.engine),
        ]
        for outcome in outcomes {
            let job = try #require(await session.next())
            await session.answer(Delivery(job: job, outcome: outcome))
        }
        let digests = try answers().map { $0["fingerprints"] as? [[String]] }
        let expected = outcomes.map { $0.documents.map { Fingerprints(of: $0, key: key.bytes).digests } }
        #expect(digests == expected)
        #expect(expected[0].map(\.count) == [1, 0] && expected[1].map(\.count) == [1] && expected[2] == [[]])
    }

    @Test func answersHaveNoFingerprintsWithoutAKey() async throws {
        defer { folder.remove() }
        let session = try session(bytes("a.tif", "%DOC"))
        let job = try #require(await session.next())
        await session.answer(Delivery(job: job, outcome: ReviewExamples.deed()))
        #expect(try answers().map { Set($0.keys) } == [["type", "key", "documents"]])
    }

    @Test func aKeyIsAFileOf32Bytes() throws {
        defer { folder.remove() }
        let file = folder.path.appending("key")
        try Data(key.bytes).write(to: URL(filePath: file.string))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("link").string, withDestinationPath: "key")
        #expect(try FingerprintKey(file: file) == key)
        // As a secret is mounted into a container.
        #expect(try FingerprintKey(file: folder.path.appending("link")) == key)
        for (length, cause) in [(0, "holds 0 bytes"), (31, "holds 31 bytes"), (33, "holds more than 32 bytes")] {
            try Data(repeating: 65, count: length).write(to: URL(filePath: file.string))
            let error = #expect(throws: FingerprintKeyError.self) { try FingerprintKey(file: file) }
            #expect(error?.description.hasPrefix("\(file): \(cause): name a file of 32 bytes") == true)
        }
        for name in ["gone", ""] {
            #expect(throws: FingerprintKeyError.self) { try FingerprintKey(file: folder.path.appending(name)) }
        }
    }
}
