package import Model

/// Reads dates in every order that documents print them.
package struct DateParser: Hashable, Sendable {
    package enum Order: Sendable {
        case monthFirst, dayFirst
    }

    /// What a date of two-digit years is for.
    package enum Expectation: Sendable {
        /// A birth, a signature, a recording: not after `asOf`.
        case past
        /// An expiry: from ten years before `asOf` on.
        case future
        /// Between 80 years before `asOf` and 20 after it.
        case any
    }

    /// How `03/04/2021` is meant; without it both readings are given.
    package var order: Order?
    package var expectation: Expectation
    package var asOf: CalendarDate

    package init(order: Order? = nil, expectation: Expectation = .any, asOf: CalendarDate) {
        self.order = order
        self.expectation = expectation
        self.asOf = asOf
    }

    /// The date that the whole text is: nothing but a day of the week may stand beside it.
    package func parse(_ text: some StringProtocol) -> Reading<CalendarDate>? {
        let tokens = TextToken.tokens(of: text)
        guard let found = matches(in: tokens).first else { return nil }
        let outside = tokens.indices.filter { !found.tokens.contains($0) }
        let isAlone = outside.allSatisfy { index in
            tokens[index].symbol != nil || tokens[index].word.map(Self.isWeekday) == true
        }
        return isAlone ? found.reading : nil
    }

    /// All dates inside a text, in order.
    package func find(in text: some StringProtocol) -> [Found<CalendarDate>] {
        let tokens = TextToken.tokens(of: text)
        return matches(in: tokens).map { match in
            Found(
                match.reading,
                range: tokens[match.tokens.lowerBound].range
                    .lowerBound..<tokens[match.tokens.upperBound - 1].range
                    .upperBound)
        }
    }

    private static func isWeekday(_ word: String) -> Bool {
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return days.contains { $0 == word || (word.count >= 3 && word.count <= 4 && $0.hasPrefix(word)) }
    }

    private struct Match {
        var reading: Reading<CalendarDate>
        var tokens: Range<Int>
    }

    private func matches(in tokens: [TextToken]) -> [Match] {
        var matches: [Match] = []
        var position = 0
        while position < tokens.count {
            if !isInsideNumber(tokens, position), let match = match(tokens[position...]) {
                matches.append(match)
                position = match.tokens.upperBound
            } else {
                position += 1
            }
        }
        return matches
    }

    /// The `10-5-15` of `86.10-5-15` goes on from figures in front of it: no date.
    private func isInsideNumber(_ tokens: [TextToken], _ position: Int) -> Bool {
        guard position > 1, tokens[position].digits != nil, !tokens[position].spaceBefore,
            let symbol = tokens[position - 1].symbol, ["-", ".", "/", "–"].contains(symbol)
        else { return false }
        return !tokens[position - 1].spaceBefore && tokens[position - 2].digits != nil
    }

    private func match(_ tokens: ArraySlice<TextToken>) -> Match? {
        dayMonthYear(tokens) ?? monthDayYear(tokens) ?? numeric(tokens) ?? compact(tokens)
    }

    // MARK: - With the month's name

    /// `4 March 2021`, `04-MAR-21`, `4th day of March, A.D. 2021`, `fourth day of March, two thousand twenty-one`.
    private func dayMonthYear(_ tokens: ArraySlice<TextToken>) -> Match? {
        var cursor = DateCursor(tokens)
        guard let day = cursor.day() else { return nil }
        cursor.skipDayWord()
        cursor.skip(words: ["of", "de"], symbols: ["-", "/"])
        guard let month = cursor.month() else { return nil }
        cursor.skipToYear()
        guard let year = cursor.year() else { return nil }
        return match(year: year, month: month, day: day, cursor: cursor)
    }

    /// `March 4, 2021`, `MAR 04 21`, `March 4th, 2021`, `March 2021`.
    private func monthDayYear(_ tokens: ArraySlice<TextToken>) -> Match? {
        var cursor = DateCursor(tokens)
        guard let month = cursor.month() else { return nil }
        cursor.skip(words: ["the"], symbols: [".", "-", "/", ","])
        let afterMonth = cursor
        if let day = cursor.day() {
            cursor.skipToYear()
            if let year = cursor.year() { return match(year: year, month: month, day: day, cursor: cursor) }
        }
        cursor = afterMonth
        guard let year = cursor.year(), year.digits == 4, let date = CalendarDate(year: year.value, month: month)
        else { return nil }
        return Match(reading: Reading(date, isRepaired: cursor.isRepaired), tokens: cursor.used)
    }

    private func match(year: DateCursor.Year, month: Int, day: Int, cursor: DateCursor) -> Match? {
        let full = year.digits == 4 ? year.value : century(year.value, month: month, day: day)
        guard let date = CalendarDate(year: full, month: month, day: day) else { return nil }
        return Match(reading: Reading(date, isRepaired: cursor.isRepaired), tokens: cursor.used)
    }

    // MARK: - In figures

    /// `2021-03-04`, `03/04/2021`, `4.3.21`, `03 04 2021`.
    private func numeric(_ tokens: ArraySlice<TextToken>) -> Match? {
        var cursor = DateCursor(tokens)
        guard let first = cursor.number(), let separator = cursor.separator(), let second = cursor.number(),
            cursor.separator() == separator, let third = cursor.number(), !cursor.isInsideNumber
        else { return nil }
        let readings: [CalendarDate]
        if first.count == 4, second.count <= 2, third.count <= 2 {
            readings = [CalendarDate(year: first.value, month: second.value, day: third.value)].compactMap(\.self)
        } else if first.count <= 2, second.count <= 2, third.count == 4 || (third.count == 2 && separator != " ") {
            readings = dates(first.value, second.value, year: third, separator: separator)
        } else {
            return nil
        }
        guard let best = readings.first, (1000...2999).contains(best.year) else { return nil }
        return Match(
            reading: Reading(best, isRepaired: cursor.isRepaired, alternatives: Array(readings.dropFirst())),
            tokens: cursor.used)
    }

    /// The readings that the order leaves open, likeliest first. Dots stand between day and month everywhere.
    private func dates(_ a: Int, _ b: Int, year: DateCursor.Number, separator: Character) -> [CalendarDate] {
        func date(month: Int, day: Int) -> CalendarDate? {
            let full = year.count == 4 ? year.value : century(year.value, month: month, day: day)
            return CalendarDate(year: full, month: month, day: day)
        }
        let monthFirst = date(month: a, day: b)
        let dayFirst = date(month: b, day: a)
        guard let monthFirst else { return [dayFirst].compactMap(\.self) }
        guard let dayFirst, dayFirst != monthFirst else { return [monthFirst] }
        switch order {
        case .monthFirst: return separator == "." ? [dayFirst, monthFirst] : [monthFirst]
        case .dayFirst: return [dayFirst]
        case nil: return separator == "." ? [dayFirst] : [monthFirst, dayFirst]
        }
    }

    /// Eight digits in a row: `20210304`, or `03042021` where the order is given.
    private func compact(_ tokens: ArraySlice<TextToken>) -> Match? {
        var cursor = DateCursor(tokens)
        guard let number = cursor.number(), number.count == 8, !cursor.isInsideNumber else { return nil }
        let value = number.value
        var readings: [CalendarDate] = []
        func add(_ year: Int, _ month: Int, _ day: Int) {
            guard (1850...2150).contains(year), let date = CalendarDate(year: year, month: month, day: day),
                !readings.contains(date)
            else { return }
            readings.append(date)
        }
        add(value / 10_000, value / 100 % 100, value % 100)
        if order != .dayFirst { add(value % 10_000, value / 1_000_000, value / 10_000 % 100) }
        if order != .monthFirst { add(value % 10_000, value / 10_000 % 100, value / 1_000_000) }
        guard let best = readings.first else { return nil }
        return Match(
            reading: Reading(best, isRepaired: cursor.isRepaired, alternatives: Array(readings.dropFirst())),
            tokens: cursor.used)
    }

    // MARK: - Two-digit years

    /// The year of the likeliest century.
    private func century(_ year: Int, month: Int, day: Int) -> Int {
        let base = asOf.year / 100 * 100 + year
        func isPast(_ year: Int) -> Bool {
            CalendarDate(year: year, month: month, day: day).map { $0 <= asOf } ?? (year <= asOf.year)
        }
        switch expectation {
        case .past: return isPast(base) ? base : base - 100
        case .future: return base < asOf.year - 10 ? base + 100 : base
        case .any:
            if base > asOf.year + 20 { return base - 100 }
            return base < asOf.year - 79 ? base + 100 : base
        }
    }
}
