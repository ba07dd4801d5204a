import Foundation
import Model
import Output
import Testing

/// A file of several documents, through the whole program.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct SplitTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples")

    private func stack() throws -> Data {
        try PictureFile.pdf(
            ["id/0005-passport-scan.jpg", "unknown/0031-tax_form-scan.jpg"].map {
                try Data(contentsOf: Self.samples.appending(path: $0))
            })
    }

    @Test func eachDocumentHasAResultThatKeepsToTheSchema() throws {
        let program = try Program()
        defer { program.remove() }
        try program.write("stack.pdf", stack())
        let ended = try program.run(
            "run", "in", "--output", "out", "--as-of", "2026-06-01", "--set", "ingest.split=true", "--set",
            "output.redact=full", "--overlay", "seen", "--corrected", "pages", "--table")
        #expect(ended.code == 0, "\(ended.error)")
        #expect(ended.output.contains("2 documents") && ended.output.contains("stack.pdf (2-2)"))
        let text = try program.text("out/results.jsonl")
        let outcomes = try text.split(separator: "\n").map { try ResultEncoder.decode(Data($0.utf8)) }
        #expect(outcomes.map(\.source.pages) == [[1, 1], [2, 2]])
        #expect(outcomes.map(\.kind) == [.id, .unknown])
        #expect(outcomes.map { $0.decision?.reasons.map(\.code) } == [[], [.unknownKind]])
        for (number, outcome) in zip(1..., outcomes) {
            let file = try Data(contentsOf: program.folder.appending(path: "out/results/stack.pdf.\(number).json"))
            #expect(try ResultEncoder.decode(file) == outcome)
            #expect(outcome.pages?.first?.image?.hasSuffix("pages/stack.pdf/page-\(number).png") == true)
            #expect(outcome.pages?.first?.text.contains { $0.isLetter } == false)
            for kept in ["seen/stack.pdf/page-\(number).jpg", "pages/stack.pdf/page-\(number).png"] {
                #expect(FileManager.default.fileExists(atPath: program.folder.appending(path: kept).path), "\(kept)")
            }
        }
        if SchemaCheck.isPossible {
            let schema = try program.run("schema").output
            #expect(try SchemaCheck.complaints(text, schema: schema) == "")
        }
        let status = try program.run("status", "out").output
        #expect(status.contains("1 document seen: 1 processed") && status.contains("split into 2 documents"))
        let table = try program.run("export", "--csv", "out").output.split(whereSeparator: \.isNewline)
        #expect(table.count == 3 && table[2].hasPrefix("stack.pdf,processed,unknown,"))
    }
}

/// Pictures as a file of pages.
private enum PictureFile {
    /// - Parameter pictures: JPEG files, a page each.
    static func pdf(_ pictures: [Data]) throws -> Data {
        var objects = [Data("<< /Type /Catalog /Pages 2 0 R >>".utf8)]
        let pages = pictures.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
        objects.append(Data("<< /Type /Pages /Kids [\(pages)] /Count \(pictures.count) >>".utf8))
        for (index, picture) in pictures.enumerated() {
            let size = try #require(Self.size(of: [UInt8](picture)))
            // 200 dots an inch.
            let (width, height) = (Double(size.width) * 0.36, Double(size.height) * 0.36)
            let content = "\(width) 0 0 \(height) 0 0 cm /P Do"
            objects.append(
                Data(
                    """
                    << /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(4 + 3 * index) 0 R \
                    /Resources << /XObject << /P \(5 + 3 * index) 0 R >> >> >>
                    """.utf8))
            objects.append(Data("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream".utf8))
            let space = size.components == 1 ? "/DeviceGray" : "/DeviceRGB"
            objects.append(
                Data(
                    """
                    << /Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) /ColorSpace \(space) \
                    /BitsPerComponent 8 /Filter /DCTDecode /Length \(picture.count) >>\nstream\n
                    """.utf8) + picture + Data("\nendstream".utf8))
        }
        var file = Data("%PDF-1.4\n".utf8)
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let offset = String(file.count)
            table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            file += Data("\(index + 1) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
        }
        let start = file.count
        table += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return file + Data(table.utf8)
    }

    /// From the frame's header (ITU-T T.81, B.2.2).
    private static func size(of jpeg: [UInt8]) -> (width: Int, height: Int, components: Int)? {
        var position = 2
        while position + 9 < jpeg.count, jpeg[position] == 0xFF {
            let marker = jpeg[position + 1]
            func number(_ offset: Int) -> Int { Int(jpeg[position + offset]) << 8 | Int(jpeg[position + offset + 1]) }
            if (0xC0...0xC2).contains(marker) { return (number(7), number(5), Int(jpeg[position + 9])) }
            position += 2 + number(2)
        }
        return nil
    }
}
