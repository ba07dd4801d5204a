import Digest
import Foundation
package import Imaging
package import Model

/// The first stage: bytes become pages.
package struct Ingestor {
    package var settings: IngestSettings

    package init(settings: IngestSettings) {
        self.settings = settings
    }

    /// Finds out what a file is, from its bytes, and which pages it has; checks the limits before decoding.
    ///
    /// - Parameter scratch: a folder of the worker's own for intermediate files.
    /// - Throws: `Failure` where the file's bytes cannot be had, `RejectedDocument` where they hold no pages that can be
    ///   processed.
    package func open(_ source: SourceFile, scratch: String) throws -> OpenedDocument {
        let file = try InputFile(source, limit: settings.maxFileMegabytes << 20)
        let type = FileType(
            head: try file.read(at: 0, count: 4096),
            tail: try file.read(at: max(0, file.byteCount - 65_536), count: 65_536))
        var isPicture = false
        if case .picture = type { isPicture = true }
        let (hex, bytes) = try file.digest(keepingBytes: isPicture)
        var loaded = LoadedDocument(
            id: "sha256:\(hex)",
            source: SourceInfo(path: source.path, bytes: file.byteCount, mediaType: type.mediaType))
        if type.isSupported, FileNaming.disagrees(source.path, with: type) {
            loaded.warnings.append(
                Warning(
                    code: .typeMismatch,
                    message: "the name promises another type than the bytes, which are \(type.mediaType ?? "")"))
        }
        do {
            let pages = try pages(of: type, source, bytes: bytes, scratch: scratch)
            loaded.source.pageCount = pages.count
            loaded.warnings += pages.warnings
            loaded.findings += pages.findings
            return OpenedDocument(loaded: loaded, pages: pages)
        } catch let failure as Failure {
            throw RejectedDocument(loaded: loaded, failure: failure)
        }
    }

    /// SHA-256 of PDFium in hexadecimal digits; nil where it is not installed.
    package var pdfLibraryDigest: String? {
        FileManager.default.contents(atPath: settings.pdfLibrary).map { SHA256.hexDigest(of: [UInt8]($0)) }
    }

    /// What keeps PDF files from being read; nil where nothing does.
    package var pdfLibraryProblem: String? { PDFDocument.problem(with: settings.pdfLibrary) }

    private func pages(
        of type: FileType, _ source: SourceFile, bytes: [UInt8], scratch: String
    ) throws -> any PageDecoder {
        switch type {
        case .picture(let picture):
            return try PicturePages(path: source.path, bytes: bytes, type: picture, settings: settings)
        case .pdf:
            return try PDFPages(
                path: source.path, location: source.location, settings: settings, scratch: scratch)
        case .foreign(let foreign):
            throw Failure(
                .unsupportedType, "\(source.path) is \(foreign.noun): \(foreign.advice)", stage: .ingest)
        }
    }
}

/// The pages of one document, each decoded when asked for.
protocol PageDecoder {
    var count: Int { get }
    /// What was mended in the file as a whole.
    var warnings: [Warning] { get }
    /// What the file as a whole gives a person to judge, such as pages that are not read.
    var findings: [Reason] { get }
    /// - Parameter index: 1…count.
    /// - Throws: `Failure` for this page alone.
    func page(_ index: Int) throws -> (page: LoadedPage, image: Image)
    /// - Parameters:
    ///   - index: 1…count.
    ///   - mostBytes: of a picture that is encoded anew.
    /// - Throws: `Failure` or `ImageError` where it cannot be had.
    func original(_ index: Int, mostBytes: Int) throws -> PageOriginal
    /// The file, where it is a PDF.
    var pdf: PDFOriginal? { get }
}

extension PageDecoder {
    var pdf: PDFOriginal? { nil }
    var warnings: [Warning] { [] }
    var findings: [Reason] { [] }
}

/// A document whose pages can be decoded one at a time.
package struct OpenedDocument {
    package let loaded: LoadedDocument
    let pages: any PageDecoder

    package var pageCount: Int { pages.count }

    /// Decodes one page, with its orientation tag applied.
    ///
    /// - Parameter index: from 1.
    /// - Throws: `Failure` where this page is damaged or over a limit; other pages may still be good.
    package func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        guard (1...pages.count).contains(index) else {
            throw Failure(.noPages, "\(loaded.source.path) has no page \(index)", stage: .ingest)
        }
        return try pages.page(index)
    }

    /// What one page is in the file, without what was done to it to be read.
    ///
    /// - Parameters:
    ///   - index: from 1.
    ///   - mostBytes: of a picture that a PDF cannot hold as it is.
    /// - Throws: `Failure` or `ImageError` where it cannot be had.
    package func original(_ index: Int, mostBytes: Int) throws -> PageOriginal {
        try pages.original(index, mostBytes: mostBytes)
    }

    /// The file, where it is a PDF.
    package var pdf: PDFOriginal? { pages.pdf }
}
