import Model

extension OptOutDocuments {
    private static let sentences: [String: (open: [String], heldBack: [String])] = [
        "delete": (
            [
                "I request that you delete all personal information that you have collected about me.",
                "Please delete my personal information from your databases and direct your service providers to do the same.",
                "I am exercising my right to delete: erase all records that relate to me.",
            ], ["Kindly remove every record that concerns me and confirm the deletion in writing."]
        ),
        "do_not_sell": (
            [
                "Do not sell or share my personal information.",
                "I also direct you to opt me out of the sale and sharing of my personal information.",
                "I hereby opt out of any sale of my personal information to third parties.",
            ], ["From this day on you must stop selling my information to anyone."]
        ),
        "access": (
            [
                "Please send me a copy of the specific pieces of personal information that you hold about me.",
                "I request access to the categories and specific pieces of personal information you have collected.",
            ], ["Let me know in full what information you keep on me."]
        ),
        "correct": (
            ["Please correct the inaccurate personal information that you maintain about me."],
            ["My entry is wrong in part and I ask that you rectify it."]
        ),
        "limit_use": (["Limit the use and disclosure of my sensitive personal information."], []),
        "object": (
            [
                "I object to the processing of my personal data, including profiling, under Article 21.",
                "I object to any processing of my personal data for direct marketing purposes.",
            ], []
        ),
        "restrict": (
            ["Until my request has been dealt with, restrict the processing of my data under Article 18."], []
        ),
    ]

    private static let gdprSentences: [String: [String]] = [
        "delete": [
            "I request the erasure of all personal data concerning me without undue delay under Article 17.",
            "Please erase all personal data that you hold about me (right to be forgotten).",
        ],
        "access": ["I request access to my personal data and a copy of it under Article 15."],
    ]

    static func letter(_ maker: inout Maker, _ templates: Templates, gdpr: Bool) throws -> Draft {
        let types =
            gdpr
            ? ["delete", "object", "access", "restrict"] : ["delete", "do_not_sell", "access", "correct", "limit_use"]
        var facts = maker.optOutFacts(gdpr: gdpr, types: types)
        facts.law = facts.law ?? OptOutFacts.laws[0]
        facts.requests = Array(facts.requests.prefix(3))
        if maker.random.chance(0.3) { facts.urls = maker.profileURLs(for: facts) }
        let template = maker.choose(["letter_block", "letter_formal", "letter_plain"], heldBack: ["letter_memo"])
        return try letter(facts, template, gdpr ? "letter_gdpr" : "letter_ccpa", &maker, templates)
    }

    static func agentLetter(_ maker: inout Maker, _ templates: Templates) throws -> Draft {
        var facts = maker.optOutFacts(types: ["delete", "do_not_sell", "access"])
        facts.law = facts.law ?? OptOutFacts.laws[0]
        facts.agent = maker.choose(
            [
                "\(maker.companyStem().components(separatedBy: " ")[0]) Privacy Services LLC",
                "Consumer Data Advocates, Inc.",
            ],
            heldBack: ["Opt Me Out Agency LLC"])
        facts.hasAddress = true
        let template = maker.choose(["agent_authorization", "agent_request"], heldBack: ["agent_permission"])
        // The form has no line for it.
        if template == "agent_permission" { facts.birth = nil }
        return try letter(facts, template, "letter_agent", &maker, templates)
    }

    private static func letter(
        _ facts: OptOutFacts, _ template: String, _ subkind: String, _ maker: inout Maker, _ templates: Templates
    ) throws -> Draft {
        var values = common(facts)
        let isGDPR = facts.law?.name == "gdpr"
        let wishes = facts.requests.map { type -> String in
            if isGDPR, let own = gdprSentences[type] { return maker.random.pick(own) }
            let choice = sentences[type] ?? ([], [])
            return maker.choose(choice.open, heldBack: choice.heldBack)
        }
        let isListed = maker.random.chance(0.4) && wishes.count > 1
        values["wishes"] =
            isListed
            ? wishes.enumerated().map { "@indent \($0.offset + 1). \($0.element)" }.joined(separator: "\n\n")
            : wishes.joined(separator: " ")
        values["subject"] = maker.choose(
            [
                "Request under the \(facts.law?.title ?? "law")", "Privacy request", "Exercise of my privacy rights",
                "Request concerning my personal information",
            ],
            heldBack: ["Notice of data rights request"])
        values["officeStreet"] = "P.O. Box \(maker.random.int(100...9999))"
        values["officeCity"] = maker.place().cityLine
        var style = SheetStyle(
            font: Font(family: maker.random.chance(0.5) ? maker.serif() : maker.sans()),
            heading: Font(family: "Liberation Serif", bold: true))
        if maker.random.chance(0.12) { style.font = Font(family: maker.typewriter()) }
        style.heading = Font(family: style.font.family, bold: true)
        style.size =
            style.font.family.contains("DejaVu") || style.font.isTypewriter ? 10 : maker.random.double(10.5...11.8)
        style.left = maker.random.double(66...90)
        style.right = maker.random.double(66...84)
        style.leading = maker.random.double(1.25...1.5)
        var sheet = Sheet(style: style, random: maker.random)
        try sheet.set(Block.parse(templates.render("optout/\(template)", values)))
        return draft(facts, subkind, &sheet, style, &maker)
    }

}
extension Place { var cityLine: String { "\(city), \(state) \(zip)" } }
