/// English numbers written in words: cardinals up to the billions, ordinals up to the days of a month.
enum NumberWords {
    private static let units: [String: Int] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19,
    ]
    private static let tens: [String: Int] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]
    private static let scales: [String: Int] = [
        "hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000,
    ]
    private static let ordinals: [String: Int] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
        "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
        "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
    ]

    struct Match: Hashable, Sendable {
        var value: Int
        /// Tokens used.
        var count: Int
    }

    /// A cardinal at the start of the tokens: hyphens and "and" may stand inside it.
    static func cardinal(_ tokens: ArraySlice<TextToken>) -> Match? {
        var sum = Accumulator()
        var used = 0
        var position = tokens.startIndex
        while position < tokens.endIndex {
            if let word = tokens[position].word, sum.add(word) {
                position += 1
                used = position - tokens.startIndex
            } else if used > 0, tokens[position].symbol == "-" || tokens[position].word == "and" {
                position += 1
            } else {
                break
            }
        }
        return used > 0 ? Match(value: sum.total, count: used) : nil
    }

    private struct Accumulator {
        private var done = 0
        private var part = 0
        private var last = Int.max
        private var isStarted = false

        var total: Int { done + part }

        /// False where the word does not go on with the number.
        mutating func add(_ word: String) -> Bool {
            if let scale = scales[word] { return scaled(by: scale) }
            guard let value = units[word] ?? tens[word] else { return false }
            if isStarted, last != .max, last < 100 {
                // "forty five", but not "five forty"; a unit never follows a unit.
                guard last >= 20, value < 10, value > 0 else { return false }
            }
            part += value
            last = value
            isStarted = true
            return true
        }

        private mutating func scaled(by scale: Int) -> Bool {
            if !isStarted { part = 1 }
            if scale == 100 {
                guard part > 0, part < 100 else { return false }
                part *= 100
            } else {
                guard part > 0, part < 1000, done % (scale * 1000) == 0 else { return false }
                done += part * scale
                part = 0
            }
            last = .max
            isStarted = true
            return true
        }
    }

    /// A year: "two thousand twenty-one", "nineteen hundred ninety", "twenty twenty-one", "nineteen eighty-five".
    static func year(_ tokens: ArraySlice<TextToken>) -> Match? {
        guard let first = cardinal(tokens) else { return nil }
        if (1000...2999).contains(first.value) { return first }
        guard (10...29).contains(first.value) else { return nil }
        // "twenty-twenty" reads as 20 where the second part does not continue it.
        var rest = tokens.dropFirst(first.count)
        if rest.first?.symbol == "-" { rest = rest.dropFirst() }
        guard let second = cardinal(rest), (10...99).contains(second.value) else { return nil }
        return Match(value: first.value * 100 + second.value, count: rest.startIndex - tokens.startIndex + second.count)
    }

    /// A day of a month: "fourth", "twenty-first", "twenty first", "thirty one".
    static func day(_ tokens: ArraySlice<TextToken>) -> Match? {
        guard let word = tokens.first?.word else { return nil }
        if let value = ordinals[word] { return Match(value: value, count: 1) }
        if let ten = tens[word] {
            var rest = tokens.dropFirst()
            if rest.first?.symbol == "-" { rest = rest.dropFirst() }
            if let unit = rest.first?.word.flatMap({ ordinals[$0] }), unit < 10, ten + unit <= 31 {
                return Match(value: ten + unit, count: rest.startIndex - tokens.startIndex + 1)
            }
        }
        if let cardinal = cardinal(tokens), (1...31).contains(cardinal.value) { return cardinal }
        return nil
    }
}
