import Imaging
import Model

/// Reads lines of a card once more, each by itself and on even ground. Where captions stand close over values, the engine
/// makes one line of both: values get the captions' descenders for accents, and the captions are lost. And a word that
/// stands alone on wavy lines is at times misread however clear it is.
struct CardLines {
    let engine: TextEngine
    let picture: GreyPicture

    /// Height in pixels to which a line's letters are brought, and white around them as a share of their height.
    private static let readHeight = 28.0
    private static let margin = 0.4
    /// Height of marks over capitals as a share of theirs.
    private static let marks = 0.35
    /// Mean confidence of a line's letters from which a reading of one line out of several counts.
    static let leastApart = 0.6
    /// Words less sure than this are read again, and are replaced by other ones as sure as this.
    static let sure = 0.88
    /// What a mean confidence must gain where another text is read.
    private static let leastGain = 0.05
    /// Between letters of one line, as a share of their height.
    static let mostGap = 1.2
    /// Height over width of a letter's place in a word from which it may span two lines; capitals have up to 1.6.
    private static let leastSlender = 1.7
    /// Side in pixels of the squares whose light is a pixel's ground, and the share of it that print stays below: pale
    /// captions do, a card's wavy lines do not.
    private static let tile = 48
    private static let darkest = 0.8
    /// Share of the ground's light that is white where lines are read again.
    private static let white = 0.88
    /// Pixels; less is no letter.
    static let leastHeight = 5
    /// Lines of one card: more are no captions and values.
    static let most = 40

    /// Letters of one line.
    struct Row {
        var letters: [Box]
        /// Tops and feet of most letters: neither accents nor descenders.
        let top: Int
        let foot: Int

        init(_ letters: [Box]) {
            self.letters = letters
            top = Self.median(letters.map(\.y))
            foot = Self.median(letters.map(\.maxY))
        }

        var height: Int { max(1, foot - top) }

        /// Its letters with room for their marks: a letter may have grown together with the line above or below.
        var place: Box? {
            let room = 2 * height / 5
            return Box.around(letters).map { box in
                let (top, foot) = (max(box.y, top - room), min(box.maxY, foot + room))
                return Box(x: box.x, y: top, width: box.width, height: max(1, foot - top))
            }
        }

        private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
    }

    /// The picture as lines are read again.
    struct Ground {
        /// On white.
        var image: Image
        /// Patches of print.
        var ink: [Box]
    }

    /// - Parameter words: in pixels of the picture.
    func improved(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let clock = ContinuousClock()
        let end = clock.now + time
        let heights = words.filter { $0.confidence >= Self.sure && $0.text.count > 2 }.map(\.box.height).sorted()
        let usual = heights.isEmpty ? 0 : heights[heights.count / 2]
        let tall = words.filter(Self.isTall)
        let doubtful = words.filter { !Self.isTall($0) && Self.isDoubtful($0, usual: usual) }
        let isCard = !Self.isRunningText(words)
        guard isCard || !tall.isEmpty || !doubtful.isEmpty else { return words }
        let ground = try ground()
        var result = words
        var done: [Box] = []
        for word in tall + doubtful where clock.now < end && done.count < Self.most {
            let lines = Self.rows(of: ground.ink, in: word.box, areSeveral: Self.isTall(word))
                .map { Self.parted(Self.extended($0, through: ground.ink)) }
            for parts in lines {
                guard let place = Box.around(parts.flatMap(\.letters)), !done.contains(where: { $0.holds(place) })
                else {
                    continue
                }
                done.append(place)
                let reading = try parts.flatMap { part in
                    let others = lines.flatMap(\.self).filter { $0.letters != part.letters }
                    return try read(part, beside: others, on: ground, within: end - clock.now)
                }
                let height = Self.height(parts)
                let isLargest = lines.allSatisfy { Self.height($0) <= height }
                let replaced = result.indices.filter { index in
                    let common = result[index].box.intersection(place)
                    let box = result[index].box
                    // A word that spans lines goes with its largest, the value.
                    return common.area * 2 > box.area
                        || (isLargest && common.width * 2 > box.width && common.area * 4 > box.area)
                }
                let isWhole =
                    Self.spans(reading.map(\.box), place, slack: height)
                    && replaced.allSatisfy { Self.spans([place], result[$0].box, slack: height) }
                guard isWhole,
                    lines.count > 1 || parts.count > 1
                        ? Self.confidence(reading) >= Self.leastApart
                        : Self.isBetter(reading, than: replaced.map { result[$0] })
                else { continue }
                let line = (result.map(\.line).max() ?? 0) + 1
                for index in replaced.reversed() { result.remove(at: index) }
                result += reading.map { word in
                    var word = word
                    (word.line, word.block) = (line, line)
                    return word
                }
            }
        }
        return isCard ? try inkRead(result, on: ground, usual: usual, within: end - clock.now) : result
    }

    /// Whether a line has as many words as a form's or a letter's that is no larger than a booklet.
    private static func isRunningText(_ words: [ReadWord]) -> Bool {
        Dictionary(grouping: words.filter { $0.text.count > 1 }, by: \.line).values.contains { $0.count >= wordsOfText }
    }

    private static let wordsOfText = 8

    /// Whether boxes reach from end to end of another: what a reading leaves out would be lost.
    static func spans(_ boxes: [Box], _ whole: Box, slack: Int) -> Bool {
        guard let span = Box.around(boxes) else { return false }
        return span.x <= whole.x + slack && span.maxX >= whole.maxX - slack
    }

    private static func height(_ parts: [Row]) -> Int { parts.map(\.height).max() ?? 0 }

    private static func isTall(_ word: ReadWord) -> Bool {
        word.text.count >= 3 && Double(word.box.height * word.text.count) > leastSlender * Double(word.box.width)
    }

    /// Not so large that it is a scrap of a picture.
    private static func isDoubtful(_ word: ReadWord, usual: Int) -> Bool {
        word.confidence < sure && word.text.count { $0.isLetter || $0.isNumber } >= 2
            && usual / 2...3 * usual ~= word.box.height
    }

    /// Where the same is read, the surer reading; where another is, one that leaves no doubt.
    static func isBetter(_ reading: [ReadWord], than old: [ReadWord]) -> Bool {
        let (before, after) = (confidence(old), confidence(reading))
        if reading.map(\.text) == old.sorted(by: { $0.box.x < $1.box.x }).map(\.text) { return after > before }
        return after > before + leastGain && reading.allSatisfy { $0.confidence >= sure }
    }

    // MARK: - Lines

    /// Even ground, and patches of print on it, pale print too.
    func ground() throws -> Ground {
        var bytes = picture.bytes
        var ink = picture.bytes
        for y in stride(from: 0, to: picture.height, by: Self.tile) {
            for x in stride(from: 0, to: picture.width, by: Self.tile) {
                let part = Box(x: x, y: y, width: Self.tile, height: Self.tile).intersection(picture.bounds)
                // What three quarters of the surroundings stay below is their ground.
                let counts = picture.histogram(in: part.inset(by: -Self.tile / 2), step: 3)
                var rest = counts.reduce(0, +) / 4
                let level = counts.indices.reversed().first { level in
                    rest -= counts[level]
                    return rest <= 0
                }
                let ground = Double(max(1, level ?? 255))
                let lit = (0...255).map { UInt8(min(255, Double($0) * 255 / (ground * Self.white))) }
                let darkest = UInt8(ground * Self.darkest)
                for row in part.y..<part.maxY {
                    for position in (row * picture.width + part.x)..<(row * picture.width + part.maxX) {
                        ink[position] = bytes[position] < darkest ? 0 : 255
                        bytes[position] = lit[Int(bytes[position])]
                    }
                }
            }
        }
        let patches = InkMap(GreyPicture(bytes: ink, width: picture.width, height: picture.height)).components()
        return Ground(
            image: try Image(width: picture.width, height: picture.height, grey: bytes),
            ink: patches.filter { $0.ink >= 6 }.map(\.box))
    }

    /// The lines whose letters share a word's box, top to bottom; none where they do not part clearly.
    ///
    /// - Parameter areSeveral: whether the box is too high for one.
    private static func rows(of ink: [Box], in box: Box, areSeveral: Bool) -> [Row] {
        let inside = ink.filter {
            $0.height >= leastHeight && $0.width < 3 * box.height && $0.height <= box.height + 2
                && (!areSeveral || $0.height * 4 < box.height * 3) && box.hasMiddle(of: $0)
        }
        guard inside.count >= (areSeveral ? 4 : 2) else { return [] }
        let heights = inside.map(\.height).sorted()
        let usual = heights[heights.count / 2]
        // Nor accents, nor dots.
        let letters = inside.filter { $0.height * 3 > usual * 2 }.sorted { $0.midY < $1.midY }
        var groups: [[Box]] = []
        for letter in letters {
            if let last = groups.last?.last, letter.midY - last.midY <= 0.5 * Double(usual) {
                groups[groups.count - 1].append(letter)
            } else {
                groups.append([letter])
            }
        }
        let rows = groups.filter { $0.count >= 2 }.map(Row.init)
        guard zip(rows, rows.dropFirst()).allSatisfy({ $0.foot < $1.top }) else { return [] }
        return areSeveral == (rows.count > 1) ? rows : []
    }

    /// The line with what stands left and right of its letters.
    private static func extended(_ row: Row, through ink: [Box]) -> Row {
        guard var place = Box.around(row.letters) else { return row }
        var letters = row.letters
        let level = ink.filter { patch in
            (Double(row.top)...Double(row.foot)).contains(patch.midY) && patch.height * 4 > row.height
                && patch.height < 2 * row.height && patch.width < 4 * row.height
        }
        let reach = mostGap * Double(row.height)
        for patch in level.filter({ $0.x >= place.x }).sorted(by: { $0.x < $1.x })
        where Double(patch.x - place.maxX) <= reach {
            place = place.union(patch)
            letters.append(patch)
        }
        for patch in level.filter({ $0.x < place.x }).sorted(by: { $0.maxX > $1.maxX })
        where Double(place.x - patch.maxX) <= reach {
            place = place.union(patch)
            letters.append(patch)
        }
        var extended = row
        extended.letters = letters
        return extended
    }

    /// A caption and the value right behind it, which is printed larger: "CLASS D". The engine takes both for one word.
    static func parted(_ row: Row) -> [Row] {
        let letters = row.letters.filter { 2 * $0.height > row.height }.sorted { $0.x < $1.x }
        for index in letters.indices.dropFirst() {
            let (before, behind) = (letters[..<index].map(\.height), letters[index...].map(\.height))
            guard let tallest = before.max(), let least = behind.min(), 4 * least > 5 * tallest,
                4 * tallest < 5 * (before.min() ?? 0), 4 * (behind.max() ?? 0) < 5 * least,
                3 * (letters[index].x - letters[index - 1].maxX) > tallest
            else { continue }
            return [Row(Array(letters[..<index])), Row(Array(letters[index...]))]
        }
        return [row]
    }

    // MARK: - Reading

    func read(
        _ row: Row, beside others: [Row], on ground: Ground, as segmentation: Segmentation = .rawLine,
        within time: Duration
    ) throws -> [ReadWord] {
        guard let letters = row.place else { return [] }
        let margin = max(2, Int(Double(row.height) * Self.margin))
        // Room for accents, and for the rest as far as the line above leaves any.
        let above = min(
            others.map(\.foot).filter { $0 <= row.top }.max() ?? 0,
            row.top - Int(Double(row.height) * Self.marks))
        let below = others.map(\.top).filter { $0 >= row.foot }.min() ?? ground.image.height
        let top = max(letters.y - margin, above)
        let foot = min(letters.maxY + margin, below)
        let part = Box(x: letters.x - margin, y: top, width: letters.width + 2 * margin, height: foot - top)
            .intersection(ground.image.bounds)
        guard !part.isEmpty else { return [] }
        var cut = try GreyPicture(ground.image.cropped(to: part))
        for patch in ground.ink where !patch.intersection(part).isEmpty && isStray(patch, row, others) {
            cut.erase(
                Box(x: patch.x - part.x, y: patch.y - part.y, width: patch.width, height: patch.height).inset(by: -1))
        }
        let factor = min(4, max(0.25, Self.readHeight / Double(row.height)))
        let scaled = try Image(width: cut.width, height: cut.height, grey: cut.bytes).scaled(by: factor)
        let words = try engine.words(in: GreyPicture(scaled), as: segmentation, dpi: 300, within: time).words
        return words.map { word in
            var word = word
            let left = part.x + Int(Double(word.box.x) / factor)
            let right = min(letters.maxX, part.x + Int(Double(word.box.maxX) / factor) + 1)
            word.box = Box(x: left, y: row.top, width: max(1, right - left), height: row.height)
            return word
        }
    }

    /// Whether a patch of ink belongs to a line above or below: neither its own letters nor marks over them.
    private func isStray(_ patch: Box, _ row: Row, _ others: [Row]) -> Bool {
        guard !row.letters.contains(where: { !$0.intersection(patch).isEmpty }) else { return false }
        let (top, foot) = (Double(row.top), Double(row.foot))
        let reach = 0.35 * Double(row.height)
        return others.contains { $0.letters.contains(patch) } || patch.midY < top - reach || patch.midY > foot + reach
    }

    static func confidence(_ words: [ReadWord]) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        guard letters > 0 else { return 0 }
        return words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(letters)
    }
}

extension Box {
    fileprivate func hasMiddle(of other: Box) -> Bool {
        (Double(x)..<Double(maxX)).contains(other.midX) && (Double(y)..<Double(maxY)).contains(other.midY)
    }

    fileprivate func holds(_ other: Box) -> Bool { intersection(other).area * 5 > other.area * 4 }
}
