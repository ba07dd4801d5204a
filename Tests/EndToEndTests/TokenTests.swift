import Foundation
import Glibc
import Testing

/// `recto token` as a script has it.
@Suite(
    .enabled(if: Program.path != nil, "recto is not built"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct TokenTests {
    private let program: Program

    init() throws {
        program = try Program()
        for (name, text) in [("id-token", "a.b.c"), ("secret", "s3cret")] {
            let file = program.folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            chmod(file.path, 0o600)
        }
    }

    /// Notes what it is asked, and gives a token a request; it refuses clients by name.
    private static let service = #"""
        import http.server, os, time

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with open("asked", "a") as file:
                    file.write(body + "\n")
                while os.path.exists("hold"):
                    time.sleep(0.01)
                refused = body.startswith("grant_type=client_credentials")
                self.send_response(401 if refused else 200)
                self.end_headers()
                with open("asked") as file:
                    count = len(file.readlines())
                answer = '{"error":"invalid_client"}' if refused else \
                    '{"access_token":"token-%d","token_type":"Bearer","expires_in":900}' % count
                self.wfile.write(answer.encode())

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        with open("port.new", "w") as file:
            file.write(str(server.server_port))
        os.rename("port.new", "port")
        server.serve_forever()
        """#

    private func startService() async throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.service]
        process.currentDirectoryURL = program.folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await program.wait(process) { (try? program.text("port")) != nil }
        return process
    }

    private func asked() -> [String] {
        ((try? program.text("asked")) ?? "").split(separator: "\n").map(String.init)
    }

    private func start(_ arguments: String..., named name: String, at address: String? = nil) throws -> Process {
        let cache = program.folder.appending(path: "cache").path
        let service = try address ?? "http://127.0.0.1:\(program.text("port"))/token"
        return try program.start(
            ["token", service] + arguments, named: name, by: ["/usr/bin/env", "XDG_CACHE_HOME=\(cache)"])
    }

    @Test func oneOfManyCallsAsksAndAllHaveTheToken() async throws {
        defer { program.remove() }
        let service = try await startService()
        defer { kill(service.processIdentifier, SIGKILL) }
        let hold = program.folder.appending(path: "hold")
        try Data().write(to: hold)
        let processes = try (0..<4).map { number in
            (try start("--id-token-file", "id-token", "--scope", "capture", named: "\(number)"), "\(number)")
        }
        try await program.wait(service) { !asked().isEmpty }
        try FileManager.default.removeItem(at: hold)
        for (process, name) in processes {
            let ended = try program.end(process, named: name)
            #expect(ended.code == 0 && ended.output == "token-1\n" && ended.error.isEmpty, "\(ended.error)")
        }
        #expect(asked().count == 1 && asked().first?.contains("subject_token=a.b.c&") == true)
        let fresh = try program.end(
            start("--id-token-file", "id-token", "--scope", "capture", "--no-cache", named: "fresh"), named: "fresh")
        #expect(fresh.output == "token-2\n")
    }

    @Test func saysWhyThereIsNone() async throws {
        defer { program.remove() }
        let service = try await startService()
        defer { kill(service.processIdentifier, SIGKILL) }
        let client = ["--client-id", "scanner", "--client-secret-file"]
        let refused = try program.end(start(client[0], client[1], client[2], "secret", named: "r"), named: "r")
        #expect(refused.code == 1 && refused.error == "the token service refused: 401 invalid_client\n")
        let missing = try program.end(start(client[0], client[1], client[2], "nowhere", named: "m"), named: "m")
        #expect(missing.code == 2 && missing.error.contains("nowhere: the client's secret cannot be read"))
        #expect(asked().count == 1)
        let mistakes = [[], Array(client[...1]), client + ["secret", "--id-token-file", "id-token"]]
        for (number, arguments) in mistakes.enumerated() {
            let process = try program.start(["token", "https://example.com"] + arguments, named: "usage \(number)")
            #expect(try program.end(process, named: "usage \(number)").code == 64)
        }
        let open = try program.end(
            start("--id-token-file", "id-token", named: "open", at: "http://example.com/token"), named: "open")
        #expect(open.code == 64 && open.error.contains("https://"))
    }

    @Test func mistakesInTheProgramsOfAReviewEndIt() throws {
        defer { program.remove() }
        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "out/results"), withIntermediateDirectories: true)
        let ended = try program.run("review", "out", "--set", "review.issuer=http://issuer.example")
        #expect(ended.code == 78)
        for key in ["issuer", "audience", "programs"] { #expect(ended.error.contains("review.\(key): ")) }
    }
}
