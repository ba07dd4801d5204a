import CLeptonica

extension Image {
    /// Black for white where the mask has ink; along the mask's edge white, since what is half of one and half of the other
    /// would show as a line.
    ///
    /// - Parameters:
    ///   - mask: 1 bit, of this size.
    ///   - rim: pixels either side of the mask's edge.
    package func inverted(within mask: Image, rim: Int = 2) throws -> Image {
        let result = try copied()
        let negative = try inverted()
        let size = 2 * rim + 1
        let edge = try mask.dilated(width: size, height: size)
            .intersection(mask.inverted().dilated(width: size, height: size))
        let white: UInt32 = depth == 1 ? 0 : depth == 8 ? 0xff : 0xffff_ff00
        try Image.check("invert") { unsafe pixCombineMasked(result.pix, negative.pix, mask.pix) }
        try Image.check("invert") { unsafe pixSetMasked(result.pix, edge.pix, white) }
        return result
    }
}
