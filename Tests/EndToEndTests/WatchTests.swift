import Foundation
import Glibc
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service as systemd runs it.
@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct WatchTests {
    @Test func readsWhatComesUntilItIsStopped() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick)
        let process = try program.startWatch(named: "log")
        try program.write("a.pgm", Picture.bars(1))
        try await program.wait(process) { try program.events("log", "processed").count == 1 }
        // A configuration that does not hold changes nothing, and says why.
        try program.configure(Program.quick + "run:\n  jobz: 2\n")
        kill(process.processIdentifier, SIGHUP)
        try await program.wait(process) { try program.events("log", "not_reconfigured").count == 1 }
        #expect(
            (try program.events("log", "not_reconfigured").first?["message"] as? String)?
                .contains("my.yml:5:3: unknown key `jobz`; did you mean `jobs`?") == true)
        // What holds from the start.
        try program.configure(Program.quick + "  move: false\n")
        kill(process.processIdentifier, SIGHUP)
        try await program.wait(process) { try program.events("log", "not_reconfigured").count == 2 }
        #expect(
            (try program.events("log", "not_reconfigured").last?["message"] as? String)?
                .contains("watch.move: cannot change while it runs") == true)
        try program.configure(Program.quick + "ingest:\n  max_megapixels: 0.1\n")
        kill(process.processIdentifier, SIGHUP)
        try await program.wait(process) { try program.events("log", "reconfigured").count == 1 }
        try program.write("b.pgm", Picture.bars(2))
        try await program.wait(process) { try program.events("log", "failed").count == 1 }
        #expect(try program.events("log", "failed").first?["error"] as? String == "image_too_large")
        kill(process.processIdentifier, SIGTERM)
        let ended = try program.end(process, named: "log")
        #expect(ended.code == 0, "\(ended.error)")
        #expect(try program.events("log", "stopped").count == 1)
        for file in ["in/done/a.pgm", "in/done/a.pgm.json", "in/failed/image_too_large/b.pgm.json"] {
            #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: file).path), "\(file)")
        }
        #expect(try program.leftovers().isEmpty)
        #expect(try program.text("out/results.jsonl").split(separator: "\n").count == 2)
        let status = try program.run("status", "out")
        #expect(status.output.hasPrefix("2 documents seen: 1 processed, 1 failed, 0 pending"))
        // Once more within the limit, it goes where it belongs; what is gone keeps its result.
        #expect(try program.run("retry", "out", "--failed", "--quiet").code == 0)
        let done = program.folder.appending(path: "in/done")
        let failed = program.folder.appending(path: "in/failed/image_too_large")
        let names = ["a.pgm", "a.pgm.json", "b.pgm", "b.pgm.json"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: done.path).sorted() == names)
        #expect(try FileManager.default.contentsOfDirectory(atPath: failed.path).isEmpty)
        #expect(try program.text("in/done/b.pgm.json") == program.text("out/results/b.pgm.json"))
        try FileManager.default.removeItem(at: done.appending(path: "b.pgm"))
        let retried = try program.run("retry", "out", "--kind", "unknown", "--quiet")
        #expect(retried.code == 0 && retried.error.contains("b.pgm: the document is not there any more"))
        #expect(try program.run("status", "out").output.hasPrefix("2 documents seen: 2 processed"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: done.path).sorted() == names.filter { $0 != "b.pgm" })
    }

    @Test func answersThoseWhoLookAfterIt() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick + "  listen: \"0\"\n")
        let process = try program.startWatch(named: "log")
        try await program.wait(process) { try program.events("log", "listening").count == 1 }
        let port = try #require(program.events("log", "listening").first?["message"] as? String)
            .replacing("port ", with: "")
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/metrics"))
        let text = String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        #expect(text.contains("recto_documents{state=\"processed\"} 0"))
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
        try program.configure(Program.quick + "  webhook: https://example.com/x\n")
        let refused = try program.run("watch", "in", "--output", "out", "--config", "my.yml")
        #expect(refused.code == 78 && refused.error.contains("the webhook's secret must have"))
    }

    @Test func readsDocumentsAlsoWhereConnectionsAreHeld() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick + "  listen: \"0\"\n")
        let process = try program.startWatch(named: "log", by: ["/bin/sh", "-c", "ulimit -n 100; exec \"$@\"", "sh"])
        try await program.wait(process) { try program.events("log", "listening").count == 1 }
        let message = try program.events("log", "listening").last?["message"] as? String
        let port = (message ?? "").replacing("port ", with: "")
        let hoarder = Process()
        hoarder.executableURL = URL(filePath: "/usr/bin/python3")
        let script = """
            import socket, sys, time
            held = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(110)]
            open("held", "w").close()
            time.sleep(600)
            """
        hoarder.arguments = ["-c", script, port]
        hoarder.currentDirectoryURL = program.folder
        try hoarder.run()
        // What a test starts has all signals blocked.
        func end() {
            kill(hoarder.processIdentifier, SIGKILL)
            hoarder.waitUntilExit()
        }
        defer { end() }
        let held = program.folder.appending(path: "held").path
        try await program.wait(process) { FileManager.default.fileExists(atPath: held) }
        try program.write("a.pgm", Picture.blank())
        try await program.wait(process) { try program.events("log", "processed").count == 1 }
        #expect(try program.events("log", "problem").isEmpty)
        end()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/healthz"))
        #expect(String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self) == "ok\n")
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
    }

    @Test func stopsAtOnceAtTheSecondSignalAndLosesNothing() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick)
        try program.write("a.pgm", Picture.bars(1))
        let process = try program.startWatch(named: "stopped")
        try await program.wait(process) { try program.events("stopped", "processed").count == 1 }
        // The worker that waits for the next document never answers it.
        kill(try #require(Program.workers(of: process.processIdentifier).first).process, SIGSTOP)
        try program.write("b.pgm", Picture.bars(2))
        _ = try #require(try await program.busyWorker(of: process))
        kill(process.processIdentifier, SIGTERM)
        // Waits on this thread: a busy machine may take up a suspended test again when the first signal's patience is over.
        for _ in 0..<100 where try program.events("stopped", "stopping").isEmpty { usleep(20_000) }
        usleep(300_000)
        #expect(process.isRunning)
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "stopped").code == 143)
        #expect(try program.leftovers().isEmpty)
        #expect(try program.run("status", "out").output.hasPrefix("2 documents seen: 1 processed, 0 failed, 1 pending"))
        let again = try program.startWatch(named: "again")
        try await program.wait(again) { try program.events("again", "processed").count == 1 }
        kill(again.processIdentifier, SIGTERM)
        #expect(try program.end(again, named: "again").code == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "in/done/b.pgm.json").path))
    }

    @Test func losesNothingWhereItIsKilled() async throws {
        let program = try Program()
        defer { program.remove() }
        try program.configure(Program.quick)
        for number in 0..<4 { try program.write("\(number).pgm", Picture.bars(number)) }
        let killed = try program.startWatch(named: "killed")
        try await program.wait(killed) { try program.events("killed", "processed").count >= 1 }
        kill(killed.processIdentifier, SIGKILL)
        _ = try program.end(killed, named: "killed")
        let process = try program.startWatch(named: "again")
        let done = program.folder.appending(path: "in/done").path
        try await program.wait(process) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: done)) ?? []
            let isDone = (0..<4).allSatisfy { names.contains("\($0).pgm") && names.contains("\($0).pgm.json") }
            // The first may have done all of it: the second must know what a signal means by then.
            return try isDone && !program.events("again", "started").isEmpty
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
        try program.configure(Program.quick)
        let process = try program.startWatch(named: "first")
        try await program.wait(process) { try program.events("first", "started").count == 1 }
        let second = try program.run("run", "in", "--output", "out")
        #expect(second.code == 2)
        #expect(second.error.contains("another recto is at work there"))
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "first").code == 0)
        #expect(try program.run("watch", "gone", "--output", "out").code == 2)
        #expect(try program.run("watch", "in", "--output", "in/out").code == 2)
        // Pages would be taken for documents, and their pages too.
        let pages = try program.run("watch", "in", "--output", "out", "--corrected", "in/pages/new")
        #expect(pages.code == 2 && pages.error.contains("in/pages/new: lies in in"))
    }
}
