import SystemPackage
import Testing

@testable import Operations

/// Which bytes say that a file is whole.
@Suite struct EndMarkerTests {
    /// A file's bytes, in hex where that is plainer, and whether they are all of it.
    private static let cases: [(String, Bool)] = [
        ("%PDF-1.4 text", false), ("%PDF-1.4 text%%EOF ", true),
        ("<FFD8FFE00102>", false), ("<FFD8FFE00102FFD90000>", true),
        ("<89>PNG....IDAT", false), ("<89>PNG....IEND....", true),
        ("GIF89a....", false), ("GIF89a....;", true),
        ("BM<28000000>short", false), ("BM<08000000>12", true),
        ("RIFF<14000000>WEBP", false), ("RIFF<04000000>WEBP", true),
        // A directory that is not written yet, beyond the end, and there.
        ("II<2A0000000000>123", false), ("MM<002A00000900>12", false), ("MM<002A00000008>12", true),
        ("<0000000C>ftypheic<00000063>mdat....", false), ("<0000000C>ftypheic<0000000C>mdat....", true),
        ("<0000000C>ftypheic<00000000>mdat.", true), ("P5 1 1 255 ", true), ("", false),
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
