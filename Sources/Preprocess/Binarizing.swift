import Imaging
import Model

/// Black and white by the method configured, or by the one that finds more text.
///
/// One level for the whole evenly lit page (Otsu) is sound on most pages and the quickest. Only where a page gives cause
/// for doubt are the other candidates made and held against it: by the strokes in their lines, and where these do not
/// decide, by what can be read of a sample of lines (``settled(_:on:evidence:)``).
struct Binarizing {
    typealias Method = Binarization.Method

    struct Result {
        /// Without specks where these dominate.
        var image: Image
        var choice: Binarization
        /// Methods that may be as good as the chosen one; empty where that is clear.
        var rivals: [Method] = []
        /// Specks in it before any were taken out, in the unit of `Quality.noise`.
        var noise = 0.0

        var method: Method { choice.method }
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
    /// Letters in lines below which a page has hardly any.
    static let fewLetters = 50
    /// The best candidate's score over the first one's that decides without reading, and below which it is no better.
    static let clearGain = 1.25
    static let leastGain = 1.04

    /// The page with its light evened out, and as captured.
    let normalised: Image
    let grey: () throws -> Image

    func binarize(_ setting: PreprocessSettings.Binarization) throws -> Result {
        try despeckled(
            setting.method.map {
                Result(image: try image(by: $0), choice: Binarization(method: $0, reason: .configured))
            } ?? chosen())
    }

    /// By the method that an earlier result chose.
    func again(like earlier: Result) throws -> Result {
        var result = earlier
        result.image = try image(by: earlier.method)
        if result.isNoisy { result.image = try result.image.withoutSpecks(smallerThan: Binarizing.speckSize) }
        return result
    }

    func image(by method: Method) throws -> Image {
        switch method {
        case .otsu: try Binarizing.otsu(normalised)
        case .plain: try Binarizing.otsu(grey())
        // A window of a hundredth of the page's shorter side holds a line of print with its surroundings.
        case .sauvola:
            try normalised.sauvolaBinarized(window: max(10, min(normalised.width, normalised.height) / 80))
        case .faint: try normalised.thresholded(at: GlobalLevel(of: normalised).faintLevel)
        }
    }

    /// By one level for the whole picture.
    static func otsu(_ picture: Image) throws -> Image {
        try picture.thresholded(at: GlobalLevel(of: picture).level)
    }

    private func despeckled(_ result: Result) throws -> Result {
        var result = result
        result.noise = max(result.noise, try Noise.measure(result.image))
        if result.isNoisy {
            result.image = try result.image.withoutSpecks(smallerThan: Binarizing.speckSize)
        }
        return result
    }

    private func chosen() throws -> Result {
        let first = try image(by: .otsu)
        let isSparse = try Binarizing.isSparse(first)
        guard try isSparse || Binarizing.isSuspect(first) else {
            return Result(image: first, choice: Binarization(method: .otsu, reason: .sound))
        }
        var images = [Method.otsu: first]
        var scores = [Method.otsu: try StrokeStatistics(first).score]
        for method in [Method.sauvola, .plain, .faint] {
            let other = try image(by: method)
            let strokes = try StrokeStatistics(other)
            images[method] = other
            // What next to no ink is on has specks that happen to stand in lines.
            scores[method] = isSparse && strokes.letters < Binarizing.fewLetters ? 0 : strokes.score
        }
        let own = scores[.otsu] ?? 0
        let ranked = scores.filter { $0.key != .otsu }.sorted {
            ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue)
        }
        var choice = Binarization(
            method: .otsu, reason: .strokes,
            scores: Dictionary(uniqueKeysWithValues: scores.map { ($0.key.rawValue, $0.value) }))
        var rivals: [Method] = []
        if let best = ranked.first, let image = images[best.key], best.value > own * Binarizing.leastGain {
            choice.method = best.key
            if best.value < own * Binarizing.clearGain { rivals = [.otsu] }
            return Result(image: image, choice: choice, rivals: rivals)
        }
        rivals = ranked.filter { $0.value * Binarizing.leastGain > own }.map(\.key)
        return Result(image: first, choice: choice, rivals: rivals)
    }

    /// Hardly any letters: an empty page, a card with few words, or print so faint that one level takes it for paper.
    private static func isSparse(_ binary: Image) throws -> Bool {
        try TextLayout(Reduction(of: binary).image).lettersInLines < fewLetters
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

extension PreprocessSettings.Binarization {
    /// Nil for `auto`.
    fileprivate var method: Binarization.Method? {
        switch self {
        case .auto: nil
        case .otsu: .otsu
        case .sauvola: .sauvola
        case .plain: .plain
        case .faint: .faint
        }
    }
}

extension Binarizing {
    /// Chooses between the method of a page that lies upright and its rivals by what can be read of a few lines.
    ///
    /// - Returns: nil where the page is best as it is; otherwise its new black and white.
    static func settled(
        _ page: LevelledPage, isUpsideDown: Bool, evidence: (Image) throws -> Double
    ) throws -> Result? {
        guard !page.binary.rivals.isEmpty, !page.binary.isNoisy else { return nil }
        func read(_ binary: Image) throws -> Double {
            guard let strips = try TextStrips(of: page, from: binary.grey()) else { return 0 }
            return try evidence(isUpsideDown ? strips.image.rotated(quarterTurns: 2) : strips.image)
        }
        var result = page.binary
        result.rivals = []
        result.choice.reason = .reading
        var scores = [page.binary.method: try read(page.binary.image)]
        var best = scores[page.binary.method] ?? 0
        for rival in page.binary.rivals {
            let image = try page.binarizing.image(by: rival)
            let score = try read(image)
            scores[rival] = score
            guard score > best * leastGain else { continue }
            best = score
            (result.image, result.choice.method) = (image, rival)
        }
        result.choice.scores = Dictionary(uniqueKeysWithValues: scores.map { ($0.key.rawValue, $0.value) })
        return result
    }
}

/// How much the black of a page looks like strokes of print.
struct StrokeStatistics {
    /// In lines with room above and below.
    var letters: Int
    /// Spread of the letters' stroke widths over their mean; print of one size has strokes of nearly one width, and
    /// strokes that break or run together have not.
    var variation: Double
    /// In the unit of `Quality.noise`.
    var noise: Double

    private static let mostLetters = 400

    /// - Parameter binary: 1 bit, of a whole page.
    init(_ binary: Image) throws {
        let small = try Reduction(of: binary).image
        noise = try Noise.measure(binary)
        let lines = try TextLayout(small).freeLines(most: TextLayout.mostFreeLines)
        letters = lines.reduce(0) { $0 + $1.letters.count }
        let rims = try small.subtracting(small.eroded(width: 3, height: 3))
        // Ink over half its rim is near the width of a stroke.
        let widths = lines.flatMap(\.letters).prefix(Self.mostLetters).map { box in
            2 * Double(small.inkCount(in: box)) / Double(max(1, rims.inkCount(in: box)))
        }
        let mean = widths.reduce(0, +) / Double(max(1, widths.count))
        let variance = widths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, widths.count))
        variation = mean > 0 ? variance.squareRoot() / mean : 0
    }

    /// Letters, fewer for uneven strokes and specks.
    var score: Double {
        Double(letters) * (1 - min(0.5, variation)) / (1 + noise / 50)
    }
}

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

    /// Otsu's level once more, of what the first one took for paper.
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
        return max(1, best)
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
