import CLeptonica

extension Image {
    /// Height over width of a pixel as the file's two resolutions say: 2.08 for fax of 204 x 98 dpi (ITU-T T.4). 1 where
    /// they are missing, nearly alike, or too far apart for any device.
    package var pixelAspect: Double {
        let across = Double(unsafe pixGetXRes(pix))
        let down = Double(unsafe pixGetYRes(pix))
        guard across > 0, down > 0 else { return 1 }
        let aspect = across / down
        return (1.05...4.5).contains(max(aspect, 1 / aspect)) ? aspect : 1
    }

    /// The finer of the file's two resolutions, in pixels per inch; nil where they are missing or contradict each other.
    package var finerDPI: Double? {
        let across = Double(unsafe pixGetXRes(pix))
        let down = Double(unsafe pixGetYRes(pix))
        guard across > 0, down > 0 else { return dpi }
        return max(across, down) / min(across, down) < 4.5 ? max(across, down) : nil
    }

    /// Enlarged in the coarser direction.
    ///
    /// - Parameter aspect: height over width of its pixels.
    package func squared(_ aspect: Double) throws -> Image {
        try scaled(byX: max(1, 1 / aspect), y: max(1, aspect))
    }
}
