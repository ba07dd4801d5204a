import Foundation
import Glibc
import Testing

/// The service as systemd runs it.
@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct WatchTests {
    private let arguments = [
        "watch", "in", "--output", "out", "--jobs", "1", "--log-format", "json", "--config", "my.yml",
    ]

    private func start(_ program: Program, named name: String) throws -> Process {
        try program.start(arguments, named: name)
    }

    private func configure(_ program: Program, _ text: String) throws {
        try Data(text.utf8).write(to: program.folder.appending(path: "my.yml"))
    }

    private static let quick = "watch:\n  quiet_seconds: 0.2\n  scan_seconds: 0.5\n"

    /// Events of a kind that were logged so far.
    private func events(_ program: Program, _ log: String, _ event: String) throws -> [[String: Any]] {
        try program.text("\(log).err").split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { $0["event"] as? String == event }
    }

    private func wait(_ process: Process, until isDone: () throws -> Bool) async throws {
        while process.isRunning, try !isDone() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(process.isRunning)
    }

    @Test func readsWhatComesUntilItIsStopped() async throws {
        let program = try Program()
        defer { program.remove() }
        try configure(program, Self.quick)
        let process = try start(program, named: "log")
        try program.write("a.pgm", Picture.bars(1))
        try await wait(process) { try events(program, "log", "processed").count == 1 }
        // A configuration that does not hold changes nothing, and says why.
        try configure(program, Self.quick + "run:\n  jobz: 2\n")
        kill(process.processIdentifier, SIGHUP)
        try await wait(process) { try events(program, "log", "not_reconfigured").count == 1 }
        #expect(
            (try events(program, "log", "not_reconfigured").first?["message"] as? String)?
                .contains("my.yml:5:3: unknown key `jobz`; did you mean `jobs`?") == true)
        try configure(program, Self.quick + "ingest:\n  max_megapixels: 0.1\n")
        kill(process.processIdentifier, SIGHUP)
        try await wait(process) { try events(program, "log", "reconfigured").count == 1 }
        try program.write("b.pgm", Picture.bars(2))
        try await wait(process) { try events(program, "log", "failed").count == 1 }
        #expect(try events(program, "log", "failed").first?["error"] as? String == "image_too_large")
        kill(process.processIdentifier, SIGTERM)
        let ended = try program.end(process, named: "log")
        #expect(ended.code == 0, "\(ended.error)")
        #expect(try events(program, "log", "stopped").count == 1)
        for file in ["in/done/a.pgm", "in/done/a.pgm.json", "in/failed/image_too_large/b.pgm.json"] {
            #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: file).path), "\(file)")
        }
        #expect(try program.leftovers().isEmpty)
        let status = try program.run("status", "out")
        #expect(status.output.hasPrefix("2 documents seen: 1 processed, 1 failed, 0 pending"))
    }

    @Test func losesNothingWhereItIsKilled() async throws {
        let program = try Program()
        defer { program.remove() }
        try configure(program, Self.quick)
        for number in 0..<4 { try program.write("\(number).pgm", Picture.bars(number)) }
        let killed = try start(program, named: "killed")
        try await wait(killed) { try events(program, "killed", "processed").count >= 1 }
        kill(killed.processIdentifier, SIGKILL)
        _ = try program.end(killed, named: "killed")
        let process = try start(program, named: "again")
        let done = program.folder.appending(path: "in/done").path
        try await wait(process) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: done)) ?? []
            return (0..<4).allSatisfy { names.contains("\($0).pgm") && names.contains("\($0).pgm.json") }
        }
        kill(process.processIdentifier, SIGINT)
        #expect(try program.end(process, named: "again").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: done).count == 8)
        #expect(try program.run("status", "out").output.hasPrefix("4 documents seen: 4 processed, 0 failed, 0 pending"))
        #expect(try program.leftovers().isEmpty)
    }

    @Test func refusesASecondOneOnTheSameOutput() async throws {
        let program = try Program()
        defer { program.remove() }
        try configure(program, Self.quick)
        let process = try start(program, named: "first")
        try await wait(process) { try events(program, "first", "started").count == 1 }
        let second = try program.run("run", "in", "--output", "out")
        #expect(second.code == 2)
        #expect(second.error.contains("another recto is at work there"))
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "first").code == 0)
        #expect(try program.run("watch", "gone", "--output", "out").code == 2)
        #expect(try program.run("watch", "in", "--output", "in/out").code == 2)
    }
}
