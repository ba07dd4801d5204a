import Model

/// Tells dates apart by their order where no label was read: one is born, then the document is issued, then it expires.
struct UnlabelledDates {
    let dates: [PrintedDate]
    let asOf: CalendarDate

    /// The youngest holder of a document with a date of issue may be newborn; where all three dates are told by their
    /// order alone, only grown holders' are taken.
    private static let grown = 14
    /// A date that only its order tells is for a person to look at, also in a clear photograph.
    private static let byOrder = 0.5
    /// One that a term of whole years ties to another.
    private static let byTerm = 0.97

    func completed(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        var fields = Self.withoutExpiryTwice(fields)
        let known = Set(["date_of_birth", "date_of_issue", "date_of_expiry"].compactMap { fields[$0]?.text })
        let clear = dates.filter { $0.readings.count == 1 }
        var distinct: [CalendarDate: PrintedDate] = [:]
        for date in clear where !known.contains(date.readings[0].iso) {
            if distinct[date.readings[0]]?.confidence ?? 0 < date.confidence { distinct[date.readings[0]] = date }
        }
        let open = distinct.keys.sorted()
        func add(_ name: FieldName, _ date: CalendarDate, _ factor: Double) {
            guard let print = distinct[date] else { return }
            fields[name] = Field(
                value: .text(date.iso), raw: nil, confidence: print.confidence * factor, source: .text,
                page: print.page, box: print.box, checks: [Check(name: "order", passed: true)])
        }
        func value(_ name: FieldName) -> CalendarDate? { fields[name]?.text.flatMap { CalendarDate(iso: $0) } }
        switch (value("date_of_birth"), value("date_of_issue"), value("date_of_expiry")) {
        case (let birth?, nil, let expiry?):
            let between = open.filter { $0 > birth && $0 < expiry && $0 <= asOf }
            if between.count == 1 {
                add("date_of_issue", between[0], Self.isTerm(between[0], expiry) ? Self.byTerm : Self.byOrder)
            }
        case (let birth?, let issue?, nil):
            let after = open.filter { $0 > issue && $0 > birth }
            if after.count == 1 {
                add("date_of_expiry", after[0], Self.isTerm(issue, after[0]) ? Self.byTerm : Self.byOrder)
            }
        case (nil, let issue?, _?):
            let before = open.filter { $0.years(to: issue) >= Self.grown }
            if before.count == 1 { add("date_of_birth", before[0], Self.byOrder) }
        case (nil, nil, nil) where open.count == 3:
            if open[0].years(to: open[1]) >= Self.grown, open[1] <= asOf, open[0] < asOf {
                add("date_of_birth", open[0], Self.byOrder)
                add("date_of_issue", open[1], Self.byOrder)
                add("date_of_expiry", open[2], Self.byOrder)
            }
        default: break
        }
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
