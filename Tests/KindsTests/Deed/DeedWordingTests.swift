import Model
import Testing

@testable import Kinds

/// Other words for the same clauses: acknowledgments, stamps, warranties, and what recognition makes of names.
@Suite struct DeedWordingTests {
    private static func deed(
        clause: String = "JOHN DOE, a single man, conveys and warrants to RICHARD ROE, a widower, the following",
        land: String = "Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.", tail: String = ""
    ) -> Extraction {
        DeedPages.extract(
            """
            |>Received for Record
            |>Lane County, OR
            |>September 14, 1967 3:39 P.M.

            ><SPECIAL WARRANTY DEED

            \(clause)
            described real estate, situated in Lane County, Oregon, to wit:

            ⟦\(land)⟧

            Subject to easements.

            \(tail)
            """)
    }

    @Test func readsTheDateUnderReceivedForRecord() {
        #expect(Self.deed().text("recording_date") == "1967-09-14")
    }

    @Test(
        arguments: [
            "Be it remembered that on this 20th day of August, 1967, before me, the subscriber, a notary public in and for the County of Lane, came John Doe, to me known, who acknowledged the signing of the foregoing instrument. My appointment expires February 27, 1970",
            "On August 20, 1967 before me came John Doe, known to me. A. Smith, Notary Public",
        ])
    func knowsAnAcknowledgmentByOtherWords(tail: String) {
        let extraction = Self.deed(tail: DeedPages.wrapped(tail))
        #expect(extraction.flag("notary_present") == true)
        #expect(extraction.confidence("notary_present") >= 0.9)
        #expect(extraction.fields["execution_date"] == nil)
    }

    @Test(arguments: [
        "Executed August 18, 1967.", "Signed on August 18, 1967.", "Witness their hands this 18th day of August, 1967.",
        "Executed as a sealed instrument this 18th day of August, 1967.",
        "Executed August 18, 1967.\nFor title see a deed dated May 1, 1958.",
        "Sold under that certain Deed of Trust dated May 1, 1958, executed by Ann Roe.\n\nExecuted August 18, 1967.",
    ])
    func readsWhenItWasSigned(tail: String) {
        #expect(Self.deed(tail: tail).text("execution_date") == "1967-08-18")
    }

    @Test func readsAWarrantyOfTitleBetweenTheVerbsAndTheGrantee() {
        let extraction = Self.deed(
            clause: """
                WITNESSETH, this 9th day of June, 1967:

                That Glenn Walter Wexford, a married person, as Grantor, for the sum of TEN ($10.00) DOLLARS, lawful
                money of the United States, does grant and convey, with SPECIAL WARRANTY of title, unto Peter C. Ashby
                and Vera K. Ashby, husband and wife, as Grantee, the following
                """)
        #expect(extraction.list("grantor") == ["Glenn Walter Wexford"])
        #expect(extraction.list("grantee") == ["Peter C. Ashby", "Vera K. Ashby"])
        #expect(extraction.text("execution_date") == "1967-06-09")
    }

    @Test(
        arguments: [
            (
                "Parcel 47 of Parcel Map No. 5148, filed in Book 62 of Parcel Maps, Page 1, Official Records.",
                "lot_block"
            ),
            (
                "Apartment Number 1-A in the building known as Riverwalk, a horizontal property regime, and a 1.2 percent undivided interest in its common elements.",
                "condominium"
            ),
        ])
    func knowsOtherNamesOfPlatsAndRegimes(land: String, type: String) {
        #expect(Self.deed(land: DeedPages.wrapped(land)).text("legal_description_type") == type)
    }

    /// The clause between the parties names both; the one behind the description tells of how the grantor got the land.
    @Test(arguments: ["Being the same property conveyed to", "which was conveyed to", "heretofore granted to"])
    func theGranteeOfAnEarlierDeedIsNone(earlier: String) {
        let extraction = DeedPages.extract(
            """
            ><GENERAL WARRANTY DEED

            THIS DEED, made the 14th day of September, 1967, by and between John Doe and Jane Doe,
            his wife, of Bend, Oregon, party of the first part; and Richard Roe, single, of Salem,
            Oregon, party of the second part.

            WITNESSETH: That for a total consideration of $6,500.00 the party of the first part does
            hereby bargain, sell, grant and convey unto the party of the second part, in fee simple,
            the following described property located in Lane County, Oregon, to-wit:

            Lot 3 of Oak Grove, as shown on the plat of record in Plat Book 2.

            \(earlier) John Doe, et ux., by deed dated August 2, 1958.
            """)
        #expect(extraction.list("grantee") == ["Richard Roe"])
        #expect(extraction.confidence("grantee") > 0.9)
    }

    @Test func anOfficerSellsInHisOffice() {
        let extraction = Self.deed(
            clause:
                "I, JOHN DOE, Sheriff of the County of Lane, do hereby grant and convey to RICHARD ROE, the following")
        #expect(extraction.list("grantor") == ["JOHN DOE"])
        #expect(extraction.text("grantor_capacity") == "Sheriff of the County of Lane")
    }

    @Test(arguments: [
        ("in fee simple with General Warranty and English Covenants of Title", "warranty_deed"),
        ("in fee simple with Special Warranty of Title", "special_warranty_deed"),
        ("in fee simple", "bargain_and_sale_deed"),
    ])
    func theWarrantyTellsTheTypeUnderATitleThatIsDeedAlone(manner: String, type: String) {
        let extraction = DeedPages.extract(
            """
            ><DEED

            JOHN DOE, Grantor, does hereby grant, bargain, sell and convey, \(manner),
            unto RICHARD ROE, Grantee, the following real estate in Lane County, Oregon, to wit:

            Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.
            """)
        #expect(extraction.text("deed_type") == type)
    }

    @Test func anotherSumInTheHeadingMakesTheConsiderationDoubtful() {
        func consideration(_ heading: String) -> Field? {
            DeedPages.extract(
                """
                \(heading)

                ><WARRANTY DEED

                In consideration of the sum of TEN DOLLARS ($10.00), JOHN DOE conveys to RICHARD ROE the
                following real estate in Lane County, Oregon, to wit:

                Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.
                """
            ).fields["consideration"]
        }
        #expect(consideration("Prepared by: A. Smith")?.confidence ?? 0 > 0.9)
        #expect(consideration("Consideration: $312,000.00")?.confidence ?? 1 < 0.7)
    }

    @Test(arguments: ["for less than One Hundred Dollars ($100.00)", "for a sum not exceeding $100.00"])
    func aBoundIsNoConsideration(clause: String) {
        let extraction = Self.deed(
            clause:
                "JOHN DOE, \(clause.replacing("for", with: "for and in consideration of")), conveys to RICHARD ROE the following"
        )
        #expect(extraction.fields["consideration"] == nil)
    }

    @Test func aLotWithoutANumberIsBounded() {
        let land = DeedPages.wrapped(
            "All that certain lot or piece of ground, bounded on the North by Oak Street, on the East by land of Moyer, "
                + "on the South by an alley, and on the West by land of Hain; containing in front 15 feet.")
        #expect(Self.deed(land: land).text("legal_description_type") == "metes_bounds")
        #expect(Self.deed().text("legal_description_type") == "lot_block")
    }

    /// Idaho's form has no comma behind it.
    @Test(arguments: ["For Value Received", "FOR VALUE RECEIVED,", "For value received, the undersigned"])
    func whatWasReceivedIsNoPartOfAName(lead: String) {
        let extraction = DeedPages.extract(
            """
            ><WARRANTY DEED

            \(lead) John Doe and Jane Doe, husband and wife, the grantors,
            do hereby grant, bargain, sell and convey unto Richard Roe, an unmarried person, the grantee,
            the following described premises in Ada County, Idaho, to wit:

            Lot 12 in Block 4 of Oak Grove Subdivision, records of Ada County, Idaho.
            """)
        #expect(extraction.list("grantor") == ["John Doe", "Jane Doe"])
    }

    @Test(arguments: [
        ("Lewis and Clark County", "Montana"), ("County of Lewis and Clark", "Montana"),
        ("Lake of the Woods County", "Minnesota"),
    ])
    func aCountysNameMayHaveSmallWords(county: String, state: String) {
        let extraction = Self.deed(land: "Lot 5, Block 2, Oak Grove Addition, in the \(county), \(state).")
        let name = county.replacing("County of ", with: "").replacing(" County", with: "")
        #expect(
            extraction.fields["county"]?.alternatives.map(\.value).contains(.text(name)) == true
                || extraction.text("county") == name)
        #expect(extraction.text("county") != "Clark" && extraction.text("county") != "Woods")
    }

    @Test func theGranteeOfAnotherDeedThatGrantedIsNone() {
        let extraction = DeedPages.extract(
            """
            ><DEED

            THIS DEED, made the 21st day of November, 1967, BETWEEN John Doe, party of the first part,
            AND Richard Roe, party of the second part, WITNESSETH, that the said party of the first part
            hereby grants and conveys unto the party of the second part,

            ⟦ALL that certain lot in Lane County, Oregon, known as Lot No. 44 of Oak Grove Addition.⟧

            BEING the same lands and premises which Paul Doe did by Deed dated July 9, 1957
            grant and convey unto John Doe, in fee.
            """)
        #expect(extraction.list("grantee") == ["Richard Roe"])
        #expect(extraction.text("legal_description")?.contains("Lot No. 44") == true)
    }

    @Test func theInstrumentOfADeedOfTrustIsNotTheDeedsOwn() {
        let tail = "Recording Information: Book 1811 Page 337 Instrument 1966-04411"
        #expect(Self.deed(tail: tail).fields["instrument_number"] == nil)
    }

    @Test func anAbbreviatedBearingKeepsItsStops() {
        let land =
            "Beginning at a white oak; thence S. 45° 30' E. 33 poles to a stone, being the east line of Oak Street."
        #expect(
            Self.deed(land: DeedPages.wrapped(land)).text("legal_description")?.contains("S. 45° 30' E. 33 poles")
                == true)
    }
}
