import Model

// Lines of a card by their ink alone. On wavy grounds the engine's words at times stand above or below what they were
// read from, so that they do not show which line to read again; some lines have no words at all.

extension CardLines {
    /// Of the height of the surely read words: letters' heights, capitals of headings and small captions among them.
    private static let letterHeights = 0.4...4
    /// Width of a patch over its height: words in bold print whose letters touch.
    private static let mostWidth = 14
    /// Letters of a line that no word was read of.
    private static let leastOfLost = 4
    /// Over the height of capitals: spaces between words are wider.
    private static let leastSpace = 0.16
    /// Confidence below which words are scraps of a line that is read otherwise.
    private static let scrap = 0.5

    /// Reads lines again of which a word is doubtful, which no word was read of, over whose plain capitals there are marks,
    /// or in whose words there are gaps.
    ///
    /// - Parameter usual: height of surely read words in pixels; 0 where there are none.
    func inkRead(
        _ words: [ReadWord], on ground: Ground, usual: Int, within time: Duration
    ) throws -> [ReadWord] {
        guard usual > 0 else { return words }
        let clock = ContinuousClock()
        let end = clock.now + time
        let all = Self.lines(of: ground.ink, usual: Double(usual))
        // What has words is likelier print than a picture's strokes.
        let rows = all.filter { Self.hasWord($0, words) } + all.filter { !Self.hasWord($0, words) }
        var result = words
        var count = 0
        for row in rows where clock.now < end && count < Self.most {
            guard let place = row.place else { continue }
            let old = result.indices.filter { Self.isOf(place, result[$0].box) }
            let before = old.map { result[$0] }.sorted { $0.box.x < $1.box.x }
            guard Self.isWanting(before, row, ground.ink) || Self.isLoneLetter(row, before, among: rows),
                result.allSatisfy({ !Self.touches(place, $0.box) || Self.spans([place], $0.box, slack: row.height) })
            else { continue }
            count += 1
            let others = rows.filter { $0.letters != row.letters }
            guard
                let reading = try [Segmentation.rawLine, .line].lazy.compactMap({ segmentation -> [ReadWord]? in
                    let reading = try Self.parted(row).flatMap { part in
                        try read(part, beside: others, on: ground, as: segmentation, within: end - clock.now)
                    }
                    guard Self.spans(reading.map(\.box), place, slack: row.height) else { return nil }
                    return Self.believed(reading, for: row, after: before)
                }).first
            else { continue }
            let line = (result.map(\.line).max() ?? 0) + 1
            for index in result.indices.reversed()
            where old.contains(index) || Self.isScrap(result[index], of: place) {
                result.remove(at: index)
            }
            result += reading.map { word in
                var word = word
                (word.line, word.block) = (line, line)
                return word
            }
        }
        return result
    }

    /// Letters that stand side by side.
    static func lines(of ink: [Box], usual: Double) -> [Row] {
        let letters = ink.filter { patch in
            letterHeights.contains(Double(patch.height) / usual) && patch.height >= leastHeight
                && patch.width < mostWidth * patch.height
        }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        var lineOf = Array(letters.indices)
        for (index, letter) in letters.enumerated() {
            // The nearest on its level.
            let next = letters[(index + 1)...].enumerated().first { _, other in
                letter.verticalOverlap(other) > 0.5 && other.midX > letter.midX
                    && max(letter.height, other.height) * 2 < 5 * min(letter.height, other.height)
            }
            guard let (offset, other) = next,
                Double(other.x - letter.maxX) <= mostGap * Double(max(letter.height, other.height))
            else { continue }
            let (one, two) = (lineOf[index], lineOf[index + 1 + offset])
            for position in lineOf.indices where lineOf[position] == two { lineOf[position] = one }
        }
        return Dictionary(grouping: letters.indices, by: { lineOf[$0] }).sorted { $0.key < $1.key }
            .map { Row($0.value.map { letters[$0] }) }
    }

    private static func touches(_ place: Box, _ box: Box) -> Bool {
        let common = box.intersection(place)
        return common.width > 0 && common.height * 2 > min(box.height, place.height)
    }

    private static func isOf(_ place: Box, _ box: Box) -> Bool {
        let common = box.intersection(place)
        return common.width * 2 > box.width && common.height * 2 > min(box.height, place.height)
    }

    private static func hasWord(_ row: Row, _ words: [ReadWord]) -> Bool {
        row.place.map { place in words.contains { isOf(place, $0.box) } } ?? false
    }

    private static func isScrap(_ word: ReadWord, of place: Box) -> Bool {
        let common = word.box.intersection(place)
        return word.confidence < scrap && common.width * 2 > word.box.width && common.height * 4 > place.height
    }

    private static func isWanting(_ words: [ReadWord], _ row: Row, _ ink: [Box]) -> Bool {
        guard !words.isEmpty else { return row.letters.count >= leastOfLost }
        if words.contains(where: { $0.confidence < sure }) {
            return row.letters.count > 1 || words.count == 1
        }
        return isCapitals(words) && hasMark(over: row, ink) || hasGap(words)
    }

    /// Whether a letter without a word stands on the level of a line of its size: a sex beside a date of birth.
    private static func isLoneLetter(_ row: Row, _ words: [ReadWord], among rows: [Row]) -> Bool {
        guard row.letters.count == 1, !words.contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) else {
            return false
        }
        let slack = max(1, row.height / 6)
        return rows.contains { other in
            other.letters.count >= leastOfLost && abs(other.foot - row.foot) <= slack
                && abs(other.height - row.height) <= slack
        }
    }

    private static func isCapitals(_ words: [ReadWord]) -> Bool {
        let letters = words.flatMap(\.text).filter(\.isLetter)
        return letters.count > 1 && letters.allSatisfy(\.isUppercase)
    }

    /// Whether there is ink where marks stand over capitals, alone or grown together with letters.
    private static func hasMark(over row: Row, _ ink: [Box]) -> Bool {
        guard let letters = row.place else { return false }
        let (top, foot) = (row.top - 3 * row.height / 10, row.top - row.height / 10)
        let band = Box(x: letters.x, y: top, width: letters.width, height: max(1, foot - top))
        return ink.contains { !$0.intersection(band).isEmpty }
    }

    /// Whether a space between two words is none.
    private static func hasGap(_ words: [ReadWord]) -> Bool {
        zip(words, words.dropFirst()).contains { first, second in
            Double(second.box.x - first.box.maxX) < leastSpace * Double(min(first.box.height, second.box.height))
                && first.text.last?.isLetter == true && second.text.first?.isLetter == true
        }
    }

    /// What is put in the place of other words: the same letters with marks or without a gap, or a reading that leaves no
    /// doubt; nil where neither.
    static func believed(_ reading: [ReadWord], for row: Row, after words: [ReadWord]) -> [ReadWord]? {
        guard !reading.isEmpty else { return nil }
        if !words.contains(where: { $0.text.contains { $0.isLetter || $0.isNumber } }) {
            let letters = reading.reduce(0) { $0 + $1.text.count }
            return letters * 2 > row.letters.count && reading.allSatisfy { $0.confidence >= sure } ? reading : nil
        }
        guard words.allSatisfy({ $0.confidence >= sure }) else { return isBetter(reading, than: words) ? reading : nil }
        guard reading.count <= words.count, confidence(reading) >= leastApart else { return nil }
        let plain = words.map(\.text)
        var rest = Array(plain.joined())
        var result = reading
        for index in result.indices {
            guard rest.count >= result[index].text.count,
                let text = marked(Array(result[index].text), or: rest.prefix(result[index].text.count))
            else { return nil }
            rest.removeFirst(text.count)
            result[index].text = text
        }
        return rest.isEmpty && result.map(\.text) != plain ? result : nil
    }

    /// Each letter with the mark that one of two readings saw; nil where they differ in more.
    private static func marked(_ one: [Character], or other: some Sequence<Character>) -> String? {
        var text = ""
        for (a, b) in zip(one, other) {
            guard a == b || isMarked(a, from: b) || isMarked(b, from: a) else { return nil }
            text.append(a.isASCII ? b : a)
        }
        return text
    }

    private static func isMarked(_ letter: Character, from plain: Character) -> Bool {
        plain.isASCII && plain.isLetter
            && letter.unicodeScalars.first?.properties.name?.contains(" LETTER \(plain.uppercased()) WITH ") == true
    }
}
