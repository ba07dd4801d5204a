import CLeptonica

extension Image {
    /// Decodes a page of a file's bytes to 1 bit, grey, or RGB: colour maps are resolved, transparency is laid over
    /// white, 16 bits are reduced to 8, oblong pixels (fax) are made square. A JPEG's EXIF orientation is left to the
    /// caller; TIFF and HEIC orientation is applied by their libraries.
    ///
    /// - Parameter page: from 1; only TIFF has more than one.
    /// - Throws: `ImageError` with the library's message where the bytes are damaged or of no known format.
    package static func decode(_ bytes: [UInt8], page: Int = 1) throws -> Image {
        guard let format = ImageHeader.Format(bytes) else {
            throw ImageError(operation: "decode", message: "unknown image format")
        }
        switch format {
        case .png: return try decodePNG(bytes)
        case .heic: return try decodeHEIF(bytes)
        default: return try decodeByLeptonica(bytes, format: format, page: page)
        }
    }

    private static func decodeByLeptonica(_ bytes: [UInt8], format: ImageHeader.Format, page: Int) throws -> Image {
        var damages: l_int32 = 0
        let (raw, lines) = try LeptonicaMessages.collect {
            try make("decode \(format)") {
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    switch format {
                    case .tiff: unsafe pixReadMemTiff(buffer.baseAddress, buffer.count, l_int32(page - 1))
                    case .jpeg:
                        unsafe pixReadMemJpeg(
                            buffer.baseAddress, buffer.count, 0, 1, &damages, l_int32(L_JPEG_CONTINUE_WITH_BAD_DATA))
                    default: unsafe pixReadMem(buffer.baseAddress, buffer.count)
                    }
                }
            }
        }
        let image = try raw.simplified().squared()
        image.warnings = lines.filter { $0.hasPrefix("Warning") }
        if damages > 0 { image.warnings.append("the JPEG decoder mended \(damages) places") }
        return image
    }

    /// 1, 8 or 32 bits without colour map and transparency.
    private func simplified() throws -> Image {
        let flat =
            unsafe pixGetColormap(pix) == nil
            ? self
            : try Image.make("resolve colours") { unsafe pixRemoveColormap(pix, l_int32(REMOVE_CMAP_BASED_ON_SRC)) }
        switch flat.depth {
        case 1, 8: return flat
        case 32: return try flat.opaque()
        case 24: return try Image.make("convert to RGB") { unsafe pixConvert24To32(flat.pix) }
        default: return try Image.make("convert to grey") { unsafe pixConvertTo8(flat.pix, 0) }
        }
    }

    /// Laid over white where it has an alpha channel.
    func opaque() throws -> Image {
        guard unsafe pixGetSpp(pix) == 4 else { return self }
        let blended = try Image.make("resolve transparency") { unsafe pixAlphaBlendUniform(pix, 0xffff_ff00) }
        unsafe pixSetSpp(blended.pix, 3)
        return blended
    }

    /// Enlarged in the coarser direction where the file gives two resolutions, as fax does (ITU-T T.4: 204 x 98).
    private func squared() throws -> Image {
        let across = Double(unsafe pixGetXRes(pix))
        let down = Double(unsafe pixGetYRes(pix))
        guard across > 0, down > 0, max(across, down) / min(across, down) > 1.05 else { return self }
        // Beyond that the tag is wrong rather than the pixels oblong.
        guard max(across, down) / min(across, down) < 4.5 else {
            unsafe pixSetResolution(pix, 0, 0)
            return self
        }
        let finer = max(across, down)
        let enlarged = try scaled(byX: finer / across, y: finer / down)
        enlarged.dpi = finer
        return enlarged
    }
}
