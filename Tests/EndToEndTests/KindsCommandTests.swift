import Foundation
import Testing

@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct KindsCommandTests {
    @Test func namesEveryMistakeOfAKindFileWithItsPlace() throws {
        let program = try Program()
        defer { program.remove() }
        let kind = """
            kind: lease
            cues:
              - any: [lease]
                wieght: 2
            fields:
              rent: {type: monney, labels: [rent]}
            """
        try program.write("lease.yml", Data(kind.utf8))
        let ended = try program.run("kinds", "check", "in/lease.yml")
        #expect(ended.code == 78)
        for place in ["lease.yml:4:5: ", "lease.yml:6:16: "] { #expect(ended.error.contains(place)) }
        #expect(ended.error.contains("`weight`") && ended.error.contains("`money`"))
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func triesAKindOnADocumentInAConfinedProcess() throws {
        let program = try Program()
        defer { program.remove() }
        let kind = Self.root.appending(path: "Sources/Kinds/Samples/w9.yml").path
        let document = Self.root.appending(path: "Tests/Seeds/files/colour.heic").path
        let ended = try program.run("kinds", "try", kind, document, "--overlay", "seen")
        #expect(ended.code == 0 && ended.output.contains("Decision: "), "\(ended.error)")
        #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "seen/page-1.jpg").path))
        #expect(try program.run("kinds", "try", kind, "in/gone.png").code == 2)
        try program.write("empty.png", Data([0]))
        #expect(try program.run("kinds", "try", kind, "in/empty.png").code == 2)
        #expect(try program.leftovers().isEmpty)
    }

    @Test func cutsAReportsPicturesInAConfinedProcess() throws {
        let program = try Program()
        defer { program.remove() }
        let samples = Self.root.appending(path: "Samples").path
        let document = samples + "/id/0037-driver_license_front-clean.png"
        #expect(try program.run("run", document, "--output", "out", "--set", "recognize.words=false").code == 0)
        let ended = try program.run("evaluate", samples, "out", "--html", "report.html")
        #expect(ended.code == 0 && !ended.output.isEmpty, "\(ended.error)")
        #expect(try program.text("report.html").contains("</html>"))
        #expect(try program.run("evaluate", samples, "out", "--html", "gone/report.html").code == 2)
        #expect(try program.leftovers().isEmpty)
    }

    @Test func findsNoMistakeInTheSampleKind() throws {
        let program = try Program()
        defer { program.remove() }
        let file = Self.root.appending(path: "Sources/Kinds/Samples/w9.yml")
        #expect(try program.run("kinds", "check", file.path).code == 0)
    }
}
