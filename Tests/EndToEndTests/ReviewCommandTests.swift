import Foundation
import Glibc
import RawHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `recto review` as a person at a terminal has it.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct ReviewCommandTests {
    @Test func printsALinkThatSignsIn() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        let run = try program.run("run", "in", "--output", "out", "--set", "run.jobs=1")
        #expect(run.code == 0, "\(run.error)")
        let process = try program.start(
            ["review", "out", "--port", "0", "--set", "review.sample_accepted=0.1"], named: "review")
        try await program.wait(process) { try program.text("review.out").hasSuffix("\n") }
        let printed = try program.text("review.out")
        let match = try #require(printed.firstMatch(of: /(http:\/\/127\.0\.0\.1:[0-9]+)\/sign-in\?token=[0-9a-f]{64}/))
        let link = try #require(URL(string: String(match.0)))
        let address = try #require(URL(string: "\(match.1)/"))
        let before = try await URLSession.shared.data(from: address)
        #expect((before.1 as? HTTPURLResponse)?.statusCode == 401)
        // The session follows to the queue with the cookie.
        _ = try await URLSession.shared.data(from: link)
        let all = try #require(URL(string: "\(match.1)/?state=all"))
        let page = String(decoding: try await URLSession.shared.data(from: all).0, as: UTF8.self)
        #expect(page.contains("a.pgm") && page.contains("Blank"))
        try await program.wait(process) { try program.text("review.out").matches(of: /token=/).count == 2 }
        kill(process.processIdentifier, SIGTERM)
        let end = try program.end(process, named: "review")
        #expect(end.code == 128 + SIGTERM && end.error.contains("stays for a second look"))
        #expect(!end.output.contains("a.pgm"))
    }

    @Test func servesOtherMachinesOnlyWhereTLSIsSpoken() async throws {
        let program = try Program()
        defer { program.remove() }
        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "out/results"), withIntermediateDirectories: true)
        let bare = try program.run("review", "out", "--listen", "0.0.0.0:0")
        #expect(bare.code == 78 && bare.error.contains("review.listen: ") && bare.error.contains("plain text"))
        let both = try program.run("review", "out", "--listen", "0.0.0.0:0", "--port", "0")
        #expect(both.code == 64)
        let files = try TestCertificate(in: program.folder.path, as: "own", for: "review.test")
        let process = try program.start(
            [
                "review", "out", "--listen", "0.0.0.0:0", "--set", "review.hosts=review.test",
                "--set", "review.certificate_file=\(files.file)", "--set", "review.key_file=\(files.keyFile)",
            ], named: "review")
        try await program.wait(process) { try program.text("review.out").hasSuffix("\n") }
        let printed = try program.text("review.out")
        let port = try #require(printed.firstMatch(of: /https:\/\/review\.test:([0-9]+)\/sign-in/)?.1)
        let answer = try await TLSConnection(
            port: try #require(UInt16(port)), name: "review.test", trusting: files.file
        ).exchange(["GET / HTTP/1.1", "Host: review.test:\(port)"])
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
        kill(process.processIdentifier, SIGHUP)
        try await program.wait(process) { try program.text("review.err").contains("was read anew") }
        try Data("spoilt".utf8).write(to: URL(filePath: files.file))
        kill(process.processIdentifier, SIGHUP)
        try await program.wait(process) { try program.text("review.err").contains("holds no certificate") }
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "review").code == 128 + SIGTERM)
    }

    @Test func saysWhatKeepsItFromServing() throws {
        let program = try Program()
        defer { program.remove() }
        let missing = try program.run("review", "nowhere")
        #expect(missing.code == 2 && missing.error.contains("no such folder"))
        let bare = try program.run("review", "in")
        #expect(bare.code == 2 && bare.error.contains("holds no results"))
        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "out/results"), withIntermediateDirectories: true)
        let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(taken) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(taken, address, length)
                _ = listen(taken, 1)
                _ = getsockname(taken, address, &length)
            }
        }
        let port = try program.run("review", "out", "--port", "\(UInt16(bigEndian: address.sin_port))")
        #expect(port.code == 2 && port.error.contains("cannot listen there"))
    }
}
