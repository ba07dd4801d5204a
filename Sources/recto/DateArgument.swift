import ArgumentParser
import Foundation
import Model

/// A whole date, given as ISO 8601.
struct DateArgument: ExpressibleByArgument {
    let date: CalendarDate

    init?(argument: String) {
        guard let date = CalendarDate(iso: argument), date.day != nil else { return nil }
        self.date = date
    }

    /// The date that was given, or today's in the local time zone.
    static func date(_ argument: DateArgument?) throws -> CalendarDate {
        if let argument { return argument.date }
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        guard let year = parts.year, let date = CalendarDate(year: year, month: parts.month, day: parts.day) else {
            throw ValidationError("The clock gives no date: name one with --as-of.")
        }
        return date
    }
}
