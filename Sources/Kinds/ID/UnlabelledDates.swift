import Model

/// Finds the dates of birth, issue and expiry whose labels were not read, where their order leaves one for each.
struct UnlabelledDates {
    let dates: [PrintedDate]
    /// Of a holder, in years, at the issue.
    let leastAge: Int
    let asOf: CalendarDate

    /// A date that only its order tells is for a person to look at, also in a clear photograph.
    private static let byOrder = 0.5
    /// One that a term of whole years ties to another.
    private static let byTerm = 0.97

    func completed(_ fields: [FieldName: Field]) -> [FieldName: Field] {
        var fields = Self.withoutExpiryTwice(fields)
        // Nothing was issued on a day to come: that is another date.
        let known = Self.names.map { name in
            fields[name]?.text.flatMap { CalendarDate(iso: $0) }.flatMap {
                name == Self.names[1] && $0 > asOf ? nil : $0
            }
        }
        let orders = orders(known)
        for (place, name) in Self.names.enumerated() where known[place] == nil {
            let found = Set(orders.map { $0[place] })
            guard found.count == 1, let date = found.first,
                let print = dates.filter({ $0.readings == [date] }).max(by: { $0.confidence < $1.confidence })
            else { continue }
            let isTied = orders.allSatisfy { order in
                Self.isTerm(order[1], order[2]) && place > 0 || Self.isBirthday(order[0], order[2]) && place != 1
            }
            fields[name] = Field(
                value: .text(date.iso), raw: nil, confidence: print.confidence * (isTied ? Self.byTerm : Self.byOrder),
                source: .text, page: print.page, box: print.box, checks: [Check(name: "order", passed: true)])
        }
        return fields
    }

    private static let names: [FieldName] = ["date_of_birth", "date_of_issue", "date_of_expiry"]

    /// Births, issues and expiries that the document's dates may be, those that are known given.
    private func orders(_ known: [CalendarDate?]) -> [[CalendarDate]] {
        guard known.contains(nil) else { return [] }
        let printed = Set(dates.filter { $0.readings.count == 1 && $0.readings[0].day != nil }.map { $0.readings[0] })
        func candidates(_ place: Int) -> [CalendarDate] { known[place].map { [$0] } ?? printed.sorted() }
        return candidates(0).flatMap { birth in
            candidates(1).filter { $0 <= asOf && birth < $0 && birth.years(to: $0) >= leastAge }.flatMap { issue in
                candidates(2).filter { issue < $0 }.map { [birth, issue, $0] }
            }
        }
    }

    /// Whether a licence expires on its holder's birthday, as most states' do.
    private static func isBirthday(_ birth: CalendarDate, _ expiry: CalendarDate) -> Bool {
        birth.month == expiry.month && birth.day == expiry.day
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
