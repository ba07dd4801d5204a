import Model

/// All that a request to a data broker says.
struct OptOutFacts {
    var broker: String
    var requester: Person
    var home: Address
    var email: String?
    var telephone: (printed: String, e164: String)?
    var hasAddress = true
    var birth: CalendarDate?
    /// The contract's words, in the document's order.
    var requests: [String]
    var law: Law?
    var agent: String?
    var urls: [String]
    var isSigned: Bool
    var signed: CalendarDate
    /// Whether the requester's middle name is spelled out.
    var name: String

    struct Law: Sendable {
        /// The contract's short name.
        var name: String
        var title: String
        var states: [String]
    }

    var fields: [FieldName: FieldValue] {
        var fields: [FieldName: FieldValue] = [
            "broker_name": .text(broker), "requester_name": .text(name), "request_types": .list(requests),
            "signature_present": .flag(isSigned), "date_signed": .text(signed.iso),
        ]
        func set(_ name: FieldName, _ text: String?) { if let text { fields[name] = .text(text) } }
        set("address", hasAddress ? home.line : nil)
        set("email", email)
        set("phone", telephone?.e164)
        set("date_of_birth", birth?.iso)
        set("legal_basis", law?.name)
        set("authorized_agent", agent)
        if !urls.isEmpty { fields["profile_urls"] = .list(urls) }
        return fields
    }

    static let laws: [Law] = [
        Law(name: "ccpa", title: "California Consumer Privacy Act (CCPA)", states: ["CA"]),
        Law(name: "ccpa", title: "California Consumer Privacy Act, Cal. Civ. Code 1798.100 et seq.", states: ["CA"]),
        Law(name: "vcdpa", title: "Virginia Consumer Data Protection Act (VCDPA)", states: ["VA"]),
        Law(name: "cpa", title: "Colorado Privacy Act (CPA)", states: ["CO"]),
        Law(name: "ctdpa", title: "Connecticut Data Privacy Act (CTDPA)", states: ["CT"]),
        Law(name: "ucpa", title: "Utah Consumer Privacy Act (UCPA)", states: ["UT"]),
        Law(name: "tdpsa", title: "Texas Data Privacy and Security Act (TDPSA)", states: ["TX"]),
        Law(name: "ocpa", title: "Oregon Consumer Privacy Act (OCPA)", states: ["OR"]),
    ]
    static let gdpr = Law(name: "gdpr", title: "General Data Protection Regulation (GDPR)", states: [])
}

extension Maker {
    mutating func optOutFacts(gdpr: Bool = false, types: [String]) -> OptOutFacts {
        let law = gdpr ? OptOutFacts.gdpr : random.chance(0.75) ? random.pick(OptOutFacts.laws) : nil
        let place = place(in: law?.states ?? [])
        let requester = person()
        let wanted = types.filter { _ in random.chance(0.45) }
        var facts = OptOutFacts(
            broker: broker(), requester: requester, home: address(in: place),
            requests: wanted.isEmpty ? [types[0]] : wanted, law: law, urls: [], isSigned: random.chance(0.86),
            signed: date(between: asOf.adding(days: -900), and: asOf.adding(days: -1)),
            name: random.chance(0.5) ? requester.fullName : requester.shortName)
        facts.email = random.chance(0.8) ? email(for: requester) : nil
        facts.telephone = random.chance(0.6) ? telephone(in: place) : nil
        facts.hasAddress = facts.email == nil && facts.telephone == nil || random.chance(0.8)
        facts.birth = random.chance(0.45) ? requester.birth : nil
        return facts
    }

    mutating func email(for person: Person) -> String {
        let given = Transliteration.ascii(person.given).lowercased()
        let family = Transliteration.ascii(person.family).lowercased().filter { $0 != "-" }
        let local = random.pick([
            "\(given).\(family)", "\(given.prefix(1))\(family)", "\(given)\(family)\(random.int(2...99))",
            "\(given)_\(family)",
        ])
        return
            "\(local)@\(random.pick(["example.com", "example.net", "example.org", "mail.example.com", "post.example.net"]))"
    }

    mutating func broker() -> String {
        if random.chance(0.3) {
            return random.pick([
                "Spokeo, Inc.", "BeenVerified, LLC", "Whitepages, Inc.", "Intelius LLC", "Acxiom LLC",
                "PeopleConnect, Inc.",
                "Epsilon Data Management, LLC", "TruthFinder, LLC", "MyLife.com Inc.", "Oracle America, Inc.",
            ])
        }
        let stem = random.pick([
            "Meridian", "DataHarbor", "ClearTrace", "Northlight", "InfoBeacon", "PersonaGraph", "TrueLedger",
            "Quillmark",
            "OpenRoster", "Veridex", "Lumenfile", "Sightline", "PeopleAtlas", "Keystone Lookup",
        ])
        let trade = random.pick([
            "Data", "People Search", "Information Services", "Analytics", "Marketing Solutions", "Records",
        ])
        return "\(stem) \(trade)\(random.pick([", Inc.", " LLC", ", LLC", " Corp.", " Inc."]))"
    }

    mutating func profileURLs(for facts: OptOutFacts) -> [String] {
        let given = Transliteration.ascii(facts.requester.given).lowercased()
        let family = Transliteration.ascii(facts.requester.family).lowercased()
        let domain = Transliteration.ascii(facts.broker).lowercased().split(separator: " ")[0].filter(\.isLetter)
        let urls = (0..<random.int(1...2)).map { _ in
            random.pick([
                "https://www.\(domain).example/people/\(given)-\(family)/\(random.digits(6))",
                "https://\(domain).example/p/\(random.digits(8))",
                "https://www.\(domain).example/\(facts.home.place.state.lowercased())/\(given)-\(family)",
            ])
        }
        // Nobody names a page twice.
        return Set(urls).count == urls.count ? urls : [urls[0]]
    }
}
