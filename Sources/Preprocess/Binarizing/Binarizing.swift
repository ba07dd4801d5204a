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
        case .evened: try Binarizing.otsu(normalised.inkEvened())
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
        let small = try Reduction(of: binary).image
        // Lines of a page that lies on its side run down.
        return try !TextLayout(small).hasPrint(ofLetters: fewLetters)
            && !TextLayout(small.rotated(quarterTurns: 1)).hasPrint(ofLetters: fewLetters)
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
        case .evened: .evened
        }
    }
}
