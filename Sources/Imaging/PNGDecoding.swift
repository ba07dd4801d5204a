import CLeptonica
import CPNG

extension Image {
    /// By libpng's simplified API, the only one whose errors Swift can take.
    static func decodePNG(_ bytes: [UInt8]) throws -> Image {
        var control = unsafe png_image()
        unsafe control.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&control) }
        return try unsafe bytes.withUnsafeBytes { buffer in
            guard unsafe png_image_begin_read_from_memory(&control, buffer.baseAddress, buffer.count) != 0 else {
                throw unsafe failure(control)
            }
            // 16-bit samples without a gamma are as other samples, not linear light.
            unsafe control.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
            let isColour = unsafe control.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
            let hasAlpha = unsafe control.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
            var image = isColour || hasAlpha ? try unsafe finishColour(&control) : try unsafe finishGrey(&control)
            if !isColour, hasAlpha { image = try image.grey() }
            if unsafe control.warning_or_error & 3 != 0 { image.warnings = [unsafe text(control)] }
            if let resolution = pngResolution(bytes) {
                let (across, down) = (resolution.across.rounded(), resolution.down.rounded())
                unsafe pixSetResolution(image.pix, l_int32(min(1e6, across)), l_int32(min(1e6, down)))
            }
            return bitDepth(bytes) == 1 && !isColour ? try image.thresholded(at: 128) : image
        }
    }

    /// Width, height, and bits a pixel.
    static func pngSize(_ bytes: [UInt8]) throws -> (width: Int, height: Int, bits: Int) {
        var control = unsafe png_image()
        unsafe control.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&control) }
        guard unsafe png_image_begin_read_from_memory(&control, bytes, bytes.count) != 0 else {
            throw unsafe failure(control)
        }
        let format = unsafe control.format
        let isPalette = format & png_uint_32(PNG_FORMAT_FLAG_COLORMAP) != 0
        let colours = isPalette || format & png_uint_32(PNG_FORMAT_FLAG_COLOR) == 0 ? 1 : 3
        let alpha = !isPalette && format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0 ? 1 : 0
        return unsafe (Int(control.width), Int(control.height), Int(bitDepth(bytes)) * (colours + alpha))
    }

    private static func finishGrey(_ control: inout png_image) throws -> Image {
        unsafe control.format = 0  // PNG_FORMAT_GRAY
        let image = try unsafe blank(width: Int(control.width), height: Int(control.height), depth: 8, white: false)
        let stride = unsafe pixGetWpl(image.pix) * 4
        guard unsafe png_image_finish_read(&control, nil, pixGetData(image.pix), stride, nil) != 0 else {
            throw unsafe failure(control)
        }
        unsafe pixEndianByteSwap(image.pix)
        return image
    }

    private static func finishColour(_ control: inout png_image) throws -> Image {
        let hasAlpha = unsafe control.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
        // Alpha, blue, green, red: Leptonica's words on a little-endian machine.
        unsafe control.format = png_uint_32(
            PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_AFIRST)
        let image = try unsafe blank(width: Int(control.width), height: Int(control.height), depth: 32, white: false)
        let stride = unsafe pixGetWpl(image.pix) * 4
        guard unsafe png_image_finish_read(&control, nil, pixGetData(image.pix), stride, nil) != 0 else {
            throw unsafe failure(control)
        }
        if hasAlpha { unsafe pixSetSpp(image.pix, 4) }
        return try image.opaque()
    }

    private static func text(_ control: png_image) -> String {
        unsafe withUnsafeBytes(of: control.message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func failure(_ control: png_image) -> ImageError {
        ImageError(operation: "decode PNG", message: unsafe text(control))
    }

    /// IHDR's bit depth (PNG, 11.2.2): byte 24 of the file.
    private static func bitDepth(_ bytes: [UInt8]) -> UInt8 {
        bytes.count > 24 ? bytes[24] : 0
    }

    /// Pixels per inch by the pHYs chunk (PNG, 11.3.5.3), which libpng's simplified API leaves out; nil without one in
    /// pixels per metre.
    static func pngResolution(_ bytes: [UInt8]) -> (across: Double, down: Double)? {
        guard let (name, body) = pngChunks(bytes).first(where: { $0.name == "pHYs" || $0.name == "IDAT" }),
            name == "pHYs", body.count == 9, bytes[body.lowerBound + 8] == 1
        else { return nil }
        func number(_ offset: Int) -> Int {
            bytes[(body.lowerBound + offset)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        return (Double(number(0)) * 0.0254, Double(number(4)) * 0.0254)
    }

    /// Frames of an APNG (PNG, third edition, 11.3.6) beside its default image, which is all that libpng reads.
    static func apngFrames(_ bytes: [UInt8]) -> Int {
        var (isAnimated, controlsDefault, isInData, controls) = (false, false, false, 0)
        for (name, _) in pngChunks(bytes) {
            switch name {
            case "acTL" where !isInData: isAnimated = true
            case "fcTL":
                controls += 1
                if !isInData { controlsDefault = true }
            case "IDAT": isInData = true
            default: break
            }
        }
        return isAnimated ? max(0, controls - (controlsDefault ? 1 : 0)) : 0
    }

    /// Every step moves on, so it ends with the bytes.
    private static func pngChunks(_ bytes: [UInt8]) -> some Sequence<(name: String, body: Range<Int>)> {
        sequence(state: 8) { offset in
            guard offset + 12 <= bytes.count else { return nil }
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let start = offset + 8
            offset += 12 + length
            return (
                String(decoding: bytes[(start - 4)..<start], as: UTF8.self),
                start..<min(bytes.count, start + length)
            )
        }
    }
}
