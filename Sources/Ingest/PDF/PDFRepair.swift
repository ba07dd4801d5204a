import CQPDF
import Model

/// Mends what PDFium would lose pages by: a page tree whose count is not that of its pages, and damage that it does not
/// open at all. QPDF walks the tree to each page; PDFium takes the count for true.
struct PDFRepair {
    /// Of the mended copy.
    let location: String
    let warning: Warning

    /// - Parameter scratch: a folder for the copy.
    /// - Returns: nil where nothing is to be mended, or nothing can be.
    init?(_ source: PDFDocument.Source, scratch: String) throws {
        var counted: Int?
        do {
            counted = try PDFDocument.with(source) { $0.pageCount }
        } catch PDFDocument.OpenError.damaged {
        } catch is PDFDocument.OpenError {
            return nil
        }
        location = "\(scratch)/mended.pdf"
        for password in [nil] + source.passwords.map(Optional.some) {
            guard let pages = Self.rewrite(source.location, password, as: location, unlessPages: counted) else {
                continue
            }
            guard pages != counted else { return nil }
            let told = counted.map { "it says that it has \($0) pages, and has \(pages)" } ?? "it is damaged"
            warning = Warning(code: .damageRepaired, message: "the PDF was mended: \(told)")
            return
        }
        return nil
    }

    /// - Returns: how many pages there are; nil where the file does not open.
    private static func rewrite(
        _ location: String, _ password: String?, as copy: String, unlessPages counted: Int?
    ) -> Int? {
        var data = unsafe qpdf_init()
        defer { unsafe qpdf_cleanup(&data) }
        unsafe qpdf_silence_errors(data)
        unsafe qpdf_set_suppress_warnings(data, 1)
        func succeeds(_ code: QPDF_ERROR_CODE) -> Bool {
            // One that nobody asked for is written to standard error in the end.
            guard code & QPDF_ERROR_CODE(2) == 0 else { return unsafe qpdf_get_error(data) == nil }
            return true
        }
        guard unsafe succeeds(qpdf_read(data, location, password)) else { return nil }
        let pages = Int(unsafe qpdf_get_num_pages(data))
        guard pages > 0 else { return nil }
        guard pages != counted else { return pages }
        let tree = unsafe qpdf_oh_get_key(data, qpdf_get_root(data), "/Pages")
        unsafe qpdf_oh_replace_key(data, tree, "/Count", qpdf_oh_new_integer(data, Int64(pages)))
        guard unsafe succeeds(qpdf_init_write(data, copy)), unsafe succeeds(qpdf_write(data)) else { return nil }
        return pages
    }
}
