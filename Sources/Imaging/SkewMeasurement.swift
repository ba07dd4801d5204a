import CLeptonica

/// How far a page's text lines run from level.
package struct SkewMeasurement: Hashable, Sendable {
    /// Degrees that the lines run clockwise of level.
    package var degrees: Double
    /// The best angle's score over the worst one's; below about 3 nothing on the page is in lines.
    package var confidence: Double
    /// Sum of squared differences of neighbouring rows' ink at the best angle.
    package var score: Double
    /// The same as the page lies.
    package var levelScore: Double
}

extension Image {
    /// Measures skew on a 1-bit picture by sweep and search of the variance of row sums (Bloomberg, Kopec and Dasu
    /// 1995, "Measuring document image skew and orientation").
    ///
    /// - Parameters:
    ///   - range: degrees searched either way.
    ///   - sweepReduction: 1, 2, 4 or 8: how much smaller the sweep's picture is; the search's is half as reduced.
    /// - Returns: nil where there is too little ink.
    package func measuredSkew(range: Double = 17, sweepReduction: Int = 2) throws -> SkewMeasurement? {
        let search = max(1, sweepReduction / 2)
        var (angle, confidence, score): (Float, Float, Float) = (0, 0, 0)
        let (status, _) = LeptonicaMessages.collect {
            unsafe pixFindSkewSweepAndSearchScore(
                pix, &angle, &confidence, &score, l_int32(sweepReduction), l_int32(search), 0, Float(range), 1, 0.01)
        }
        guard status == 0, score > 0, confidence > 0 else { return nil }
        var level: Float = 0
        let same = search == 1 ? self : try halved(ranks: search == 2 ? [1] : [1, 1])
        _ = LeptonicaMessages.collect { unsafe pixFindDifferentialSquareSum(same.pix, &level) }
        // Leptonica gives the turn that levels the lines.
        return SkewMeasurement(
            degrees: -Double(angle), confidence: Double(confidence), score: Double(score), levelScore: Double(level))
    }
}
