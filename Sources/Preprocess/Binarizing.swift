import Imaging
import Model

/// Black and white by the method configured, or by the one that finds more text.
struct Binarizing {
    struct Result {
        /// Without specks where these dominate.
        var image: Image
        var method: String
        /// Specks in it before any were taken out, in the unit of `Quality.noise`.
        var noise = 0.0

        var isNoisy: Bool { noise > Binarizing.mostNoise }
    }

    /// Specks a thousand pixels of ink beyond which they dominate: clean pages, scans and photographs have 0 to 7.
    static let mostNoise = 20.0
    /// Pixels across; print that people are meant to read has larger dots.
    static let speckSize = 5

    /// Ink and paper closer than this are noise on an empty page.
    static let leastSeparation = 40
    /// Share of ink beyond which a page is suspected of background turned to ink.
    static let mostInk = 0.25

    static func binarize(_ normalised: Image, method: PreprocessSettings.Binarization) throws
        -> Result
    {
        try despeckled(byMethod(normalised, method))
    }

    private static func despeckled(_ result: Result) throws -> Result {
        var result = result
        result.noise = max(result.noise, try Noise.measure(result.image))
        if result.isNoisy { result.image = try result.image.withoutSpecks(smallerThan: speckSize) }
        return result
    }

    private static func byMethod(
        _ normalised: Image, _ method: PreprocessSettings.Binarization
    ) throws -> Result {
        switch method {
        case .otsu: return Result(image: try otsu(normalised), method: "otsu")
        case .sauvola: return Result(image: try sauvola(normalised), method: "sauvola")
        case .auto:
            let first = try otsu(normalised)
            guard try isSuspect(first) else { return Result(image: first, method: "otsu") }
            let second = try sauvola(normalised)
            let found = try TextLayout(Reduction(of: first).image).lettersInLines
            let other = try TextLayout(Reduction(of: second).image).lettersInLines
            return other * 10 > found * 11
                ? Result(image: second, method: "sauvola") : Result(image: first, method: "otsu")
        }
    }

    /// Otsu's level, lowered where the page has no ink to speak of and the level would part paper from paper.
    static func otsu(_ normalised: Image) throws -> Image {
        let level = try normalised.otsuLevel()
        let histogram = try normalised.histogram(step: 4)
        let ink = GreyStatistics(histogram[..<level])
        let paper = GreyStatistics(histogram[level...])
        let isEmpty = ink.count == 0 || paper.mean - ink.mean < Double(leastSeparation)
        return try normalised.thresholded(
            at: isEmpty ? max(1, Image.paperLevel - 2 * leastSeparation) : level)
    }

    /// By the method that an earlier result chose.
    static func again(_ normalised: Image, like earlier: Result) throws -> Result {
        var result = earlier
        result.image = earlier.method == "otsu" ? try otsu(normalised) : try sauvola(normalised)
        if result.isNoisy { result.image = try result.image.withoutSpecks(smallerThan: speckSize) }
        return result
    }

    private static func sauvola(_ normalised: Image) throws -> Image {
        // A window of a hundredth of the page's shorter side holds a line of print with its surroundings.
        try normalised.sauvolaBinarized(window: max(10, min(normalised.width, normalised.height) / 80))
    }

    /// Far too much ink, or most of it in specks.
    private static func isSuspect(_ binary: Image) throws -> Bool {
        if binary.inkRatio(in: binary.bounds) > mostInk { return true }
        guard min(binary.width, binary.height) >= 16 else { return false }
        let kept = try binary.halved(ranks: [3])
        let before = binary.inkCount()
        return before > 0 && Double(kept.inkCount() * 4) < 0.45 * Double(before)
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

/// A 1-bit page halved until its longer side is at most ``target`` pixels.
struct Reduction {
    static let target = 2000

    var image: Image
    /// Page pixels a pixel.
    var factor: Int

    init(of binary: Image) throws {
        image = binary
        factor = 1
        while max(image.width, image.height) > Reduction.target, min(image.width, image.height) >= 2 {
            image = try image.halved(ranks: [2])
            factor *= 2
        }
    }

    func enlarged(_ box: Box) -> Box {
        Box(
            x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor)
    }
}
