import Kinds
import Model

/// Checks that hold for the fields of every kind: dates that cannot be, and dates out of order.
struct FieldChecks {
    let context: ExtractionContext

    /// Dates that lie in the past of a document that exists.
    private static let past: [FieldName] = [
        "date_of_birth", "date_of_issue", "recording_date", "execution_date", "date_signed",
    ]
    /// Years that such a date may lie back, where few: what is asked for under a privacy law was asked for lately.
    private static let oldest: [FieldName: Int] = ["date_signed": 30]
    /// What comes first and what later, where a document has both.
    private static let order: [(FieldName, FieldName)] = [
        ("date_of_birth", "date_of_issue"), ("date_of_issue", "date_of_expiry"), ("date_of_birth", "date_of_expiry"),
        ("execution_date", "recording_date"), ("date_of_birth", "date_signed"), ("date_of_birth", "execution_date"),
    ]

    func checked(_ extraction: Extraction) -> Extraction {
        var extraction = extraction
        for name in Self.past { checkPast(name, &extraction) }
        for (first, second) in Self.order { checkOrder(first, second, &extraction) }
        return extraction
    }

    private func date(_ name: FieldName, _ extraction: Extraction) -> CalendarDate? {
        extraction.fields[name]?.text.flatMap { CalendarDate(iso: $0) }
    }

    private func checkPast(_ name: FieldName, _ extraction: inout Extraction) {
        guard let date = date(name, extraction) else { return }
        let checks = extraction.fields[name]?.checks ?? []
        guard Self.isTooOld(date, as: name, asOf: context.asOf) || !checks.contains(where: { $0.name == "range" })
        else { return }
        let passed = Self.isPossible(date, as: name, asOf: context.asOf)
        extraction.fields[name]?.checks = checks.filter { $0.name != "range" } + [Check(name: "range", passed: passed)]
        guard !passed else { return }
        extraction.findings.append(
            Reason(
                code: .fieldInvalid, message: "The date lies outside what is possible: check it on the page.",
                page: extraction.fields[name]?.page, field: name))
    }

    private static func isTooOld(_ date: CalendarDate, as name: FieldName, asOf: CalendarDate) -> Bool {
        date.year <= asOf.year - (oldest[name] ?? 250)
    }

    /// Whether a document that exists may have this date; of dates that may lie in the future nothing is known.
    static func isPossible(_ date: CalendarDate, as name: FieldName, asOf: CalendarDate) -> Bool {
        !past.contains(name) || date <= asOf && !isTooOld(date, as: name, asOf: asOf)
    }

    private func checkOrder(_ first: FieldName, _ second: FieldName, _ extraction: inout Extraction) {
        guard let earlier = date(first, extraction), let later = date(second, extraction) else { return }
        let passed = earlier <= later
        extraction.fields[second]?.checks.append(Check(name: "order", passed: passed))
        guard !passed, !extraction.findings.contains(where: { $0.code == .fieldInvalid && $0.field == second }) else {
            return
        }
        extraction.findings.append(
            Reason(
                code: .fieldInvalid,
                message: "This date should not be before \(first.rawValue): check both on the page.",
                page: extraction.fields[second]?.page, field: second))
    }
}
