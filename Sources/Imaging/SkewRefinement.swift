import CLeptonica
import Foundation

extension Image {
    /// Makes a measured skew exact to a few hundredths of a degree. The sweep shears whole pixels, so that its score
    /// jumps from angle to angle, all the more on small pictures and where lines bend; here columns of strips are shifted
    /// by parts of a pixel, and the angle is the middle of the score's whole peak (a parabola's top, by least squares)
    /// instead of its highest point.
    ///
    /// - Parameter degrees: clockwise, as measured; a 1-bit picture's.
    /// - Returns: nil where there is no peak within the last of ``SkewProfile/reaches``.
    package func refinedSkew(near degrees: Double) -> Double? {
        guard let profile = SkewProfile(self) else { return nil }
        return SkewProfile.reaches.lazy.compactMap { profile.peak(near: degrees, within: $0.reach, step: $0.step) }
            .first
    }
}

/// A 1-bit picture's ink in strips of ``stripWidth`` columns, for row sums at any angle (after Postl 1986, "Detection of
/// linear oblique structures and skew scan in digitized documents").
private struct SkewProfile {
    static let stripWidth = 4
    /// Degrees about the measured angle that are looked at, and their step; short lines have a wide peak.
    static let reaches = [(reach: 0.6, step: 0.05), (reach: 1.2, step: 0.1)]
    /// Scores from this share of the way from the lowest to the highest on make the peak.
    static let shoulder = 0.6

    /// Rows without ink above and below each strip, onto which the blur reaches.
    private static let edge = 2

    private let height: Int
    private let strips: Int
    /// Ink of each strip's rows with its edges, one strip after the other.
    private let ink: [Float]
    /// Rows of a strip with its edges.
    private var pitch: Int { height + 2 * Self.edge }

    init?(_ image: Image) {
        height = image.height
        strips = image.width / Self.stripWidth
        guard image.depth == 1, strips > 1, height > 1, let data = unsafe pixGetData(image.pix) else { return nil }
        let wordsOfARow = Int(unsafe pixGetWpl(image.pix))
        let pitch = height + 2 * Self.edge
        var ink = [Float](repeating: 0, count: strips * pitch)
        let stripsOfAWord = 32 / Self.stripWidth
        for row in 0..<height {
            for strip in 0..<strips {
                let word = unsafe data[row * wordsOfARow + strip / stripsOfAWord]
                let bits = word >> UInt32(32 - Self.stripWidth * (strip % stripsOfAWord + 1)) & 0b1111
                if bits != 0 { ink[strip * pitch + Self.edge + row] = Float(bits.nonzeroBitCount) }
            }
        }
        self.ink = ink
    }

    func peak(near degrees: Double, within reach: Double, step: Double) -> Double? {
        let count = Int((reach / step).rounded())
        let offsets = (-count...count).map { Double($0) * step }
        let scores = offsets.map { score(at: degrees + $0) }
        guard let highest = scores.max(), let lowest = scores.min(), highest > lowest,
            let top = scores.firstIndex(of: highest)
        else { return nil }
        let least = lowest + Self.shoulder * (highest - lowest)
        var (first, last) = (top, top)
        while first > 0, scores[first - 1] >= least { first -= 1 }
        while last < scores.count - 1, scores[last + 1] >= least { last += 1 }
        guard first > 0, last < scores.count - 1 else { return nil }
        guard last - first >= 2 else { return degrees + offsets[top] }
        guard let vertex = Self.vertex(offsets[first...last], scores[first...last].map { $0 / highest }),
            vertex > offsets[first], vertex < offsets[last]
        else { return degrees + offsets[top] }
        return degrees + vertex
    }

    /// Sum of squared differences of neighbouring rows' ink, along lines that run clockwise of level.
    ///
    /// A quadratic B-spline shares out each row's ink: it blurs all shifts alike. Between two rows alone, the angle of no
    /// shift would stay the sharpest, and a page that slants by half a degree would seem to lie level.
    private func score(at degrees: Double) -> Double {
        let tangent = tan(degrees * .pi / 180)
        let margin = Int((abs(tangent) * Double(strips * Self.stripWidth) / 2).rounded(.up)) + 2
        var rows = [Float](repeating: 0, count: height + 2 * margin)
        let middle = Double(strips) / 2 - 0.5
        unsafe rows.withUnsafeMutableBufferPointer { rows in
            unsafe ink.withUnsafeBufferPointer { ink in
                for strip in 0..<strips {
                    let shift = (Double(strip) - middle) * Double(Self.stripWidth) * tangent
                    let whole = Int(shift.rounded())
                    let part = Float(shift - Double(whole))
                    let above = (0.5 + part) * (0.5 + part) / 2
                    let below = (0.5 - part) * (0.5 - part) / 2
                    let on = 1 - above - below
                    let (from, to) = (strip * pitch, margin - whole - Self.edge)
                    for row in 1..<(pitch - 1) {
                        unsafe rows[to + row] +=
                            ink[from + row + 1] * above + ink[from + row] * on + ink[from + row - 1] * below
                    }
                }
            }
        }
        var sum: Float = 0
        for row in 1..<rows.count {
            let difference = rows[row] - rows[row - 1]
            sum += difference * difference
        }
        return Double(sum)
    }

    /// Where the parabola that fits best has its top; nil where it has none.
    private static func vertex(_ xs: ArraySlice<Double>, _ ys: [Double]) -> Double? {
        let x0 = xs.reduce(0, +) / Double(xs.count)
        var (s2, s4, t0, t1, t2) = (0.0, 0.0, 0.0, 0.0, 0.0)
        // Evenly spaced about their mean: odd powers sum to nothing.
        for (x, y) in zip(xs, ys) {
            let d = x - x0
            s2 += d * d
            s4 += d * d * d * d
            t0 += y
            t1 += d * y
            t2 += d * d * y
        }
        let n = Double(xs.count)
        let curvature = (n * t2 - s2 * t0) / (n * s4 - s2 * s2)
        return curvature < 0 ? x0 - t1 / s2 / (2 * curvature) : nil
    }
}
