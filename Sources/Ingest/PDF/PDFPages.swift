import CPDFium
import Imaging
import Model

/// The pages of a PDF, each read as a viewer shows it: at the resolution of the scan that it holds, pixel for pixel, or,
/// where it holds text, as fine as that is small.
struct PDFPages: PageDecoder {
    private let source: PDFDocument.Source
    private let settings: IngestSettings
    let count: Int
    /// About the file as a whole.
    private(set) var warnings: [Warning] = []
    private(set) var findings: [Reason] = []

    /// - Parameter scratch: a folder for a mended copy.
    /// - Throws: `Failure` for no PDFium, damage, encryption, no pages, or too many.
    init(path: String, location: String, settings: IngestSettings, scratch: String) throws {
        var source = PDFDocument.Source(
            path: path, location: location, passwords: settings.pdfPasswords, library: settings.pdfLibrary)
        if let repair = try PDFRepair(source, scratch: scratch) {
            source.location = repair.location
            warnings.append(repair.warning)
        }
        let attachments: [[UInt8]]
        do {
            let about = try PDFDocument.with(source) { document in
                (
                    count: document.pageCount, isXFA: document.isXFA, isSound: document.isSound,
                    attachments: document.attachments
                )
            }
            guard !about.isXFA else { throw Failure.xfa(path) }
            count = about.count
            attachments = about.attachments
            if !about.isSound {
                warnings.append(
                    Warning(code: .damageRepaired, message: "the PDF's table of objects is damaged: another was made"))
            }
        } catch let error as PDFDocument.OpenError {
            throw Failure(error, path, passwords: settings.pdfPasswords.count)
        }
        guard count > 0 else {
            throw Failure(.noPages, "\(path) is a PDF without pages: print it again", stage: .ingest)
        }
        guard count <= settings.maxPages else { throw Failure.tooManyPages(path, limit: settings.maxPages) }
        self.source = source
        self.settings = settings
        if !attachments.isEmpty { tell(of: attachments) }
    }

    /// Files with pages of their own are a part of the document that nobody reads here; data are none.
    private mutating func tell(of attachments: [[UInt8]]) {
        let documents = attachments.count { FileType(head: $0).holdsPages }
        if documents > 0 {
            findings.append(
                Reason(
                    code: .pageFailed,
                    message: "The PDF has \(documents.counted("file")) inside that "
                        + "\(documents == 1 ? "was" : "were") not read: save attachments as files, and give those too",
                    measured: Double(documents)))
        } else {
            warnings.append(
                Warning(code: .filesAttached, message: "\(attachments.count.counted("file")) inside the PDF not read"))
        }
    }

    func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        let place = count > 1 ? "\(source.path), page \(index)" : source.path
        do {
            return try PDFDocument.with(source) { document in
                guard let page = document.page(index) else {
                    throw Failure(
                        .damaged, "\(place) cannot be read: open it in a viewer, and print it to a new PDF",
                        stage: .ingest)
                }
                return try read(page, index: index)
            }
        } catch let error as PDFDocument.OpenError {
            throw Failure(error, source.path, passwords: settings.pdfPasswords.count)
        } catch let error as ImageError {
            throw Failure.undecodable(place, error)
        }
    }

    var pdf: PDFOriginal? { PDFOriginal(location: source.location, passwords: source.passwords) }

    func original(_ index: Int, mostBytes: Int) throws -> PageOriginal {
        try PDFDocument.with(source) { document in
            guard let page = document.page(index) else { return .drawn }
            return PDFContent(page.objects(), pageSize: page.size).isScan ? .scan(page.placement) : .drawn
        }
    }

    private func read(_ page: PDFPage, index: Int) throws -> (page: LoadedPage, image: Image) {
        let objects = page.objects()
        let content = PDFContent(objects, pageSize: page.size)
        let grid = PDFGrid(page.size, content, settings: settings)
        let image = try page.rendered(width: grid.width, height: grid.height)
        var loaded = LoadedPage(index: index, width: image.width, height: image.height, dpi: grid.dpi)
        loaded.isDigital = content.pictures.isEmpty && !content.isScan
        let annotations = page.annotations(width: grid.width, height: grid.height)
        loaded.findings = marks(annotations)
        if content.hasMissingFont {
            loaded.warnings.append(
                Warning(
                    code: .fontsMissing, message: "the PDF does not bring all fonts of its text", page: index))
            loaded.findings.append(
                Reason(
                    code: .pageFailed,
                    message:
                        "Fonts of page \(index) are not in the PDF, so what it says cannot be told: print it to PDF "
                        + "again with fonts embedded", page: index))
        }
        if page.hasMoreObjects { loaded.findings.append(Self.notAllSeen(index)) }
        let isAnnotated = annotations.contains { $0.isShown && ($0.hasAppearance || !$0.mayBeWithout) }
        func look(at print: [PDFPage.Object], on shown: Image, isScan: Bool) throws -> PaintedOver {
            let alone = try page.rendered(print, of: objects, width: grid.width, height: grid.height)
            return try PaintedOver(shown: shown, print: alone, isScan: isScan)
        }
        if !content.layers.isEmpty {
            let stack = try page.rendered(
                content.scans + content.layers, of: objects, width: grid.width, height: grid.height)
            loaded.findings += try look(at: content.scans, on: stack, isScan: false).findings(page: index)
        }
        if !content.scans.isEmpty, isAnnotated || content.hasMore {
            let look = try look(at: content.scans + content.layers, on: image, isScan: true)
            loaded.findings += look.findings(page: index)
            if content.isScan, look.isPainted { loaded.warnings.append(Self.overlay(index)) }
            if content.isScan, content.hasVisibleText, !look.isPainted {
                loaded.warnings.append(Self.textIgnored(index))
            }
        }
        if loaded.findings.isEmpty, !content.drawn.isEmpty, isAnnotated || content.hasDrawings {
            loaded.findings += try look(at: content.drawn, on: image, isScan: false).findings(page: index)
        }
        if content.hasHiddenText { loaded.warnings.append(Self.textIgnored(index)) }
        return (loaded, image)
    }

    private static func notAllSeen(_ index: Int) -> Reason {
        Reason(
            code: .pageFailed,
            message:
                "Page \(index) is painted in too many parts to tell whether one hides another: compare it with the "
                + "original document", page: index)
    }

    private static func overlay(_ index: Int) -> Warning {
        Warning(
            code: .overlayRead, message: "what the PDF paints on its scan was read like print", page: index)
    }

    private static func textIgnored(_ index: Int) -> Warning {
        Warning(code: .textLayerIgnored, message: "the scan's hidden text layer was not used", page: index)
    }

    /// What annotations mean whatever they look like.
    private func marks(_ annotations: [PDFPage.Annotation]) -> [Reason] {
        annotations.compactMap { annotation in
            switch annotation.subtype {
            case PDFIUM_REDACT:
                return Reason(
                    code: .redacted,
                    message:
                        "A value is marked to be blacked out, and still there: apply the redaction, or remove the mark",
                    box: annotation.box.isEmpty ? nil : annotation.box)
            case _ where annotation.isShown && annotation.isDrawnByViewers:
                return Reason(
                    code: .altered,
                    message:
                        "An annotation lies on the page that viewers draw each in their own way: see what it hides",
                    box: annotation.box.isEmpty ? nil : annotation.box)
            case PDFIUM_FILE_ATTACHMENT where annotation.attached.map { FileType(head: $0).holdsPages } == true:
                return Reason(
                    code: .pageFailed,
                    message: "A file is attached to the page that was not read: save it as a file, and give that too",
                    box: annotation.box.isEmpty ? nil : annotation.box)
            default: return nil
            }
        }
    }
}

extension FileType {
    /// Whether a person would look for pages in such a file.
    fileprivate var holdsPages: Bool {
        switch self {
        case .picture, .pdf: true
        case .foreign(let type):
            switch type {
            case .officeDocument, .book, .archive, .mail, .webPage, .richText, .postScript, .otherPicture, .drawing,
                .rawPhoto:
                true
            default: false
            }
        }
    }
}

extension Failure {
    fileprivate init(_ error: PDFDocument.OpenError, _ path: String, passwords: Int) {
        switch error {
        case .damaged:
            self.init(
                .damaged, "\(path) cannot be opened as a PDF: open it in a viewer, and print it to a new PDF",
                stage: .ingest)
        case .passwordNeeded:
            self.init(
                .encrypted,
                passwords == 0
                    ? "\(path) asks for a password: add it to ingest.pdf_passwords, or save the PDF without one"
                    : "\(path) asks for a password, and none of the \(passwords) of ingest.pdf_passwords opens it",
                stage: .ingest)
        case .certificateNeeded:
            self.init(
                .encrypted,
                "\(path) is encrypted for the holder of a certificate, or in a way that is not known here: have them save "
                    + "it without encryption", stage: .ingest)
        }
    }

    fileprivate static func xfa(_ path: String) -> Failure {
        Failure(
            .unsupportedType,
            "\(path) is an XFA form, whose pages only Adobe's viewers can make: open it there, and print it to PDF",
            stage: .ingest)
    }
}
