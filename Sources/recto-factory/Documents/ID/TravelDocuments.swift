import Model

/// Passports, cards, permits and visas with a machine-readable zone.
enum TravelDocuments {
    static func passport(_ maker: inout Maker, _ templates: Templates) throws -> Draft {
        let facts = maker.travelFacts("passport", code: maker.random.pick(["P", "P", "P", "PP", "PM"]), width: 39)
        let zone = zone(Zone.td3(facts.content), facts, &maker)
        let template = maker.choose(
            ["passport_classic", "passport_wide", "passport_columns"], heldBack: ["passport_modern"])
        var values = try values(facts, zone: zone, width: 125, height: 88, &maker)
        var expect = facts.expectation(asOf: maker.asOf)
        maker.plantError(in: &values, expect: &expect)
        let page = Drawing(
            millimetres: 125, 88, svg: try templates.render("id/\(template)", values),
            vital: Drawing.Area(x: 1.5, y: 0.6, width: 3.3, height: 2.7))
        var fields = fields(facts, zone: zone)
        fields["personal_number"] = facts.personalNumber.map { .text($0) }
        return draft("passport", fields, [page], expect)
    }

    static func card(
        _ documentType: String, _ sides: Sides, _ maker: inout Maker, _ templates: Templates
    ) throws -> Draft {
        let isPermit = documentType == "residence_permit"
        let code = isPermit ? maker.random.pick(["AR", "IR"]) : maker.random.pick(["I", "ID"])
        var facts = maker.travelFacts(documentType, code: code, width: 30)
        if sides != .back, !isPermit, maker.random.chance(0.3) { facts.personalNumber = nil }
        let zone = zone(Zone.td1(facts.content), facts, &maker)
        let look = maker.choose(["plain", "band"], heldBack: ["frame"])
        // With no zone beside it, a date must say by itself which number is the month.
        let dates: [CardDates] = sides == .front ? [.military, .dots] : CardDates.allCases
        var values = try values(facts, zone: zone, width: 85.6, height: 54, dates: dates, &maker)
        values["title"] = values[isPermit ? "tPermit" : "tCard"]
        var expect = facts.expectation(asOf: maker.asOf)
        if sides == .both { maker.plantError(in: &values, expect: &expect) }
        var pages: [Drawing] = []
        if sides != .back {
            pages.append(
                Drawing(
                    millimetres: 85.6, 54, svg: try templates.render("id/td1_front_\(look)", values),
                    vital: Drawing.Area(x: 1.1, y: 0.4, width: 2.1, height: 1.5)))
        }
        if sides != .front {
            pages.append(
                Drawing(
                    millimetres: 85.6, 54, svg: try templates.render("id/td1_back_\(look)", values),
                    vital: Drawing.Area(x: 0.2, y: 1.2, width: 3, height: 0.85)))
        }
        var fields = fields(facts, zone: zone)
        if sides == .front {
            for name in ["mrz", "date_of_issue", "place_of_birth"] as [FieldName] { fields[name] = nil }
        }
        if sides == .back {
            // Without a printed twin the zone's own spelling is all there is.
            fields["surname"] = .text(Zone.name(facts.surname).replacing("<", with: " "))
            fields["given_names"] = .text(Zone.name(facts.givenNames).replacing("<", with: " "))
        }
        if sides == .front, facts.hasWrongDigit {
            expect = facts.isSpecimen || facts.isUtopian || facts.expiry < maker.asOf ? .review : .accept
        }
        let suffix = isPermit ? "" : sides == .both ? "_td1" : sides == .front ? "_front" : "_back"
        return draft(documentType + suffix, fields, pages, expect)
    }

    static func cardTD2(_ maker: inout Maker, _ templates: Templates) throws -> Draft {
        let facts = maker.travelFacts("identity_card", code: maker.random.pick(["I", "ID"]), width: 31)
        let zone = zone(Zone.td2(facts.content), facts, &maker)
        let template = maker.choose(["td2_plain"], heldBack: ["td2_frame"])
        var values = try values(facts, zone: zone, width: 105, height: 74, &maker)
        var expect = facts.expectation(asOf: maker.asOf)
        maker.plantError(in: &values, expect: &expect)
        let page = Drawing(
            millimetres: 105, 74, svg: try templates.render("id/\(template)", values),
            vital: Drawing.Area(x: 1.3, y: 0.5, width: 2.7, height: 2.3))
        return draft("identity_card_td2", fields(facts, zone: zone), [page], expect)
    }

    static func visa(_ maker: inout Maker, _ templates: Templates) throws -> Draft {
        let isWide = maker.random.chance(0.5)
        let facts = maker.travelFacts("visa", code: "V", width: isWide ? 39 : 31)
        let zone = zone(isWide ? Zone.visaA(facts.content) : Zone.visaB(facts.content), facts, &maker)
        let (width, height) = isWide ? (120.0, 80.0) : (105.0, 74.0)
        var values = try values(facts, zone: zone, width: width, height: height, &maker)
        var expect = facts.expectation(asOf: maker.asOf)
        maker.plantError(in: &values, expect: &expect)
        let look = maker.choose(["plain", "plain"], heldBack: ["split"])
        let page = Drawing(
            millimetres: width, height, svg: try templates.render("id/visa_\(isWide ? "a" : "b")_\(look)", values),
            vital: Drawing.Area(x: 1.3, y: 0.5, width: width / 25.4 - 1.6, height: height / 25.4 - 0.7))
        var fields = fields(facts, zone: zone)
        fields["place_of_birth"] = nil
        return draft("visa", fields, [page], expect)
    }

    private static func draft(
        _ subkind: String, _ fields: [FieldName: FieldValue], _ pages: [Drawing], _ expect: Decision.Action
    ) -> Draft {
        Draft(kind: .id, subkind: subkind, fields: fields, expect: expect, pages: pages, isCard: true)
    }

    private static func fields(_ facts: TravelFacts, zone: [String]) -> [FieldName: FieldValue] {
        [
            "document_type": .text(facts.documentType), "document_number": .text(facts.number),
            "issuing_country": .text(facts.issuer.code), "nationality": .text(facts.holder.code),
            "surname": .text(facts.surname), "given_names": .text(facts.givenNames),
            "date_of_birth": .text(facts.person.birth.iso), "sex": .text(facts.person.sex),
            "date_of_issue": .text(facts.issue.iso), "date_of_expiry": .text(facts.expiry.iso),
            "place_of_birth": .text(facts.placeOfBirth), "mrz": .list(zone),
        ]
    }

    /// The zone as printed: with the wrong digit where the document has one.
    private static func zone(_ lines: [String], _ facts: TravelFacts, _ maker: inout Maker) -> [String] {
        guard facts.hasWrongDigit else { return lines }
        var lines = lines
        // The birth date's check digit: in TD1 the second line's seventh character, else its twentieth.
        let place = lines.count == 3 ? 6 : 19
        var line = Array(lines[1])
        let right = line[place].wholeNumberValue ?? 0
        line[place] = Character(String((right + maker.random.int(1...9)) % 10))
        lines[1] = String(line)
        return lines
    }

    private static func values(
        _ facts: TravelFacts, zone: [String], width: Double, height: Double,
        dates: [CardDates] = CardDates.allCases, _ maker: inout Maker
    ) throws -> [String: Any] {
        let shown = maker.random.pick(dates)
        let pitch = try FontMetrics.of(Font(family: "OCR B")).width(of: "0", size: 1)
        var values: [String: Any] = TravelLabels.of(facts.issuer.labels)
        let zoneLines = zone.enumerated().map { ["row": $0.offset, "text": $0.element] as [String: Any] }
        values.merge([
            "country": facts.issuer.name, "code": facts.issuer.code, "docCode": facts.code, "number": facts.number,
            "surname": facts.surname, "given": facts.givenNames,
            "nationality": facts.holder.nationality, "holderCode": facts.holder.code,
            "birth": shown.text(facts.person.birth), "issue": shown.text(facts.issue),
            "expiry": shown.text(facts.expiry), "sex": facts.person.sex, "place": facts.placeOfBirth,
            "authority": maker.random.pick(facts.issuer.cities), "zone": zoneLines,
            // OCR-B size 1: ten characters an inch (ICAO 9303-3, 4.4).
            "zoneSize": Canvas.fixed(2.54 / pitch), "zone0": zone[0], "zone1": zone[1],
            "zone2": zone.count > 2 ? zone[2] : "", "font": maker.sans(), "serif": maker.serif(),
            "ink": maker.random.pick(["#15151c", "#1a2440", "#201818"]),
            "accent": maker.random.pick(["#2b4f7d", "#7d2b3b", "#2f6b4a", "#5a3f7a", "#8a5a1e"]),
            "paper": maker.random.pick(["#f6f4ee", "#eef4f6", "#f4eef2", "#f3f6ee", "#fbfaf7"]),
            "pattern": CardArt.guilloche(width: width, height: height, &maker.random),
            "portrait": CardArt.portrait(&maker.random),
            "signature": CardArt.signature(width: 20, height: 4.5, &maker.random),
            "specimen": CardArt.specimen(facts.isSpecimen, width: width, height: height),
        ]) { $1 }
        if let personal = facts.personalNumber { values["personal"] = personal }
        return values
    }
}
