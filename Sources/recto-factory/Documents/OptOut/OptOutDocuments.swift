import Model

/// Opt-out and other privacy requests: forms and letters.
enum OptOutDocuments {
    static let makers: [(subkind: String, make: DocumentMaker)] = [
        ("form", { maker, _, templates in try form(&maker, templates) }),
        ("letter_ccpa", { maker, _, templates in try letter(&maker, templates, gdpr: false) }),
        ("form", { maker, _, templates in try form(&maker, templates) }),
        ("letter_gdpr", { maker, _, templates in try letter(&maker, templates, gdpr: true) }),
        ("form", { maker, _, templates in try form(&maker, templates) }),
        ("letter_agent", { maker, _, templates in try agentLetter(&maker, templates) }),
    ]

    private static let boxLabels: [(type: String, open: [String], heldBack: [String])] = [
        (
            "delete",
            [
                "Delete my personal information", "Delete all personal information you have collected about me",
                "Right to delete",
            ], ["Erase my records"]
        ),
        (
            "do_not_sell",
            [
                "Do not sell or share my personal information", "Opt out of the sale of my personal information",
                "Do Not Sell My Personal Information",
            ], ["Stop selling my data"]
        ),
        (
            "access",
            [
                "Send me a copy of my personal information", "Right to know / access my information",
                "Access the information you hold about me",
            ], ["Tell me what you have on file about me"]
        ),
        (
            "correct", ["Correct inaccurate personal information", "Right to correct", "Correct my information"],
            ["Fix errors in my records"]
        ),
        (
            "limit_use",
            [
                "Limit the use of my sensitive personal information",
                "Limit use and disclosure of sensitive information",
            ], ["Limit how my sensitive data is used"]
        ),
    ]

    private static func label(_ open: [String], _ heldBack: [String], _ maker: inout Maker) -> String {
        maker.choose(open, heldBack: heldBack)
    }

    static func form(_ maker: inout Maker, _ templates: Templates) throws -> Draft {
        let offered = boxLabels.filter { $0.type != "limit_use" || maker.random.chance(0.6) }
        var facts = maker.optOutFacts(types: offered.map(\.type))
        if maker.random.chance(0.35) { facts.urls = maker.profileURLs(for: facts) }
        if maker.random.chance(0.12) { facts.agent = maker.person(from: .american).shortName }
        let boxes = offered.map { box in
            "\(facts.requests.contains(box.type) ? "x" : ".") " + label(box.open, box.heldBack, &maker)
        }
        let template = maker.choose(["form_sections", "form_compact", "form_table"], heldBack: ["form_notice"])
        var style = formStyle(&maker)
        if template == "form_table" { style.fieldLook = maker.random.pick([.table, .box]) }
        let rowLength = template == "form_compact" && style.size < 10.6 ? 2 : 1
        let rows = stride(from: 0, to: boxes.count, by: rowLength).map { start in
            "@checks " + boxes[start..<min(start + rowLength, boxes.count)].joined(separator: " || ")
        }
        var values = common(facts)
        values["checks"] = rows.joined(separator: "\n")
        values["fields"] = fieldRows(facts, isPaired: maker.random.chance(0.5) && style.fieldLook != .table, &maker)
        values["title"] = maker.choose(
            [
                "OPT-OUT REQUEST FORM", "Consumer Privacy Request Form", "DO NOT SELL OR SHARE REQUEST",
                "Personal Information Removal Request", "Privacy Rights Request",
            ],
            heldBack: ["Consumer Data Rights Request", "Suppression Request Form"])
        var sheet = Sheet(style: style, random: maker.random)
        try sheet.set(Block.parse(templates.render("optout/\(template)", values)))
        return draft(facts, "form", &sheet, style, &maker)
    }

    static func draft(
        _ facts: OptOutFacts, _ subkind: String, _ sheet: inout Sheet, _ style: SheetStyle, _ maker: inout Maker
    ) -> Draft {
        var drawings = sheet.finish().map { $0.drawing(paper: style.paper) }
        maker.random = sheet.random
        drawings[0].vital = Drawing.Area(x: 0.9, y: 1.6, width: 6.6, height: 3.6)
        return Draft(
            kind: .optOut, subkind: subkind, fields: facts.fields, expect: facts.isSigned ? .accept : .review,
            pages: drawings)
    }

    private static func formStyle(_ maker: inout Maker) -> SheetStyle {
        let family = maker.random.chance(0.7) ? maker.sans() : maker.serif()
        var style = SheetStyle(font: Font(family: family), heading: Font(family: family, bold: true))
        style.size = family.contains("DejaVu") ? 9.4 : maker.random.double(10...11.2)
        style.leading = 1.3
        style.top = 52
        style.fieldLook = maker.random.pick(SheetStyle.FieldLook.allCases)
        style.boxLook = maker.random.pick([.square, .square, .square, .round, .brackets, .parentheses])
        style.markLook = maker.random.pick(SheetStyle.MarkLook.allCases)
        if maker.random.chance(0.5) {
            style.valueFont = Font(family: maker.random.pick(["Courier Prime", "Liberation Mono", "Liberation Sans"]))
            style.valueColor = maker.random.pick(["#111", "#16256b"])
        }
        return style
    }

    static func common(_ facts: OptOutFacts) -> [String: Any] {
        var values: [String: Any] = [
            "broker": facts.broker, "BROKER": facts.broker.uppercased(), "name": facts.name,
            "street": facts.home.street, "city": facts.home.place.city, "state": facts.home.place.state,
            "zip": facts.home.place.zip, "cityLine": facts.home.cityLine, "addressLine": facts.home.line,
            "stateName": facts.home.place.stateName, "date": facts.signed.american, "slashDate": facts.signed.slashes,
            "sign": facts.isSigned ? "yes" : "no", "hasAddress": facts.hasAddress,
        ]
        if let email = facts.email { values["email"] = email }
        if let telephone = facts.telephone { values["phone"] = telephone.printed }
        if let birth = facts.birth { values["birth"] = birth.american }
        if let law = facts.law { values["law"] = law.title }
        if let agent = facts.agent { values["agent"] = agent }
        if !facts.urls.isEmpty { values["urls"] = facts.urls }
        return values
    }

    /// `@field` rows, one or two pairs a row; what the requester left out is an empty field now and then.
    private static func fieldRows(_ facts: OptOutFacts, isPaired: Bool, _ maker: inout Maker) -> String {
        var rows: [[(String, String)]] = []
        let name = maker.choose(
            ["Full name", "Full legal name", "Name", "Consumer name", "Your name"], heldBack: ["Name of requester"])
        rows.append([(name, facts.name)])
        var pairs: [(String, String)] = []
        if let birth = facts.birth {
            pairs.append(
                (
                    maker.random.pick(["Date of birth", "DOB", "Birth date"]),
                    maker.random.pick([birth.slashes, birth.american])
                ))
        }
        if facts.hasAddress {
            if maker.random.chance(0.5) {
                let label = maker.choose(
                    ["Mailing address", "Address", "Current address", "Street address, city, state, ZIP"],
                    heldBack: ["Postal address"])
                rows.append([(label, facts.home.line)])
            } else {
                rows.append([(maker.random.pick(["Street address", "Address line 1", "Street"]), facts.home.street)])
                let place = facts.home.place
                rows.append([
                    ("City", place.city), ("State", place.state),
                    (maker.random.pick(["ZIP code", "ZIP", "Postal code"]), place.zip),
                ])
            }
        }
        let emailLabel = maker.choose(["Email", "Email address", "E-mail"], heldBack: ["Electronic mail"])
        let phoneLabel = maker.choose(
            ["Phone", "Telephone", "Phone number", "Daytime phone"], heldBack: ["Contact number"])
        if facts.email != nil || maker.random.chance(0.5) { pairs.append((emailLabel, facts.email ?? "")) }
        if facts.telephone != nil || maker.random.chance(0.5) {
            pairs.append((phoneLabel, facts.telephone?.printed ?? ""))
        }
        if isPaired {
            // An e-mail address needs the room of two thirds of a line: it stays by itself.
            let alone = pairs.filter { $0.0 == emailLabel }
            let rest = pairs.filter { $0.0 != emailLabel }
            rows += alone.map { [$0] }
            if !rest.isEmpty { rows.append(rest) }
        } else {
            rows += pairs.map { [$0] }
        }
        for url in facts.urls {
            rows.append([(maker.random.pick(["Profile URL", "Link to listing", "Record URL"]), url)])
        }
        if let agent = facts.agent { rows.append([("Authorized agent (if any)", agent)]) }
        return rows.map { row in "@field " + row.map { "\($0.0) || \($0.1)" }.joined(separator: " || ") }
            .joined(separator: "\n")
    }
}
