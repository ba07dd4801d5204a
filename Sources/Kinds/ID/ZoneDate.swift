import Model

/// A date of a zone: YYMMDD, where the parts of a birth date that are not known are fillers
/// (ICAO Doc 9303 Part 3, section 4.8).
struct ZoneDate: Hashable, Sendable {
    /// 0…99.
    var year: Int
    var month: Int?
    var day: Int?

    /// Nil where the year is not known or a part is neither a number nor left out.
    init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count == 6, case .number(let year) = Self.part(characters[0..<2]) else { return nil }
        self.year = year
        switch Self.part(characters[2..<4]) {
        case .number(let number): month = number
        case .unknown: month = nil
        case .neither: return nil
        }
        switch Self.part(characters[4..<6]) {
        case .number(let number): day = month == nil ? nil : number
        case .unknown: day = nil
        case .neither: return nil
        }
    }

    private enum Part {
        case number(Int)
        case unknown, neither
    }

    private static func part(_ characters: ArraySlice<UInt8>) -> Part {
        if characters.allSatisfy({ $0 == UInt8(ascii: "<") }) { return .unknown }
        return Int(String(decoding: characters, as: UTF8.self)).map(Part.number) ?? .neither
    }

    private func date(century: Int) -> CalendarDate? {
        CalendarDate(year: century + year, month: month, day: day)
    }

    /// The latest such date that is not in the future.
    func birthDate(asOf: CalendarDate) -> CalendarDate? {
        let latest = asOf.year - asOf.year % 100
        return [latest, latest - 100].lazy.compactMap { date(century: $0) }.first { $0 <= asOf }
    }

    /// The one from 40 years before to 20 years after the date given, and after birth; where neither century gives
    /// such a date, the first after birth.
    func expiryDate(asOf: CalendarDate, birth: CalendarDate?) -> CalendarDate? {
        let this = asOf.year - asOf.year % 100
        let dates = [this - 100, this, this + 100].compactMap { date(century: $0) }
            .filter { birth == nil || $0 > birth ?? $0 }
        let near = dates.first { (asOf.year - 40...asOf.year + 20).contains($0.year) }
        return near ?? dates.first { $0 >= asOf } ?? dates.last
    }
}
