import Foundation
import Model
import Output
import Testing

/// What was kept between the stages is enough to do anew what follows.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct ReplayTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/opt_out/0019-letter_agent-clean.png").path

    @Test func replayGivesTheSameResultAsTheRunAndNamesWhatItCannotRead() throws {
        let program = try Program()
        defer { program.remove() }
        let options = ["--as-of", "2026-06-01", "--set", "decide.target_error=0"]
        func run(_ arguments: String...) throws -> Program.Ended {
            let name = UUID().uuidString
            return try program.end(try program.start(arguments + options, named: name), named: name)
        }
        #expect(try run("run", Self.document, "--output", "out", "--keep-stages", "stages").code == 0)
        #expect(try run("replay", "stages", "--output", "again").code == 0)
        var first = try ResultEncoder.decode(Data(program.text("out/results.jsonl").utf8))
        var again = try ResultEncoder.decode(Data(program.text("again/results.jsonl").utf8))
        (first.timing, again.timing) = ([:], [:])
        #expect((first.fields?.count ?? 0) > 5)
        #expect(first == again)

        let broken = program.folder.appending(path: "stages/broken")
        try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: broken.appending(path: "recognize.json"))
        let ended = try run("replay", "stages", "--output", "third")
        #expect(ended.code == 2)
        #expect(ended.error.contains("stages/broken/ingest.json"))
        #expect(try program.text("third/results.jsonl").split(separator: "\n").count == 1)
    }

    @Test func saysWhatToGiveWhereNothingWasKept() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try program.run("replay", "nowhere", "--output", "again")
        #expect(ended.code == 2)
        #expect(ended.error.contains("nowhere") && ended.error.contains("--keep-stages"))
    }
}
