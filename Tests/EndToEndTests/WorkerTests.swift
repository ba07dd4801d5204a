import Foundation
import Operations
import Testing

/// The worker as another program would drive it (docs/worker-protocol.md).
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct WorkerTests {
    private struct Driven {
        let process: Process
        let input: FileHandle
        let output: FileHandle

        func send(_ request: String) throws { try input.write(contentsOf: Data((request + "\n").utf8)) }

        /// The next line of standard output as JSON.
        func answer() throws -> [String: Any] {
            var line = Data()
            while let byte = try output.read(upToCount: 1), byte.first != UInt8(ascii: "\n") { line += byte }
            return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }

        func end() -> Int32 {
            try? input.close()
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private func start(_ program: Program, _ more: [String] = []) throws -> Driven {
        let process = Process()
        process.executableURL = URL(filePath: Program.path ?? "/nonexistent")
        process.arguments = ["worker", "--scratch", program.folder.appending(path: "in").path] + more
        process.environment = ["OMP_THREAD_LIMIT": "1", "PATH": "/usr/bin:/bin"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return Driven(process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading)
    }

    @Test func speaksTheProtocol() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("document", Picture.bars(1))
        try program.write("broken", Data("GIF89a".utf8))
        let worker = try start(program, ["--as-of", "2026-01-31"])
        let hello = try worker.answer()
        #expect(hello["type"] as? String == "hello")
        #expect(hello["version"] as? Int == 1)
        #expect((hello["engine"] as? [String: Any])?["as_of"] as? String == "2026-01-31")
        try worker.send(
            #"{"version":1,"sequence":7,"path":"x/y.pgm","file":"document","progress":true,"keep":["stages","overlay"]}"#
        )
        let pages = try worker.answer()
        #expect(pages["type"] as? String == "pages")
        #expect(pages["count"] as? Int == 1)
        let page = try worker.answer()
        #expect(page["type"] as? String == "page")
        #expect(page["sequence"] as? Int == 7 && page["number"] as? Int == 1)
        let result = try worker.answer()
        #expect(result["type"] as? String == "result")
        #expect(result["sequence"] as? Int == 7)
        let outcome = try #require(result["outcome"] as? [String: Any])
        #expect(outcome["status"] as? String == "processed")
        #expect((outcome["source"] as? [String: Any])?["path"] as? String == "x/y.pgm")
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: program.folder.appending(path: "in/keep/stages").path)
        #expect(kept.contains("decide.json"))
        let overlay = program.folder.appending(path: "in/keep/overlay/page-1.jpg")
        #expect(try Data(contentsOf: overlay).starts(with: [0xff, 0xd8]))
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "in/keep/corrected").path))
        try worker.send(#"{"version":1,"sequence":8,"path":"z.gif","file":"broken"}"#)
        var failed = try worker.answer()
        if failed["type"] as? String == "pages" { failed = try worker.answer() }
        #expect((failed["outcome"] as? [String: Any])?["status"] as? String == "failed")
        #expect(worker.end() == 0)
    }

    @Test func boundsItself() throws {
        let program = try Program()
        defer { program.remove() }
        let worker = try start(program, ["--set", "run.worker_memory=1500"])
        _ = try worker.answer()
        let process = worker.process.processIdentifier
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        #expect(limits.contains(/Max address space +1572864000 +1572864000/))
        #expect(limits.contains(/Max core file size +0 +0/))
        #expect(limits.contains(/Max open files +512 +512/))
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Threads:\t1\n"))
        #expect(worker.end() == 0)
    }

    /// A worker that was taken over can do what its process can: here it tries.
    @Test func isStoppedWhereItReachesOut() throws {
        let program = try Program()
        defer { program.remove() }
        let other = program.folder.appending(path: "tmp/another document")
        try Data("another document".utf8).write(to: other)
        let ended = try program.run("worker", "--scratch", "in", "--probe", other.path)
        let report = try JSONDecoder().decode(ConfinementReport.self, from: Data(ended.output.utf8))
        #expect(report.confinement.filtersCalls)
        #expect(report.stopped.isSuperset(of: [.network, .localSockets, .changingRights, .limitingOthers]))
        // What Linux's Landlock does, where this kernel has it; `recto doctor` says so where it has not.
        if report.confinement.landlock > 0 {
            #expect(report.stopped.isSuperset(of: [.readingElsewhere, .writingElsewhere, .links, .runningItsOwn]))
            #expect(try String(contentsOf: other, encoding: .utf8) == "another document")
            #expect(try program.leftovers() == ["another document"])
        }
        if report.confinement.landlock >= 6 { #expect(report.stopped.contains(.signallingOthers)) }
        let doctor = try program.run("doctor")
        for deed in report.stopped {
            let name = "no " + deed.rawValue.replacing("_", with: " ")
            #expect(doctor.output.contains(try Regex("(?m)^ok +confinement +\(name)")))
        }
    }

    @Test(arguments: [
        #"{"version":1,"sequence":1,"path":"a","file":"../tmp/a"}"#,
        #"{"version":1,"sequence":1,"path":"a","file":".."}"#,
        #"{"version":2,"sequence":1,"path":"a","file":"a"}"#, "not JSON",
    ]) func endsWhereTheOtherSideBreaksTheProtocol(request: String) throws {
        let program = try Program()
        defer { program.remove() }
        let worker = try start(program)
        _ = try worker.answer()
        try worker.send(request)
        worker.process.waitUntilExit()
        #expect(worker.process.terminationStatus != 0)
    }

    @Test func saysWhyItCannotWork() throws {
        let program = try Program()
        defer { program.remove() }
        let worker = try start(program, ["--set", "recognize.languages=xxx"])
        let refusal = try worker.answer()
        #expect(refusal["type"] as? String == "refusal")
        #expect((refusal["message"] as? String)?.contains("xxx") == true)
        #expect(worker.end() == 2)
    }
}
