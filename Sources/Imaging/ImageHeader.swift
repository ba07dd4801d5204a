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

        /// ISO/IEC 14496-12, 4.3 and 23008-12, 10: a file type box with one of HEIF's brands.
        private static func isHEIF(_ bytes: [UInt8]) -> Bool {
            guard bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
            let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
            let names: Set<String> = [
                "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis",
            ]
            return stride(from: 8, to: min(max(length, 12), bytes.count, 256) - 3, by: 4).contains {
                names.contains(String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self))
            }
        }
    }

    package var format: Format
    /// Of the page asked for, in pixels, before any orientation tag.
    package var width: Int
    package var height: Int
    /// Bits a pixel.
    package var bits: Int
    /// Pictures that can be decoded, from 1.
    package var pages: Int
    /// Further ones in the file that no library here decodes.
    package var unreadPages = 0
    /// Pixels per inch across, where PNG or JPEG says so; elsewhere the decoded picture knows.
    package var dpi: Double?

    /// Decodes no pixels.
    ///
    /// - Parameter page: from 1.
    /// - Throws: `ImageError` with the library's message where there is no sound header, and with a `converter` where no
    ///   picture of a whole file can be decoded here.
    package static func read(_ bytes: [UInt8], page: Int = 1) throws -> ImageHeader {
        guard let format = Format(bytes) else {
            throw ImageError(operation: "read header", message: "unknown image format")
        }
        let header =
            switch format {
            case .tiff: try readTIFF(bytes, page: page)
            case .gif: try readAnimation(bytes, format: .gif)
            case .webp where Animation.isOne(bytes): try readAnimation(bytes, format: .webp)
            case .bmp: try readBMP(bytes)
            case .heic: try readHEIF(bytes, page: page)
            case .png: try readPNG(bytes)
            case .jpeg: try readJPEG(bytes)
            case .jp2: try readJPEG2000(bytes)
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

    private static func readJPEG(_ bytes: [UInt8]) throws -> ImageHeader {
        if let rare = JPEGOutline(bytes)?.unsupported { throw rare }
        return try readByLeptonica(bytes, format: .jpeg)
    }

    /// By the image header box (ISO/IEC 15444-1, I.5.3.1), which Leptonica seeks at one place only. JPX files may have
    /// several codestreams (15444-2, M.2), of which OpenJPEG reads the first.
    private static func readJPEG2000(_ bytes: [UInt8]) throws -> ImageHeader {
        let reader = BoxReader(bytes)
        guard let body = reader.boxes(at: ["jp2h", "ihdr"]).first?.body, body.count >= 11 else {
            return try readByLeptonica(bytes, format: .jp2)
        }
        func number(_ offset: Int, _ length: Int) -> Int {
            bytes[(body.lowerBound + offset)...].prefix(length).reduce(0) { $0 << 8 | Int($1) }
        }
        // Less one, with the sign in the highest bit; 255 where components differ.
        let bits = number(10, 1) & 0x7F + 1
        guard bits <= 8 || number(10, 1) == 255 else {
            throw ImageError(
                operation: "decode JPEG 2000", message: "JPEG 2000 of \(bits) bits a sample", converter: .imageMagick)
        }
        return ImageHeader(
            format: .jp2, width: number(4, 4), height: number(0, 4), bits: min(8, bits) * number(8, 2), pages: 1,
            unreadPages: max(0, reader.boxes(at: ["jp2c"]).count - 1))
    }

    private static func readTIFF(_ bytes: [UInt8], page: Int) throws -> ImageHeader {
        var pages: l_int32 = 0
        try withFile(bytes) { file in
            try Image.check("count TIFF pages") { unsafe tiffGetCount(file, &pages) }
        }
        let size = try Image.tiffSize(bytes, page: page)
        return ImageHeader(format: .tiff, width: size.width, height: size.height, bits: size.bits, pages: Int(pages))
    }

    private static func readAnimation(_ bytes: [UInt8], format: Format) throws -> ImageHeader {
        let animation = try Animation(bytes)
        return ImageHeader(
            format: format, width: animation.width, height: animation.height, bits: 32, pages: animation.count)
    }

    /// BITMAPINFOHEADER; the height is negative where rows run downwards. Leptonica would decode it all.
    private static func readBMP(_ bytes: [UInt8]) throws -> ImageHeader {
        guard bytes.count >= 34 else { throw ImageError(operation: "read header", message: "BMP: header too short") }
        // OS/2's, Adobe's, and run lengths: whole, but not Leptonica's.
        let (length, compression) = (littleEndian(bytes, at: 14), littleEndian(bytes, at: 30))
        if [12, 16, 52, 56, 64].contains(length) || length >= 40 && [1, 2, 4, 5].contains(compression) {
            throw ImageError(
                operation: "decode BMP",
                message: length < 40
                    ? "a BMP with an OS/2 header"
                    : "a BMP with a header of \(length) bytes and compression \(compression)",
                converter: .imageMagick)
        }
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
            unreadPages: Image.apngFrames(bytes), dpi: Image.pngResolution(bytes)?.across.rounded())
    }

    private static func readHEIF(_ bytes: [UInt8], page: Int) throws -> ImageHeader {
        let sequence = BoxReader(bytes).sequencePictures
        // A file may be a sequence alone.
        if sequence > 0, BoxReader(bytes).boxes(at: ["meta"]).isEmpty {
            throw ImageError(
                operation: "decode HEIC", message: "a sequence of \(sequence) pictures in HEIF or AVIF",
                converter: .ffmpegSequence)
        }
        let size = try Image.heifSize(bytes, page: page)
        // The still picture of a file that has both shows one of the sequence.
        return ImageHeader(
            format: .heic, width: size.width, height: size.height, bits: max(8, size.bits) * 3, pages: size.pages,
            unreadPages: max(0, sequence - 1))
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
    @safe static func withFile<Result>(
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
