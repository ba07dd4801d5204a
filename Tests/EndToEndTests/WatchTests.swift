import Foundation
import Glibc
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
        // What holds from the start.
        try configure(program, Self.quick + "  move: false\n")
        kill(process.processIdentifier, SIGHUP)
        try await wait(process) { try events(program, "log", "not_reconfigured").count == 2 }
        #expect(
            (try events(program, "log", "not_reconfigured").last?["message"] as? String)?
                .contains("watch.move: cannot change while it runs") == true)
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
        #expect(try program.text("out/results.jsonl").split(separator: "\n").count == 2)
        let status = try program.run("status", "out")
        #expect(status.output.hasPrefix("2 documents seen: 1 processed, 1 failed, 0 pending"))
    }

    private static let receiver = #"""
        import http.server, sys

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with open("received", "a") as file:
                    file.write(self.headers["Recto-Delivery"] + " " + str(b"schema_version" in body) + "\n")
                self.send_response(204)
                self.end_headers()

        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
        with open("port", "w") as file:
            file.write(str(server.server_port))
        server.serve_forever()
        """#

    private func startReceiver(_ program: Program, port: String) async throws -> (process: Process, port: String) {
        let file = program.folder.appending(path: "port")
        try? FileManager.default.removeItem(at: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.receiver, port]
        process.currentDirectoryURL = program.folder
        // Whatever becomes of it, nobody waits for its output to end.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await wait(process) { (try? String(contentsOf: file, encoding: .utf8))?.isEmpty == false }
        return (process, try String(contentsOf: file, encoding: .utf8))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
    func tellsAWebhookOfEachResultOnceWhateverIsKilled() async throws {
        let program = try Program()
        defer { program.remove() }
        func received() throws -> [String] {
            ((try? program.text("received")) ?? "").split(separator: "\n").map(String.init)
        }
        var (receiver, port) = try await startReceiver(program, port: "0")
        // It inherits the signals that this process blocks: no other one ends it.
        defer { kill(receiver.processIdentifier, SIGKILL) }
        let secret = program.folder.appending(path: "secret").path
        #expect(
            FileManager.default.createFile(
                atPath: secret, contents: Data("0123456789abcdef".utf8), attributes: [.posixPermissions: 0o600]))
        try configure(
            program, Self.quick + "  webhook: http://127.0.0.1:\(port)/in\n  webhook_secret_file: secret\n")
        let killed = try start(program, named: "killed")
        try program.write("a.pgm", Picture.bars(1))
        try await wait(killed) { try received().count == 1 }
        kill(receiver.processIdentifier, SIGKILL)
        receiver.waitUntilExit()
        try program.write("b.pgm", Picture.bars(2))
        try await wait(killed) { try !events(program, "killed", "webhook_failed").isEmpty }
        kill(killed.processIdentifier, SIGKILL)
        _ = try program.end(killed, named: "killed")
        (receiver, _) = try await startReceiver(program, port: port)
        let process = try start(program, named: "again")
        try await wait(process) { try program.run("status", "out").output.contains("webhook: 2 delivered") }
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "again").code == 0)
        #expect(Set(try received()) == ["1 True", "2 True"])
        for log in ["killed.err", "again.err"] { #expect(try !program.text(log).contains("0123456789")) }
    }

    @Test func answersThoseWhoLookAfterIt() async throws {
        let program = try Program()
        defer { program.remove() }
        try configure(program, Self.quick + "  listen: \"0\"\n")
        let process = try start(program, named: "log")
        try await wait(process) { try events(program, "log", "listening").count == 1 }
        let port = try #require(events(program, "log", "listening").first?["message"] as? String)
            .replacing("port ", with: "")
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/metrics"))
        let text = String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        #expect(text.contains("recto_documents{state=\"processed\"} 0"))
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
        try configure(program, Self.quick + "  webhook: https://example.com/x\n")
        let refused = try program.run("watch", "in", "--output", "out", "--config", "my.yml")
        #expect(refused.code == 78 && refused.error.contains("the webhook's secret must have"))
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
