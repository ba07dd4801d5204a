import CLeptonica

extension Image {
    /// A copy of what a renderer drew, at the least depth that loses nothing: 1 bit where all is black or white, 8 bits
    /// where all is grey, else colour.
    ///
    /// - Parameter pixels: width × height pixels without gaps: blue, green, red, and a byte that means nothing.
    package convenience init(width: Int, height: Int, bgrx pixels: UnsafeRawBufferPointer) throws {
        guard width > 0, height > 0, pixels.count == width * height * 4 else {
            throw ImageError(operation: "create picture", message: "\(pixels.count) bytes for \(width) x \(height)")
        }
        let image = try Image.blank(width: width, height: height, depth: 32, white: false)
        if let target = unsafe pixGetData(image.pix) {
            for pixel in 0..<(width * height) {
                let blue = unsafe UInt32(pixels[4 * pixel])
                let green = unsafe UInt32(pixels[4 * pixel + 1])
                let red = unsafe UInt32(pixels[4 * pixel + 2])
                unsafe target[pixel] = red << 24 | green << 16 | blue << 8
            }
        }
        try self.init(adopting: image.simplest())
    }

    /// 1 bit: ink where the grey levels of two pictures of the same size are this far apart, 1…255.
    package func differing(from other: Image, by least: Int) throws -> Image {
        let (mine, others) = (try grey(), try other.grey())
        let difference = try Image.make("compare") { unsafe pixAbsDifference(mine.pix, others.pix) }
        return try difference.inverted().thresholded(at: 256 - least)
    }
}
