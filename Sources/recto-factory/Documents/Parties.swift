import Model

/// One side of a deed: who, and what is said of them.
struct Party {
    /// As printed, in order.
    var names: [String]
    /// Marital words, state of incorporation or office, as printed after the names.
    var status: String?
    /// Who signs, and in what office.
    var signers: [(name: String, office: String?)]
    var isCompany = false

    /// `A and B, husband and wife`.
    var line: String { namesLine + (status.map { ", \($0)" } ?? "") }

    var namesLine: String {
        names.count < 3
            ? names.joined(separator: " and ")
            : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
    func uppercased() -> Party {
        var copy = self
        copy.names = names.map { $0.uppercased() }
        return copy
    }
}

extension Maker {
    mutating func party(in place: Place, before day: CalendarDate) -> Party {
        switch random.int(0...9) {
        case 0...3: couple()
        case 4...6: single()
        case 7: company(in: place, before: day)
        case 8: trust(before: day)
        default: several()
        }
    }

    /// A married couple.
    mutating func couple() -> Party {
        let stock = random.chance(0.7) ? NameStock.american : random.pick(NameStock.everywhere)
        var first = person(from: stock)
        var second = person(from: stock, family: first.family)
        (first.given, second.given) = (random.pick(stock.men), random.pick(stock.women))
        (first.middle, second.middle) = (first.middle.map { _ in random.pick(stock.men) }, second.middle)
        let names = [first.shortName, second.shortName]
        let status = random.pick([
            "husband and wife", "husband and wife", "a married couple", "wife and husband",
        ])
        return Party(
            names: names, status: status, signers: names.map { ($0, nil) })
    }

    mutating func single() -> Party {
        let someone = person()
        let name = random.chance(0.5) ? someone.fullName : someone.shortName
        let suffix = someone.sex == "M" && random.chance(0.08) ? random.pick([" Jr.", " III", ", Jr."]) : ""
        let statuses =
            someone.sex == "F"
            ? ["a single woman", "an unmarried woman", "a widow", "a married woman as her sole and separate property"]
            : ["a single man", "an unmarried man", "a widower", "a married man as his sole and separate property"]
        let neutral = ["a single person", "an unmarried person", "a married person"]
        let status = someone.sex == "X" || random.chance(0.3) ? random.pick(neutral) : random.pick(statuses)
        return Party(names: [name + suffix], status: status, signers: [(name + suffix, nil)])
    }

    mutating func several() -> Party {
        let names = (0..<random.int(2...3)).map { _ in person().shortName }
        let unique = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return Party(names: unique, status: nil, signers: unique.map { ($0, nil) })
    }

    mutating func company(in place: Place, before day: CalendarDate) -> Party {
        // Limited liability companies are a child of the nineties.
        let form =
            day.year < 1995
            ? random.pick([("Inc.", "corporation"), ("Corporation", "corporation"), ("Company", "corporation")])
            : random.pick([
                ("LLC", "limited liability company"), ("Inc.", "corporation"), ("Corporation", "corporation"),
                ("L.P.", "limited partnership"), ("Company", "corporation"),
                ("Bank, N.A.", "national banking association"),
            ])
        let name = "\(companyStem()) \(form.0)"
        let home = random.pick([place.stateName, "Delaware", place.stateName])
        let article = ["A", "E", "I", "O"].contains { home.hasPrefix($0) } ? "an" : "a"
        let status = form.0 == "Bank, N.A." ? "a national banking association" : "\(article) \(home) \(form.1)"
        let signer = person(from: .american).shortName
        let office = random.pick([
            "President", "Vice President", "Managing Member", "Authorized Signatory", "Secretary",
        ])
        return Party(names: [name], status: status, signers: [(signer, office)], isCompany: true)
    }

    mutating func trust(before day: CalendarDate) -> Party {
        let someone = person(from: .american)
        let made = date(between: day.adding(days: -9000), and: day.adding(days: -40))
        let trust = random.pick([
            "the \(someone.family) Family Trust dated \(made.american)",
            "the \(someone.family) Living Trust, dated \(made.american)",
            "the \(someone.fullName) Revocable Trust under agreement dated \(made.american)",
        ])
        let name = someone.shortName
        return Party(names: [name], status: "Trustee of \(trust)", signers: [(name, "Trustee")])
    }

    mutating func companyStem() -> String {
        let first = random.pick([
            "Blue Heron", "Northgate", "Cedar Ridge", "Silverline", "Harborview", "Granite Peak", "Larkfield",
            "Red Oak",
            "Summit Crest", "Prairie Star", "Lakeshore", "Ironwood", "Copper Creek", "Westbrook", "Juniper Hill",
            "Stonebridge", "Evergreen", "Pinecrest", "Sandpiper", "Old Mill",
        ])
        return
            "\(first) \(random.pick(["Properties", "Holdings", "Homes", "Development", "Investments", "Realty", "Land", "Builders", "Mortgage"]))"
    }
}
