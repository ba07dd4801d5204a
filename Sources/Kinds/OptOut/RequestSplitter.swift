import Model

/// Splits a request's text into its sentences and the items of its lists.
struct RequestSplitter {
    let text: WordText

    struct Sentence {
        var range: Range<Int>
        var endsInColon: Bool
        /// Begins as an item of a list: "1.", "(a)", "•".
        var isItem: Bool
    }

    /// At full stops and colons followed by a space, and before items of lists.
    func sentences() -> [Sentence] {
        let characters = Array(text.text)
        let starts = itemStarts()
        var sentences: [Sentence] = []
        var start = 0
        func close(_ end: Int) {
            while start < end, characters[start].isWhitespace { start += 1 }
            guard end > start else { return }
            let last = characters[start..<end].last { !$0.isWhitespace }
            let isItem = starts.contains { $0 >= start && $0 <= start + 1 }
            sentences.append(Sentence(range: start..<end, endsInColon: last == ":", isItem: isItem))
            start = end
        }
        let paragraphs = paragraphStarts()
        for position in characters.indices {
            if starts.contains(position) || paragraphs.contains(position) { close(position) }
            guard ".:!?".contains(characters[position]) else { continue }
            let next = position + 1 < characters.count ? characters[position + 1] : " "
            if next.isWhitespace, !goesOn(characters, behind: position),
                !isAbbreviation(characters, position, from: start)
            {
                close(position + 1)
            }
        }
        close(characters.count)
        return sentences
    }

    /// Whether what follows a full stop begins no sentence: `1798.100 et seq. (1) that you …`.
    private func goesOn(_ characters: [Character], behind position: Int) -> Bool {
        guard characters[position] == ".", let next = characters[(position + 1)...].first(where: { !$0.isWhitespace })
        else { return false }
        return next.isLowercase || "(§".contains(next)
    }

    private func isAbbreviation(_ characters: [Character], _ position: Int, from start: Int) -> Bool {
        guard characters[position] == "." else { return false }
        var first = position
        while first > start, !characters[first - 1].isWhitespace { first -= 1 }
        let word = String(characters[first..<position]).lowercased()
        return Self.abbreviations.contains(word)
            || (word.count == 1 && word.first?.isLetter == true)
            || (word.count <= 2 && word.allSatisfy(\.isNumber) && first == start)
    }

    /// Of titles and of laws' citations: `Va. Code`, `Colo. Rev. Stat. Ann.`
    private static let abbreviations: Set<String> = [
        "art", "sec", "no", "inc", "mr", "ms", "mrs", "dr", "civ", "cal", "st", "e.g", "i.e", "va", "colo", "conn",
        "tex", "ore", "mont", "minn", "del", "tenn", "ind", "stat", "rev", "ann", "bus", "jr", "sr", "apt", "ste",
        "ave", "blvd", "dr", "rd", "ln", "ct",
    ]

    /// Offsets of lines that begin with a number, a letter in brackets or a bullet.
    private func itemStarts() -> Set<Int> {
        var starts: Set<Int> = []
        var previous: Word?
        for (index, word) in text.words.enumerated() {
            // `under Article` and `18.` in the next line are no item.
            let isCited = previous.map { Self.citations.contains(TextFolding.key($0.text)) } == true
            if previous == nil || previous?.line != word.line, !isCited, Self.isItemMark(word.text) {
                starts.insert(text.start(of: index))
            }
            previous = word
        }
        return starts
    }

    /// Words behind which a law's number stands.
    private static let citations: Set<String> = ["article", "articles", "art", "section", "sections", "sec"]

    /// Offsets of lines that begin with a capital behind a line that ends short: a heading or a paragraph without a full
    /// stop at its end goes on into no sentence.
    private func paragraphStarts() -> Set<Int> {
        guard let margin = text.words.map(\.box.maxX).max() else { return [] }
        var starts: Set<Int> = []
        for (index, word) in text.words.enumerated().dropFirst() {
            let last = text.words[index - 1]
            guard last.line != word.line, word.text.first?.isUppercase == true,
                Double(last.box.maxX) < Self.shortLine * Double(margin)
            else { continue }
            starts.insert(text.start(of: index))
        }
        return starts
    }

    /// Share of the text's right margin that the lines of a paragraph reach but for its last one.
    private static let shortLine = 0.7

    private static func isItemMark(_ text: String) -> Bool {
        if ["•", "·", "*", "-", "–", "—", "o", "e", "¢", "©", "«", "»", "°", "+", "■", "▪", "●"].contains(text) {
            return true
        }
        let inner = text.filter { $0.isLetter || $0.isNumber }
        return inner.count <= 2 && !inner.isEmpty && text.count <= 4 && (text.hasSuffix(".") || text.hasSuffix(")"))
    }
}
