package import Model

/// A check box, found as a frame or read as text such as `[X]` or `☐`.
package struct Mark: Hashable, Sendable {
    package var box: Box
    package var state: CheckBox.State
    /// How sure the state is, 0…1.
    package var confidence: Double
    /// Words that are the mark, not text.
    package var words: [Int]

    package init(box: Box, state: CheckBox.State, confidence: Double, words: [Int] = []) {
        self.box = box
        self.state = state
        self.confidence = confidence
        self.words = words
    }

    /// All marks of a page, in reading order.
    package static func all(on page: RecognizedPage, textHeight: Double) -> [Mark] {
        var marks = page.checkBoxes.map { box in
            Mark(
                box: box.box, state: box.state, confidence: box.state == .doubtful ? 0.4 : 0.98,
                words: page.words.indices.filter { isPart(page.words[$0].box, of: box.box) })
        }
        // What was read twice is one mark.
        for mark in written(page.words) {
            if let same = marks.firstIndex(where: { $0.box.intersection(mark.box).area > 0 }) {
                marks[same].words += mark.words.filter { !marks[same].words.contains($0) }
            } else {
                marks.append(mark)
            }
        }
        return marks.sorted { a, b in
            abs(a.box.midY - b.box.midY) > textHeight * 0.6 ? a.box.midY < b.box.midY : a.box.x < b.box.x
        }
    }

    private static func isPart(_ word: Box, of frame: Box) -> Bool {
        word.intersection(frame).area * 2 > word.area
    }

    private static let checked: Set<String> = ["☒", "☑", "■", "✓", "✔", "✗", "✘"]
    private static let unchecked: Set<String> = ["☐", "□"]
    private static let crosses: Set<String> = ["x", "xx", "×", "*", "✓", "✔", "✗", "✘"]
    private static let blanks: Set<String> = ["", "_", ".", "-", "·", "|"]

    /// Marks of characters; brackets may stand apart: `[ X ]`, `[ ]`.
    private static func written(_ words: [Word]) -> [Mark] {
        var marks: [Mark] = []
        var index = 0
        while index < words.count {
            var text = ""
            var length = 0
            var state: CheckBox.State?
            for end in index..<min(words.count, index + 4) where end == index || words[end].line == words[index].line {
                text += words[end].text.lowercased()
                if let found = self.state(of: text) {
                    state = found
                    length = end - index + 1
                }
                guard let first = text.first, "[({|".contains(first) || text == "x" else { break }
            }
            if let state, let box = Box.around(words[index..<index + length].map(\.box)) {
                let confidence = words[index..<index + length].map(\.confidence).min() ?? 0
                marks.append(
                    Mark(
                        box: box, state: state, confidence: min(0.95, 0.5 + confidence / 2),
                        words: Array(index..<index + length)))
                index += length
            } else {
                if let mark = head(of: words[index]) { marks.append(mark) }
                index += 1
            }
        }
        return marks
    }

    /// Brackets that were read together with the text behind them: `[X]Delete`, `[]Delete`.
    private static func head(of word: Word) -> Mark? {
        guard let text = word.text.prefixMatch(of: /[\[(][^\])]?[\])](?=\p{L}{2})/)?.output,
            let state = state(of: text.lowercased())
        else { return nil }
        var box = word.box
        box.width = box.width * text.count / word.text.count
        return Mark(box: box, state: state, confidence: min(0.95, 0.5 + word.confidence / 2))
    }

    /// Brackets are read in many ways, and one of them is often lost: a cross beside the other is a mark all the same, an
    /// empty place only between two.
    private static func state(of text: String) -> CheckBox.State? {
        if checked.contains(text) { return .checked }
        if unchecked.contains(text) { return .unchecked }
        let inner = text.drop { "[({|".contains($0) }
        let hasOpening = inner.count < text.count
        var kept = inner
        while let last = kept.last, "])}|".contains(last) { kept.removeLast() }
        let hasClosing = kept.count < inner.count
        guard text.contains(where: { "[](){}".contains($0) }), hasOpening || hasClosing else { return nil }
        if crosses.contains(String(kept)) || (kept == "v" && text.contains { "[]".contains($0) }) { return .checked }
        return hasOpening && hasClosing && blanks.contains(String(kept)) ? .unchecked : nil
    }
}

/// A check box with the words that belong to it.
package struct MarkedText: Hashable, Sendable {
    package var mark: Mark
    /// Positions among the page's words.
    package var words: [Int]

    package init(mark: Mark, words: [Int]) {
        self.mark = mark
        self.words = words
    }
}

/// Which text belongs to which check box.
package struct MarkReader: Sendable {
    private let layout: PageLayout

    package init(_ layout: PageLayout) {
        self.layout = layout
    }

    /// The marks of the page with their texts. Boxes stand left of their text or right of it: what fits more of the
    /// marks of the same row or column counts for all of them.
    package func texts() -> [MarkedText] {
        guard !layout.marks.isEmpty else { return [] }
        let right = layout.marks.map { text(rightOf: $0) }
        let left = layout.marks.map { text(leftOf: $0) }
        let gapsRight = layout.marks.indices.map { index in
            right[index].first.map { layout.words[$0].box.x - layout.marks[index].box.maxX } ?? .max
        }
        let gapsLeft = layout.marks.indices.map { index in
            left[index].last.map { layout.marks[index].box.x - layout.words[$0].box.maxX } ?? .max
        }
        return layout.marks.indices.map { index in
            let peers = layout.marks.indices.filter { isPeer(layout.marks[index], layout.marks[$0]) }
            let forRight = peers.filter { gapsRight[$0] <= gapsLeft[$0] }.count
            let usesRight = forRight * 2 >= peers.count ? !right[index].isEmpty : left[index].isEmpty
            return MarkedText(mark: layout.marks[index], words: usesRight ? right[index] : left[index])
        }
    }

    private func isPeer(_ a: Mark, _ b: Mark) -> Bool {
        abs(a.box.midX - b.box.midX) < layout.textHeight || abs(a.box.midY - b.box.midY) < layout.textHeight * 0.7
    }

    private func rowWords(_ mark: Mark) -> [Int] {
        // A speck may make a row of its own: the fullest row beside the mark is its text's.
        layout.rows.map { row in row.filter { isBeside(layout.words[$0].box, mark.box) } }
            .reduce([]) { $1.count > $0.count ? $1 : $0 }
    }

    private func isBeside(_ word: Box, _ mark: Box) -> Bool {
        abs(word.midY - mark.midY) < max(layout.textHeight, Double(mark.height)) * 0.75
            && word.verticalOverlap(mark) > 0.3
    }

    /// The stretch that begins close behind the mark, and the lines below it that continue it.
    private func text(rightOf mark: Mark) -> [Int] {
        let limit = nextMark(rightOf: mark)?.box.x ?? layout.page.prepared.width
        var line: [Int] = []
        for word in rowWords(mark) where isRight(layout.words[word].box, of: mark.box) {
            let box = layout.words[word].box
            guard box.midX < Double(limit) else { break }
            if let last = line.last {
                if layout.isParted(last, word) { break }
            } else if Double(box.x - mark.box.maxX) > 4 * layout.textHeight
                || layout.hasVerticalRule(between: mark.box, and: box)
            {
                break
            }
            line.append(word)
        }
        guard let first = line.first else { return [] }
        return line
            + continuation(of: line, startingAt: max(layout.words[first].box.x, mark.box.maxX), mark: mark)
    }

    /// A word behind a mark, or one that was read together with it: `[X]Delete`.
    private func isRight(_ word: Box, of mark: Box) -> Bool {
        word.x >= mark.midXInt
            || Double(abs(word.x - mark.x)) < layout.textHeight && Double(word.maxX - mark.maxX) > layout.textHeight
    }

    private func text(leftOf mark: Mark) -> [Int] {
        let limit = nextMark(leftOf: mark)?.box.maxX ?? 0
        var line: [Int] = []
        for word in rowWords(mark).reversed() where layout.words[word].box.maxX <= mark.box.midXInt {
            let box = layout.words[word].box
            guard box.midX > Double(limit) else { break }
            if let last = line.last {
                if layout.isParted(word, last) { break }
            } else if Double(mark.box.x - box.maxX) > 4 * layout.textHeight {
                break
            }
            line.append(word)
        }
        return line.reversed()
    }

    private func nextMark(rightOf mark: Mark) -> Mark? {
        layout.marks.filter { isInRow($0, mark) && $0.box.x >= mark.box.maxX }.min { $0.box.x < $1.box.x }
    }

    private func nextMark(leftOf mark: Mark) -> Mark? {
        layout.marks.filter { isInRow($0, mark) && $0.box.maxX <= mark.box.x }.max { $0.box.x < $1.box.x }
    }

    private func isInRow(_ a: Mark, _ b: Mark) -> Bool { abs(a.box.midY - b.box.midY) < layout.textHeight * 0.7 }

    /// Lines under the first that begin where it begins, as close as lines of one paragraph, up to the next mark.
    private func continuation(of line: [Int], startingAt x: Int, mark: Mark) -> [Int] {
        guard let first = line.first, layout.rowOf[first] >= 0 else { return [] }
        var words: [Int] = []
        var above = layout.words[first].box
        for row in layout.rows[(layout.rowOf[first] + 1)...] {
            guard
                let start = row.first(where: { abs(layout.words[$0].box.x - x) < Int(layout.textHeight) })
            else {
                if let top = layout.box(of: row)?.y, Double(top - above.maxY) > layout.textHeight { break }
                continue
            }
            let box = layout.words[start].box
            guard Double(box.y - above.maxY) < 0.9 * layout.textHeight, !hasMark(leftOf: box, except: mark) else {
                break
            }
            words += layout.segment(around: start).filter { layout.words[$0].box.x >= box.x }
            above = box
        }
        return words
    }

    private func hasMark(leftOf box: Box, except mark: Mark) -> Bool {
        layout.marks.contains { other in
            other != mark && isBeside(box, other.box) && other.box.maxX <= box.x + Int(layout.textHeight)
                && Double(box.x - other.box.maxX) < 4 * layout.textHeight
        }
    }
}

extension Box {
    fileprivate var midXInt: Int { x + width / 2 }
}
