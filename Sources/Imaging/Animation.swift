import CGIF
import CLeptonica
import CWebP
import Glibc

/// The pictures of a GIF or of an animated WebP, each as a viewer shows it: laid over what the ones before it left.
/// Not Sendable; cheapest where they are asked for in order.
package final class Animation {
    package let width: Int
    package let height: Int
    /// Pictures that the file has.
    package let count: Int
    /// Whether the file ends between pictures without its end mark, so that there may have been more.
    package let endsEarly: Bool
    private let start: () throws -> any FrameSource
    private var source: (any FrameSource)?
    /// Pictures that `source` has handed out.
    private var position = 0
    private var failure: ImageError?

    /// Decodes no pixels.
    ///
    /// - Throws: `ImageError` where there is no sound header, or the bytes are of neither format.
    package init(_ bytes: [UInt8]) throws {
        if WebPFrames.isAnimated(bytes) {
            (width, height, count) = try WebPFrames.measure(bytes)
            endsEarly = false
            start = { try WebPFrames(bytes) }
        } else {
            let (size, hasEnd) = try GIFFrames.measure(bytes)
            (width, height, count) = size
            endsEarly = !hasEnd
            start = { try GIFFrames(bytes, width: size.width, height: size.height) }
        }
    }

    /// Whether a file's bytes are of a format that may hold several pictures on one canvas.
    package static func isOne(_ bytes: [UInt8]) -> Bool { GIFFrames.isGIF(bytes) || WebPFrames.isAnimated(bytes) }

    /// - Parameter number: from 1.
    /// - Throws: `ImageError` where this picture, or one before it, is damaged.
    package func picture(_ number: Int) throws -> Image {
        guard (1...max(1, count)).contains(number) else {
            throw ImageError(operation: "decode animation", message: "picture \(number) of \(count)")
        }
        if number <= position { (source, position) = (nil, 0) }
        if let failure { throw failure }
        let frames = try source ?? start()
        source = frames
        do {
            while position < number {
                try frames.advance()
                position += 1
            }
            return try frames.shown().opaque().simplest()
        } catch let error as ImageError {
            failure = error
            throw error
        }
    }
}

private protocol FrameSource: AnyObject {
    /// Goes on to the next picture.
    func advance() throws
    /// A copy of what the canvas shows, with its transparency.
    func shown() throws -> Image
}

// MARK: - WebP

@safe private final class WebPFrames: FrameSource {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var decoder: OpaquePointer?
    private var canvas: UnsafeMutablePointer<UInt8>?
    private let width: Int
    private let height: Int

    /// The extended format's animation flag (WebP container specification).
    static func isAnimated(_ bytes: [UInt8]) -> Bool {
        bytes.count > 20 && bytes.starts(with: "RIFF".utf8) && bytes[8..<16].elementsEqual("WEBPVP8X".utf8)
            && bytes[20] & 2 != 0
    }

    static func measure(_ bytes: [UInt8]) throws -> (width: Int, height: Int, count: Int) {
        try unsafe bytes.withUnsafeBufferPointer { buffer in
            var data = unsafe WebPData(bytes: buffer.baseAddress, size: buffer.count)
            guard let demuxer = unsafe WebPDemux(&data) else { throw damage("its chunks are damaged or missing") }
            defer { unsafe WebPDemuxDelete(demuxer) }
            return unsafe (
                Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)), Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)),
                Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))
            )
        }
    }

    init(_ source: [UInt8]) throws {
        (width, height, _) = try Self.measure(source)
        // The decoder keeps pointing into them.
        unsafe bytes = UnsafeMutableBufferPointer.allocate(capacity: source.count)
        _ = unsafe bytes.initialize(from: source)
        var data = unsafe WebPData(bytes: bytes.baseAddress, size: bytes.count)
        unsafe decoder = unsafe WebPAnimDecoderNew(&data, nil)
        guard unsafe decoder != nil else { throw Self.damage("no memory, or damaged chunks") }
    }

    deinit {
        if let decoder = unsafe decoder { unsafe WebPAnimDecoderDelete(decoder) }
        unsafe bytes.deallocate()
    }

    func advance() throws {
        var time: Int32 = 0
        guard unsafe WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0 else {
            throw Self.damage("a picture of it is damaged or missing")
        }
    }

    func shown() throws -> Image {
        guard let canvas = unsafe canvas else { throw Self.damage("no picture") }
        let image = try Image.blank(width: width, height: height, depth: 32, white: false)
        unsafe memcpy(pixGetData(image.pix), canvas, width * height * 4)
        unsafe pixEndianByteSwap(image.pix)
        unsafe pixSetSpp(image.pix, 4)
        return image
    }

    private static func damage(_ message: String) -> ImageError {
        ImageError(operation: "decode WebP", message: message)
    }
}

// MARK: - GIF

/// Walks a GIF by giflib, a record at a time, so that no more than the canvas is kept.
@safe private final class GIFFrames: FrameSource {
    private let cursor: Cursor
    private let file: UnsafeMutablePointer<GifFileType>
    private let canvas: Image
    /// What the canvas was before the picture that is to be taken away again.
    private var before: Image?
    private var disposal = Int32(DISPOSAL_UNSPECIFIED)
    private var last = (left: 0, top: 0, width: 0, height: 0)

    private final class Cursor {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    static func isGIF(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }

    /// The logical screen, or the first picture where that reaches further, as browsers show it.
    static func measure(_ bytes: [UInt8]) throws -> (
        size: (width: Int, height: Int, count: Int), hasEnd: Bool
    ) {
        let walk = try GIFFrames(bytes, width: 1, height: 1)
        var size = unsafe (width: Int(walk.file.pointee.SWidth), height: Int(walk.file.pointee.SHeight), count: 0)
        do {
            while let place = try walk.next() {
                if size.count == 0 {
                    size.width = max(size.width, place.left + place.width)
                    size.height = max(size.height, place.top + place.height)
                }
                size.count += 1
                // A picture that is cut off tells of itself when it is decoded.
                guard walk.skip() else { return (size, true) }
            }
        } catch let error as ImageError {
            guard size.count > 0 else { throw error }
            return (size, false)
        }
        guard size.count > 0 else {
            throw ImageError(operation: "decode GIF", message: "it has no picture")
        }
        return (size, true)
    }

    init(_ bytes: [UInt8], width: Int, height: Int) throws {
        cursor = Cursor(bytes)
        var code: Int32 = 0
        let opened = unsafe DGifOpen(
            Unmanaged.passUnretained(cursor).toOpaque(),
            { file, target, wanted in
                guard let file = unsafe file, let user = unsafe file.pointee.UserData, wanted > 0 else { return 0 }
                let cursor = unsafe Unmanaged<Cursor>.fromOpaque(user).takeUnretainedValue()
                let count = min(Int(wanted), cursor.bytes.count - cursor.position)
                unsafe cursor.bytes.withUnsafeBufferPointer {
                    if count > 0, let base = $0.baseAddress, let target = unsafe target {
                        unsafe memcpy(target, base + cursor.position, count)
                    }
                }
                cursor.position += count
                return Int32(count)
            }, &code)
        guard let opened = unsafe opened else { throw Self.error(code) }
        unsafe file = unsafe opened
        do {
            canvas = try Image.blank(width: width, height: height, depth: 32, white: false)
        } catch {
            unsafe DGifCloseFile(opened, nil)
            throw error
        }
        try canvas.fillTransparent()
    }

    deinit { unsafe DGifCloseFile(file, nil) }

    private var damage: ImageError { unsafe Self.error(file.pointee.Error) }

    private static func error(_ code: Int32) -> ImageError {
        let said = unsafe GifErrorString(code).map { unsafe String(cString: $0) }
        return ImageError(operation: "decode GIF", message: said ?? "its data is damaged or missing")
    }

    private typealias Place = (left: Int, top: Int, width: Int, height: Int)
    private var control = GraphicsControlBlock()

    /// Goes on to the next picture's description.
    ///
    /// - Returns: nil at the end of the file.
    private func next() throws -> Place? {
        control = GraphicsControlBlock(
            DisposalMode: Int32(DISPOSAL_UNSPECIFIED), UserInputFlag: false, DelayTime: 0,
            TransparentColor: Int32(NO_TRANSPARENT_COLOR))
        while true {
            var type = UNDEFINED_RECORD_TYPE
            guard unsafe DGifGetRecordType(file, &type) == GIF_OK else { throw damage }
            switch type {
            case IMAGE_DESC_RECORD_TYPE:
                guard unsafe DGifGetImageDesc(file) == GIF_OK else { throw damage }
                let place = unsafe file.pointee.Image
                return unsafe (Int(place.Left), Int(place.Top), Int(place.Width), Int(place.Height))
            case EXTENSION_RECORD_TYPE: try readExtension()
            case TERMINATE_RECORD_TYPE: return nil
            default: continue
            }
        }
    }

    private func readExtension() throws {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard unsafe DGifGetExtension(file, &code, &block) == GIF_OK else { throw damage }
        while let data = unsafe block {
            if code == GRAPHICS_EXT_FUNC_CODE, unsafe data[0] == 4 {
                _ = unsafe DGifExtensionToGCB(4, data + 1, &control)
            }
            guard unsafe DGifGetExtensionNext(file, &block) == GIF_OK else { throw damage }
        }
    }

    /// Passes over a picture's data without decoding it.
    private func skip() -> Bool {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<GifByteType>?
        guard unsafe DGifGetCode(file, &code, &block) == GIF_OK else { return false }
        while unsafe block != nil {
            guard unsafe DGifGetCodeNext(file, &block) == GIF_OK else { return false }
        }
        return true
    }

    func advance() throws {
        try dispose()
        guard let place = try next() else { throw damage }
        guard place.width > 0, place.height > 0 else {
            throw ImageError(operation: "decode GIF", message: "a picture without pixels")
        }
        last = place
        disposal = control.DisposalMode
        if disposal == DISPOSE_PREVIOUS { before = try canvas.copied() }
        let map = unsafe file.pointee.Image.ColorMap ?? file.pointee.SColorMap
        guard let map = unsafe map else { throw ImageError(operation: "decode GIF", message: "no color table") }
        var colours = [UInt32](repeating: 0xFF, count: 256)
        for index in 0..<min(256, Int(unsafe map.pointee.ColorCount)) {
            let colour = unsafe map.pointee.Colors[index]
            colours[index] = UInt32(colour.Red) << 24 | UInt32(colour.Green) << 16 | UInt32(colour.Blue) << 8 | 255
        }
        // GIF89a, appendix E: four passes.
        let passes =
            unsafe file.pointee.Image.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        var line = [GifPixelType](repeating: 0, count: place.width)
        let (stride, data) = unsafe (Int(pixGetWpl(canvas.pix)), pixGetData(canvas.pix))
        for (first, step) in passes {
            for row in Swift.stride(from: first, to: place.height, by: step) {
                guard unsafe DGifGetLine(file, &line, Int32(place.width)) == GIF_OK else { throw damage }
                guard let data = unsafe data, place.top + row < canvas.height else { continue }
                let target = unsafe data + (place.top + row) * stride
                for column in 0..<max(0, min(place.width, canvas.width - place.left))
                where Int32(line[column]) != control.TransparentColor {
                    unsafe target[place.left + column] = colours[Int(line[column])]
                }
            }
        }
    }

    /// What the last picture leaves behind (GIF89a, section 23).
    private func dispose() throws {
        switch disposal {
        case DISPOSE_BACKGROUND: try canvas.fillTransparent(last)
        case DISPOSE_PREVIOUS:
            if let before { _ = unsafe pixCopy(canvas.pix, before.pix) }
            before = nil
        default: break
        }
        disposal = Int32(DISPOSAL_UNSPECIFIED)
    }

    func shown() throws -> Image {
        let image = try canvas.copied()
        unsafe pixSetSpp(image.pix, 4)
        return image
    }
}

extension Image {
    /// White, and nothing of it.
    fileprivate func fillTransparent(_ place: (left: Int, top: Int, width: Int, height: Int)? = nil) throws {
        let place = place ?? (0, 0, width, height)
        guard let data = unsafe pixGetData(pix) else { return }
        for row in place.top..<max(place.top, min(height, place.top + place.height)) {
            for column in place.left..<max(place.left, min(width, place.left + place.width)) {
                unsafe data[row * width + column] = 0xFFFF_FF00
            }
        }
    }
}
