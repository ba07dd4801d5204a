import Foundation
import Imaging
import Ingest
import Model
import Output
import Recognize

extension Keeper {
    /// Writes what was read of a whole file in formats of others, all from the one recognition.
    ///
    /// - Returns: what could not be written.
    func keepText(
        of document: RecognizedDocument, as outcome: Outcome, from source: any PageSource, _ masking: Masking,
        _ engine: EngineInfo
    ) -> [Warning] {
        var shown = document
        shown.pages = masking.masked(document.pages)
        return items.sorted { $0.rawValue < $1.rawValue }.compactMap { item in
            do {
                switch item {
                case .stages, .corrected, .overlay: break
                case .hocr: try write(HOCR.document(shown, language: language, engine: engine), as: item)
                case .alto: try write(ALTO.document(shown, language: language, engine: engine), as: item)
                case .pdf, .straightenedPDF: try writePDF(of: document, as: outcome, from: source, to: place(of: item))
                }
                return nil
            } catch {
                // Half a file would pass for a whole one.
                if let path = try? place(of: item) { try? FileManager.default.removeItem(atPath: path) }
                let cause = (error as? Failure)?.message ?? "\(error)"
                return Warning(code: .notKept, message: "\(item.rawValue) was not written: \(cause)")
            }
        }
    }

    private func write(_ text: String, as item: Keepsake) throws {
        try Data(text.utf8).write(to: URL(filePath: place(of: item)))
    }

    private func writePDF(
        of document: RecognizedDocument, as outcome: Outcome, from source: any PageSource, to path: String
    ) throws {
        let pdf: SearchablePDF
        if needsPagePictures {
            pdf = try pictured(document)
        } else {
            let pages = PageOriginals(source, document)
            if let file = try pages.digital() {
                // A copy by FileManager takes over rights, which a worker may not.
                return try Data(contentsOf: URL(filePath: file), options: .mappedIfSafe).write(to: URL(filePath: path))
            }
            pdf = try pages.searchable()
        }
        let title = document.loaded.source.name
        try pdf.write(to: path, title: title, language: language, bookmarks: bookmarks(outcome, document))
    }

    /// The pages as they were read.
    private func pictured(_ document: RecognizedDocument) throws -> SearchablePDF {
        var pdf = try SearchablePDF()
        let most = document.mostBytesPerPage
        for page in document.pages {
            guard let image = pagePicture(page.index) else {
                guard page.error != nil else {
                    throw Failure(.outputFailed, "the picture of page \(page.index) is missing", stage: .output)
                }
                try pdf.appendBlank(width: PageOriginals.letter.width, height: PageOriginals.letter.height)
                continue
            }
            let scale = 72 / PageOriginals.plausible(page.prepared.dpi, image.width, image.height)
            let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
            let across = Double(max(1, page.prepared.width))
            let down = Double(max(1, page.prepared.height))
            // Of a redacted page there is nothing to find.
            let words = isRedacting ? [] : page.placedWords { Point(x: $0.x / across, y: $0.y / down) }
            try pdf.append(
                image.pdfPicture(mostBytes: most), orientation: 1, width: width, height: height, words: words)
        }
        return pdf
    }

    /// Where a file holds several documents.
    private func bookmarks(_ outcome: Outcome, _ document: RecognizedDocument) -> [SearchablePDF.Bookmark] {
        let documents = outcome.documents
        guard documents.count > 1 else { return [] }
        var before = 0
        return documents.enumerated().map { position, part in
            let page = needsPagePictures ? before + 1 : part.source.pages?.first ?? before + 1
            before += part.pages?.count ?? 0
            return SearchablePDF.Bookmark(title: "\(position + 1): \(part.kind?.title ?? "")", page: page)
        }
    }
}

extension Configuration {
    /// BCP 47, of the first language that is read.
    var language: String {
        let name = recognize.languages.first ?? ""
        return Locale.LanguageCode(name).identifier(.alpha2) ?? "en"
    }
}

extension KindName {
    fileprivate var title: String { rawValue.replacing("_", with: " ") }
}

extension RecognizedDocument {
    /// What a page's picture may have so that the PDF is hardly larger than the file.
    var mostBytesPerPage: Int {
        let files = loaded.source.files.map { $0.compactMap(\.bytes).reduce(0, +) }
        let pages = Set(pages.map { $0.prepared.inputPage ?? $0.index }).count
        return Int(1.08 * Double(files ?? loaded.source.bytes ?? 0)) / max(1, pages)
    }
}

/// The pages of a document's files as they are in them.
struct PageOriginals {
    /// In points.
    static let letter = (width: 612.0, height: 792.0)

    private let source: any PageSource
    private let document: RecognizedDocument
    /// What was read on each page of the files, by its number: several pages where its picture shows several.
    private let read: [Int: [RecognizedPage]]

    init(_ source: any PageSource, _ document: RecognizedDocument) {
        self.source = source
        self.document = document
        read = Dictionary(grouping: document.pages) { $0.prepared.inputPage ?? $0.index }
    }

    /// Whether the document is one file, and that a PDF.
    private var isPDF: Bool {
        document.loaded.source.files == nil && document.loaded.source.mediaType == "application/pdf"
    }

    /// Where the file lies, if it is a PDF of which a program drew every page.
    func digital() throws -> String? {
        guard isPDF else { return nil }
        var location: String?
        for number in 1...max(1, source.pageCount) {
            let original = try source.original(number, mostBytes: 0)
            guard case .drawn = original.page else { return nil }
            location = original.pdf?.location
        }
        return location
    }

    /// With the words of the pages that no program drew.
    func searchable() throws -> SearchablePDF {
        var files: [String: SearchablePDF] = [:]
        func file(_ original: PDFOriginal) throws -> SearchablePDF {
            if let file = files[original.location] { return file }
            let file = try SearchablePDF(takingOver: original)
            files[original.location] = file
            return file
        }
        var pdf: SearchablePDF?
        for number in 1...max(1, source.pageCount) {
            guard let original = try? source.original(number, mostBytes: document.mostBytesPerPage) else {
                // What is left of the page is in the file that is taken over.
                if isPDF { continue }
                pdf = try pdf ?? SearchablePDF()
                try pdf?.appendBlank(width: Self.letter.width, height: Self.letter.height)
                continue
            }
            switch original.page {
            case .picture(let picture, let orientation):
                pdf = try pdf ?? SearchablePDF()
                let (width, height) = size(of: picture, orientation: orientation, page: number)
                try pdf?.append(
                    picture, orientation: orientation, width: width, height: height, words: words(number))
            case .scan, .drawn:
                guard let other = original.pdf else { continue }
                let whole = try file(other)
                if case .scan(let place) = original.page {
                    whole.add(words(number), toPage: original.number, place: place)
                }
                if isPDF {
                    pdf = whole
                } else {
                    pdf = try pdf ?? SearchablePDF()
                    try pdf?.append(page: original.number, of: whole)
                }
            }
        }
        guard let pdf else { throw Failure(.noPages, "none of its pages can be had", stage: .ingest) }
        return pdf
    }

    /// By fractions of the file's page.
    private func words(_ number: Int) -> [SearchablePDF.Word] {
        (read[number] ?? []).enumerated().flatMap { position, page -> [SearchablePDF.Word] in
            guard let input = page.prepared.input, input.width > 0, input.height > 0 else { return [] }
            let (across, down) = (Double(input.width), Double(input.height))
            return page.placedWords { point in
                let place = page.prepared.inputPoint(point)
                return Point(x: place.x / across, y: place.y / down)
            }.map { word in
                // What is one block on one page is none with a block of the next.
                var word = word
                word.block += position << 16
                return word
            }
        }
    }

    /// Of the page, in points.
    private func size(of picture: PDFPicture, orientation: Int, page number: Int) -> (width: Double, height: Double) {
        let isTurned = orientation > 4
        let prepared = read[number]?.first?.prepared
        let input = prepared?.input
        let width = input?.width ?? (isTurned ? picture.height : picture.width)
        let height = input?.height ?? (isTurned ? picture.width : picture.height)
        let dpi = Self.plausible(input?.dpi ?? prepared?.inputDPI, width, height)
        return (Double(width) * 72 / dpi, Double(height) * 72 / dpi)
    }

    /// Pixels per inch that make a page of which viewers take the size: 3 to 14,400 points (ISO 32000-1, annex C).
    static func plausible(_ dpi: Double?, _ width: Int, _ height: Int) -> Double {
        let long = Double(max(width, height, 1))
        let known = dpi.flatMap { $0 > 1 ? $0 : nil } ?? long / 11
        return max(known, long * 72 / 14_400)
    }
}

extension PreparedPage {
    /// Pixels per inch of the picture that the page was taken from, in the page's middle.
    fileprivate var inputDPI: Double? {
        guard dpi > 0, width > 1, height > 1 else { return nil }
        let middle = Point(x: Double(width) / 2, y: Double(height) / 2)
        let (from, to) = (inputPoint(middle), inputPoint(Point(x: middle.x + 1, y: middle.y)))
        return dpi * hypot(to.x - from.x, to.y - from.y)
    }
}

extension RecognizedPage {
    /// The words as a PDF has them.
    ///
    /// - Parameter place: from pixels of the upright page to fractions of the page as displayed.
    fileprivate func placedWords(_ place: (Point) -> Point) -> [SearchablePDF.Word] {
        words.map { word in
            let box = word.box
            let middle = Point(x: Double(box.x + box.maxX) / 2, y: Double(box.y + box.maxY) / 2)
            let (sine, cosine) = (sin((word.slant ?? 0) * .pi / 180), cos((word.slant ?? 0) * .pi / 180))
            func corner(_ x: Int, _ y: Int) -> Point {
                let (right, down) = (Double(x) - middle.x, Double(y) - middle.y)
                return place(
                    Point(x: middle.x + cosine * right - sine * down, y: middle.y + sine * right + cosine * down))
            }
            return SearchablePDF.Word(
                text: word.text, bottomLeft: corner(box.x, box.maxY), bottomRight: corner(box.maxX, box.maxY),
                topLeft: corner(box.x, box.y), line: word.line, block: word.block)
        }
    }
}
