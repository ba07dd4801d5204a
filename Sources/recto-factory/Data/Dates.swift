import Model

extension CalendarDate {
    /// Days since 1 March of year 0 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
    var dayNumber: Int {
        let month = self.month ?? 1
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + (day ?? 1) - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    }

    /// The inverse of `dayNumber` (civil_from_days of the same source).
    init(dayNumber: Int) {
        let era = dayNumber / 146_097
        let dayOfEra = dayNumber - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        // Every day number is a date, so the default is never taken.
        self = CalendarDate(year: year, month: month, day: day) ?? CalendarDate.epoch
    }

    private static let epoch: CalendarDate = {
        guard let date = CalendarDate(year: 2000, month: 1, day: 1) else { preconditionFailure("2000-01-01 is a date") }
        return date
    }()

    func adding(days: Int) -> CalendarDate { CalendarDate(dayNumber: dayNumber + days) }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    var monthName: String { Self.monthNames[(month ?? 1) - 1] }
    var dd: String { two(day ?? 1) }
    var mm: String { two(month ?? 1) }
    var yy: String { two(year % 100) }
    var yyyy: String { String(year) }

    /// `April 12, 1985`.
    var american: String { "\(monthName) \(day ?? 1), \(year)" }
    /// `04/12/1985`.
    var slashes: String { "\(mm)/\(dd)/\(year)" }
    /// `12 APR 1985`.
    var military: String { "\(dd) \(monthName.prefix(3).uppercased()) \(year)" }
    /// `850412`, as in a machine-readable zone.
    var zone: String { yy + mm + dd }
    /// `04121985`, as in an AAMVA barcode.
    var barcode: String { mm + dd + yyyy }
    /// `12th day of April, 1985`.
    var dayOf: String { "\(Self.ordinal(day ?? 1)) day of \(monthName), \(year)" }

    static func ordinal(_ number: Int) -> String {
        let suffix =
            switch (number % 100, number % 10) {
            case (11...13, _): "th"
            case (_, 1): "st"
            case (_, 2): "nd"
            case (_, 3): "rd"
            default: "th"
            }
        return "\(number)\(suffix)"
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
