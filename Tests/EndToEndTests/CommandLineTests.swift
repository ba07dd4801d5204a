import Foundation
import Testing

/// What the command line says of mistakes in it.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct CommandLineTests {
    private func complaint(_ arguments: [String]) throws -> String {
        let program = try Program()
        defer { program.remove() }
        let name = "complaint"
        let ended = try program.end(try program.start(arguments, named: name), named: name)
        #expect(ended.code == 64, "\(arguments): \(ended.error)")
        return ended.error
    }

    @Test(arguments: [
        (["rum", "in"], "Unknown command 'rum'. Did you mean 'run'?"),
        (["kinds", "shwo"], "Unknown command 'shwo'. Did you mean 'show'?"),
        (["frobnicate"], "Unknown command 'frobnicate'. There are: run, watch, status"),
        // Also where what is misspelled is missing then.
        (["run", "in", "--outptu", "out"], "Unknown option '--outptu'. Did you mean '--output'?"),
        (["run", "in", "--output", "out", "--verbse"], "Unknown option '--verbse'. Did you mean '--verbose'?"),
        (["status", "out", "--frobnicate=1"], "Unknown option '--frobnicate'. There are: --list, --json"),
        // What is known is not held against.
        (["run", "in", "--set", "--outptu"], "Missing value for '--set"),
        (["run", "in", "--", "--outptu"], "Missing expected argument '--output"),
    ]) func namesWhatIsNearestToAMisspelledWord(arguments: [String], message: String) throws {
        #expect(try complaint(arguments).contains(message))
    }

    @Test(arguments: [
        (["run", "in", "--output", "out", "--as-of", "31/01/2026"], "YYYY-MM-DD, such as 2026-01-31"),
        (["run", "in", "--output", "out", "--as-of", "2026-02-30"], "YYYY-MM-DD, such as 2026-01-31"),
        (["run", "in", "--output", "out", "--jobs", "two"], "a whole number, 1 or more"),
        (["run", "in", "--output", "out", "--jobs", "0"], "a whole number, 1 or more"),
        (["run", "in", "--output", "out", "--fail-on", "accept"], "'review' and 'retake'"),
        (["purge", "out", "--older-than", "3y"], "such as 12h, 30d or 8w"),
        (["evaluate", "truth", "out", "--errors=-1"], "a whole number, 0 or more"),
        (["status", "out", "--list", "all"], "'pending', 'processed' or 'failed'"),
    ]) func namesTheFormThatAValueMustHave(arguments: [String], message: String) throws {
        #expect(try complaint(arguments).contains(message))
    }

    @Test(arguments: [
        ["run", "in", "--output", ""], ["run", "", "--output", "out"], ["run", "in", "-o", "out", "--overlay", ""],
        ["run", "in", "-o", "out", "--config", ""], ["watch", "in", "--output", ""], ["watch", "", "--output", "out"],
        ["retry", ""], ["status", ""], ["purge", "", "--older-than", "1d"], ["export", "--csv", ""],
        ["export", "--csv", "out", "--to", ""], ["import", "--label-studio", "", "a.json"],
        ["import", "--label-studio", "out", ""], ["evaluate", "", "out"], ["evaluate", "truth", ""],
        ["evaluate", "truth", "out", "--html", ""], ["kinds", "check", ""], ["kinds", "try", "", "a.png"],
        ["kinds", "try", "w9.yml", ""], ["config", "check", ""], ["worker", "--scratch", ""],
    ]) func refusesAnEmptyPath(arguments: [String]) throws {
        #expect(try complaint(arguments).contains("name a file or a folder"))
    }

    @Test func namesWhatItSkips() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        try program.write("sub/notes.txt", Data("text".utf8))
        try FileManager.default.createSymbolicLink(
            at: program.folder.appending(path: "in/link.pgm"), withDestinationURL: URL(filePath: "a.pgm"))
        let ended = try program.run("run", "in", "in/a.pgm", "--output", "out", "--verbose")
        #expect(ended.code == 0)
        #expect(ended.error.contains("skipped: in/sub/notes.txt: neither its first bytes nor its name"))
        #expect(ended.error.contains("skipped: in/link.pgm: a link, which is not followed"))
        // The file that was named twice is one.
        #expect(ended.output.contains("1 document in"))
        #expect(ended.output.contains("2 other files skipped"))
        #expect(!(try program.run("run", "in", "--output", "out").error.contains("skipped")))
        #expect(try program.run("status", "out").output.hasPrefix("2 documents seen"))
    }
}
