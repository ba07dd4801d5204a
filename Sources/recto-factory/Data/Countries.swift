/// A state that issues travel documents here. Utopia is ICAO's own invention; the layouts are ours for all of them.
struct Country: Sendable {
    /// ICAO 9303-3, section 5.
    var code: String
    var name: String
    /// As printed for a citizen.
    var nationality: String
    /// `A` a letter, `9` a digit, `*` either.
    var numberPattern: String
    var stock: NameStock
    var cities: [String]
    var labels: Labels

    enum Labels: Sendable { case english, french, german, spanish, nordic, slavic }

    static let all: [Country] = [
        Country(
            code: "UTO", name: "UTOPIA", nationality: "UTOPIAN", numberPattern: "A9999999", stock: .american,
            cities: ["ZENITH", "AMAUROT", "PORT MORE"], labels: .english),
        Country(
            code: "D", name: "BUNDESREPUBLIK DEUTSCHLAND", nationality: "DEUTSCH", numberPattern: "C9*9A9**9",
            stock: .german, cities: ["MÜNCHEN", "KÖLN", "HAMBURG", "LEIPZIG"], labels: .german),
        Country(
            code: "AUT", name: "REPUBLIK ÖSTERREICH", nationality: "ÖSTERREICH", numberPattern: "A9999999",
            stock: .german, cities: ["GRAZ", "LINZ", "SALZBURG"], labels: .german),
        Country(
            code: "FRA", name: "RÉPUBLIQUE FRANÇAISE", nationality: "FRANÇAISE", numberPattern: "99AA99999",
            stock: .french, cities: ["LYON", "NANTES", "LILLE"], labels: .french),
        Country(
            code: "CHE", name: "CONFÉDÉRATION SUISSE", nationality: "SUISSE", numberPattern: "A9999999", stock: .french,
            cities: ["BERN", "LAUSANNE"], labels: .french),
        Country(
            code: "ESP", name: "REINO DE ESPAÑA", nationality: "ESPAÑOLA", numberPattern: "AAA999999", stock: .hispanic,
            cities: ["SEVILLA", "BILBAO", "VALENCIA"], labels: .spanish),
        Country(
            code: "MEX", name: "ESTADOS UNIDOS MEXICANOS", nationality: "MEXICANA", numberPattern: "A99999999",
            stock: .hispanic, cities: ["PUEBLA", "MÉRIDA", "OAXACA"], labels: .spanish),
        Country(
            code: "SWE", name: "SVERIGE SWEDEN", nationality: "SVENSK", numberPattern: "99999999", stock: .nordic,
            cities: ["MALMÖ", "UPPSALA", "LUND"], labels: .nordic),
        Country(
            code: "DNK", name: "DANMARK DENMARK", nationality: "DANSK", numberPattern: "999999999", stock: .nordic,
            cities: ["AARHUS", "ODENSE"], labels: .nordic),
        Country(
            code: "POL", name: "RZECZPOSPOLITA POLSKA", nationality: "POLSKIE", numberPattern: "AA9999999",
            stock: .slavic, cities: ["KRAKÓW", "GDAŃSK", "LUBLIN"], labels: .slavic),
        Country(
            code: "HRV", name: "REPUBLIKA HRVATSKA", nationality: "HRVATSKO", numberPattern: "999999999",
            stock: .slavic, cities: ["SPLIT", "ZADAR"], labels: .slavic),
        Country(
            code: "GBR", name: "UNITED KINGDOM", nationality: "BRITISH CITIZEN", numberPattern: "999999999",
            stock: .american, cities: ["LEEDS", "CARDIFF", "YORK"], labels: .english),
        Country(
            code: "CAN", name: "CANADA", nationality: "CANADIAN", numberPattern: "AA999999", stock: .american,
            cities: ["HALIFAX", "CALGARY", "OTTAWA"], labels: .english),
        Country(
            code: "USA", name: "UNITED STATES OF AMERICA", nationality: "UNITED STATES OF AMERICA",
            numberPattern: "A99999999", stock: .american, cities: ["OHIO, U.S.A.", "TEXAS, U.S.A.", "MAINE, U.S.A."],
            labels: .english),
        Country(
            code: "NGA", name: "FEDERAL REPUBLIC OF NIGERIA", nationality: "NIGERIAN", numberPattern: "A99999999",
            stock: .african, cities: ["IBADAN", "ENUGU", "KANO"], labels: .english),
        Country(
            code: "GHA", name: "REPUBLIC OF GHANA", nationality: "GHANAIAN", numberPattern: "A9999999", stock: .african,
            cities: ["KUMASI", "TAMALE"], labels: .english),
        Country(
            code: "SEN", name: "RÉPUBLIQUE DU SÉNÉGAL", nationality: "SÉNÉGALAISE", numberPattern: "A99999999",
            stock: .african, cities: ["THIÈS", "SAINT-LOUIS"], labels: .french),
        Country(
            code: "IND", name: "REPUBLIC OF INDIA", nationality: "INDIAN", numberPattern: "A9999999", stock: .asian,
            cities: ["PUNE", "KOCHI", "JAIPUR"], labels: .english),
        Country(
            code: "JPN", name: "JAPAN", nationality: "JAPAN", numberPattern: "AA9999999", stock: .asian,
            cities: ["KYOTO", "NAGANO"], labels: .english),
        Country(
            code: "MAR", name: "ROYAUME DU MAROC", nationality: "MAROCAINE", numberPattern: "AA9999999", stock: .arabic,
            cities: ["FÈS", "AGADIR"], labels: .french),
    ]

    static let utopia = all[0]
}

/// Labels of a travel document: the state's language beside English or French.
struct TravelLabels: Sendable {
    var values: [String: String]

    static func of(_ labels: Country.Labels) -> [String: String] {
        switch labels {
        case .english:
            set(
                "Surname / Nom", "Given names / Prénoms", "Nationality / Nationalité",
                "Date of birth / Date de naissance", "Sex / Sexe", "Place of birth / Lieu de naissance",
                "Date of issue / Date de délivrance", "Date of expiry / Date d'expiration",
                "Passport No. / No. de passeport", "Document No.", "Personal No.", "Authority / Autorité", "PASSPORT",
                "IDENTITY CARD", "RESIDENCE PERMIT", "Address")
        case .french:
            set(
                "Nom / Surname", "Prénoms / Given names", "Nationalité / Nationality",
                "Date de naissance / Date of birth", "Sexe / Sex", "Lieu de naissance / Place of birth",
                "Date de délivrance / Date of issue", "Date d'expiration / Date of expiry",
                "Passeport n° / Passport No.", "N° du document / Document No.", "N° personnel / Personal No.",
                "Autorité / Authority", "PASSEPORT / PASSPORT", "CARTE D'IDENTITÉ / IDENTITY CARD",
                "TITRE DE SÉJOUR / RESIDENCE PERMIT", "Adresse / Address")
        case .german:
            set(
                "Name / Surname / Nom", "Vornamen / Given names / Prénoms", "Staatsangehörigkeit / Nationality",
                "Geburtsdatum / Date of birth", "Geschlecht / Sex", "Geburtsort / Place of birth",
                "Ausstellungsdatum / Date of issue", "Gültig bis / Date of expiry", "Pass-Nr. / Passport No.",
                "Dokument-Nr. / Document No.", "Personen-Nr. / Personal No.", "Behörde / Authority",
                "REISEPASS / PASSPORT", "PERSONALAUSWEIS / IDENTITY CARD", "AUFENTHALTSTITEL / RESIDENCE PERMIT",
                "Anschrift / Address")
        case .spanish:
            set(
                "Apellidos / Surname", "Nombre / Given names", "Nacionalidad / Nationality",
                "Fecha de nacimiento / Date of birth", "Sexo / Sex", "Lugar de nacimiento / Place of birth",
                "Fecha de expedición / Date of issue", "Fecha de caducidad / Date of expiry",
                "Pasaporte N.º / Passport No.", "N.º documento / Document No.", "N.º personal / Personal No.",
                "Autoridad / Authority", "PASAPORTE / PASSPORT", "DOCUMENTO DE IDENTIDAD / IDENTITY CARD",
                "PERMISO DE RESIDENCIA / RESIDENCE PERMIT", "Domicilio / Address")
        case .nordic:
            set(
                "Efternamn / Surname", "Förnamn / Given names", "Medborgarskap / Nationality",
                "Födelsedatum / Date of birth", "Kön / Sex", "Födelseort / Place of birth", "Utfärdat / Date of issue",
                "Giltigt t.o.m. / Date of expiry", "Pass nr / Passport No.", "Dokument nr / Document No.",
                "Personnr / Personal No.", "Myndighet / Authority", "PASS / PASSPORT",
                "NATIONELLT IDENTITETSKORT / IDENTITY CARD", "UPPEHÅLLSTILLSTÅND / RESIDENCE PERMIT", "Adress / Address"
            )
        case .slavic:
            set(
                "Nazwisko / Surname", "Imiona / Given names", "Obywatelstwo / Nationality",
                "Data urodzenia / Date of birth", "Płeć / Sex", "Miejsce urodzenia / Place of birth",
                "Data wydania / Date of issue", "Data ważności / Date of expiry", "Nr paszportu / Passport No.",
                "Nr dokumentu / Document No.", "Nr osobisty / Personal No.", "Organ / Authority", "PASZPORT / PASSPORT",
                "DOWÓD OSOBISTY / IDENTITY CARD", "KARTA POBYTU / RESIDENCE PERMIT", "Adres / Address")
        }
    }

    private static let keys = [
        "lSurname", "lGiven", "lNationality", "lBirth", "lSex", "lPlace", "lIssue", "lExpiry", "lPassport", "lNumber",
        "lPersonal", "lAuthority", "tPassport", "tCard", "tPermit", "lAddress",
    ]

    private static func set(_ texts: String...) -> [String: String] {
        Dictionary(uniqueKeysWithValues: zip(keys, texts))
    }
}
