import Extract
import Foundation
import Imaging
import Model

/// What a run can keep of a document beside its result.
package enum Keepsake: String, Codable, Sendable, CaseIterable {
    /// The values between the stages, a JSON file each.
    case stages
    /// The upright, level page as it was read: `page-1.png` and so on.
    case corrected
    /// The page with everything drawn on that was found: `page-1.jpg` and so on.
    case overlay
    /// The file as PDF, its pages as they are, with their words as invisible text: `document.pdf`.
    case pdf
    /// The same with the pages as they were read, upright, flat and level: `document.pdf`.
    case straightenedPDF = "straightened_pdf"
    /// The words as hOCR: `document.hocr`.
    case hocr
    /// The words as ALTO: `document.xml`.
    case alto

    /// Whether making it may end a worker that has read the document: a library is handed the file once more.
    package var mayCostTheWorker: Bool { self == .pdf || self == .straightenedPDF }

    /// What a document has one file of, not one for each page.
    package var file: String? {
        switch self {
        case .stages, .corrected, .overlay: nil
        case .pdf, .straightenedPDF: "document.pdf"
        case .hocr: "document.hocr"
        case .alto: "document.xml"
        }
    }
}

/// Writes what is to be kept of one document: a subfolder a keepsake. What cannot be kept harms nothing.
package struct Keeper {
    private let folder: String
    let items: Set<Keepsake>
    /// BCP 47, of the text.
    var language = "en"
    /// Whether pictures show nothing that could be read, and stages, which hold nothing else, are left out.
    var isRedacting = false

    package init(folder: String, items: Set<Keepsake>) {
        self.folder = folder
        self.items = items
    }

    /// - Parameter page: the first of the document's, where its file was split: each document has a file of its own.
    func keep(_ value: some Encodable, of stage: StageName, fromPage page: Int? = nil) {
        guard items.contains(.stages), !isRedacting else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        let name = page.map { "\(stage.rawValue)-\($0)" } ?? stage.rawValue
        write(data, Keepsake.stages.rawValue, "\(name).json")
    }

    /// - Parameter input: the page as it was decoded.
    func keep(_ page: PreparedPage, of input: Image) {
        guard items.contains(.corrected) || items.contains(.overlay) || needsPagePictures,
            let upright = try? UprightPage(page).drawn(from: input)
        else { return }
        upright.dpi = page.dpi
        let number = page.index
        if items.contains(.corrected) || needsPagePictures, let data = try? upright.pngData() {
            // What is to be hidden on it is known when it was read.
            if isRedacting || needsPagePictures { write(Data(data), Self.originals, "page-\(number).png") }
            if items.contains(.corrected), !isRedacting {
                write(Data(data), Keepsake.corrected.rawValue, "page-\(number).png")
            }
        }
        if items.contains(.overlay) {
            let width = Double(PageOverlay.pageWidth(of: page)) / Double(max(1, page.width))
            if let data = try? upright.scaled(by: width).pngData() {
                write(Data(data), Self.drafts, "page-\(number).png")
            }
            let shown = isRedacting ? (try? PageMask.coarse(input)) : input
            if let data = try? shown.map({ try PageOverlay.thumbnail(of: $0, page).pngData() }) {
                write(Data(data), Self.drafts, "input-\(number).png")
            }
        }
    }

    /// Once everything about the document is known.
    ///
    /// - Parameters:
    ///   - found: what stands on the pages, values among them that the outcome leaves out; hidden where it is redacted.
    ///   - labels: places to frame beside the findings.
    ///   - pagesBefore: of the file's documents before this one.
    func draw(
        _ pages: [RecognizedPage], of outcome: Outcome, found: [FieldName: Field], labels: [LabelPlace] = [],
        pagesBefore: Int = 0
    ) {
        var whole = outcome
        whole.fields = found
        for page in pages {
            let number = pagesBefore + page.index
            if items.contains(.overlay) { drawOverlay(page, as: number, of: outcome, hiding: whole, labels: labels) }
            guard isRedacting, let picture = kept(Self.originals, number),
                let data = try? PageMask.masked(picture, page, of: whole).pngData()
            else { continue }
            if needsPagePictures { write(Data(data), Self.masked, "page-\(number).png") }
            if items.contains(.corrected) { write(Data(data), Keepsake.corrected.rawValue, "page-\(number).png") }
        }
    }

    private func drawOverlay(
        _ page: RecognizedPage, as number: Int, of outcome: Outcome, hiding whole: Outcome, labels: [LabelPlace]
    ) {
        guard var picture = kept(Self.drafts, number), let input = kept(Self.drafts, number, "input") else { return }
        if isRedacting {
            let scale = Double(picture.width) / Double(max(1, page.prepared.width))
            guard let masked = try? PageMask.masked(picture, page, of: whole, scale: scale) else { return }
            picture = masked
        }
        let overlay = PageOverlay(page: page, outcome: outcome, labels: labels)
        guard let data = try? overlay.draw(on: picture, beside: input).jpegData() else { return }
        write(Data(data), Keepsake.overlay.rawValue, "page-\(number).jpg")
    }

    /// Moves what was kept to a folder, which is made where it does not exist; files of the same names are replaced.
    func move(_ item: Keepsake, to target: String) throws {
        let source = "\(folder)/\(item.rawValue)"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: source) {
            try? FileManager.default.removeItem(atPath: "\(target)/\(name)")
            try FileManager.default.moveItem(atPath: "\(source)/\(name)", toPath: "\(target)/\(name)")
        }
    }

    /// Copies the pictures of pages that another worker has read: they stay, for where this one is lost.
    ///
    /// - Parameter count: what is to be added to their numbers.
    func takeOver(from part: String, shiftedBy count: Int) {
        for subfolder in [Self.drafts, Self.originals, Keepsake.corrected.rawValue] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(part)/\(subfolder)")) ?? [] {
                let parts = name.split(whereSeparator: { "-.".contains($0) })
                guard parts.count == 3, let number = Int(parts[1]) else { continue }
                guard let data = FileManager.default.contents(atPath: "\(part)/\(subfolder)/\(name)") else { continue }
                write(data, subfolder, "\(parts[0])-\(number &+ count).\(parts[2])")
            }
        }
    }

    private static let (drafts, originals, masked) = ("drafts", "originals", "masked")

    /// Whether the pages of a PDF are made of pictures as they were read, not of the file's own.
    var needsPagePictures: Bool { items.contains(.straightenedPDF) || items.contains(.pdf) && isRedacting }

    /// Of a PDF: what may be shown of a page as it was read.
    func pagePicture(_ number: Int) -> Image? { kept(isRedacting ? Self.masked : Self.originals, number) }

    /// Where the one file of an item goes, in a folder that is made.
    func place(of item: Keepsake) throws -> String {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(item.rawValue)", withIntermediateDirectories: true)
        return "\(folder)/\(item.rawValue)/\(item.file ?? item.rawValue)"
    }

    private func kept(_ subfolder: String, _ number: Int, _ what: String = "page") -> Image? {
        FileManager.default.contents(atPath: "\(folder)/\(subfolder)/\(what)-\(number).png").flatMap {
            try? Image.decode([UInt8]($0))
        }
    }

    private func write(_ data: Data, _ subfolder: String, _ name: String) {
        let target = URL(filePath: folder).appending(path: subfolder)
        try? FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try? data.write(to: target.appending(path: name))
    }
}
