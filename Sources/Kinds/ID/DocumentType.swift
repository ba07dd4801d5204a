import Model

/// What kind of identity document it is, by zone, barcode and words.
package enum DocumentType: String, CaseIterable {
    // In the order in which their words decide: the later ones' words stand on the earlier ones' documents too, a
    // passport's number on a visa for instance.
    case visa
    case residencePermit = "residence_permit"
    case travelDocument = "travel_document"
    case driverLicense = "driver_license"
    case identityCard = "identity_card"
    case passport

    /// Whether it is a booklet, or stuck into one, whose other pages may be in the picture.
    package var isOfBooklet: Bool {
        switch self {
        case .visa, .travelDocument, .passport: true
        case .residencePermit, .driverLicense, .identityCard: false
        }
    }

    private var phrases: [String] {
        switch self {
        case .visa: ["visa", "visum", "visado"]
        case .residencePermit:
            [
                "residence permit", "residence card", "permanent resident", "titre de séjour", "carte de séjour",
                "aufenthaltstitel", "permiso de residencia", "permesso di soggiorno", "verblijfstitel",
                "título de residência",
            ]
        case .travelDocument:
            ["travel document", "titre de voyage", "reiseausweis", "documento de viaje", "documento di viaggio"]
        case .driverLicense:
            [
                "driver license", "drivers license", "driver licence", "driving licence", "driving license",
                "operator license", "permis de conduire", "führerschein", "permiso de conducción",
                "licencia de conducir", "patente di guida", "rijbewijs", "carta de condução", "prawo jazdy",
            ]
        case .identityCard:
            [
                "identity card", "identification card", "identity document", "id card", "carte d'identité",
                "carte nationale d'identité", "personalausweis", "documento nacional de identidad", "carta d'identità",
                "identiteitskaart", "cartão de cidadão", "dowód osobisty", "identitätskarte",
            ]
        case .passport:
            ["passport", "passeport", "reisepass", "pasaporte", "passaporto", "passaporte", "paspoort", "paszport"]
        }
    }

    /// A place where words say the type.
    struct Evidence {
        var type: DocumentType
        var match: PhraseMatch
        var page: Int
    }

    static func evidence(on pages: [RecognizedPage]) -> [Evidence] {
        pages.flatMap { page in
            let matcher = PhraseMatcher(page: page)
            return allCases.compactMap { type in
                type.phrases.flatMap { matcher.matches($0) }.max { $0.similarity < $1.similarity }
                    .map { Evidence(type: type, match: $0, page: page.index) }
            }
        }
    }

    /// By the words alone.
    static func printed(_ evidence: [Evidence]) -> Field? {
        let types = Set(evidence.map(\.type))
        guard let type = allCases.first(where: types.contains),
            let best = evidence.filter({ $0.type == type }).max(by: { $0.match.similarity < $1.match.similarity })
        else { return nil }
        // An identification card may say that it is no driver licence.
        let doubtful = types.contains(.driverLicense) && types.contains(.identityCard)
        return Field(
            value: .text(type.rawValue), confidence: (doubtful ? 0.6 : 0.97) * best.match.similarity, source: .text,
            page: best.page, box: best.match.box)
    }

    /// By the first letters of a zone, and words where those leave it open (ICAO Doc 9303 Parts 4 to 7: P for
    /// passports, V for visas; A, C and I for all cards, the second letter at the issuer's discretion).
    static func zone(_ repaired: RepairedZone, _ evidence: [Evidence]) -> Field {
        let code = repaired.zone.documentCode
        let types = Set(evidence.map(\.type))
        let sure = repaired.confidence[.documentCode] ?? 0
        func field(_ type: DocumentType, _ confidence: Double) -> Field {
            Field(
                value: .text(type.rawValue), raw: code, confidence: confidence, source: .mrz, page: repaired.page,
                box: repaired.box(of: .documentCode))
        }
        if repaired.zone.format.isVisa { return field(.visa, sure) }
        if repaired.zone.format == .td3 {
            let travel = types.contains(.travelDocument) && !types.contains(.passport)
            return field(travel ? .travelDocument : .passport, sure)
        }
        // Crew member certificates alone have it (Part 5, section 4.2.2.1); no type is theirs, whatever the words say.
        if code == "AC" { return field(.identityCard, min(sure, 0.5)) }
        let cards: [DocumentType] = [.residencePermit, .travelDocument, .driverLicense, .identityCard]
        let said = cards.filter(types.contains)
        if said.count == 1 { return field(said[0], max(sure, 0.98)) }
        if let first = said.first { return field(first, min(sure, 0.85)) }
        if ["AR", "IR", "CR", "RP"].contains(code) { return field(.residencePermit, min(sure, 0.95)) }
        return field(.identityCard, code.hasPrefix("I") ? min(sure, 0.96) : min(sure, 0.8))
    }
}
