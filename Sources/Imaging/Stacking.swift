import CLeptonica
package import Model

extension Image {
    /// Grey pictures one below the other, left-aligned on white with a gap around each.
    ///
    /// - Throws: `ImageError` for no pictures.
    package static func stacked(_ pictures: [Image], gap: Int) throws -> Image {
        guard let width = pictures.map(\.width).max() else {
            throw ImageError(operation: "stack", message: "no pictures")
        }
        let height = pictures.reduce(gap) { $0 + $1.height + gap }
        let canvas = try blank(width: width + 2 * gap, height: height, depth: 8)
        var y = gap
        for picture in pictures {
            let source = try picture.grey()
            try check("stack") {
                unsafe pixRasterop(
                    canvas.pix, l_int32(gap), l_int32(y), l_int32(source.width), l_int32(source.height),
                    l_int32(PIX_SRC), source.pix, 0, 0)
            }
            y += picture.height + gap
        }
        return canvas
    }

    /// A 1-bit picture without the components that are smaller than this in both directions.
    package func withoutSpecks(smallerThan size: Int) throws -> Image {
        // Leptonica's own selection makes a picture of each component, which takes seconds for as many as noise has.
        let specks = try connectedComponents().filter { max($0.width, $0.height) < size }
        guard !specks.isEmpty else { return self }
        let rest = try copied()
        try Image.check("drop specks") {
            specks.reduce(0) { status, box in
                status
                    | (unsafe pixRasterop(
                        rest.pix, l_int32(box.x), l_int32(box.y), l_int32(box.width), l_int32(box.height),
                        l_int32(PIX_CLR), nil, 0, 0))
            }
        }
        // What of a larger component lay in a speck's box comes back.
        return try components(touching: rest)
    }

    /// A 1-bit picture with the ink inside these boxes only.
    package func keeping(_ boxes: [Model.Box]) throws -> Image {
        let canvas = try Image.blank(width: width, height: height, depth: 1, white: false)
        unsafe pixClearAll(canvas.pix)
        for box in boxes {
            try Image.check("keep boxes") {
                unsafe pixRasterop(
                    canvas.pix, l_int32(box.x), l_int32(box.y), l_int32(box.width), l_int32(box.height),
                    l_int32(PIX_SRC), pix, l_int32(box.x), l_int32(box.y))
            }
        }
        return canvas
    }
}
