/// What holds no pages that can be read here, with a way to pages for each.
package enum ForeignType: String, Hashable, Sendable, CaseIterable {
    case officeDocument, book, archive, mail, webPage, plainText, richText, svg, xml, postScript, drawing, rawPhoto
    case otherPicture, video, audio, program, database, unknown

    /// - Parameters:
    ///   - head: the file's first bytes; 4 KiB suffice.
    ///   - tail: its last bytes.
    init(head: [UInt8], tail: [UInt8] = []) {
        if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) {
            self = Self.insideZip(head: head, tail: tail)
        } else if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            self = Self.contains(head + tail, utf16: "__substg1.0_") ? .mail : .officeDocument
        } else if let type = Self.bySignature(head) {
            self = type
        } else {
            self = Self.byText(head) ?? .unknown
        }
    }

    /// Signature, where it stands, and what it is.
    private static let signatures: [(bytes: [UInt8], offset: Int, type: ForeignType)] = [
        ([0x52, 0x61, 0x72, 0x21, 0x1A, 7], 0, .archive), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, .archive),
        ([0x1F, 0x8B], 0, .archive), (Array("BZh".utf8), 0, .archive),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], 0, .archive),
        ([0x28, 0xB5, 0x2F, 0xFD], 0, .archive), (Array("MSCF".utf8), 0, .archive),
        (Array("ustar".utf8), 257, .archive),
        ([4, 0x22, 0x4D, 0x18], 0, .archive), (Array("{\\rtf".utf8), 0, .richText),
        (Array("%!PS".utf8), 0, .postScript), ([0xC5, 0xD0, 0xD3, 0xC6], 0, .postScript),
        ([0x78, 0x9F, 0x3E, 0x22], 0, .mail), (Array("8BPS".utf8), 0, .drawing), (Array("gimp xcf".utf8), 0, .drawing),
        (Array("AT&TFORM".utf8), 0, .otherPicture), ([0xFF, 0x0A], 0, .otherPicture),
        ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], 0, .otherPicture), ([0, 0, 1, 0], 0, .otherPicture),
        ([0xD7, 0xCD, 0xC6, 0x9A], 0, .drawing),
        ([0x97, 0x4A, 0x42, 0x32, 0x0D, 0x0A, 0x1A, 0x0A], 0, .otherPicture), (Array("DICM".utf8), 128, .otherPicture),
        ([0x76, 0x2F, 0x31, 1], 0, .otherPicture), ([0x01, 0xDA], 0, .otherPicture),
        (Array("P7\n".utf8), 0, .otherPicture),
        (Array("FUJIFILMCCD-RAW".utf8), 0, .rawPhoto), ([0x49, 0x49, 0x52, 0x4F], 0, .rawPhoto),
        ([0x49, 0x49, 0x55, 0], 0, .rawPhoto), ([0x1A, 0x45, 0xDF, 0xA3], 0, .video), ([0, 0, 1, 0xBA], 0, .video),
        ([0, 0, 1, 0xB3], 0, .video), (Array("FLV".utf8), 0, .video), (Array("OggS".utf8), 0, .video),
        (Array("ID3".utf8), 0, .audio), (Array("fLaC".utf8), 0, .audio), ([0x7F, 0x45, 0x4C, 0x46], 0, .program),
        (Array("MZ".utf8), 0, .program), (Array("SQLite format 3".utf8), 0, .database),
    ]

    private static func bySignature(_ head: [UInt8]) -> ForeignType? {
        if head.starts(with: "RIFF".utf8) {
            return head.dropFirst(8).starts(with: "WAVE".utf8) ? .audio : .video
        }
        // A camera's raw file is a TIFF with a mark of its own behind the header.
        if head.starts(with: [0x49, 0x49, 42, 0]) || head.starts(with: [0x4D, 0x4D, 0, 42]) { return .rawPhoto }
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
            return head.dropFirst(8).starts(with: "crx ".utf8) ? .rawPhoto : .video
        }
        return signatures.first { head.dropFirst($0.offset).starts(with: $0.bytes) }?.type
    }

    /// OOXML and ODF name their parts in the archive's list of contents.
    private static func insideZip(head: [UInt8], tail: [UInt8]) -> ForeignType {
        let names = String(decoding: head + tail, as: UTF8.self)
        if names.contains("epub") { return .book }
        let marks = ["[Content_Types].xml", "opendocument", "word/", "xl/", "ppt/", "Index/Document.iwa"]
        return marks.contains(where: names.contains) ? .officeDocument : .archive
    }

    private static func contains(_ bytes: [UInt8], utf16 text: String) -> Bool {
        let pattern: [UInt8] = Array(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        return bytes.indices.contains { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
    }

    /// Text: no control characters but blanks, in UTF-8, UTF-16 with its mark, or one byte a character.
    private static func byText(_ head: [UInt8]) -> ForeignType? {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return .plainText }
        let sample = head.prefix(4096)
        guard !sample.isEmpty, sample.allSatisfy({ $0 >= 32 || (8...13).contains($0) || $0 == 27 }) else { return nil }
        let text = String(decoding: sample, as: UTF8.self).lowercased()
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("<") {
            if text.contains("<svg") { return .svg }
            if ["<!doctype html", "<html", "<head", "<body"].contains(where: start.hasPrefix) { return .webPage }
            return start.hasPrefix("<?xml") && text.contains("<html") ? .webPage : .xml
        }
        return isMail(text) ? .mail : .plainText
    }

    /// RFC 5322: header lines, two at least of which only mail has. Or the `From ` line of a mailbox.
    private static func isMail(_ text: String) -> Bool {
        let names: Set<Substring> = [
            "received", "return-path", "delivered-to", "message-id", "mime-version", "from", "to", "cc", "subject",
            "date", "reply-to", "content-type", "dkim-signature", "x-mailer",
        ]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let header = lines.prefix { !$0.isEmpty }
        guard let first = header.first else { return false }
        let found = Set(header.compactMap { $0.split(separator: ":").first }).intersection(names)
        if first.hasPrefix("from ") { return found.count >= 2 }
        return first.contains(":") && found.count >= 3
    }
}
