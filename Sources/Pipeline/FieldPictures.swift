import Foundation
import Imaging
import Ingest
package import Model

/// Pictures of fields, cut from the input files as the result's transforms say: for reports that people look at.
package final class FieldPictures {
    private let ingestor: Ingestor
    private let scratch: String
    /// The page decoded last: errors come document by document.
    private var latest: (file: String, page: Int, image: Image)?

    package init(configuration: Configuration) throws {
        ingestor = Ingestor(settings: configuration.ingest)
        scratch = NSTemporaryDirectory() + "recto-pictures-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: scratch)
    }

    /// The PNG bytes, in base 64, of a box of the upright page with a margin; nil where it cannot be had.
    package func picture(of file: String, page: PageReport, box: Box) -> String? {
        guard let image = try? image(of: file, page: page.inputPage ?? page.index), !box.isEmpty, page.width > 0 else {
            return nil
        }
        let wide = box.inset(by: -max(8, box.height / 2))
            .intersection(Box(x: 0, y: 0, width: page.width, height: page.height))
        guard !wide.isEmpty else { return nil }
        // A field is small: its middle's displacement is near enough for all of it.
        let displacement = page.displacement?.shift(x: wide.midX, y: wide.midY) ?? 0
        let shift = Transform.translation(x: Double(wide.x), y: Double(wide.y) + displacement)
        // At most twice the width at which the report shows it.
        let reduction = min(1, 900 / Double(wide.width))
        let cut = try? image.warped(page.transform.after(shift), width: wide.width, height: wide.height)
            .scaled(by: reduction)
        return (try? cut?.pngData()).map { Data($0).base64EncodedString() }
    }

    private func image(of file: String, page: Int) throws -> Image {
        if let latest, latest.file == file, latest.page == page { return latest.image }
        let opened = try ingestor.open(SourceFile(path: file, location: file), scratch: scratch)
        let image = try opened.page(page).image
        latest = (file, page, image)
        return image
    }
}
