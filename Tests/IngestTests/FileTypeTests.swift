import Ingest
import Testing

@Suite struct FileTypeTests {
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], PictureType.png),
            ([0xFF, 0xD8, 0xFF, 0xE1, 0, 16], .jpeg),
            ([0x49, 0x49, 42, 0, 8, 0, 0, 0], .tiff),
            ([0x4D, 0x4D, 0, 43, 0, 8, 0, 0], .tiff),
            (Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ".utf8), .webp),
            (Array("GIF89a".utf8), .gif),
            (Array("P4\n# a comment\n8 8\n".utf8), .pnm),
            (Array("P6 8 8 255\n".utf8), .pnm),
            ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jp2),
            ([0xFF, 0x4F, 0xFF, 0x51, 0, 41], .j2k),
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), .heic),
            (Array("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1avifmiaf".utf8), .avif),
            (Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0], .bmp),
        ] as [([UInt8], PictureType)]) func knowsPicturesByTheirFirstBytes(head: [UInt8], type: PictureType)
    {
        #expect(FileType(head: head) == .picture(type))
    }

    @Test(arguments: [
        "%PDF-1.7\n", "\n\n\u{1B}%-12345X@PJL ENTER LANGUAGE=PDF\n%PDF-1.4\n", "%!PS-Adobe-3.0 PDF-1.4\n",
    ])
    func knowsPDFAlsoBehindOtherBytes(text: String) {
        #expect(FileType(head: Array(text.utf8)) == .pdf)
    }

    @Test func takesNoTextThatSpeaksOfPDFForOne() {
        #expect(FileType(head: Array("The mark %PDF- begins a file".utf8)) == .foreign(.plainText))
    }

    @Test(arguments: [
        ("PK\u{3}\u{4}....[Content_Types].xml word/document.xml", ForeignType.officeDocument),
        ("PK\u{3}\u{4}....mimetypeapplication/vnd.oasis.opendocument.text", .officeDocument),
        ("PK\u{3}\u{4}....scan1.tif", .archive),
        ("Rar!\u{1A}\u{7}\u{1}", .archive),
        ("From: a@example.org\r\nTo: b@example.org\r\nSubject: scan\r\n\r\nhello", .mail),
        ("From a@example.org Mon\nReceived: x\nSubject: scan\n\nhello", .mail),
        ("<!DOCTYPE html><html>", .webPage),
        ("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .svg),
        ("{\\rtf1\\ansi", .richText),
        ("%!PS-Adobe-3.0\n", .postScript),
        ("Dear Sir or Madam:\nplease find", .plainText),
        ("\u{0}\u{0}\u{0}\u{18}ftypmp42....", .video),
        ("\u{0}\u{1}\u{2}\u{3}\u{0}nothing known", .unknown),
    ]) func knowsWhatHoldsNoPages(text: String, type: ForeignType) {
        #expect(FileType(head: Array(text.utf8)) == .foreign(type))
    }

    @Test func tellsMailFromOfficeFilesInOneContainer() {
        let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        let stream: [UInt8] = "__substg1.0_".utf8.reduce(into: []) { $0 += [$1, 0] }
        #expect(FileType(head: container + stream) == .foreign(.mail))
        #expect(FileType(head: container) == .foreign(.officeDocument))
    }

    @Test func findsTheContentsOfAZipAtItsEnd() {
        let tail = Array("xl/workbook.xml PK\u{5}\u{6}".utf8)
        #expect(FileType(head: [0x50, 0x4B, 3, 4, 0, 0], tail: tail) == .foreign(.officeDocument))
    }

    @Test func noPrefixOfAFileStopsIt() {
        let samples: [[UInt8]] = [
            Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), Array("%PDF-1.7".utf8), Array("P6 8 8".utf8),
            Array("BM".utf8) + [UInt8](repeating: 0, count: 20), Array("RIFF....WEBP".utf8),
        ]
        for sample in samples {
            for count in 0...sample.count { _ = FileType(head: Array(sample.prefix(count))) }
        }
        #expect(FileType(head: []) == .foreign(.unknown))
    }

    @Test func namesLookSupportedByTheirEnding() {
        #expect(FileNaming.looksSupported("inbox/Scan 1.TIF"))
        #expect(FileNaming.looksSupported("a.pdf"))
        #expect(!FileNaming.looksSupported("notes.docx"))
        #expect(!FileNaming.looksSupported(".pdf"))
        #expect(!FileNaming.looksSupported("a.pdf/readme"))
    }
}
