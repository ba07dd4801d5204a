import Model

private typealias MoneyReading = Reading<Money>

/// What was paid, or for a deed of trust what was lent.
struct DeedMoneyReader {
    struct Reading {
        var money: Money
        var tokens: [Int]
        var how: Double
        var alternatives: [Money]
        /// Words and figures name the same amount: two readings, which outweigh the recognizer's doubts.
        var isConfirmed = false
    }

    let text: DeedText

    func consideration() -> Reading? {
        guard var stated = amount(behind: Self.considerations, reach: 26) else {
            return labelled(Self.priceLabels) ?? plain()
        }
        // `Consideration: $312,000.00` above a deed that names ten dollars: which one was paid, the deed does not say.
        if let labelled = labelled(Self.priceLabels), labelled.money.hundredths != stated.money.hundredths {
            stated.how = min(stated.how, 0.6)
            stated.isConfirmed = false
            stated.alternatives.append(labelled.money)
        }
        return stated
    }

    /// `for Ten Dollars, hereby conveys`: the only amount that a deed names behind `for`; fees and taxes have labels.
    private func plain() -> Reading? {
        let span = DeedSpan(text, text.all)
        let readings = MoneyParser.find(in: span.string).compactMap { found -> Reading? in
            let tokens = span.tokens(in: found.range)
            guard let first = tokens.first, let before = text.previous(first),
                !text.contains(Self.charges, in: max(0, first - 8)..<first)
            else { return nil }
            let isCut = isCut(before)
            guard isCut || ["for", "of", "sum", "namely", "paid", "is"].contains(text.word(before)) else {
                return nil
            }
            return reading(found.reading, tokens, isCut: isCut)
        }
        return Set(readings.map(\.money.hundredths)).count == 1 ? readings.first : nil
    }

    private static let charges = Phrase.list("fee|fees\ntax|taxes\nrent|rents\nbond\nnote\nmortgage\nlien")

    func loan() -> Reading? { amount(behind: Self.loans, reach: 40) ?? labelled(Self.loanLabels) }

    private func amount(behind phrases: [Phrase], reach: Int) -> Reading? {
        var readings: [Reading] = []
        for place in text.all(phrases) {
            let window = place.upperBound..<min(text.tokens.count, place.upperBound + reach)
            if let found = first(in: window, maxGap: 14), !readings.contains(where: { $0.tokens == found.tokens }) {
                readings.append(found)
            }
        }
        guard var best = readings.first else { return nil }
        let others = Set(readings.map(\.money.hundredths))
        if others.count == 1, readings.count > 1, best.how > 0.9 { best.how = 0.97 }
        if others.count > 1 {
            best.how = min(best.how, 0.82)
            best.alternatives += readings.map(\.money).filter { $0.hundredths != best.money.hundredths }
        }
        return best
    }

    /// The first amount of a stretch, unless a sentence ends before it or too many words stand in front.
    private func first(in window: Range<Int>, maxGap: Int) -> Reading? {
        let span = DeedSpan(text, window)
        guard let found = MoneyParser.find(in: span.string).first(where: { span.startsWord(at: $0.range.lowerBound) })
        else { return nil }
        let tokens = span.tokens(in: found.range)
        guard let start = tokens.first, start - window.lowerBound <= maxGap else { return nil }
        if (window.lowerBound..<start).contains(where: { text.endsSentence($0) }) { return nil }
        // `less than One Hundred Dollars` is no amount.
        if text.contains(Self.bounds, in: window.lowerBound..<start) { return nil }
        let isCut = Self.scales.contains(text.word(start)) || text.previous(start).map(isCut) == true
        return reading(found.reading, tokens, isCut: isCut || isHundredOfCents(found.reading.value, tokens))
    }

    private func reading(_ found: MoneyReading, _ tokens: [Int], isCut: Bool) -> Reading? {
        if isCut {
            // The words were not read whole: the figures in brackets behind them are the amount.
            guard let figures = found.alternatives.first else { return nil }
            return Reading(money: figures, tokens: tokens, how: 0.92, alternatives: [])
        }
        let isSure = found.isWellFormed && !found.isRepaired && found.alternatives.isEmpty
        let hasFigures = tokens.contains { text.tokens[$0].hasDigit && text.tokens[$0].text.contains("$") }
        let hasWords = tokens.contains { ["hundred", "thousand", "million", "ten", "one"].contains(text.word($0)) }
        return Reading(
            money: found.value, tokens: tokens, how: isSure ? 0.95 : 0.7, alternatives: found.alternatives,
            isConfirmed: isSure && hasFigures && hasWords)
    }

    /// `Ninety-Siix Thousand Dollars ($96,000.00)`: a misread word of a number stands before the words that were read.
    private func isCut(_ before: Int) -> Bool {
        let word = text.word(before)
        return Self.numberWords.contains { word.hasPrefix($0) && word.utf8.count > 3 }
    }

    /// `… Thousand and 00 , 100 Dollars`: figures alone that are a hundred end an amount in words.
    private func isHundredOfCents(_ money: Money, _ tokens: [Int]) -> Bool {
        money.hundredths == 100_00 && text.word(tokens[0]) == "100"
    }

    /// No amount begins with them: `SIX HUNDRED EJGHTY-KIGHT THOUSAND DOLLARS`.
    private static let scales: Set<String> = ["hundred", "thousand", "million"]

    private static let numberWords = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million",
        "three", "four", "five", "seven", "eight", "nine", "eleven", "twelve", "thirteen",
    ]

    private static let bounds = Phrase.list("less than\nmore than\nnot exceeding\nnot to exceed\nup to\nat least")

    private func labelled(_ phrases: [Phrase]) -> Reading? {
        for place in text.all(phrases) {
            guard let segment = text.segment(of: place.lowerBound),
                text.next(segment.tokens.lowerBound) == place.lowerBound,
                text.tokens[place.upperBound - 1].text.contains(":")
            else { continue }
            let window = place.upperBound..<min(text.tokens.count, place.upperBound + 14)
            if let found = first(in: window, maxGap: 4) { return found }
        }
        return nil
    }

    private static let considerations = Phrase.list(
        """
        in consideration of
        for the sum of
        the sum of
        for the consideration of
        consideration of the sum of
        for consideration of
        consideration paid of
        full consideration of
        actual consideration paid? is|for
        total consideration
        purchase price of
        consideration for this transfer|conveyance|deed is
        consideration is
        for and in consideration
        """)

    private static let priceLabels = Phrase.list(
        "consideration\nactual consideration\npurchase price\nsale price\nsales price\nconsideration paid")

    private static let loans = Phrase.list(
        """
        principal sum of
        principal amount of
        in the amount of
        original principal
        the sum of
        indebtedness of
        owes lender
        loan amount of
        payment of the? sum of
        payment of
        note for
        """)

    private static let loanLabels = Phrase.list(
        "loan amount\nprincipal amount\namount of? loan\noriginal loan amount\namount secured\nprincipal sum\nnote amount"
    )
}
