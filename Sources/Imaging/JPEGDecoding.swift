import CLeptonica
import CTurboJPEG
import Model

/// What a JPEG says of itself before its first scan, and where it ends (ITU-T T.81, annex B).
struct JPEGOutline {
    /// The SOF marker's second byte; nil where the scan begins without one.
    private(set) var process: UInt8?
    private(set) var precision = 8
    private(set) var components = 0
    private(set) var hasAdobeMarker = false
    /// The bodies of application segments, with their markers' second bytes: 0xE0…0xEF.
    private(set) var segments: [(marker: UInt8, body: Range<Int>)] = []
    /// Behind its end marker; nil where it has none.
    private(set) var end: Int?

    /// - Parameter start: where its SOI marker stands.
    init?(_ bytes: [UInt8], at start: Int = 0) {
        guard start >= 0, start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] == 0xD8 else { return nil }
        var position = start + 2
        while position + 1 < bytes.count {
            // Entropy-coded data, fill bytes, and markers without a length.
            let marker = bytes[position + 1]
            guard bytes[position] == 0xFF, marker != 0, marker != 0xFF else {
                position += 1
                continue
            }
            if marker == 0xD9 {
                end = position + 2
                return
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                position += 2
                continue
            }
            guard position + 4 <= bytes.count else { return }
            let length = max(2, Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
            let body = (position + 4)..<max(position + 4, min(bytes.count, position + 2 + length))
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF where process == nil && body.count >= 6:
                process = marker
                precision = Int(bytes[body.lowerBound])
                components = Int(bytes[body.lowerBound + 5])
            case 0xDE where process == nil: process = marker
            case 0xE0...0xEF where segments.count < 1000:
                segments.append((marker, body))
                if marker == 0xEE, bytes[body].starts(with: "Adobe".utf8) { hasAdobeMarker = true }
            default: break
            }
            position += 2 + length
        }
    }

    /// Where it uses of the standard what no library here decodes.
    var unsupported: ImageError? {
        func error(_ what: String, _ converter: ImageError.Converter) -> ImageError {
            ImageError(operation: "decode JPEG", message: what, converter: converter)
        }
        switch process {
        case 0xC3, 0xC7, 0xCB, 0xCF: return error("lossless JPEG", .ffmpeg)
        case 0xC5, 0xC6, 0xCD, 0xCE, 0xDE: return error("hierarchical JPEG", .otherProgram)
        default: return precision == 8 || process == nil ? nil : error("JPEG of \(precision) bits a sample", .ffmpeg)
        }
    }
}

extension Image {
    static func decodeJPEG(_ bytes: [UInt8]) throws -> Image {
        let outline = JPEGOutline(bytes)
        if let rare = outline?.unsupported { throw rare }
        if let outline, outline.components == 4 { return try decodeCMYK(bytes, isMarked: outline.hasAdobeMarker) }
        return try decodeByLeptonica(bytes, format: .jpeg)
    }

    /// Adobe's programs, which mark their files, store paper instead of ink. Others do either, and libjpeg marks what they
    /// write, too: then most of a page is paper, and a marked one is not all black.
    private static func decodeCMYK(_ bytes: [UInt8], isMarked: Bool) throws -> Image {
        guard let decoder = unsafe tjInitDecompress() else {
            throw ImageError(operation: "decode JPEG", message: "no memory")
        }
        defer { unsafe tjDestroy(decoder) }
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        func failure() -> ImageError {
            let said = unsafe tjGetErrorStr2(decoder).map { unsafe String(cString: $0) }
            return ImageError(operation: "decode JPEG", message: said ?? "its data is damaged")
        }
        guard
            unsafe tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0
        else { throw failure() }
        let image = try blank(width: Int(width), height: Int(height), depth: 32, white: false)
        guard let data = unsafe pixGetData(image.pix) else { throw failure() }
        let decoded = unsafe data.withMemoryRebound(to: UInt8.self, capacity: image.width * image.height * 4) {
            unsafe tjDecompress2(
                decoder, bytes, UInt(bytes.count), $0, width, width * 4, height, Int32(TJPF_CMYK.rawValue),
                TJFLAG_ACCURATEDCT)
        }
        if decoded != 0 {
            guard unsafe tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else { throw failure() }
            image.warnings.append(failure().message)
        }
        let count = image.width * image.height
        func shown(_ word: UInt32) -> (red: UInt32, green: UInt32, blue: UInt32) {
            let light = word >> 24
            return ((word & 0xFF) * light / 255, (word >> 8 & 0xFF) * light / 255, (word >> 16 & 0xFF) * light / 255)
        }
        // Mean green of what is stored as paper, and as ink.
        var (paper, ink) = (0, 0)
        for index in 0..<count {
            let word = unsafe data[index]
            paper += Int(shown(word).green)
            ink += Int(shown(~word).green)
        }
        let isInk = isMarked ? paper < 16 * count && ink > 128 * count : ink > paper
        for index in 0..<count {
            let colour = shown(unsafe isInk ? ~data[index] : data[index])
            unsafe data[index] = colour.red << 24 | colour.green << 16 | colour.blue << 8
        }
        // JFIF's density (ITU-T T.871, 10.1), as Leptonica takes it.
        _ = LeptonicaMessages.collect {
            var (across, down): (l_int32, l_int32) = (0, 0)
            _ = try? ImageHeader.withFile(bytes) { unsafe fgetJpegResolution($0, &across, &down) }
            unsafe pixSetResolution(image.pix, across, down)
        }
        return image
    }
}

/// The pictures in a JPEG file: one, or those of a multi-picture file (CIPA DC-007), or several put one behind another.
package struct JPEGPictures {
    /// Where each page lies.
    package private(set) var pages: [Range<Int>]
    /// Pages that the file names and does not have.
    package private(set) var missing = 0

    /// Thumbnails, depth maps and gain maps are no pages; what follows of other kinds, such as a motion clip, is none.
    ///
    /// - Parameter limit: of pages; no more are sought.
    package init(_ bytes: [UInt8], limit: Int) {
        pages = [0..<bytes.count]
        guard let first = JPEGOutline(bytes) else { return }
        let namesMaps = Self.says(Self.mapNames, bytes, first)
        // Google's container: whatever follows is part of the one picture, such as its depth.
        let isContainer = Self.says([Array("Item:Semantic".utf8)], bytes, first)
        var starts: Set<Int> = [0]
        for entry in Self.index(bytes, first) where entry.offset > 0 {
            if entry.kind >> 16 == 1 {
                starts.insert(entry.offset)
                continue
            }
            let outline = entry.offset + entry.size <= bytes.count ? JPEGOutline(bytes, at: entry.offset) : nil
            guard let outline else {
                // A map that a program left out when it saved the picture anew is no loss.
                if entry.kind != 0 || !(namesMaps || isContainer) { missing += 1 }
                continue
            }
            starts.insert(entry.offset)
            if entry.kind >> 16 == 2 || !isContainer && !Self.says(Self.mapNames, bytes, outline) {
                pages.append(entry.offset..<(entry.offset + entry.size))
            }
        }
        // Without an index, as gain maps of some cameras are, and pages that somebody joined.
        var next = first.end
        while let start = next, pages.count < limit, let outline = JPEGOutline(bytes, at: start) {
            if starts.insert(start).inserted, !isContainer, outline.process != nil,
                !Self.says(Self.mapNames, bytes, outline)
            {
                pages.append(start..<(outline.end ?? bytes.count))
            }
            next = outline.end
        }
    }

    /// Google's and Adobe's gain maps, ISO 21496-1, Apple's gain and depth maps and mattes.
    private static let mapNames = [
        "hdr-gain-map/1.0/", "urn:iso:std:iso:ts:21496:-1", "HDRGainMap", ":aux:", "\"GainMap\"", "\"Depth\"",
    ].map { Array($0.utf8) }

    private static func says(_ names: [[UInt8]], _ bytes: [UInt8], _ outline: JPEGOutline) -> Bool {
        outline.segments.contains { segment in
            [0xE1, 0xE2].contains(segment.marker)
                && names.contains { name in
                    segment.body.contains {
                        bytes[$0] == name[0] && bytes[$0..<segment.body.upperBound].starts(with: name)
                    }
                }
        }
    }

    /// The entries of the MP index: offsets from the file's start, and the type code of DC-007, 5.2.3.3.
    private static func index(_ bytes: [UInt8], _ outline: JPEGOutline) -> [(kind: Int, size: Int, offset: Int)] {
        guard
            let body = outline.segments.first(where: {
                $0.marker == 0xE2 && bytes[$0.body].starts(with: [0x4D, 0x50, 0x46, 0])
            })?.body
        else { return [] }
        let start = body.lowerBound + 4
        guard start + 8 <= body.upperBound else { return [] }
        let isLittleEndian = bytes[start] == 0x49
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard offset >= start, offset + length <= body.upperBound else { return nil }
            let part = bytes[offset..<(offset + length)]
            return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(start + 4, 4).map({ start + $0 }), let count = number(directory, 2) else {
            return []
        }
        for entry in 0..<count {
            let place = directory + 2 + entry * 12
            guard let tag = number(place, 2) else { break }
            // MPEntry: 16 bytes a picture.
            guard tag == 0xB002, let length = number(place + 4, 4), let list = number(place + 8, 4) else { continue }
            return (0..<min(length / 16, 4096)).compactMap { picture in
                let at = start + list + picture * 16
                guard let kind = number(at, 4), let size = number(at + 4, 4), let offset = number(at + 8, 4) else {
                    return nil
                }
                return (kind & 0xFF_FFFF, size, offset == 0 ? 0 : start + offset)
            }
        }
        return []
    }
}
