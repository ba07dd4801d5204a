import Model
import Testing

@Suite struct DeedTypeTests {
    /// A title and the type that it stands for.
    static let titles: [(String, String)] = [
        ("WARRANTY DEED", "warranty_deed"), ("Warranty Deed", "warranty_deed"),
        ("GENERAL WARRANTY DEED", "warranty_deed"), ("STATUTORY WARRANTY DEED", "warranty_deed"),
        ("WARRANTY DEED WITH VENDOR'S LIEN", "warranty_deed"), ("JOINT TENANCY WARRANTY DEED", "warranty_deed"),
        ("DEED WITH FULL COVENANTS", "warranty_deed"), ("GENERAL WARRANTY DEED, STATUTORY FORM", "warranty_deed"),
        ("SPECIAL WARRANTY DEED", "special_warranty_deed"), ("LIMITED WARRANTY DEED", "special_warranty_deed"),
        ("Limited Warranty Deed", "special_warranty_deed"), ("COVENANT DEED", "special_warranty_deed"),
        ("DEED OF SPECIAL WARRANTY", "special_warranty_deed"), ("QUITCLAIM DEED", "quitclaim_deed"),
        ("QUIT CLAIM DEED", "quitclaim_deed"), ("QUIT-CLAIM DEED", "quitclaim_deed"),
        ("Quitclaim Deed", "quitclaim_deed"), ("INDIVIDUAL QUITCLAIM DEED", "quitclaim_deed"),
        ("GRANT DEED", "grant_deed"), ("Grant Deed", "grant_deed"), ("INDIVIDUAL GRANT DEED", "grant_deed"),
        ("CORPORATION GRANT DEED", "grant_deed"), ("BARGAIN AND SALE DEED", "bargain_and_sale_deed"),
        ("GRANT, BARGAIN, SALE DEED", "bargain_and_sale_deed"), ("BARGAIN & SALE DEED", "bargain_and_sale_deed"),
        ("BARGAIN AND SALE DEED WITH COVENANT AGAINST GRANTOR'S ACTS", "bargain_and_sale_deed"),
        ("DEED OF TRUST", "deed_of_trust"), ("Deed of Trust", "deed_of_trust"), ("TRUST DEED", "deed_of_trust"),
        ("DEED OF TRUST WITH ASSIGNMENT OF RENTS", "deed_of_trust"),
        ("SHORT FORM DEED OF TRUST AND ASSIGNMENT OF RENTS", "deed_of_trust"),
        ("TRANSFER ON DEATH DEED", "transfer_on_death_deed"), ("BENEFICIARY DEED", "transfer_on_death_deed"),
        ("REVOCABLE TRANSFER ON DEATH (TOD) DEED", "transfer_on_death_deed"), ("SHERIFF'S DEED", "other_deed"),
        ("TRUSTEE'S DEED UPON SALE", "other_deed"), ("EXECUTOR'S DEED", "other_deed"), ("TAX DEED", "other_deed"),
        ("PERSONAL REPRESENTATIVE'S DEED", "other_deed"), ("DEED OF GIFT", "other_deed"),
        ("CORRECTION DEED", "other_deed"), ("DEED WITHOUT WARRANTY", "other_deed"),
        // Misread.
        ("WARRANTV DEED", "warranty_deed"), ("QUITCLAlM DEED", "quitclaim_deed"),
        ("SPECIAL WARRAN TY DEED", "special_warranty_deed"),
    ]

    static let body = """
        The undersigned for good reasons signs this paper about land in the county and says many other things
        of no weight at all, so that the title alone must tell what is meant by it to all who come to read.
        """

    // Bold print is read letter by letter, and hardly believed.
    @Test(arguments: [("QUITCLAIM DEED", true), ("QUITCLAlM DEED", false)])
    func aTitleOfWholeWordsIsSureHoweverBadlyItWasRead(title: String, isSure: Bool) {
        let type = DeedPages.extract(["><\(title)\n\n\(Self.body)"], confidence: 0.3).fields["deed_type"]
        #expect(type?.text == "quitclaim_deed")
        #expect((type?.confidence ?? 0 > 0.85) == isSure)
    }

    @Test(arguments: titles.dropLast()) func readsTheTypeOfATitle(title: String, type: String) {
        let extraction = DeedPages.extract("Return to:\nJohn Roe\n\n><\(title)\n\n\(Self.body)")
        #expect(extraction.text("deed_type") == type)
        #expect(extraction.confidence("deed_type") >= 0.85)
    }

    @Test(arguments: titles.dropLast()) func readsTheTypeOfATitleAtTheLeft(title: String, type: String) {
        #expect(DeedPages.extract("\(title)\n\n\(Self.body)").text("deed_type") == type)
    }

    /// Operative words under the title `DEED`, and the type that they make it.
    static let wordings: [(String, String)] = [
        ("does hereby grant and convey, and will warrant generally the property hereby conveyed,", "warranty_deed"),
        ("conveys and warrants to the grantee the premises and no more than that", "warranty_deed"),
        ("will warrant and forever defend all and singular the said premises", "warranty_deed"),
        ("covenants that the grantor will warrant specially the property hereby conveyed", "special_warranty_deed"),
        (
            "against every person claiming the same by, through or under Grantor, but not otherwise, will warrant and defend",
            "special_warranty_deed"
        ),
        ("does remise, release and forever quitclaim unto the grantee all claim", "quitclaim_deed"),
        ("hereby conveys and quitclaims to the grantee all interest", "quitclaim_deed"),
        ("grants with quitclaim covenants to the grantee", "quitclaim_deed"),
        ("has not done or suffered anything whereby the said premises have been encumbered", "bargain_and_sale_deed"),
        ("bargains, sells and conveys to the grantee", "bargain_and_sale_deed"),
        ("irrevocably grants and conveys to Trustee, in trust, with power of sale, the property", "deed_of_trust"),
        ("I transfer on my death all interest, and effective on my death the owner's estate", "transfer_on_death_deed"),
        ("hereby GRANT(S) to the grantee the real property", "grant_deed"),
    ]

    @Test(arguments: wordings) func readsTheTypeOfOperativeWords(words: String, type: String) {
        let page = "><DEED\n\n" + DeedPages.wrapped("This deed of the parties says that the grantor \(words).", to: 60)
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("deed_type") == type)
    }

    @Test func titleBeatsWordingAndConflictIsDoubtful() {
        let page = "><WARRANTY DEED\n\nThe grantor does hereby remise, release and forever quitclaim unto the grantee."
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("deed_type") == "warranty_deed")
        #expect(extraction.confidence("deed_type") < 0.9)
        #expect(extraction.fields["deed_type"]?.alternatives.first?.value == .text("quitclaim_deed"))
    }

    @Test func agreementOfTitleAndWordingRaisesConfidence() {
        let alone = DeedPages.extract("><QUITCLAIM DEED\n\nNothing more is said.")
        let both = DeedPages.extract(
            "><QUITCLAIM DEED\n\nThe grantor does remise, release and forever quitclaim unto the grantee.")
        #expect(both.confidence("deed_type") > alone.confidence("deed_type"))
    }

    @Test func mentionInRunningTextIsNoTitle() {
        let page = """
            ><WARRANTY DEED

            Grantor conveys and warrants to Grantee the land below, the same being part of the price and secured by a
            Deed of Trust of even date herewith recorded in the records of said county, subject to the terms of a
            Quitclaim Deed to a neighbour.
            """
        #expect(DeedPages.extract(page).text("deed_type") == "warranty_deed")
    }

    @Test func noWordsGiveNoType() {
        #expect(DeedPages.extract("Meeting notes\nof the garden club").fields["deed_type"] == nil)
    }
}
