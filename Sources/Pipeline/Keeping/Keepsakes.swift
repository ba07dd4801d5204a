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
}

/// Writes what is to be kept of one document: a subfolder a keepsake. What cannot be kept harms nothing.
package struct Keeper {
    private let folder: String
    private let items: Set<Keepsake>

    package init(folder: String, items: Set<Keepsake>) {
        self.folder = folder
        self.items = items
    }

    func keep(_ value: some Encodable, of stage: StageName) {
        guard items.contains(.stages) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        write(data, Keepsake.stages.rawValue, "\(stage.rawValue).json")
    }

    /// - Parameter input: the page as it was decoded.
    func keep(_ page: PreparedPage, of input: Image) {
        guard items.contains(.corrected) || items.contains(.overlay),
            let upright = try? Self.upright(input, page)
        else { return }
        upright.dpi = page.dpi
        let number = page.index
        if items.contains(.corrected), let data = try? upright.pngData() {
            write(Data(data), Keepsake.corrected.rawValue, "page-\(number).png")
        }
        if items.contains(.overlay) {
            let width = Double(PageOverlay.pageWidth(of: page)) / Double(max(1, page.width))
            if let data = try? upright.scaled(by: width).pngData() {
                write(Data(data), Self.drafts, "page-\(number).png")
            }
            if let data = try? PageOverlay.thumbnail(of: input, page).pngData() {
                write(Data(data), Self.drafts, "input-\(number).png")
            }
        }
    }

    private static func upright(_ input: Image, _ page: PreparedPage) throws -> Image {
        let picture = try input.warped(page.transform, width: page.width, height: page.height)
        return try page.displacement.map { try picture.displaced(by: $0) } ?? picture
    }

    /// Once everything about the document is known.
    ///
    /// - Parameter labels: places to frame beside the findings.
    func draw(_ pages: [RecognizedPage], of outcome: Outcome, labels: [LabelPlace] = []) {
        guard items.contains(.overlay) else { return }
        for page in pages {
            guard let picture = draft("page-\(page.index).png"), let input = draft("input-\(page.index).png"),
                let data = try? PageOverlay(page: page, outcome: outcome, labels: labels).draw(
                    on: picture, beside: input
                )
                .jpegData()
            else { continue }
            write(Data(data), Keepsake.overlay.rawValue, "page-\(page.index).jpg")
        }
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

    private static let drafts = "drafts"

    private func draft(_ name: String) -> Image? {
        FileManager.default.contents(atPath: "\(folder)/\(Self.drafts)/\(name)").flatMap {
            try? Image.decode([UInt8]($0))
        }
    }

    private func write(_ data: Data, _ subfolder: String, _ name: String) {
        let target = URL(filePath: folder).appending(path: subfolder)
        try? FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try? data.write(to: target.appending(path: name))
    }
}
