import Foundation
import Hummingbird
import RawHTTP
import Synchronization
import Testing
import WebServer

/// TLS: what is spoken, with which certificate, and that the limits hold there too.
@Suite struct TLSTests {
    private final class Folder: Sendable {
        let path: String

        init() throws {
            path = NSTemporaryDirectory() + "recto-tls-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func certificate(_ name: String, passphrase: String? = nil) throws -> TestCertificate {
            try TestCertificate(in: path, as: name, for: "review.test", passphrase: passphrase)
        }
    }

    private static let get = ["GET / HTTP/1.1", "Host: a"]

    @Test func speaksTLSAndNothingElse() async throws {
        let folder = try Folder()
        let files = try folder.certificate("own")
        let certificate = try TLSCertificate(file: files.file, keyFile: files.keyFile)
        try await LimitTests().serve(.init(patience: 600), certificate: certificate) { port in
            let answer = try await TLSConnection(port: port, name: "review.test", trusting: files.file)
                .exchange(Self.get)
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("whole"))
            let old = try await TLSConnection(port: port, name: "review.test", trusting: files.file, isOld: true)
                .exchange(Self.get)
            let other = try await TLSConnection(port: port, name: "elsewhere.test", trusting: files.file)
                .exchange(Self.get)
            let plain = try await RawConnection(port: port).exchange(Self.get)
            #expect(old.isEmpty && other.isEmpty && !plain.contains("HTTP"))
        }
    }

    @Test func newConnectionsBeginWithTheFilesThatWereReadLast() async throws {
        let folder = try Folder()
        let (first, second, files) = try (
            folder.certificate("first"), folder.certificate("second"), folder.certificate("own")
        )
        try first.replace(files)
        let certificate = try TLSCertificate(file: files.file, keyFile: files.keyFile)
        try await LimitTests().serve(.init(patience: 600), certificate: certificate) { port in
            func ask(trusting file: TestCertificate) async throws -> String {
                try await TLSConnection(port: port, name: "review.test", trusting: file.file).exchange(Self.get)
            }
            let early = try await TLSConnection(port: port, name: "review.test", trusting: first.file)
            early.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await early.receive { $0.hasSuffix("whole") }.text.hasSuffix("whole"))
            // Files alone change nothing before they are read.
            try second.replace(files)
            #expect(try await ask(trusting: first).hasSuffix("whole"))
            try certificate.reload()
            #expect(try await ask(trusting: second).hasSuffix("whole"))
            #expect(try await ask(trusting: first).isEmpty)
            early.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await early.receive { $0.hasSuffix("whole") }.text.hasSuffix("whole"))
            try Data("spoilt".utf8).write(to: URL(filePath: files.file))
            #expect(throws: TLSProblem.self) { try certificate.reload() }
            #expect(try await ask(trusting: second).hasSuffix("whole"))
        }
    }

    @Test func refusesFilesThatCannotServe() throws {
        let folder = try Folder()
        let (own, other) = try (folder.certificate("own"), folder.certificate("other"))
        let locked = try folder.certificate("locked", passphrase: "secret")
        let bare = try folder.certificate("bare")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: bare.keyFile)
        for (file, keyFile, cause) in [
            (own.file, other.keyFile, "is not the key of the certificate"),
            (own.file, locked.keyFile, "passphrase"), (own.file, own.file, "everyone may read"),
            (bare.file, bare.keyFile, "everyone may read the private key"),
            (own.keyFile, own.keyFile, "holds no certificate"), (own.file, "/nowhere", "cannot be read"),
            ("/nowhere", own.keyFile, "cannot be read"),
        ] {
            let problem = #expect(throws: TLSProblem.self) { try TLSCertificate(file: file, keyFile: keyFile) }
            #expect(problem?.description.contains(cause) == true, "\(problem?.description ?? "")")
        }
    }

    /// Silent, or with a hello that never ends.
    @Test(arguments: [true, false]) func cutsOffWhoDoesNotShakeHands(isSilent: Bool) async throws {
        let folder = try Folder()
        let files = try folder.certificate("own")
        let certificate = try TLSCertificate(file: files.file, keyFile: files.keyFile)
        try await LimitTests().serve(.init(patience: 0.3), certificate: certificate) { port in
            let connection = try RawConnection(port: port)
            if !isSilent { connection.send("\u{16}\u{3}\u{1}\u{2}\u{0}") }
            while try await !connection.receive(seconds: 0.02).isClosed {
                if !isSilent { connection.send("\u{1}") }
            }
        }
    }

    @Test func cutsOffWhoTakesNoAnswerOverTLS() async throws {
        let folder = try Folder()
        let files = try folder.certificate("own")
        let certificate = try TLSCertificate(file: files.file, keyFile: files.keyFile)
        let wasCutOff = Mutex(false)
        let router = Router()
        router.get("/large") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    do {
                        while true { try await writer.write(ByteBuffer(repeating: 65, count: 1 << 20)) }
                    } catch {
                        wasCutOff.withLock { $0 = true }
                        throw error
                    }
                })
        }
        try await LimitTests().serve(.init(patience: 0.3), router, certificate: certificate) { port in
            // Kept: one that the client closes is not cut off by the server.
            var connections: [TLSConnection] = []
            // A busy machine may cut off a client before its request is answered at all: that one tries again.
            for _ in 0..<1000 where !wasCutOff.withLock({ $0 }) {
                guard let connection = try? await TLSConnection(port: port, name: "review.test", trusting: files.file)
                else { continue }
                connections.append(connection)
                connection.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try? await connection.receive { !$0.isEmpty }
                try? await connection.stopReading()
                for _ in 0..<50 where !wasCutOff.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(20)) }
            }
            #expect(wasCutOff.withLock { $0 })
            withExtendedLifetime(connections) {}
        }
    }
}
