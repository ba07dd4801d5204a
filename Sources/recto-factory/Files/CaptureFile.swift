import Imaging

/// A capture as the bytes of one file.
enum CaptureFile {
    static func bytes(_ captured: Captured) throws -> [UInt8] {
        guard let first = captured.pages.first else { throw FactoryError.pictureFailed("a document without pages") }
        switch captured.format {
        case .png: return try first.image.pngData()
        case .tiff: return try Image.tiffData(pages: captured.pages.map(\.image))
        case .jpeg(let quality):
            let jpeg = try first.image.jpegData(quality: quality)
            return first.tag == 1 ? jpeg : withOrientation(first.tag, jpeg)
        case .pdf(let quality):
            return PDFFile.bytes(
                try captured.pages.map { page in
                    PDFFile.Page(
                        jpeg: try page.image.jpegData(quality: quality), width: page.image.width,
                        height: page.image.height, dpi: page.dpi, isColored: page.image.depth == 32)
                })
        }
    }

    /// An Exif segment with nothing but the orientation (CIPA DC-008, 4.6.4), after the JPEG's first marker.
    private static func withOrientation(_ tag: Int, _ jpeg: [UInt8]) -> [UInt8] {
        var body = Array("Exif".utf8) + [0, 0]
        body += Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        body += [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag), 0, 0, 0, 0, 0, 0]
        let length = body.count + 2
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body
            + Array(jpeg.dropFirst(2))
    }
}
