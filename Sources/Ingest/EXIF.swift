/// The few tags of an EXIF block (JEITA CP-3451, a TIFF structure) that concern a page. Reads within bounds only, and
/// the first directory only, so that no block can make it loop.
struct EXIF: Hashable {
    /// 1…8.
    var orientation: Int?
    /// Pixels per inch across.
    var dpi: Double?

    /// - Parameter block: begins with the byte order mark; an `Exif\0\0` before it is skipped.
    init?(_ block: ArraySlice<UInt8>) {
        let reader = TIFFReader(block.starts(with: Array("Exif\0\0".utf8)) ? block.dropFirst(6) : block)
        guard let reader, let first = reader.firstDirectory else { return nil }
        self.init(reader, directory: first)
    }

    init(_ reader: TIFFReader, directory: Int) {
        var unit = 2
        var resolution: Double?
        for entry in reader.entries(at: directory) {
            switch entry.tag {
            case 0x0112:
                let value = reader.short(entry)
                if let value, (1...8).contains(value) { orientation = value }
            case 0x011A: resolution = reader.rational(entry)
            case 0x0128: unit = reader.short(entry) ?? unit
            default: continue
            }
        }
        // Unit 1 is none, 2 the inch, 3 the centimetre.
        if let resolution, unit != 1 { dpi = unit == 3 ? resolution * 2.54 : resolution }
    }
}

/// Reads TIFF's structure (TIFF 6.0, section 2; BigTIFF with its longer counts) out of bytes that nobody vouches for.
struct TIFFReader {
    struct Entry: Hashable {
        var tag: Int
        var type: Int
        var count: Int
        /// Where the entry's value, or the offset to it, stands.
        var position: Int
    }

    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool
    private let isBig: Bool

    init?(_ source: ArraySlice<UInt8>) {
        guard source.count >= 8 else { return nil }
        bytes = source
        let start = source.startIndex
        if bytes.starts(with: [0x49, 0x49]) {
            isLittleEndian = true
        } else if bytes.starts(with: [0x4D, 0x4D]) {
            isLittleEndian = false
        } else {
            return nil
        }
        let mark = isLittleEndian ? bytes[start + 2] : bytes[start + 3]
        guard mark == 42 || mark == 43, (isLittleEndian ? bytes[start + 3] : bytes[start + 2]) == 0 else { return nil }
        isBig = mark == 43
    }

    var firstDirectory: Int? { isBig ? number(at: 8, length: 8) : number(at: 4, length: 4) }

    /// The directories in order, at most `limit`; a chain that runs in a circle or out of the file ends there.
    func directories(limit: Int) -> [Int] {
        var found: [Int] = []
        var seen: Set<Int> = []
        var next = firstDirectory
        while let position = next, position > 0, position < bytes.count, found.count < limit,
            seen.insert(position).inserted
        {
            found.append(position)
            guard let count = entryCount(at: position) else { break }
            let end = position + (isBig ? 8 : 2) + count * (isBig ? 20 : 12)
            next = number(at: end, length: isBig ? 8 : 4)
        }
        return found
    }

    /// Whether the last directory names another that lies behind the file's end.
    var endsEarly: Bool {
        guard let last = directories(limit: 10_000).last, let count = entryCount(at: last) else { return false }
        let end = last + (isBig ? 8 : 2) + count * (isBig ? 20 : 12)
        return number(at: end, length: isBig ? 8 : 4).map { $0 >= bytes.count } ?? false
    }

    private func entryCount(at directory: Int) -> Int? {
        guard let count = number(at: directory, length: isBig ? 8 : 2), count <= 65_535 else { return nil }
        return count
    }

    /// Those that lie within the bytes.
    func entries(at directory: Int) -> [Entry] {
        guard let count = entryCount(at: directory) else { return [] }
        let first = directory + (isBig ? 8 : 2)
        let size = isBig ? 20 : 12
        let room = max(0, (bytes.count - first) / size)
        return (0..<min(count, room)).compactMap { index in
            let start = first + index * size
            guard let tag = number(at: start, length: 2), let type = number(at: start + 2, length: 2),
                let values = number(at: start + 4, length: isBig ? 8 : 4)
            else { return nil }
            return Entry(tag: tag, type: type, count: values, position: start + (isBig ? 12 : 8))
        }
    }

    /// The value of a SHORT or LONG entry that holds at least one.
    func short(_ entry: Entry) -> Int? {
        guard entry.count >= 1 else { return nil }
        switch entry.type {
        case 3: return number(at: entry.position, length: 2)
        case 4: return number(at: entry.position, length: 4)
        default: return nil
        }
    }

    func rational(_ entry: Entry) -> Double? {
        guard entry.count >= 1, entry.type == 5 else { return nil }
        let place = isBig ? entry.position : number(at: entry.position, length: 4)
        guard let place, let above = number(at: place, length: 4), let below = number(at: place + 4, length: 4),
            below > 0
        else { return nil }
        return Double(above) / Double(below)
    }

    /// Nil where it does not lie within the bytes, or is too large for any offset.
    private func number(at position: Int, length: Int) -> Int? {
        guard position >= 0, position <= bytes.count - length else { return nil }
        var value: UInt64 = 0
        for index in 0..<length {
            let byte = bytes[bytes.startIndex + position + (isLittleEndian ? length - 1 - index : index)]
            value = value << 8 | UInt64(byte)
        }
        // Sums of an offset and a directory's length stay far from overflow.
        return value < 1 << 48 ? Int(value) : nil
    }
}
