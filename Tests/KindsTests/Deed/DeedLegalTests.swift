import Model
import Testing

@testable import Kinds

/// The description of the land that the tagger found, and its type.
@Suite struct DeedLegalTests {
    static let start = "JOHN DOE, a single man, hereby grants and conveys to RICHARD ROE,"

    static let lands: [(String, String)] = [
        (
            "Lot 12, Block 4, SUNSET PARK ADDITION, according to the plat thereof recorded in Plat Book 7, Page 33, of the Public Records of said County.",
            "lot_block"
        ),
        (
            "Lot 88 of Tract No. 4120, as per map recorded in Book 102, Pages 14 to 16 inclusive of Maps, in the office of the County Recorder of said County.",
            "lot_block"
        ),
        (
            "The East 40 feet of Lot 7, all of Lot 8, and the West 10 feet of Lot 9, Block 3, Mill Creek Addition to the City.",
            "lot_block"
        ),
        (
            "The Northwest Quarter of the Southeast Quarter of Section 14, Township 3 North, Range 4 West of the Willamette Meridian.",
            "plss"
        ),
        ("The NW1/4 of the SE1/4 of Section 9, T12S, R3E, containing 40 acres, more or less.", "plss"),
        ("Government Lot 3, Section 22, Township 31 North, Range 8 East.", "plss"),
        (
            "BEGINNING at an iron pin in the north line of Mill Road; thence North 45 degrees 30' 10\" East, 200.00 feet to an iron pin; thence South 12 degrees 05' 00\" East, 310.25 feet to a stake in the line of lands of the grantor; thence North 51 degrees 49' 42\" West, 264.07 feet to the point of beginning, containing 0.60 acres, more or less.",
            "metes_bounds"
        ),
        (
            "Commencing at the Northwest corner of Section 8; thence S 01°10'20\" W, 660.00 feet to the point of beginning; thence N 89°50'00\" E, 330.00 feet to a point; thence S 01°10'20\" W, 132.00 feet; thence S 89°50'00\" W, 330.00 feet; thence N 01°10'20\" E, 132.00 feet to the point of beginning.",
            "metes_bounds"
        ),
        (
            "Unit 204 of Harbor Point Condominium, a condominium according to the Declaration recorded in Official Records Book 2210, Page 881, and all amendments thereto.",
            "condominium"
        ),
    ]

    @Test(arguments: lands) func readsItAndItsType(land: String, type: String) {
        let first = """
            ><GRANT DEED

            \(DeedPages.wrapped(Self.start))
            the real property in the County of Fresno, State of California, described in Exhibit "A" attached hereto
            and made a part hereof.

            Dated: March 4, 2021
            """
        let second = "><EXHIBIT \"A\"\n><LEGAL DESCRIPTION\n\n⟦\(DeedPages.wrapped(land))⟧\n\nAPN: 123-456-78"
        let extraction = DeedPages.extract(first, second)
        #expect(extraction.text("legal_description") == land)
        #expect(extraction.text("legal_description_type") == type)
        #expect(extraction.fields["legal_description"]?.page == 2)
    }

    @Test func aQuarterWithoutItsFractionIsDoubted() {
        #expect(DeedLegalDescription.lacksFraction("The N½ SW4 of Section 4"))
        #expect(DeedLegalDescription.lacksFraction("the Southeast Quarter (SE) of Section 4"))
        #expect(!DeedLegalDescription.lacksFraction("the Southeast Quarter (SE¼) of Section 4"))
        #expect(!DeedLegalDescription.lacksFraction("N45°30'E 200 feet"))
    }
}
