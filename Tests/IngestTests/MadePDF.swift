import Imaging

/// Small PDF files made for one test: uncompressed, with a cross-reference table.
struct MadePDF {
    struct Page {
        /// In points.
        var width = 300.0
        var height = 200.0
        var rotation = 0
        var content = ""
        /// Grey picture that the content calls `/Im0`.
        var picture: Image?
    }

    var pages: [Page]

    /// A page that is one picture, laid by a matrix of `cm`.
    static func scan(
        _ picture: Image, matrix: String, width: Double, height: Double, rotation: Int = 0, after: String = ""
    )
        -> MadePDF
    {
        MadePDF(pages: [
            Page(
                width: width, height: height, rotation: rotation, content: "q \(matrix) cm /Im0 Do Q \(after)",
                picture: picture)
        ])
    }

    func bytes() throws -> [UInt8] {
        var file = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        func add(_ body: [UInt8]) {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n".utf8) + body + Array("\nendobj\n".utf8)
        }
        func stream(_ dictionary: String, _ body: [UInt8]) -> [UInt8] {
            Array("<< \(dictionary) /Length \(body.count) >>\nstream\n".utf8) + body + Array("\nendstream".utf8)
        }
        let kids = pages.indices.map { "\(4 + 3 * $0) 0 R" }.joined(separator: " ")
        add(Array("<< /Type /Catalog /Pages 2 0 R >>".utf8))
        add(Array("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>".utf8))
        add(Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".utf8))
        for (index, page) in pages.enumerated() {
            let first = 4 + 3 * index
            let image = page.picture == nil ? "" : "/XObject << /Im0 \(first + 2) 0 R >>"
            add(
                Array(
                    ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page.width) \(page.height)] /Rotate \(page.rotation) "
                        + "/Contents \(first + 1) 0 R /Resources << /Font << /F1 3 0 R >> \(image) >> >>").utf8))
            add(stream("", Array(page.content.utf8)))
            if let picture = page.picture {
                add(
                    stream(
                        "/Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) "
                            + "/ColorSpace /DeviceGray /BitsPerComponent 8", try picture.greyBytes()))
            } else {
                add(Array("null".utf8))
            }
        }
        let table = file.count
        file += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            file += Array((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
        }
        file += Array("trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n".utf8)
        return file
    }
}
