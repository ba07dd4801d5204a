import CPDFium
import Foundation
import Model

/// A PDF file that PDFium has open. One thread at a time may use PDFium, so there is no more than one, and only within
/// ``with(_:_:)``.
@safe final class PDFDocument {
    /// Which file, and how it is opened.
    struct Source: Hashable {
        /// What messages call it.
        var path: String
        var location: String
        /// Tried in order where the file asks for one.
        var passwords: [String]
        /// Path of PDFium.
        var library: String
    }

    enum OpenError: Error {
        case damaged, passwordNeeded, certificateNeeded
    }

    let pdfium: UnsafePointer<cpdfium>
    let handle: OpaquePointer
    /// Draws form fields, also those that the document does not list; nil where memory does not suffice.
    let form: OpaquePointer?

    private static let lock = NSLock()

    /// Lends a document that was opened anew: so no page's pictures stay in memory.
    ///
    /// - Throws: `OpenError`, and `Failure(.rendererMissing)`.
    static func with<Value>(_ source: Source, _ body: (PDFDocument) throws -> Value) throws -> Value {
        try lock.withLock { try body(PDFDocument(source)) }
    }

    private init(_ source: Source) throws {
        switch unsafe Self.load(source.library) {
        case .failure(let problem):
            throw Failure(
                .rendererMissing,
                "\(source.path) needs PDFium, which cannot be loaded (\(problem.reason)): run `make setup`, or set "
                    + "ingest.pdf_library to where libpdfium.so lies", stage: .ingest)
        case .success(let pdfium): unsafe self.pdfium = unsafe pdfium
        }
        unsafe handle = try unsafe Self.open(source, pdfium)
        unsafe form = unsafe cpdfium_form(handle)
    }

    private struct Problem: Error { var reason: String }

    private static func load(_ library: String) -> Result<UnsafePointer<cpdfium>, Problem> {
        guard FileManager.default.isReadableFile(atPath: library) else {
            return unsafe .failure(Problem(reason: "\(library) is not there"))
        }
        var message = [CChar](repeating: 0, count: 512)
        if let pdfium = unsafe cpdfium_load(library, &message, message.count) { return unsafe .success(pdfium) }
        let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return unsafe .failure(Problem(reason: text))
    }

    /// Why it cannot be loaded; nil where it can.
    static func problem(with library: String) -> String? {
        lock.withLock {
            if case .failure(let problem) = unsafe load(library) { problem.reason } else { nil }
        }
    }

    private static func open(_ source: Source, _ pdfium: UnsafePointer<cpdfium>) throws -> OpaquePointer {
        for password in [nil] + source.passwords.map(Optional.some) {
            if let handle = unsafe pdfium.pointee.FPDF_LoadDocument(source.location, password) {
                return unsafe handle
            }
            switch unsafe Int(pdfium.pointee.FPDF_GetLastError()) {
            case PDFIUM_ERROR_PASSWORD: continue
            case PDFIUM_ERROR_SECURITY: throw OpenError.certificateNeeded
            default: throw OpenError.damaged
            }
        }
        throw OpenError.passwordNeeded
    }

    deinit {
        if let form = unsafe form { unsafe pdfium.pointee.FPDFDOC_ExitFormFillEnvironment(form) }
        unsafe pdfium.pointee.FPDF_CloseDocument(handle)
    }

    /// As the file says.
    var pageCount: Int { Int(unsafe pdfium.pointee.FPDF_GetPageCount(handle)) }

    /// Whether its table of objects is as it should be; PDFium makes another where it is not.
    var isSound: Bool { unsafe pdfium.pointee.FPDF_DocumentHasValidCrossReferenceTable(handle) != 0 }

    /// Whether the pages are made by a program inside of the file (XFA), which only Adobe's viewers run.
    var isXFA: Bool { Int(unsafe pdfium.pointee.FPDF_GetFormType(handle)) == PDFIUM_XFA_FULL }

    /// The first bytes of each file that is attached to the document as a whole.
    var attachments: [[UInt8]] {
        let count = max(0, min(Self.mostAttachments, Int(unsafe pdfium.pointee.FPDFDoc_GetAttachmentCount(handle))))
        return (0..<count).map { index in
            unsafe head(of: pdfium.pointee.FPDFDoc_GetAttachment(handle, Int32(index)))
        }
    }

    private static let mostAttachments = 1000

    /// The first 4 KiB; none for a file that is named but not there.
    func head(of attachment: OpaquePointer?) -> [UInt8] {
        guard let attachment = unsafe attachment else { return [] }
        var size: UInt = 0
        guard unsafe pdfium.pointee.FPDFAttachment_GetFile(attachment, nil, 0, &size) != 0,
            (1...(1 << 28)).contains(size)
        else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard unsafe pdfium.pointee.FPDFAttachment_GetFile(attachment, &bytes, size, &size) != 0 else { return [] }
        return Array(bytes.prefix(4096))
    }

    /// - Parameter index: from 1.
    /// - Returns: nil where there is no such page, or where it cannot be read.
    func page(_ index: Int) -> PDFPage? {
        guard let page = unsafe pdfium.pointee.FPDF_LoadPage(handle, Int32(index - 1)) else { return nil }
        return unsafe PDFPage(owning: page, of: self)
    }
}
