import Model
import Testing

@testable import Kinds

/// Fields of licences by their numbers, their order and their places.
@Suite struct NumberedFieldTests {
    private static let title = [("DRIVER LICENSE", 500, 40), ("NEVADA", 300, 40)]

    private func fields(_ card: [(String, Int, Int)]) -> [FieldName: Field] {
        extraction([NumberedFields.parted(page(words(Self.title + card)))]).fields
    }

    /// Small numbers stand close to what they number, and recognition takes both for one word.
    @Test func numbersAndCaptionsJoinedToValuesArePartedFromThem() {
        let fields = fields([
            ("4dDLN A1234567", 100, 100), ("3DOB", 100, 140), ("04/05/1981", 160, 140), ("4a.ISS:04/06/2022", 100, 180),
            ("4bEXP04/05/2030", 500, 180), ("1WINTERS", 88, 240), ("2ADA LEE", 88, 270), ("812 OAK LANE", 88, 300),
            ("RENO, NV 89501", 102, 330), ("9CLASS C", 100, 380),
        ])
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["address"]?.text == "12 OAK LANE, RENO, NV 89501")
        #expect(fields["document_number"]?.text == "A1234567")
        #expect(fields["date_of_birth"]?.text == "1981-04-05")
        #expect(fields["date_of_issue"]?.text == "2022-04-06")
        #expect(fields["date_of_expiry"]?.text == "2030-04-05")
        #expect(fields["license_class"]?.text == "C")
    }

    @Test func aHouseNumberThatBeginsWhereTheTownDoesIsWhole() {
        let card = page(
            words(
                Self.title + [
                    ("4d A1234567", 100, 100), ("3 04/05/1981", 100, 140), ("1 WINTERS", 88, 240),
                    ("2 ADA LEE", 88, 270), ("812 OAK LANE", 88, 300), ("RENO, NV 89501", 88, 330),
                ]))
        #expect(NumberedFields.parted(card) == card)
    }

    @Test func whatACaptionStandsOverIsItsValue() {
        let fields = fields([
            ("4d. CUSTOMER IDENTIFIER", 100, 100), ("A1234567", 100, 130), ("4b. EXP", 700, 100),
            ("04/05/2030", 700, 130), ("1. Family name", 100, 180), ("WINTERS", 100, 210), ("2. Given names", 100, 260),
            ("ADA", 100, 290), ("LEE", 100, 320), ("8. ADDRESS", 100, 370), ("12 OAK LANE", 100, 400),
            ("RENO, NV 89501", 100, 430), ("9. CLASS", 100, 480), ("C", 100, 510), ("3. DOB", 700, 370),
            ("04/05/1981", 700, 400),
        ])
        #expect(fields["document_number"]?.text == "A1234567")
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
        #expect(fields["address"]?.text == "12 OAK LANE, RENO, NV 89501")
        #expect(fields["license_class"]?.text == "C")
        #expect(fields["date_of_birth"]?.text == "1981-04-05")
    }

    @Test func wordsBesideAnAddressAreNoPartOfIt() {
        let fields = fields([
            ("4d A1234567", 100, 100), ("4a 04/06/2022", 100, 140), ("4b 04/05/2030", 500, 140),
            ("1 WINTERS", 88, 240), ("2 ADA LEE", 88, 270), ("8 12 OAK LANE", 88, 300), ("DONOR", 800, 315),
            ("RENO, NV 89501", 110, 330),
        ])
        #expect(fields["address"]?.text == "12 OAK LANE, RENO, NV 89501")
    }

    @Test func aClassMayBeAFigure() {
        func licenceClass(_ line: String) -> String? {
            fields([
                ("4d A1234567", 100, 100), ("4a 04/06/2022", 100, 140), ("4b 04/05/2030", 500, 140),
                ("1 WINTERS", 88, 240), (line, 100, 300),
            ])["license_class"]?.text
        }
        #expect(licenceClass("9 CLASS 5") == "5")
        #expect(licenceClass("9 CLASS/CAT 5") == "5")
        #expect(licenceClass("9 CLASS 12 REST NONE") == nil)
    }

    @Test func surnameAndOtherNamesMayHaveOneNumber() {
        let fields = fields([
            ("4d A1234567", 100, 100), ("4a 04/06/2022", 100, 140), ("4b 04/05/2030", 500, 140),
            ("2 WINTERS, ADA LEE", 88, 240), ("8 12 OAK LANE", 88, 300), ("RENO, NV 89501", 110, 330),
        ])
        #expect(fields["surname"]?.text == "WINTERS")
        #expect(fields["given_names"]?.text == "ADA LEE")
    }

    // MARK: Without numbers

    private static let dates = [
        ("EXP 04/05/2030", 500, 140), ("04/06/2022", 700, 200), ("04/05/1981", 700, 240),
    ]

    private func unnumbered(
        _ card: [(String, Int, Int)], labelled: [FieldName: Field] = [:]
    ) -> [FieldName: Field] {
        var address = printed("12 OAK LANE, RENO, NV 89501")
        address.box = Box(x: 100, y: 300, width: 170, height: 54)
        return extraction(
            [page(words(Self.title + [("NV USA", 900, 40)] + card))],
            labelled: labelled.merging(["address": address]) { own, _ in own }
        ).fields
    }

    /// A surname that is a part of the other names was taken for one.
    @Test func noWordIsSurnameAndGivenName() {
        var surname = printed("LEE")
        surname.box = Box(x: 146, y: 270, width: 36, height: 24)
        let fields = unnumbered(
            [("WINTERS", 100, 240), ("ADA LEE", 100, 270), ("12 OAK LANE", 100, 300), ("RENO, NV 89501", 100, 330)],
            labelled: ["surname": surname])
        #expect(fields["surname"]?.text == "WINTERS" && fields["given_names"]?.text == "ADA LEE")
    }

    @Test func namesStandOverTheAddress() {
        let address = [("12 OAK LANE", 100, 300), ("RENO, NV 89501", 100, 330)]
        let two = unnumbered([("WINTERS", 100, 240), ("ADA LEE", 100, 270)] + address)
        #expect(two["surname"]?.text == "WINTERS" && two["given_names"]?.text == "ADA LEE")
        let one = unnumbered([("ADA LEE WINTERS", 100, 270)] + address)
        #expect(one["surname"]?.text == "WINTERS" && one["given_names"]?.text == "ADA LEE")
        let apart = unnumbered([("DUPLICATE", 100, 140), ("CARD", 100, 170)] + address)
        #expect(apart["surname"] == nil && apart["given_names"] == nil)
    }

    @Test func theOrderOfThreeDatesTellsThemApart() throws {
        let fields = unnumbered(Self.dates)
        #expect(fields["date_of_birth"]?.text == "1981-04-05")
        #expect(fields["date_of_issue"]?.text == "2022-04-06")
        #expect(fields["date_of_expiry"]?.text == "2030-04-05")
        let open = unnumbered(Self.dates + [("REV 03/04/2020", 100, 500)])
        #expect(open["date_of_birth"]?.text == "1981-04-05" && open["date_of_issue"] == nil)
    }

    @Test func aCardWithALicencesDatesThatCallsItselfOneIsOne() {
        #expect(NumberedFields.isLicence(page(words(Self.title + Self.dates))))
        #expect(!NumberedFields.isLicence(page(words([("LIBRARY CARD", 500, 40)] + Self.dates))))
        #expect(!NumberedFields.isLicence(page(words(Self.title + Self.dates.dropLast()))))
    }

    @Test func aStatesLettersBesideTheCountrysAreItsIssuers() {
        #expect(extraction([page(words([("USA", 900, 40), ("ND", 906, 70)]))]).fields["issuing_region"]?.text == "ND")
        #expect(extraction([page(words([("USA", 900, 40), ("ND", 100, 400)]))]).fields["issuing_region"] == nil)
    }

    @Test func aDateIsNoNumber() {
        #expect(CodeParser.parse("04/05/1981") == nil)
        #expect(CodeParser.parse("A1234567 04/05/1981")?.value == "A1234567")
        #expect(
            extraction([page([])], labelled: ["document_number": printed("12345678 4a")]).fields[
                "document_number"]?.text == "12345678")
        #expect(
            extraction([page([])], labelled: ["document_number": printed("No.98765")]).fields[
                "document_number"]?.text == "98765")
    }

    @Test func aDigitBehindANumberMayBeItsLastGroup() throws {
        let field = try #require(
            extraction([page([])], labelled: ["document_number": printed("T512 172 80 844 0")]).fields[
                "document_number"])
        #expect(field.text == "T51217280844" && field.alternatives.map(\.value) == [.text("T512172808440")])
        #expect(field.checks.contains { !$0.passed })
    }
}
