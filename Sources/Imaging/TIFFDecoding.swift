import CLeptonica
import CTIFF
import Glibc

/// A TIFF in memory, at one of its directories; closes it.
@safe private final class TIFFFile {
    let handle: OpaquePointer
    let page: ctiff_page
    private let memory: UnsafeMutablePointer<ctiff_memory>

    /// - Parameters:
    ///   - buffer: must outlive the file.
    ///   - number: the directory's, from 1.
    init(_ buffer: UnsafeBufferPointer<UInt8>, page number: Int) throws {
        let memory = UnsafeMutablePointer<ctiff_memory>.allocate(capacity: 1)
        unsafe memory.initialize(to: ctiff_memory())
        unsafe memory.pointee.bytes = buffer.baseAddress
        unsafe memory.pointee.count = buffer.count
        guard let handle = unsafe ctiff_open(memory) else {
            defer { unsafe memory.deallocate() }
            throw ImageError(operation: "decode TIFF", message: unsafe Self.text(memory.pointee.error))
        }
        guard let directory = tdir_t(exactly: number - 1), unsafe TIFFSetDirectory(handle, directory) != 0 else {
            defer {
                unsafe TIFFClose(handle)
                unsafe memory.deallocate()
            }
            throw ImageError(operation: "decode TIFF", message: "there is no sound picture \(number)")
        }
        unsafe self.memory = unsafe memory
        unsafe self.handle = unsafe handle
        page = unsafe ctiff_describe(handle)
        // What it said of tags that do not matter here.
        unsafe memory.pointee.error.0 = 0
        unsafe memory.pointee.warning.0 = 0
    }

    deinit {
        unsafe TIFFClose(handle)
        unsafe memory.deallocate()
    }

    var damage: ImageError {
        let said = unsafe Self.text(memory.pointee.error)
        return ImageError(operation: "decode TIFF", message: said.isEmpty ? "its data is damaged" : said)
    }

    /// What decoding passed over.
    var warning: String? {
        unsafe [Self.text(memory.pointee.error), Self.text(memory.pointee.warning)].first { !$0.isEmpty }
    }

    static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Image {
    /// How many bytes of a TIFF one of its pictures is, as it says; nil where it does not.
    ///
    /// - Parameter page: from 1.
    package static func storedBytes(ofTIFF bytes: [UInt8], page: Int) -> Int? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let file = try? unsafe TIFFFile(buffer, page: page) else { return nil }
            let stored = unsafe ctiff_stored_bytes(file.handle)
            return stored > 0 && stored <= bytes.count ? Int(stored) : nil
        }
    }

    /// The encoded bytes of a TIFF's first strip.
    static func firstStrip(ofTIFF bytes: [UInt8]) throws -> [UInt8] {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            let file = try unsafe TIFFFile(buffer, page: 1)
            let size = unsafe Int(TIFFRawStripSize(file.handle, 0))
            guard size > 0 else { throw file.damage }
            return try unsafe [UInt8](unsafeUninitializedCapacity: size) { strip, count in
                count = unsafe max(0, Int(TIFFReadRawStrip(file.handle, 0, strip.baseAddress, tmsize_t(size))))
                guard count == size else { throw file.damage }
            }
        }
    }

    /// As it is stored: the orientation tag is left to the caller. By libtiff's RGBA reader, save for what it does not
    /// do: fax stays at 1 bit, unusual numbers of bits a sample, JPEG 2000.
    static func decodeTIFF(_ bytes: [UInt8], page number: Int) throws -> Image {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            let file = try unsafe TIFFFile(buffer, page: number)
            let image = try decode(file)
            // Centimetres are turned into inches; without a unit, as many programs mean it.
            let inches: Float = file.page.resolution_unit == RESUNIT_CENTIMETER ? 2.54 : 1
            func resolution(_ value: Float) -> l_int32 {
                value.isFinite ? l_int32(min(1e6, max(0, (value * inches).rounded()))) : 0
            }
            unsafe pixSetResolution(image.pix, resolution(file.page.across), resolution(file.page.down))
            return image
        }
    }

    /// Width, height and bits a pixel of a picture, from 1.
    static func tiffSize(_ bytes: [UInt8], page number: Int) throws -> (width: Int, height: Int, bits: Int) {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            let page = try unsafe TIFFFile(buffer, page: number).page
            return (Int(page.width), Int(page.height), Int(page.bits) * Int(page.samples))
        }
    }

    private static func decode(_ file: TIFFFile) throws -> Image {
        let page = file.page
        let (photometric, compression) = (Int32(page.photometric), Int32(page.compression))
        guard !jpeg2000.contains(compression) else { return try decodeJPEG2000(file) }
        guard TIFFIsCODECConfigured(page.compression) != 0 else {
            throw unsupported("a TIFF of compression \(compression)", nil)
        }
        let isLog = photometric == PHOTOMETRIC_LOGL || photometric == PHOTOMETRIC_LOGLUV
        switch Int32(page.sample_format) {
        case SAMPLEFORMAT_IEEEFP:
            throw unsupported("a TIFF of floating-point samples", page.bits == 32 ? .vipsScale : .imageMagickLevels)
        case SAMPLEFORMAT_INT where !isLog:
            throw unsupported("a TIFF of signed samples", page.bits == 8 ? .vipsScale : .imageMagickLevels)
        case SAMPLEFORMAT_COMPLEXINT, SAMPLEFORMAT_COMPLEXIEEEFP:
            throw unsupported("a TIFF of complex numbers, which is no picture of a page", nil)
        default: break
        }
        let isGrey = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE
        if isGrey, page.bits == 1, page.samples == 1, page.tiled == 0 { return try decodeRows(file) }
        let usual: Set<UInt16> = isGrey ? [1, 2, 4, 8, 16] : photometric == PHOTOMETRIC_SEPARATED ? [8] : [8, 16]
        let isPlain = isGrey || photometric == PHOTOMETRIC_RGB || photometric == PHOTOMETRIC_SEPARATED
        if isPlain, !usual.contains(page.bits) || photometric == PHOTOMETRIC_SEPARATED && page.samples != 4 {
            return try decodeSamples(file)
        }
        return try decodeRGBA(file, isGrey: isGrey && page.samples == 1)
    }

    private static func unsupported(_ message: String, _ converter: ImageError.Converter?) -> ImageError {
        ImageError(operation: "decode TIFF", message: message, converter: converter ?? .otherProgram)
    }

    // MARK: - By rows, at 1 bit

    private static func decodeRows(_ file: TIFFFile) throws -> Image {
        let page = file.page
        let image = try blank(width: Int(page.width), height: Int(page.height), depth: 1, white: true)
        let stride = Int(unsafe pixGetWpl(image.pix))
        guard let data = unsafe pixGetData(image.pix), unsafe TIFFScanlineSize(file.handle) <= stride * 4 else {
            throw file.damage
        }
        for row in 0..<page.height {
            guard unsafe TIFFReadScanline(file.handle, data + Int(row) * stride, row, 0) >= 0 else { throw file.damage }
        }
        unsafe pixEndianByteSwap(image.pix)
        let positive = Int32(page.photometric) == PHOTOMETRIC_MINISBLACK ? try image.inverted() : image
        // Fax decoders go on behind what they cannot read.
        if let warning = file.warning { positive.warnings.append(warning) }
        return positive
    }

    // MARK: - By libtiff's RGBA reader

    private static func decodeRGBA(_ file: TIFFFile, isGrey: Bool) throws -> Image {
        let page = file.page
        var message = [CChar](repeating: 0, count: 1024)
        var reader = unsafe TIFFRGBAImage()
        guard unsafe TIFFRGBAImageBegin(&reader, file.handle, 1, &message) != 0 else {
            let said = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw unsupported("a TIFF that libtiff does not show (\(said))", .imageMagick)
        }
        defer { unsafe TIFFRGBAImageEnd(&reader) }
        // Rows and columns as they are stored.
        unsafe reader.orientation = UInt16(ORIENTATION_TOPLEFT)
        unsafe reader.req_orientation = UInt16(ORIENTATION_TOPLEFT)
        let image = try blank(width: Int(page.width), height: Int(page.height), depth: 32, white: false)
        guard let data = unsafe pixGetData(image.pix),
            unsafe TIFFRGBAImageGet(&reader, data, page.width, page.height) != 0
        else { throw file.damage }
        let hasAlpha = unsafe reader.alpha != 0
        for index in 0..<(image.width * image.height) {
            // Alpha, blue, green, red with the colours multiplied by alpha; Leptonica has red first, and whole colours.
            let word = unsafe data[index]
            guard hasAlpha else {
                unsafe data[index] = word.byteSwapped
                continue
            }
            let alpha = word >> 24
            func whole(_ shift: UInt32) -> UInt32 { alpha == 0 ? 255 : min(255, (word >> shift & 0xFF) * 255 / alpha) }
            unsafe data[index] = whole(0) << 24 | whole(8) << 16 | whole(16) << 8 | alpha
        }
        if hasAlpha {
            unsafe pixSetSpp(image.pix, 4)
            return try image.opaque()
        }
        return isGrey || Int32(page.photometric) == PHOTOMETRIC_PALETTE ? try image.simplest() : image
    }

    // MARK: - By samples of any number of bits

    /// Grey, RGB and CMYK of 1 to 32 bits a sample, whole numbers, in strips or tiles, together or plane by plane.
    private static func decodeSamples(_ file: TIFFFile) throws -> Image {
        let page = file.page
        let (bits, samples) = (Int(page.bits), Int(page.samples))
        let photometric = Int32(page.photometric)
        let isSeparated = photometric == PHOTOMETRIC_SEPARATED
        let colours = photometric == PHOTOMETRIC_RGB ? 3 : isSeparated ? min(4, samples) : 1
        guard (1...32).contains(bits), samples >= colours, !isSeparated || colours >= 3 else {
            throw unsupported("a TIFF of \(samples) samples of \(bits) bits", .imageMagick)
        }
        let (width, height) = (Int(page.width), Int(page.height))
        let image = try blank(width: width, height: height, depth: colours == 1 ? 8 : 32, white: false)
        let isPlanar = samples > 1 && Int32(page.planar) == PLANARCONFIG_SEPARATE
        let size = Int(unsafe page.tiled != 0 ? TIFFTileSize(file.handle) : TIFFStripSize(file.handle))
        let rowLength = (Int(page.block_width) * (isPlanar ? 1 : samples) * bits + 7) / 8
        guard size > 0, size <= 1 << 30, size >= rowLength * min(height, Int(page.block_height)) else {
            throw file.damage
        }
        guard let data = unsafe pixGetData(image.pix) else { throw file.damage }
        let stride = Int(unsafe pixGetWpl(image.pix))
        let inverted: UInt32 = photometric == PHOTOMETRIC_MINISWHITE || isSeparated ? 255 : 0
        var block = [UInt8](repeating: 0, count: size)
        for plane in 0..<(isPlanar ? colours : 1) {
            for top in Swift.stride(from: 0, to: height, by: Int(page.block_height)) {
                for left in Swift.stride(from: 0, to: width, by: Int(page.block_width)) {
                    let read =
                        unsafe page.tiled != 0
                        ? TIFFReadTile(file.handle, &block, UInt32(left), UInt32(top), 0, UInt16(plane))
                        : TIFFReadEncodedStrip(
                            file.handle, TIFFComputeStrip(file.handle, UInt32(top), UInt16(plane)), &block,
                            tmsize_t(size))
                    guard read >= 0 else { throw file.damage }
                    let rows = min(Int(page.block_height), height - top)
                    let columns = min(Int(page.block_width), width - left)
                    guard read >= rowLength * rows else { throw file.damage }
                    for row in 0..<rows {
                        let target = unsafe data + (top + row) * stride
                        for column in 0..<columns {
                            for colour in isPlanar ? plane..<(plane + 1) : 0..<colours {
                                let index = isPlanar ? column : column * samples + colour
                                let level = sample(block, row * rowLength, index, bits: bits) ^ inverted
                                let x = left + column
                                if colours == 1 {
                                    unsafe target[x / 4] |= level << UInt32(24 - x % 4 * 8)
                                } else {
                                    unsafe target[x] |= level << UInt32(24 - colour * 8)
                                }
                            }
                        }
                    }
                }
            }
        }
        guard isSeparated else { return image }
        for row in 0..<height {
            for column in 0..<width {
                let word = unsafe data[row * stride + column]
                let light = colours == 4 ? word & 0xFF : 255
                func channel(_ shift: UInt32) -> UInt32 { ((word >> shift & 0xFF) * light / 255) << shift }
                unsafe data[row * stride + column] = channel(24) | channel(16) | channel(8)
            }
        }
        return image
    }

    /// The upper 8 bits of a sample, or its few stretched over 0…255. libtiff has put whole bytes in the machine's order.
    private static func sample(_ block: [UInt8], _ row: Int, _ index: Int, bits: Int) -> UInt32 {
        if bits % 8 == 0 { return UInt32(block[row + (index + 1) * (bits / 8) - 1]) }
        let start = index * bits
        var value: UInt64 = 0
        let last = (start + bits - 1) / 8
        for byte in (start / 8)...last { value = value << 8 | UInt64(block[row + byte]) }
        value = value >> UInt64((last + 1) * 8 - start - bits) & (1 << UInt64(bits) - 1)
        return bits > 8 ? UInt32(value >> UInt64(bits - 8)) : UInt32(value * 255 / (1 << UInt64(bits) - 1))
    }

    // MARK: - JPEG 2000 in strips or tiles

    /// Codestreams whose samples are RGB or grey as they are: 34712 (registered), 33005 (Aperio). 33003, Aperio's other
    /// one, has YCbCr without saying so, and 33004 is no image method.
    private static let jpeg2000: Set<Int32> = [34712, 33005]

    private static func decodeJPEG2000(_ file: TIFFFile) throws -> Image {
        let page = file.page
        guard Int32(page.planar) == PLANARCONFIG_CONTIG, page.samples == 1 || page.samples >= 3, page.bits == 8 else {
            throw unsupported("a TIFF of JPEG 2000 with planes of their own, or of more than 8 bits a sample", nil)
        }
        let depth = page.samples == 1 ? 8 : 32
        let image = try blank(width: Int(page.width), height: Int(page.height), depth: depth)
        for top in stride(from: 0, to: Int(page.height), by: Int(page.block_height)) {
            for left in stride(from: 0, to: Int(page.width), by: Int(page.block_width)) {
                let number =
                    unsafe page.tiled != 0
                    ? TIFFComputeTile(file.handle, UInt32(left), UInt32(top), 0, 0)
                    : TIFFComputeStrip(file.handle, UInt32(top), 0)
                let size = unsafe TIFFGetStrileByteCount(file.handle, number)
                guard size > 0, size <= 1 << 30 else { throw file.damage }
                var block = [UInt8](repeating: 0, count: Int(size))
                let read =
                    unsafe page.tiled != 0
                    ? TIFFReadRawTile(file.handle, number, &block, tmsize_t(block.count))
                    : TIFFReadRawStrip(file.handle, number, &block, tmsize_t(block.count))
                guard read == block.count else { throw file.damage }
                let header = try ImageHeader.read(block)
                guard header.format == .jp2, header.width <= Int(page.block_width),
                    header.height <= Int(page.block_height)
                else { throw file.damage }
                let part = try decodeByLeptonica(block, format: .jp2)
                let fitting = depth == 8 ? try part.grey() : try make("join") { unsafe pixConvertTo32(part.pix) }
                try check("join") {
                    unsafe pixRasterop(
                        image.pix, l_int32(left), l_int32(top), l_int32(fitting.width), l_int32(fitting.height),
                        l_int32(PIX_SRC), fitting.pix, 0, 0)
                }
            }
        }
        if page.photometric == UInt16(PHOTOMETRIC_MINISWHITE) { return try image.inverted() }
        return image
    }
}
