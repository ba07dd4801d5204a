package import Model

/// Where words stand on a page, by geometry alone: rows across all columns, and stretches of words without a gap.
package struct PageLayout: Sendable {
    package let page: RecognizedPage
    package let matcher: PhraseMatcher
    /// Median height of the words in pixels: the unit of all distances.
    package let textHeight: Double
    /// Positions of words, left to right, in rows from top to bottom.
    package let rows: [[Int]]
    /// Each word's row; -1 for noise.
    package let rowOf: [Int]
    package let marks: [Mark]
    /// Slashes that stand by themselves: they join the names that a label has in several languages.
    private let slashes: [Box]
    private let verticals: [Box]
    private let horizontals: [Box]

    package init(page: RecognizedPage) {
        self.page = page
        matcher = PhraseMatcher(page: page)
        textHeight = Self.textHeight(of: page.words)
        marks = Mark.all(on: page, textHeight: textHeight)
        let noise = Set(page.words.indices.filter { Self.isNoise(page.words[$0]) }).union(marks.flatMap(\.words))
        rows = Self.rows(of: page.words, leavingOut: noise)
        var rowOf = [Int](repeating: -1, count: page.words.count)
        for (row, words) in rows.enumerated() {
            for word in words { rowOf[word] = row }
        }
        self.rowOf = rowOf
        slashes = page.words.filter { $0.text == "/" }.map(\.box)
        verticals = page.rules.filter { !$0.isHorizontal }.map(\.box)
        horizontals = page.rules.filter(\.isHorizontal).map(\.box)
    }

    package var words: [Word] { page.words }

    /// A value's words with the hyphens that stand by themselves between them: `L0123 - 55108`.
    package func withHyphens(_ line: [Int]) -> [Int] {
        var whole: [Int] = []
        for word in line {
            if let last = whole.last, word == last + 2, ["-", "–"].contains(words[last + 1].text) {
                whole.append(last + 1)
            }
            whole.append(word)
        }
        return whole
    }

    /// The median height of words that are surely read, where there are some: what is read along a page's dark edge, or in
    /// a pattern, has any height.
    private static func textHeight(of words: [Word]) -> Double {
        let lettered = words.filter { $0.text.contains(where: \.isLetter) }
        let sure = lettered.filter { $0.confidence >= 0.5 }
        let heights = (sure.count >= fewWords ? sure : lettered).map(\.box.height).sorted()
        return heights.isEmpty ? 20 : Double(max(4, heights[heights.count / 2]))
    }

    private static let fewWords = 5

    /// Rules, underscores and dots that recognition took for text.
    private static func isNoise(_ word: Word) -> Bool {
        !word.text.contains { $0.isLetter || $0.isNumber || "@$#%&".contains($0) }
    }

    /// Each word joins the row whose rightmost word it stands beside: rows may run slightly off level. Beside several, it
    /// is that of the word that was read in one line with it: boxes of letters with marks reach into the line above.
    private static func rows(of words: [Word], leavingOut noise: Set<Int>) -> [[Int]] {
        var rows: [[Int]] = []
        let order = words.indices.filter { !noise.contains($0) }.sorted {
            (words[$0].box.x, words[$0].box.y, $0) < (words[$1].box.x, words[$1].box.y, $1)
        }
        for index in order {
            var best: (row: Int, rank: Double)?
            for (row, members) in rows.enumerated() {
                guard let last = members.last else { continue }
                let overlap = words[last].box.verticalOverlap(words[index].box)
                let rank = overlap + (words[last].line == words[index].line ? 1 : 0)
                if overlap > 0.5, rank > best?.rank ?? 0 { best = (row, rank) }
            }
            if let best { rows[best.row].append(index) } else { rows.append([index]) }
        }
        func top(_ row: [Int]) -> Double { row.map { words[$0].box.midY }.reduce(0, +) / Double(max(1, row.count)) }
        return rows.sorted { top($0) < top($1) }
    }

    // MARK: - Neighbourhoods

    /// Words right of a word in its row, nearest first.
    package func right(of word: Int) -> ArraySlice<Int> {
        guard rowOf[word] >= 0, let place = rows[rowOf[word]].firstIndex(of: word) else { return [] }
        return rows[rowOf[word]][(place + 1)...]
    }

    /// The gap between neighbours that parts columns.
    package var columnGap: Double { 2 * textHeight }

    /// Whether a gap or a vertical rule parts two neighbours in a row.
    package func isParted(_ left: Int, _ right: Int) -> Bool {
        let a = words[left].box
        let b = words[right].box
        return Double(gap(between: a, and: b)) > columnGap || hasVerticalRule(between: a, and: b)
    }

    /// The white between neighbours in a row, which a slash between them parts in two.
    package func gap(between a: Box, and b: Box) -> Int {
        let slash = slashes.first { $0.x >= a.maxX && $0.maxX <= b.x && $0.verticalOverlap(a) > 0.5 }
        return slash.map { max($0.x - a.maxX, b.x - $0.maxX) } ?? b.x - a.maxX
    }

    package func hasVerticalRule(between a: Box, and b: Box) -> Bool {
        let middle = (max(a.y, b.y) + min(a.maxY, b.maxY)) / 2
        return verticals.contains { rule in
            rule.midX >= Double(a.maxX) - 2 && rule.midX <= Double(b.x) + 2 && rule.y <= middle && rule.maxY >= middle
        }
    }

    /// Whether a line to write on begins between two neighbours in a row, at their feet.
    package func hasBlank(between a: Box, and b: Box) -> Bool {
        horizontals.contains { rule in
            Double(rule.width) > 4 * textHeight && Double(rule.x) > a.midX
                && Double(rule.x) < Double(b.x) + 0.5 * textHeight
                && (Double(a.maxY) - 0.4 * textHeight...Double(a.maxY) + 0.9 * textHeight).contains(rule.midY)
        }
    }

    /// The stretch of words around one, in its row, without a gap or a rule.
    package func segment(around word: Int) -> [Int] {
        guard rowOf[word] >= 0 else { return [] }
        let row = rows[rowOf[word]]
        guard let place = row.firstIndex(of: word) else { return [] }
        var start = place
        while start > 0, !isParted(row[start - 1], row[start]) { start -= 1 }
        var end = place
        while end + 1 < row.count, !isParted(row[end], row[end + 1]) { end += 1 }
        return Array(row[start...end])
    }

    /// All stretches of a row.
    package func segments(ofRow row: Int) -> [[Int]] {
        var segments: [[Int]] = []
        for word in rows[row] {
            if let last = segments.last?.last, !isParted(last, word) {
                segments[segments.count - 1].append(word)
            } else {
                segments.append([word])
            }
        }
        return segments
    }

    package func box(of indices: some Sequence<Int>) -> Box? { Box.around(indices.map { words[$0].box }) }

    package func text(of indices: some Sequence<Int>) -> String {
        indices.map { words[$0].text }.joined(separator: " ")
    }

    /// Right edge of the column that a box stands in: the next vertical rule beside it, or the page's edge.
    package func columnEnd(of box: Box) -> Int {
        let middle = Int(box.midY)
        let edges = verticals.filter { $0.x >= box.maxX - 2 && $0.y <= middle && $0.maxY >= middle }.map(\.x)
        return edges.min() ?? page.prepared.width
    }

    /// Left edge of the column that a box stands in.
    package func columnStart(of box: Box) -> Int {
        let middle = Int(box.midY)
        let edges = verticals.filter { $0.maxX <= box.x + 2 && $0.y <= middle && $0.maxY >= middle }.map(\.maxX)
        return edges.max() ?? 0
    }

    /// Horizontal rules that cross a stretch of columns between two heights, top to bottom.
    package func rules(acrossX columns: Range<Int>, y rows: Range<Int>) -> [Box] {
        horizontals.filter { rule in
            rule.x < columns.upperBound && rule.maxX > columns.lowerBound && rows.contains(Int(rule.midY))
        }.sorted { $0.y < $1.y }
    }
}
