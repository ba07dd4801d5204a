import Model

/// Reads requests from check boxes: beside what is asked, or "Yes" and "No" behind it.
struct RequestMarks {
    let layout: PageLayout
    let vocabulary: RequestVocabulary

    struct Result {
        var hits: [RequestHit] = []
        /// Boxes beside a request whose state could not be told.
        var doubtful: [RequestHit] = []
        /// Whether the page has boxes for requests at all: then its prose only explains them.
        var hasBoxes = false
        /// Whether a box in a column of requests is marked whose text names none that is known.
        var hasUnknown = false
    }

    /// Boxes beside declarations, not requests: "I am a resident", "true and correct".
    private static let declarations = [
        "certify", "declare", "true and correct", "perjury", "i am a", "i am the", "i am an", "i am over", "i agree",
        "i confirm", "i understand", "resident", "agent",
        "consent", "attest", "i have read", "contact me", "is accurate",
    ]

    /// Whether the page has a list of rights to choose from.
    var hasMenu: Bool { RequestMenu(layout: layout) { type(of: $0)?.0 }.isThere }

    /// Lines beside which a box should stand, since others of their column have one, but none was seen.
    private func unboxed(_ texts: [MarkedText]) -> [RequestHit] {
        let starts = texts.compactMap { text in text.words.first.map { (layout.words[$0].box, text.mark.box) } }
        guard !starts.isEmpty else { return [] }
        let boxed = Set(texts.flatMap(\.words))
        let height = layout.textHeight
        let tops = starts.map(\.0.y)
        guard let top = tops.min(), let bottom = tops.max() else { return [] }
        return layout.rows.flatMap { row in
            row.first.map { layout.segment(around: $0) } ?? [] == row ? [row] : segments(row)
        }
        .compactMap { line -> RequestHit? in
            let free = line.filter { !boxed.contains($0) }
            guard free.count > 1, free.count == line.count || free.count + 1 == line.count,
                let first = free.first(where: { index in
                    let word = layout.words[index]
                    // A filled box may have been read as letters: `Mi Erase my records`.
                    return word.text.filter(\.isLetter).count > 1 && !isInColumn(word.box, of: texts.map(\.mark.box))
                })
            else { return nil }
            let box = layout.words[first].box
            // Under or over another option's text, or in the same row of a table of them.
            let isAligned = starts.contains {
                abs(Double($0.0.x - box.x)) < 0.8 * height || abs($0.0.midY - box.midY) < 0.5 * height
            }
            guard isAligned, Double(box.y) > Double(top) - 4 * height, Double(box.y) < Double(bottom) + 4 * height,
                let (type, similarity) = type(of: free.map { layout.words[$0] })
            else { return nil }
            return RequestHit(
                type: type, confidence: 0.4 * similarity, raw: layout.text(of: free), page: layout.page.index, box: box,
                source: .mark)
        }
    }

    /// Lines that begin another sentence and name another request than the option that they were taken into: theirs is a
    /// box that was not seen, such as one filled with ink that hides its frame.
    private func swallowed(_ texts: [MarkedText]) -> [RequestHit] {
        texts.flatMap { text -> [RequestHit] in
            let rows = Dictionary(grouping: text.words) { layout.rowOf[$0] }.sorted { $0.key < $1.key }.map(\.value)
            guard let first = rows.first, let own = type(of: first.map { layout.words[$0] })?.type else { return [] }
            return rows.dropFirst().compactMap { line in
                guard let start = line.first, layout.words[start].text.first?.isUppercase == true,
                    let other = type(of: line.map { layout.words[$0] }), other.type != own
                else { return nil }
                return RequestHit(
                    type: other.type, confidence: 0.4 * other.similarity, raw: layout.text(of: line),
                    page: layout.page.index, box: layout.words[start].box, source: .mark)
            }
        }
    }

    /// Whether a word stands where boxes stand above or below it.
    private func isInColumn(_ word: Box, of boxes: [Box]) -> Bool {
        boxes.contains { $0.horizontalOverlap(word) > 0.5 && Double(word.width) < 2 * Double($0.width) }
    }

    private func segments(_ row: [Int]) -> [[Int]] {
        guard let first = row.first, layout.rowOf[first] >= 0 else { return [] }
        return layout.segments(ofRow: layout.rowOf[first])
    }

    func result() -> Result {
        var result = Result()
        let texts = MarkReader(layout).texts()
        let missed = unboxed(texts) + swallowed(texts)
        result.doubtful += missed
        var known: [Box] = []
        var unknown: [Box] = []
        for text in texts {
            let words = text.words.map { layout.words[$0] }
            let key = TextFolding.key(words.map(\.text).joined(separator: " "))
            if key == "yes" || key == "no" || key.hasPrefix("yes ") {
                add(question(text), mark: text.mark, isYes: key != "no", to: &result)
            } else if !Self.declarations.contains(where: { " \(key) ".contains(" \($0) ") }) {
                if type(of: words) != nil {
                    known.append(text.mark.box)
                } else if text.mark.state != .unchecked {
                    unknown.append(text.mark.box)
                }
                add(words, mark: text.mark, isYes: true, to: &result)
            }
        }
        result.hasUnknown = unknown.contains { box in
            known.contains { abs(Double($0.x - box.x)) < layout.textHeight }
        }
        return result
    }

    private func add(_ words: [Word], mark: Mark, isYes: Bool, to result: inout Result) {
        guard let (type, similarity) = type(of: words) else { return }
        result.hasBoxes = true
        guard mark.state != .unchecked, isYes || mark.state == .doubtful else { return }
        let hit = RequestHit(
            type: type,
            confidence: mark.confidence * (0.5 + 0.5 * similarity) * min(1, 0.7 + 0.3 * WordText.confidence(words)),
            raw: words.map(\.text).joined(separator: " "), page: layout.page.index, box: mark.box, source: .mark)
        if mark.state == .doubtful {
            result.doubtful.append(hit)
        } else {
            result.hits.append(hit)
        }
    }

    /// The option whose longest phrase stands among the words.
    private func type(of words: [Word]) -> (type: String, similarity: Double)? {
        vocabulary.matches(in: words).first.map { ($0.type, $0.place.similarity) }
    }

    /// The words left of a "Yes" or "No" in its row; those over it where the row has none.
    private func question(_ text: MarkedText) -> [Word] {
        guard let first = text.words.first, layout.rowOf[first] >= 0 else { return [] }
        let row = layout.rowOf[first]
        let marks = layout.marks.filter { abs($0.box.midY - text.mark.box.midY) < layout.textHeight }
        let left = marks.map(\.box.x).min() ?? text.mark.box.x
        let beside = layout.rows[row].filter { layout.words[$0].box.maxX <= left }
        if beside.count > 1 { return beside.map { layout.words[$0] } }
        guard row > 0 else { return [] }
        return layout.rows[row - 1].map { layout.words[$0] }
    }
}
