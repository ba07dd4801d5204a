import Model

/// Walks over the tokens of a date.
struct DateCursor {
    struct Number: Hashable {
        var value: Int
        /// Digits printed.
        var count: Int
    }

    struct Year: Hashable {
        var value: Int
        /// 2 or 4.
        var digits: Int
    }

    private let tokens: ArraySlice<TextToken>
    private var position: Int
    private(set) var isRepaired = false

    init(_ tokens: ArraySlice<TextToken>) {
        self.tokens = tokens
        position = tokens.startIndex
    }

    var used: Range<Int> { tokens.startIndex..<position }
    private var next: TextToken? { position < tokens.endIndex ? tokens[position] : nil }

    /// Whether the figures go on without a space: then they were no date.
    var isInsideNumber: Bool {
        guard let next, !next.spaceBefore else { return false }
        if next.digits != nil { return true }
        guard let symbol = next.symbol, ["/", "-"].contains(symbol), position + 1 < tokens.endIndex else {
            return false
        }
        return tokens[position + 1].digits != nil && !tokens[position + 1].spaceBefore
    }

    mutating func number() -> Number? {
        guard let token = next, let digits = token.digits, digits.count <= 8, let value = Int(digits) else {
            return nil
        }
        isRepaired = isRepaired || token.isRepaired
        position += 1
        return Number(value: value, count: digits.count)
    }

    /// A slash, hyphen, dot or space between figures.
    mutating func separator() -> Character? {
        guard let token = next else { return nil }
        if let symbol = token.symbol, ["/", "-", ".", "–", "—"].contains(symbol) {
            position += 1
            return symbol == "–" || symbol == "—" ? "-" : symbol
        }
        return token.digits != nil && token.spaceBefore ? " " : nil
    }

    /// 1…31 in figures, with or without an ordinal's ending, or in words.
    mutating func day() -> Int? {
        guard let token = next else { return nil }
        if let digits = token.digits {
            guard digits.count <= 2, let value = Int(digits), (1...31).contains(value) else { return nil }
            isRepaired = isRepaired || token.isRepaired
            position += 1
            if let word = next?.word, TextToken.ordinalSuffixes.contains(word) { position += 1 }
            return value
        }
        guard let match = NumberWords.day(tokens[position...]) else { return nil }
        position += match.count
        return match.value
    }

    /// A month's name; a second language's name may follow behind a slash.
    mutating func month() -> Int? {
        guard let word = next?.word, let month = MonthNames.month(word) else { return nil }
        isRepaired = isRepaired || month.isRepaired
        position += 1
        if next?.symbol == ".", position + 1 < tokens.endIndex { position += 1 }
        if next?.symbol == "/", position + 1 < tokens.endIndex, let second = tokens[position + 1].word,
            MonthNames.month(second)?.number == month.number
        {
            position += 2
        }
        return month.number
    }

    mutating func skip(words: Set<String>, symbols: Set<Character>) {
        while let token = next, token.word.map(words.contains) == true || token.symbol.map(symbols.contains) == true {
            position += 1
        }
    }

    /// Over "day" between a day and "of", also where a letter of it was misread ("14th dav of").
    mutating func skipDayWord() {
        skip(words: ["day"], symbols: [".", "-", "/", ","])
        guard let word = next?.word, EditDistance.between(Array(word), Array("day"), atMost: 1) == 1,
            tokens.indices.contains(position + 1), tokens[position + 1].word == "of"
        else { return }
        position += 1
    }

    /// Over ", in the year of our Lord" and the like.
    mutating func skipToYear() {
        skip(
            words: ["in", "the", "year", "of", "our", "lord", "a", "d", "ad", "de"],
            symbols: [".", ",", "-", "/", "'", "’", "‘"])
    }

    mutating func year() -> Year? {
        guard let token = next else { return nil }
        if let digits = token.digits, let value = Int(digits) {
            guard digits.count == 2 || (digits.count == 4 && (1000...2999).contains(value)), !isCentury(digits) else {
                return nil
            }
            isRepaired = isRepaired || token.isRepaired
            position += 1
            return isInsideNumber ? nil : Year(value: value, digits: digits.count)
        }
        guard let match = NumberWords.year(tokens[position...]) else { return nil }
        position += match.count
        return Year(value: match.value, digits: 4)
    }

    /// `February 28, 20;`: behind a comma years are written in full; this one's end was not read.
    private func isCentury(_ digits: String) -> Bool {
        ["18", "19", "20"].contains(digits) && position > tokens.startIndex && tokens[position - 1].symbol == ","
    }
}
