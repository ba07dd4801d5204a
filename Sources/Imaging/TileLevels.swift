import CLeptonica

extension Image {
    /// 8 bits: for each square of so many pixels its darkest grey; what does not fill a square is left out.
    package func darkest(tile: Int) throws -> Image {
        let source = try grey()
        return try Image.make("darkest of tiles") {
            unsafe pixScaleGrayMinMax(source.pix, l_int32(tile), l_int32(tile), l_int32(L_CHOOSE_MIN))
        }
    }

    /// 8 bits: for each square of so many pixels its lightest grey; what does not fill a square is left out.
    package func lightest(tile: Int) throws -> Image {
        let source = try grey()
        return try Image.make("lightest of tiles") {
            unsafe pixScaleGrayMinMax(source.pix, l_int32(tile), l_int32(tile), l_int32(L_CHOOSE_MAX))
        }
    }

    /// 8 bits: each pixel the lightest within so many pixels either way.
    package func spreadLight(by radius: Int) throws -> Image {
        let source = try grey()
        let size = l_int32(2 * radius + 1)
        return try Image.make("spread light") { unsafe pixDilateGray(source.pix, size, size) }
    }

    /// 8 bits: each pixel the darkest within so many pixels either way.
    package func spreadDark(by radius: Int) throws -> Image {
        let source = try grey()
        let size = l_int32(2 * radius + 1)
        return try Image.make("spread dark") { unsafe pixErodeGray(source.pix, size, size) }
    }
}
