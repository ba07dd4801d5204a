import Foundation
import Glibc
import Testing

/// Results told to a receiver that is killed, that nobody trusts, and that a proxy stands before.
@Suite(
    .serialized, .enabled(if: Program.path != nil, "recto is not built"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct WebhookTests {
    private let program: Program

    init() throws {
        program = try Program()
        let secret = program.folder.appending(path: "secret").path
        #expect(
            FileManager.default.createFile(
                atPath: secret, contents: Data("0123456789abcdef".utf8), attributes: [.posixPermissions: 0o600]))
    }

    private static let receiver = #"""
        import http.server, os, ssl, sys

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with open("received", "a") as file:
                    file.write(self.headers["Recto-Delivery"] + " " + str(b"schema_version" in body) + "\n")
                self.send_response(204)
                self.end_headers()

        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
        if os.path.exists("receiver.pem"):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("receiver.pem", "receiver.key")
            server.socket = context.wrap_socket(server.socket, server_side=True)
        with open("port", "w") as file:
            file.write(str(server.server_port))
        server.serve_forever()
        """#

    private func startReceiver(port: String = "0") async throws -> (process: Process, port: String) {
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
        try await program.wait(process) { (try? String(contentsOf: file, encoding: .utf8))?.isEmpty == false }
        return (process, try String(contentsOf: file, encoding: .utf8))
    }

    private func configure(_ url: String) throws {
        try program.configure(Program.quick + "  webhook: \(url)\n  webhook_secret_file: secret\n")
    }

    /// A line a request: its number, and whether its body is a result.
    private func received() -> [String] {
        ((try? program.text("received")) ?? "").split(separator: "\n").map(String.init)
    }

    private func stop(_ process: Process, named name: String) throws {
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: name).code == 0)
        #expect(try !program.text("\(name).err").contains("0123456789"))
    }

    @Test func eachResultArrivesOnceWhateverIsKilled() async throws {
        defer { program.remove() }
        var (receiver, port) = try await startReceiver()
        // It inherits the signals that this process blocks: no other one ends it.
        defer { kill(receiver.processIdentifier, SIGKILL) }
        try configure("http://127.0.0.1:\(port)/in")
        let killed = try program.startWatch(named: "killed")
        try program.write("a.pgm", Picture.bars(1))
        try await program.wait(killed) { received().count == 1 }
        kill(receiver.processIdentifier, SIGKILL)
        receiver.waitUntilExit()
        try program.write("b.pgm", Picture.bars(2))
        try await program.wait(killed) { try !program.events("killed", "webhook_failed").isEmpty }
        kill(killed.processIdentifier, SIGKILL)
        #expect(try !program.end(killed, named: "killed").error.contains("0123456789"))
        (receiver, _) = try await startReceiver(port: port)
        let process = try program.startWatch(named: "again")
        try await program.wait(process) { try program.run("status", "out").output.contains("webhook: 2 delivered") }
        try stop(process, named: "again")
        #expect(Set(received()).count == 2 && received().allSatisfy { $0.hasSuffix(" True") })
    }

    /// What goes to this machine goes unencrypted, so it must not leave it.
    @Test func noProxyHasWhatIsForThisMachine() async throws {
        defer { program.remove() }
        let (receiver, port) = try await startReceiver()
        defer { kill(receiver.processIdentifier, SIGKILL) }
        try configure("http://localhost:\(port)/in")
        try program.write("a.pgm", Picture.bars(1))
        let process = try program.startWatch(
            named: "log", by: ["/usr/bin/env", "http_proxy=http://127.0.0.1:9", "ALL_PROXY=http://127.0.0.1:9"])
        try await program.wait(process) { try program.run("status", "out").output.contains("webhook: 1 delivered") }
        try stop(process, named: "log")
        #expect(received().count == 1 && received().allSatisfy { $0.hasSuffix(" True") })
    }

    // MARK: - TLS

    private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    private static let canTrust =
        PrivateMounts.arePossible
        && ["/usr/bin/openssl", authorities].allSatisfy { FileManager.default.fileExists(atPath: $0) }

    /// An authority, and by it a certificate for `localhost` alone: `receiver.pem`.
    private func makeCertificates() throws {
        let script = """
            set -e
            new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            openssl req -x509 $new -days 2 -subj "/CN=An authority" -keyout authority.key -out authority.pem
            openssl req $new -subj "/CN=A receiver" -keyout receiver.key -out receiver.csr
            echo subjectAltName=DNS:localhost > names
            openssl x509 -req -in receiver.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                -extfile names -out receiver.pem
            """
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = program.folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(.enabled(if: canTrust, "openssl is not installed, or this machine has no name spaces for mounts"))
    func onlyAReceiverThatTheSystemTrustsHasResults() async throws {
        defer { program.remove() }
        try makeCertificates()
        let (receiver, port) = try await startReceiver()
        defer { kill(receiver.processIdentifier, SIGKILL) }
        let trusting = PrivateMounts.launcher("--bind authority.pem \(Self.authorities)")
        try program.write("a.pgm", Picture.bars(1))
        let cases = [
            ("stranger", "localhost", [], "its certificate is not trusted"),
            ("misnamed", "127.0.0.1", trusting, "its certificate is not trusted"),
        ]
        for (name, host, launcher, cause) in cases {
            try configure("https://\(host):\(port)/in?token=x")
            let process = try program.startWatch(named: name, by: launcher)
            try await program.wait(process) { try !program.events(name, "webhook_failed").isEmpty }
            try stop(process, named: name)
            let message = try #require(program.events(name, "webhook_failed").first?["message"] as? String)
            #expect(message.contains(cause) && !message.contains("token"))
            #expect(try program.run("status", "out").output.contains("webhook: 1 waiting"))
        }
        #expect(received().isEmpty)
        try configure("https://localhost:\(port)/in?token=x")
        let process = try program.startWatch(named: "trusted", by: trusting)
        try await program.wait(process) { try program.run("status", "out").output.contains("webhook: 1 delivered") }
        try stop(process, named: "trusted")
        #expect(received().count == 1 && received().allSatisfy { $0.hasSuffix(" True") })
    }
}
