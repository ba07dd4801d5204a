import Foundation
import Imaging
import Model

/// The pages of a PDF: a scanned page's own image where the page is nothing else, else the page rendered.
struct PDFPages: PageDecoder {
    private let tools: PDFTools
    private let scratch: String
    private let info: PDFInfo

    var count: Int { info.pageCount }

    /// - Throws: `Failure` for no renderer, damage, encryption, no pages, or too many.
    init(tools: PDFTools, scratch: String) throws {
        var tools = tools
        self.scratch = scratch
        info = try Self.readInfo(&tools, scratch: scratch)
        self.tools = tools
        guard info.pageCount > 0 else {
            throw Failure(.noPages, "\(tools.path) is a PDF without pages: print it again", stage: .ingest)
        }
        guard info.pageCount <= tools.settings.maxPages else {
            throw Failure.tooManyPages(tools.path, limit: tools.settings.maxPages)
        }
    }

    private static func readInfo(_ tools: inout PDFTools, scratch: String) throws -> PDFInfo {
        let last = String(tools.settings.maxPages)
        var result = try tools.run(.pdfinfo) { ["-f", "1", "-l", last, $0] }
        if result.ending != .exited(0), asksForPassword(result.errors) {
            try tools.decrypt(into: scratch)
            result = try tools.run(.pdfinfo) { ["-f", "1", "-l", last, $0] }
        }
        guard result.ending == .exited(0) else {
            let reason = PopplerMessages.firstError(result.errors) ?? "no reason given"
            throw Failure(
                .damaged, "\(tools.path) cannot be opened as a PDF (\(reason)): print or scan it again", stage: .ingest)
        }
        return PDFInfo(result.text)
    }

    private static func asksForPassword(_ errors: String) -> Bool {
        errors.contains("Incorrect password") || errors.contains("security handler")
    }

    func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
        let size = info.sizes[index] ?? PDFInfo.PageSize(width: 612, height: 792)
        var resolution = Double(tools.settings.pdfResolution)
        var warnings: [Warning] = []
        if let line = try soleImage(index, size: size) {
            // Below it the page is a preview; above it the scan gives nothing that the page's own size needs.
            resolution = min(600, max(72, line.resolution(on: size)))
            if try hasText(index) {
                warnings.append(
                    Warning(
                        code: .textLayerIgnored, message: "the scan's hidden text layer was not used", page: index))
            }
            if line.type == "image", let image = try scan(line, page: index) {
                let page = LoadedPage(
                    index: index, width: image.width, height: image.height,
                    dpi: Resolution.plausible(line.resolution(on: size)), warnings: warnings)
                return (page, image)
            }
        }
        let rendered = try render(index, size: size, resolution: resolution)
        let page = LoadedPage(
            index: index, width: rendered.image.width, height: rendered.image.height,
            dpi: Resolution.plausible(rendered.resolution), warnings: warnings + rendered.warnings)
        return (page, rendered.image)
    }

    /// The page's only image where it covers the page.
    private func soleImage(_ index: Int, size: PDFInfo.PageSize) throws -> PDFImageLine? {
        let result = try tools.run(.pdfimages) { ["-list", "-f", "\(index)", "-l", "\(index)", $0] }
        let lines = PDFImageLine.parse(result.text)
        guard result.ending == .exited(0), lines.count == 1, let line = lines.first, line.covers(size) else {
            return nil
        }
        return line
    }

    /// Whether the page has a text layer at all.
    private func hasText(_ index: Int) throws -> Bool {
        let result = try tools.run(.pdftotext, outputBytes: 65_536) {
            ["-q", "-f", "\(index)", "-l", "\(index)", $0, "-"]
        }
        return result.ending == .outputTooLarge || result.output.contains { $0 > 32 }
    }

    /// The page's image as it is stored, turned as it lies on the page; nil where that cannot be told, or where the page
    /// shows more than the image.
    private func scan(_ line: PDFImageLine, page index: Int) throws -> Image? {
        guard Double(line.width) * Double(line.height) <= tools.settings.maxMegapixels * 1e6 else { return nil }
        let root = "\(scratch)/page-\(index)"
        let result = try tools.run(.pdfimages) { ["-q", "-f", "\(index)", "-l", "\(index)", $0, root] }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch)
            .filter { $0.hasPrefix("page-\(index)-") }
        defer { for name in names { try? FileManager.default.removeItem(atPath: "\(scratch)/\(name)") } }
        guard result.ending == .exited(0), names.count == 1, let name = names.first,
            let data = FileManager.default.contents(atPath: "\(scratch)/\(name)"),
            let image = try? Image(pixmap: [UInt8](data)) ?? Image.decode([UInt8](data)), image.width == line.width,
            image.height == line.height
        else { return nil }
        let preview = try preview(of: index)
        guard let orientation = try PagePlacement.orientation(of: image, on: preview) else { return nil }
        return try image.upright(orientation: orientation)
    }

    /// The page as it is displayed, small and grey.
    private func preview(of index: Int) throws -> Image {
        let result = try tools.run(.pdftoppm, outputBytes: 1 << 20) {
            ["-q", "-gray", "-cropbox", "-scale-to", "\(PagePlacement.side)", "-f", "\(index)", "-l", "\(index)", $0]
        }
        return try decode(result, page: index)
    }

    private func render(
        _ index: Int, size: PDFInfo.PageSize, resolution wanted: Double
    ) throws -> (image: Image, resolution: Double, warnings: [Warning]) {
        // A sheet of any size is rendered, at no more pixels than reading it needs.
        let most = min(tools.settings.maxMegapixels, 40) * 1e6
        let area = max(1, size.width * size.height / (72 * 72))
        let longest = max(size.width, size.height) / 72
        let resolution = min(wanted, (most / area).squareRoot(), 30_000 / max(longest, 1))
        let result = try tools.run(.pdftoppm, outputBytes: Int(most * 3.1) + (1 << 20)) {
            ["-cropbox", "-r", "\(resolution)", "-f", "\(index)", "-l", "\(index)", $0]
        }
        let image = try decode(result, page: index)
        let complaint = PopplerMessages.firstError(result.errors)
        let warnings = complaint.map {
            [Warning(code: .damageRepaired, message: "the PDF renderer says: \($0)", page: index)]
        }
        return (image, resolution, warnings ?? [])
    }

    private func decode(_ result: BoundedChild.Result, page index: Int) throws -> Image {
        let place = "\(tools.path), page \(index)"
        guard result.ending == .exited(0), !result.output.isEmpty else {
            let reason = PopplerMessages.firstError(result.errors) ?? "nothing was drawn"
            throw Failure(
                .damaged, "\(place) cannot be rendered (\(reason)): print or scan it again", stage: .ingest)
        }
        do {
            return try Image(pixmap: result.output) ?? Image.decode(result.output)
        } catch let error as ImageError {
            throw Failure.undecodable(place, error)
        }
    }
}
