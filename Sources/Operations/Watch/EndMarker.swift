import SystemPackage

/// Whether a file has its end, as far as its format tells: a sender that pauses in the middle of a file leaves it as
/// quiet as a whole one. The structure is followed from the start, since an end mark may also stand inside a file (that of
/// a thumbnail, of a PDF's earlier version), and other data behind it (a motion photo's clip, padding, notes).
enum EndMarker {
    /// True for formats that do not tell, and for files that cannot be read: the pipeline says what is wrong with them.
    static func isThere(in path: FilePath) -> Bool {
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { return true }
        defer { try? file.close() }
        guard let size = try? Stat(file).size else { return true }
        return (try? isThere(in: FileWindow(size: size) { try file.bytes(upTo: $1, at: $0) })) ?? true
    }

    /// The same for bytes that are in memory.
    static func isThere(in bytes: [UInt8]) -> Bool {
        let window = FileWindow(size: Int64(bytes.count)) { Array(bytes[Int($0)...].prefix($1)) }
        return (try? isThere(in: window)) ?? true
    }

    /// - Throws: where the file cannot be read.
    private static func isThere(in file: FileWindow) throws -> Bool {
        guard file.size > 0 else { return false }
        let head = try file.bytes(at: 0, upTo: 1024)
        func begins(_ bytes: some Sequence<UInt8>, at index: Int = 0) -> Bool {
            head.dropFirst(index).starts(with: bytes)
        }
        if begins("%PDF-".utf8) { return try PDFEnd.isThere(in: file, head: head) }
        if begins([0xFF, 0xD8, 0xFF]) { return try JPEGEnd.isThere(in: file) }
        if begins([0x89, 0x50, 0x4E, 0x47]) { return try ChunkEnd.ofPNG(in: file) }
        if begins("GIF8".utf8) { return try ChunkEnd.ofGIF(in: file) }
        if begins("BM".utf8) { return try file.little(at: 2, 4).map { file.size >= $0 } ?? false }
        if begins("RIFF".utf8) { return try file.little(at: 4, 4).map { file.size >= $0 + 8 } ?? false }
        if begins("II".utf8) || begins("MM".utf8), let end = try TIFFEnd(file) { return try end.isThere() }
        if begins("ftyp".utf8, at: 4) || begins("jP  ".utf8, at: 4) { return try BoxEnd.isThere(in: file) }
        return true
    }
}

/// A file's bytes at any place, read a good piece at a time.
private final class FileWindow {
    let size: Int64
    private let read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
    private var start: Int64 = 0
    private var window: [UInt8] = []

    private static let length = 1 << 16

    init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) throws -> [UInt8]) {
        (self.size, self.read) = (size, read)
    }

    /// Nil behind the end.
    func byte(at offset: Int64) throws -> UInt8? { try index(of: offset).map { window[$0] } }

    /// Where a value is, at an offset or behind it; the file's end where it is not.
    func first(_ value: UInt8, from offset: Int64) throws -> Int64 {
        var offset = offset
        while let index = try index(of: offset) {
            if let found = window[index...].firstIndex(of: value) { return start + Int64(found) }
            offset = start + Int64(window.count)
        }
        return size
    }

    /// An offset's place in the window, which is moved there; nil behind the end.
    private func index(of offset: Int64) throws -> Int? {
        guard offset >= 0, offset < size else { return nil }
        if offset < start || offset >= start + Int64(window.count) {
            window = try read(offset, Self.length)
            start = offset
        }
        return offset - start < window.count ? Int(offset - start) : nil
    }

    /// Fewer where the file ends.
    func bytes(at offset: Int64, upTo count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let byte = try byte(at: offset + Int64(bytes.count)) { bytes.append(byte) }
        return bytes
    }

    /// A number of `count` bytes; nil where it is not all there, or too large for an offset.
    func big(at offset: Int64, _ count: Int) throws -> Int64? {
        let bytes = try bytes(at: offset, upTo: count)
        guard bytes.count == count else { return nil }
        return Int64(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    func little(at offset: Int64, _ count: Int) throws -> Int64? {
        let bytes = try bytes(at: offset, upTo: count)
        guard bytes.count == count else { return nil }
        return Int64(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// ITU-T T.81, annex B: segments with their lengths, and scans, in which only certain markers may stand.
private enum JPEGEnd {
    /// Pictures that follow each other (CIPA DC-007) must all be there; what else follows the first does not count.
    static func isThere(in file: FileWindow) throws -> Bool {
        var offset: Int64 = 0
        while try file.big(at: offset, 2) == 0xFFD8 {
            guard let end = try end(of: file, from: offset + 2) else { return false }
            offset = end
            while try file.byte(at: offset) == 0 { offset += 1 }
        }
        return true
    }

    /// Behind the marker of the end; nil where it is not there.
    private static func end(of file: FileWindow, from start: Int64) throws -> Int64? {
        var offset = start
        while try file.byte(at: offset) == 0xFF {
            // Fill bytes may precede a marker.
            while try file.byte(at: offset + 1) == 0xFF { offset += 1 }
            guard let marker = try file.byte(at: offset + 1) else { return nil }
            offset += 2
            if marker == 0xD9 { return offset }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            guard let length = try file.big(at: offset, 2), length >= 2 else { return nil }
            offset += length
            if marker == 0xDA { offset = try behindScan(in: file, from: offset) }
        }
        return nil
    }

    /// The next marker that is none of a scan's own: a zero behind 0xFF is data, and restart markers part it.
    private static func behindScan(in file: FileWindow, from start: Int64) throws -> Int64 {
        var offset = try file.first(0xFF, from: start)
        while let next = try file.byte(at: offset + 1), next == 0 || (0xD0...0xD7).contains(next) {
            offset = try file.first(0xFF, from: offset + 2)
        }
        return offset
    }
}

/// Formats that are a row of chunks or blocks up to one that says so.
private enum ChunkEnd {
    /// ISO/IEC 15948, 5.3: length, type, data, check sum.
    static func ofPNG(in file: FileWindow) throws -> Bool {
        var offset: Int64 = 8
        while let length = try file.big(at: offset, 4) {
            let type = try file.bytes(at: offset + 4, upTo: 4)
            offset += length + 12
            if type.elementsEqual("IEND".utf8) { return offset <= file.size }
        }
        return false
    }

    /// GIF89a, appendix A: tables of colours, and blocks of at most 255 bytes up to an empty one.
    static func ofGIF(in file: FileWindow) throws -> Bool {
        func table(_ flags: UInt8) -> Int64 { flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1) }
        func behindBlocks(_ start: Int64) throws -> Int64 {
            var offset = start
            while let length = try file.byte(at: offset), length > 0 { offset += Int64(length) + 1 }
            return offset + 1
        }
        guard let flags = try file.byte(at: 10) else { return false }
        var offset = 13 + table(flags)
        while let introducer = try file.byte(at: offset) {
            switch introducer {
            case 0x3B: return true
            case 0x21: offset = try behindBlocks(offset + 2)
            case 0x2C:
                guard let flags = try file.byte(at: offset + 9) else { return false }
                offset = try behindBlocks(offset + 10 + table(flags) + 1)
            default: return false
            }
        }
        return false
    }
}

/// TIFF 6.0 and BigTIFF: directories, each naming the next, and the places of pictures, which may be written in any order.
private struct TIFFEnd {
    private let file: FileWindow
    private let isLittle: Bool
    private let isBig: Bool

    /// Nil where it is no TIFF.
    init?(_ file: FileWindow) throws {
        self.file = file
        isLittle = try file.byte(at: 0) == UInt8(ascii: "I")
        let version = isLittle ? try file.little(at: 2, 2) : try file.big(at: 2, 2)
        guard version == 42 || version == 43 else { return nil }
        isBig = version == 43
    }

    private func number(at offset: Int64, _ count: Int) throws -> Int64? {
        isLittle ? try file.little(at: offset, count) : try file.big(at: offset, count)
    }

    func isThere() throws -> Bool {
        let width = isBig ? 8 : 4
        guard var directory = try number(at: isBig ? 8 : 4, width), directory > 0 else { return false }
        var seen: Set<Int64> = []
        // A circle is the pipeline's to tell.
        while directory > 0, seen.insert(directory).inserted {
            guard let count = try number(at: directory, isBig ? 8 : 2) else { return false }
            let entries = directory + (isBig ? 8 : 2)
            let length: Int64 = isBig ? 20 : 12
            let (end, isAbsurd) = count.multipliedReportingOverflow(by: length)
            guard !isAbsurd, end <= file.size, try picturesAreThere(entries, count, length),
                let next = try number(at: entries + end, width)
            else { return false }
            directory = next
        }
        return true
    }

    /// Offsets and lengths of strips, tiles and whole JPEG pictures, as tags.
    private static let places: [(offsets: Int64, lengths: Int64)] = [(273, 279), (324, 325), (513, 514)]

    private func picturesAreThere(_ entries: Int64, _ count: Int64, _ length: Int64) throws -> Bool {
        var values: [Int64: [Int64]] = [:]
        let tags = Set(Self.places.flatMap { [$0.offsets, $0.lengths] })
        for entry in 0..<count {
            let place = entries + entry * length
            guard let tag = try number(at: place, 2) else { return false }
            guard tags.contains(tag) else { continue }
            guard let list = try list(at: place) else { return false }
            values[tag] = list
        }
        return Self.places.allSatisfy { place in
            zip(values[place.offsets] ?? [], values[place.lengths] ?? []).allSatisfy { offset, length in
                offset <= file.size && length <= file.size - offset
            }
        }
    }

    /// Whole numbers of an entry, which has them in itself where there is room.
    private func list(at place: Int64) throws -> [Int64]? {
        let sizes: [Int64: Int] = [3: 2, 4: 4, 16: 8]
        let room = isBig ? 8 : 4
        guard let type = try number(at: place + 2, 2), let count = try number(at: place + 4, room),
            let size = sizes[type], count <= file.size / Int64(size)
        else { return nil }
        let own = place + 4 + Int64(room)
        guard let start = count * Int64(size) <= room ? own : try number(at: own, room), start <= file.size
        else { return nil }
        var list: [Int64] = []
        for index in 0..<count {
            guard let value = try number(at: start + index * Int64(size), size) else { return nil }
            list.append(value)
        }
        return list
    }
}

/// HEIF, AVIF and JPEG 2000 are rows of boxes with their lengths (ISO/IEC 14496-12, 4.2).
private enum BoxEnd {
    static func isThere(in file: FileWindow) throws -> Bool {
        var offset: Int64 = 0
        var seen: Set<[UInt8]> = []
        /// What follows the picture and is no box does not count.
        func hasPicture() -> Bool {
            func has(_ type: String) -> Bool { seen.contains(Array(type.utf8)) }
            return has("jp2c") || (has("meta") && has("mdat"))
        }
        while offset < file.size {
            let type = try file.bytes(at: offset + 4, upTo: 4)
            guard type.count == 4, type.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }),
                var length = try file.big(at: offset, 4)
            else { return hasPicture() }
            seen.insert(type)
            // Up to the end of the file; or a length of 64 bits behind the type.
            if length == 0 { return true }
            if length == 1 {
                guard let long = try file.big(at: offset + 8, 8) else { return false }
                length = long
            }
            guard length >= 8 else { return true }
            guard length <= file.size - offset else { return false }
            offset += length
        }
        return true
    }
}

/// ISO 32000-2, 7.5.5: a PDF ends with `%%EOF`; so does each version that it had before the last (7.5.6), and the first page
/// of one that is linearized, which says how long the whole is (annex F).
private enum PDFEnd {
    static func isThere(in file: FileWindow, head: [UInt8]) throws -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        if text.contains("/Linearized"),
            let length = text.firstMatch(of: /\/L\s+([0-9]{1,15})/).flatMap({ Int64($0.1) }),
            file.size < length
        {
            return false
        }
        let piece: Int64 = 1 << 16
        let mark = Array("%%EOF".utf8)
        var end = file.size
        while end > 0 {
            let start = max(0, end - piece)
            // A mark may lie across two pieces.
            let bytes = try file.bytes(at: start, upTo: Int(end - start) + mark.count - 1)
            if let index = bytes.indices.last(where: { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }) {
                return try !isUpdated(file, from: start + Int64(index + mark.count))
            }
            end = start
        }
        return false
    }

    /// Whether objects follow, as the begin of another version.
    private static func isUpdated(_ file: FileWindow, from offset: Int64) throws -> Bool {
        let text = String(decoding: try file.bytes(at: offset, upTo: 256), as: UTF8.self)
        return text.prefixMatch(of: /\s*[0-9]+\s+[0-9]+\s+obj/) != nil
    }
}
