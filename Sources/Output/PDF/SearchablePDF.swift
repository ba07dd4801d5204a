package import Model

/// A PDF whose pages are pictures, with the words that were read on them as invisible text at their places, in reading order.
package struct SearchablePDF {
    /// A word, by corners of its box as fractions of the page as displayed, from its top left. They need not be level.
    package struct Word: Hashable, Sendable {
        package var text: String
        package var bottomLeft: Point
        package var bottomRight: Point
        package var topLeft: Point
        /// Numbers of its line and block on the page.
        package var line: Int
        package var block: Int

        package init(
            text: String, bottomLeft: Point, bottomRight: Point, topLeft: Point, line: Int, block: Int
        ) {
            self.text = text
            self.bottomLeft = bottomLeft
            self.bottomRight = bottomRight
            self.topLeft = topLeft
            self.line = line
            self.block = block
        }
    }

    private let file: PDFFile
    private let font: PDFFile.Object
    /// Elements of the structure tree, page by page; empty for pages that were taken over.
    private var paragraphs: [[PDFFile.Object]] = []
    private let structure: PDFFile.Object
    private var isAllPictures = true

    /// An empty one.
    ///
    /// - Throws: `PDFError`, as all that follows, where memory does not suffice.
    package init() throws { try self.init(PDFFile()) }

    /// One that is there, with all its pages.
    package init(takingOver original: PDFOriginal) throws {
        try self.init(PDFFile(original))
        isAllPictures = false
    }

    private init(_ file: PDFFile) throws {
        self.file = file
        font = GlyphlessFont.add(to: file)
        structure = file.dictionary("/Type /StructElem /S /Document")
    }

    // MARK: - Pages

    /// A page that is a picture.
    ///
    /// - Parameters:
    ///   - orientation: how the picture is to be turned: EXIF's, 1…8.
    ///   - width: of the page in points.
    ///   - height: the same.
    package mutating func append(
        _ picture: PDFPicture, orientation: Int, width: Double, height: Double, words: [Word]
    ) throws {
        let image = file.stream(picture.data, dictionary: picture.dictionary, filter: picture.filter)
        let page = file.dictionary(
            "/Type /Page /MediaBox [0 0 \(width.short) \(height.short)] /StructParents \(paragraphs.count) /Tabs /S")
        file.addResource(image, "/XObject", "/Picture", to: page)
        let matrix = Self.turned(orientation, width, height).map(\.short).joined(separator: " ")
        let place = Transform([width, 0, 0, 0, -height, height, 0, 0, 1])
        var content = TextLayer(words, place: place, isTagged: true)
        content.text = "/Artifact BMC q \(matrix) cm /Picture Do Q EMC\n" + content.text
        file.addResource(font, "/Font", GlyphlessFont.key, to: page)
        file.set("/Contents", of: page, to: file.stream(Array(content.text.utf8)))
        paragraphs.append(
            (0..<content.paragraphs).map { number in
                file.dictionary("/Type /StructElem /S /P /K \(number)", ["/P": structure, "/Pg": page])
            })
        try file.append(page)
    }

    /// A page without anything, for one that cannot be had.
    package mutating func appendBlank(width: Double, height: Double) throws {
        paragraphs.append([])
        try file.append(
            file.dictionary("/Type /Page /MediaBox [0 0 \(width.short) \(height.short)] /Resources << >>"))
    }

    /// A page of another PDF.
    ///
    /// - Parameter number: from 1.
    package mutating func append(page number: Int, of other: SearchablePDF) throws {
        isAllPictures = false
        try file.append(page: number, of: other.file)
    }

    /// Text on a page that is there, instead of invisible text that it has.
    ///
    /// - Parameters:
    ///   - number: from 1.
    ///   - place: from fractions of the page as displayed to its own space.
    package func add(_ words: [Word], toPage number: Int, place: Transform) {
        let page = file.page(number)
        file.addResource(font, "/Font", GlyphlessFont.key, to: page)
        let layer = TextLayer(words, place: place, isTagged: false)
        file.append(file.stream(Array(layer.text.utf8)), to: page)
    }

    /// The picture's unit square to the page.
    private static func turned(_ orientation: Int, _ width: Double, _ height: Double) -> [Double] {
        switch orientation {
        case 2: [-width, 0, 0, height, width, 0]
        case 3: [-width, 0, 0, -height, width, height]
        case 4: [width, 0, 0, -height, 0, height]
        case 5: [0, -height, -width, 0, width, height]
        case 6: [0, -height, width, 0, 0, height]
        case 7: [0, height, width, 0, 0, 0]
        case 8: [0, height, -width, 0, width, 0]
        default: [width, 0, 0, height, 0, 0]
        }
    }

    // MARK: - The whole

    /// What viewers show beside the pages.
    package struct Bookmark: Hashable, Sendable {
        package var title: String
        /// From 1.
        package var page: Int

        package init(title: String, page: Int) {
            self.title = title
            self.page = page
        }
    }

    /// - Parameters:
    ///   - language: BCP 47.
    ///   - bookmarks: left out where the file has its own.
    package func write(to path: String, title: String, language: String, bookmarks: [Bookmark]) throws {
        file.setTitle(title)
        let root = file.root
        if !file.has("/Lang", in: root) { file.set("/Lang", of: root, to: file.text(language)) }
        if isAllPictures { addStructure(to: root) }
        if !bookmarks.isEmpty, !file.has("/Outlines", in: root) { add(bookmarks, to: root) }
        try file.write(to: path)
    }

    /// So that screen readers read paragraph by paragraph (ISO 32000-1, 14.7).
    private func addStructure(to root: PDFFile.Object) {
        let numbers = paragraphs.enumerated().flatMap { [file.value("\($0)"), file.array($1)] }
        let tree = file.dictionary(
            "/Type /StructTreeRoot /ParentTreeNextKey \(paragraphs.count)",
            ["/K": structure, "/ParentTree": file.dictionary("", ["/Nums": file.array(numbers)])])
        file.set("/K", of: structure, to: file.array(Array(paragraphs.joined())))
        file.set("/P", of: structure, to: tree)
        file.set("/StructTreeRoot", of: root, to: tree)
        file.set("/MarkInfo", of: root, to: file.value("<< /Marked true >>"))
        file.set("/ViewerPreferences", of: root, to: file.value("<< /DisplayDocTitle true >>"))
    }

    private func add(_ bookmarks: [Bookmark], to root: PDFFile.Object) {
        let outline = file.dictionary("/Type /Outlines")
        let items = bookmarks.map { bookmark in
            let place = file.array([file.page(bookmark.page), file.value("/Fit")])
            return file.dictionary("", ["/Title": file.text(bookmark.title), "/Parent": outline, "/Dest": place])
        }
        for (item, next) in zip(items, items.dropFirst()) {
            file.set("/Next", of: item, to: next)
            file.set("/Prev", of: next, to: item)
        }
        guard let first = items.first, let last = items.last else { return }
        file.set("/First", of: outline, to: first)
        file.set("/Last", of: outline, to: last)
        file.set("/Count", of: outline, to: file.value("\(items.count)"))
        file.set("/Outlines", of: root, to: outline)
    }
}

extension PDFPicture {
    fileprivate var dictionary: String {
        var dictionary = "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) "
        guard coding != .jpeg2000 else { return dictionary }
        let device = components == 3 ? "/DeviceRGB" : "/DeviceGray"
        let colours = palette.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let space = palette.isEmpty ? device : "[/Indexed /DeviceRGB \(palette.count / 3 - 1) <\(colours)>]"
        dictionary += "/BitsPerComponent \(bits) /ColorSpace \(space)"
        return dictionary
    }

    fileprivate var filter: (name: String, parameters: String) {
        switch coding {
        case .jpeg: ("/DCTDecode", "null")
        case .jpeg2000: ("/JPXDecode", "null")
        case .png:
            (
                "/FlateDecode",
                "<< /Predictor 15 /Colors \(components) /BitsPerComponent \(bits) /Columns \(width) >>"
            )
        case .group4: ("/CCITTFaxDecode", "<< /K -1 /Columns \(width) /Rows \(height) >>")
        }
    }
}

extension String {
    /// Its UTF-16 as hexadecimal digits.
    var utf16Digits: String {
        utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

extension Double {
    /// With two decimals at most, and never an exponent.
    var short: String {
        guard isFinite, abs(self) < 1e9 else { return "0" }
        let hundredths = Int((self * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + decimals
    }
}
