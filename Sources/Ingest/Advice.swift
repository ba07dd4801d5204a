extension ForeignType {
    /// What a person calls it.
    var noun: String {
        switch self {
        case .officeDocument: "an office document"
        case .book: "an electronic book"
        case .archive: "an archive"
        case .mail: "an e-mail message"
        case .webPage: "a web page"
        case .plainText: "plain text"
        case .richText: "formatted text (RTF)"
        case .svg: "an SVG drawing"
        case .xml: "an XML file"
        case .postScript: "a PostScript file"
        case .drawing: "a file of a drawing program"
        case .rawPhoto: "a camera's raw file"
        case .otherPicture: "a picture in a format that is not read"
        case .video: "a video"
        case .audio: "a sound recording"
        case .program: "a program"
        case .database: "a database"
        case .unknown: "of no known type"
        }
    }

    /// What to do to get its pages read.
    var advice: String {
        switch self {
        case .officeDocument: "print or export it to PDF"
        case .book, .plainText, .richText, .xml: "print it to PDF if it is a document"
        case .archive: "unpack it and give the files inside"
        case .mail: "save its attachments as files and give those, or print the message to PDF"
        case .webPage: "print it to PDF from a browser"
        case .svg: "convert it to PDF or PNG, for example with rsvg-convert"
        case .postScript: "convert it to PDF with ps2pdf"
        case .drawing, .rawPhoto: "export it as TIFF, PNG or JPEG"
        case .otherPicture: "convert it to TIFF or PNG"
        case .video: "give a photograph or scan of each page"
        case .audio, .program, .database: "leave it out"
        case .unknown: "give a scan, photograph or PDF of the document; if this is one, the file may be damaged"
        }
    }
}

/// What a file's name says of its type.
package enum FileNaming {
    /// The type that a name ending promises; nil where there is none or it promises nothing.
    static func promise(of path: String) -> Promise? {
        guard let ending = ending(of: path) else { return nil }
        if ending == "pdf" { return .pdf }
        if let type = pictures[ending] { return .picture(type) }
        return others.contains(ending) ? .foreign : nil
    }

    enum Promise: Hashable {
        case picture(PictureType)
        case pdf
        case foreign
    }

    /// Whether a file is named like one that can be read.
    package static func looksSupported(_ path: String) -> Bool {
        switch promise(of: path) {
        case .picture, .pdf: true
        case .foreign, nil: false
        }
    }

    /// Whether name and bytes disagree. Members of one family (JPEG 2000's two, HEIF's two) are not told apart.
    static func disagrees(_ path: String, with type: FileType) -> Bool {
        guard let promise = promise(of: path) else { return false }
        switch (promise, type) {
        case (.pdf, .pdf): return false
        case (.picture(let promised), .picture(let found)): return family(promised) != family(found)
        default: return true
        }
    }

    private static func family(_ type: PictureType) -> PictureType {
        switch type {
        case .j2k: .jp2
        case .avif: .heic
        default: type
        }
    }

    /// The letters and digits behind the last full stop of the last part, in lower case.
    private static func ending(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let stop = name.lastIndex(of: "."), stop != name.startIndex else { return nil }
        return name[name.index(after: stop)...].lowercased()
    }

    private static let pictures: [String: PictureType] = [
        "png": .png, "apng": .png, "jpg": .jpeg, "jpeg": .jpeg, "jpe": .jpeg, "jfif": .jpeg, "mpo": .jpeg,
        "tif": .tiff, "tiff": .tiff, "webp": .webp, "bmp": .bmp, "dib": .bmp, "gif": .gif, "pnm": .pnm, "pbm": .pnm,
        "pgm": .pnm, "ppm": .pnm, "jp2": .jp2, "jpf": .jp2, "jpx": .jp2, "j2k": .j2k, "j2c": .j2k, "jpc": .j2k,
        "heic": .heic, "heif": .heic, "hif": .heic, "avif": .avif,
    ]

    private static let others: Set<String> = [
        "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "txt", "csv", "htm", "html", "xml",
        "eml", "msg", "zip", "rar", "7z", "gz", "tar", "tgz", "svg", "ps", "eps", "psd", "mp4", "mov", "avi", "mp3",
        "json", "exe",
    ]
}
