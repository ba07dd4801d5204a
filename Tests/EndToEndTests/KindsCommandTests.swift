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

    @Test func showsWhatCuesAndFieldsOfAKindMatchAsTextAndAsPictures() throws {
        let program = try Program()
        defer { program.remove() }
        let kind = """
            kind: data_request
            title: Data request
            cues:
              - {any: [personal data, personal information], weight: 2}
              - {any: [hull number of the boat], weight: 2}
              - {feature: check_boxes, weight: 1}
            fields:
              mail: {type: email, labels: [email, e-mail, email address, electronic mail]}
              hull: {type: code, labels: [hull number]}
            required: [mail]
            """
        try program.write("request.yml", Data(kind.utf8))
        let form = Self.root.appending(path: "Samples/opt_out/0013-form-clean.png").path
        let ended = try program.run(
            "kinds", "try", "in/request.yml", form, "--overlay", "seen", "--as-of", "2026-06-01")
        #expect(ended.code == 0)
        let lines = ended.output.split(separator: "\n").map(String.init)
        func line(_ start: String) -> String { lines.first { $0.hasPrefix(start) } ?? "" }
        #expect(line("hull number of the boat").contains("not found"))
        #expect(line("personal data").contains("2.00") && line("personal data").contains("page 1 at "))
        #expect(line("mail").contains("@") && line("mail").contains("page 1 at "))
        #expect(line("hull  ").contains("not found"))
        #expect(lines.contains { $0.hasPrefix("Decision: ") })
        let picture = try Data(contentsOf: program.folder.appending(path: "seen/page-1.jpg"))
        #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.count > 10_000)
    }

    @Test func draftsInAConfinedProcessAndSaysWhatADraftLacks() throws {
        let program = try Program()
        defer { program.remove() }
        let picture = try Data(contentsOf: Self.root.appending(path: "Tests/Seeds/files/colour.heic"))
        try program.write("one.heic", picture)
        let alone = try program.run("kinds", "draft", "in", "--fields", "name", "--kind", "card")
        #expect(alone.code == 2 && alone.error.contains("holds 1 document"))
        let misspelled = try program.run("kinds", "draft", "in", "--fields", "joined:dat")
        #expect(misspelled.code == 64 && misspelled.error.contains("did you mean `date`?"))
        try program.write("two.heic", picture)
        try program.write("card.yml", Data())
        let present = try program.run("kinds", "draft", "in", "--fields", "name", "--output", "in/card.yml")
        #expect(present.code == 2 && present.error.contains("--force"))
        let copies = try program.run("kinds", "draft", "in", "--fields", "name", "--kind", "card")
        #expect(copies.code == 0 && copies.output.contains("name: no label was found"), "\(copies.error)")
        #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: "card.yml").path))
        #expect(try program.leftovers().isEmpty)
    }

    @Test func saysWhereAFileToTryIsWrong() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("bad.yml", Data("kind: lease\ncues: 3\n".utf8))
        let form = Self.root.appending(path: "Samples/opt_out/0013-form-clean.png").path
        let ended = try program.run("kinds", "try", "in/bad.yml", form)
        #expect(ended.code == 78 && ended.error.contains("bad.yml:2:7: "))
    }
}
