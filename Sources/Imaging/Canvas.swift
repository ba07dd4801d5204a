import CLeptonica
package import Model

/// Red, green and blue, each 0…255.
package struct Colour: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// As Leptonica stores it: red in the highest byte.
    fileprivate var pixel: l_uint32 { l_uint32(red) << 24 | l_uint32(green) << 16 | l_uint32(blue) << 8 }
}

/// A colour picture to draw on: lines, frames and small text. What lies outside of it is cut off.
@safe package final class Canvas {
    package let image: Image
    private var font: UnsafeMutablePointer<L_BMF>?

    /// A white one.
    ///
    /// - Parameter fontSize: Leptonica's, an even number in 4…20; letters are some 1.6 times as many pixels high.
    package init(width: Int, height: Int, fontSize: Int = 6) throws {
        image = try Image.blank(width: width, height: height, depth: 32)
        unsafe font = try unsafe Self.font(fontSize)
    }

    deinit { unsafe bmfDestroy(&font) }

    private static func font(_ size: Int) throws -> UnsafeMutablePointer<L_BMF> {
        guard let font = unsafe bmfCreate(nil, l_int32(size)) else {
            throw ImageError(operation: "font", message: "size \(size) is not built in")
        }
        return unsafe font
    }

    /// Copies a picture of any depth to a place.
    package func place(_ picture: Image, x: Int, y: Int) throws {
        let colour = try Image.make("place") { unsafe pixConvertTo32(picture.pix) }
        try Image.check("place") {
            unsafe pixRasterop(
                image.pix, l_int32(x), l_int32(y), l_int32(colour.width), l_int32(colour.height), l_int32(PIX_SRC),
                colour.pix, 0, 0)
        }
    }

    package func frame(_ box: Model.Box, _ colour: Colour, thickness: Int = 1) throws {
        guard !box.isEmpty else { return }
        for (x, y, width, height) in [
            (box.x, box.y, box.width, thickness), (box.x, box.maxY - thickness, box.width, thickness),
            (box.x, box.y, thickness, box.height), (box.maxX - thickness, box.y, thickness, box.height),
        ] {
            try fill(Box(x: x, y: y, width: width, height: height), colour)
        }
    }

    package func fill(_ box: Model.Box, _ colour: Colour) throws {
        let visible = box.intersection(image.bounds)
        guard !visible.isEmpty else { return }
        var area = unsafe boxCreate(
            l_int32(visible.x), l_int32(visible.y), l_int32(visible.width), l_int32(visible.height))
        defer { unsafe boxDestroy(&area) }
        try Image.check("fill") { unsafe pixSetInRectArbitrary(image.pix, area, colour.pixel) }
    }

    package func line(from start: Point, to end: Point, _ colour: Colour, thickness: Int = 2) throws {
        let numbers = [start.x, start.y, end.x, end.y]
        guard numbers.allSatisfy({ abs($0) < 1_000_000 }) else { return }
        let ends = numbers.map { l_int32($0.rounded()) }
        try Image.check("line") {
            unsafe pixRenderLineArb(
                image.pix, ends[0], ends[1], ends[2], ends[3], l_int32(thickness), colour.red, colour.green,
                colour.blue)
        }
    }

    /// Pixels from one line of text to the next.
    package var lineHeight: Int { unsafe font.map { Int(unsafe $0.pointee.lineheight) + 4 } ?? 0 }

    /// Draws one line; the built-in font has ASCII only: anything else is a question mark.
    ///
    /// - Parameters:
    ///   - point: the left end of the line's upper edge.
    ///   - ground: painted behind the text; nil leaves what is there.
    package func text(_ text: String, at point: (x: Int, y: Int), _ colour: Colour, on ground: Colour? = nil) throws {
        let ascii = String(text.map { $0.isASCII && !$0.isNewline ? $0 : "?" })
        guard !ascii.isEmpty else { return }
        if let ground {
            try fill(Box(x: point.x, y: point.y, width: width(of: ascii) + 4, height: lineHeight), ground)
        }
        let baseline = unsafe font.map { Int(unsafe $0.pointee.baseline2) } ?? 0
        try Image.check("text") {
            unsafe pixSetTextline(
                image.pix, font, ascii, colour.pixel, l_int32(point.x + 2), l_int32(point.y + 2 + baseline), nil, nil)
        }
    }

    package func width(of text: String) -> Int {
        var width: l_int32 = 0
        _ = unsafe bmfGetStringWidth(font, text, &width)
        return Int(width)
    }
}
