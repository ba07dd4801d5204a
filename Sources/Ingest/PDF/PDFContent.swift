import CPDFium

/// What a PDF page consists of.
struct PDFContent {
    /// Pictures that are a good part of the page.
    private(set) var pictures: [PDFPage.Object] = []
    /// What was there first, and may have been painted over: pictures of which none lies on another.
    private(set) var scans: [PDFPage.Object] = []
    /// Pictures as large as the page that lie on those: scans stored in layers, such as background and print (mixed raster
    /// content, ITU-T T.44), or another scan.
    private(set) var layers: [PDFPage.Object] = []
    /// What a program drew that something else may lie on: text and pictures, where there is no scan.
    private(set) var drawn: [PDFPage.Object] = []
    /// Whether pictures fill half of the page.
    private(set) var isScan = false
    /// Whether there is anything beside scans and layers that may be seen.
    private(set) var hasMore = false
    private(set) var hasDrawings = false
    private(set) var hasVisibleText = false
    private(set) var hasHiddenText = false
    private(set) var hasMissingFont = false
    /// Height of the letters, in units of the page: the middle one of all visible texts; nil without text.
    private(set) var textSize: Double?

    /// Parts of the page from which a picture may be a scan, counts for the page's resolution, and is a layer.
    private static let (leastScan, leastPicture, leastLayer) = (0.01, 0.05, 0.5)

    init(_ objects: [PDFPage.Object], pageSize: (width: Double, height: Double)) {
        let pageArea = pageSize.width * pageSize.height
        var sizes: [Double] = []
        var patches = 0
        for object in objects {
            switch object.kind {
            case .text(let size, let isVisible, let font):
                guard isVisible else {
                    hasHiddenText = true
                    continue
                }
                hasVisibleText = true
                if size > 0, size.isFinite { sizes.append(size) }
                if font == .missing { hasMissingFont = true }
            case .image(let width, let height):
                let share = object.matrix.area / pageArea
                let hasPixels = width > 1 && height > 1
                if hasPixels, share >= Self.leastPicture { pictures.append(object) }
                if hasPixels, share >= Self.leastScan, !scans.contains(where: object.overlaps) {
                    scans.append(object)
                } else if hasPixels, share >= Self.leastLayer {
                    layers.append(object)
                } else {
                    patches += 1
                }
            case .drawing: hasDrawings = true
            }
        }
        isScan = (scans + layers).reduce(0) { $0 + min($1.matrix.area, pageArea) } >= 0.5 * pageArea
        hasMore = hasVisibleText || hasDrawings || patches > 0
        sizes.sort()
        textSize = sizes.isEmpty ? nil : sizes[sizes.count / 2]
        if !isScan { drawn = objects.filter { if case .drawing = $0.kind { false } else { true } } }
    }
}

extension PDFPage.Object {
    /// Whether it and another picture share a good part of the smaller one.
    fileprivate func overlaps(_ other: PDFPage.Object) -> Bool {
        let (mine, its) = (matrix.bounds, other.matrix.bounds)
        let width = min(mine.right, its.right) - max(mine.left, its.left)
        let height = min(mine.top, its.top) - max(mine.bottom, its.bottom)
        guard width > 0, height > 0 else { return false }
        func area(_ bounds: (left: Double, bottom: Double, right: Double, top: Double)) -> Double {
            (bounds.right - bounds.left) * (bounds.top - bounds.bottom)
        }
        return width * height > 0.1 * min(area(mine), area(its))
    }
}
