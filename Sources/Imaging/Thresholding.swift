import CLeptonica

extension Image {
    /// 1 bit: ink is what is darker than the level, 1…255.
    package func thresholded(at level: Int) throws -> Image {
        let source = try grey()
        return try Image.make("threshold") { unsafe pixThresholdToBinary(source.pix, l_int32(level)) }
    }

    /// 1 bit by one level for the whole picture that parts its grey levels best (Otsu 1979); meant for a
    /// ``backgroundNormalised()`` page.
    ///
    /// - Returns: the picture and the level.
    package func otsuBinarized() throws -> (image: Image, level: Int) {
        let source = try grey()
        let level = try source.otsuLevel()
        return (try source.thresholded(at: level), level)
    }

    /// The grey level that parts the picture's levels best (Otsu 1979), 1…255.
    package func otsuLevel() throws -> Int {
        let source = try grey()
        var level: l_int32 = 0
        // One tile: the whole picture; 0.1 moves the level to the valley near the best (Leptonica's binarize.c).
        try Image.check("Otsu") {
            var map: UnsafeMutablePointer<PIX>?
            defer { unsafe pixDestroy(&map) }
            let status = unsafe pixOtsuAdaptiveThreshold(
                source.pix, l_int32(max(16, source.width)), l_int32(max(16, source.height)), 0, 0, 0.1, &map, nil)
            var value: l_uint32 = 0
            if status == 0 { unsafe pixGetPixel(map, 0, 0, &value) }
            level = l_int32(value)
            return status
        }
        return max(1, min(255, Int(level)))
    }

    /// 1 bit by a level for each pixel from its surroundings' mean and deviation (Sauvola and Pietikäinen 2000).
    ///
    /// - Parameters:
    ///   - window: half width of the surroundings in pixels; about the text's line height.
    ///   - factor: share of the deviation taken off the mean; 0.3…0.4 for print.
    package func sauvolaBinarized(window: Int = 20, factor: Double = 0.34) throws -> Image {
        let source = try grey()
        let half = max(2, min(window, min(width, height) / 2 - 2))
        guard half >= 2, min(width, height) > 2 * half + 1 else { return try source.otsuBinarized().image }
        // Tiles keep the accumulators small; each must be larger than the window.
        let across = l_int32(max(1, min(width / (half * 2 + 4), width / 500 + 1)))
        let down = l_int32(max(1, min(height / (half * 2 + 4), height / 500 + 1)))
        return try Image.make("Sauvola") {
            var result: UnsafeMutablePointer<PIX>?
            let status = unsafe pixSauvolaBinarizeTiled(
                source.pix, l_int32(half), Float(factor), across, down, nil, &result)
            return status == 0 ? unsafe result : nil
        }
    }

    /// 8 bits with paper near ``paperLevel``: light and shadow divided out by a map of the background in small tiles
    /// (Leptonica's adaptmap.c).
    package func backgroundNormalised() throws -> Image {
        let source = try grey()
        // Leptonica's map needs a few tiles.
        guard width >= 50, height >= 75 else { return source }
        return try Image.make("normalise background") {
            unsafe pixBackgroundNorm(source.pix, nil, nil, 10, 15, 60, 40, l_int32(Image.paperLevel), 2, 1)
        }
    }

    /// A normalised page on which what was filled in white beside it, when it was turned level, is as dark as its paper:
    /// where there is little print, one level for the whole picture would part paper from white.
    package func whiteAsPaper() throws -> Image {
        let paper = UInt8(Image.paperLevel)
        return try Image(width: width, height: height, grey: greyBytes().map { $0 == 255 ? paper : $0 })
    }

    /// Grey level that normalising gives to paper.
    package static let paperLevel = 225

    /// 8 bits with these grey levels stretched to 0 and 255.
    package func stretched(black: Int, white: Int) throws -> Image {
        let source = try grey()
        return try Image.make("stretch") {
            unsafe pixGammaTRC(nil, source.pix, 1, l_int32(black), l_int32(max(black + 1, white)))
        }
    }
}
