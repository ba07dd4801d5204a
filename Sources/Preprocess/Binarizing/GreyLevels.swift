import Imaging

/// One level for a whole page.
struct GlobalLevel {
    var level: Int
    /// Of every fourth pixel either way.
    var histogram: [Int]

    /// Otsu's level, lowered where the page has no ink to speak of and the level would part paper from paper.
    init(of grey: Image) throws {
        level = try grey.otsuLevel()
        histogram = try grey.histogram(step: 4)
        let ink = GreyStatistics(histogram[..<level])
        let paper = GreyStatistics(histogram[level...])
        let isEmpty = ink.count == 0 || paper.mean - ink.mean < Double(Binarizing.leastSeparation)
        if isEmpty { level = max(1, Image.paperLevel - 2 * Binarizing.leastSeparation) }
    }

    /// Grey levels by which faint print is darker than its paper at least.
    private static let leastFaintness = 8

    /// Otsu's level once more, of what the first one took for paper. The white around a turned page is lighter than its
    /// paper, and where hardly a line is printed the level would part these two.
    var faintLevel: Int {
        let all = GreyStatistics(histogram[level...])
        var (best, bestSpread) = (level, 0.0)
        var (count, sum) = (0, 0.0)
        for candidate in level..<histogram.count - 1 {
            count += histogram[candidate]
            sum += Double(candidate) * Double(histogram[candidate])
            guard count > 0, count < all.count else { continue }
            let below = sum / Double(count)
            let above = (all.mean * Double(all.count) - sum) / Double(all.count - count)
            let spread = Double(count) * Double(all.count - count) * (above - below) * (above - below)
            if spread > bestSpread { (best, bestSpread) = (candidate + 1, spread) }
        }
        return max(1, level, min(best, Image.paperLevel - Self.leastFaintness))
    }
}

/// Sums over grey levels.
struct GreyStatistics {
    var count: Int
    var mean: Double

    init(_ levels: ArraySlice<Int>) {
        count = levels.reduce(0, +)
        var sum = 0
        for (level, number) in zip(levels.indices, levels) { sum += level * number }
        mean = count > 0 ? Double(sum) / Double(count) : 0
    }

    /// The level below which this share of the pixels lies.
    static func percentile(_ share: Double, of histogram: [Int]) -> Int {
        let target = Double(histogram.reduce(0, +)) * share
        var sum = 0
        for (level, number) in histogram.enumerated() {
            sum += number
            if Double(sum) >= target, sum > 0 { return level }
        }
        return histogram.count - 1
    }
}
