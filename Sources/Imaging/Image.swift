import CLeptonica
import Glibc
package import Model

/// A picture, 1, 8 or 32 bits a pixel, that owns its Leptonica `Pix`. Not Sendable: a picture belongs to one worker.
///
/// Points in a picture are continuous: pixel (0, 0) covers 0…1 in both directions. 8 bits: 0 is black. 1 bit: 1 is ink.
/// 32 bits: red, green, blue. Whatever makes a new picture throws `ImageError` where Leptonica cannot.
@safe package final class Image {
    let pix: UnsafeMutablePointer<PIX>

    /// What the decoder mended or skipped, in the library's words; empty for a sound picture.
    package internal(set) var warnings: [String] = []

    /// Takes ownership.
    init(owning pix: UnsafeMutablePointer<PIX>) {
        unsafe self.pix = unsafe pix
    }

    deinit {
        var owned: UnsafeMutablePointer<PIX>? = unsafe pix
        unsafe pixDestroy(&owned)
    }

    package var width: Int { Int(unsafe pixGetWidth(pix)) }
    package var height: Int { Int(unsafe pixGetHeight(pix)) }
    /// Bits a pixel: 1, 8 or 32.
    package var depth: Int { Int(unsafe pixGetDepth(pix)) }
    package var bounds: Model.Box { Box(x: 0, y: 0, width: width, height: height) }

    /// Pixels per inch as the file says or as set; nil where nothing is known.
    package var dpi: Double? {
        get {
            let resolution = unsafe pixGetXRes(pix)
            return resolution > 0 ? Double(resolution) : nil
        }
        set {
            let resolution = l_int32(min(1_000_000, max(0, (newValue ?? 0).rounded())))
            unsafe pixSetResolution(pix, resolution, resolution)
        }
    }

    /// A new picture of one colour.
    static func blank(width: Int, height: Int, depth: Int, white: Bool = true) throws -> Image {
        guard let width = l_int32(exactly: width), let height = l_int32(exactly: height) else {
            throw ImageError(operation: "create picture", message: "size out of range")
        }
        let image = try make("create picture") { unsafe pixCreate(width, height, l_int32(depth)) }
        if white { unsafe pixSetBlackOrWhite(image.pix, l_int32(L_SET_WHITE)) }
        return image
    }

    /// - Parameter grey: width × height bytes, rows from top to bottom, 0 black.
    package convenience init(width: Int, height: Int, grey: [UInt8]) throws {
        guard width > 0, height > 0, grey.count == width * height else {
            throw ImageError(operation: "create picture", message: "\(grey.count) bytes for \(width) x \(height)")
        }
        let image = try Image.blank(width: width, height: height, depth: 8, white: false)
        image.storeRows(grey)
        self.init(adopting: image)
    }

    /// - Parameter rgb: width × height × 3 bytes: red, green, blue.
    package convenience init(width: Int, height: Int, rgb: [UInt8]) throws {
        guard width > 0, height > 0, rgb.count == width * height * 3 else {
            throw ImageError(operation: "create picture", message: "\(rgb.count) bytes for \(width) x \(height)")
        }
        let image = try Image.blank(width: width, height: height, depth: 32, white: false)
        unsafe rgb.withUnsafeBufferPointer { source in
            guard let target = unsafe pixGetData(image.pix) else { return }
            for index in 0..<(width * height) {
                let red = unsafe UInt32(source[3 * index])
                let green = unsafe UInt32(source[3 * index + 1])
                let blue = unsafe UInt32(source[3 * index + 2])
                unsafe target[index] = red << 24 | green << 16 | blue << 8
            }
        }
        self.init(adopting: image)
    }

    /// Takes over another's pixels (Leptonica counts the owners).
    convenience init(adopting image: Image) {
        unsafe self.init(owning: pixClone(image.pix))
        warnings = image.warnings
    }

    /// Copies packed 8-bit rows in.
    private func storeRows(_ bytes: [UInt8]) {
        guard let data = unsafe pixGetData(pix) else { return }
        let stride = Int(unsafe pixGetWpl(pix)) * 4
        let width = width
        let height = height
        unsafe bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            for row in 0..<height {
                unsafe memcpy(UnsafeMutableRawPointer(data) + row * stride, base + row * width, width)
            }
        }
        unsafe pixEndianByteSwap(pix)
    }

    /// Width × height bytes, rows from top to bottom, 0 black; converted to grey first where needed.
    package func greyBytes() throws -> [UInt8] {
        let source = try grey()
        let swapped = try Image.make("read pixels") { unsafe pixEndianByteSwapNew(source.pix) }
        guard let data = unsafe pixGetData(swapped.pix) else { return [] }
        let stride = Int(unsafe pixGetWpl(swapped.pix)) * 4
        let width = width
        let height = height
        return unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            if let base = target.baseAddress {
                for row in 0..<height {
                    unsafe memcpy(base + row * width, UnsafeRawPointer(data) + row * stride, width)
                }
            }
            count = width * height
        }
    }

    /// Width × height × 3 bytes: red, green, blue.
    package func rgbBytes() throws -> [UInt8] {
        let source = depth == 32 ? self : try Image.make("convert to RGB") { unsafe pixConvertTo32(pix) }
        guard let data = unsafe pixGetData(source.pix) else { return [] }
        let pixels = width * height
        return unsafe [UInt8](unsafeUninitializedCapacity: pixels * 3) { target, count in
            for index in 0..<pixels {
                let word = unsafe data[index]
                unsafe target[3 * index] = UInt8(truncatingIfNeeded: word >> 24)
                unsafe target[3 * index + 1] = UInt8(truncatingIfNeeded: word >> 16)
                unsafe target[3 * index + 2] = UInt8(truncatingIfNeeded: word >> 8)
            }
            count = pixels * 3
        }
    }

    /// 8 bits; itself where it is so already.
    package func grey() throws -> Image {
        switch depth {
        case 8: self
        case 1: try Image.make("convert to grey") { unsafe pixConvert1To8(nil, pix, 255, 0) }
        default: try Image.make("convert to grey") { unsafe pixConvertRGBToLuminance(pix) }
        }
    }

    /// Coloured ink as dark print: 8 bits, 255 where red, green and blue are alike, as in paper, grey and black print, less
    /// by ``colourGain`` times as much as they differ.
    ///
    /// - Returns: nil for a picture without colours.
    package func colouredInk() throws -> Image? {
        guard depth == 32 else { return nil }
        return try Image.make("find coloured ink") {
            var differing = unsafe pixConvertRGBToGrayMinMax(pix, l_int32(L_CHOOSE_MAXDIFF))
            guard unsafe differing != nil, unsafe pixMultConstantGray(differing, Self.colourGain) == 0,
                unsafe pixInvert(differing, differing) != nil
            else {
                unsafe pixDestroy(&differing)
                return nil
            }
            return unsafe differing
        }
    }

    private static let colourGain: Float = 3

    /// Black for white; the depth stays.
    package func inverted() throws -> Image {
        try Image.make("invert") { unsafe pixInvert(nil, pix) }
    }

    /// - Parameter sigma: standard deviation of the Gaussian in pixels; 0 or less gives a copy.
    package func blurred(sigma: Double) throws -> Image {
        guard sigma > 0 else { return try copied() }
        let source = depth == 1 ? try grey() : self
        // Beyond three sigma the kernel's share is below 0.3 %.
        let half = l_int32(max(1, min(100, (3 * sigma).rounded(.up))))
        return try Image.make("blur") {
            var across: UnsafeMutablePointer<L_KERNEL>?
            var down: UnsafeMutablePointer<L_KERNEL>?
            defer {
                unsafe kernelDestroy(&across)
                unsafe kernelDestroy(&down)
            }
            guard unsafe makeGaussianKernelSep(half, half, Float(sigma), 1, &across, &down) == 0 else { return nil }
            return source.depth == 8
                ? unsafe pixConvolveSep(source.pix, across, down, 8, 1)
                : unsafe pixConvolveRGBSep(source.pix, across, down)
        }
    }

    /// Averaged over squares of this many pixels either way; much faster than a Gaussian.
    package func boxBlurred(radius: Int) throws -> Image {
        let source = depth == 1 ? try grey() : self
        return try Image.make("blur") { unsafe pixBlockconv(source.pix, l_int32(radius), l_int32(radius)) }
    }

    package func copied() throws -> Image {
        try Image.make("copy") { unsafe pixCopy(nil, pix) }
    }
}
