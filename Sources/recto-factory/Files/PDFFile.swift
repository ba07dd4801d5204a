/// A PDF file of scanned pages: one JPEG picture a page (ISO 32000-1, 7.4.8 and 7.5).
enum PDFFile {
    struct Page {
        var jpeg: [UInt8]
        var width: Int
        var height: Int
        var dpi: Double
        var isColored: Bool
    }

    static func bytes(_ pages: [Page]) -> [UInt8] {
        var file = Array("%PDF-1.4\n%\u{E2}\u{E3}\u{CF}\u{D3}\n".utf8)
        var offsets: [Int] = []
        func object(_ body: String, stream: [UInt8]? = nil) {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n\(body)\n".utf8)
            if let stream { file += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
            file += Array("endobj\n".utf8)
        }
        object("<< /Type /Catalog /Pages 2 0 R >>")
        let kids = pages.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
        object("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
        for (index, page) in pages.enumerated() {
            let number = 3 + 3 * index
            let width = Canvas.number(Double(page.width) / page.dpi * 72)
            let height = Canvas.number(Double(page.height) / page.dpi * 72)
            object(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(number + 1) 0 R"
                    + " /Resources << /XObject << /Im0 \(number + 2) 0 R >> >> >>")
            let content = Array("q \(width) 0 0 \(height) 0 0 cm /Im0 Do Q".utf8)
            object("<< /Length \(content.count) >>", stream: content)
            object(
                "<< /Type /XObject /Subtype /Image /Width \(page.width) /Height \(page.height) /BitsPerComponent 8"
                    + " /ColorSpace /\(page.isColored ? "DeviceRGB" : "DeviceGray") /Filter /DCTDecode"
                    + " /Length \(page.jpeg.count) >>", stream: page.jpeg)
        }
        let table = file.count
        file += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            file += Array("\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8)
        }
        file += Array(
            "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
        return file
    }
}
