import Evaluation
import Foundation
import Model
import Output
import Testing

/// Real documents, of which nothing that was written there may be found in any file that a run writes.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct RedactionTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples")

    /// The values of the truth, and the words of those that are names or addresses: long enough to stand for nothing else.
    /// The law that a letter names speaks for its kind, and shows.
    private static func values(of file: String) throws -> [String] {
        let document = try #require(try TruthReader.read(samples.path).first { $0.file == file })
        var values: [String] = []
        for (name, value) in document.fields where !open.contains(name) {
            guard case .text(let text) = value else { continue }
            values.append(text)
            let isOfParts = name.rawValue.hasSuffix("name") || name.rawValue.hasSuffix("address")
            if isOfParts { values += text.split(separator: " ").map(String.init) }
        }
        return values.filter { $0.count >= 5 }
    }

    private static let open: Set<FieldName> = ["document_type", "request_types", "legal_basis"]

    private static func files(in folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map { folder.appending(path: $0) }
    }

    @Test(arguments: ["id/0037-driver_license_front-clean.png", "opt_out/0019-letter_agent-clean.png"])
    func nothingOfADocumentIsInAnyFile(name: String) throws {
        let program = try Program()
        defer { program.remove() }
        let values = try Self.values(of: name)
        let document = Self.samples.appending(path: name).path
        let ended = try program.run(
            "run", document, "--output", "out", "--set", "output.redact=full", "--words", "--corrected",
            "out/corrected",
            "--overlay", "out/overlay", "--as-of", "2026-06-01", "--show-fields", "--table")
        #expect(ended.code == 0, "\(ended.error)")
        let outcome = try ResultEncoder.decode(Data(program.text("out/results.jsonl").utf8))
        #expect(outcome.redacted == .full && (outcome.fields?.count ?? 0) > 5)
        for format in ["csv", "jsonl", "sqlite"] {
            let export = try program.run("export", "--\(format)", "out", "--to", "out/export.\(format)")
            #expect(export.code == 0, "\(export.error)")
        }
        #expect(try program.text("out/export.jsonl").contains(#""redacted":"full""#))
        for text in [ended.output, ended.error] { for value in values { #expect(!text.contains(value)) } }
        var pictures = 0
        for file in try Self.files(in: program.folder.appending(path: "out")) {
            guard let data = try? Data(contentsOf: file) else { continue }
            for value in values { #expect(data.range(of: Data(value.utf8)) == nil, "\(file.lastPathComponent)") }
            if file.pathExtension == "png" || file.pathExtension == "jpg" { pictures += 1 }
        }
        #expect(pictures == 2)
        // Nor can it be read on the pictures.
        #expect(try program.run("run", "out/corrected", "out/overlay", "--output", "again").code == 0)
        let read = try program.text("again/results.jsonl").uppercased()
        for value in values { #expect(!read.contains(value.uppercased()), "\(value.count) characters") }
    }

    @Test func stagesDoNotGoWithIt() throws {
        let program = try Program()
        defer { program.remove() }
        let ended = try program.run("run", "in", "--output", "out", "--set", "output.redact=full", "--keep-stages", "s")
        #expect(ended.code == 78 && ended.error.contains("does not go with --keep-stages"))
    }
}
