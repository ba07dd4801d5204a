import Model

/// What a passport, card, permit or visa says.
struct TravelFacts {
    /// The contract's word.
    var documentType: String
    /// First characters of the zone.
    var code: String
    var issuer: Country
    var holder: Country
    var person: Person
    var number: String
    var issue: CalendarDate
    var expiry: CalendarDate
    var placeOfBirth: String
    var personalNumber: String?
    var address: String?
    var isSpecimen = false
    /// A wrong check digit is printed in the zone.
    var hasWrongDigit = false

    var surname: String { person.family.uppercased() }
    var givenNames: String { person.givenNames.uppercased() }

    var content: Zone.Content {
        Zone.Content(
            code: code, issuer: issuer.code, nationality: holder.code, surname: surname, givenNames: givenNames,
            number: number, birth: person.birth, sex: person.sex, expiry: expiry, optional: personalNumber ?? "")
    }

    func expectation(asOf: CalendarDate) -> Decision.Action {
        isSpecimen || isUtopian || hasWrongDigit || expiry < asOf ? .review : .accept
    }

    /// Utopia's documents are nobody's: ICAO's code for specimens.
    var isUtopian: Bool { [issuer.code, holder.code].contains(Country.utopia.code) }
}

extension Maker {
    /// - Parameter width: of the zone's names, so that they fit whole.
    mutating func travelFacts(_ documentType: String, code: String, width: Int) -> TravelFacts {
        // Few are Utopia's: a person must look at each.
        let isReal = random.chance(0.25)
        let issuer = random.pick(isReal ? Array(Country.all.dropFirst()) : Country.all)
        let isForeigner = ["visa", "residence_permit"].contains(documentType)
        let holder = isForeigner ? random.pick(Country.all.filter { $0.code != issuer.code }) : issuer
        var person = person(from: holder.stock)
        while !Zone.fits(person.family, person.givenNames, width: width) || person.family.count > 20
            || person.givenNames.count > 22
        {
            person = self.person(from: holder.stock)
        }
        let isVisa = documentType == "visa"
        let isExpired = random.chance(0.08)
        let years = isVisa ? 1 : random.pick([5, 10])
        let span = years * 365
        let age = isExpired ? random.int((span + 20)...(span + 1200)) : random.int(20...(span - 30))
        let issue = asOf.adding(days: -age)
        var facts = TravelFacts(
            documentType: documentType, code: code, issuer: issuer, holder: holder, person: person,
            number: random.filled(issuer.numberPattern), issue: issue,
            expiry: (issue.adding(years: years) ?? issue).adding(days: -1), placeOfBirth: random.pick(holder.cities))
        if documentType == "passport", random.chance(0.35) { facts.personalNumber = random.filled("999999A999") }
        facts.isSpecimen = random.chance(0.05)
        facts.hasWrongDigit = !facts.isSpecimen && random.chance(0.04)
        return facts
    }
}

/// How a card prints its dates.
enum CardDates: CaseIterable, Sendable {
    case military, dots, slashesDayFirst, spaces, shortMonth

    func text(_ date: CalendarDate) -> String {
        switch self {
        case .military: date.military
        case .dots: "\(date.dd).\(date.mm).\(date.year)"
        case .slashesDayFirst: "\(date.dd)/\(date.mm)/\(date.year)"
        case .spaces: "\(date.dd) \(date.mm) \(date.year)"
        case .shortMonth: "\(date.dd) \(date.monthName.prefix(3)) \(date.year)"
        }
    }
}
