package import Model

extension PDFPicture {
    /// A JPEG file's first picture as it is; nil where a PDF may not hold it so.
    package init?(jpeg bytes: [UInt8]) {
        // Baseline, extended and progressive ones of 8 bits (ISO 32000-1, 7.4.8). Programs differ in what four inks mean.
        guard let outline = JPEGOutline(bytes), let process = outline.process, (0xC0...0xC2).contains(process),
            outline.precision == 8, [1, 3].contains(outline.components), let end = outline.end,
            let header = try? ImageHeader.read(bytes)
        else { return nil }
        self.init(
            .jpeg, width: header.width, height: header.height, bits: 8, components: outline.components,
            data: Array(bytes[..<end]))
    }

    /// A JPEG 2000 file as it is.
    package init?(jpeg2000 bytes: [UInt8]) {
        guard let header = try? ImageHeader.read(bytes) else { return nil }
        self.init(.jpeg2000, width: header.width, height: header.height, bits: 8, components: 3, data: bytes)
    }

    /// The rows of a PNG file as they are; nil where they are interlaced, transparent, or have 16 bits.
    package init?(png bytes: [UInt8]) {
        func number(at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        // A chunk is its length, its name, as many bytes, and a checksum (ISO/IEC 15948, 5.3).
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        let (bits, colour, interlacing) = (Int(bytes[24]), bytes[25], bytes[28])
        guard bits <= 8, [0, 2, 3].contains(colour), interlacing == 0 else { return nil }
        var (palette, data): ([UInt8], [UInt8]) = ([], [])
        var place = 33
        while place + 12 <= bytes.count {
            let count = number(at: place)
            guard count <= bytes.count - place - 12 else { return nil }
            let body = bytes[(place + 8)..<(place + 8 + count)]
            switch String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self) {
            case "IDAT": data += body
            case "PLTE": palette = Array(body)
            case "tRNS", "acTL": return nil
            default: break
            }
            place += 12 + count
        }
        let isWhole = colour != 3 || !palette.isEmpty && palette.count <= 3 << bits
        guard !data.isEmpty, isWhole else { return nil }
        self.init(
            .png, width: number(at: 16), height: number(at: 20), bits: bits, components: colour == 2 ? 3 : 1,
            palette: colour == 3 ? palette : [], data: data)
    }
}

extension Image {
    /// Qualities that a JPEG is tried at, and the last where none is small enough.
    private static let qualities = [92, 85, 75, 65, 50, 40]

    /// Encoded without loss where that is small enough, as a JPEG as good as that allows otherwise.
    ///
    /// - Parameter mostBytes: what it should not exceed.
    package func pdfPicture(mostBytes: Int) throws -> PDFPicture {
        if depth == 1 { return try group4() }
        let lossless = PDFPicture(png: try pngData())
        if let lossless, lossless.data.count <= mostBytes { return lossless }
        var bytes: [UInt8] = []
        for quality in Self.qualities {
            bytes = try jpegData(quality: quality)
            if bytes.count <= mostBytes { break }
        }
        // Print on plain paper is often smaller without loss.
        if let lossless, lossless.data.count <= bytes.count { return lossless }
        guard let picture = PDFPicture(jpeg: bytes) else {
            throw ImageError(operation: "encode JPEG", message: "nothing was written")
        }
        return picture
    }

    /// Leptonica writes a TIFF of one strip, in which 0 is white.
    private func group4() throws -> PDFPicture {
        let file = try encoded(as: .tiffG4)
        let strip = try Image.firstStrip(ofTIFF: file)
        return PDFPicture(.group4, width: width, height: height, bits: 1, components: 1, data: strip)
    }
}
