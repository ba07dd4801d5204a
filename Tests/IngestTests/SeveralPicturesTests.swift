import Foundation
import Imaging
import Model
import Testing

@testable import Ingest

/// Containers of several pictures: every page is read, or the document says how many were not.
@Suite struct SeveralPicturesTests {
    private static func bytes(_ base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

    private static func open(_ name: String, _ bytes: [UInt8], maxPages: Int = 500) throws -> OpenedDocument {
        let folder = try Folder()
        var settings = IngestSettings()
        settings.maxPages = maxPages
        return try folder.open(folder.source(name, bytes), settings)
    }

    @Test(arguments: [
        ("a.webp", Pictures.animatedWebP, 3), ("a.gif", Pictures.animatedGIF, 4), ("a.heic", Pictures.twoHEIC, 2),
        ("thumbnail.heic", Pictures.thumbnailHEIC, 1),
    ])
    func everyPictureIsAPage(name: String, base64: String, count: Int) throws {
        let opened = try Self.open(name, Self.bytes(base64))
        #expect(opened.pageCount == count && opened.loaded.source.pageCount == count)
        #expect(opened.loaded.findings.isEmpty)
        #expect(try (1...count).map { try opened.page($0).page.index } == Array(1...count))
    }

    @Test func framesCountAgainstTheLimitOfPages() throws {
        let rejected = #expect(throws: RejectedDocument.self) {
            try Self.open("a.gif", Self.bytes(Pictures.animatedGIF), maxPages: 3)
        }
        #expect(rejected?.failure.code == .tooManyPages)
    }

    @Test func framesOfAnAPNGAreCountedAndNotRead() throws {
        let opened = try Self.open("a.png", Self.bytes(Pictures.animatedPNG))
        #expect(opened.pageCount == 1 && opened.loaded.source.pageCount == 1)
        #expect(opened.loaded.findings.map(\.code) == [.pageFailed])
        #expect(opened.loaded.findings.first?.message.hasPrefix("2 further pictures in the file were not read") == true)
    }

    /// A box of an ISO base media file.
    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: (body.count + 8) >> (24 - 8 * $0)) } + Array(type.utf8) + body
    }

    private static func track(_ handler: String, samples: UInt8) -> [UInt8] {
        let sizes = box("stsz", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, samples])
        let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8))
        return box("trak", box("mdia", handler + box("minf", box("stbl", sizes))))
    }

    @Test func aSequenceBesideAStillPictureIsCounted() throws {
        let still = try Self.bytes(Pictures.thumbnailHEIC)
        let sequence = try Self.open("a.heic", still + Self.box("moov", Self.track("pict", samples: 5)))
        #expect(sequence.loaded.findings.first?.message.hasPrefix("4 further pictures") == true)
        let motion = try Self.open("a.heic", still + Self.box("moov", Self.track("vide", samples: 90)))
        #expect(motion.loaded.findings.isEmpty && motion.pageCount == 1)
        // A whole video behind it, which has a file type box of its own.
        let clip = Self.box("ftyp", Array("mp42\0\0\0\0isom".utf8)) + Self.box("moov", Self.track("vide", samples: 90))
        #expect(try Self.open("a.heic", still + clip).page(1).page.width == 64)
    }

    @Test func aSequenceAloneIsNamed() throws {
        let brand = Self.box("ftyp", Array("avis\0\0\0\0avis".utf8))
        let rejected = #expect(throws: RejectedDocument.self) {
            try Self.open("a.avif", brand + Self.box("moov", Self.track("pict", samples: 5)))
        }
        #expect(rejected?.failure.code == .unsupportedType)
        #expect(rejected?.failure.message.contains("a sequence of 5 pictures") == true)
    }

    // MARK: - JPEG

    private static func jpeg(_ width: Int) throws -> [UInt8] {
        try Pictures.corner(width: width, height: 40).jpegData()
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    /// Two pictures with an MP index in the first (CIPA DC-007, 5.2).
    private static func multiPicture(
        _ first: [UInt8], _ second: [UInt8], kind: Int, primarySays: String = "", secondSays: String = "",
        cut: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func with(_ text: String, _ jpeg: [UInt8]) -> [UInt8] {
            text.isEmpty ? jpeg : jpeg.prefix(2) + segment(0xE1, Array(text.utf8)) + jpeg.dropFirst(2)
        }
        let (first, second) = (with(primarySays, first), with(secondSays, second))
        let length = 4 + 4 + 8 + 2 + 12 + 4 + 32
        let offset = first.count + length - 2 - 8
        let directory: [UInt8] = [0, 1, 0xB0, 0x02, 0, 7] + number(32) + number(26) + number(0)
        let entries =
            number(0x2003_0000) + number(first.count) + number(0) + number(0)
            + number(kind) + number(second.count) + number(offset) + number(0)
        let index = segment(0xE2, Array("MPF\0MM".utf8) + [0, 42] + number(8) + directory + entries)
        return first.prefix(2) + index + first.dropFirst(2) + (cut ? second.prefix(0) : second[...])
    }

    @Test func thePicturesOfAMultiPictureFileArePages() throws {
        let bytes = Self.multiPicture(try Self.jpeg(64), try Self.jpeg(96), kind: 0x02_0003)
        let opened = try Self.open("a.mpo", bytes)
        #expect(try (1...2).map { try opened.page($0).page.width } == [64, 96])
        #expect(opened.loaded.findings.isEmpty)
    }

    @Test(arguments: [
        (0x01_0002, "", ""), (0, "", "http://ns.adobe.com/hdr-gain-map/1.0/"), (0, "Item:Semantic=\"Depth\"", ""),
        (0, "", "urn:com:apple:photo:2020:aux:hdrgainmap"), (0, "", "urn:iso:std:iso:ts:21496:-1"),
    ])
    func thumbnailsAndMapsAreNoPages(kind: Int, primary: String, second: String) throws {
        let bytes = Self.multiPicture(
            try Self.jpeg(64), try Self.jpeg(32), kind: kind, primarySays: primary, secondSays: second)
        let opened = try Self.open("a.jpg", bytes)
        #expect(opened.pageCount == 1 && opened.loaded.findings.isEmpty)
    }

    @Test func aPictureThatTheIndexNamesAndTheFileLacksIsTold() throws {
        let bytes = Self.multiPicture(try Self.jpeg(64), try Self.jpeg(96), kind: 0x02_0003, cut: true)
        #expect(try Self.open("a.mpo", bytes).loaded.findings.map(\.code) == [.pageFailed])
    }

    @Test func joinedFilesArePagesAndAMotionClipIsNone() throws {
        let joined = try Self.open("a.jpg", Self.jpeg(64) + Self.jpeg(96))
        #expect(joined.pageCount == 2)
        let clip = Self.box("ftyp", Array("mp42".utf8)) + Self.box("moov", Self.track("vide", samples: 9))
        let motion = try Self.open("a.jpg", Self.jpeg(64) + clip)
        #expect(motion.pageCount == 1 && motion.loaded.findings.isEmpty)
    }

    @Test func netpbmPicturesOneBehindAnotherArePages() throws {
        let grey = Array("P5\n# a comment\n2 2\n255\n".utf8) + [1, 2, 3, 4]
        let colour = Array("P6 1 1 255\n".utf8) + [9, 9, 9]
        let opened = try Self.open("a.pnm", grey + colour)
        #expect(try (1...2).map { try opened.page($0).page.width } == [2, 1])
    }

    // MARK: - Causes

    @Test func aWholeFileThatIsNotDecodedIsUnsupportedWithACommand() throws {
        var bytes = try Self.jpeg(64)
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 1] = 0xC3
        let folder = try Folder()
        let failure = try folder.failure(folder.source("a.jpg", bytes))
        #expect(failure?.code == .unsupportedType)
        #expect(
            failure?.message
                == "a.jpg is lossless JPEG, which is not read: convert it, for example by `ffmpeg -i IN OUT.png` of Debian's "
                + "ffmpeg")
    }

    @Test func aJPEG2000OfManyBitsIsUnsupportedAndFurtherCodestreamsAreCounted() throws {
        let bytes = try Pictures.corner().encoded(as: .jp2)
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("ihdr".utf8)) })
        var deep = bytes
        deep[header + 4 + 10] = 11
        let folder = try Folder()
        let failure = try folder.failure(folder.source("a.jp2", deep))
        #expect(failure?.code == .unsupportedType && failure?.message.contains("12 bits a sample") == true)
        let opened = try Self.open("a.jp2", bytes + Self.box("jp2c", [1, 2, 3]))
        #expect(opened.pageCount == 1 && opened.loaded.findings.map(\.code) == [.pageFailed])
    }

    @Test func aBMPWithAnOlderHeaderIsUnsupported() throws {
        let bytes: [UInt8] =
            Array("BM".utf8) + [38, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 12, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0]
            + [UInt8](repeating: 0, count: 12)
        let folder = try Folder()
        #expect(try folder.failure(folder.source("a.bmp", bytes))?.code == .unsupportedType)
    }
}
