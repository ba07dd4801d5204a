package import Model

/// A phrase found among the words of a page.
package struct PhraseMatch: Hashable, Sendable {
    /// Positions among the page's words.
    package var words: Range<Int>
    package var box: Box
    /// 1 for the same letters, less for each one misread.
    package var similarity: Double
    /// What the first word holds before the phrase, and the last one behind it: "John" of "Name:John".
    package var before: String
    package var after: String

    package init(words: Range<Int>, box: Box, similarity: Double, before: String = "", after: String = "") {
        self.words = words
        self.box = box
        self.similarity = similarity
        self.before = before
        self.after = after
    }
}

/// Finds phrases despite recognition errors, case, punctuation, hyphenation and the ends of lines.
///
/// A page becomes one run of letters and digits without spaces, in which characters that recognition confuses are one;
/// a phrase is searched with Myers' bit-parallel algorithm (A fast bit-vector algorithm for approximate string matching,
/// J. ACM 46, 1999) and must begin and end where words do. Phrases under eight letters must be read without error, but
/// for one look-alike from five letters on; those up to three exactly.
package struct PhraseMatcher: Sendable {
    private let words: [Word]
    private let stream: PhraseStream

    /// Built once a page and asked for many phrases.
    package init(page: RecognizedPage) {
        self.init(words: page.words)
    }

    /// - Parameter words: in reading order.
    package init(words: [Word]) {
        self.words = words
        stream = PhraseStream(words)
    }

    /// All places where the phrase stands, in reading order; it may run over a line's end.
    package func matches(_ phrase: String) -> [PhraseMatch] {
        let pattern = PhrasePattern(phrase)
        guard !pattern.folded.isEmpty, pattern.folded.count <= stream.folded.count + pattern.allowed else { return [] }
        var found: [PhraseMatch] = []
        for end in stream.ends(of: pattern) {
            guard let place = stream.place(of: pattern, endingAt: end), let match = match(place) else { continue }
            if let last = found.last, last.words.upperBound > match.words.lowerBound, last.box.maxX > match.box.x,
                !isBehind(match, last)
            {
                if match.similarity > last.similarity { found[found.count - 1] = match }
            } else {
                found.append(match)
            }
        }
        return found
    }

    /// Whether the phrase stands anywhere.
    package func contains(_ phrase: String) -> Bool { !matches(phrase).isEmpty }

    /// Two matches in one word: "Name/Name".
    private func isBehind(_ match: PhraseMatch, _ last: PhraseMatch) -> Bool {
        match.words.lowerBound >= last.words.upperBound
    }

    private func match(_ place: PhraseStream.Place) -> PhraseMatch? {
        let range = stream.word[place.range.lowerBound]..<stream.word[place.range.upperBound - 1] + 1
        for index in range.dropFirst() where !isNext(words[index - 1], words[index]) { return nil }
        guard let box = Box.around(words[range].map(\.box)) else { return nil }
        let first = stream.offset[place.range.lowerBound]
        let last = stream.offset[place.range.upperBound - 1]
        return PhraseMatch(
            words: range, box: box, similarity: place.similarity,
            before: String(words[range.lowerBound].text.prefix(first)),
            after: String(words[range.upperBound - 1].text.dropFirst(last + 1)))
    }

    /// Whether words follow each other closely enough to be of one phrase: no column's gap between them, no blank lines.
    private func isNext(_ a: Word, _ b: Word) -> Bool {
        let height = max(a.box.height, b.box.height, 1)
        if a.box.verticalOverlap(b.box) > 0.4 { return b.box.x - a.box.maxX <= 4 * height }
        return b.box.y - a.box.maxY <= 2 * height
    }
}
