import Foundation
import Model
import Output
import SystemPackage
import Testing

@testable import Operations

/// A process that saves is killed at random moments: whatever it had confirmed is there.
///
/// `RECTO_REVIEW_KILLS=100 swift test --filter ReviewKillTests` kills it a hundred times.
@Suite struct ReviewKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let loopFolder = environment["RECTO_REVIEW_LOOP"]
    private static let kills = environment["RECTO_REVIEW_KILLS"].flatMap { Int($0) } ?? 3
    private static let documents = (1...4).map { ReviewExamples.deed("\($0).tif", id: $0) }

    /// This program, which holds the tests.
    private static let program = CommandLine.arguments.lazy.compactMap { argument in
        argument.range(of: ".xctest").map { String(argument[..<$0.upperBound]) }
    }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the killed process does: it decides documents, takes that back, and names each event once it is saved.
    @Test(.enabled(if: loopFolder != nil, "the other test runs it as a process of its own"))
    func savesUntilItIsKilled() async throws {
        let folder = try ResultFolder(creating: FilePath(try #require(Self.loopFolder)))
        let store = try ReviewStore(in: folder, entries: try ReviewExamples.entries())
        for round in 0... {
            let document = try #require(ReviewDocument(Self.documents[round % Self.documents.count]))
            let state = try await store.state(of: document)
            let steps: [ReviewStep] =
                state.decision == nil
                ? [.correct("grantor_capacity", text: "a man of round \(round)"), .decide(.accepted)] : [.reopen]
            for step in steps {
                let saved = try await store.take(step, document)
                try FileHandle.standardOutput.write(contentsOf: Data("saved \(saved.event.sequence)\n".utf8))
            }
        }
    }

    @Test(.enabled(if: program != nil && loopFolder == nil)) func nothingConfirmedIsLost() async throws {
        let temporary = try TemporaryFolder()
        defer { temporary.remove() }
        let folder = try ResultFolder(creating: temporary.path.appending("out"))
        for result in Self.documents { try folder.write(result) }
        var confirmed: [Int64] = []
        for _ in 0..<Self.kills {
            let saved = try killed(in: folder)
            #expect(!saved.isEmpty)
            confirmed += saved
            let store = try ReviewStore(in: folder, entries: try ReviewExamples.entries())
            #expect(try store.mendFiles().isEmpty)
            let kept = try await store.events(after: 0, limit: .max).map(\.sequence)
            #expect(Set(confirmed).isSubset(of: kept))
            // One more at most: saved, and killed before it could say so.
            #expect(kept.count <= confirmed.count + Self.kills)
            for result in Self.documents {
                let document = try #require(ReviewDocument(result))
                let file = FileManager.default.contents(atPath: folder.reviewedFile(of: document).string)
                #expect(try file.map(ResultEncoder.decode) == (try await store.state(of: document).result))
            }
        }
        print("\(Self.kills) kills, \(confirmed.count) confirmed events, none lost")
    }

    /// Lets the process save for a while, and kills it.
    ///
    /// - Returns: the events that it had confirmed.
    private func killed(in folder: ResultFolder) throws -> [Int64] {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = ["--testing-library", "swift-testing", "--filter", "savesUntilItIsKilled"]
        process.environment = Self.environment.merging(["RECTO_REVIEW_LOOP": folder.root.string]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = Data()
        // It has begun; then at any moment.
        while !text.contains(Data("saved ".utf8)), case let more = output.fileHandleForReading.availableData,
            !more.isEmpty
        { text += more }
        usleep(.random(in: 0..<300_000))
        kill(process.processIdentifier, SIGKILL)
        text += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").dropLast(text.last == 10 ? 0 : 1)
            .compactMap { $0.hasPrefix("saved ") ? Int64($0.dropFirst(6)) : nil }
    }
}
