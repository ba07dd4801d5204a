import Model

/// One word of the deed in reading order, with what the clause readers ask of it.
struct DeedToken: Hashable, Sendable {
    /// As printed; a word broken at a line's end is whole.
    var text: String
    /// Lower-case letters and digits alone, with misread clause words put right (`Vocabulary`); empty for punctuation.
    var word: String
    /// From 1.
    var page: Int
    var box: Box
    /// 0…1.
    var confidence: Double
    /// Number of the printed line in the whole document.
    var line: Int
    /// Page numbers, running headers and the like: no part of any clause.
    var isFurniture: Bool
    /// As ``Word/isAgreedOn``.
    var isAgreedOn = false

    var endsWithComma: Bool { text.last == "," || text.last == ";" }
    var endsWithColon: Bool { text.last == ":" }
    var startsUpper: Bool { text.first { $0.isLetter || $0.isNumber }?.isUppercase ?? false }
    var hasDigit: Bool { text.utf8.contains { (48...57).contains($0) } }
    /// Whether it is taken for a clause word that was misread, which it may not be: `Tracy` for a `tract`.
    var isRepaired: Bool { word != Vocabulary.key(text) }
    /// Whether it may be part of a person's name. As printed: `Tracy` is no misread `tract`.
    var mayBeName: Bool {
        let key = Vocabulary.key(text)
        return startsUpper && !hasDigit && !Vocabulary.words.contains(key) && !PartyWords.isCommon(key)
    }
    var isAllDigits: Bool { !word.isEmpty && word.utf8.allSatisfy { (48...57).contains($0) } }
}

/// Part of a printed line between wide gaps: a cell, a column's line, or the whole line.
struct DeedSegment: Hashable, Sendable {
    var tokens: Range<Int>
    var page: Int
    var box: Box
    var line: Int
    /// Text height in pixels.
    var height: Int
}

/// All words of a deed in one row from the first page to the last, so that a clause may run over line and page ends.
struct DeedText: Sendable {
    let tokens: [DeedToken]
    let segments: [DeedSegment]
    /// Width and height of each page, in order.
    let pages: [PageSize]
    private let positions: [String: [Int]]

    struct PageSize: Hashable, Sendable {
        var width: Int
        var height: Int
        /// Median height of the words, in pixels.
        var text = 1
    }

    var all: Range<Int> { tokens.indices }

    init(_ document: RecognizedDocument) {
        let builder = DeedTextBuilder(document.pages)
        tokens = builder.tokens
        segments = builder.segments
        pages = document.pages.map { page in
            let heights = page.words.map(\.box.height).sorted()
            return PageSize(
                width: page.prepared.width, height: page.prepared.height,
                text: heights.isEmpty ? 1 : max(1, heights[heights.count / 2]))
        }
        var positions: [String: [Int]] = [:]
        for (index, token) in builder.tokens.enumerated() where !token.isFurniture && !token.word.isEmpty {
            positions[token.word, default: []].append(index)
        }
        self.positions = positions
    }

    /// Where a word stands, in order.
    func positions(of word: String) -> [Int] { positions[word] ?? [] }

    /// The next word of a clause at or after a position.
    func next(_ index: Int, before end: Int? = nil) -> Int? {
        var index = max(0, index)
        let limit = min(end ?? tokens.count, tokens.count)
        while index < limit {
            if !tokens[index].isFurniture, !tokens[index].word.isEmpty { return index }
            index += 1
        }
        return nil
    }

    /// The last word of a clause before a position.
    func previous(_ index: Int, from start: Int = 0) -> Int? {
        var index = min(index, tokens.count) - 1
        while index >= start {
            if !tokens[index].isFurniture, !tokens[index].word.isEmpty { return index }
            index -= 1
        }
        return nil
    }

    func word(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].word : "" }

    /// The printed text in one line, furniture left out.
    func text(_ range: Range<Int>) -> String {
        tokens[range.clamped(to: all)].lazy.filter { !$0.isFurniture }.map(\.text).joined(separator: " ")
    }

    func text(_ indices: [Int]) -> String { indices.map { tokens[$0].text }.joined(separator: " ") }

    /// The page of the first word and the box around all words on that page.
    func place(_ indices: some Sequence<Int>) -> (page: Int, box: Box)? {
        let used = indices.filter { tokens.indices.contains($0) && !tokens[$0].isFurniture }
        guard let first = used.first else { return nil }
        let page = tokens[first].page
        let boxes = used.lazy.map { tokens[$0] }.filter { $0.page == page }.map(\.box)
        return Box.around(Array(boxes)).map { (page, $0) }
    }

    /// How well the words were read, 0…1: 1 where the recognizer was sure of all of them. The mean stands for the
    /// whole and the least sure word for the one that may be wrong.
    func reading(_ indices: some Sequence<Int>) -> Double {
        var letters = 0
        var sum = 0.0
        var least = 1.0
        for index in indices where tokens.indices.contains(index) && !tokens[index].isFurniture {
            let token = tokens[index]
            guard !token.word.isEmpty else { continue }
            letters += token.word.utf8.count
            sum += token.confidence * Double(token.word.utf8.count)
            least = min(least, token.confidence)
        }
        guard letters > 0 else { return 0 }
        return 0.5 * min(1, sum / Double(letters) / 0.9) + 0.5 * min(1, least / 0.6)
    }

    /// Whether the words go back up a page: a paragraph that was read as several columns is in no right order.
    func runsUpward(_ indices: [Int]) -> Bool {
        zip(indices, indices.dropFirst()).contains { first, second in
            let token = tokens[first]
            let next = tokens[second]
            return token.page == next.page && token.box.midY - next.box.midY > 1.5 * Double(size(of: token.page).text)
        }
    }

    /// Whether a word begins a line that stands farther below the line before than lines of a paragraph do.
    func startsParagraph(_ position: Int, after before: Int) -> Bool {
        let token = tokens[position]
        let last = tokens[before]
        guard token.line != last.line else { return false }
        if token.page != last.page { return true }
        let gap = token.box.y - last.box.maxY
        return gap > max(token.box.height, last.box.height) && standsApart(position, after: before)
            && !isDoubleSpaced(position, after: before, gap: gap)
    }

    /// Whether white parts two words' lines: below `to` and above `a` there is more of it than between their lines.
    private func standsApart(_ position: Int, after before: Int) -> Bool {
        guard let upper = segment(of: before), let lower = segment(of: position) else { return true }
        func boxes(_ segment: DeedSegment) -> [Box] {
            segment.tokens.map { tokens[$0].box }.filter { 2 * $0.height < 3 * segment.height }
        }
        guard let bottom = boxes(upper).map(\.maxY).max(), let top = boxes(lower).map(\.y).min() else { return true }
        return Double(top - bottom) > Self.leastLeading * Double(lower.height)
    }

    /// Of a line's text height, the white above the first line of another paragraph.
    private static let leastLeading = 0.7

    /// Words either way that show how far apart the lines are, and how wide.
    private static let surroundings = 120

    /// Whether a full line goes on in the next one, which stands no further below it than lines do there.
    private func isDoubleSpaced(_ position: Int, after before: Int, gap: Int) -> Bool {
        let near = (max(0, position - Self.surroundings)..<min(tokens.count, position + Self.surroundings)).filter {
            tokens[$0].page == tokens[position].page
        }
        let gaps = zip(near, near.dropFirst()).compactMap { first, second -> Int? in
            let (a, b) = (tokens[first].box, tokens[second].box)
            return tokens[first].line != tokens[second].line && Double(b.y) > a.midY ? b.y - a.maxY : nil
        }.sorted()
        let (left, right) = (near.map { tokens[$0].box.x }.min() ?? 0, near.map { tokens[$0].box.maxX }.max() ?? 0)
        return !gaps.isEmpty && 5 * gap < 7 * gaps[gaps.count / 2]
            && 5 * (right - tokens[before].box.maxX) < right - left
    }

    /// Words that no sentence ends with.
    static let goingOn: Set<String> = ["and", "or", "the", "of", "unto"]

    /// Whether a full stop ends a sentence here, rather than an abbreviation or an initial.
    func endsSentence(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        let token = tokens[index]
        guard let stop = token.text.last(where: { !"\"')”’".contains($0) }), stop == "." else { return false }
        // `James Roe and. Alice Roe`: a speck.
        if Self.goingOn.contains(token.word) { return false }
        let letters = token.text.filter { $0.isLetter }.count
        if letters == 1 || Vocabulary.abbreviations.contains(token.word) { return false }
        return !token.text.dropLast().contains(".") && !isNameEnd(next(index + 1))
    }

    /// Whether a word can only be the end of the name in front of it: `Harbor Bank. N.A.` has a comma that was read as a
    /// full stop.
    func isNameEnd(_ index: Int?) -> Bool {
        index.map { PartyWords.nameEnds.contains(word($0)) && tokens[$0].startsUpper } ?? false
    }

    /// The segment that holds a token.
    func segment(of index: Int) -> DeedSegment? {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].tokens.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return low < segments.count && segments[low].tokens.contains(index) ? segments[low] : nil
    }

    func size(of page: Int) -> PageSize {
        pages.indices.contains(page - 1) ? pages[page - 1] : PageSize(width: 1, height: 1)
    }
}
