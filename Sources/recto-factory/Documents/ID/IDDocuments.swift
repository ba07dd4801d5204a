import Model

/// Identity documents.
enum IDDocuments {
    static let makers: [(subkind: String, make: DocumentMaker)] = [
        ("passport", { maker, _, templates in try TravelDocuments.passport(&maker, templates) }),
        ("driver_license", { maker, _, templates in try LicenseDocuments.draft(.both, &maker, templates) }),
        (
            "identity_card_td1",
            { maker, _, templates in try TravelDocuments.card("identity_card", .both, &maker, templates) }
        ),
        ("driver_license_front", { maker, _, templates in try LicenseDocuments.draft(.front, &maker, templates) }),
        ("passport", { maker, _, templates in try TravelDocuments.passport(&maker, templates) }),
        ("visa", { maker, _, templates in try TravelDocuments.visa(&maker, templates) }),
        ("driver_license_back", { maker, _, templates in try LicenseDocuments.draft(.back, &maker, templates) }),
        (
            "residence_permit",
            { maker, _, templates in try TravelDocuments.card("residence_permit", .both, &maker, templates) }
        ),
        ("identity_card_td2", { maker, _, templates in try TravelDocuments.cardTD2(&maker, templates) }),
        (
            "identity_card_back",
            { maker, _, templates in try TravelDocuments.card("identity_card", .back, &maker, templates) }
        ),
        (
            "identity_card_front",
            { maker, _, templates in try TravelDocuments.card("identity_card", .front, &maker, templates) }
        ),
    ]
}

/// Which sides of a card are pages of the document.
enum Sides {
    case front, back, both
}

extension Drawing {
    /// A card from a template in millimetres.
    init(
        millimetres width: Double, _ height: Double, svg: String, pictures: [String: [UInt8]] = [:], vital: Area? = nil
    ) {
        self.init(svg: svg, width: width / 25.4, height: height / 25.4, pictures: pictures, vital: vital)
    }
}
