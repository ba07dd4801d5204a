/// An amount of money as the contract writes it.
package struct Money: Hashable, Sendable {
    /// In hundredths.
    package var hundredths: Int
    /// ISO 4217 where a sign, a code or a word names it.
    package var currency: String?

    package init(hundredths: Int, currency: String?) {
        self.hundredths = hundredths
        self.currency = currency
    }

    /// `250000.00`: no sign, no separators, two decimals.
    package var decimal: String {
        let cents = hundredths % 100
        return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }
}

/// Reads amounts in figures, in words, and in both: "Ten Dollars ($10.00)".
package enum MoneyParser {
    /// The amount that the whole text is. Bare figures count where they have decimals or thousands, or nothing else stands there.
    package static func parse(_ text: some StringProtocol) -> Reading<Money>? {
        if let found = find(in: text).first { return found.reading }
        let tokens = TextToken.tokens(of: text)
        guard let figures = MoneyFigures(tokens[...]), figures.end == tokens.count else { return nil }
        return Reading(
            Money(hundredths: figures.hundredths, currency: nil), isRepaired: figures.isRepaired,
            isWellFormed: figures.isWellFormed)
    }

    /// All amounts that name a currency, in order. Words and figures that stand together are one amount; where they
    /// differ, the words count (UCC 3-114), the figures are the alternative and the reading is not well formed.
    package static func find(in text: some StringProtocol) -> [Found<Money>] {
        let tokens = TextToken.tokens(of: text)
        var amounts: [Amount] = []
        var position = 0
        while position < tokens.count {
            if let amount = inWords(tokens, position) ?? inFigures(tokens, position) {
                amounts.append(amount)
                position = amount.tokens.upperBound
            } else {
                position += 1
            }
        }
        return joined(amounts, tokens)
    }

    private struct Amount {
        var money: Money
        var isInWords: Bool
        var isRepaired: Bool
        var isWellFormed: Bool
        var tokens: Range<Int>
    }

    private static func joined(_ amounts: [Amount], _ tokens: [TextToken]) -> [Found<Money>] {
        var found: [Found<Money>] = []
        var index = 0
        while index < amounts.count {
            let first = amounts[index]
            var reading = Reading(first.money, isRepaired: first.isRepaired, isWellFormed: first.isWellFormed)
            var end = first.tokens.upperBound
            if index + 1 < amounts.count, isPair(first, amounts[index + 1], tokens) {
                let second = amounts[index + 1]
                let (words, figures) = first.isInWords ? (first, second) : (second, first)
                let currency = words.money.currency ?? figures.money.currency
                reading = Reading(
                    Money(hundredths: words.money.hundredths, currency: currency), isRepaired: figures.isRepaired)
                if words.money.hundredths != figures.money.hundredths {
                    reading.alternatives = [figures.money]
                    reading.isWellFormed = false
                }
                end = second.tokens.upperBound
                index += 1
            }
            while end < tokens.count, tokens[end].symbol == ")" { end += 1 }
            let range = tokens[first.tokens.lowerBound].range.lowerBound..<tokens[end - 1].range.upperBound
            found.append(Found(reading, range: range))
            index += 1
        }
        return found
    }

    /// Words and figures with nothing between them but brackets and commas.
    private static func isPair(_ a: Amount, _ b: Amount, _ tokens: [TextToken]) -> Bool {
        guard a.isInWords != b.isInWords, b.tokens.lowerBound - a.tokens.upperBound <= 3 else { return false }
        return tokens[a.tokens.upperBound..<b.tokens.lowerBound].allSatisfy { token in
            token.symbol.map { "(),[]-–—".contains($0) } == true || token.word == "dollars" || token.word == "or"
        }
    }

    // MARK: - In words

    /// "Two Hundred Fifty Thousand and 00/100 Dollars".
    private static func inWords(_ tokens: [TextToken], _ start: Int) -> Amount? {
        guard let number = NumberWords.cardinal(tokens[start...]) else { return nil }
        var position = start + number.count
        var hundredths = number.value * 100
        // "one hundred thousand and no/100 dollars"
        var rest = position
        if rest < tokens.count, tokens[rest].word == "and" || tokens[rest].symbol == "&" { rest += 1 }
        if rest + 2 < tokens.count, let stroke = tokens[rest + 1].symbol,
            stroke == "/" || rest > position && misreadStrokes.contains(stroke),
            ["100", "1oo"].contains(tokens[rest + 2].digits)
        {
            if let cents = tokens[rest].digits.flatMap({ Int($0) }), cents < 100 {
                hundredths += cents
                position = rest + 3
            } else if let word = tokens[rest].word, ["no", "xx", "x", "zero", "oo"].contains(word) {
                position = rest + 3
            }
        }
        var currency: String?
        if position < tokens.count, let word = tokens[position].word, let code = words[word] {
            currency = code
            position += 1
            hundredths += cents(tokens, &position)
        }
        // Words without a currency are an amount only where figures with one follow in brackets.
        let followed = position < tokens.count && tokens[position].symbol == "("
        guard currency != nil || followed else { return nil }
        if currency == nil {
            guard inFigures(tokens, position + 1) != nil else { return nil }
        }
        return Amount(
            money: Money(hundredths: hundredths, currency: currency), isInWords: true, isRepaired: false,
            isWellFormed: true, tokens: start..<position)
    }

    /// What a stroke between cents and a hundred is read as: `00; 100`.
    private static let misreadStrokes: Set<Character> = [";", ":", "|", "!", "\\", "(", ")", "'", "’"]

    /// "and fifty cents" behind the dollars.
    private static func cents(_ tokens: [TextToken], _ position: inout Int) -> Int {
        var rest = position
        if rest < tokens.count, tokens[rest].word == "and" { rest += 1 }
        guard rest < tokens.count, let number = NumberWords.cardinal(tokens[rest...]), number.value < 100,
            rest + number.count < tokens.count, ["cent", "cents"].contains(tokens[rest + number.count].word)
        else { return 0 }
        position = rest + number.count + 1
        return number.value
    }

    // MARK: - In figures

    private static let signs: [Character: String] = ["$": "USD", "€": "EUR", "£": "GBP"]
    private static let codes: Set<String> = ["usd", "eur", "gbp", "cad", "aud", "chf", "mxn"]
    private static let words: [String: String] = [
        "dollars": "USD", "dollar": "USD", "euros": "EUR", "euro": "EUR", "pounds": "GBP",
    ]

    private static func inFigures(_ tokens: [TextToken], _ start: Int) -> Amount? {
        guard start < tokens.count else { return nil }
        var position = start
        var currency: String?
        if let word = tokens[position].word, codes.contains(word) {
            currency = word.uppercased()
            position += 1
        } else if let word = tokens[position].word, ["us", "u"].contains(word), position + 1 < tokens.count,
            tokens[position + 1].symbol == "$"
        {
            position += 1
        }
        if position < tokens.count, let sign = tokens[position].symbol, let code = signs[sign] {
            currency = currency ?? code
            position += 1
            while position < tokens.count, tokens[position].symbol.map({ "*_".contains($0) }) == true { position += 1 }
        }
        guard position < tokens.count, let figures = MoneyFigures(tokens[position...]) else { return nil }
        position = figures.end
        if currency == nil, position < tokens.count {
            if let sign = tokens[position].symbol, let code = signs[sign], code == "EUR" {
                currency = code
                position += 1
            } else if let word = tokens[position].word,
                let code = words[word] ?? (codes.contains(word) ? word.uppercased() : nil)
            {
                currency = code
                position += 1
            }
        }
        guard currency != nil else { return nil }
        return Amount(
            money: Money(hundredths: figures.hundredths, currency: currency), isInWords: false,
            isRepaired: figures.isRepaired, isWellFormed: figures.isWellFormed, tokens: start..<position)
    }
}

/// Figures with separators: `250,000.00`, `250.000,00`, `250 000`, `250000`.
struct MoneyFigures: Hashable, Sendable {
    private(set) var hundredths: Int
    private(set) var isRepaired = false
    /// Whether thousands stand in threes.
    private(set) var isWellFormed = true
    /// The token behind them.
    private(set) var end: Int

    init?(_ tokens: ArraySlice<TextToken>) {
        guard let first = tokens.first?.digits, let token = tokens.first else { return nil }
        var groups = [first]
        var separators: [Character] = []
        var repaired = token.isRepaired
        var position = tokens.startIndex + 1
        // A space behind a separator is tolerated before three digits or two at the end: recognition puts it there.
        while position + 1 < tokens.endIndex, let symbol = tokens[position].symbol, symbol == "," || symbol == ".",
            !tokens[position].spaceBefore, let digits = Self.digits(tokens[position + 1]),
            !tokens[position + 1].spaceBefore || digits.count == 3
        {
            groups.append(digits)
            separators.append(symbol)
            repaired = repaired || tokens[position + 1].isRepaired || tokens[position + 1].digits == nil
            position += 2
        }
        var decimals = "00"
        if let last = groups.last, separators.last != nil, last.count == 2 {
            decimals = last
            groups.removeLast()
            separators.removeLast()
        }
        isWellFormed =
            groups.dropFirst().allSatisfy { $0.count == 3 } && Set(separators).count <= 1
            && (groups.count == 1 || first.count <= 3)
        guard groups.joined().count <= 15, let whole = Int(groups.joined()), let cents = Int(decimals) else {
            return nil
        }
        hundredths = whole * 100 + cents
        isRepaired = repaired
        end = position
    }

    /// Between separators, letters O alone are zeros.
    private static func digits(_ token: TextToken) -> String? {
        if let digits = token.digits { return digits }
        guard let word = token.word, word.count <= 3, word.allSatisfy({ $0 == "o" }) else { return nil }
        return String(repeating: "0", count: word.count)
    }
}
