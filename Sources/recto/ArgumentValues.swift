import ArgumentParser
import Foundation
import Model

// What options and arguments take, each with the form that is expected where it is something else.

enum ArgumentValue {
    /// A path: an empty one would mean the current folder to some calls, and nothing to others.
    @Sendable static func path(_ text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("name a file or a folder; `.` is the current one") }
        return text
    }

    @Sendable static func positive(_ text: String) throws -> Int { try number(text, from: 1) }

    @Sendable static func count(_ text: String) throws -> Int { try number(text, from: 0) }

    private static func number(_ text: String, from least: Int) throws -> Int {
        guard let number = Int(text), number >= least else {
            throw ValidationError("must be a whole number, \(least) or more, such as 4")
        }
        return number
    }
}

/// A whole date, given as ISO 8601.
struct DateArgument {
    let date: CalendarDate

    @Sendable init(_ text: String) throws {
        guard let date = CalendarDate(iso: text), date.day != nil else {
            throw ValidationError("must be a date that there is, as YYYY-MM-DD, such as 2026-01-31")
        }
        self.date = date
    }

    /// In the local time zone.
    static func today() throws -> CalendarDate {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        guard let year = parts.year, let date = CalendarDate(year: year, month: parts.month, day: parts.day) else {
            throw ValidationError("The clock gives no date: name one with --as-of.")
        }
        return date
    }
}

/// The option that names the date of judgment.
struct AsOfOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The date to judge expiry and ages by, YYYY-MM-DD; today if left out.", valueName: "date"),
        transform: DateArgument.init)
    var asOf: DateArgument?

    /// The date that was given, or today's.
    var date: CalendarDate { get throws { try asOf?.date ?? DateArgument.today() } }
}

/// A time span such as `30d`.
struct Age {
    let text: String
    let seconds: TimeInterval

    @Sendable init(_ text: String) throws {
        let units: [Character: TimeInterval] = ["h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let count = UInt32(text.dropLast()) else {
            throw ValidationError("must be a number of hours, days or weeks, such as 12h, 30d or 8w")
        }
        self.text = text
        seconds = unit * TimeInterval(count)
    }
}
