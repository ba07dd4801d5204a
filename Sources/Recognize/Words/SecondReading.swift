package import Imaging
package import Model

extension Recognizer {
    /// Reads a word of a page once more, by itself and in other pictures than the page's own reading had: first by the
    /// recognizer of another make, unless it is plain and enough is known of it; then by Tesseract in grey, cut out and
    /// brought to a height of its own; in black and white by the box's own level, smaller; and in grey as a line with white
    /// around it, the last time by the second languages' model. Where that is not enough, among its neighbours in these
    /// last three ways.
    ///
    /// - Parameters:
    ///   - subject: a word or a line of text on the page.
    ///   - page: evenly lit.
    ///   - rules: of the page; a wall beside the word is not read with it.
    ///   - isEnough: whether what was read so far makes further readings needless.
    ///   - time: after which reading stops.
    /// - Returns: what each picture read; nothing where the box is no line or time is up.
    package func readAgain(
        _ subject: Rereading.Subject, on page: Image, rules: [Rule] = [], until isEnough: (Rereading) -> Bool,
        within time: Duration
    ) throws -> Rereading {
        let end = ContinuousClock.now + time
        let word = subject.word
        guard time > .zero, let cut = try SecondReading.cut(word, from: page, without: rules) else {
            return Rereading(alone: [])
        }
        let lines = try cut.linesOfPrint
        var reading = Rereading(alone: [])
        for line in lines {
            var first = Rereading(alone: [])
            if let lineEngine, !subject.isPlain || !isEnough(first) {
                let isWhole = lines.count == 1
                let tall = isWhole ? try SecondReading.cutWithMarks(word, from: page, without: rules) : nil
                first.other = try lineEngine.surest(
                    of: tall ?? line,
                    closer: isWhole ? SecondReading.cutCloser(word, from: page, without: rules) : nil)
                if subject.isLine, !isEnough(first) {
                    first.otherWidths = try SecondReading.otherWidths.compactMap {
                        try lineEngine.read(line.scaled(byX: $0, y: 1))
                    }
                }
            }
            if subject.isLine {
                reading = first
                break
            }
            let own = try readAlone(word, in: line, after: first, until: isEnough, before: end)
            // Of a box over two lines, one is another word's.
            if lines.count == 1 || isEnough(own) {
                reading = own
                break
            }
            reading.alone += own.alone.prefix(1)
        }
        reading.isNoWord = (secondText ?? text).isNoWord(word.text)
        guard lines.count == 1 else { return reading }
        if let neighbourhood = subject.neighbourhood, word.slant == nil, !isEnough(reading) {
            reading.amongNeighbours = try readAmongNeighbours(word, in: neighbourhood, on: page, before: end)
        }
        if subject.mayBeTwo {
            reading.drawnOut = try SecondReading.widths.map { width in
                let wide = try lines[0].scaled(byX: width, y: 1)
                return try read(.line, wide, of: word, before: end).map { SecondReading.text(of: $0) } ?? ""
            }
        }
        return reading
    }

    private func readAlone(
        _ word: Word, in cut: Image, after first: Rereading, until isEnough: (Rereading) -> Bool,
        before end: ContinuousClock.Instant
    ) throws -> Rereading {
        var reading = first
        if isEnough(reading) { return reading }
        for attempt in SecondReading.Attempt.allCases {
            guard let words = try read(attempt, cut, of: word, before: end) else { continue }
            reading.alone.append(SecondReading.text(of: words))
            if isEnough(reading) { break }
        }
        return reading
    }

    private func readAmongNeighbours(
        _ word: Word, in neighbourhood: Box, on page: Image, before end: ContinuousClock.Instant
    ) throws -> [String] {
        let margin = max(2, word.box.height / 5)
        let part = try SecondReading.withWholeLetters(
            neighbourhood.inset(by: -margin), of: neighbourhood, on: page
        ).intersection(page.bounds)
        guard part.width > 4, part.height > 4 else { return [] }
        let cut = try page.cropped(to: part)
        return try SecondReading.Attempt.amongNeighbours.compactMap { attempt in
            let place = attempt.place(of: word.box.moved(by: -part.x, -part.y), in: cut)
            return try read(attempt, cut, of: word, as: .line, before: end).map { words in
                SecondReading.text(of: words.filter { place.contains($0.box.midX) })
            }
        }
    }

    /// - Returns: nil where there is no second model.
    private func read(
        _ attempt: SecondReading.Attempt, _ cut: Image, of word: Word, as segmentation: Segmentation? = nil,
        before end: ContinuousClock.Instant
    ) throws -> [ReadWord]? {
        guard let engine = attempt == .secondModel ? secondText : text else { return nil }
        let picture = try attempt.picture(of: cut)
        let words = try engine.words(
            in: picture, as: segmentation ?? attempt.segmentation, dpi: 300, within: end - ContinuousClock.now
        ).words
        let shapes = LetterShapes(
            picture: picture, isWord: (secondText ?? text).knows, barsAreLost: word.mayHaveLostBar)
        return try words.map(attempt == .black ? shapes.spelled : shapes.repaired)
    }
}

enum SecondReading {
    /// With room above a first capital for a mark that was not read; nil where there is none.
    static func cutWithMarks(_ word: Word, from page: Image, without rules: [Rule]) throws -> Image? {
        guard let first = word.text.first(where: \.isLetter), first.isUppercase else { return nil }
        return try cut(word, from: page, without: rules, hasMarks: true)
    }

    /// With no more room above than below, for the white around a mark decides what a recognizer makes of it; nil where the
    /// other pictures have no more.
    static func cutCloser(_ word: Word, from page: Image, without rules: [Rule]) throws -> Image? {
        guard word.text.first(where: \.isLetter)?.isUppercase == true else { return nil }
        return try cut(word, from: page, without: rules, hasMarks: false)
    }

    /// The word with a margin, level; nil where that is no place on the page.
    ///
    /// - Parameter hasMarks: whether marks may stand above it; nil for what its letters say: more room above capitals, whose
    ///   accents stand outside of the word's box where they were not read.
    static func cut(
        _ word: Word, from page: Image, without rules: [Rule] = [], hasMarks: Bool? = nil
    ) throws -> Image? {
        // Less beside it than below: the next word begins a third of its height away.
        let (beside, below) = (max(2, word.box.height / 8), max(2, word.box.height / 5))
        let isCapital = word.text.allSatisfy { $0.isUppercase || !$0.isLetter && !$0.isNumber }
        let above = hasMarks ?? isCapital ? max(2, word.box.height * 2 / 5) : below
        let place = Box(
            x: word.box.x - beside, y: word.box.y - above, width: word.box.width + 2 * beside,
            height: word.box.height + above + below)
        guard let slant = word.slant else {
            let part = try withWholeLetters(place, of: word.box, on: page).intersection(page.bounds)
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

    /// Pixels of paper over and under letters.
    private static let edge = 2

    /// A word's place, higher or lower where letters that lie in its box for the most part reach beyond it: boxes at times
    /// begin below the tops of capitals, and a T without its bar is read as an i in every picture.
    fileprivate static func withWholeLetters(_ place: Box, of word: Box, on page: Image) throws -> Box {
        let reach = Box(
            x: word.x, y: place.y - word.height / 2, width: word.width, height: place.height + word.height
        ).intersection(page.bounds)
        guard reach.width > 4, reach.height > 4 else { return place }
        let picture = try page.cropped(to: reach)
        let letters = try InkMap(GreyPicture(picture.thresholded(at: picture.otsuLevel()))).components().map {
            $0.box.moved(by: reach.x, reach.y)
        }.filter { letter in
            letter.intersection(word).area * 2 > letter.area && letter.height * 2 > word.height
                && letter.height < 2 * word.height
        }
        guard let print = Box.around(letters)?.inset(by: -edge) else { return place }
        let (top, bottom) = (min(place.y, print.y), max(place.maxY, print.maxY))
        return Box(x: place.x, y: top, width: place.width, height: bottom - top)
    }

    fileprivate static func text(of words: [ReadWord]) -> String {
        words.map { $0.text.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Times its own, of a picture in which narrow spaces show.
    fileprivate static let widths = [1.3, 1.6]
    /// Times its own, of a line's pictures that tell what the other recognizer misread from what the page did.
    fileprivate static let otherWidths = [0.85, 0.93, 1.08]

    /// Share of a picture's height that print has at least.
    fileprivate static let leastPrint = 0.6

    /// In the order in which they are made, cheapest first.
    enum Attempt: CaseIterable {
        case grey, black, line, secondModel

        /// Those that look for the words of a line.
        static let amongNeighbours: [Attempt] = [.line, .black, .secondModel]

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
        private var white: Int {
            switch self {
            case .grey, .black: 0
            case .line, .secondModel: 16
            }
        }

        private func scale(of cut: Image) -> Double { min(4, max(0.2, height / Double(cut.height))) }

        /// From where to where a box of the cut reaches across its picture.
        func place(of box: Box, in cut: Image) -> ClosedRange<Double> {
            let (left, right) = (Double(box.x) * scale(of: cut), Double(box.maxX) * scale(of: cut))
            return (left + Double(white))...(right + Double(white))
        }

        func picture(of cut: Image) throws -> GreyPicture {
            let scaled = try cut.scaled(by: scale(of: cut))
            switch self {
            case .grey: return try GreyPicture(scaled)
            case .black: return try GreyPicture(scaled.thresholded(at: scaled.otsuLevel()).grey())
            case .line, .secondModel: return try GreyPicture(scaled).withMargin(white)
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
