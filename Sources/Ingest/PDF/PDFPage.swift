import CPDFium
import Glibc
import Imaging
import Model

/// One page of an open PDF: what paints on it, and its pixels.
@safe final class PDFPage {
    private let document: PDFDocument
    private let handle: OpaquePointer
    private var pdfium: cpdfium { unsafe document.pdfium.pointee }

    /// Takes ownership.
    init(owning handle: OpaquePointer, of document: PDFDocument) {
        unsafe self.handle = unsafe handle
        self.document = document
        if let form = unsafe document.form { unsafe pdfium.FORM_OnAfterLoadPage(handle, form) }
    }

    deinit {
        if let form = unsafe document.form { unsafe pdfium.FORM_OnBeforeClosePage(handle, form) }
        unsafe pdfium.FPDF_ClosePage(handle)
    }

    /// In units of the page, as displayed: after its own rotation. At least 1.
    var size: (width: Double, height: Double) {
        unsafe (
            max(1, Double(pdfium.FPDF_GetPageWidthF(handle))), max(1, Double(pdfium.FPDF_GetPageHeightF(handle)))
        )
    }

    /// From the page as displayed, one unit wide and high from its top left, to the page's own space.
    var placement: Transform {
        // PDFium takes whole numbers of pixels.
        let side: Int32 = 1 << 20
        func place(_ across: Int32, _ down: Int32) -> Point {
            var point = Point(x: 0, y: 0)
            unsafe _ = pdfium.FPDF_DeviceToPage(
                handle, 0, 0, side, side, 0, across, down, &point.x, &point.y)
            return point
        }
        let (origin, right, bottom) = (place(0, 0), place(side, 0), place(0, side))
        return Transform([
            right.x - origin.x, bottom.x - origin.x, origin.x, right.y - origin.y, bottom.y - origin.y, origin.y, 0, 0,
            1,
        ])
    }

    // MARK: - What paints

    /// An object that paints on the page, by itself or as a part of a form.
    @safe struct Object {
        enum Kind {
            /// Height of its letters in units of the page, and whether they are seen.
            case text(size: Double, isVisible: Bool, font: Font)
            /// In pixels.
            case image(width: Int, height: Int)
            /// A path, or a shading.
            case drawing
        }

        enum Font {
            /// In the file, or one whose letters have standard names: any font of that name shows the same letters.
            case known
            /// Not in the file, and its letters are numbers that only it has pictures for.
            case missing
        }

        let handle: OpaquePointer
        var kind: Kind
        /// From the object's own space (the unit square of an image) to the page.
        var matrix: pdfium_matrix
    }

    /// All of them in the order of painting, but for forms within forms beyond a depth, and a number of objects, that no
    /// document has.
    func objects() -> [Object] {
        var found: [Object] = []
        let count = Int(unsafe pdfium.FPDFPage_CountObjects(handle))
        let identity = pdfium_matrix(a: 1, b: 0, c: 0, d: 1, e: 0, f: 0)
        for index in 0..<max(0, count) {
            guard let object = unsafe pdfium.FPDFPage_GetObject(handle, Int32(index)) else { continue }
            unsafe collect(object, under: identity, depth: 0, into: &found)
        }
        return found
    }

    /// Whether there were more.
    private(set) var hasMoreObjects = false

    private static let (deepest, mostObjects) = (8, 200_000)

    private func collect(
        _ object: OpaquePointer, under outer: pdfium_matrix, depth: Int, into found: inout [Object]
    ) {
        guard depth < Self.deepest, found.count < Self.mostObjects else {
            hasMoreObjects = true
            return
        }
        var own = pdfium_matrix()
        unsafe _ = pdfium.FPDFPageObj_GetMatrix(object, &own)
        let matrix = own.followed(by: outer)
        switch unsafe Int(pdfium.FPDFPageObj_GetType(object)) {
        case PDFIUM_FORM:
            for index in 0..<max(0, Int(unsafe pdfium.FPDFFormObj_CountObjects(object))) {
                guard let part = unsafe pdfium.FPDFFormObj_GetObject(object, UInt(index)) else { continue }
                unsafe collect(part, under: matrix, depth: depth + 1, into: &found)
            }
        case PDFIUM_IMAGE:
            var (width, height): (UInt32, UInt32) = (0, 0)
            unsafe _ = pdfium.FPDFImageObj_GetImagePixelSize(object, &width, &height)
            unsafe found.append(
                Object(handle: object, kind: .image(width: Int(width), height: Int(height)), matrix: matrix))
        case PDFIUM_TEXT:
            var size: Float = 0
            unsafe _ = pdfium.FPDFTextObj_GetFontSize(object, &size)
            let mode = unsafe Int(pdfium.FPDFTextObj_GetTextRenderMode(object))
            let kind = unsafe Object.Kind.text(
                size: Double(abs(size)) * matrix.down,
                isVisible: mode != PDFIUM_TEXT_INVISIBLE && mode != PDFIUM_TEXT_CLIP,
                font: font(of: object))
            unsafe found.append(Object(handle: object, kind: kind, matrix: matrix))
        default: unsafe found.append(Object(handle: object, kind: .drawing, matrix: matrix))
        }
    }

    /// Symbol and ZapfDingbats are among the fonts that every viewer has (ISO 32000-1, 9.6.2.2).
    private func font(of text: OpaquePointer) -> Object.Font {
        guard let font = unsafe pdfium.FPDFTextObj_GetFont(text), unsafe pdfium.FPDFFont_GetIsEmbedded(font) == 0,
            unsafe Int(pdfium.FPDFFont_GetFlags(font)) & PDFIUM_SYMBOLIC != 0
        else { return .known }
        var name = [CChar](repeating: 0, count: 64)
        unsafe _ = pdfium.FPDFFont_GetBaseFontName(font, &name, name.count)
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return ["Symbol", "ZapfDingbats"].contains(text) ? .known : .missing
    }

    // MARK: - Annotations

    struct Annotation {
        /// As PDFium numbers them (fpdf_annot.h).
        var subtype: Int
        var isShown: Bool
        var hasAppearance: Bool
        /// On a page of so many pixels.
        var box: Box
        /// The first bytes of a file that is attached to it.
        var attached: [UInt8]?

        /// Whether nothing is to be seen of it where the file does not say what.
        var mayBeWithout: Bool { [PDFIUM_POPUP, PDFIUM_LINK].contains(subtype) }

        /// Whether viewers make up what is seen of it, and PDFium does not.
        var isDrawnByViewers: Bool {
            let subtypes = [PDFIUM_LINE, PDFIUM_POLYGON, PDFIUM_POLYLINE, PDFIUM_STAMP, PDFIUM_CARET]
            return !hasAppearance && subtypes.contains(subtype)
        }
    }

    func annotations(width: Int, height: Int) -> [Annotation] {
        (0..<max(0, unsafe pdfium.FPDFPage_GetAnnotCount(handle))).prefix(Self.mostObjects).compactMap { index in
            guard let annotation = unsafe pdfium.FPDFPage_GetAnnot(handle, index) else { return nil }
            defer { unsafe pdfium.FPDFPage_CloseAnnot(annotation) }
            let subtype = unsafe Int(pdfium.FPDFAnnot_GetSubtype(annotation))
            let flags = unsafe Int(pdfium.FPDFAnnot_GetFlags(annotation))
            var area = pdfium_rectangle()
            unsafe _ = pdfium.FPDFAnnot_GetRect(annotation, &area)
            let file =
                subtype == PDFIUM_FILE_ATTACHMENT
                ? unsafe document.head(of: pdfium.FPDFAnnot_GetFileAttachment(annotation)) : nil
            return Annotation(
                subtype: subtype, isShown: flags & (PDFIUM_HIDDEN | PDFIUM_NO_VIEW) == 0,
                hasAppearance: unsafe pdfium.FPDFAnnot_HasKey(annotation, "AP") != 0,
                box: box(of: area, width: width, height: height), attached: file)
        }
    }

    private func box(of area: pdfium_rectangle, width: Int, height: Int) -> Box {
        let corners = [(area.left, area.top), (area.right, area.bottom)].map { x, y in
            var (across, down): (Int32, Int32) = (0, 0)
            unsafe _ = pdfium.FPDF_PageToDevice(
                handle, 0, 0, Int32(width), Int32(height), 0, Double(x), Double(y), &across, &down)
            return (x: Int(across), y: Int(down))
        }
        let (left, right) = (min(corners[0].x, corners[1].x), max(corners[0].x, corners[1].x))
        let (top, bottom) = (min(corners[0].y, corners[1].y), max(corners[0].y, corners[1].y))
        return Box(x: left, y: top, width: right - left, height: bottom - top)
            .intersection(Box(x: 0, y: 0, width: width, height: height))
    }

    // MARK: - Pixels

    /// The page as a viewer shows it on white, annotations and form fields with it.
    ///
    /// - Throws: `ImageError` where memory does not suffice.
    func rendered(width: Int, height: Int) throws -> Image { try draw(width, height, withAnnotations: true) }

    /// What these objects alone paint on white.
    func rendered(_ objects: [Object], of all: [Object], width: Int, height: Int) throws -> Image {
        for object in all { unsafe _ = pdfium.FPDFPageObj_SetIsActive(object.handle, 0) }
        for object in objects { unsafe _ = pdfium.FPDFPageObj_SetIsActive(object.handle, 1) }
        defer { for object in all { unsafe _ = pdfium.FPDFPageObj_SetIsActive(object.handle, 1) } }
        return try draw(width, height, withAnnotations: false)
    }

    private func draw(_ width: Int, _ height: Int, withAnnotations: Bool) throws -> Image {
        let noMemory = ImageError(operation: "render page", message: "no memory for \(width) x \(height) pixels")
        guard let pixels = unsafe malloc(width * height * 4) else { throw noMemory }
        defer { unsafe free(pixels) }
        guard
            let bitmap = unsafe pdfium.FPDFBitmap_CreateEx(
                Int32(width), Int32(height), Int32(PDFIUM_BGRX), pixels, Int32(width * 4))
        else { throw noMemory }
        defer { unsafe pdfium.FPDFBitmap_Destroy(bitmap) }
        let (across, down) = (Int32(width), Int32(height))
        unsafe _ = pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, 0xFFFF_FFFF)
        let flags = Int32(withAnnotations ? PDFIUM_ANNOTATIONS : 0)
        unsafe pdfium.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, across, down, 0, flags)
        if withAnnotations, let form = unsafe document.form {
            unsafe pdfium.FPDF_FFLDraw(form, bitmap, handle, 0, 0, across, down, 0, flags)
        }
        return try unsafe Image(
            width: width, height: height, bgrx: UnsafeRawBufferPointer(start: pixels, count: width * height * 4))
    }
}

extension pdfium_matrix {
    /// This map, then the other.
    func followed(by next: pdfium_matrix) -> pdfium_matrix {
        pdfium_matrix(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d, e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
    }

    /// Lengths that the unit vectors across and down are mapped to.
    var across: Double { Double((a * a + b * b).squareRoot()) }
    var down: Double { Double((c * c + d * d).squareRoot()) }

    /// Area that the unit square is mapped to.
    var area: Double { Double(abs(a * d - b * c)) }

    /// The smallest upright rectangle around the mapped unit square.
    var bounds: (left: Double, bottom: Double, right: Double, top: Double) {
        let x = [e, e + a, e + c, e + a + c]
        let y = [f, f + b, f + d, f + b + d]
        return (Double(x.min() ?? 0), Double(y.min() ?? 0), Double(x.max() ?? 0), Double(y.max() ?? 0))
    }
}
