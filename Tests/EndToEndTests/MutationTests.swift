import Foundation
import Testing

/// Every format, whole and spoilt, by workers that are confined as they are in use.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct MutationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func everyFormatIsReadByAConfinedWorker() throws {
        let program = try Program()
        defer { program.remove() }
        let seeds = Self.root.appending(path: "Tests/Seeds/files").path
        let ended = try program.run("run", seeds, "--output", "out", "--set", "recognize.words=false", "--quiet")
        #expect(ended.code == 0, "\(ended.error)")
        let count = try FileManager.default.contentsOfDirectory(atPath: seeds).count
        #expect(try program.text("out/results.jsonl").split(separator: "\n").count == count)
    }

    /// `make mutation-run` does the same for long.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
    func everySpoiltFileHasAResult() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            Self.root.appending(path: "Scripts/mutation-run").path, Program.path ?? "", "--documents", "40", "--seed",
            "2026", "--jobs", "1", "--set", "recognize.words=false",
        ]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
