import Foundation
import Glibc
import Model
import Output
import Testing

/// What is wrong with the machine must not be taken for the documents' fault, nor lose one.
@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct FaultTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(by launcher: [String]) throws -> Program.Ended {
        try program.end(program.start(["run", "in", "--output", "out", "--quiet"], by: launcher))
    }

    private func codes() throws -> [FailureCode?] {
        try program.text("out/results.jsonl").split(separator: "\n")
            .map { try ResultEncoder.decode(Data($0.utf8)).error?.code }
    }

    @Test(.enabled(if: PrivateMounts.arePossible, "this machine has no name spaces for mounts"))
    func noRoomForScratchIsNoDocumentsFault() async throws {
        defer { program.remove() }
        // A file of 120 kB.
        let full = PrivateMounts.launcher("-t tmpfs -o size=80k none tmp")
        try program.write("a.pgm", Picture.bars(1))
        #expect(try run(by: full).code == 1)
        #expect(try codes() == [.outputFailed])
        #expect(try run(by: []).code == 0)
        #expect(try codes() == [nil])
        // A watch keeps the document until there is room.
        try program.configure(Program.quick + "  min_free_megabytes: 0\n")
        try program.write("b.pgm", Picture.bars(2))
        let process = try program.startWatch(named: "full", by: full)
        try await program.wait(process) { try !program.events("full", "problem").isEmpty }
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "full").code == 0)
        let message = try #require(program.events("full", "problem").first?["message"] as? String)
        #expect(message.contains(".pgm: cannot be copied to the scratch folder (TMPDIR): No space left"))
        let again = try program.startWatch(named: "again")
        try await program.wait(again) { try program.events("again", "processed").count == 2 }
        kill(again.processIdentifier, SIGTERM)
        #expect(try program.end(again, named: "again").code == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "in/done/b.pgm.json").path))
    }

    @Test(.enabled(if: PrivateMounts.arePossible, "this machine has no name spaces for mounts"))
    func takesNothingWhileTheOutputIsFull() async throws {
        defer { program.remove() }
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: program.folder.appending(path: name).path)
        }
        func say(_ name: String) throws { try Data().write(to: program.folder.appending(path: name)) }
        try program.configure(Program.quick + "  min_free_megabytes: 0\n")
        try program.write("0.pgm", Picture.blank())
        // Full between the two words, in the eyes of the watch.
        let script = """
            mount -t tmpfs -o size=1m none out || exit 1
            {
                until [ -e fill ]; do sleep 0.1; done
                dd if=/dev/zero of=out/filler bs=4k
                : > filled
                until [ -e empty ]; do sleep 0.1; done
                rm out/filler
            } 2> /dev/null &
            exec "$@"
            """
        try FileManager.default.createDirectory(
            at: program.folder.appending(path: "out"), withIntermediateDirectories: false)
        let process = try program.startWatch(
            named: "log", by: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, "sh"])
        try await program.wait(process) { try program.events("log", "processed").count == 1 }
        try say("fill")
        try await program.wait(process) { exists("filled") }
        for number in 1..<6 { try program.write("\(number).pgm", Picture.blank(shade: UInt8(200 + number))) }
        try await program.wait(process) { try program.events("log", "paused").count == 1 }
        try await Task.sleep(for: .seconds(2))
        // What waits, waits in the folder.
        let claimed = try FileManager.default.contentsOfDirectory(
            atPath: program.folder.appending(path: "in/.recto-work").path)
        #expect((1...2).contains(claimed.count))
        try say("empty")
        try await program.wait(process) { try program.events("log", "processed").count == 6 }
        #expect(try program.events("log", "resumed").count == 1)
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
        #expect((0..<6).allSatisfy { exists("in/done/\($0).pgm") && exists("in/done/\($0).pgm.json") })
    }

    @Test(.enabled(if: PrivateMounts.arePossible, "this machine has no name spaces for mounts"))
    func saysThatItsOutputIsReadOnly() throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        #expect(try run(by: []).code == 0)
        let before = try program.text("out/results.jsonl")
        let ended = try run(by: PrivateMounts.launcher("--bind -o ro out out"))
        #expect(ended.code == 2)
        #expect(ended.error.contains("Read-only file system"))
        #expect(try program.text("out/results.jsonl") == before)
    }

    @Test(.enabled(if: PrivateMounts.arePossible, "this machine has no name spaces for mounts"))
    func aFolderThatIsReadOnlyIsWatchedWhereDocumentsStay() async throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        let readOnly = PrivateMounts.launcher("--bind -o ro in in")
        try program.configure(Program.quick)
        let refused = try program.startWatch(named: "refused", by: readOnly)
        let ended = try program.end(refused, named: "refused")
        #expect(ended.code == 2)
        // The log of a service is JSON to its last line.
        let message = try #require(program.events("refused", "problem").first?["message"] as? String)
        #expect(message.contains("cannot be made: Read-only file system: allow it, or leave them in place"))
        try program.configure(Program.quick + "  move: false\n")
        let process = try program.startWatch(named: "log", by: readOnly)
        try await program.wait(process) { try program.events("log", "processed").count == 1 }
        kill(process.processIdentifier, SIGTERM)
        #expect(try program.end(process, named: "log").code == 0)
    }

    @Test(.enabled(if: PrivateMounts.arePossible, "this machine has no name spaces for mounts"))
    func saysWhatItCouldNotPurge() throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        #expect(try run(by: []).code == 0)
        let process = try program.start(
            ["purge", "out", "--older-than", "0h"], by: PrivateMounts.launcher("--bind -o ro out/results out/results"))
        let ended = try program.end(process)
        #expect(ended.code == 1)
        #expect(ended.error.contains("a.pgm: cannot be removed"))
        #expect(ended.output.hasPrefix("removed: 0 documents"))
        // What is there still is known still, and goes the next time.
        #expect(try codes() == [nil])
        #expect(try program.run("purge", "out", "--older-than", "0h").output.hasPrefix("removed: a.pgm: result"))
        #expect(try codes().isEmpty)
    }

    @Test func worksWithoutStandardStreams() throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        #expect(try run(by: ["/bin/sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"]).code == 0)
        #expect(try codes() == [nil])
    }

    @Test func pagesKeptInTheInputFolderAreNoDocuments() throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.bars(1))
        for _ in 0..<2 {
            let ended = try program.run(
                "run", "in", "--output", "in/out", "--corrected", "in/pages", "--overlay", "in/seen")
            #expect(ended.code == 0, "\(ended.error)")
        }
        #expect(
            FileManager.default.fileExists(atPath: program.folder.appending(path: "in/pages/a.pgm/page-1.png").path))
        #expect(try program.run("status", "in/out").output.hasPrefix("1 document seen"))
    }

    /// A pipe without a writer, a device without an end, a folder, and what is not there.
    @Test func doesNotWaitForWhatIsNoFile() throws {
        defer { program.remove() }
        #expect(mkfifo(program.folder.appending(path: "pipe.tif").path, 0o600) == 0)
        #expect(mkfifo(program.folder.appending(path: "other.tif").path, 0o600) == 0)
        #expect(symlink("other.tif", program.folder.appending(path: "link.tif").path) == 0)
        let ended = try program.run("run", "pipe.tif", "link.tif", "/dev/zero", "gone.tif", "--output", "out")
        #expect(ended.code == 1)
        #expect(try codes() == [.fileMissing, .fileUnreadable, .fileUnreadable, .fileUnreadable])
    }
}
