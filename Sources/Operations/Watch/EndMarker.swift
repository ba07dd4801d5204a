import SystemPackage

/// Whether a file has its end, as far as its format tells: a sender that pauses in the middle of a file leaves it as
/// quiet as a whole one.
enum EndMarker {
    /// Bytes at a file's end in which its mark is looked for: writers add padding and notes behind it.
    private static let tailLength = 4096

    /// True for formats that do not tell, and for files that cannot be read: the pipeline says what is wrong with them.
    static func isThere(in path: FilePath) -> Bool {
        let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
        guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { return true }
        defer { try? file.close() }
        guard let size = try? Stat(file).size, let head = try? file.bytes(upTo: 64, at: 0),
            let tail = try? file.bytes(upTo: tailLength, at: max(0, size - Int64(tailLength)))
        else { return true }
        return isThere(head: head, tail: tail, size: size) ?? boxesEnd(file, head: head, size: size)
    }

    /// Nil for formats whose end is not told by their first and last bytes.
    static func isThere(head: [UInt8], tail: [UInt8], size: Int64) -> Bool? {
        guard size > 0 else { return false }
        if head.starts(with: "%PDF-".utf8) { return tail.contains("%%EOF".utf8) }
        // The marker of the end (ITU-T T.81, B.1.1.3).
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return tail.contains([0xFF, 0xD9]) }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return tail.contains("IEND".utf8) }
        // The trailer; some writers pad.
        if head.starts(with: "GIF8".utf8) { return tail.contains([0x3B]) }
        if head.starts(with: "BM".utf8), head.count >= 6 { return size >= little(head, at: 2) }
        if head.starts(with: "RIFF".utf8), head.count >= 8 { return size >= little(head, at: 4) + 8 }
        // The directory that says where everything lies is often written last, its place in the header after that.
        if head.starts(with: [0x49, 0x49, 0x2A, 0]), head.count >= 8 { return inside(little(head, at: 4), size) }
        if head.starts(with: [0x4D, 0x4D, 0, 0x2A]), head.count >= 8 { return inside(big(head, at: 4), size) }
        return nil
    }

    private static func inside(_ offset: Int64, _ size: Int64) -> Bool { offset > 0 && offset < size }

    /// HEIF, AVIF and JPEG 2000 are rows of boxes with their lengths (ISO/IEC 14496-12, 4.2).
    private static func boxesEnd(_ file: FileDescriptor, head: [UInt8], size: Int64) -> Bool {
        let isBoxed = head.dropFirst(4).starts(with: "ftyp".utf8) || head.dropFirst(4).starts(with: "jP  ".utf8)
        guard isBoxed else { return true }
        var offset: Int64 = 0
        // More boxes than any such file has at its top.
        for _ in 0..<10_000 where offset < size {
            guard let box = try? file.bytes(upTo: 16, at: offset), box.count >= 8 else { return false }
            var length = big(box, at: 0)
            // Up to the end of the file; or a length of 64 bits behind the type.
            if length == 0 { return true }
            if length == 1 {
                guard box.count == 16, big(box, at: 8) == 0 else { return false }
                length = big(box, at: 12)
            }
            guard length >= 8 else { return true }
            offset += length
        }
        return offset == size
    }

    private static func little(_ bytes: [UInt8], at index: Int) -> Int64 {
        bytes[index..<(index + 4)].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func big(_ bytes: [UInt8], at index: Int) -> Int64 {
        bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int64($1) }
    }
}
