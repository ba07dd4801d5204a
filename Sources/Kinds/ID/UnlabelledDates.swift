import Model

/// Finds a date of issue whose label was not read: the only one between a birth and an expiry.
struct UnlabelledDates {
    let dates: [PrintedDate]
    let asOf: CalendarDate

    /// A date that only its order tells is for a person to look at, also in a clear photograph.
    private static let byOrder = 0.5
    /// One that a term of whole years ties to another.
    private static let byTerm = 0.97

    func completed(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        var fields = Self.withoutExpiryTwice(fields)
        func value(_ name: FieldName) -> CalendarDate? { fields[name]?.text.flatMap { CalendarDate(iso: $0) } }
        guard let birth = value("date_of_birth"), let expiry = value("date_of_expiry"), value("date_of_issue") == nil
        else { return fields }
        let between = dates.filter {
            $0.readings.count == 1 && $0.readings[0] > birth && $0.readings[0] < expiry && $0.readings[0] <= asOf
        }
        guard Set(between.map(\.readings)).count == 1, let print = between.max(by: { $0.confidence < $1.confidence })
        else { return fields }
        let issue = print.readings[0]
        fields["date_of_issue"] = Field(
            value: .text(issue.iso), raw: nil,
            confidence: print.confidence * (Self.isTerm(issue, expiry) ? Self.byTerm : Self.byOrder), source: .text,
            page: print.page, box: print.box, checks: [Check(name: "order", passed: true)])
        return fields
    }

    /// Without a date of issue that is the date of expiry, whose own caption was not read: nothing expires on that day.
    private static func withoutExpiryTwice(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        guard let expiry = fields["date_of_expiry"], fields["date_of_issue"]?.text == expiry.text else { return fields }
        var fields = fields
        fields["date_of_issue"] = nil
        // Of two that print alone tells, either may be the other.
        if expiry.source == .text { fields["date_of_expiry"]?.cap(at: byOrder) }
        return fields
    }

    /// Whether a document of whole years, up to a day less, runs from one date to the other. Longer terms than ten years
    /// are rare, and an issue's year whose 8 was read as 3 looks like one.
    private static func isTerm(_ issue: CalendarDate, _ expiry: CalendarDate) -> Bool {
        guard let month = issue.month, let day = issue.day, let lastMonth = expiry.month, let lastDay = expiry.day,
            (1...10).contains(expiry.year - issue.year)
        else { return false }
        if month == lastMonth, (day - 1...day).contains(lastDay) { return true }
        // A day less than whole years may be the last of the month before.
        return day == 1 && lastMonth == (month + 10) % 12 + 1
            && lastDay == CalendarDate.days(in: lastMonth, of: expiry.year)
    }
}
