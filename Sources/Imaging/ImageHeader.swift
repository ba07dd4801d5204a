import CLeptonica
import Glibc

/// What a file says of its pictures before any pixel is decoded.
package struct ImageHeader: Hashable, Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case png, jpeg, tiff, webp, bmp, gif, pnm, jp2, heic

        /// By the first bytes; nil for anything that cannot be decoded here.
        package init?(_ bytes: [UInt8]) {
            guard bytes.count >= 12 else { return nil }
            if Format.isHEIF(bytes) {
                self = .heic
                return
            }
            var format: l_int32 = 0
            _ = LeptonicaMessages.collect {
                unsafe bytes.withUnsafeBufferPointer { unsafe findFileFormatBuffer($0.baseAddress, &format) }
            }
            switch Int(format) {
            case Int(IFF_PNG): self = .png
            case Int(IFF_JFIF_JPEG): self = .jpeg
            case Int(IFF_TIFF)...Int(IFF_TIFF_ZIP), Int(IFF_TIFF_JPEG): self = .tiff
            case Int(IFF_WEBP): self = .webp
            case Int(IFF_BMP): self = .bmp
            case Int(IFF_GIF): self = .gif
            case Int(IFF_PNM): self = .pnm
            case Int(IFF_JP2): self = .jp2
            default: return nil
            }
        }

        /// ISO/IEC 14496-12, 4.3 and 23008-12, 10: a file type box whose major brand is one of HEIF's.
        private static func isHEIF(_ bytes: [UInt8]) -> Bool {
            guard bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
            let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif"]
            return brands.contains { bytes[8..<12].elementsEqual($0.utf8) }
        }
    }

    package var format: Format
    /// Of the page asked for, in pixels, before any orientation tag.
    package var width: Int
    package var height: Int
    /// Bits a pixel.
    package var bits: Int
    /// From 1.
    package var pages: Int
    /// Pixels per inch across, where PNG or JPEG says so; elsewhere the decoded picture knows.
    package var dpi: Double?

    /// Decodes no pixels.
    ///
    /// - Parameter page: from 1; only TIFF has more than one.
    /// - Throws: `ImageError` with the library's message where there is no sound header.
    package static func read(_ bytes: [UInt8], page: Int = 1) throws -> ImageHeader {
        guard let format = Format(bytes) else {
            throw ImageError(operation: "read header", message: "unknown image format")
        }
        let header =
            switch format {
            case .tiff: try readTIFF(bytes, page: page)
            case .gif: try readGIF(bytes)
            case .bmp: try readBMP(bytes)
            case .heic: try readHEIF(bytes)
            case .png: try readPNG(bytes)
            default: try readByLeptonica(bytes, format: format)
            }
        guard header.width > 0, header.height > 0 else {
            throw ImageError(operation: "read header", message: "\(format): no pixels")
        }
        return header
    }

    private static func readByLeptonica(_ bytes: [UInt8], format: Format) throws -> ImageHeader {
        var values = [l_int32](repeating: 0, count: 6)
        try Image.check("read header") {
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe values.withUnsafeMutableBufferPointer { out in
                    guard let v = out.baseAddress else { return 1 }
                    return unsafe pixReadHeaderMem(
                        buffer.baseAddress, buffer.count, v, v + 1, v + 2, v + 3, v + 4, v + 5)
                }
            }
        }
        return ImageHeader(
            format: format, width: Int(values[1]), height: Int(values[2]), bits: Int(values[3] * max(1, values[4])),
            pages: 1, dpi: format == .jpeg ? jpegResolution(bytes) : nil)
    }

    private static func readTIFF(_ bytes: [UInt8], page: Int) throws -> ImageHeader {
        var pages: l_int32 = 0
        try withFile(bytes) { file in
            try Image.check("count TIFF pages") { unsafe tiffGetCount(file, &pages) }
        }
        guard page >= 1, page <= Int(pages) else {
            throw ImageError(operation: "read header", message: "TIFF page \(page) of \(pages)")
        }
        var (width, height, bits, samples): (l_int32, l_int32, l_int32, l_int32) = (0, 0, 0, 0)
        var (dpi, hasColourMap, compression): (l_int32, l_int32, l_int32) = (0, 0, 0)
        try Image.check("read header") {
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe readHeaderMemTiff(
                    buffer.baseAddress, buffer.count, l_int32(page - 1), &width, &height, &bits, &samples, &dpi,
                    &hasColourMap, &compression)
            }
        }
        return ImageHeader(
            format: .tiff, width: Int(width), height: Int(height), bits: Int(bits * max(1, samples)),
            pages: Int(pages))
    }

    /// GIF89a, section 18: the logical screen. Leptonica would decode it all.
    private static func readGIF(_ bytes: [UInt8]) throws -> ImageHeader {
        ImageHeader(
            format: .gif, width: littleEndian(bytes, at: 6), height: littleEndian(bytes, at: 8), bits: 8, pages: 1)
    }

    /// BITMAPINFOHEADER; the height is negative where rows run downwards. Leptonica would decode it all.
    private static func readBMP(_ bytes: [UInt8]) throws -> ImageHeader {
        guard bytes.count >= 30 else { throw ImageError(operation: "read header", message: "BMP: header too short") }
        func long(_ offset: Int) -> Int {
            Int(Int32(truncatingIfNeeded: littleEndian(bytes, at: offset) | littleEndian(bytes, at: offset + 2) << 16))
        }
        return ImageHeader(
            format: .bmp, width: long(18), height: abs(long(22)), bits: littleEndian(bytes, at: 28), pages: 1)
    }

    private static func readPNG(_ bytes: [UInt8]) throws -> ImageHeader {
        let (width, height, bits) = try Image.pngSize(bytes)
        return ImageHeader(
            format: .png, width: width, height: height, bits: bits, pages: 1,
            dpi: Image.pngResolution(bytes)?.across.rounded())
    }

    private static func readHEIF(_ bytes: [UInt8]) throws -> ImageHeader {
        let size = try Image.heifSize(bytes)
        return ImageHeader(format: .heic, width: size.width, height: size.height, bits: max(8, size.bits) * 3, pages: 1)
    }

    private static func littleEndian(_ bytes: [UInt8], at offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    private static func jpegResolution(_ bytes: [UInt8]) -> Double? {
        var (across, down): (l_int32, l_int32) = (0, 0)
        _ = LeptonicaMessages.collect {
            try? withFile(bytes) { unsafe fgetJpegResolution($0, &across, &down) }
        }
        return across > 0 ? Double(across) : nil
    }

    /// Lends the bytes as a C stream.
    @safe private static func withFile<Result>(
        _ bytes: [UInt8], _ body: (UnsafeMutablePointer<FILE>) throws -> Result
    ) throws -> Result {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let file = unsafe fopenReadFromMemory(buffer.baseAddress, buffer.count) else {
                throw ImageError(operation: "read header", message: "no stream over the bytes")
            }
            defer { unsafe fclose(file) }
            return try unsafe body(file)
        }
    }
}
