import CPDFium

/// What a PDF page consists of.
struct PDFContent {
    /// Pictures that are a good part of the page.
    private(set) var pictures: [PDFPage.Object] = []
    /// What was there first, and may have been painted over: the pictures, none of which lies on another.
    private(set) var scans: [PDFPage.Object] = []
    /// What a program drew that something else may lie on: text and pictures, where there is no scan.
    private(set) var drawn: [PDFPage.Object] = []
    /// Whether pictures fill half of the page.
    private(set) var isScan = false
    /// Whether there is anything beside the scans that may be seen.
    private(set) var hasMore = false
    /// Whether what there is beside a scan's first pictures are pictures, too: scans stored in layers, such as background,
    /// print and its color (mixed raster content, ITU-T T.44).
    private(set) var isLayered = false
    private(set) var hasDrawings = false
    private(set) var hasVisibleText = false
    private(set) var hasHiddenText = false
    private(set) var hasMissingFont = false
    /// Height of the letters, in units of the page: the middle one of all visible texts; nil without text.
    private(set) var textSize: Double?

    private let pageArea: Double
    /// Part of the page from which a picture counts.
    private static let leastPicture = 0.05

    init(_ objects: [PDFPage.Object], pageSize: (width: Double, height: Double)) {
        pageArea = pageSize.width * pageSize.height
        var sizes: [Double] = []
        var texts: [PDFPage.Object] = []
        var drawings = 0
        var layers = 0
        for object in objects {
            switch object.kind {
            case .text(let size, let isVisible, let font):
                guard isVisible else {
                    hasHiddenText = true
                    continue
                }
                texts.append(object)
                if size > 0, size.isFinite { sizes.append(size) }
                if font == .missing { hasMissingFont = true }
            case .image(let width, let height):
                guard width > 1, height > 1, object.matrix.area >= Self.leastPicture * pageArea else { continue }
                pictures.append(object)
                if scans.contains(where: object.covers) { layers += 1 } else { scans.append(object) }
            case .drawing: drawings += 1
            }
        }
        hasVisibleText = !texts.isEmpty
        let area = scans.reduce(0) { $0 + min($1.matrix.area, pageArea) }
        isScan = area >= 0.5 * pageArea
        sizes.sort()
        textSize = sizes.isEmpty ? nil : sizes[sizes.count / 2]
        let smallPictures = objects.count { if case .image = $0.kind { true } else { false } } - pictures.count
        hasMore = hasVisibleText || drawings + layers + smallPictures > 0
        isLayered = !hasVisibleText && drawings + smallPictures == 0
        hasDrawings = drawings > 0
        if !isScan { drawn = objects.filter { if case .drawing = $0.kind { false } else { true } } }
    }
}

extension PDFPage.Object {
    /// Whether it lies on a good part of another picture.
    fileprivate func covers(_ other: PDFPage.Object) -> Bool {
        let (mine, its) = (matrix.bounds, other.matrix.bounds)
        let width = min(mine.right, its.right) - max(mine.left, its.left)
        let height = min(mine.top, its.top) - max(mine.bottom, its.bottom)
        guard width > 0, height > 0 else { return false }
        return width * height > 0.1 * (its.right - its.left) * (its.top - its.bottom)
    }
}
