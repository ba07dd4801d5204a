import Model

/// Puts the pages' words in one row: joins words broken at line ends, cuts lines at wide gaps, marks page furniture.
struct DeedTextBuilder {
    private(set) var tokens: [DeedToken] = []
    private(set) var segments: [DeedSegment] = []
    private var line = 0
    private var pageNumber = 0
    /// Words with a hyphen inside a line, in small letters.
    private let hyphenated: Set<String>

    init(_ pages: [RecognizedPage]) {
        hyphenated = Set(
            pages.lazy.flatMap(\.words).map(\.text).filter { $0.dropFirst().dropLast().contains("-") }.map(Self.key))
        for page in pages { add(page) }
    }

    private static func key(_ word: String) -> String { word.lowercased().filter { $0.isLetter || $0 == "-" } }

    private mutating func add(_ page: RecognizedPage) {
        pageNumber += 1
        for textLine in page.lines {
            add(textLine, height: page.prepared.height, page: page)
            line += 1
        }
    }

    private mutating func add(_ textLine: TextLine, height: Int, page: RecognizedPage) {
        let words = textLine.words.filter { !$0.text.isEmpty }
        guard !words.isEmpty else { return }
        let furniture = Self.isFurniture(words, box: textLine.box, pageHeight: height)
        let heights = words.map(\.box.height).sorted()
        let textHeight = max(1, heights[heights.count / 2])
        var start = tokens.count
        for (position, word) in words.enumerated() {
            if position == 0, !furniture, joinsBrokenWord(word) { continue }
            if position > 0 {
                let gap = word.box.x - words[position - 1].box.maxX
                if gap > textHeight * 2, start < tokens.count {
                    close(from: start, height: textHeight)
                    start = tokens.count
                }
            }
            tokens.append(
                DeedToken(
                    text: word.text, word: Vocabulary.canonical(word.text), page: pageNumber, box: word.box,
                    confidence: word.confidence, line: line, isFurniture: furniture,
                    isAgreedOn: word.isAgreedOn))
        }
        if start < tokens.count { close(from: start, height: textHeight) }
    }

    private mutating func close(from start: Int, height: Int) {
        let box = Box.around(tokens[start...].map(\.box)) ?? Box(x: 0, y: 0, width: 0, height: 0)
        segments.append(
            DeedSegment(tokens: start..<tokens.count, page: pageNumber, box: box, line: line, height: height))
    }

    /// `prop-` at a line's end and `erty` at the next one's start are one word.
    private mutating func joinsBrokenWord(_ word: Word) -> Bool {
        guard let last = tokens.lastIndex(where: { !$0.isFurniture }), tokens[last].line < line,
            let hyphen = tokens[last].text.last, hyphen == "-" || hyphen == "\u{2010}" || hyphen == "\u{AD}",
            tokens[last].text.dropLast().last?.isLetter ?? false, tokens[last].text.count > 2,
            let first = word.text.first, first.isLetter
        else { return false }
        let stem = tokens[last].text.dropLast()
        // `that-` / `certain`: a speck behind a word of the clause.
        if Self.wholeStems.contains(Vocabulary.key(String(stem))), Vocabulary.isWord(word.text) {
            tokens[last].text = String(stem)
            return false
        }
        // A hyphen that stands within a line elsewhere is the word's own.
        if hyphenated.contains(Self.key(tokens[last].text + word.text)) {
            append(word, to: last, behind: tokens[last].text)
            return true
        }
        // A capital after a capitalized stem is a double name (`Smith-` / `Jones`), unless all is set in capitals.
        if first.isUppercase, !stem.allSatisfy({ !$0.isLetter || $0.isUppercase }) { return false }
        append(word, to: last, behind: String(stem))
        return true
    }

    private mutating func append(_ word: Word, to last: Int, behind stem: String) {
        tokens[last].text = stem + word.text
        tokens[last].word = Vocabulary.canonical(tokens[last].text)
        tokens[last].confidence = min(tokens[last].confidence, word.confidence)
        tokens[last].isAgreedOn = tokens[last].isAgreedOn && word.isAgreedOn
    }

    /// Words of which none that is broken at a line's end begins before another word of the clauses.
    private static let wholeStems: Set<String> = ["that", "the", "and", "said", "such", "all", "any", "this", "these"]

    /// With a page behind them, where the recorder put the deed.
    private static let volumes = Vocabulary.split("book bk liber libro volume vol reel roll record records")

    /// Page numbers, `Page 2 of 3` or `Page 2of3`, initials and running lines at the very top or bottom of a page.
    static func isFurniture(_ words: [Word], box: Box, pageHeight: Int) -> Bool {
        guard words.count <= 9, pageHeight > 0 else { return false }
        let middle = box.midY / Double(pageHeight)
        let keys = words.map { Vocabulary.key($0.text) }
        // A line of its own, wherever the text ends on a page.
        if keys.first?.hasPrefix("page") == true, keys.joined().wholeMatch(of: /page\d{1,3}of\d{1,3}/) != nil {
            return true
        }
        guard middle < 0.09 || middle > 0.9 else { return false }
        if keys.allSatisfy({ $0.utf8.count <= 3 && !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) {
            return words.count == 1
        }
        let count = zip(keys, keys.indices.dropFirst()).first { key, number in
            key == "page" && Int(keys[number]) != nil && (keys.count == number + 1 || keys[number + 1] == "of")
        }
        if let count {
            // `Page 680` at the top, without its `Volume 4923`, is the recorder's: no deed has as many pages.
            let isOfVolume = keys.contains(where: volumes.contains) || keys[count.1].utf8.count > 2
            return middle > 0.9 || !isOfVolume
        }
        if keys.count == 3, Int(keys[0]) != nil, keys[1] == "of", Int(keys[2]) != nil { return true }
        return keys.count <= 3 && keys.contains { $0 == "initials" || $0 == "initial" }
    }
}
