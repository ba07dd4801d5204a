import CQPDF
import CTextFilter
import Foundation
import Model

/// A PDF file in the making, by QPDF: new, or one that is there.
@safe final class PDFFile {
    /// An object of the file, by QPDF's number for it.
    typealias Object = qpdf_oh

    private let data: qpdf_data

    /// Without pages.
    init() throws {
        unsafe data = unsafe qpdf_init()
        unsafe qpdf_silence_errors(data)
        try check(unsafe qpdf_empty_pdf(data))
    }

    /// - Throws: `PDFError` where it is damaged, or the password does not open it.
    init(_ location: String, password: String?) throws {
        unsafe data = unsafe qpdf_init()
        unsafe qpdf_silence_errors(data)
        unsafe qpdf_set_suppress_warnings(data, 1)
        try check(unsafe qpdf_read(data, location, password))
        try check(unsafe qpdf_push_inherited_attributes_to_page(data))
    }

    /// - Throws: `PDFError` where it is damaged, or none of the passwords opens it.
    convenience init(_ original: PDFOriginal) throws {
        // QPDF keeps what it made of a wrong password: each has an attempt of its own.
        let right = original.passwords.first { (try? PDFFile(original.location, password: $0)) != nil }
        try self.init(original.location, password: right)
    }

    deinit {
        var data: qpdf_data? = unsafe data
        unsafe qpdf_cleanup(&data)
    }

    private func check(_ code: QPDF_ERROR_CODE) throws {
        let hasError = unsafe qpdf_has_error(data) != 0
        guard code & QPDF_ERROR_CODE(2) != 0 || hasError else { return }
        // One that nobody asked for is written to standard error in the end.
        let error = unsafe qpdf_get_error(data)
        throw PDFError(message: unsafe String(cString: qpdf_get_error_message_detail(data, error)))
    }

    // MARK: - Objects

    /// - Parameter syntax: as PDF writes it, without references.
    func value(_ syntax: String) -> Object { unsafe qpdf_oh_parse(data, syntax) }

    /// A dictionary that others may refer to.
    ///
    /// - Parameters:
    ///   - syntax: of its plain keys and values.
    ///   - others: keys of which the values are objects.
    func dictionary(_ syntax: String, _ others: [String: Object] = [:]) -> Object {
        let dictionary = unsafe qpdf_make_indirect_object(data, value("<< \(syntax) >>"))
        for (key, object) in others { set(key, of: dictionary, to: object) }
        return dictionary
    }

    func array(_ objects: [Object]) -> Object {
        let array = unsafe qpdf_oh_new_array(data)
        for object in objects { unsafe qpdf_oh_append_item(data, array, object) }
        return array
    }

    /// - Parameters:
    ///   - dictionary: its keys and values but for filter and length, as PDF writes them.
    ///   - filter: how the bytes are encoded, as PDF writes it; nil for bytes as they are, which are deflated then.
    func stream(
        _ bytes: [UInt8], dictionary: String = "", filter: (name: String, parameters: String)? = nil
    ) -> Object {
        let stream = unsafe qpdf_oh_new_stream(data)
        let name = unsafe filter.map { unsafe qpdf_oh_parse(data, $0.name) } ?? qpdf_oh_new_null(data)
        let parameters = unsafe filter.map { unsafe qpdf_oh_parse(data, $0.parameters) } ?? qpdf_oh_new_null(data)
        unsafe bytes.withUnsafeBufferPointer {
            unsafe qpdf_oh_replace_stream_data(data, stream, $0.baseAddress, $0.count, name, parameters)
        }
        let own = unsafe qpdf_oh_get_dict(data, stream)
        let given = unsafe qpdf_oh_parse(data, "<< \(dictionary) >>")
        unsafe qpdf_oh_begin_dict_key_iter(data, given)
        while unsafe qpdf_oh_dict_more_keys(data) != 0 {
            guard let key = unsafe qpdf_oh_dict_next_key(data) else { break }
            unsafe qpdf_oh_replace_key(data, own, key, qpdf_oh_get_key(data, given, key))
        }
        return stream
    }

    func set(_ key: String, of object: Object, to other: Object) {
        unsafe qpdf_oh_replace_key(data, object, key, other)
    }

    func has(_ key: String, in object: Object) -> Bool { unsafe qpdf_oh_has_key(data, object, key) != 0 }

    func text(_ text: String) -> Object { unsafe qpdf_oh_new_unicode_string(data, text) }

    /// The document's catalog.
    var root: Object { unsafe qpdf_get_root(data) }

    /// What the file says about itself.
    func setTitle(_ title: String) {
        let trailer = unsafe qpdf_get_trailer(data)
        if !has("/Info", in: trailer) { set("/Info", of: trailer, to: dictionary("")) }
        let information = unsafe qpdf_oh_get_key(data, trailer, "/Info")
        guard !has("/Title", in: information) else { return }
        set("/Title", of: information, to: text(title))
    }

    // MARK: - Pages

    /// - Parameter number: from 1.
    func page(_ number: Int) -> Object { unsafe qpdf_get_page_n(data, number - 1) }

    func append(_ page: Object) throws { try check(unsafe qpdf_add_page(data, data, page, 0)) }

    /// - Parameter number: of the other file's page, from 1.
    func append(page number: Int, of other: PDFFile) throws {
        try check(unsafe qpdf_add_page(data, other.data, other.page(number), 0))
    }

    /// Puts a content stream behind those of a page, without what they change of the state of graphics, and takes out
    /// text that they do not show.
    func append(_ content: Object, to page: Object) {
        var contents: [Object] = []
        if let visible = withoutInvisibleText(page) {
            contents = [stream(visible)]
        } else {
            let old = unsafe qpdf_oh_get_key(data, page, "/Contents")
            if unsafe qpdf_oh_is_array(data, old) != 0 {
                let count = unsafe qpdf_oh_get_array_n_items(data, old)
                contents = (0..<count).map { unsafe qpdf_oh_get_array_item(data, old, $0) }
            } else if unsafe qpdf_oh_is_stream(data, old) != 0 {
                contents = [old]
            }
        }
        contents = [stream(Array("q\n".utf8))] + contents + [stream(Array("\nQ\n".utf8)), content]
        set("/Contents", of: page, to: array(contents))
    }

    private func withoutInvisibleText(_ page: Object) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard unsafe qpdf_oh_get_page_content_data(data, page, &bytes, &count) & QPDF_ERROR_CODE(2) == 0 else {
            return nil
        }
        defer { unsafe free(bytes) }
        var newCount = 0
        guard let content = unsafe bytes, let visible = unsafe ctextfilter_without_invisible(content, count, &newCount)
        else { return nil }
        defer { unsafe free(visible) }
        return unsafe Array(UnsafeBufferPointer(start: visible, count: newCount))
    }

    /// Adds a resource to those of a page, which may share them with others.
    ///
    /// - Parameters:
    ///   - category: such as `/Font`.
    ///   - key: a name that is nobody else's.
    func addResource(_ object: Object, _ category: String, _ key: String, to page: Object) {
        if !has("/Resources", in: page) { set("/Resources", of: page, to: value("<< >>")) }
        let resources = unsafe qpdf_oh_get_key(data, page, "/Resources")
        if !has(category, in: resources) { set(category, of: resources, to: value("<< >>")) }
        let group = unsafe qpdf_oh_get_key(data, resources, category)
        set(key, of: group, to: object)
    }

    // MARK: - Bytes

    /// - Throws: `PDFError` where it cannot be written.
    func write(to path: String) throws {
        try check(unsafe qpdf_init_write(data, path))
        unsafe qpdf_set_object_stream_mode(data, qpdf_o_generate)
        unsafe qpdf_set_deterministic_ID(data, unsafe qpdf_is_encrypted(data) == 0 ? 1 : 0)
        try check(unsafe qpdf_write(data))
    }
}

/// QPDF could not do something.
package struct PDFError: Error, CustomStringConvertible {
    var message: String

    package var description: String { "QPDF: \(message)" }
}
