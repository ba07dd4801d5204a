import Model

/// Driver licences of the United States: invented layouts, real jurisdictions, barcodes to the standard.
enum LicenseDocuments {
    struct Facts {
        var content: AAMVA.Content
        var address: Address
        var isSpecimen: Bool
    }

    private static let numberPatterns: [String: String] = [
        "CA": "A9999999", "NY": "999999999", "TX": "99999999", "FL": "A999999999999", "VA": "A99999999",
        "NC": "999999999999", "PA": "99999999", "OH": "AA999999", "IL": "A99999999999", "GA": "999999999",
        "WA": "AAAAAA999A9A", "AZ": "A99999999", "CO": "999999999", "MI": "A999999999999", "MN": "A999999999999",
        "OR": "9999999", "WI": "A9999999999999", "MO": "A999999999", "TN": "999999999",
    ]

    static func draft(_ sides: Sides, _ maker: inout Maker, _ templates: Templates) throws -> Draft {
        let facts = facts(&maker)
        let content = facts.content
        let barcode = try AAMVA.picture(AAMVA.payload(content))
        var values = values(facts, &maker)
        let front = maker.choose(
            ["dl_front_numbered", "dl_front_labels", "dl_front_right", "dl_front_stack"], heldBack: ["dl_front_banner"])
        let back = maker.choose(["dl_back_bottom", "dl_back_top"], heldBack: ["dl_back_plain"])
        // The symbol at its own proportions, at most 75 by 24 millimetres.
        let scale = min(75 / Double(barcode.width), 24 / Double(barcode.height))
        let width = Double(barcode.width) * scale
        values["barWidth"] = Canvas.number(width)
        values["barHeight"] = Canvas.number(Double(barcode.height) * scale)
        values["barX"] = Canvas.number((85.6 - width) / 2)
        var expect = expectation(facts, sides, maker.asOf)
        if sides == .both { maker.plantError(in: &values, expect: &expect) }
        var pages: [Drawing] = []
        if sides != .back {
            pages.append(
                Drawing(
                    millimetres: 85.6, 54, svg: try templates.render("id/\(front)", values),
                    vital: Drawing.Area(x: 1, y: 0.35, width: 2.2, height: 1.5)))
        }
        if sides != .front {
            pages.append(
                Drawing(
                    millimetres: 85.6, 54, svg: try templates.render("id/\(back)", values),
                    pictures: ["barcode.png": barcode.png], vital: Drawing.Area(x: 0.2, y: 0.3, width: 2.9, height: 1.4)
                ))
        }
        let subkind =
            sides == .both ? "driver_license" : sides == .front ? "driver_license_front" : "driver_license_back"
        return Draft(
            kind: .id, subkind: subkind, fields: fields(facts), expect: expect, pages: pages, isCard: true)
    }

    private static func expectation(_ facts: Facts, _ sides: Sides, _ asOf: CalendarDate) -> Decision.Action {
        facts.isSpecimen || facts.content.expiry < asOf ? .review : .accept
    }

    private static func facts(_ maker: inout Maker) -> Facts {
        let state = maker.random.pick(numberPatterns.keys.sorted())
        let stock = maker.random.chance(0.7) ? NameStock.american : maker.random.pick([.asian, .african, .hispanic])
        var person = maker.person(from: stock)
        while person.family.count > 18 || person.givenNames.count > 20 { person = maker.person(from: stock) }
        let address = maker.address(in: maker.place(in: [state])).upper
        let isExpired = maker.random.chance(0.1)
        let issue = maker.asOf.adding(days: isExpired ? -maker.random.int(3100...4000) : -maker.random.int(20...2500))
        let birth = person.birth
        // Licences end on a birthday.
        let expiry = CalendarDate(year: issue.year + 8, month: birth.month, day: min(birth.day ?? 1, 28)) ?? issue
        let content = AAMVA.Content(
            state: state, number: maker.random.filled(numberPatterns[state] ?? "99999999"),
            surname: Transliteration.ascii(person.family.uppercased()),
            given: Transliteration.ascii(person.given.uppercased()),
            middle: person.middle.map { Transliteration.ascii($0.uppercased()) }, birth: birth, sex: person.sex,
            issue: issue, expiry: expiry, street: address.street, city: address.place.city, zip: address.place.zip,
            licenseClass: maker.random.pick(["C", "D", "C", "D", "A", "B", "DM"]),
            eyes: maker.random.pick(["BRO", "BLU", "GRN", "HAZ"]), height: "0\(maker.random.int(60...76)) in",
            discriminator: maker.random.filled("99999AA9999"))
        return Facts(content: content, address: address, isSpecimen: maker.random.chance(0.04))
    }

    private static func fields(_ facts: Facts) -> [FieldName: FieldValue] {
        let content = facts.content
        let given = [content.given, content.middle].compactMap { $0 }.joined(separator: " ")
        return [
            "document_type": .text("driver_license"), "document_number": .text(content.number),
            "issuing_country": .text("USA"), "issuing_region": .text(content.state),
            "surname": .text(content.surname), "given_names": .text(given),
            "date_of_birth": .text(content.birth.iso), "sex": .text(content.sex),
            "date_of_issue": .text(content.issue.iso), "date_of_expiry": .text(content.expiry.iso),
            "address": .text(facts.address.line), "license_class": .text(content.licenseClass),
        ]
    }

    private static func values(_ facts: Facts, _ maker: inout Maker) -> [String: Any] {
        let content = facts.content
        let inches = Int(content.height.dropFirst().prefix(2)) ?? 66
        let name = Place.stateNames[content.state] ?? content.state
        return [
            "state": name, "STATE": name.uppercased(), "code": content.state, "number": content.number,
            "surname": content.surname,
            "given": [content.given, content.middle].compactMap { $0 }.joined(separator: " "),
            "street": facts.address.street, "cityLine": facts.address.cityLine, "birth": content.birth.slashes,
            "issue": content.issue.slashes, "expiry": content.expiry.slashes, "sex": content.sex,
            "class": content.licenseClass, "eyes": content.eyes,
            "height": "\(inches / 12)'-\(inches % 12 < 10 ? "0" : "")\(inches % 12)\"",
            "discriminator": content.discriminator, "font": maker.sans(),
            "accent": maker.random.pick(["#2b4f7d", "#7d2b3b", "#2f6b4a", "#5a3f7a", "#8a5a1e"]),
            "paper": maker.random.pick(["#f6f4ee", "#eef4f6", "#f4eef2", "#f3f6ee"]),
            "pattern": CardArt.guilloche(width: 85.6, height: 54, &maker.random),
            "portrait": CardArt.portrait(&maker.random),
            "signature": CardArt.signature(width: 18, height: 4, &maker.random),
            "specimen": CardArt.specimen(facts.isSpecimen, width: 85.6, height: 54),
        ]
    }
}
