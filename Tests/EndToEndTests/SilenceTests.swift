import Foundation
import Glibc
import Model
import Output
import Testing

/// What is read is told in results alone.
@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct SilenceTests {
    private static let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/id/0005-passport-scan.jpg")

    /// Arguments of all processes that a watch has started.
    private func arguments(of parent: Int32) -> String {
        Program.workers(of: parent).compactMap { FileManager.default.contents(atPath: "/proc/\($0.process)/cmdline") }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    @Test func noValueIsInALogOrAnArgument() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick)
        let process = try program.startWatch(named: "log")
        try program.write("a.jpg", Data(contentsOf: Self.sample))
        try await program.wait(process) { try program.events("log", "processed").count == 1 }
        var told = arguments(of: process.processIdentifier)
        #expect(told.contains("--scratch"))
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
        told += try program.text("log.err") + program.text("log.out")
        let printed = try program.run("retry", "out", "--kind", "id", "--table")
        told += printed.output + printed.error
        let outcome = try ResultEncoder.decode(Data(program.text("out/results/a.jpg.json").utf8))
        let values = outcome.fields?.values.map { "\($0.value)" } ?? []
        let words = values.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.filter { $0.count >= 5 }
        #expect(words.count > 3)
        for word in words { #expect(!told.localizedCaseInsensitiveContains(word), "\(word)") }
    }
}
