/// What a picture's file says of its orientation and resolution beside what the decoder tells.
struct PictureTags: Hashable {
    /// 1…8, as EXIF numbers them.
    var orientation = 1
    var dpi: Double?

    /// - Parameter page: from 1; only TIFF has more than one.
    init(_ bytes: [UInt8], type: PictureType, page: Int = 1) {
        let block: EXIF? =
            switch type {
            case .jpeg: Self.jpeg(bytes)
            case .png: Self.png(bytes)
            case .webp: Self.webp(bytes)
            case .tiff: Self.tiff(bytes, page: page)
            // HEIF turns by properties of its own, which the library applies; the others have no such tag.
            case .heic, .avif, .bmp, .gif, .pnm, .jp2, .j2k: nil
            }
        orientation = block?.orientation ?? 1
        dpi = block?.dpi
    }

    /// The first APP1 segment with EXIF before the picture's data (JEITA CP-3451, 4.7.2).
    private static func jpeg(_ bytes: [UInt8]) -> EXIF? {
        var position = 2
        while position + 4 <= bytes.count {
            guard bytes[position] == 0xFF else { return nil }
            let marker = bytes[position + 1]
            // Fill bytes, and markers without a length.
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                position += 2
                continue
            }
            // Start of scan, or the end.
            if marker == 0xDA || marker == 0xD9 { return nil }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let body = (position + 4)..<min(bytes.count, position + 2 + max(2, length))
            if marker == 0xE1, bytes[body].starts(with: Array("Exif\0\0".utf8)), let found = EXIF(bytes[body]) {
                return found
            }
            position += 2 + max(2, length)
        }
        return nil
    }

    /// The eXIf chunk (PNG, third edition, 11.3.4.2).
    private static func png(_ bytes: [UInt8]) -> EXIF? {
        chunks(bytes, from: 8, isLittleEndian: false, nameFirst: false, padded: false, trailer: 4, named: "eXIf")
    }

    /// The EXIF chunk of the extended format (WebP container specification).
    private static func webp(_ bytes: [UInt8]) -> EXIF? {
        chunks(bytes, from: 12, isLittleEndian: true, nameFirst: true, padded: true, trailer: 0, named: "EXIF")
    }

    private static func tiff(_ bytes: [UInt8], page: Int) -> EXIF? {
        guard let reader = TIFFReader(bytes[...]) else { return nil }
        let directories = reader.directories(limit: page)
        guard directories.count == page, let last = directories.last else { return nil }
        return EXIF(reader, directory: last)
    }

    /// Walks chunks that each tell their name and length; every step moves on, so it ends with the bytes.
    private static func chunks(
        _ bytes: [UInt8], from start: Int, isLittleEndian: Bool, nameFirst: Bool, padded: Bool, trailer: Int,
        named wanted: String
    ) -> EXIF? {
        var position = start
        while position + 8 <= bytes.count {
            let name = bytes[(position + (nameFirst ? 0 : 4))...].prefix(4)
            let digits = bytes[(position + (nameFirst ? 4 : 0))...].prefix(4)
            let length = (isLittleEndian ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
            let body = (position + 8)..<min(bytes.count, position + 8 + length)
            if name.elementsEqual(wanted.utf8) { return EXIF(bytes[body]) }
            position += 8 + length + (padded ? length % 2 : 0) + trailer
        }
        return nil
    }
}
