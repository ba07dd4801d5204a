import Kinds
import Model

/// What may be a label's value: words line by line.
struct ValueCandidate: Hashable, Sendable {
    var lines: [[Int]]
    var direction: FieldDefinition.Direction
    /// What clings to the label's own last word.
    var prefix = ""
    /// Whether its first line runs on, without a gap, beyond its label's column.
    var isCut = false

    var words: [Int] { lines.flatMap(\.self) }
}

/// Finds the words beside, under or over a label.
struct ValueFinder {
    let layout: PageLayout
    let labels: [LabelHit]
    private let labelWords: Set<Int>

    init(layout: PageLayout, labels: [LabelHit]) {
        self.layout = layout
        self.labels = labels
        labelWords = Set(labels.flatMap { $0.words })
    }

    private var height: Double { layout.textHeight }

    /// - Parameter wraps: whether an address's city and state may stand under its label: `Address: 12 Oak Lane,` over `Reno,
    ///   NV 89501`.
    func candidate(
        for hit: LabelHit, _ direction: FieldDefinition.Direction, maxLines: Int, wraps: Bool = false
    ) -> ValueCandidate? {
        switch direction {
        case .right: right(of: hit, maxLines: maxLines, wraps: wraps)
        case .below: below(hit, maxLines: maxLines)
        case .above: above(hit)
        }
    }

    // MARK: - Right

    private func right(of hit: LabelHit, maxLines: Int, wraps: Bool) -> ValueCandidate? {
        guard let last = lastWord(of: hit) else { return nil }
        var line = stretch(
            Array(layout.right(of: last)), after: layout.words[last].box, isBegun: !hit.rest.isEmpty)
        line = withoutHint(line)
        if line.first.map({ layout.words[$0].text == ":" }) == true { line.removeFirst() }
        guard !line.isEmpty || !hit.rest.isEmpty else { return nil }
        var lines = [line]
        if maxLines > 1, let first = line.first {
            lines += following(
                line: line, startingAt: layout.words[first].box.x, count: maxLines - 1, label: hit, wraps: wraps)
        }
        return ValueCandidate(lines: lines, direction: .right, prefix: hit.rest)
    }

    /// What a label says in parentheses is its own: `Name (first, middle, last)`, unlike `(415) 867-5309`.
    private func withoutHint(_ line: [Int]) -> [Int] {
        guard let first = line.first, layout.words[first].text.hasPrefix("("),
            let end = line.firstIndex(where: { layout.words[$0].text.contains(")") }),
            !line[...end].contains(where: { layout.words[$0].text.contains(where: \.isNumber) })
        else { return line }
        return Array(line[(end + 1)...])
    }

    /// The label's rightmost word in its lowest row.
    private func lastWord(of hit: LabelHit) -> Int? {
        hit.words.filter { layout.rowOf[$0] >= 0 }.max { a, b in
            (layout.rowOf[a], layout.words[a].box.x) < (layout.rowOf[b], layout.words[b].box.x)
        }
    }

    /// Words up to the next label, mark, column gap or rule. One gap or rule may stand before the first of them: between
    /// a column of labels and a column of values.
    ///
    /// - Parameter isBegun: whether the value's first word clings to the label.
    private func stretch(_ candidates: [Int], after label: Box, isBegun: Bool = false) -> [Int] {
        var line: [Int] = []
        var previous = label
        var parted = false
        for word in candidates {
            let box = layout.words[word].box
            if labelWords.contains(word) || isMark(between: previous, and: box) { break }
            let rule = layout.hasVerticalRule(between: previous, and: box)
            let gap = Double(box.x - previous.maxX)
            if line.isEmpty, !isBegun {
                if rule {
                    if parted { break }
                    parted = true
                }
                if gap > Double(layout.page.prepared.width) * 0.5 { break }
            } else if rule || gap > layout.columnGap {
                break
            }
            // An unknown label: "… Fax:".
            if !line.isEmpty, isForeignLabel(word) { break }
            line.append(word)
            previous = box
        }
        return line
    }

    private func isMark(between a: Box, and b: Box) -> Bool {
        layout.marks.contains { mark in
            mark.box.midX > Double(a.maxX) && mark.box.midX < Double(b.x) && mark.box.verticalOverlap(b) > 0.3
        }
    }

    private func isForeignLabel(_ word: Int) -> Bool {
        let text = layout.words[word].text
        return text.hasSuffix(":") && text.count > 2 && text.contains(where: \.isLetter)
    }

    // MARK: - Below

    private func below(_ hit: LabelHit, maxLines: Int) -> ValueCandidate? {
        guard let first = hit.words.first(where: { layout.rowOf[$0] >= 0 }), let last = lastWord(of: hit) else {
            return nil
        }
        let column = column(of: hit)
        var above = hit.box
        for row in layout.rows.indices where row > layout.rowOf[last] {
            let inside = words(ofRow: row, in: column)
            guard let start = inside.first else { continue }
            let box = layout.words[start].box
            guard Double(box.y - above.maxY) < 3 * height, box.y >= above.midYInt else { return nil }
            if labelWords.contains(start) { return nil }
            let left = min(layout.words[first].box.x, captionStart(of: hit))
            // A value begins under its label, or is centred under a short one.
            let line = clipped(inside)
            guard let around = layout.box(of: line) else { return nil }
            guard
                abs(Double(box.x - left)) < 3 * height
                    || (around.horizontalOverlap(hit.box) > 0.5 && around.x >= column.lowerBound)
            else {
                // A speck or a stroke of the ground further along is no value: the label's may stand in the next row.
                if inside.contains(where: labelWords.contains) { return nil }
                continue
            }
            above = around
            let more =
                maxLines > 1 ? following(line: line, startingAt: around.x, count: maxLines - 1, label: hit) : []
            return ValueCandidate(
                lines: [line] + more, direction: .below, isCut: runsOn(line, beyond: column, of: hit))
        }
        return nil
    }

    /// Whether a line goes on behind a column's end, and not with what stands under the next label.
    private func runsOn(_ line: [Int], beyond column: Range<Int>, of hit: LabelHit) -> Bool {
        guard let last = line.last, let next = layout.right(of: last).first, !labelWords.contains(next) else {
            return false
        }
        let box = layout.words[next].box
        guard box.midX >= Double(column.upperBound), !layout.isParted(last, next) else { return false }
        return !labels.contains { other in
            other.box.verticalOverlap(hit.box) > 0.5 && Double(abs(other.box.x - box.x)) < height
        }
    }

    /// From a little left of the label to the next label beside it or the column's end.
    private func column(of hit: LabelHit) -> Range<Int> {
        let start = max(layout.columnStart(of: hit.box), captionStart(of: hit) - Int(1.5 * height))
        let beside = labels.filter { other in
            other.box.x > hit.box.maxX && other.box.verticalOverlap(hit.box) > 0.5
        }.map { $0.box.x - Int(0.3 * height) }
        let end = min(layout.columnEnd(of: hit.box), beside.min() ?? .max)
        return start..<max(start + 1, end)
    }

    /// Where the label's caption begins: with another language, before a stroke, of which no label is known or which was
    /// misread.
    private func captionStart(of hit: LabelHit) -> Int {
        guard var first = hit.words.first(where: { layout.rowOf[$0] >= 0 }) else { return hit.box.x }
        let row = layout.rows[layout.rowOf[first]]
        guard let position = row.firstIndex(of: first), position > 0,
            layout.words[row[position - 1]].text.hasSuffix("/") || first > 0 && layout.words[first - 1].text == "/"
        else { return hit.box.x }
        for word in row[..<position].reversed() {
            if labelWords.contains(word) || layout.isParted(word, first) { break }
            first = word
        }
        return min(hit.box.x, layout.words[first].box.x)
    }

    private func words(ofRow row: Int, in column: Range<Int>) -> [Int] {
        layout.rows[row].filter { word in
            let box = layout.words[word].box
            return box.midX >= Double(column.lowerBound) && box.midX < Double(column.upperBound)
        }
    }

    /// Up to the first gap, rule or label.
    private func clipped(_ words: [Int]) -> [Int] {
        var line: [Int] = []
        for word in words {
            if labelWords.contains(word) { break }
            if let last = line.last,
                layout.isParted(last, word) || isMark(between: layout.words[last].box, and: layout.words[word].box)
            {
                break
            }
            line.append(word)
        }
        return line
    }

    // MARK: - Above

    /// The words on the line that a caption stands under.
    private func above(_ hit: LabelHit) -> ValueCandidate? {
        guard let first = hit.words.first(where: { layout.rowOf[$0] >= 0 }) else { return nil }
        let column = column(of: hit)
        for row in layout.rows.indices.reversed() where row < layout.rowOf[first] {
            let inside = words(ofRow: row, in: column)
            guard let start = inside.first else { continue }
            let box = layout.words[start].box
            guard Double(hit.box.y - box.maxY) < 2.5 * height, box.maxY <= hit.box.midYInt else { return nil }
            let line = clipped(inside)
            guard !line.isEmpty, abs(Double(box.x - hit.box.x)) < 6 * height else { return nil }
            return ValueCandidate(lines: [line], direction: .above)
        }
        return nil
    }

    // MARK: - Further lines

    /// Lines under a value that begin where it begins, without a label, mark or blank line between them.
    private func following(
        line: [Int], startingAt x: Int, count: Int, label: LabelHit, wraps: Bool = false
    ) -> [[Int]] {
        guard let first = line.first, layout.rowOf[first] >= 0 else { return [] }
        var x = x
        var lines: [[Int]] = []
        var above = layout.words[first].box
        let column = column(of: label)
        for row in layout.rows.indices where row > layout.rowOf[first] && lines.count < count {
            let inside = words(ofRow: row, in: column)
            if wraps, lines.isEmpty, isCityAndState(inside, under: label) { x = label.box.x }
            guard let position = inside.firstIndex(where: { layout.words[$0].box.x >= x - Int(height) }) else {
                if inside.isEmpty { continue } else { break }
            }
            // The middle of another line, which begins elsewhere.
            if position > 0, !layout.isParted(inside[position - 1], inside[position]) { break }
            let start = inside[position]
            let box = layout.words[start].box
            // Labels left of the value's column end it.
            if inside.contains(where: labelWords.contains)
                || layout.rows[row].contains(where: {
                    labelWords.contains($0) && layout.words[$0].box.maxX <= box.x
                        && layout.words[$0].box.maxX > label.box.x
                })
            {
                break
            }
            // Values are printed larger than their captions, and their lines stand apart accordingly.
            let size = max(height, Double(above.height))
            guard Double(box.y - above.maxY) < 1.3 * size, abs(box.x - x) < Int(1.5 * height) else { break }
            let line = clipped(inside.filter { layout.words[$0].box.x >= box.x })
            guard !line.isEmpty, !line.contains(where: isForeignLabel) else { break }
            lines.append(line)
            above = box
        }
        return lines
    }

    private func isCityAndState(_ row: [Int], under label: LabelHit) -> Bool {
        guard let first = row.first, abs(layout.words[first].box.x - label.box.x) <= Int(0.5 * height) else {
            return false
        }
        return AddressParser.endsAddress(layout.text(of: clipped(row)))
    }
}

extension Box {
    fileprivate var midYInt: Int { y + height / 2 }
}
