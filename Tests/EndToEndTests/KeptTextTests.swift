import Foundation
import Model
import Output
import Testing

/// Text in formats of others, kept beside results of real documents.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct KeptTextTests {
    private static let letter = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples/opt_out/0019-letter_agent-clean.png")

    private static func text(of pdf: URL) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pdftotext", "-bbox", pdf.path, "-"]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test func allFormatsHaveTheWordsOfTheResult() throws {
        let program = try Program()
        defer { program.remove() }
        let bytes = try Data(contentsOf: Self.letter)
        try program.write("a/letter.png", bytes)
        try program.write("copy.png", bytes)
        let ended = try program.run(
            "run", "in", "--output", "out", "--words", "--pdf", "text", "--hocr", "text", "--alto", "text")
        #expect(ended.code == 0, "\(ended.error)")
        let results = try program.text("out/results.jsonl").split(separator: "\n").map {
            try ResultEncoder.decode(Data($0.utf8))
        }
        #expect(results.allSatisfy { $0.warnings?.contains { $0.code == .notKept } == false })
        let page = try #require(results.first?.pages?.first)
        let words = try #require(page.words)
        #expect(words.count > 50)
        // The same bytes at two paths have a file each.
        for path in ["in/a/letter.png", "in/copy.png"].map({ $0.replacing("in/", with: "") }) {
            let hocr = try program.text("text/\(path).hocr")
            #expect(hocr.ranges(of: "ocrx_word\"").count == words.count)
            let alto = try program.text("text/\(path).xml")
            #expect(alto.ranges(of: "<String ").count == words.count)
            let pdf = program.folder.appending(path: "text/\(path).pdf")
            #expect(try Data(contentsOf: pdf).count <= bytes.count * 11 / 10 + 30_000)
            let found = try Self.text(of: pdf).matches(
                of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">/)
            let scale = 72 / page.dpi
            // The picture lies level, so its pixels are the page's.
            let near = words.count { word in
                let (x, y) = (Double(word.box.x + word.box.maxX) / 2, Double(word.box.y + word.box.maxY) / 2)
                let place = page.transform.apply(Point(x: x, y: y))
                return found.contains { match in
                    abs((Double(match.1)! + Double(match.3)!) / 2 / scale - place.x) < 2
                        && abs((Double(match.2)! + Double(match.4)!) / 2 / scale - place.y) < 2
                }
            }
            #expect(near == words.count)
        }
        // They go with the document.
        #expect(try program.run("purge", "out", "--older-than", "0h").code == 0)
        let left = try FileManager.default.subpathsOfDirectory(atPath: program.folder.appending(path: "text").path)
        #expect(left.allSatisfy { URL(filePath: $0).pathExtension.isEmpty })
    }

    @Test func nothingThatWasReadIsInARedactedOne() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try program.run(
            "run", Self.letter.path, "--output", "out", "--set", "output.redact=full", "--pdf", "text", "--hocr",
            "text",
            "--alto", "text")
        #expect(ended.code == 0, "\(ended.error)")
        let name = Self.letter.lastPathComponent
        #expect(try !Self.text(of: program.folder.appending(path: "text/\(name).pdf")).contains("<word"))
        let letters = /WORD|>[^<]*[A-Za-z]{4}[^<]*<\/span>|CONTENT="[^"]*[A-Za-z]{4}/
        for type in ["hocr", "xml"] {
            #expect(try program.text("text/\(name).\(type)").firstMatch(of: letters) == nil)
        }
        // What it looks like cannot be read either.
        #expect(try program.run("run", "text/\(name).pdf", "--output", "again").code == 0)
        let outcome = try ResultEncoder.decode(Data(program.text("again/results.jsonl").utf8))
        #expect(outcome.fields?["requester_name"] == nil)
    }

    @Test func straightenNeedsAPDF() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try program.run("run", "in", "--output", "out", "--straighten")
        #expect(ended.code == 64 && ended.error.contains("--straighten needs --pdf"))
    }
}
