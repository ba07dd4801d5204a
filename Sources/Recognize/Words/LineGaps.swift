import Imaging
import Model

/// Letters of a line that are in none of its words: the engine now and then drops a line's end ("December 29, 20" of
/// 2024) or a few letters within it, and is sure of what is left. They are read with the words beside them.
struct LineGaps {
    let engine: TextEngine
    /// The page in grey, evenly lit.
    let picture: Image
    let components: [InkComponent]

    /// Of a letter: its height over that of its line, and its width.
    private static let heights = 0.4...1.45
    private static let mostWidth = 2.5
    /// Between letters of one line, over the line's height.
    private static let reach = 0.75
    /// A frame, as of a check box, is as wide as it is high, and less of it is ink than of any letter.
    private static let (squareness, frame) = (0.8...1.25, 0.3)
    /// Height in pixels to which a line is brought.
    private static let readHeight = 36.0
    private static let margin = 0.35
    /// Mean confidence from which the second reading counts.
    private static let sure = 0.8
    /// Confidence below which a line's last word is read again, and the most that such a reading is worth: the page's own
    /// was another.
    private static let (weak, secondHand) = (0.75, 0.9)
    /// Pages have few such lines; where there are many, the print is broken and a second look helps none of them.
    private static let most = 12

    private struct Gap {
        /// Positions of the words beside the letters, which are read with them.
        var words: [Int]
        var letters: [Box]
        /// Whether the last of the words is a weak one that goes.
        var replacesLast = false
    }

    /// - Parameter words: of the page, line by line.
    func closed(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let weak = weakEnds(words)
        let weakLast = Set(weak.compactMap(\.words.last))
        let gaps = gaps(words).filter { gap in !gap.words.contains(where: weakLast.contains) }
        let all = (gaps.count <= Self.most ? gaps : []) + (weak.count <= Self.most ? weak : [])
        var words = words
        for gap in all.sorted(by: { $0.words[0] > $1.words[0] }) where ContinuousClock.now < end {
            let old = gap.words.map { words[$0] }
            let reading = try read(old, gap.letters, within: end - ContinuousClock.now)
            guard let first = gap.words.first, let last = gap.words.last,
                gap.replacesLast ? Self.replacesEnd(old, reading) : Self.completes(old, reading)
            else { continue }
            words.replaceSubrange(
                first...last, with: gap.replacesLast ? Self.secondHand(reading, for: old, behind: gap.letters) : reading
            )
        }
        return words
    }

    // MARK: - Gaps

    /// In the order of their words.
    private func gaps(_ words: [ReadWord]) -> [Gap] {
        let unread = unread(words)
        guard !unread.isEmpty else { return [] }
        var gaps: [Gap] = []
        for line in Dictionary(grouping: words.indices, by: { words[$0].line }).values {
            let positions = line.sorted { words[$0].box.x < words[$1].box.x }
            // Words out of their order, as the engine has them of slanting lines, are left alone.
            guard positions == line.sorted(), positions.last.map({ $0 - positions[0] + 1 }) == positions.count else {
                continue
            }
            for (place, position) in positions.enumerated() {
                let next = place + 1 < positions.count ? positions[place + 1] : nil
                let letters = letters(behind: words[position].box, before: next.map { words[$0].box }, unread)
                guard !letters.isEmpty, words[position].text.contains(where: { $0.isLetter || $0.isNumber }) else {
                    continue
                }
                var beside = [position]
                if let next, let last = letters.last,
                    Double(words[next].box.x - last.maxX) < Self.reach * Double(last.height)
                {
                    beside.append(next)
                }
                gaps.append(Gap(words: beside, letters: letters))
            }
        }
        let ordered = gaps.sorted { ($0.words.first ?? 0) < ($1.words.first ?? 0) }
        // A word between two gaps is read with the first.
        return ordered.enumerated().filter { index, gap in
            index == 0 || ordered[index - 1].words.last != gap.words.first
        }.map(\.element)
    }

    /// Lines that end in a word that was hardly read, behind one that was.
    private func weakEnds(_ words: [ReadWord]) -> [Gap] {
        let unread = unread(words)
        return Dictionary(grouping: words.indices, by: { words[$0].line }).values.compactMap { line -> Gap? in
            let positions = line.sorted()
            guard positions.count > 1, let last = positions.last, positions.contains(last - 1) else { return nil }
            let (anchor, end) = (words[last - 1], words[last])
            guard anchor.confidence >= Self.sure, end.confidence < Self.weak, anchor.slant == nil,
                Self.text([anchor]).count > 1, end.box.x >= anchor.box.maxX,
                Double(end.box.x - anchor.box.maxX) < Double(anchor.box.height)
            else { return nil }
            let place = Box(
                x: end.box.x, y: anchor.box.y, width: end.box.width, height: anchor.box.height)
            return Gap(
                words: [last - 1, last], letters: [place] + letters(behind: place, before: nil, unread),
                replacesLast: true)
        }
    }

    /// Patches of ink in no word, from left to right.
    private func unread(_ words: [ReadWord]) -> [InkComponent] {
        components.filter { component in
            component.box.height > 3
                && !words.contains { $0.box.intersection(component.box).area * 5 > component.box.area * 2 }
        }.sorted { $0.box.x < $1.box.x }
    }

    /// The letters that follow close upon a word, each upon the one before.
    private func letters(behind word: Box, before next: Box?, _ unread: [InkComponent]) -> [Box] {
        let height = Double(word.height)
        var letters: [Box] = []
        var end = word.maxX
        for component in unread {
            let box = component.box
            guard box.midX > Double(word.maxX), Double(box.x - end) < Self.reach * height else {
                if Double(box.x - end) >= Self.reach * height { break }
                continue
            }
            if let next, box.midX > Double(next.x) { break }
            guard Self.heights.contains(Double(box.height) / height), Double(box.width) < Self.mostWidth * height,
                (Double(word.y) - 0.1 * height...Double(word.maxY) + 0.1 * height).contains(box.midY),
                box.verticalOverlap(word) > 0.6, !isFrame(component)
            else { continue }
            letters.append(box)
            end = max(end, box.maxX)
        }
        return letters
    }

    private func isFrame(_ component: InkComponent) -> Bool {
        Self.squareness.contains(Double(component.box.width) / Double(component.box.height))
            && component.density < Self.frame
    }

    // MARK: - Reading

    private func read(_ words: [ReadWord], _ letters: [Box], within time: Duration) throws -> [ReadWord] {
        guard let box = Box.around(words.map(\.box) + letters), let model = words.first else { return [] }
        let margin = max(2, Int(Double(box.height) * Self.margin))
        let part = box.inset(by: -margin).intersection(picture.bounds)
        let factor = min(4, max(0.25, Self.readHeight / Double(max(1, box.height))))
        let scaled = try picture.cropped(to: part).scaled(by: factor)
        return try engine.words(in: GreyPicture(scaled), as: .rawLine, dpi: 300, within: time).words.map { word in
            var word = word
            let left = part.x + Int(Double(word.box.x) / factor)
            word.box = Box(
                x: left, y: box.y, width: max(1, min(box.maxX - left, Int(Double(word.box.width) / factor) + 1)),
                height: box.height)
            (word.line, word.block) = (model.line, model.block)
            return word
        }
    }

    /// Whether a reading goes on where the old one broke off, surely.
    static func completes(_ old: [ReadWord], _ reading: [ReadWord]) -> Bool {
        guard let first = old.first, reading.allSatisfy({ $0.confidence >= sure }) else { return false }
        let (before, after) = (text([first]), text(reading))
        return after.count > text(old).count && after.hasPrefix(before.dropLast(before.count > 1 ? 1 : 0))
            && (old.count == 1 || after.hasSuffix(text([old[old.count - 1]])))
    }

    /// Whether a reading begins with the word before a line's weak end, and is sure of as much behind it.
    static func replacesEnd(_ old: [ReadWord], _ reading: [ReadWord]) -> Bool {
        guard let anchor = old.first, reading.count > 1, reading.allSatisfy({ $0.confidence >= sure }) else {
            return false
        }
        return text([reading[0]]) == text([anchor]) && text(reading).count >= text(old).count
    }

    /// The engine is not exact about places within a line: the word before keeps its own, and one word has all the ink.
    private static func secondHand(_ reading: [ReadWord], for old: [ReadWord], behind letters: [Box]) -> [ReadWord] {
        var words = reading
        for index in words.indices { words[index].confidence = min(words[index].confidence, secondHand) }
        words[0].box = old[0].box
        if words.count == 2, let box = Box.around(letters) { words[1].box = box }
        return words
    }

    /// Letters and figures alone.
    private static func text(_ words: [ReadWord]) -> String {
        words.map(\.text).joined().filter { $0.isLetter || $0.isNumber }
    }
}
