import Foundation
import Glibc
import Imaging
import Model
import Testing

@testable import Ingest

@Suite struct IngestorTests {
    @Test func aSoundPictureHasIdTypeAndOnePage() throws {
        let folder = try Folder()
        let bytes = try Pictures.corner().pngData()
        let opened = try folder.open(folder.source("a.png", bytes))
        #expect(
            opened.loaded.source
                == SourceInfo(
                    path: "a.png", bytes: bytes.count, mediaType: "image/png", pageCount: 1))
        #expect(opened.loaded.id.count == 71)
        #expect(opened.loaded.warnings.isEmpty)
        let (page, image) = try opened.page(1)
        #expect(page.width == 60 && page.height == 40 && page.orientationTag == 1)
        #expect(try Pictures.difference(image, Pictures.corner()) == 0)
    }

    @Test func theSameBytesHaveTheSameIdUnderAnyName() throws {
        let folder = try Folder()
        let bytes = try Pictures.corner().pngData()
        let first = try folder.open(folder.source("a.png", bytes)).loaded.id
        #expect(try folder.open(folder.source("b.tif", bytes)).loaded.id == first)
    }

    @Test func aNameThatDisagreesIsAWarningNotAFailure() throws {
        let folder = try Folder()
        let bytes = try Pictures.corner().pngData()
        #expect(try folder.open(folder.source("a.pdf", bytes)).loaded.warnings.map(\.code) == [.typeMismatch])
        #expect(try folder.open(folder.source("a.docx", bytes)).loaded.warnings.map(\.code) == [.typeMismatch])
        #expect(try folder.open(folder.source("scan.001", bytes)).loaded.warnings.isEmpty)
    }

    @Test func missingEmptyAndOverlargeFilesAreToldApart() throws {
        let folder = try Folder()
        let missing = SourceFile(path: "x.png", location: "\(folder.path)/x.png")
        #expect(folder.failure(missing)?.code == .fileMissing)
        #expect(try folder.failure(folder.source("e.png", []))?.code == .fileEmpty)
        var settings = IngestSettings()
        settings.maxFileMegabytes = 1
        let large = try folder.source("l.png", [UInt8](repeating: 1, count: (1 << 20) + 1))
        #expect(folder.failure(large, settings)?.code == .fileTooLarge)
    }

    @Test func foldersPipesDevicesAndCircularLinksAreRefusedAtOnce() throws {
        let folder = try Folder()
        let pipe = "\(folder.path)/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        for location in [folder.path, pipe, "/dev/zero", link] {
            let failure = folder.failure(SourceFile(path: "input", location: location))
            #expect(failure?.code == .fileUnreadable, "\(location)")
        }
    }

    @Test func aFileWithoutPermissionNamesTheRemedy() {
        #expect(InputFile.failure(opening: "a", EACCES).code == .fileUnreadable)
        #expect(InputFile.failure(opening: "a", EACCES).message.contains("chmod"))
        #expect(InputFile.failure(opening: "a", EIO).code == .fileUnreadable)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything")) func aLockedFileIsUnreadable() throws {
        let folder = try Folder()
        let source = try folder.source("a.png", [1, 2, 3])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: source.location)
        #expect(folder.failure(source)?.code == .fileUnreadable)
    }

    @Test(arguments: ForeignType.allCases) func everyForeignTypeHasNounAndAdvice(type: ForeignType) {
        #expect(!type.noun.isEmpty && !type.advice.isEmpty)
    }

    @Test func whatHoldsNoPagesFailsWithAdviceAndKeepsItsId() throws {
        let folder = try Folder()
        let source = try folder.source("letter.docx", Array("PK\u{3}\u{4}..[Content_Types].xml".utf8))
        let rejected = #expect(throws: RejectedDocument.self) { try folder.open(source) }
        #expect(rejected?.failure.code == .unsupportedType)
        #expect(rejected?.failure.message == "letter.docx is an office document: print or export it to PDF")
        #expect(rejected?.loaded.source.bytes == 25)
        #expect(rejected?.loaded.id.hasPrefix("sha256:") == true)
    }

    @Test func pixelsAreLimitedBeforeDecoding() throws {
        let folder = try Folder()
        var bytes = try Pictures.corner().pngData()
        // IHDR's width and height: 60,000 each; the data behind it is for 60 × 40.
        bytes.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        let sum = Self.checksum(bytes[12..<29])
        bytes.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
        #expect(try folder.failure(folder.source("bomb.png", bytes))?.code == .imageTooLarge)
        let pixmap = Array("P5\n60000 60000\n255\n".utf8) + [UInt8](repeating: 0, count: 5000)
        #expect(try folder.failure(folder.source("bomb.pgm", pixmap))?.code == .imageTooLarge)
    }

    /// A PNG chunk's CRC-32 (PNG, annex D).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }

    @Test func aTruncatedJPEGIsMendedWithAWarning() throws {
        let folder = try Folder()
        let whole = try Pictures.corner(width: 800, height: 600).jpegData(quality: 80)
        let opened = try folder.open(folder.source("a.jpg", Array(whole.prefix(whole.count * 3 / 4))))
        #expect(try opened.page(1).page.warnings.map(\.code) == [.damageRepaired])
    }

    @Test func aJPEGOfWhichNextToNothingIsLeftIsDamaged() throws {
        let folder = try Folder()
        let noise = (0..<(400 * 300)).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
        let whole = try Image(width: 400, height: 300, grey: noise).jpegData(quality: 80)
        let failure = try folder.failure(folder.source("a.jpg", Array(whole.prefix(whole.count / 8))))
        #expect(failure?.code == .damaged)
    }

    @Test func aDamagedFileFailsInTheLibrarysWords() throws {
        let folder = try Folder()
        let whole = try Pictures.corner().pngData()
        let failure = try #require(folder.failure(folder.source("a.png", Array(whole.prefix(60)))))
        #expect(failure.code == .damaged)
        #expect(failure.message.contains("a.png"))
    }

    @Test(arguments: 1...8) func appliesEveryOrientation(orientation: Int) throws {
        // Encoded as the camera would: the picture that its tag turns upright.
        let upright = try Pictures.corner(width: 640, height: 480)
        let inverse = [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1]
        let stored = try upright.upright(orientation: inverse).jpegData(quality: 95)
        let block = EXIFTests.block([(0x0112, 3, 1, orientation)])
        let tagged = Array(EXIFTests.jpeg(block).dropFirst(2).dropFirst(6).dropLast(2))
        let folder = try Folder()
        let source = try folder.source("a.jpg", Array(stored.prefix(2)) + tagged + stored.dropFirst(2))
        let (page, image) = try folder.open(source).page(1)
        #expect(page.orientationTag == orientation)
        #expect(try Pictures.difference(image, upright) < 0.01)
    }

    @Test(arguments: 1...8, [1, 3]) func appliesEveryOrientationOfTIFF(orientation: Int, samples: Int) throws {
        let upright = try Pictures.corner(width: 640, height: 480)
        let stored = try upright.upright(orientation: [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1])
        let folder = try Folder()
        let source = try folder.source(
            "a.tif", Pictures.tiff(stored, samples: samples, orientation: orientation))
        let (page, image) = try folder.open(source).page(1)
        #expect(page.orientationTag == orientation)
        #expect(try Pictures.difference(image, upright) < 0.01)
    }

    @Test(
        .enabled(if: SharedData.folder != nil, "no shared data"),
        arguments: [
            ("g4_orientation_", "tif", 1), ("hopper_orientation_", "jpg", 2), ("hopper_orientation_", "webp", 2),
        ])
    func turnsPicturesOfOtherProgramsAlike(name: String, suffix: String, first: Int) throws {
        let folder = try Folder()
        func picture(_ orientation: Int) throws -> Image {
            let file = "\(name)\(orientation).\(suffix)"
            return try folder.open(folder.source(file, SharedData.bytes("skew/exif_orientation/\(file)"))).page(1).image
        }
        let upright = try picture(first)
        for orientation in (first + 1)...8 {
            #expect(try Pictures.difference(picture(orientation), upright) < 0.03)
        }
    }

    @Test(
        arguments: [(nil, nil), (49, nil), (50, 50), (300, 300), (2400, 2400), (10_000, nil)] as [(Double?, Double?)])
    func absurdResolutionsAreNone(said: Double?, kept: Double?) {
        #expect(Resolution.plausible(said) == kept)
    }
}
