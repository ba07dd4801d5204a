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
    /// Pages have few such lines; where there are many, the print is broken and a second look helps none of them.
    private static let most = 12

    private struct Gap {
        /// Positions of the words beside the letters, which are read with them.
        var words: [Int]
        var letters: [Box]
    }

    /// - Parameter words: of the page, line by line.
    func closed(_ words: [ReadWord], within time: Duration) throws -> [ReadWord] {
        let end = ContinuousClock.now + time
        let gaps = gaps(words)
        guard gaps.count <= Self.most else { return words }
        var words = words
        for gap in gaps.reversed() where ContinuousClock.now < end {
            let old = gap.words.map { words[$0] }
            let reading = try read(old, gap.letters, within: end - ContinuousClock.now)
            guard let first = gap.words.first, let last = gap.words.last, Self.completes(old, reading) else { continue }
            words.replaceSubrange(first...last, with: reading)
        }
        return words
    }

    // MARK: - Gaps

    /// In the order of their words.
    private func gaps(_ words: [ReadWord]) -> [Gap] {
        let unread = components.filter { component in
            component.box.height > 3
                && !words.contains { $0.box.intersection(component.box).area * 5 > component.box.area * 2 }
        }.sorted { $0.box.x < $1.box.x }
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
        func text(_ words: [ReadWord]) -> String { words.map(\.text).joined().filter { $0.isLetter || $0.isNumber } }
        guard let first = old.first, reading.allSatisfy({ $0.confidence >= sure }) else { return false }
        let (before, after) = (text([first]), text(reading))
        return after.count > text(old).count && after.hasPrefix(before.dropLast(before.count > 1 ? 1 : 0))
            && (old.count == 1 || after.hasSuffix(text([old[old.count - 1]])))
    }
}
