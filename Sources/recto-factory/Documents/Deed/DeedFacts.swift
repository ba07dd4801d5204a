import Model

/// All that a deed says.
struct DeedFacts {
    var type: String
    var place: Place
    var grantor: Party
    var grantee: Party
    /// How the grantees hold title, as printed after their names.
    var vesting: String?
    var trustee: String?
    /// In dollars; a loan's amount for a deed of trust.
    var amount: Int?
    /// The consideration as the deed words it.
    var considerationWords: String
    var legal: LegalDescription
    var parcel: String?
    var address: Address?
    var execution: CalendarDate
    var recording: Recording?
    var hasNotary = true
    /// The legal description stands on a page of its own.
    var hasExhibit = false
    /// Written on a typewriter, decades ago.
    var isOld = false

    struct Recording {
        var instrument: String?
        var book: String?
        var page: String?
        var date: CalendarDate
    }

    /// What follows the grantees' names.
    var granteeTail: String? {
        let parts = [grantee.status, vesting].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    var fields: [FieldName: FieldValue] {
        var fields: [FieldName: FieldValue] = [
            "deed_type": .text(type), "grantor": .list(grantor.names), "grantee": .list(grantee.names),
            "legal_description": .text(legal.text.folded), "legal_description_type": .text(legal.type),
            "county": .text(place.county), "state": .text(place.stateName),
            "execution_date": .text(execution.iso), "notary_present": .flag(hasNotary),
            "signature_present": .flag(true),
        ]
        func set(_ name: FieldName, _ text: String?) { if let text { fields[name] = .text(text) } }
        set("grantor_capacity", grantor.status)
        set("grantee_vesting", granteeTail)
        set("trustee", trustee)
        set(type == "deed_of_trust" ? "loan_amount" : "consideration", amount.map { "\($0).00" })
        set("currency", amount == nil ? nil : "USD")
        set("parcel_number", parcel)
        set("property_address", address?.line)
        set("instrument_number", recording?.instrument)
        set("book", recording?.book)
        set("page", recording?.page)
        set("recording_date", recording?.date.iso)
        return fields
    }
}

extension Maker {
    mutating func deedFacts(type: String) -> DeedFacts {
        let place = deedPlace(type)
        let isOld = type != "transfer_on_death_deed" && random.chance(0.22)
        let execution =
            isOld
            ? date(between: CalendarDate(dayNumber: 711_000), and: CalendarDate(dayNumber: 726_500))
            : date(between: CalendarDate(dayNumber: 729_000), and: asOf.adding(days: -60))
        var facts = DeedFacts(
            type: type, place: place, grantor: grantor(type, place, execution),
            grantee: grantee(type, place, execution),
            considerationWords: "", legal: legalDescription(in: place), execution: execution)
        facts.isOld = isOld
        if random.chance(0.3) {
            (facts.grantor, facts.grantee) = (facts.grantor.uppercased(), facts.grantee.uppercased())
        }
        facts.trustee =
            type == "deed_of_trust"
            ? "\(companyStem().components(separatedBy: " ").prefix(2).joined(separator: " ")) \(random.pick(["Title Company", "Escrow, Inc.", "Title Insurance Company", "Trustee Services, LLC"]))"
            : nil
        if facts.grantee.names.count > 1, random.chance(0.75) {
            facts.vesting = random.pick([
                "as joint tenants with right of survivorship", "as tenants in common", "as joint tenants",
                "as tenants by the entirety", "as community property with right of survivorship",
            ])
        }
        (facts.amount, facts.considerationWords) = consideration(type)
        if random.chance(isOld ? 0.3 : 0.75) { facts.parcel = parcelNumber() }
        if random.chance(isOld ? 0.15 : 0.55) { facts.address = address(in: place) }
        facts.hasNotary = random.chance(0.95)
        facts.hasExhibit = !isOld && random.chance(0.2)
        if random.chance(0.93) { facts.recording = recording(after: execution, isOld: isOld) }
        return facts
    }

    private mutating func deedPlace(_ type: String) -> Place {
        switch type {
        case "grant_deed": place(in: ["CA"])
        case "deed_of_trust": place(in: ["CA", "CO", "TX", "VA", "NC", "MO", "WA", "TN", "AZ", "UT", "ID", "MD"])
        case "transfer_on_death_deed":
            place(in: ["TX", "CA", "CO", "OH", "KS", "MN", "MO", "NV", "OR", "WA", "VA", "AZ", "NM", "IN", "IL"])
        default: place()
        }
    }

    private mutating func grantor(_ type: String, _ place: Place, _ day: CalendarDate) -> Party {
        switch type {
        case "transfer_on_death_deed": random.chance(0.6) ? single() : couple()
        case "special_warranty_deed":
            random.chance(0.6) ? company(in: place, before: day) : party(in: place, before: day)
        default: party(in: place, before: day)
        }
    }

    private mutating func grantee(_ type: String, _ place: Place, _ day: CalendarDate) -> Party {
        switch type {
        case "deed_of_trust": company(in: place, before: day)
        case "transfer_on_death_deed": random.chance(0.5) ? several() : single()
        default: party(in: place, before: day)
        }
    }

    private mutating func consideration(_ type: String) -> (Int?, String) {
        if type == "deed_of_trust" {
            let amount = random.int(60...900) * 1000 + random.pick([0, 0, 500, 250])
            return (
                amount,
                random.pick([
                    "\(Money.words(amount)) and 00/100 Dollars (U.S. $\(Money.grouped(amount)))",
                    "$\(Money.grouped(amount))",
                    "\(Money.words(amount).uppercased()) AND NO/100 DOLLARS ($\(Money.grouped(amount)))",
                ])
            )
        }
        switch random.int(0...9) {
        case 0...3:
            return (
                10,
                choose(
                    [
                        "Ten and No/100 Dollars ($10.00) and other good and valuable consideration",
                        "TEN DOLLARS ($10.00)", "Ten Dollars", "the sum of Ten and 00/100 Dollars ($10.00)",
                        "$10.00 and other good and valuable consideration",
                    ], heldBack: ["the sum of TEN ($10.00) DOLLARS, lawful money of the United States"])
            )
        case 4...6:
            let amount = random.int(18...980) * 1000 + random.pick([0, 0, 0, 500, 900])
            return (
                amount,
                choose(
                    [
                        "\(Money.words(amount)) and No/100 Dollars ($\(Money.grouped(amount)))",
                        "the sum of $\(Money.grouped(amount))",
                        "the sum of \(Money.words(amount)) Dollars ($\(Money.grouped(amount)))",
                    ], heldBack: ["\(Money.words(amount).uppercased()) DOLLARS"])
            )
        case 7: return (1, "One Dollar ($1.00) and other good and valuable consideration")
        case 8: return (nil, "love and affection")
        default: return (nil, random.pick(["a valuable consideration", "good and valuable consideration"]))
        }
    }

    private mutating func parcelNumber() -> String {
        random.filled(
            choose(
                [
                    "999-999-99", "99-99-999-999", "999-9999-999-99", "99-99-99-999-999.000-999", "R9999999",
                    "9999-99-9999", "99.99-9-99",
                ],
                heldBack: ["999 99 999A", "99-9-9999-99-99"]))
    }

    private mutating func recording(after execution: CalendarDate, isOld: Bool) -> DeedFacts.Recording {
        let day = execution.adding(days: random.int(1...45))
        let limit = asOf.adding(days: -1)
        var recording = DeedFacts.Recording(date: day > limit ? limit : day)
        let hasBook = isOld || random.chance(0.4)
        if hasBook {
            recording.book = String(random.int(112...9800))
            recording.page = String(random.int(1...980))
        }
        if !hasBook || random.chance(0.5) {
            recording.instrument =
                isOld
                ? String(random.int(11_000...998_000))
                : random.pick([
                    "\(day.year)-\(random.digits(7))", "\(day.year)\(random.digits(7))",
                    "\(day.year)-\(random.digits(6))",
                    "\(random.int(10...99))-\(random.digits(6))", random.digits(8),
                ])
            if recording.instrument?.hasPrefix("0") ?? false {
                recording.instrument = "1" + (recording.instrument?.dropFirst() ?? "")
            }
        }
        return recording
    }
}
