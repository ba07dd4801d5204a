import Model

/// Documents of no known kind, near misses among them: each must end as `unknown`, for a person to look at.
enum UnknownDocuments {
    static let makers: [(subkind: String, make: DocumentMaker)] = [
        "lease", "mortgage_statement", "vehicle_title", "newsletter", "court_paper", "invoice", "tax_form", "will",
        "power_of_attorney", "privacy_notice", "employee_badge", "affidavit", "business_letter", "bank_form",
    ].map { name in (name, { maker, _, templates in try draft(name, &maker, templates) }) }

    private static let heldBack: Set<String> = ["affidavit", "bank_form", "will", "business_letter"]

    static func draft(_ asked: String, _ maker: inout Maker, _ templates: Templates) throws -> Draft {
        var name = asked
        let open = makers.map(\.subkind).filter { !heldBack.contains($0) }
        // Here whole documents are held back.
        switch maker.policy {
        case .never where heldBack.contains(name): name = maker.random.pick(open)
        case .only where !heldBack.contains(name): name = maker.random.pick(heldBack.sorted())
        default: break
        }
        if heldBack.contains(name) { maker.markHeldBack() }
        let family = maker.random.chance(0.5) ? maker.serif() : maker.sans()
        var style = SheetStyle(font: Font(family: family), heading: Font(family: family, bold: true))
        style.size = family.contains("DejaVu") ? 9.4 : maker.random.double(10...11.5)
        style.leading = maker.random.double(1.25...1.45)
        style.isJustified = maker.random.chance(0.4)
        style.fieldLook = maker.random.pick(SheetStyle.FieldLook.allCases)
        style.boxLook = maker.random.pick(SheetStyle.BoxLook.allCases)
        if maker.random.chance(0.3) { style.footer = "Page # of %" }
        var sheet = Sheet(style: style, random: maker.random)
        sheet.random = maker.random
        let filled = try templates.render("unknown/\(name)", values(&maker))
        try sheet.set(Block.parse(filled))
        var drawings = sheet.finish().map { $0.drawing() }
        drawings[0].vital = Drawing.Area(x: 0.9, y: 0.8, width: 6.6, height: 4)
        return Draft(kind: .unknown, subkind: name, fields: [:], expect: .review, pages: drawings)
    }

    static func blankPage() -> Draft {
        let page = Canvas(width: 612, height: 792).drawing()
        return Draft(kind: .unknown, subkind: "blank_page", fields: [:], expect: .retake, pages: [page])
    }

    private static func values(_ maker: inout Maker) -> [String: Any] {
        let place = maker.place()
        let first = maker.person(from: .american)
        let second = maker.person()
        let home = maker.address(in: place)
        let other = maker.address(in: place)
        let day = maker.date(between: maker.asOf.adding(days: -2500), and: maker.asOf.adding(days: -20))
        let amount = maker.random.int(40...900) * 1000
        let rent = maker.random.int(700...3900)
        return [
            "first": first.shortName, "second": second.shortName, "third": maker.person().shortName,
            "firstBirth": first.birth.american, "county": place.county, "COUNTY": place.county.uppercased(),
            "state": place.stateName, "STATE": place.stateName.uppercased(), "city": place.city,
            "home": home.line, "homeStreet": home.street, "homeCity": home.cityLine, "other": other.line,
            "date": day.american, "slashDate": day.slashes, "dayOf": day.dayOf,
            "nextDate": day.adding(days: 30).american, "company": "\(maker.companyStem()) LLC",
            "broker": maker.broker(), "amount": Money.grouped(amount), "amountWords": Money.words(amount),
            "rent": Money.grouped(rent), "rentWords": Money.words(rent), "number": maker.random.digits(8),
            "vin": maker.random.filled("9A9AA99A*9A999999"), "phone": maker.telephone(in: place).printed,
            "email": maker.email(for: first), "legal": maker.legalDescription(in: place).text,
            "small1": Canvas.fixed(maker.random.double(20...900)),
            "small2": Canvas.fixed(maker.random.double(20...900)),
            "small3": Canvas.fixed(maker.random.double(20...900)), "year": String(maker.random.int(1998...2024)),
            "make": maker.random.pick([
                "Ford F-150", "Toyota Camry", "Honda Civic", "Subaru Outback", "Chevrolet Malibu",
            ]),
        ]
    }
}
