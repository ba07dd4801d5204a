import CLeptonica

extension Image {
    /// Decodes a picture of a file's bytes to 1 bit, grey, or RGB: colour maps are resolved, transparency is laid over
    /// white (``opaque()``), 16 bits are reduced to 8; oblong pixels (fax) stay as they are (``pixelAspect``). The
    /// orientation tags of JPEG and TIFF are left to the caller; HEIC's is applied by its library.
    ///
    /// - Parameter page: from 1; ``ImageHeader/pages`` says how many there are. Of many animated ones, ``Animation``
    ///   takes less time.
    /// - Throws: `ImageError` with the library's message where the bytes are damaged or of no known format, and with a
    ///   `converter` where they are of a kind that is not decoded here.
    package static func decode(_ bytes: [UInt8], page: Int = 1) throws -> Image {
        guard let format = ImageHeader.Format(bytes) else {
            throw ImageError(operation: "decode", message: "unknown image format")
        }
        if Animation.isOne(bytes) { return try Animation(bytes).picture(page) }
        switch format {
        case .png: return try decodePNG(bytes)
        case .heic: return try decodeHEIF(bytes, page: page)
        case .tiff: return try decodeTIFF(bytes, page: page)
        case .jpeg: return try decodeJPEG(bytes)
        default: return try decodeByLeptonica(bytes, format: format)
        }
    }

    static func decodeByLeptonica(_ bytes: [UInt8], format: ImageHeader.Format) throws -> Image {
        var damages: l_int32 = 0
        let (raw, lines) = try LeptonicaMessages.collect {
            try make("decode \(format)") {
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    switch format {
                    case .jpeg:
                        unsafe pixReadMemJpeg(
                            buffer.baseAddress, buffer.count, 0, 1, &damages, l_int32(L_JPEG_CONTINUE_WITH_BAD_DATA))
                    default: unsafe pixReadMem(buffer.baseAddress, buffer.count)
                    }
                }
            }
        }
        let image = try raw.simplified()
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

    /// Laid over white where it has an alpha channel; over black where nothing is to be seen on white but the channel
    /// shows something: white ink.
    func opaque() throws -> Image {
        guard unsafe pixGetSpp(pix) == 4 else { return self }
        func laid(over ground: l_uint32) throws -> Image {
            let blended = try Image.make("resolve transparency") { unsafe pixAlphaBlendUniform(pix, ground) }
            unsafe pixSetSpp(blended.pix, 3)
            blended.warnings = warnings
            return blended
        }
        let onWhite = try laid(over: 0xffff_ff00)
        guard try onWhite.levelRange() < 16,
            try Image.make("take alpha", { unsafe pixGetRGBComponent(pix, l_int32(L_ALPHA_CHANNEL)) }).levelRange()
                > 128
        else { return onWhite }
        return try laid(over: 0)
    }

    /// From the darkest to the lightest grey level.
    private func levelRange() throws -> Int {
        let levels = try greyBytes()
        return Int(levels.max() ?? 0) - Int(levels.min() ?? 0)
    }

    /// Grey where an RGB picture has no colours, 1 bit where it has only black and white.
    func simplest() throws -> Image {
        guard depth == 32, let data = unsafe pixGetData(pix) else { return self }
        var isTwoLevel = true
        for index in 0..<(width * height) {
            let word = unsafe data[index] >> 8
            guard word >> 16 == word & 0xFF, word >> 8 & 0xFF == word & 0xFF else { return self }
            if isTwoLevel, word != 0, word != 0xFF_FFFF { isTwoLevel = false }
        }
        let plain = isTwoLevel ? try grey().thresholded(at: 128) : try grey()
        plain.warnings = warnings
        return plain
    }
}
