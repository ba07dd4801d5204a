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
        /// Annotations on the whole page: entries of their dictionaries, and what they paint; empty for no appearance.
        var annotations: [(entries: String, appearance: String)] = []
    }

    var pages: [Page]
    /// Entries of the catalog.
    var catalog = ""
    /// What the page tree says; nil for the truth.
    var count: Int?
    /// Entries of the font dictionary.
    var font = "/Subtype /Type1 /BaseFont /Helvetica"
    /// Streams that `catalog` may refer to, the first as object 4.
    var attached: [[UInt8]] = []

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
        var file = Array("%PDF-1.7\n".utf8)
        var offsets: [Int] = []
        @discardableResult func add(_ body: [UInt8]) -> Int {
            offsets.append(file.count)
            file += Array("\(offsets.count) 0 obj\n".utf8) + body + Array("\nendobj\n".utf8)
            return offsets.count
        }
        func stream(_ dictionary: String, _ body: [UInt8]) -> [UInt8] {
            Array("<< \(dictionary) /Length \(body.count) >>\nstream\n".utf8) + body + Array("\nendstream".utf8)
        }
        // The page tree comes last, when its pages have numbers.
        let graphics = "/ExtGState << /Pale << /ca 0.3 >> >>"
        let tree = 4 + attached.count + pages.reduce(0) { $0 + 3 + 2 * $1.annotations.count }
        add(Array("<< /Type /Catalog /Pages \(tree) 0 R \(catalog) >>".utf8))
        add(Array("<< /Type /Font \(font) >>".utf8))
        add(Array("null".utf8))
        for bytes in attached { add(stream("/Type /EmbeddedFile", bytes)) }
        var kids: [Int] = []
        for page in pages {
            var picture = 0
            if let image = page.picture {
                picture = add(
                    stream(
                        "/Type /XObject /Subtype /Image /Width \(image.width) /Height \(image.height) "
                            + "/ColorSpace /DeviceGray /BitsPerComponent 8", try image.greyBytes()))
            } else {
                add(Array("null".utf8))
            }
            let content = add(stream("", Array(page.content.utf8)))
            let resources =
                "<< /Font << /F1 2 0 R >> \(graphics) \(picture > 0 ? "/XObject << /Im0 \(picture) 0 R >>" : "") >>"
            let box = "[0 0 \(page.width) \(page.height)]"
            let annotations = page.annotations.map { annotation in
                let appearance = add(
                    stream(
                        "/Type /XObject /Subtype /Form /BBox \(box) /Resources \(resources)",
                        Array(annotation.appearance.utf8)))
                let rectangle = annotation.entries.contains("/Rect") ? "" : "/Rect \(box)"
                let shown = annotation.appearance.isEmpty ? "" : "/AP << /N \(appearance) 0 R >>"
                return add(Array("<< /Type /Annot \(rectangle) \(shown) \(annotation.entries) >>".utf8))
            }
            let list = annotations.map { "\($0) 0 R" }.joined(separator: " ")
            kids.append(
                add(
                    Array(
                        ("<< /Type /Page /Parent \(tree) 0 R /MediaBox \(box) /Rotate \(page.rotation) "
                            + "/Contents \(content) 0 R /Resources \(resources) /Annots [\(list)] >>").utf8)))
        }
        let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
        add(Array("<< /Type /Pages /Kids [\(list)] /Count \(count ?? pages.count) >>".utf8))
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
