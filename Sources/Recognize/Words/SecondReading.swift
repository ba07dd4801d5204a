package import Imaging
package import Model

extension Recognizer {
    /// Reads a word of a page once more, by itself and in other pictures than the page's own reading had:
    /// in grey, cut out and brought to a height of its own; in black and white by the box's own level, smaller; and in
    /// grey as a line with white around it, the last time by the second languages' model.
    ///
    /// - Parameters:
    ///   - word: or a line of text, on the page.
    ///   - page: evenly lit.
    ///   - rules: of the page; a wall beside the word is not read with it.
    ///   - isEnough: whether what was read so far makes further readings needless.
    ///   - time: after which reading stops.
    /// - Returns: what each picture read; nothing where the box is no line or time is up.
    package func readAgain(
        _ word: Word, on page: Image, rules: [Rule] = [], until isEnough: ([String]) -> Bool, within time: Duration
    ) throws -> [String] {
        let end = ContinuousClock.now + time
        guard time > .zero, let cut = try SecondReading.cut(word, from: page, without: rules) else { return [] }
        let lines = try cut.linesOfPrint
        var readings: [String] = []
        for line in lines {
            let own = try readAgain(line, until: isEnough, before: end)
            // Of a box over two lines, one is another word's.
            if lines.count == 1 || isEnough(own) { return own }
            readings += own.prefix(1)
        }
        return readings
    }

    private func readAgain(
        _ cut: Image, until isEnough: ([String]) -> Bool, before end: ContinuousClock.Instant
    ) throws -> [String] {
        var readings: [String] = []
        for attempt in SecondReading.Attempt.allCases {
            guard let engine = attempt == .secondModel ? secondText : text else { continue }
            let words = try engine.words(
                in: attempt.picture(of: cut), as: attempt.segmentation, dpi: 300, within: end - ContinuousClock.now
            ).words
            readings.append(
                words.map { $0.text.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }.joined(separator: " "))
            if isEnough(readings) { break }
        }
        return readings
    }
}

enum SecondReading {
    /// The word with a margin, level; nil where that is no place on the page.
    static func cut(_ word: Word, from page: Image, without rules: [Rule] = []) throws -> Image? {
        // Less beside it than below: the next word begins a third of its height away. More above capitals, whose accents
        // stand outside of the word's box where they were not read.
        let (beside, below) = (max(2, word.box.height / 8), max(2, word.box.height / 5))
        let isCapital = word.text.allSatisfy { $0.isUppercase || !$0.isLetter && !$0.isNumber }
        let above = isCapital ? max(2, word.box.height * 2 / 5) : below
        let place = Box(
            x: word.box.x - beside, y: word.box.y - above, width: word.box.width + 2 * beside,
            height: word.box.height + above + below)
        guard let slant = word.slant else {
            let part = place.intersection(page.bounds)
            guard part.width > 4, part.height > 4 else { return nil }
            let walls = rules.map { $0.box.inset(by: -1) }.filter { !$0.intersection(part).isEmpty }
            guard !walls.isEmpty else { return try page.cropped(to: part) }
            var picture = try GreyPicture(page.cropped(to: part))
            for wall in walls { picture.erase(wall.moved(by: -part.x, -part.y)) }
            return try Image(width: picture.width, height: picture.height, grey: picture.bytes)
        }
        // Wide enough for the slanting word, however it lies.
        let reach = place.inset(by: -(max(place.width, place.height) / 2)).intersection(page.bounds)
        guard reach.width > 4, reach.height > 4 else { return nil }
        let turned = try page.cropped(to: reach).rotated(degrees: -slant)
        let plan = Transform.rotation(degrees: -slant, width: reach.width, height: reach.height)
        guard
            let middle = plan.transform.inverse?.apply(
                Point(x: place.midX - Double(reach.x), y: place.midY - Double(reach.y)))
        else { return nil }
        let part = Box(
            x: Int(middle.x) - place.width / 2, y: Int(middle.y) - place.height / 2, width: place.width,
            height: place.height
        ).intersection(turned.bounds)
        return part.width > 4 && part.height > 4 ? try turned.cropped(to: part) : nil
    }

    /// Share of a picture's height that print has at least.
    fileprivate static let leastPrint = 0.6

    /// In the order in which they are made, cheapest first.
    enum Attempt: CaseIterable {
        case grey, black, line, secondModel

        var segmentation: Segmentation { self == .grey || self == .black ? .rawLine : .line }

        /// Of a word with its margins, in pixels: above, below and again above the 36 to which the recognizer brings a
        /// line.
        private var height: Double {
            switch self {
            case .grey: 64
            case .black: 44
            case .line, .secondModel: 54
            }
        }

        /// Pixels around a line: its layout is looked for, and at a picture's edge letters are lost.
        private static let white = 16

        func picture(of cut: Image) throws -> GreyPicture {
            let scaled = try cut.scaled(by: min(4, max(0.2, height / Double(cut.height))))
            switch self {
            case .grey: return try GreyPicture(scaled)
            case .black: return try GreyPicture(scaled.thresholded(at: scaled.otsuLevel()).grey())
            case .line, .secondModel: return try GreyPicture(scaled).withMargin(Self.white)
            }
        }
    }
}

extension Image {
    /// The lines that a word's picture shows, from the top: more than one where its box is too high, and reaches over the
    /// next line's print; marks over letters are no line.
    var linesOfPrint: [Image] {
        get throws {
            let ink = try InkMap(GreyPicture(thresholded(at: otsuLevel())))
            var bands: [Range<Int>] = []
            for row in 0..<height where ink.ink(in: Box(x: 0, y: row, width: width, height: 1)) * 100 > width {
                if let last = bands.last, row <= last.upperBound + 1 {
                    bands[bands.count - 1] = last.lowerBound..<(row + 1)
                } else {
                    bands.append(row..<(row + 1))
                }
            }
            let highest = bands.map(\.count).max() ?? 0
            let lines = bands.filter { 2 * $0.count > highest && 5 * $0.count > height }
            guard lines.count > 1 else { return [try closed(around: ink)] }
            return try lines.map { line in
                let margin = max(2, line.count / 5)
                let part = Box(x: 0, y: line.lowerBound - margin, width: width, height: line.count + 2 * margin)
                return try cropped(to: part.intersection(bounds))
            }
        }
    }

    /// Without what is above and below the print, where that fills too little of the picture to be read: lines that
    /// slant a little have boxes that are too high, into which their neighbours reach.
    private func closed(around ink: InkMap) throws -> Image {
        let whole = ink.components().map(\.box).filter { $0.y > 0 && $0.maxY < height && $0.height > 2 }
        guard let print = Box.around(whole), Double(print.height) < SecondReading.leastPrint * Double(height),
            3 * print.height > height
        else { return self }
        let margin = max(2, print.height / 5)
        let part = Box(x: 0, y: print.y - margin, width: width, height: print.height + 2 * margin)
        return try cropped(to: part.intersection(bounds))
    }
}
