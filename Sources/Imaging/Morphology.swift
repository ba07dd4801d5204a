import CLeptonica

/// Operations on 1-bit pictures; each throws `ImageError` on another depth.
extension Image {
    /// Ink grown by a brick of this size (its origin in its middle).
    package func dilated(width: Int, height: Int) throws -> Image {
        try Image.make("dilate") { unsafe pixDilateCompBrick(nil, pix, l_int32(width), l_int32(height)) }
    }

    /// Ink shrunk by a brick of this size.
    package func eroded(width: Int, height: Int) throws -> Image {
        try Image.make("erode") { unsafe pixErodeCompBrick(nil, pix, l_int32(width), l_int32(height)) }
    }

    /// What of the ink a brick of this size fits into.
    package func opened(width: Int, height: Int) throws -> Image {
        try Image.make("open") { unsafe pixOpenCompBrick(nil, pix, l_int32(width), l_int32(height)) }
    }

    /// Gaps that a brick of this size does not fit into are filled.
    package func closed(width: Int, height: Int) throws -> Image {
        try Image.make("close") { unsafe pixCloseSafeCompBrick(nil, pix, l_int32(width), l_int32(height)) }
    }

    /// Halved in both directions, once for each rank: a new pixel is ink where at least that many (1…4) of its four
    /// are.
    package func halved(ranks: [Int]) throws -> Image {
        try ranks.reduce(self) { picture, rank in
            try Image.make("reduce") { unsafe pixReduceRankBinary2(picture.pix, l_int32(rank), nil) }
        }
    }

    /// Ink of either.
    package func union(_ other: Image) throws -> Image {
        try Image.make("unite") { unsafe pixOr(nil, pix, other.pix) }
    }

    /// Ink of both.
    package func intersection(_ other: Image) throws -> Image {
        try Image.make("intersect") { unsafe pixAnd(nil, pix, other.pix) }
    }

    /// Ink of this that the other does not have.
    package func subtracting(_ other: Image) throws -> Image {
        try Image.make("subtract") { unsafe pixSubtract(nil, pix, other.pix) }
    }

    /// Ink that touches none of the picture's edges.
    package func withoutBorderComponents() throws -> Image {
        try Image.make("clear border") { unsafe pixRemoveBorderConnComps(pix, 8) }
    }

    /// Enclosed white becomes ink.
    package func holesFilled() throws -> Image {
        try Image.make("fill holes") { unsafe pixFillClosedBorders(pix, 4) }
    }

    /// All components of this that the seed's ink touches.
    package func components(touching seed: Image) throws -> Image {
        let start = try intersection(seed)
        return try Image.make("select components") { unsafe pixSeedfillBinary(nil, start.pix, pix, 8) }
    }
}

/// Operations on grey pictures.
extension Image {
    /// Dark detail narrower than the window is lifted to its surroundings' brightness (a closing); odd sizes.
    package func darkDetailRemoved(size: Int) throws -> Image {
        let source = try grey()
        let odd = l_int32(size | 1)
        // Leptonica closes towards bright.
        return try Image.make("close grey") { unsafe pixCloseGray(source.pix, odd, odd) }
    }

    /// Dark detail narrower than the window, dark on white; all else is white (a black top hat, inverted); odd sizes.
    package func darkDetail(size: Int) throws -> Image {
        let source = try grey()
        let odd = l_int32(size | 1)
        let detail = try Image.make("top hat") {
            unsafe pixTophat(source.pix, odd, odd, l_int32(L_TOPHAT_BLACK))
        }
        return try detail.inverted()
    }
}
