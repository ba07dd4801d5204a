/// What a file is, by its bytes.
package enum FileType: Hashable, Sendable {
    case picture(PictureType)
    case pdf
    case foreign(ForeignType)

    /// - Parameters:
    ///   - head: the file's first bytes; 4 KiB suffice, fewer only where the file is shorter.
    ///   - tail: its last bytes, where a zip archive has its list of contents.
    package init(head: [UInt8], tail: [UInt8] = []) {
        if let picture = PictureType(head) {
            self = .picture(picture)
        } else if Self.isPDF(head) {
            self = .pdf
        } else {
            self = .foreign(ForeignType(head: head, tail: tail))
        }
    }

    package var mediaType: String? {
        switch self {
        case .picture(let type): type.mediaType
        case .pdf: "application/pdf"
        case .foreign: nil
        }
    }

    /// Whether pages can be taken from such a file.
    package var isSupported: Bool {
        if case .foreign = self { false } else { true }
    }

    /// A header within the first 1024 bytes, as readers accept it (ISO 32000-1, annex H, 3.4.1), or the older one
    /// behind `%!PS-Adobe`.
    private static func isPDF(_ head: [UInt8]) -> Bool {
        let mark = Array("%PDF-".utf8)
        let window = head.prefix(1024 + mark.count)
        for start in window.indices.dropLast(mark.count) where window[start] == mark[0] {
            guard window[start...].starts(with: mark) else { continue }
            let next = window[start + mark.count]
            if (48...57).contains(next) { return true }
        }
        let line = String(decoding: head.prefix(64).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        return line.hasPrefix("%!PS-Adobe") && line.contains(" PDF-")
    }
}

/// The pictures that can be decoded.
package enum PictureType: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, tiff, webp, bmp, gif, pnm, jp2, j2k, heic, avif

    /// By the signature that each format's specification gives.
    init?(_ head: [UInt8]) {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if Self.isTIFF(head) {
            self = .tiff
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if Self.isBMP(head) {
            self = .bmp
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if Self.isPNM(head) {
            self = .pnm
        } else if head.starts(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
            self = .jp2
        } else if head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
            self = .j2k
        } else if let type = Self.heif(head) {
            self = type
        } else {
            return nil
        }
    }

    package var mediaType: String {
        switch self {
        case .pnm: "image/x-portable-anymap"
        case .j2k: "image/j2c"
        default: "image/\(rawValue)"
        }
    }

    /// TIFF 6.0, section 2, and BigTIFF; camera raw files of the same shape hold no page.
    private static func isTIFF(_ head: [UInt8]) -> Bool {
        let marks: [[UInt8]] = [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ]
        return marks.contains { head.starts(with: $0) } && !head.dropFirst(8).starts(with: [0x43, 0x52, 2, 0])
    }

    /// `BM` alone begins many texts: the length of the header that follows must be one that exists.
    private static func isBMP(_ head: [UInt8]) -> Bool {
        guard head.count >= 18, head.starts(with: "BM".utf8) else { return false }
        let headerLengths: Set<UInt8> = [12, 16, 40, 52, 56, 64, 108, 124]
        return headerLengths.contains(head[14]) && head[15...17].allSatisfy { $0 == 0 }
            || head[6...9].allSatisfy { $0 == 0 }
    }

    /// Netpbm's P1…P6, with a blank or a comment after the number.
    private static func isPNM(_ head: [UInt8]) -> Bool {
        guard head.count >= 3, head[0] == 0x50, (0x31...0x36).contains(head[1]) else { return false }
        return [9, 10, 13, 32, 35].contains(head[2])
    }

    /// The brands of the file type box (ISO/IEC 14496-12, 4.3): the major one, or else the first compatible one.
    private static func heif(_ head: [UInt8]) -> PictureType? {
        guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(max(length, 12), head.count, 256)
        let brands = stride(from: 8, to: end - 3, by: 4).map { String(decoding: head[$0..<($0 + 4)], as: UTF8.self) }
        let names: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        guard let major = brands.first else { return nil }
        if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
        let isVideo = ["isom", "mp41", "mp42", "qt  ", "M4V ", "3gp4", "3gp5"].contains(major)
        return !isVideo && brands.contains(where: names.contains) ? .heic : nil
    }
}
