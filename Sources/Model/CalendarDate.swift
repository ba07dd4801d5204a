/// A date of the Gregorian calendar whose day, or day and month, may be unknown. Written as ISO 8601:
/// `1985-04-12`, `1985-04` or `1985`.
package struct CalendarDate: Hashable, Sendable {
    package let year: Int
    package let month: Int?
    package let day: Int?

    /// Nil where there is no such date: year 1…9999, month 1…12, the day within its month; no day without a month.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day { guard day >= 1, day <= Self.days(in: month, of: year) else { return nil } }
        } else if day != nil {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; nil for anything else.
    package init?(iso text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let widths = [4, 2, 2]
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for (part, width) in zip(parts, widths) {
            guard part.utf8.count == width, part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }

    package static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package var iso: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        var text = padded(year, 4)
        if let month { text += "-" + padded(month, 2) }
        if let day { text += "-" + padded(day, 2) }
        return text
    }

    /// Whole years from this date to another; a missing month or day counts as the first.
    package func years(to later: CalendarDate) -> Int {
        let passed = (later.month ?? 1, later.day ?? 1) >= (month ?? 1, day ?? 1)
        return later.year - year - (passed ? 0 : 1)
    }

    /// The same day of another year; 29 February becomes 28 where it must.
    package func adding(years: Int) -> CalendarDate? {
        guard let month, let day else { return CalendarDate(year: year + years, month: month) }
        return CalendarDate(year: year + years, month: month, day: min(day, Self.days(in: month, of: year + years)))
    }
}

extension CalendarDate: Comparable {
    /// Orders by year, month and day; an unknown part counts as the first.
    package static func < (a: Self, b: Self) -> Bool {
        (a.year, a.month ?? 1, a.day ?? 1) < (b.year, b.month ?? 1, b.day ?? 1)
    }
}

extension CalendarDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(iso: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 date")
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso)
    }
}
