import CLeptonica

extension Image {
    /// 8 bits with pale print about as dark as any: the darkness below ``paperLevel`` is divided by the most that there
    /// is around it; meant for a ``backgroundNormalised()`` page.
    ///
    /// What Leptonica's normalising does for paper, done for ink (its map of the background in tiles, inverted).
    ///
    /// - Returns: paper at 255, print some 190 levels below it.
    package func inkEvened() throws -> Image {
        let source = try grey()
        let side = l_int32(Image.inkTile)
        guard min(width, height) >= 16 * Image.inkTile else { return source }
        let depth = try Image.make("invert") { unsafe pixInvert(nil, source.pix) }
        try Image.check("take paper away") { unsafe pixAddConstantGray(depth.pix, l_int32(Image.paperLevel - 255)) }
        let tiles = try Image.make("deepest ink") {
            // Of three pixels each way, so that no speck counts.
            var smooth = unsafe pixBlockconv(depth.pix, 1, 1)
            defer { unsafe pixDestroy(&smooth) }
            return unsafe pixScaleGrayMinMax(smooth, side, side, l_int32(L_CHOOSE_MAX))
        }
        let half = max(1, min(width, height) / Image.inkReach / Image.inkTile)
        let around = try Image.make("ink around") {
            unsafe pixDilateGray(tiles.pix, l_int32(2 * half + 1), l_int32(2 * half + 1))
        }
        let least = max(8, Int(Image.inkFloor * Double(try around.inkDepth())))
        // Leptonica lifts nothing where both levels are the same.
        let map = try Image.make("floor") {
            unsafe pixThresholdToValue(nil, around.pix, l_int32(least + 1), l_int32(least))
        }
        return try Image.make("even ink") {
            let smooth = l_int32(max(1, half * 2 / 3))
            var inverse = unsafe pixGetInvBackgroundMap(map.pix, l_int32(Image.evenInk), smooth, smooth)
            defer { unsafe pixDestroy(&inverse) }
            var even = unsafe pixApplyInvBackgroundGrayMap(depth.pix, inverse, side, side)
            defer { unsafe pixDestroy(&even) }
            return unsafe pixInvert(nil, even)
        }
    }

    /// Darkness that print is given.
    private static let evenInk = 190
    /// Pixels on a side of what the map has one value for.
    private static let inkTile = 8
    /// How far around a pixel ink counts: some lines of print, as a part of the shorter side.
    private static let inkReach = 40
    /// Share of the page's own darkness below which ink counts as that dark: what shows through stays pale.
    private static let inkFloor = 0.4

    /// Of a map of darkness, what nine tenths stay below: that of the page's print.
    private func inkDepth() throws -> Int {
        let levels = try histogram()
        var count = levels.reduce(0, +) * 9 / 10
        return levels.firstIndex { level in
            count -= level
            return count < 0
        } ?? 0
    }
}
