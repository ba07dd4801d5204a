import Extract
import Model
import Pipeline
import Testing

@testable import Kinds

/// Cards in the captions and layouts of their countries, their words given as read.
@Suite struct CardWordingTests {
    static func fields(_ text: String) throws -> [String: Field] {
        let catalogue = try KindCatalogue(KindSettings())
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        let classified = ClassifiedDocument(
            recognized: PageText.document(PageText.page(text)), kind: .id,
            classification: Classification(confidence: 1, scores: [:], evidence: []))
        let extraction = Extractor(kinds: catalogue.definitions, extractors: catalogue.extractors)
            .extract(classified, context: ExtractionContext(asOf: asOf)).extraction
        return Dictionary(uniqueKeysWithValues: extraction.fields.map { ($0.key.rawValue, $0.value) })
    }

    static let french = """
        RÉPUBLIQUE FRANÇAISE
        CARTE NATIONALE D'IDENTITÉ / IDENTITY CARD
        NOM / Surname
        LEFEBVRE
        Prénoms / Given names
        CAMILLE ROSE
        SEXE / Sex    NATIONALITÉ / Nationality    DATE DE NAISS. / Date of birth
        F             FRA                          23 04 1995
        NOM D'USAGE / Alternate name
        VVE. MERCIER
        N° DU DOCUMENT / Document No      DATE D'EXPIR. / Expiry date
        T7X62TZ79                         27 01 2031
        """

    static let italian = """
        REPUBBLICA ITALIANA
        CARTA DI IDENTITÀ / IDENTITY CARD
        COGNOME / SURNAME
        BIANCHETTI
        NOME / NAME
        SARA GIULIA
        LUOGO E DATA DI NASCITA / PLACE AND DATE OF BIRTH
        ROMA 30.12.1990
        SESSO / SEX    STATURA / HEIGHT    CITTADINANZA / NATIONALITY
        F              165                 ITA
        EMISSIONE / ISSUING    SCADENZA / EXPIRY
        07.06.2023             30.12.2032
        INDIRIZZO DI RESIDENZA / RESIDENCE
        VIA APPIA NUOVA 12 ROMA RM
        """

    static let dutch = """
        KONINKRIJK DER NEDERLANDEN
        IDENTITEITSKAART / IDENTITY CARD
        NAAM / SURNAME
        Jansen-de Vries
        VOORNAMEN / GIVEN NAMES
        Willeke Liselotte
        GESLACHT / SEX    NATIONALITEIT / NATIONALITY
        V/F               Nederlandse
        GEBOORTEDATUM / DATE OF BIRTH   DATUM VAN AFGIFTE / DATE OF ISSUE
        10 MAA/MAR 1985                 02 AUG/AUG 2021
        """

    static let ontarian = """
        ONTARIO   CANADA
        DRIVER'S LICENCE / PERMIS DE CONDUIRE
        1,2 NAME/NOM
        LACROIX,
        MONIQUE
        8 ADDRESS/ADRESSE
        88 QUEEN ST W
        GUELPH, ON, N1H 2M4
        4d NUMBER/NUMÉRO   L0123 - 55108 - 96215
        4a ISS/DÉL   2021/12/15     4b EXP/EXP   2026/12/15
        15 SEX/SEXE F               9 CLASS/CATÉG G
        3 DOB/DDN 1989/12/15
        """

    static let ohioan = """
        STATE OF OHIO
        IDENTIFICATION CARD
        LICENSE NO. SV734512
        BIRTHDATE 04-02-1975
        NAME
        HARPER, LEON T
        ADDRESS 318 W BROAD ST
        COLUMBUS, OH 43215
        EXPIRES 04-02-2030
        """

    static let british = """
        UK    DRIVING LICENCE
        1. ATKINSON
        2. MISS ELEANOR JANE
        3. 19.07.1993 UNITED KINGDOM
        4a. 02.03.2021  4c. DVLA
        4b. 01.03.2031
        5. ATKIN957193EJ9AB
        """

    @Test(arguments: [
        (british, ["surname": "ATKINSON", "given_names": "ELEANOR JANE", "date_of_birth": "1993-07-19"]),
        (french, ["surname": "LEFEBVRE", "given_names": "CAMILLE ROSE", "document_number": "T7X62TZ79"]),
        (french, ["date_of_birth": "1995-04-23", "date_of_expiry": "2031-01-27", "nationality": "FRA", "sex": "F"]),
        (italian, ["surname": "BIANCHETTI", "given_names": "SARA GIULIA", "place_of_birth": "ROMA"]),
        (italian, ["date_of_birth": "1990-12-30", "date_of_expiry": "2032-12-30", "date_of_issue": "2023-06-07"]),
        (italian, ["address": "VIA APPIA NUOVA 12 ROMA RM"]),
        (dutch, ["sex": "F", "date_of_birth": "1985-03-10", "date_of_issue": "2021-08-02"]),
        (ontarian, ["surname": "LACROIX", "given_names": "MONIQUE", "document_number": "L0123-55108-96215"]),
        (ontarian, ["address": "88 QUEEN ST W, GUELPH, ON, N1H 2M4"]),
        (ohioan, ["surname": "HARPER", "given_names": "LEON T", "address": "318 W BROAD ST, COLUMBUS, OH 43215"]),
    ])
    func readsACardOfItsCountry(card: String, values: [String: String]) throws {
        let fields = try Self.fields(card)
        for (name, value) in values { #expect(fields[name]?.value.plainText == value) }
    }

    /// `DL I8844771             CLASS C`: no number parts the two.
    @Test func aLicencesNumberEndsBeforeTheNextCaption() throws {
        let fields = try Self.fields(
            """
            CALIFORNIA USA          DRIVER LICENSE
            DL Y8844771             CLASS C
            EXP 03/14/2029          END NONE
            LN FONTAINE
            FN REGINA MARIE
            DOB 03/14/1984
            """)
        #expect(fields["document_number"]?.text == "Y8844771")
        #expect(fields["license_class"]?.text == "C")
    }

    /// `WDLABCD456DG` behind `LIC#`.
    @Test func aCaptionThatClingsToANumberIsNoPartOfIt() throws {
        let fields = try Self.fields(
            """
            WASHINGTON  USA
            DRIVER LICENSE
            4d LIC#WDLABCD456DG
            1 SAMPLESON
            2 JANICE ANN
            3 DOB 05/05/1977   4a ISS 03/06/2024
            4b EXP 05/05/2032
            """)
        #expect(fields["document_number"]?.text == "WDLABCD456DG")
    }

    /// `NOMBRE` over surnames and given names; and M, on a Mexican card, for `mujer`.
    @Test func aWholeNameAndAnotherLanguagesLetterAreDoubtful() throws {
        let fields = try Self.fields(
            """
            MÉXICO    INSTITUTO NACIONAL ELECTORAL
            CREDENCIAL PARA VOTAR
            NOMBRE                        SEXO M
            ZAVALA
            CISNEROS
            DOMICILIO
            C PINO 114
            LEON, GTO.
            CLAVE DE ELECTOR ZVCSOL89031411M700
            """)
        #expect(fields["given_names"]?.confidence ?? 0 <= 0.5)
        #expect(fields["sex"]?.confidence ?? 0 <= 0.5)
        #expect(fields["address"]?.text == "C PINO 114, LEON, GTO.")
    }

    @Test func theCaptionOfAClassIsNone() throws {
        let fields = try Self.fields(
            """
            REPÚBLICA FEDERATIVA DO BRASIL
            CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE
            3 30/01/1988
            4a 18/02/2023        4b 17/02/2033
            4d CPF 12345678909   9 CAT HAB
            """)
        #expect(fields["license_class"]?.text != "CAT")
    }

    @Test func aCaptionUnderAValueIsNoName() throws {
        let fields = try Self.fields(
            """
            REPÚBLICA DE COLOMBIA
            RESTREPO OCAMPO
            APELLIDOS
            JULIANA
            NOMBRES
            FIRMA
            """)
        #expect(fields["given_names"]?.text != "FIRMA")
    }

    @Test func theHoldersCountryIsNoIssuer() throws {
        let fields = try Self.fields(
            """
            RESIDENCE CARD
            NAME
            TURNER ELIZABETH
            NATIONALITY/REGION
            UNITED STATES
            DATE OF BIRTH
            1985-12-31
            """)
        #expect(fields["nationality"]?.text == "USA")
        #expect(fields["issuing_country"] == nil)
    }

    /// What runs on under no label of its own: more of it may be the value's.
    @Test func aValueThatRunsOnBeyondItsColumnIsDoubtful() throws {
        let card = """
            IDENTITY CARD
            Place of birth          Height
            FRANKFURT AM MAIN       1,65
            """
        let cut = card.replacing("FRANKFURT AM MAIN       1,65", with: "FRANKFURT AM MAIN IM WESTBEREICH")
        #expect(try Self.fields(card)["place_of_birth"]?.confidence ?? 0 > 0.9)
        #expect(try Self.fields(cut)["place_of_birth"]?.confidence ?? 0 < 0.6)
    }
}
