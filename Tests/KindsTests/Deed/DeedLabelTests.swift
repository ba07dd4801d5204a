import Model
import Testing

/// Parties named by labels, tables and definitions rather than by the granting clause.
@Suite struct DeedLabelTests {
    static let operative = """
        Grantor, for value received, hereby conveys and quitclaims unto Grantee the following premises in Travis County,
        State of Texas, to wit:

        Lot 5, Block 2, Oak Grove Addition.

        Subject to easements.
        """

    @Test func readsLabelledLines() {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            Date: March 4, 2021
            Grantor(s): John Doe and Jane Doe, husband and wife
            Grantor's Mailing Address: 12 Elm Street, Austin, Texas 78701
            Grantee(s): Cedar Ridge Holdings, LLC, a Texas limited liability company
            Grantee's Mailing Address: 40 Oak Street, Austin, Texas 78702

            \(Self.operative)
            """)
        #expect(extraction.list("grantor") == ["John Doe", "Jane Doe"])
        #expect(extraction.text("grantor_capacity") == "husband and wife")
        #expect(extraction.list("grantee") == ["Cedar Ridge Holdings, LLC"])
        #expect(extraction.text("grantee_vesting") == "a Texas limited liability company")
        #expect(extraction.confidence("grantor") >= 0.9)
        #expect(extraction.confidence("grantee") >= 0.9)
    }

    /// The page has wide margins: what fills the width of its print is a full line.
    @Test func aTrustsNameGoesOnInTheNextLineOfAPageWithWideMargins() {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            Grantor(s): John Doe, a single man
            Grantee(s): Jane A. Roe, Trustee of the Jane Ann Roe
            Revocable Trust under agreement dated May 14, 1971
            Grantee's address: 12 Elm Street, Austin, Texas 78701

            \(DeedPages.wrapped(Self.operative.replacing("\n", with: " "), to: 60))
            """)
        #expect(
            extraction.text("grantee_vesting")
                == "Trustee of the Jane Ann Roe Revocable Trust under agreement dated May 14, 1971")
    }

    /// A line that ends far from the margin, and goes on in small letters.
    @Test func aVestingGoesOnInTheNextLine() {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            Grantor(s): John Doe, a single man
            Grantee(s): Ann Roe and Eva Roe, as joint tenants
            with right of survivorship

            \(Self.operative)
            """)
        #expect(extraction.list("grantee") == ["Ann Roe", "Eva Roe"])
        #expect(extraction.text("grantee_vesting") == "as joint tenants with right of survivorship")
    }

    @Test func aTitleWithARoleIsNoLabel() {
        let extraction = DeedPages.extract(
            """
            ><BENEFICIARY DEED

            Paula M. Thornton, a widow, as owner, for Ten Dollars ($10.00), hereby conveys, effective on the owner's
            death, to Grace T. Marlow and Claire M. Wexford, as tenants in common, as beneficiary, the following real
            property in the County of Pima, State of Arizona:

            Unit 10 of Park Terrace Condominium, a condominium according to the Declaration.
            """)
        #expect(extraction.list("grantor") == ["Paula M. Thornton"])
        #expect(extraction.list("grantee") == ["Grace T. Marlow", "Claire M. Wexford"])
        #expect(extraction.fields["grantee"]?.checks.allSatisfy(\.passed) == true)
    }

    @Test func readsLabelsInACellBeside() {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            GRANTOR:\tJohn Doe, a single man
            GRANTEE:\tMary Roe, a widow

            \(Self.operative)
            """)
        #expect(extraction.list("grantor") == ["John Doe"])
        #expect(extraction.list("grantee") == ["Mary Roe"])
        #expect(extraction.text("grantee_vesting") == "a widow")
    }

    @Test func readsATableOfTwoColumns() {
        let extraction = DeedPages.extract(
            """
            ><NORTH CAROLINA GENERAL WARRANTY DEED

            THIS DEED made this 4th day of March, 2021, by and between

            GRANTOR\tGRANTEE

            JOHN DOE and wife,\tRED OAK HOMES, INC.,
            JANE DOE\ta North Carolina corporation
            12 Elm Street\t40 Oak Street
            Durham, NC 27701\tDurham, NC 27702

            WITNESSETH, that the Grantor, for a valuable consideration paid by the Grantee, the receipt of which is hereby
            acknowledged, has and by these presents does grant, bargain, sell and convey unto the Grantee in fee simple,
            all that certain lot situated in Durham County, North Carolina and more particularly described as follows:

            Lot 5, Block 2, Oak Grove Addition.

            Subject to easements.
            """)
        #expect(extraction.list("grantor") == ["JOHN DOE", "JANE DOE"])
        #expect(extraction.list("grantee") == ["RED OAK HOMES, INC."])
        #expect(extraction.text("county") == "Durham")
        #expect(extraction.text("state") == "North Carolina")
        #expect(extraction.text("execution_date") == "2021-03-04")
    }

    @Test func namesBelowALabelEndAtTheAddress() {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            Grantor:
            John Doe
            12 Elm Street
            Austin, Texas 78701

            Grantee:
            Mary Roe
            Peter Roe
            40 Oak Street

            \(Self.operative)
            """)
        #expect(extraction.list("grantor") == ["John Doe"])
        #expect(extraction.list("grantee") == ["Mary Roe", "Peter Roe"])
    }

    @Test func coverSheetWithSurnamesFirstConfirmsTheClause() {
        let cover = """
            Return Address: Mary Roe, 40 Oak Street, Seattle, WA 98101

            Document Title: Statutory Warranty Deed
            Grantor(s): DOE, JOHN
            Grantee(s): ROE, MARY
            Legal Description: Lot 5, Block 2, Oak Grove
            """
        let deed = """
            ><STATUTORY WARRANTY DEED

            THE GRANTOR John Doe, an unmarried man, for and in consideration of Ten Dollars in hand paid, conveys and
            warrants to Mary Roe, a widow, the following described real estate, situated in the County of King, State of
            Washington: described as follows:

            Lot 5, Block 2, Oak Grove, according to the plat thereof.

            Dated this 4th day of March, 2021.
            """
        let extraction = DeedPages.extract(cover, deed)
        #expect(extraction.list("grantor") == ["John Doe"])
        #expect(extraction.list("grantee") == ["Mary Roe"])
        #expect(extraction.text("deed_type") == "warranty_deed")
    }

    // MARK: Deeds of trust

    static let secured = """
        irrevocably grants and conveys to Trustee, in trust, with power of sale, the following described property located
        in the County of Yolo, State of California:

        Lot 5, Block 2, Oak Grove Addition.

        Together with all improvements.
        """

    @Test func readsTheDefinitionsOfADeedOfTrust() {
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST

            (A) "Security Instrument" means this document, which is dated March 4, 2021.
            (B) "Borrower" is JOHN DOE AND JANE DOE, HUSBAND AND WIFE. Borrower is the trustor under this Security
            Instrument.
            (C) "Lender" is First Harbor Bank, N.A. Lender is the beneficiary under this Security Instrument.
            (D) "Trustee" is Yolo Title Company.
            (E) "Note" means the promissory note signed by Borrower. The Note states that Borrower owes Lender Two Hundred
            Fifty Thousand and 00/100 Dollars (U.S. $250,000.00) plus interest.

            Borrower \(Self.secured)
            """)
        #expect(extraction.text("deed_type") == "deed_of_trust")
        #expect(extraction.list("grantor") == ["JOHN DOE", "JANE DOE"])
        #expect(extraction.text("grantor_capacity") == "HUSBAND AND WIFE")
        #expect(extraction.list("grantee") == ["First Harbor Bank, N.A."])
        #expect(extraction.text("trustee") == "Yolo Title Company")
        #expect(extraction.text("loan_amount") == "250000.00")
        #expect(extraction.fields["consideration"] == nil)
    }

    // A comma and a full stop that were read as others.
    @Test func readsTheLabelsOfADeedOfTrust() {
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST

            Date: March 4, 2021
            Borrower (Trustor): John Doe, a single man
            Trustee: Granite Title Company
            Lender (Beneficiary): Cedar Creek Mortgage, LLC, a Delaware limited liability company
            Principal amount of the note: $180,000

            Borrower, in consideration of the debt, \(Self.secured)
            """)
        #expect(extraction.list("grantor") == ["John Doe"])
        #expect(extraction.list("grantee") == ["Cedar Creek Mortgage, LLC"])
        #expect(extraction.text("trustee") == "Granite Title Company")
        #expect(extraction.text("loan_amount") == "180000.00")
    }

    @Test func readsADeedOfTrustBetweenThree() {
        let clause = """
            THIS DEED OF TRUST, made March 4, 2021, between JOHN DOE, a single man, herein called TRUSTOR, whose address is \
            12 Elm Street, Davis, CA 95616, Granite Title Company, herein called TRUSTEE, and Cedar Creek Mortgage, LLC, \
            herein called BENEFICIARY, WITNESSETH: That Trustor irrevocably grants, transfers and assigns to Trustee, in \
            trust, with power of sale, that property in Yolo County, California, described as:
            """
        let tail = """
            For the purpose of securing payment of the indebtedness evidenced by one promissory note of even date herewith \
            in the principal sum of $180,000.00, payable to Beneficiary or order.
            """
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST WITH ASSIGNMENT OF RENTS

            \(DeedPages.wrapped(clause))

            Lot 5, Block 2, Oak Grove Addition.

            \(DeedPages.wrapped(tail))
            """)
        #expect(extraction.list("grantor") == ["JOHN DOE"])
        #expect(extraction.text("trustee") == "Granite Title Company")
        #expect(extraction.list("grantee") == ["Cedar Creek Mortgage, LLC"])
        #expect(extraction.text("loan_amount") == "180000.00")
    }

    // MARK: Doubt

    @Test func oneNameForHusbandAndWifeIsDoubtful() {
        let page = """
            ><WARRANTY DEED

            THE GRANTOR, JOHN DOE, a single man, conveys and warrants to MARY ROE, husband and wife, the following
            described real estate, to wit: Lot 5, Block 2, Oak Grove Addition. Subject to easements.
            """
        #expect(DeedPages.extract(page).confidence("grantee") < 0.9)
    }

    @Test func oddCharactersInANameAreDoubtful() {
        let page = """
            ><WARRANTY DEED

            THE GRANTOR, JOHN D0E, a single man, conveys and warrants to MARY R|OE, a widow, the following described real
            estate, to wit: Lot 5, Block 2, Oak Grove Addition. Subject to easements.
            """
        let extraction = DeedPages.extract(page)
        #expect(extraction.confidence("grantor") < 0.9)
        #expect(extraction.confidence("grantee") < 0.9)
    }

    @Test func labelAndClauseThatDifferAreDoubtful() {
        let page = """
            ><WARRANTY DEED

            Grantor: PETER PAUL
            Grantee: MARY ROE

            THE GRANTOR, JOHN DOE, a single man, conveys and warrants to MARY ROE, a widow, the following described real
            estate, to wit: Lot 5, Block 2, Oak Grove Addition. Subject to easements.
            """
        let extraction = DeedPages.extract(page)
        #expect(extraction.confidence("grantor") < 0.9)
        #expect(extraction.fields["grantor"]?.checks.contains(Check(name: "agreement", passed: false)) == true)
        #expect(extraction.confidence("grantee") >= 0.9)
    }

    @Test func nothingIsInventedFromOtherText() {
        let extraction = DeedPages.extract(
            "Dear tenant,\n\nthe rent of $900.00 is due on the first of each month.\nThe manager")
        for name in ["deed_type", "grantor", "grantee", "legal_description", "instrument_number", "county"]
            as [FieldName]
        {
            #expect(extraction.fields[name] == nil)
        }
    }

    @Test func emptyDocumentGivesNothing() {
        #expect(DeedPages.extract("").fields.isEmpty)
        #expect(DeedPages.extract([String]()).fields.isEmpty)
    }

    @Test func theEndOfTheTrustorsAddressIsNoTrustee() {
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST WITH ASSIGNMENT OF RENTS

            THIS DEED OF TRUST, made January 25, 1998, between Kevin R. Langley and Ruth S. Langley, a married couple, herein
            called TRUSTOR, whose address is 5519 Hawthorne Drive #31, St. George, UT 84770, Red Oak Title Insurance
            Company, herein called TRUSTEE, and Silverline Builders Company, a Utah corporation, herein called BENEFICIARY,

            WITNESSETH: That Trustor irrevocably grants, transfers and assigns to Trustee, in trust, with power of sale, that
            property in Washington County, Utah, described as:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(
            extraction.text("trustee") == "Red Oak Title Insurance Company" || extraction.confidence("trustee") < 0.7)
    }
}
