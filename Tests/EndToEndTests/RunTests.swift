import Foundation
import Glibc
import Model
import Output
import Testing

@Suite(.serialized, .enabled(if: Program.path != nil, "recto is not built")) struct RunTests {
    /// Two good pages, one blank, and what can be wrong with a file.
    private func fill(_ program: Program) throws {
        try program.write("a/bars.pgm", Picture.bars(1))
        try program.write("a/bars again.pgm", Picture.bars(1))
        try program.write("other.pgm", Picture.bars(3))
        try program.write("blank.pgm", Picture.blank())
        try program.write("cut.png", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]))
        try program.write("empty.tif", Data())
        try program.write("notes.txt", Data("not a document".utf8))
    }

    private func results(_ program: Program, _ out: String = "out") throws -> [Outcome] {
        try program.text("\(out)/results.jsonl").split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) }
    }

    /// Without what differs between two runs over the same files.
    private func comparable(_ outcomes: [Outcome]) -> [Outcome] {
        outcomes.map {
            var copy = $0
            copy.timing = nil
            copy.warnings = copy.warnings?.filter { $0.code != .retriedAfterCrash }
            return copy
        }
    }

    @Test func aDocumentOfManyPagesHasTheSameResultWhateverTheNumberOfWorkers() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write(
            "many.pgm", (1...45).reduce(into: Data()) { $0 += $1 == 21 ? Picture.bars($1) : Picture.blank() })
        var results: [Outcome] = []
        for jobs in ["1", "2"] {
            let ended = try program.run(
                "run", "in", "--output", "out\(jobs)", "--jobs", jobs, "--corrected", "seen\(jobs)", "--pdf",
                "pdf\(jobs)")
            #expect(ended.code == 0, "\(ended.error)")
            var result = try ResultEncoder.decode(Data(program.text("out\(jobs)/results.jsonl").utf8))
            let pictures = result.pages?.compactMap(\.image) ?? []
            #expect(pictures.count == 45 && pictures.allSatisfy(program.has))
            for index in 0..<45 { result.pages?[index].image = nil }
            result.timing = nil
            results.append(result)
        }
        #expect(results[0].pages?.map(\.index) == Array(1...45))
        #expect(results[0] == results[1])
        #expect(try program.leftovers().isEmpty)
    }

    @Test func givesEachDocumentAValidResult() throws {
        let program = try Program()
        defer { program.remove() }
        try fill(program)
        let ended = try program.run("run", "in", "--output", "out", "--words", "--table")
        #expect(ended.code == 1, "\(ended.error)")
        let outcomes = try results(program)
        #expect(
            outcomes.map(\.source.path) == [
                "a/bars again.pgm", "a/bars.pgm", "blank.pgm", "cut.png", "empty.tif", "other.pgm",
            ])
        #expect(outcomes.map { $0.error?.code } == [nil, nil, nil, .damaged, .fileEmpty, nil])
        #expect(outcomes[0].id == outcomes[1].id)
        for outcome in outcomes {
            let file = try Data(contentsOf: program.folder.appending(path: "out/results/\(outcome.source.path).json"))
            #expect(try ResultEncoder.decode(file) == outcome)
        }
        #expect(ended.output.contains("6 documents"))
        #expect(ended.output.contains("1 other file skipped"))
        #expect(ended.error.contains("cut.png"))
        #expect(try program.leftovers().isEmpty)
    }

    @Test(.enabled(if: SchemaCheck.isPossible, "python3-jsonschema is not installed")) func keepsToItsSchema() throws {
        let program = try Program()
        defer { program.remove() }
        try fill(program)
        _ = try program.run("run", "in", "--output", "out", "--words")
        let schema = try program.run("schema")
        #expect(schema.code == 0)
        #expect(try SchemaCheck.complaints(program.text("out/results.jsonl"), schema: schema.output) == "")
    }

    @Test func givesEqualResultsWhateverTheNumberOfWorkers() throws {
        let program = try Program()
        defer { program.remove() }
        try fill(program)
        _ = try program.run("run", "in", "--output", "one", "--jobs", "1", "--as-of", "2026-01-31")
        _ = try program.run("run", "in", "--output", "two", "--jobs", "2", "--as-of", "2026-01-31")
        let one = try comparable(results(program, "one"))
        #expect(try one == comparable(results(program, "two")))
        #expect(one.count == 6)
    }

    @Test(arguments: [SIGKILL, SIGSEGV, SIGSTOP]) func goesOnWhereAWorkerIsLost(signal: Int32) async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<4 { try program.write("\(number).pgm", Picture.bars(number)) }
        _ = try program.run("run", "in", "--output", "whole", "--as-of", "2026-01-31")
        // A document that is only slow, on a busy machine, must not count as stuck.
        let process = try program.start(
            [
                "run", "in", "--output", "out", "--jobs", "1", "--as-of", "2026-01-31", "--set",
                "run.seconds_per_document=30", "--set", "run.seconds_per_page=10",
            ])
        let worker = try #require(try await program.busyWorker(of: process))
        kill(worker, signal)
        let ended = try program.end(process)
        #expect(ended.code == 0, "\(ended.error)")
        let outcomes = try results(program)
        #expect(try comparable(outcomes) == comparable(results(program, "whole")))
        let retried = outcomes.filter { $0.warnings?.contains { $0.code == .retriedAfterCrash } == true }
        #expect(retried.count == 1)
        #expect(try program.leftovers().isEmpty)
    }

    @Test func workersHaveTheRunsOwnPriority() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<40 { try program.write("\(number).pgm", Picture.bars(number)) }
        let process = try program.start(
            ["run", "in", "--output", "out", "--jobs", "1"], by: ["/usr/bin/nice", "-n", "7"])
        let worker = try #require(try await program.busyWorker(of: process))
        let processes = __priority_which_t(PRIO_PROCESS.rawValue)
        #expect(getpriority(processes, id_t(worker)) == getpriority(processes, id_t(process.processIdentifier)))
        #expect(getpriority(processes, id_t(worker)) >= 7)
        kill(process.processIdentifier, SIGINT)
        #expect(try program.end(process).code == 130)
    }

    @Test func goesOnWhereItWasKilled() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<4 { try program.write("\(number).pgm", Picture.bars(number)) }
        _ = try program.run("run", "in", "--output", "whole", "--as-of", "2026-01-31")
        let arguments = ["run", "in", "--output", "out", "--jobs", "1", "--as-of", "2026-01-31"]
        let process = try program.start(arguments)
        let first = program.folder.appending(path: "out/results/0.pgm.json").path
        while process.isRunning, !FileManager.default.fileExists(atPath: first) {
            try await Task.sleep(for: .milliseconds(2))
        }
        kill(process.processIdentifier, SIGKILL)
        _ = try program.end(process)
        #expect(try program.leftovers().count == 1)
        let status = try program.run("status", "out")
        #expect(status.output.hasPrefix("4 documents seen: "))
        #expect(!status.output.contains(", 0 pending"))
        let ended = try program.end(program.start(arguments))
        #expect(ended.code == 0, "\(ended.error)")
        // What the run that was killed had in its scratch folder is gone too.
        #expect(try program.leftovers().isEmpty)
        #expect(try comparable(results(program)) == comparable(results(program, "whole")))
        #expect(try program.run("status", "out").output.hasPrefix("4 documents seen: 4 processed, 0 failed, 0 pending"))
    }

    @Test func losesNothingWhereItIsKilledWhileItSearches() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<3 { try program.write("\(number)/blank.pgm", Picture.blank()) }
        for number in 0..<4000 { try program.write("1/\(number).txt", Data("text".utf8)) }
        let process = try program.start(["run", "in", "--output", "out", "--jobs", "1", "--verbose"])
        while process.isRunning, try !program.text("run.err").contains("skipped: 1/") {
            try await Task.sleep(for: .milliseconds(1))
        }
        kill(process.processIdentifier, SIGKILL)
        _ = try program.end(process)
        let ended = try program.run("run", "in", "--output", "out")
        #expect(ended.code == 0 && ended.output.contains("4000 other files skipped"), "\(ended.error)")
        #expect(ended.error.contains("3 documents\n"))
        #expect(try results(program).map(\.source.path) == (0..<3).map { "\($0)/blank.pgm" })
        #expect(try program.run("status", "out").output.hasPrefix("3 documents seen: 3 processed, 0 failed, 0 pending"))
    }

    @Test func aRetryAfterARunThatWasKilledHasTheLinesOfTheResults() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<3 { try program.write("\(number).pgm", Picture.bars(number)) }
        _ = try program.run("run", "in", "--output", "out", "--jobs", "1")
        let first = "out/results/0.pgm.json"
        let (old, lines) = (try program.text(first), try program.text("out/results.jsonl"))
        let process = try program.start(["run", "in", "--output", "out", "--jobs", "1", "--again"])
        while process.isRunning, try program.text(first) == old { try await Task.sleep(for: .milliseconds(1)) }
        kill(process.processIdentifier, SIGKILL)
        _ = try program.end(process)
        #expect(try program.text("out/results.jsonl") == lines)
        #expect(try program.run("retry", "out", "--failed").code == 0)
        let outcomes = try results(program)
        #expect(!outcomes.isEmpty)
        for outcome in outcomes {
            let result = try program.text("out/results/\(outcome.source.path).json")
            #expect(try ResultEncoder.decode(Data(result.utf8)) == outcome)
        }
        #expect(try program.run("retry", "out").code == 0)
        #expect(try results(program).map(\.source.path) == ["0.pgm", "1.pgm", "2.pgm"])
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))]) func stopsCleanly(signal: Int32, code: Int32)
        async throws
    {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<40 { try program.write("\(number).pgm", Picture.bars(number)) }
        let process = try program.start(["run", "in", "--output", "out", "--jobs", "1"])
        _ = try await program.busyWorker(of: process)
        kill(process.processIdentifier, signal)
        let ended = try program.end(process)
        #expect(ended.code == code)
        let outcomes = try results(program)
        #expect((1..<40).contains(outcomes.count))
        #expect(outcomes.allSatisfy { $0.status == .processed })
        #expect(try program.leftovers().isEmpty)
    }

    @Test func stopsAtOnceAtTheSecondSignal() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<40 { try program.write("\(number).pgm", Picture.bars(number)) }
        let process = try program.start(["run", "in", "--output", "out", "--jobs", "1"])
        let worker = try #require(try await program.busyWorker(of: process))
        kill(worker, SIGSTOP)
        kill(process.processIdentifier, SIGINT)
        try await Task.sleep(for: .milliseconds(300))
        #expect(process.isRunning)
        kill(process.processIdentifier, SIGINT)
        let ended = try program.end(process)
        #expect(ended.code == 130)
        #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "out/results.jsonl").path))
        #expect(try program.leftovers().isEmpty)
    }

    @Test func stopsInTimeAtTheFirstSignalWhateverAPageTakes() async throws {
        let program = try Program()
        defer { program.remove() }
        for number in 0..<4 { try program.write("\(number).pgm", Picture.bars(number)) }
        let process = try program.start(["run", "in", "--output", "out", "--jobs", "1"])
        let worker = try #require(try await program.busyWorker(of: process))
        kill(worker, SIGSTOP)
        kill(process.processIdentifier, SIGINT)
        let ended = try program.end(process)
        #expect(ended.code == 130)
        #expect(ended.error.contains(" left: the same command goes on with them"))
        #expect(try program.leftovers().isEmpty)
        // What was at hand is not lost.
        let again = try program.run("run", "in", "--output", "out")
        #expect(again.code == 0 && again.output.contains("4 documents in"))
    }

    @Test func tellsItsFailuresApartByExitCode() throws {
        let program = try Program()
        defer { program.remove() }
        #expect(try program.run("run", "gone", "--output", "out").code == 2)
        try program.write("blank.pgm", Picture.blank())
        #expect(try program.run("run", "in", "--output", "in/blank.pgm/out").code == 2)
        #expect(try program.run("run", "--output", "out").code == 64)
        #expect(try program.run("run", "in", "--output", "out", "--jobs", "0").code == 64)
        #expect(try program.run("run", "in", "--output", "out", "--set", "ingest.max_pagse=3").code == 78)
        #expect(try program.run("run", "in", "--output", "out").code == 0)
        #expect(try program.run("run", "in", "--output", "out", "--fail-on", "review", "--fail-on", "retake").code == 3)
        #expect(try program.run("run", "in/blank.pgm", "gone.tif", "--output", "out").code == 1)
        #expect(try results(program).map { $0.error?.code } == [nil, .fileMissing])
    }

    @Test func hasNothingToDoInAnEmptyFolder() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try program.run("run", "in", "--output", "out")
        #expect(ended.code == 0)
        #expect(ended.error.contains("nothing to process"))
        #expect(try program.text("out/results.jsonl") == "")
    }

    @Test func purgesAllThatItKept() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("a/bars.pgm", Picture.bars(1))
        _ = try program.run("run", "in", "--output", "out", "--corrected", "seen", "--quiet")
        let kept = "seen/a/bars.pgm/page-1.png"
        for file in [kept, "out/results.jsonl", "out/results/a/bars.pgm.json", "out/ledger.sqlite"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: program.folder.appending(path: file).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
        #expect(try program.run("purge", "out", "--older-than", "1d").output.hasPrefix("removed: 0 documents"))
        let ended = try program.run("purge", "out", "--older-than", "0h")
        #expect(ended.output.hasPrefix("removed: a/bars.pgm: result, 1 file kept beside it\nremoved: 1 document done"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "seen/a").path))
        #expect(try results(program).isEmpty)
        #expect(try program.run("status", "out").output.hasPrefix("0 documents seen"))
        #expect(try program.run("purge", "nowhere", "--older-than", "1d").code == 2)
        #expect(try program.run("purge", "out", "--older-than", "soon").code == 64)
    }

    @Test func exportsATable() throws {
        let program = try Program()
        defer { program.remove() }
        try fill(program)
        _ = try program.run("run", "in", "--output", "out", "--quiet")
        let ended = try program.run("export", "--csv", "out")
        #expect(ended.code == 0)
        let rows = ended.output.split(separator: "\r\n")
        #expect(rows.count == 7)
        #expect(rows.first?.hasPrefix("path,status,kind,") == true)
        #expect(try program.run("export", "--csv", "nowhere").code == 2)
    }

    @Test func findsItselfInstalled() throws {
        let program = try Program()
        defer { program.remove() }
        let doctor = try program.run("doctor")
        #expect(doctor.code == 0)
        // Where each model came from.
        for origin in [
            "wheel rapidocr 3.10.0 (Apache-2.0, sha256:2fc34e26", "wheel onnxruntime ", "Debian tesseract-ocr-eng ",
        ] {
            #expect(doctor.output.contains(origin))
        }
        let missing = try program.run("doctor", "--set", "recognize.languages=xxx")
        #expect(missing.code == 1)
        #expect(missing.output.contains("apt install tesseract-ocr-xxx"))
    }
}

/// Debian's python3-jsonschema over a whole results.jsonl.
enum SchemaCheck {
    static let isPossible = (try? run("import jsonschema", [])) == ""

    static func complaints(_ lines: String, schema: String) throws -> String {
        let program = """
            import json, sys
            from jsonschema import Draft202012Validator
            validator = Draft202012Validator(json.load(open(sys.argv[1])))
            for number, line in enumerate(open(sys.argv[2])):
                for error in validator.iter_errors(json.loads(line)): print(number, error.json_path, error.message[:200])
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [folder.appending(path: "schema"), folder.appending(path: "lines")]
        try Data(schema.utf8).write(to: files[0])
        try Data(lines.utf8).write(to: files[1])
        return try run(program, files.map(\.path))
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-W", "ignore", "-c", program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
