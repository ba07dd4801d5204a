import Glibc
import Imaging
import Model

/// Reads large words printed across a card, level or slanting, such as SPECIMEN or VOID. What is under them and what is
/// over them spoil each other for a common reading: here all but thick strokes is taken away first, and only what then
/// still stands in a row like letters is read.
struct OverprintReader {
    let engine: TextEngine

    /// Pixels per inch at which strokes are told apart.
    private static let strokeResolution = 150.0
    /// Strokes of up to a thirtieth of an inch go: print of up to 16 points, and the lines of a background.
    private static let stroke = 5
    /// Half the side, at ``OverprintRow/resolution``, of the square whose mean is a pixel's ground: wider than a letter,
    /// narrower than a shadow.
    private static let groundRadius = 25
    /// Rows read at most, the longest first: cards without an overprint have none or two.
    private static let mostRows = 4
    /// Levels of the evenly lit picture that become black and white before a row is read: pale letters gain contrast.
    private static let (black, white) = (150, 240)
    /// Letter height, in pixels, that reads best.
    private static let readHeight = 32.0
    private static let leastLetters = 4
    /// Width, in inches, of the grey around a module in a soft picture.
    private static let rimOfModules = 0.004

    /// - Parameters:
    ///   - card: the card alone, upright.
    ///   - barcodes: where symbols are on it, whose modules are strokes as thick as an overprint's.
    /// - Returns: words of four letters and more, each with the box of the whole card.
    func words(on card: Image, dpi: Double, barcodes: [Box], within time: Duration) throws -> [Word] {
        let end = ContinuousClock.now + time
        let least = Double(2 * OverprintRow.heights.lowerBound) / OverprintRow.resolution
        guard dpi > 0, Double(min(card.width, card.height)) / dpi > least else { return [] }
        let grey = barcodes.isEmpty ? card : try Self.withoutModules(card, in: barcodes, dpi: dpi)
        let strokes = try grey.scaled(by: Self.strokeResolution / dpi).darkDetailRemoved(size: Self.stroke)
            .scaled(by: OverprintRow.resolution / Self.strokeResolution)
        var found = try words(in: strokes, within: end - ContinuousClock.now)
        // Without its modules a symbol has no thin strokes left, and what they leave of an overprint's should stay.
        for box in barcodes.map({ $0.intersection(card.bounds) }) where !box.isEmpty {
            let symbol = try grey.cropped(to: box).scaled(by: OverprintRow.resolution / dpi)
            found += try words(in: symbol, within: end - ContinuousClock.now)
            let between = try Self.betweenLevels(card.cropped(to: box), dpi: dpi)
                .scaled(by: OverprintRow.resolution / dpi)
            found += try words(in: between, within: end - ContinuousClock.now)
        }
        return found.enumerated().map { line, word in
            Word(text: word.text, confidence: word.confidence, box: card.bounds, line: line)
        }
    }

    /// - Parameter picture: thick strokes, at ``OverprintRow/resolution``.
    private func words(in picture: Image, within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let even = try Self.evenlyLit(picture)
        let rows = try OverprintRow.rows(in: even).sorted { $0.letters > $1.letters }.prefix(Self.mostRows)
        var found: [ReadWord] = []
        for row in rows {
            let line = try even.rotated(degrees: row.slant).cropped(to: row.surroundings)
                .scaled(by: Self.readHeight / Double(row.box.height)).stretched(black: Self.black, white: Self.white)
            let reading = try engine.words(
                in: GreyPicture(line), as: .block, dpi: 300, within: end - ContinuousClock.now)
            // Whatever the confidence: what lies across a word lowers it, and few words are made of such rows.
            found += reading.words.filter { $0.text.count(where: \.isLetter) >= Self.leastLetters }
        }
        return found
    }

    /// The card with each symbol's dark modules as light as what is nearest to them: what is printed across shows between.
    static func withoutModules(_ card: Image, in barcodes: [Box], dpi: Double) throws -> Image {
        var bytes = try card.greyBytes()
        // A blurred module has a grey rim.
        let rim = max(1, Int((dpi * rimOfModules).rounded()))
        for box in barcodes {
            let part = box.inset(by: -2 * rim).intersection(card.bounds)
            guard !part.isEmpty else { continue }
            let symbol = try card.cropped(to: part)
            let dark = try symbol.thresholded(at: symbol.otsuLevel()).dilated(width: 2 * rim + 1, height: 2 * rim + 1)
            let filled = filled(try symbol.greyBytes(), where: try dark.greyBytes().map { $0 == 0 }, width: part.width)
            for row in 0..<part.height {
                let start = (part.y + row) * card.width + part.x
                bytes.replaceSubrange(
                    start..<start + part.width, with: filled[row * part.width..<(row + 1) * part.width])
            }
        }
        return try Image(width: card.width, height: card.height, grey: bytes)
    }

    /// How far apart, in inches, black and white of a symbol are sure to be found.
    private static let reachOfLevels = 0.08
    /// Levels between a symbol's black and white that are too few to tell anything between them.
    private static let leastRange = 60.0
    /// Of that range: what a module's inside varies by, and what is neither black nor white.
    private static let (flat, between) = (0.15, 0.13...0.87)

    /// Black where a symbol is neither black nor white over more than a module's edge, and white elsewhere: what is printed
    /// across lightens its black, or darkens its white.
    static func betweenLevels(_ symbol: Image, dpi: Double) throws -> Image {
        let reach = max(4, Int(dpi * reachOfLevels))
        let levels = try symbol.greyBytes()
        let light = try symbol.spreadLight(by: reach).boxBlurred(radius: reach).greyBytes()
        let dark = try symbol.spreadDark(by: reach).boxBlurred(radius: reach).greyBytes()
        let most = try symbol.spreadLight(by: 1).greyBytes()
        let least = try symbol.spreadDark(by: 1).greyBytes()
        var isEdge = [Bool](repeating: false, count: levels.count)
        let marked = levels.indices.map { pixel -> UInt8 in
            let range = Double(light[pixel]) - Double(dark[pixel])
            guard range >= leastRange else { return 255 }
            isEdge[pixel] = Double(most[pixel]) - Double(least[pixel]) > flat * range
            return between.contains((Double(levels[pixel]) - Double(dark[pixel])) / range) ? 0 : 255
        }
        let filled = filled(marked, where: isEdge, width: symbol.width)
        return try Image(width: symbol.width, height: symbol.height, grey: filled)
    }

    /// Each hole with the level of the pixel nearest to it, by steps to the sides, up and down.
    private static func filled(_ levels: [UInt8], where isHole: [Bool], width: Int) -> [UInt8] {
        var (levels, isHole) = (levels, isHole)
        var reached = levels.indices.filter { !isHole[$0] }
        var next: [Int] = []
        while !reached.isEmpty {
            next.removeAll(keepingCapacity: true)
            for pixel in reached {
                let column = pixel % width
                for other in [pixel - width, pixel - 1, pixel + 1, pixel + width]
                where levels.indices ~= other && isHole[other] && abs(other % width - column) <= 1 {
                    isHole[other] = false
                    levels[other] = levels[pixel]
                    next.append(other)
                }
            }
            swap(&reached, &next)
        }
        return levels
    }

    /// Each pixel as its share of the light around it, so that shade and coloured grounds do not count.
    private static func evenlyLit(_ picture: Image) throws -> Image {
        let light = try picture.boxBlurred(radius: groundRadius).greyBytes()
        let shares = zip(try picture.greyBytes(), light).map { UInt8(min(255, Int($0) * 255 / max(1, Int($1)))) }
        return try Image(width: picture.width, height: picture.height, grey: shares)
    }
}

/// Four and more patches of one height that stand side by side on a line, as the letters of a large word do.
struct OverprintRow {
    /// Degrees clockwise by which the picture was turned.
    var slant: Double
    /// Degrees clockwise that the row still leans in the turned picture.
    var slope: Double
    /// Around the row, in the turned picture.
    var box: Box
    var letters: Int

    /// Pixels per inch of the picture searched.
    static let resolution = 90.0
    /// Of letters, in pixels: from a sixth of an inch to more than an inch.
    static let heights = 14...100
    /// Degrees; a row's letters still stand side by side some six degrees either way, and a card's diagonal is at 32.
    private static let slants = [0.0, 12, -12, 22, -22, 32, -32]
    /// Degrees that are worth levelling a row once more.
    private static let leastSlope = 1.0
    /// Shares of the ground's light that overprints stay below, pale ones and strong ones: ink that lets through what
    /// is under it leaves 60 to 95 %.
    private static let levels = [0.95, 0.88, 0.8]
    private static let leastLetters = 4
    /// Of a letter: its width over its height, and the share of its box that is ink.
    private static let aspects = 0.12...1.5
    private static let densities = 0.15...0.95
    /// Of neighbours in a row, in letter heights: how far their middles and heights differ, and the gap between them.
    private static let shift = 0.25
    private static let growth = 0.8...1.25
    private static let gap = 0.8

    /// With a margin that a letter or two fit in that run into something dark at the word's ends.
    var surroundings: Box {
        let margin = box.inset(by: -box.height / 2)
        return Box(
            x: margin.x - 2 * box.height, y: margin.y, width: margin.width + 4 * box.height, height: margin.height)
    }

    /// - Parameter picture: thick strokes on even ground, at ``resolution``.
    /// - Returns: for each slant the longest row, where there is one.
    static func rows(in picture: Image) throws -> [OverprintRow] {
        try slants.compactMap { slant in
            guard let row = try longest(in: picture, slant: slant) else { return nil }
            return try abs(row.slope) < leastSlope ? row : longest(in: picture, slant: slant - row.slope) ?? row
        }
    }

    private static func longest(in picture: Image, slant: Double) throws -> OverprintRow? {
        let grey = try GreyPicture(slant == 0 ? picture : picture.rotated(degrees: slant))
        return levels.compactMap { level in
            row(of: letters(in: grey, below: UInt8(255 * level)), slant: slant)
        }.max { $0.letters < $1.letters }
    }

    private static func letters(in picture: GreyPicture, below level: UInt8) -> [Box] {
        let ink = picture.bytes.map { $0 < level ? 0 : 255 as UInt8 }
        let map = InkMap(GreyPicture(bytes: ink, width: picture.width, height: picture.height))
        return map.components().filter { patch in
            heights.contains(patch.box.height) && densities.contains(patch.density)
                && aspects.contains(Double(patch.box.width) / Double(patch.box.height))
        }.map(\.box).sorted { $0.x < $1.x }
    }

    /// The longest row, where it is long enough.
    private static func row(of letters: [Box], slant: Double) -> OverprintRow? {
        var longest: [Box] = []
        for first in letters.indices where letters.count - first > longest.count {
            let start = letters[first]
            var row = [start]
            for next in letters[(first + 1)...] where isLike(next, start) {
                guard let last = row.last, Double(next.x - last.maxX) < gap * Double(start.height) else { break }
                row.append(next)
            }
            if row.count > longest.count { longest = row }
        }
        guard longest.count >= leastLetters, let box = Box.around(longest), let first = longest.first,
            let last = longest.last
        else { return nil }
        let slope = atan2(last.midY - first.midY, last.midX - first.midX) * 180 / .pi
        return OverprintRow(slant: slant, slope: slope, box: box, letters: longest.count)
    }

    private static func isLike(_ box: Box, _ other: Box) -> Bool {
        let height = Double(other.height)
        return abs(box.midY - other.midY) < shift * height && growth.contains(Double(box.height) / height)
    }
}
