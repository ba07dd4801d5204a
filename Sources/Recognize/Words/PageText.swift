import Imaging
import Model

/// Reads the words of a page by both readers.
struct PageText {
    let engine: TextEngine
    /// By which the neural reader reads a picture of the page; nil where there is none.
    let lattice: (Image) -> PageLattice?
    let settings: RecognizeSettings
    let page: PreparedPage
    /// Of the characters of the page's machine-readable zone, in pixels; nil where it has none.
    let zoneHeight: Double?

    /// - Parameters:
    ///   - images: the page.
    ///   - erased: what other engines have read: painted over before reading.
    ///   - components: the page's patches of ink.
    func read(
        _ images: PageImages, erasing erased: [Box], components: [InkComponent], within time: Duration
    ) throws -> Reading {
        if let card = cardRegion(components) {
            let scale = scale(isCard: true)
            var picture = try cardPicture(images, region: card, factor: scale)
            for box in erased { picture.erase(Self.scaled(box.moved(by: -card.x, -card.y), by: scale)) }
            var reading = try engine.words(in: picture, as: .sparse, dpi: Self.nominal, within: time)
            guard reading.isComplete else { return reading }
            reading.words = reading.words.map { word in
                word.mappingBoxes { Self.scaled($0, by: 1 / scale).moved(by: card.x, card.y) }
            }
            reading.words = WordOrder.byPlace(try joined(reading.words, on: images.grey, erasing: erased))
            return reading
        }
        var reading = try pageReading(images, erasing: erased, within: time)
        guard reading.isComplete else { return reading }
        reading.words = try joined(reading.words, on: images.normalised, erasing: erased)
        return reading
    }

    private func pageReading(_ images: PageImages, erasing erased: [Box], within time: Duration) throws -> Reading {
        let factor = scale(isCard: false)
        // Small text, faint text and photographed hairlines keep more of their shape in grey; the rest reads quicker in
        // black and white, which also lost its specks.
        let isFrail = page.outline != nil || page.binarization.method == .faint
        let isInGrey = !isNoisy && (factor > 1 || isFrail)
        let source = isInGrey ? try images.normalised.whiteAsPaper() : images.binary
        var picture = try GreyPicture(factor == 1 ? source : source.scaled(by: factor))
        for box in erased { picture.erase(Self.scaled(box, by: factor)) }
        var reading = try engine.words(in: picture, as: .automatic, dpi: page.dpi * factor, within: time)
        reading.words = reading.words.map { word in word.mappingBoxes { Self.scaled($0, by: 1 / factor) } }
        return reading
    }

    /// With what the neural reader says, where there is one.
    private func joined(_ words: [ReadWord], on picture: Image, erasing erased: [Box]) throws -> [ReadWord] {
        try lattice(picture)?.joined(words, erasing: erased) ?? words
    }

    /// Whether specks dominate: only the black and white is without them, and layout analysis takes minutes over each
    /// for a letter, which no time limit stops.
    private var isNoisy: Bool { page.quality.noise > Recognizer.mostNoise }

    // MARK: - Cards and booklets

    /// Where the page is a card or a booklet's spread, or nothing but one lies on it: its words are in places of their
    /// own rather than in columns and paragraphs. Layout analysis would take accents over capitals for noise, too.
    /// - Returns: nil for all other pages.
    func cardRegion(_ components: [InkComponent]) -> Box? {
        guard page.dpi > 0 else { return nil }
        let whole = Box(x: 0, y: 0, width: page.width, height: page.height)
        if Self.isCard(whole, dpi: page.dpi) { return whole }
        let letters = components.map(\.box).filter { box in
            (0.03...0.4).contains(Double(box.height) / page.dpi) && Double(box.width) / page.dpi < 0.4
        }
        guard letters.count >= 30 else { return nil }
        func span(_ places: [Double]) -> ClosedRange<Int> {
            let sorted = places.sorted()
            // Dust lies anywhere.
            let few = sorted.count * 3 / 100
            return Int(sorted[few])...Int(sorted[sorted.count - 1 - few])
        }
        let (columns, rows) = (span(letters.map(\.midX)), span(letters.map(\.midY)))
        let content = Box(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        guard Self.isCard(content, dpi: page.dpi) else { return nil }
        let region = content.inset(by: -Int(Self.rim * page.dpi)).intersection(whole)
        return hasLine(letters.filter { $0.intersection(region).isEmpty }) ? nil : grown(region, over: letters)
    }

    /// The region with what follows on the letters that it cuts off from: the end of its longest line.
    private func grown(_ region: Box, over letters: [Box]) -> Box {
        let reach = Int(Self.wordSpacing * page.dpi)
        var region = region
        var rest = letters
        while true {
            rest.removeAll { region.intersection($0) == $0 }
            guard let more = Box.around(rest.filter { !region.inset(by: -reach).intersection($0).isEmpty }) else {
                return region
            }
            region = region.union(more)
        }
    }

    /// Inches between a line's words at most.
    private static let wordSpacing = 0.15

    /// Whether some letters stand on one line, as dust does not.
    private func hasLine(_ letters: [Box]) -> Bool {
        let rows = Dictionary(grouping: letters) { Int($0.midY / (Self.lineHeight * page.dpi)) }
        return rows.values.contains { $0.count >= Self.leastOfLine }
    }

    /// Inches, and letters, of a line of print.
    private static let lineHeight = 0.12
    private static let leastOfLine = 8

    /// Whether a box is no larger than a passport's two pages (ISO/IEC 7810: ID-3 is 125 by 88 mm) and some rim.
    private static func isCard(_ box: Box, dpi: Double) -> Bool {
        let sides = [Double(box.width) / dpi, Double(box.height) / dpi]
        return (sides.min() ?? 0) < 5.7 && (sides.max() ?? 0) < 7.5
    }

    /// Inches around a card's words that its heading and picture may take.
    private static let rim = 0.6

    /// Resolution that text of the target height has on paper. A card's smaller print, enlarged to that height, must not
    /// seem large: Tesseract takes accents over large capitals for noise.
    private static let nominal = 300.0

    /// A card in grey, where pale captions on a coloured ground keep their shape. Even light leaves pale print paler; a
    /// photograph's shadows make that worth it.
    private func cardPicture(_ images: PageImages, region: Box, factor: Double) throws -> GreyPicture {
        let source = isNoisy ? images.binary : page.outline == nil ? images.grey : images.normalised
        let card = try source.cropped(to: region)
        return try GreyPicture(factor == 1 ? card : card.scaled(by: factor))
    }

    // MARK: - Scale

    /// X-height of what is printed on a card, in inches: captions of six points and values of ten.
    private static let cardPrint = 0.034
    /// The same over the height of the characters of a machine-readable zone.
    private static let printOverZone = 0.42

    /// The factor that brings the x-height near the configured one, where it is clearly off.
    ///
    /// - Parameter isCard: a card's zone or size tells more of its print than what was measured: most of that may be
    ///   the zone, a pattern, or a word printed large.
    func scale(isCard: Bool) -> Double {
        let height =
            isCard
            ? zoneHeight.map { Self.printOverZone * $0 } ?? Self.cardPrint * page.dpi
            : page.quality.textHeight * (page.enlargement ?? 1)
        guard height > 0 else { return 1 }
        let factor = settings.targetTextHeight / height
        // Within these bounds the engine's own scaling of each line to 36 pixels loses nothing.
        if factor > 0.8, factor < 1.35 { return 1 }
        return min(3, max(0.25, factor))
    }

    private static func scaled(_ box: Box, by factor: Double) -> Box {
        guard factor != 1 else { return box }
        let left = Int((Double(box.x) * factor).rounded(.down))
        let top = Int((Double(box.y) * factor).rounded(.down))
        return Box(
            x: left, y: top, width: Int((Double(box.maxX) * factor).rounded(.up)) - left,
            height: Int((Double(box.maxY) * factor).rounded(.up)) - top)
    }
}

extension Box {
    func moved(by x: Int, _ y: Int) -> Box {
        Box(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
