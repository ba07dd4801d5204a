import Model
import Testing

/// A granting clause and the parties that it names.
struct PartyCase: Sendable, CustomTestStringConvertible {
    var clause: String
    var grantor: [String]
    var grantee: [String]
    var capacity: String?
    var vesting: String?

    init(_ clause: String, _ grantor: [String], _ grantee: [String], capacity: String? = nil, vesting: String? = nil) {
        self.clause = clause
        self.grantor = grantor
        self.grantee = grantee
        self.capacity = capacity
        self.vesting = vesting
    }

    var testDescription: String { String(clause.prefix(60)) }
}

@Suite struct DeedPartyTests {
    static let land = "Lot 5, Block 2, Oak Grove Subdivision, according to the plat thereof."

    static let clauses: [PartyCase] = [
        PartyCase(
            """
            WITNESSETH, this 26th day of December, 2017: That OLD MILL MORTGAGE LLC, a Kansas limited liability company, \
            as Grantor, for $10.00 and other good and valuable consideration, does grant and convey, with SPECIAL \
            WARRANTY of title, unto DANIEL PRUITT, a single man, as Grantee, all that real estate situate in Lane County:
            """,
            ["OLD MILL MORTGAGE LLC"], ["DANIEL PRUITT"], capacity: "a Kansas limited liability company",
            vesting: "a single man"),
        PartyCase(
            """
            By this instrument dated December 13, 2013, for TWENTY-FIVE THOUSAND DOLLARS, Wayne Beckett, a widower \
            hereby grants to Robert Langley, a married person the following described real property in the State of \
            California, County of Los Angeles:
            """,
            ["Wayne Beckett"], ["Robert Langley"], capacity: "a widower", vesting: "a married person"),
        PartyCase(
            """
            FOR A VALUABLE CONSIDERATION, receipt of which is hereby acknowledged, ROBERT L. HALE, a single man, hereby \
            GRANT(S) to MARIA T. ORTEGA and LUIS ORTEGA, wife and husband as joint tenants, the following described real \
            property in the City of Fresno, County of Fresno, State of California:
            """,
            ["ROBERT L. HALE"], ["MARIA T. ORTEGA", "LUIS ORTEGA"], capacity: "a single man",
            vesting: "wife and husband as joint tenants"),
        PartyCase(
            """
            THE GRANTORS, JOHN P. DOYLE and ANNE DOYLE, husband and wife, of the City of Chicago, County of Cook, State \
            of Illinois, for and in consideration of TEN AND NO/100 DOLLARS, in hand paid, CONVEY AND WARRANT to \
            STEVEN R. KLINE, of 12 Elm Street, Peoria, Illinois 61602, the following described Real Estate situated in \
            the County of Cook, in the State of Illinois, to wit:
            """,
            ["JOHN P. DOYLE", "ANNE DOYLE"], ["STEVEN R. KLINE"], capacity: "husband and wife"),
        PartyCase(
            """
            THIS INDENTURE, made the 4th day of March, in the year 2021, BETWEEN HELEN BRANDT, residing at 14 Pine Road, \
            Albany, New York 12203, party of the first part, and PETER CHO and SUSAN CHO, his wife, residing at 9 Main \
            Street, Troy, New York 12180, party of the second part, WITNESSETH, that the party of the first part, in \
            consideration of Ten Dollars and other valuable consideration paid by the party of the second part, does \
            hereby grant and release unto the party of the second part, the heirs or successors and assigns of the party \
            of the second part forever, the following described property:
            """,
            ["HELEN BRANDT"], ["PETER CHO", "SUSAN CHO"], vesting: "his wife"),
        PartyCase(
            """
            This Warranty Deed made this 9th day of June, 2020, by Carol A. Winters, an unmarried woman, whose post \
            office address is 77 Bay Street, Tampa, FL 33602, hereinafter called the grantor, to Daniel F. Ruiz and Lena \
            Ruiz, husband and wife, whose post office address is 18 Palm Avenue, Tampa, FL 33606, hereinafter called the \
            grantee: Witnesseth, that the grantor, for and in consideration of the sum of $10.00 and other valuable \
            considerations, receipt whereof is hereby acknowledged, hereby grants, bargains, sells, aliens, remises, \
            releases, conveys and confirms unto the grantee all that certain land situate in Hillsborough County, \
            Florida, viz: described as follows:
            """,
            ["Carol A. Winters"], ["Daniel F. Ruiz", "Lena Ruiz"], capacity: "an unmarried woman",
            vesting: "husband and wife"),
        PartyCase(
            """
            KNOW ALL MEN BY THESE PRESENTS, that Blue Heron Homes, LLC, a Delaware limited liability company, \
            hereinafter called the Grantor, for and in consideration of the sum of Ten Dollars, the receipt of which is \
            hereby acknowledged, does hereby remise, release and forever quitclaim unto The Alvarez Family Trust dated \
            June 1, 2010, hereinafter called the Grantee, all the right, title and interest which the said Grantor has \
            in and to the following described property, to wit:
            """,
            ["Blue Heron Homes, LLC"], ["The Alvarez Family Trust dated June 1, 2010"],
            capacity: "a Delaware limited liability company"),
        PartyCase(
            """
            THIS INDENTURE WITNESSETH, That Smith and Sons, Inc., an Indiana corporation ("Grantor"), of Marion County, \
            in the State of Indiana, CONVEYS AND WARRANTS to Grace O'Malley ("Grantee") of Hamilton County, in the State \
            of Indiana, for the sum of Ten Dollars ($10.00), the following described real estate in Marion County, \
            Indiana:
            """,
            ["Smith and Sons, Inc."], ["Grace O'Malley"], capacity: "an Indiana corporation"),
        PartyCase(
            """
            This Deed, made between Paul Anders, a widower ("Grantor," whether one or more), and Kate Anders ("Grantee," \
            whether one or more). Grantor, for a valuable consideration, conveys to Grantee the following described real \
            estate in Dane County, State of Wisconsin, described as follows:
            """,
            ["Paul Anders"], ["Kate Anders"], capacity: "a widower"),
        PartyCase(
            """
            I, MARGARET E. STONE, of Boston, Suffolk County, Massachusetts, being unmarried, for consideration paid, and \
            in full consideration of One Hundred Thousand Dollars, grant to OWEN STONE, JR., of Quincy, Massachusetts, \
            with quitclaim covenants, the land in Boston, bounded and described as follows:
            """,
            ["MARGARET E. STONE"], ["OWEN STONE, JR."], capacity: "being unmarried"),
        PartyCase(
            """
            FOR VALUABLE CONSIDERATION, Eric Lund and Mary Lund, spouses married to each other ("Grantor"), hereby \
            conveys and warrants to Nora Berg and Tom Berg ("Grantee") as joint tenants, real property in Hennepin \
            County, Minnesota, legally described as follows:
            """,
            ["Eric Lund", "Mary Lund"], ["Nora Berg", "Tom Berg"], capacity: "spouses married to each other",
            vesting: "as joint tenants"),
        PartyCase(
            """
            THE STATE OF TEXAS COUNTY OF TRAVIS KNOW ALL MEN BY THESE PRESENTS: That we, WILLIAM B. TRAVERS and wife, \
            EDNA TRAVERS, of the County of Travis, State of Texas, for and in consideration of the sum of TEN DOLLARS \
            paid by the grantee named below, have GRANTED, SOLD AND CONVEYED, and by these presents do GRANT, SELL AND \
            CONVEY unto GEORGE W. PACE, of the County of Hays, State of Texas, all of the following described real \
            property, to wit:
            """,
            ["WILLIAM B. TRAVERS", "EDNA TRAVERS"], ["GEORGE W. PACE"], capacity: "wife"),
        PartyCase(
            """
            Ruth N. Farrow, Grantor, conveys and warrants to Alan Farrow, Grantee, the following described real property \
            free of encumbrances except as specifically set forth herein situated in Lane County, Oregon, to wit:
            """,
            ["Ruth N. Farrow"], ["Alan Farrow"]),
        PartyCase(
            """
            THIS DEED, made and entered into this 3rd day of May, 2019, by and between First National Bank of Dover, \
            N.A., a national banking association, Grantor, and John Q. Public, Trustee of the Public Living Trust, dated \
            May 5, 2011, Grantee. WITNESSETH: That in consideration of $10.00 the Grantor does hereby grant and convey \
            unto the Grantee the following property situate in the County of Fairfax, State of Virginia, to wit:
            """,
            ["First National Bank of Dover, N.A."], ["John Q. Public"], capacity: "a national banking association",
            vesting: "Trustee of the Public Living Trust, dated May 5, 2011"),
        PartyCase(
            """
            For the consideration of Ten Dollars, and other valuable considerations, I or we, HARRY P. VANCE, a married \
            man as his sole and separate property, do hereby convey to DORA LEE KIM, ALMA KIM and JUNE KIM, as tenants in \
            common, the following real property situated in Maricopa County, Arizona: described as follows:
            """,
            ["HARRY P. VANCE"], ["DORA LEE KIM", "ALMA KIM", "JUNE KIM"],
            capacity: "a married man as his sole and separate property", vesting: "as tenants in common"),
        PartyCase(
            """
            Thomas A. Reed, Grantor, in consideration of Ten Dollars, does hereby grant and convey with limited warranty \
            covenants to Ironwood Land Company, an Ohio corporation, Grantee, whose tax mailing address is 4 High Street, \
            Columbus, Ohio 43215, the following real property situated in the County of Franklin and State of Ohio:
            """,
            ["Thomas A. Reed"], ["Ironwood Land Company"], vesting: "an Ohio corporation"),
        PartyCase(
            """
            JAMES HOLT, grantor, of Provo, County of Utah, State of Utah, hereby CONVEYS AND WARRANTS to BETH HOLT AND \
            IAN HOLT, wife and husband, as joint tenants with full rights of survivorship, grantees of Orem, State of \
            Utah, for the sum of TEN DOLLARS, the following described tract of land in Utah County, State of Utah:
            """,
            ["JAMES HOLT"], ["BETH HOLT", "IAN HOLT"],
            vesting: "wife and husband, as joint tenants with full rights of survivorship"),
        PartyCase(
            """
            The Grantor, Stone & Webster Properties, L.P., a limited partnership, whose address is 5 Lake Road, Lansing, \
            Michigan 48901, conveys and warrants to Frank de la Cruz, a single man, whose address is 8 Oak Road, Lansing, \
            Michigan 48910, the following described premises situated in the City of Lansing, County of Ingham and State \
            of Michigan:
            """,
            ["Stone & Webster Properties, L.P."], ["Frank de la Cruz"], capacity: "a limited partnership",
            vesting: "a single man"),
        PartyCase(
            """
            I, Doris Vega, a widow, the owner of the property described below, transfer all of my interest in that \
            property, effective on my death, to the following beneficiary or beneficiaries: Ana Vega and Leo Vega. The \
            property is located in Bexar County, Texas, and its legal description is:
            """,
            ["Doris Vega"], ["Ana Vega", "Leo Vega"], capacity: "a widow"),
        PartyCase(
            """
            Walter Nash, a single man, as owner, for a valuable consideration, hereby conveys, effective on the owner's \
            death, to Rose Nash, as grantee beneficiary, the following real property in the County of Boone, State of \
            Missouri:
            """,
            ["Walter Nash"], ["Rose Nash"], capacity: "a single man"),
    ]

    @Test(arguments: clauses) func readsPartiesOfAClause(_ example: PartyCase) {
        check(example, DeedPages.wrapped(example.clause) + "\n" + Self.land)
    }

    @Test(arguments: clauses) func readsPartiesOfADoubleSpacedClause(_ example: PartyCase) {
        check(example, DeedPages.wrapped(example.clause).replacing("\n", with: "\n\n") + "\n\n" + Self.land)
    }

    private static let acknowledged = """
        KNOW ALL MEN BY THESE PRESENTS, that Robert Kimball and Wayne Kimball, hereinafter called the Grantor, for and \
        in consideration of ten dollars, do hereby grant and convey unto Lena Ruiz the following described property:
        """

    @Test(arguments: clauses) func readsPartiesOverBrokenWords(_ example: PartyCase) {
        check(example, DeedPages.wrapped(example.clause, to: 61, hyphenating: true) + "\n" + Self.land)
    }

    private func check(_ example: PartyCase, _ page: String) {
        let extraction = DeedPages.extract(page)
        #expect(extraction.list("grantor") == example.grantor)
        #expect(extraction.list("grantee") == example.grantee)
        #expect(extraction.text("grantor_capacity") == example.capacity)
        #expect(extraction.text("grantee_vesting") == example.vesting)
        #expect(extraction.confidence("grantor") >= 0.9)
        #expect(extraction.confidence("grantee") >= 0.9)
    }
}
