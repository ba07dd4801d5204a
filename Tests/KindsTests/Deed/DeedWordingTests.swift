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

            \(land)

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

    @Test func aFullStopBeforeASuffixIsAComma() {
        let extraction = Self.deed(
            clause:
                "Dennis Prescott. Jr.., a married person, conveys and warrants to RICHARD ROE, a widower, the following"
        )
        #expect(extraction.list("grantor") == ["Dennis Prescott, Jr."])
    }

    @Test func aTrusteesLegalFormBelongsToItsName() {
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST

            (A) "Security Instrument" means this document, which is dated March 7, 2005.
            (B) "Borrower" is John Doe and Mary Doe, husband and wife. Borrower is the trustor.
            (C) "Lender" is Westbrook Mortgage Inc., an Arizona corporation. Lender is the beneficiary.
            (D) "Trustee" is Cedar Ridge Escrow. Inc..
            (E) "Note" means the promissory note signed by Borrower.

            Borrower irrevocably grants and conveys to Trustee, in trust, with power of sale, the following described
            property located in the County of Pima, State of Arizona:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("trustee") == "Cedar Ridge Escrow, Inc.")
    }
}
