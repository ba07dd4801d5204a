import Model

/// The web addresses of a page. One that a line's end broke is one (RFC 3986, appendix C).
package struct PageLinks {
    package struct Link {
        package var reading: Reading<String>
        /// Positions among the page's words, rising.
        package var words: [Int]
    }

    /// Row by row.
    package let all: [Link]

    package init(layout: PageLayout) {
        let lines = layout.rows.indices.flatMap { layout.segments(ofRow: $0) }
        all = lines.indices.flatMap { index -> [Link] in
            let text = WordText(lines[index].map { layout.words[$0] })
            return URLParser.find(in: text.text).map { found in
                var link = Link(reading: found.reading, words: text.words(in: found.range).map { lines[index][$0] })
                if link.words.last == lines[index].last { Self.goOn(&link, lines[(index + 1)...], lines, layout) }
                return link
            }
        }
    }

    package func link(with word: Int) -> Link? { all.first { $0.words.contains(word) } }

    /// Takes the next lines of its column up, as far as they are pieces of it.
    private static func goOn(_ link: inout Link, _ next: ArraySlice<[Int]>, _ lines: [[Int]], _ layout: PageLayout) {
        guard let start = link.words.first.map({ layout.words[$0].box }),
            var above = link.words.last.map({ layout.words[$0].box })
        else { return }
        func isBelow(_ box: Box) -> Bool { abs(Double(box.x - start.x)) < layout.textHeight }
        let edge = lines.compactMap { layout.box(of: $0) }.filter(isBelow).map(\.maxX).max() ?? 0
        for line in next {
            guard let box = layout.box(of: line) else { continue }
            if Double(box.y - above.maxY) > 1.2 * layout.textHeight { return }
            guard isBelow(box), box.midY > Double(above.maxY) else { continue }
            // A line is broken at its end, or before a piece of the address that has no room.
            let room = Double(edge - above.maxX)
            let isFull = room < layout.textHeight || room < Double(box.width)
            guard isFull, let whole = URLParser.joined(link.reading.value, overLineEnd: layout.text(of: line)) else {
                return
            }
            link.reading.value = whole
            link.words += line
            above = box
        }
    }
}
