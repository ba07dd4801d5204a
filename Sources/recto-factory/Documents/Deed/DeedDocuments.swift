import Model

/// Deeds of every type, in wordings and layouts of many counties.
enum DeedDocuments {
    static let makers: [(subkind: String, make: DocumentMaker)] = wordings.keys.sorted().map { type in
        (type, { maker, _, templates in try draft(type, &maker, templates) })
    }

    /// The bodies of each type: open and held back.
    private static let wordings: [String: (open: [String], heldBack: [String])] = [
        "warranty_deed": (["warranty_convey", "warranty_indenture", "warranty_statutory"], ["warranty_texas"]),
        "special_warranty_deed": (["special_through", "special_limited"], ["special_covenant"]),
        "quitclaim_deed": (["quitclaim_remise", "quitclaim_short", "quitclaim_witnesseth"], ["quitclaim_form"]),
        "grant_deed": (["grant_california", "grant_individual"], ["grant_joint"]),
        "bargain_and_sale_deed": (["bargain_newyork", "bargain_washington"], ["bargain_oregon"]),
        "deed_of_trust": (["trust_short", "trust_institution"], ["trust_definitions"]),
        "transfer_on_death_deed": (["tod_statutory", "tod_table"], ["tod_plain"]),
        "other_deed": (["other_executor", "other_sheriff", "other_correction"], ["other_gift"]),
    ]

    static func draft(_ type: String, _ maker: inout Maker, _ templates: Templates) throws -> Draft {
        var facts = maker.deedFacts(type: type)
        let choice = wordings[type] ?? ([], [])
        let body = maker.choose(choice.open, heldBack: choice.heldBack)
        if body == "tod_table" { facts.hasExhibit = false }
        let style = style(facts, &maker)
        let header = maker.choose(
            ["header_return", "header_space", "header_left", "header_plain"], heldBack: ["header_prepared"])
        let notary = maker.choose(
            ["notary_before", "notary_acknowledged", "notary_certificate"], heldBack: ["notary_known"])
        let values = try values(facts, body: body, header: header, notary: notary, &maker, templates)
        var names = ["deed/\(header)", "deed/\(body)"]
        if type == "deed_of_trust", maker.random.chance(0.5) { names.append("deed/trust_covenants") }
        names.append(facts.grantor.isCompany ? "deed/sign_company" : "deed/sign_people")
        if facts.hasNotary { names.append("deed/\(notary)") }
        if facts.hasExhibit { names.append("deed/exhibit") }
        var sheet = Sheet(style: style, random: maker.random)
        for name in names { try sheet.set(Block.parse(templates.render(name, values))) }
        var pages = sheet.finish()
        maker.random = sheet.random
        if let recording = facts.recording { stamp(&pages[0], recording, facts, header, style, &maker) }
        var drawings = pages.map { $0.drawing(paper: style.paper) }
        drawings[0].vital = Drawing.Area(x: 0.9, y: 2.4, width: 6.6, height: 3.4)
        let isComplete = facts.recording != nil
        return Draft(
            kind: .deed, subkind: type, fields: facts.fields, expect: isComplete ? .accept : .review, pages: drawings)
    }

    private static func style(_ facts: DeedFacts, _ maker: inout Maker) -> SheetStyle {
        let isTyped = facts.isOld || maker.random.chance(0.08)
        let family = isTyped ? maker.typewriter() : maker.random.chance(0.7) ? maker.serif() : maker.sans()
        var style = SheetStyle(font: Font(family: family), heading: Font(family: family, bold: !facts.isOld))
        style.size = isTyped ? 10.5 : family.contains("DejaVu") ? 9.6 : maker.random.double(10.2...11.6)
        style.leading = isTyped ? maker.random.double(1.3...1.6) : maker.random.double(1.2...1.45)
        style.isJustified = !isTyped && maker.random.chance(0.6)
        style.firstIndent = maker.random.chance(0.4) ? 30 : 0
        style.left = maker.random.double(58...78)
        style.right = maker.random.double(54...74)
        style.jitter = facts.isOld ? 0.35 : 0
        style.color = facts.isOld ? "#1d1b1a" : "#111"
        if maker.random.chance(0.2) { style.height = 1008 }
        if maker.random.chance(0.3) { style.footer = "Page # of %" }
        return style
    }

    private static func values(
        _ facts: DeedFacts, body: String, header: String, notary: String, _ maker: inout Maker, _ templates: Templates
    ) throws -> [String: Any] {
        let agent = maker.person(from: .american).shortName
        let home = maker.address(in: facts.place)
        let granteeHome = maker.address(in: facts.place)
        let notaryName = maker.person(from: .american).shortName
        let legal =
            facts.hasExhibit
            ? maker.random.pick([
                "See Exhibit \"A\" attached hereto and made a part hereof.",
                "SEE EXHIBIT \"A\" ATTACHED HERETO AND BY THIS REFERENCE MADE A PART HEREOF.",
            ])
            : facts.legal.text
        let signers = facts.grantor.signers
        let later = facts.execution.adding(days: maker.random.chance(0.7) ? 0 : maker.random.int(1...4))
        let acknowledged = facts.recording.map { min(later, $0.date) } ?? later
        let place = facts.place
        var values: [String: Any] = [
            "grantor": facts.grantor.line, "grantorNames": facts.grantor.namesLine,
            "grantorStatus": facts.grantor.status.map { ", \($0)" } ?? "",
            "grantee": facts.grantee.namesLine + (facts.granteeTail.map { ", \($0)" } ?? ""),
            "granteeNames": facts.grantee.namesLine, "consideration": facts.considerationWords, "legal": legal,
            "exhibitLegal": facts.legal.text, "county": place.county, "COUNTY": place.county.uppercased(),
            "state": place.stateName, "STATE": place.stateName.uppercased(), "city": place.city,
            "date": facts.execution.american, "dayOf": facts.execution.dayOf, "year": facts.execution.yyyy,
            "agent": agent,
            "agentFirm": maker.companyStem().components(separatedBy: " ").prefix(2).joined(separator: " ") + " Title",
            "homeStreet": home.street, "homeCity": home.cityLine, "granteeHome": granteeHome.line,
            "granteeStreet": granteeHome.street, "granteeCity": granteeHome.cityLine, "notary": notaryName,
            "ackDate": acknowledged.american, "ackDayOf": acknowledged.dayOf,
            "commission": acknowledged.adding(days: maker.random.int(200...1300)).american,
            "signers": signers.map(\.name).joined(separator: " and "),
            "plural": facts.grantor.names.count > 1, "trustee": facts.trustee ?? "",
            "maturity": facts.execution.adding(days: 365 * maker.random.pick([10, 15, 30])).american,
            "order": maker.random.digits(7), "tax": Canvas.fixed(Double(facts.amount ?? 10) * 0.0011),
            "company": facts.grantor.names[0],
        ]
        if let parcel = facts.parcel { values["parcel"] = parcel }
        if let address = facts.address { values["property"] = address.line }
        if let office = signers.first?.office { values["office"] = office }
        values["signatures"] = signatureRows(facts)
        values["witnesses"] = maker.random.chance(0.3) && body.hasPrefix("warranty")
        return values
    }

    /// `@sign` rows, two signers a row.
    private static func signatureRows(_ facts: DeedFacts) -> String {
        let signers = facts.grantor.signers.map { signer in
            "yes \(signer.name)" + (signer.office.map { facts.grantor.isCompany ? "//\($0)" : ", \($0)" } ?? "")
        }
        return stride(from: 0, to: signers.count, by: 2).map { start in
            "@sign " + signers[start..<min(start + 2, signers.count)].joined(separator: " || ")
        }.joined(separator: "\n")
    }

    private static func stamp(
        _ page: inout Canvas, _ recording: DeedFacts.Recording, _ facts: DeedFacts, _ header: String,
        _ style: SheetStyle, _ maker: inout Maker
    ) {
        let isHeldBack = maker.choose([false, false, false], heldBack: [true])
        let x = header == "header_left" ? style.left : style.width - style.right - 226
        RecorderStamp.draw(
            recording, place: facts.place, x: x, y: maker.random.double(32...44), isHeldBackLook: isHeldBack, &page,
            &maker.random)
    }
}
