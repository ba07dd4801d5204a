import SystemPackage
import Testing

@testable import Operations

/// Which bytes say that a file is whole.
@Suite struct EndMarkerTests {
    /// A file's bytes, in hex where that is plainer, and whether they are all of it.
    private static let cases: [(String, Bool)] = [
        ("%PDF-1.4 text", false), ("%PDF-1.4 text%%EOF ", true), ("%PDF-1.4 text%%EOF<00010203>notes", true),
        // Another version begins; of a linearized one the first page alone is there.
        ("%PDF-1.4 text%%EOF<0A>7 0 obj<0A>text", false), ("%PDF-1.4 text%%EOF<0A>7 0 obj%%EOF", true),
        ("%PDF-1.4 1 0 obj /Linearized 1 /L 90 %%EOF", false), ("%PDF-1.4 1 0 obj /Linearized 1 /L 20 %%EOF", true),
        ("<FFD8FFE00102>", false), ("<FFD8FFE0000401020000FFD9>", false), ("<FFD8FFE000040102FFFFD9>", true),
        // The end of a thumbnail in a segment is none, nor is one in a scan without its own.
        ("<FFD8FFE10006FFD8FFD9FFDA00020102>", false), ("<FFD8FFE10006FFD8FFD9FFDA00020102FF00FFD003FFD9>", true),
        ("<FFD8FFDA00020102FFD9>....ftypmp42 and more", true),
        // A second picture must be whole, too.
        ("<FFD8FFDA00020102FFD90000FFD8FFDA000201>", false), ("<FFD8FFDA00020102FFD90000FFD8FFDA000201FFD9>", true),
        ("<89>PNG<0D0A1A0A00000004>IDAT<01020304>", false),
        ("<89>PNG<0D0A1A0A00000004>IDATIEND<0000000000000000>", false),
        ("<89>PNG<0D0A1A0A00000000>IEND<0000>", false), ("<89>PNG<0D0A1A0A00000000>IEND<00000000>", true),
        ("<89>PNG<0D0A1A0A00000000>IEND<00000000>and more", true),
        ("GIF89a<01000100000000>", false), ("GIF89a<010001008000003B3B3B3B3B3B>", false),
        ("GIF89a<010001000000002C000000000100010000023B3B3B>", false),
        ("GIF89a<0100010000000021F9043B3B3B3B002C00000000010001000002033B3B3B003B>", true),
        ("GIF89a<01000100000000>; and more", true),
        ("BM<28000000>short", false), ("BM<08000000>12", true),
        ("RIFF<14000000>WEBP", false), ("RIFF<04000000>WEBP", true), ("RIFF<04000000>WEBP and more", true),
        // A directory that is not written yet, beyond the end, cut, and whole.
        ("II<2A0000000000>123", false), ("MM<002A00000900>12", false), ("MM<002A000000080001>", false),
        ("MM<002A000000080000>", false), ("MM<002A00000008000000000000>", true),
        // A strip of four bytes, of which all are there, or three; a second directory that is not.
        ("MM<002A00000008000201110004000000010000002601170004000000010000000400000000>1234", true),
        ("MM<002A00000008000201110004000000010000002601170004000000010000000400000000>123", false),
        ("MM<002A00000008000201110004000000010000002601170004000000010000000400000099>1234", false),
        ("<0000000C>ftypheic<00000063>mdat....", false), ("<0000000C>ftypheic<0000000C>mdat....", true),
        ("<0000000C>ftypheic<00000000>mdat.", true), ("P5 1 1 255 ", true), ("", false),
        // Room that is kept for what comes, and data behind the last box.
        ("<0000000C>ftypheic<000000000000000000>", false),
        ("<0000000C>ftypheic<00000008>meta<00000008>mdat<0001>", true),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, part) in text.split(omittingEmptySubsequences: false, whereSeparator: "<>".contains).enumerated() {
            guard number % 2 == 1 else {
                bytes += part.utf8
                continue
            }
            let digits = Array(part)
            for index in stride(from: 0, to: digits.count, by: 2) {
                bytes.append(UInt8(String(digits[index...(index + 1)]), radix: 16) ?? 0)
            }
        }
        return bytes
    }

    @Test(arguments: cases) func knowsTheEnd(content: String, isWhole: Bool) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path.appending("file")
        let file = try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        _ = try file.writeAll(Self.bytes(content))
        try file.close()
        #expect(EndMarker.isThere(in: path) == isWhole)
    }
}
