import Foundation
import Glibc
import Testing

/// `recto run --stdio` as another program drives it (docs/stdio.md).
@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct StdioTests {
    private struct Ended {
        var code: Int32
        /// By type and key.
        var answers: [[String: Any]]
        var error: String

        func documents(_ key: String) -> [[String: Any]]? {
            answers.first { $0["key"] as? String == key }?["documents"] as? [[String: Any]]
        }
    }

    /// Sends all of it and closes the input.
    private func run(_ program: Program, _ input: Data, _ more: [String] = []) throws -> Ended {
        let process = Process()
        process.executableURL = URL(filePath: Program.path ?? "/nonexistent")
        process.arguments = ["run", "--stdio"] + more
        process.currentDirectoryURL = program.folder
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": program.folder.appending(path: "tmp").path]
        try input.write(to: program.folder.appending(path: "sent"))
        process.standardInput = try FileHandle(forReadingFrom: program.folder.appending(path: "sent"))
        let (output, error) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, error)
        try process.run()
        let lines = try output.fileHandleForReading.readToEnd() ?? Data()
        let said = try error.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let answers = try lines.split(separator: UInt8(ascii: "\n")).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
        #expect(try program.leftovers().isEmpty)
        return Ended(code: process.terminationStatus, answers: answers, error: String(decoding: said, as: UTF8.self))
    }

    private func sent(_ name: String, _ bytes: Data, found: Bool = false) -> Data {
        Data(#"{"key":"\#(name)","length":\#(bytes.count),"name":"\#(name)","found":\#(found)}"#.utf8) + "\n".utf8
            + bytes
    }

    @Test func answersForEachDocumentThatIsSentOrNamed() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("a.pgm", Picture.bars(1))
        var input = Data(#"{"key":"named","path":"in/a.pgm","version":1}"#.utf8) + "\n".utf8
        input += sent("bytes.pgm", Picture.bars(1)) + sent("empty.pgm", Data()) + sent("none.txt", Data("no\n{}".utf8))
        input += Data(#"{"key":"gone","path":"in/gone.pgm","name":"x/gone.pgm"}"#.utf8) + "\n".utf8
        let ended = try run(program, input, ["--jobs", "2"])
        #expect(ended.code == 0 && ended.error.isEmpty, "\(ended.error)")
        #expect(ended.answers.first?["type"] as? String == "hello" && ended.answers.first?["version"] as? Int == 1)
        #expect(ended.answers.count == 6 && ended.answers.allSatisfy { $0["fingerprints"] == nil })
        let named = try #require(ended.documents("named")?.first)
        let bytes = try #require(ended.documents("bytes.pgm")?.first)
        #expect(named["status"] as? String == "processed" && named["id"] as? String == bytes["id"] as? String)
        #expect((named["source"] as? [String: Any])?["path"] as? String == "in/a.pgm")
        #expect((bytes["source"] as? [String: Any])?["path"] as? String == "bytes.pgm")
        func code(_ key: String) -> String? {
            (ended.documents(key)?.first?["error"] as? [String: Any])?["code"] as? String
        }
        #expect(code("empty.pgm") == "file_empty")
        #expect(code("none.txt") == "unsupported_type")
        #expect(code("gone") == "file_missing")
    }

    @Test func passesOverADocumentThatIsTooLarge() throws {
        let program = try Program()
        defer { program.remove() }
        let large = Data(repeating: 10, count: 2 << 20)
        let ended = try run(
            program, sent("large.pgm", large) + sent("blank.pgm", Picture.blank()),
            ["--set", "ingest.max_file_megabytes=1"])
        #expect(ended.code == 0)
        #expect(
            (ended.documents("large.pgm")?.first?["error"] as? [String: Any])?["code"] as? String == "file_too_large")
        #expect(ended.documents("blank.pgm")?.first?["status"] as? String == "processed")
    }

    @Test(arguments: [
        ("no JSON\n", "request 2"), (#"{"path":"a"}"# + "\n", "request 2"), (#"{"key":"b"}"# + "\n", "request 2"),
        (#"{"key":"b","path":"a","version":9}"# + "\n", "version 9"), (#"{"key":"b","path":"a"}"#, "line feed"),
        (#"{"key":"b","name":"b","length":7}"# + "\nshort", "2 bytes"),
        (#"{"key":"b","name":"b","length":-1}"# + "\n", "length"),
    ]) func saysWhatIsWrongAndAnswersForWhatCameBefore(text: String, cause: String) throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try run(program, sent("first", Data("no".utf8)) + text.utf8)
        #expect(ended.code == 64)
        #expect(ended.documents("first")?.count == 1)
        #expect(ended.answers.last?["type"] as? String == "refusal")
        #expect((ended.answers.last?["message"] as? String)?.contains(cause) == true)
        #expect(ended.error.contains(cause))
    }

    @Test func tellsDocumentsThatAreTheSameByTheirFingerprints() throws {
        let program = try Program()
        defer { program.remove() }
        try Data(repeating: 1, count: 32).write(to: program.folder.appending(path: "key"))
        try Data(repeating: 2, count: 32).write(to: program.folder.appending(path: "other"))
        let page = Picture.pgm(width: 400, height: 500) {
            (150..<250).contains($0) && (150..<250).contains($1) ? 20 : 235
        }
        // Else a page without words is to be captured again.
        let settings = ["--set", "decide.min_text_confidence=0", "--set", "decide.min_sharpness=0"]
        func fingerprints(_ input: Data, _ key: String) throws -> [String: [[String]]] {
            let ended = try run(program, input, ["--jobs", "1", "--fingerprint-key", key] + settings)
            #expect(ended.code == 0, "\(ended.error)")
            return Dictionary(
                uniqueKeysWithValues: try ended.answers.dropFirst().map {
                    (try #require($0["key"] as? String), try #require($0["fingerprints"] as? [[String]]))
                })
        }
        let mine = try fingerprints(sent("a", page) + sent("b", page) + sent("c", Data("no".utf8)), "key")
        let first = try #require(mine["a"]?.first?.first)
        #expect(first.count == 64 && mine == ["a": [[first]], "b": [[first]], "c": [[]]])
        let other = try #require(try fingerprints(sent("a", page), "other")["a"]?.first)
        #expect(other.count == 1 && other != [first])
    }

    @Test func saysWhyAFileIsNoKey() throws {
        let program = try Program()
        defer { program.remove() }
        try Data(repeating: 1, count: 31).write(to: program.folder.appending(path: "short"))
        for (name, cause) in [("short", "short: holds 31 bytes"), ("gone", "gone: cannot be read: No such file")] {
            let ended = try run(program, sent("a", Data()), ["--fingerprint-key", name])
            #expect(ended.code == 64 && ended.answers.isEmpty)
            #expect(ended.error.contains(cause) && ended.error.contains("name a file of 32 bytes"), "\(ended.error)")
        }
        let ended = try program.run("run", "in", "--output", "out", "--fingerprint-key", "short")
        #expect(ended.code == 64 && ended.error.contains("--fingerprint-key goes with --stdio alone"))
    }

    @Test func skipsWhatWasFoundAndIsNoDocument() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("notes.txt", Data("no".utf8))
        try program.write("notes.pdf", Data("no".utf8))
        try program.write("scan", Picture.blank())
        let requests = [
            #"{"key":"txt","path":"in/notes.txt","found":true}"#, #"{"key":"pdf","path":"in/notes.pdf","found":true}"#,
            #"{"key":"scan","path":"in/scan","found":true}"#, #"{"key":"named","path":"in/notes.txt"}"#,
        ]
        let ended = try run(program, Data((requests.joined(separator: "\n") + "\n").utf8), ["--jobs", "1"])
        #expect(ended.code == 0 && ended.answers.count == 5, "\(ended.error)")
        let skipped = try #require(ended.answers.first { $0["type"] as? String == "skipped" } as? [String: String])
        let cause = "neither its first bytes nor its name are those of a type that is read"
        #expect(skipped == ["type": "skipped", "key": "txt", "cause": cause])
        func status(_ key: String) -> String? { ended.documents(key)?.first?["status"] as? String }
        #expect(status("scan") == "processed" && status("pdf") == "failed" && status("named") == "failed")
        let error = ended.documents("named")?.first?["error"] as? [String: Any]
        #expect(error?["code"] as? String == "unsupported_type")
    }

    @Test func withoutDocumentsStartsNothing() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try run(program, Data())
        #expect(ended.code == 0 && ended.answers.count == 1)
    }

    @Test func goesWithNothingThatSaysOtherwise() throws {
        let program = try Program()
        defer { program.remove() }
        for more in [["in"], ["--output", "out"], ["--pdf", "pdf"], ["--table"]] {
            #expect(try run(program, Data(), more).code == 64)
        }
        #expect(try program.run("run", "--output", "out").error.contains("Missing expected argument '<inputs> ...'"))
        #expect(try program.run("run", "in").error.contains("Missing expected argument '--output"))
    }

    @Test func endsWhereNobodyReadsTheAnswers() throws {
        let program = try Program()
        defer { program.remove() }
        try (sent("a", Data("no".utf8)) + sent("b", Data())).write(to: program.folder.appending(path: "sent"))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", #"set -o pipefail; "$0" run --stdio < sent 2> said | true"#, Program.path ?? ""]
        process.currentDirectoryURL = program.folder
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": program.folder.appending(path: "tmp").path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(try program.text("said").contains("nobody reads the answers"))
        #expect(try program.leftovers().isEmpty)
    }

    @Test func endsWhereNobodyCanReadTheAnswers() throws {
        let program = try Program()
        defer { program.remove() }
        let launcher = ["/bin/sh", "-c", "exec \"$@\" >&-", "sh"]
        let ended = try program.end(try program.start(["run", "--stdio"], by: launcher))
        #expect(ended.code == 2 && ended.error.contains("nobody reads the answers"))
        // Which is something else than to let them go.
        #expect(try program.run("run", "--stdio").code == 0)
        #expect(try program.leftovers().isEmpty)
    }

    @Test(arguments: [(300, false), (1500, true)])
    func endsWhereItIsToldToTwiceAlsoWhereNobodyReads(count: Int, found: Bool) async throws {
        let program = try Program()
        defer { program.remove() }
        // Answers of more bytes than a pipe holds.
        let input = (0..<count).reduce(into: Data()) { $0 += sent("\($1)", Data("no".utf8), found: found) }
        try input.write(to: program.folder.appending(path: "sent"))
        let process = Process()
        process.executableURL = URL(filePath: Program.path ?? "/nonexistent")
        process.arguments = ["run", "--stdio", "--jobs", "1"]
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": program.folder.appending(path: "tmp").path]
        process.standardInput = try FileHandle(forReadingFrom: program.folder.appending(path: "sent"))
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        while try program.filled(output) < 30_000 { try await Task.sleep(for: .milliseconds(20)) }
        for _ in 0..<2 {
            process.terminate()
            try await Task.sleep(for: .milliseconds(200))
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + SIGTERM)
        #expect(try program.leftovers().isEmpty)
        try output.fileHandleForReading.close()
    }

    @Test func endsWhereItIsToldToWhileItWaits() throws {
        let program = try Program()
        defer { program.remove() }
        let process = Process()
        process.executableURL = URL(filePath: Program.path ?? "/nonexistent")
        process.arguments = ["run", "--stdio"]
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": program.folder.appending(path: "tmp").path]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        _ = try output.fileHandleForReading.read(upToCount: 10)
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + SIGTERM)
        #expect(try program.leftovers().isEmpty)
        try input.fileHandleForWriting.close()
    }
}
