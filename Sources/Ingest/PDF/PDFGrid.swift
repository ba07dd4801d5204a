import CPDFium
import Imaging
import Model

/// How many pixels a PDF page is rendered in.
///
/// What a file says of its page's size is not to be trusted (a unit of its own, a page scaled to a stamp's size): a scan's
/// own pixels and the height of letters decide.
struct PDFGrid {
    private(set) var width: Int
    private(set) var height: Int
    /// Pixels per inch; nil where the page's size says nothing.
    private(set) var dpi: Double?

    /// More pixels than these are of no use to reading: 600 dpi of a letter page.
    private static let mostPixels = 40e6
    private static let longestSide = 30_000.0
    /// Height of letters, in points, that is read well at the configured resolution.
    private static let commonText = 10.0

    init(_ size: (width: Double, height: Double), _ content: PDFContent, settings: IngestSettings) {
        let common = Double(settings.pdfResolution) / 72
        // Beside a scan, what is painted on it must be legible, too.
        let forText = content.textSize.map { common * max(1, Self.commonText / $0) } ?? common
        let forScan =
            (content.isScan ? content.scans + content.layers : content.pictures).map(\.pixelsPerUnit).max() ?? 0
        var wanted = content.isScan ? forScan : max(forText, min(forScan, 2 * common))
        if content.isScan, content.hasVisibleText { wanted = max(wanted, min(forText, common)) }
        let most = min(settings.maxMegapixels * 1e6, Self.mostPixels)
        let scale = min(
            wanted, (most / (size.width * size.height)).squareRoot(), Self.longestSide / max(size.width, size.height))
        width = max(1, Int((size.width * scale).rounded()))
        height = max(1, Int((size.height * scale).rounded()))
        // Letters of a common height stand for a common page.
        let isSmallText = !content.isScan && forText > common
        dpi = Resolution.plausible(isSmallText ? 72 * scale * common / forText : 72 * scale)
    }
}

extension PDFPage.Object {
    /// Of a picture, along its finer side.
    fileprivate var pixelsPerUnit: Double {
        guard case .image(let width, let height) = kind, matrix.across > 0, matrix.down > 0 else { return 0 }
        return max(Double(width) / matrix.across, Double(height) / matrix.down)
    }
}
