import CLeptonica

extension Image {
    /// What a picture can be written as. The two-level TIFF codings need 1 bit.
    package enum Encoding: Sendable, CaseIterable {
        case png, jpeg, tiffG3, tiffG4, tiffLZW, tiffDeflate, webp, bmp, gif, pnm, jp2

        var leptonica: l_int32 {
            let format =
                switch self {
                case .png: IFF_PNG
                case .jpeg: IFF_JFIF_JPEG
                case .tiffG3: IFF_TIFF_G3
                case .tiffG4: IFF_TIFF_G4
                case .tiffLZW: IFF_TIFF_LZW
                case .tiffDeflate: IFF_TIFF_ZIP
                case .webp: IFF_WEBP
                case .bmp: IFF_BMP
                case .gif: IFF_GIF
                case .pnm: IFF_PNM
                case .jp2: IFF_JP2
                }
            return l_int32(format)
        }
    }

    /// A file's bytes, at the library's default quality.
    package func encoded(as encoding: Encoding) throws -> [UInt8] {
        try Image.bytes("encode \(encoding)") { data, size in
            unsafe pixWriteMem(data, size, pix, encoding.leptonica)
        }
    }

    package func pngData() throws -> [UInt8] {
        try encoded(as: .png)
    }

    /// - Parameter quality: 1…100.
    package func jpegData(quality: Int = 85) throws -> [UInt8] {
        let source = depth == 1 ? try grey() : self
        return try Image.bytes("encode JPEG") { data, size in
            unsafe pixWriteMemJpeg(data, size, source.pix, l_int32(quality), 0)
        }
    }

    /// Several pictures as one TIFF file.
    package static func tiffData(pages: [Image]) throws -> [UInt8] {
        try bytes("encode TIFF") { data, size in
            var list = unsafe pixaCreate(l_int32(pages.count))
            defer { unsafe pixaDestroy(&list) }
            for page in pages {
                guard unsafe pixaAddPix(list, page.pix, l_int32(L_CLONE)) == 0 else { return 1 }
            }
            return unsafe pixaWriteMemMultipageTiff(data, size, list)
        }
    }

    /// Writes a PNG file.
    package func write(png path: String) throws {
        try Image.check("write PNG") { unsafe pixWrite(path, pix, l_int32(IFF_PNG)) }
    }

    /// Takes over a buffer that Leptonica allocated.
    @safe private static func bytes(
        _ operation: String,
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>) -> l_ok
    ) throws -> [UInt8] {
        var data: UnsafeMutablePointer<UInt8>?
        var size = 0
        defer { unsafe lept_free(data) }
        try check(operation) { unsafe body(&data, &size) }
        guard let start = unsafe data else {
            throw ImageError(operation: operation, message: "nothing was written")
        }
        return unsafe Array(UnsafeBufferPointer(start: start, count: size))
    }
}
