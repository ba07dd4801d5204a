import Foundation
import Imaging
import Model
import Testing

@testable import Ingest

@Suite struct PDFTests {
    /// 600 × 400 pixels on 300 × 200 points: 144 pixels per inch.
    static func picture() throws -> Image { try Pictures.corner(width: 600, height: 400) }

    /// How a matrix lays the unit square's picture on the page, with the EXIF orientation that says the same.
    @Test(arguments: [
        (1, "300 0 0 200 0 0"), (2, "-300 0 0 200 300 0"), (3, "-300 0 0 -200 300 200"), (4, "300 0 0 -200 0 200"),
        (5, "0 -300 -200 0 200 300"), (6, "0 -300 200 0 0 300"), (7, "0 300 200 0 0 0"), (8, "0 300 -200 0 200 0"),
    ]) func takesAScanAsItLiesOnThePage(orientation: Int, matrix: String) throws {
        let picture = try Self.picture()
        let (width, height) = orientation > 4 ? (200.0, 300.0) : (300.0, 200.0)
        let folder = try Folder()
        let pdf = MadePDF.scan(picture, matrix: matrix, width: width, height: height)
        let (page, image) = try folder.open(folder.source("scan.pdf", pdf.bytes())).page(1)
        #expect(page.dpi.map { abs($0 - 144) < 1 } == true)
        #expect(try Pictures.difference(image, picture.upright(orientation: orientation)) == 0)
    }

    @Test(arguments: [(90, 6), (180, 3), (270, 8)]) func appliesThePagesOwnRotation(angle: Int, orientation: Int) throws
    {
        let picture = try Self.picture()
        let folder = try Folder()
        let pdf = MadePDF.scan(picture, matrix: "300 0 0 200 0 0", width: 300, height: 200, rotation: angle)
        let (_, image) = try folder.open(folder.source("scan.pdf", pdf.bytes())).page(1)
        #expect(try Pictures.difference(image, picture.upright(orientation: orientation)) == 0)
    }

    // What is finer than the small pictures' pixels falls between them another way in each.
    @Test func takesANoisyScanAsItIs() throws {
        var seed: UInt32 = 7
        let pixels = (0..<(1111 * 833)).map { index in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let paper: UInt32 = index % 1111 < 500 && index / 1111 < 400 ? 60 : 110
            return UInt8(paper + (seed >> 24) / 2)
        }
        let picture = try Image(width: 1111, height: 833, grey: pixels)
        let folder = try Folder()
        let pdf = MadePDF.scan(picture, matrix: "400.3 0 0 300.2 0 0", width: 400.3, height: 300.2)
        let (_, image) = try folder.open(folder.source("noisy.pdf", pdf.bytes())).page(1)
        #expect(try Pictures.difference(image, picture) == 0)
    }

    @Test func readsWhatIsWrittenOnAScanAtALegibleSizeAndSaysSo() throws {
        let folder = try Folder()
        let pdf = MadePDF.scan(
            try Self.picture(), matrix: "300 0 0 200 0 0", width: 300, height: 200,
            after: "BT /F1 10 Tf 200 80 Td (4711) Tj ET")
        let (page, image) = try folder.open(folder.source("form.pdf", pdf.bytes())).page(1)
        #expect(page.dpi == 300)
        let digits = try image.cropped(to: Box(x: 820, y: 440, width: 160, height: 80)).greyBytes()
        #expect(digits.contains { $0 < 100 })
        #expect(page.warnings.map(\.code) == [.overlayRead])
        #expect(page.findings.isEmpty)
    }

    @Test func ignoresAHiddenTextLayerAndSaysSo() throws {
        let folder = try Folder()
        let pdf = MadePDF.scan(
            try Self.picture(), matrix: "300 0 0 200 0 0", width: 300, height: 200,
            after: "BT 3 Tr /F1 10 Tf 200 80 Td (hidden) Tj ET")
        let (page, image) = try folder.open(folder.source("ocr.pdf", pdf.bytes())).page(1)
        #expect(page.warnings.map(\.code) == [.textLayerIgnored])
        #expect(try Pictures.difference(image, Self.picture()) == 0)
    }

    @Test func rendersAPageOfTextAtTheConfiguredResolution() throws {
        let folder = try Folder()
        let pdf = MadePDF(pages: [
            .init(content: "BT /F1 24 Tf 40 100 Td (Deed) Tj ET"), .init(width: 144, height: 72),
        ])
        var settings = IngestSettings()
        settings.pdfResolution = 150
        let opened = try folder.open(folder.source("text.pdf", pdf.bytes()), settings)
        #expect(opened.pageCount == 2)
        let (page, image) = try opened.page(1)
        #expect(page.width == 625 && page.height == 417)
        #expect(page.dpi == 150)
        #expect(try image.greyBytes().contains { $0 < 64 })
        #expect(page.warnings.isEmpty)
        #expect(try opened.page(2).page.width == 300)
    }

    @Test func rendersAnEnormousSheetAtABoundedSize() throws {
        let folder = try Folder()
        let pdf = MadePDF(pages: [.init(width: 14_400, height: 14_400)])
        var settings = IngestSettings()
        settings.maxMegapixels = 4
        let (page, _) = try folder.open(folder.source("huge.pdf", pdf.bytes()), settings).page(1)
        #expect(page.width * page.height <= 4_010_000)
        #expect(page.width > 1900)
    }

    @Test func acceptsBytesBeforeTheHeader() throws {
        let folder = try Folder()
        let bytes = Array("\u{1B}%-12345X@PJL\n".utf8) + (try MadePDF(pages: [.init()]).bytes())
        #expect(try folder.open(folder.source("job.pdf", bytes)).pageCount == 1)
    }

    @Test func aFileNameIsNoOption() throws {
        let folder = try Folder()
        let source = try folder.source("-opw x.pdf", MadePDF(pages: [.init()]).bytes())
        #expect(try folder.open(source).page(1).page.width == 1250)
    }

    @Test func damageIsToldWithTheFilesName() throws {
        let folder = try Folder()
        let failure = try #require(folder.failure(folder.source("bad.pdf", Array("%PDF-1.4\nnothing".utf8))))
        #expect(failure.code == .damaged)
        #expect(failure.message.contains("bad.pdf"))
    }

    @Test(arguments: [1, 2, 9]) func aPageCountThatLiesHidesNoPageAndAddsNone(count: Int) throws {
        let folder = try Folder()
        let pages = ["0 0 150 100 re f", "", "0 100 150 100 re f"].map { MadePDF.Page(content: $0) }
        let source = try folder.source("a.pdf", MadePDF(pages: pages, count: count).bytes())
        let opened = try folder.open(source)
        #expect(opened.pageCount == 3)
        #expect(opened.loaded.warnings.map(\.code) == [.damageRepaired])
        #expect(opened.loaded.findings.isEmpty)
        let last = try opened.page(3).image
        #expect(try last.greyBytes().first == 0)
    }

    @Test func aPageThatDamageTookFailsAndIsCounted() throws {
        let folder = try Folder()
        var text = String(decoding: try MadePDF(pages: [.init(), .init(), .init()]).bytes(), as: UTF8.self)
        // The second page's object, and the table of objects, are gone.
        text = text.replacing("9 0 obj", with: "9 0 xxx").replacing("\nxref", with: "\nxxxx")
        let opened = try folder.open(folder.source("a.pdf", Array(text.utf8)))
        #expect(opened.pageCount == 3)
        let failure = #expect(throws: Failure.self) { try opened.page(2) }
        #expect(failure?.code == .damaged)
        #expect(try opened.page(3).page.width == 1250)
    }

    /// A page as small as a stamp, or in units of its own, whose letters are as small.
    @Test func smallTextIsRenderedFiner() throws {
        let folder = try Folder()
        let pdf = MadePDF(pages: [.init(width: 60, height: 40, content: "BT /F1 2.4 Tf 4 10 Td (Deed) Tj ET")])
        let page = try folder.open(folder.source("stamp.pdf", pdf.bytes())).page(1).page
        #expect(page.width == 1042)
        #expect(page.dpi.map { abs($0 - 300) < 1 } == true)
    }

    @Test func formsThatOnlyAdobesViewersShowAreRefusedWithAWayOut() throws {
        let folder = try Folder()
        var pdf = MadePDF(pages: [.init(content: "BT /F1 12 Tf 40 100 Td (Please wait) Tj ET")])
        pdf.catalog = "/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 3 0 R] >>"
        let failure = try #require(folder.failure(folder.source("xfa.pdf", pdf.bytes())))
        #expect(failure.code == .unsupportedType)
        #expect(failure.message.contains("XFA"))
    }

    @Test(arguments: [("%PDF-1.4\n", [ReasonCode.pageFailed], []), ("<invoice/>", [], [WarningCode.filesAttached])])
    func attachedDocumentsAreNotOverlooked(content: String, findings: [ReasonCode], warnings: [WarningCode]) throws {
        let folder = try Folder()
        var pdf = MadePDF(pages: [.init()])
        pdf.attached = [Array(content.utf8)]
        pdf.catalog = "/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 4 0 R >> >>] >> >>"
        let loaded = try folder.open(folder.source("cover.pdf", pdf.bytes())).loaded
        #expect(loaded.findings.map(\.code) == findings)
        #expect(loaded.warnings.map(\.code) == warnings)
    }

    @Test func lettersThatOnlyAMissingFontKnowsAreTold() throws {
        let folder = try Folder()
        var pdf = MadePDF(pages: [.init(content: "BT /F1 12 Tf 40 100 Td <00240025> Tj ET")])
        let descriptor =
            "<< /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 "
            + "/Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>"
        pdf.font =
            "/Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /DescendantFonts [<< /Type /Font "
            + "/Subtype /CIDFontType2 /BaseFont /Plain /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
            + "/Supplement 0 >> /FontDescriptor \(descriptor) >>]"
        let page = try folder.open(folder.source("a.pdf", pdf.bytes())).page(1).page
        #expect(page.warnings.map(\.code) == [.fontsMissing])
        #expect(page.findings.map(\.code) == [.pageFailed])
    }

    @Test func tooManyPagesAreRefused() throws {
        let folder = try Folder()
        var settings = IngestSettings()
        settings.maxPages = 2
        let pdf = MadePDF(pages: [.init(), .init(), .init()])
        #expect(try folder.failure(folder.source("a.pdf", pdf.bytes()), settings)?.code == .tooManyPages)
    }

    @Test func withoutPDFiumTheWayToItIsNamed() throws {
        let folder = try Folder()
        var settings = IngestSettings()
        settings.pdfLibrary = "\(folder.path)/libpdfium.so"
        let source = try folder.source("a.pdf", MadePDF(pages: [.init()]).bytes())
        let failure = try #require(folder.failure(source, settings))
        #expect(failure.code == .rendererMissing)
        #expect(failure.message.contains("make setup"))
    }
}

/// Protected files are made with qpdf.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf"), "qpdf is not installed"))
struct EncryptedPDFTests {
    static func encrypted(_ folder: Folder, user: String, owner: String) throws -> SourceFile {
        let plain = try folder.source("plain.pdf", MadePDF(pages: [.init(content: "0 0 150 100 re f")]).bytes())
        let location = "\(folder.path)/locked.pdf"
        let arguments = ["--encrypt", user, owner, "256", "--", plain.location, location]
        let made = try Process.run(URL(filePath: "/usr/bin/qpdf"), arguments: arguments)
        made.waitUntilExit()
        #expect(made.terminationStatus == 0)
        return SourceFile(path: "locked.pdf", location: location)
    }

    @Test(arguments: ["user one", "owner"]) func opensWithAPasswordOfTheSettings(password: String) throws {
        let folder = try Folder()
        var settings = IngestSettings()
        settings.pdfPasswords = ["wrong", password]
        let opened = try folder.open(Self.encrypted(folder, user: "user one", owner: "owner"), settings)
        #expect(try opened.page(1).image.greyBytes().contains(0))
    }

    @Test func failsAsEncryptedWithoutOne() throws {
        let folder = try Folder()
        let source = try Self.encrypted(folder, user: "user", owner: "owner")
        #expect(folder.failure(source)?.code == .encrypted)
        var settings = IngestSettings()
        settings.pdfPasswords = ["wrong"]
        let failure = try #require(folder.failure(source, settings))
        #expect(failure.code == .encrypted)
        #expect(!failure.message.contains("wrong"))
    }

    @Test func opensWhatOnlyForbidsChanges() throws {
        let folder = try Folder()
        #expect(try folder.failure(Self.encrypted(folder, user: "", owner: "owner")) == nil)
    }
}
