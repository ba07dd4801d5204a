import Model
import Testing

@testable import Kinds

/// Names that recognition changed.
@Suite struct DeedNameTests {
    private static func deed(to grantee: String, opening: String = "JOHN DOE, a single man,") -> Extraction {
        DeedPages.extract(
            """
            ><QUITCLAIM DEED

            STATE OF NEVADA, COUNTY OF CLARK

            \(opening) for Ten Dollars, remises, releases and quitclaims to \(grantee), a widow, the following described
            real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.
            """)
    }

    @Test func aStopBeforeACapacityIsAComma() {
        let grantee = Self.deed(to: "SUSAN D. HOLLIS. Trustee of the Hollis Living Trust").list("grantee")
        #expect(grantee == Self.deed(to: "SUSAN D. HOLLIS, Trustee of the Hollis Living Trust").list("grantee"))
        #expect(grantee?.first == "SUSAN D. HOLLIS")
    }

    @Test(arguments: ["1997,", "1997.,"]) func aYearEndsWithoutAStop(year: String) {
        let extraction = DeedPages.extract(
            """
            ><Grant Deed

            By this instrument dated November 24, \(year) for good and valuable consideration, Nancy H. Ashby, Trustee of
            the Ashby Family Trust hereby grants to Zuzana O. Wexford, a widow the following described real property in
            the State of California, County of Los Angeles:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.list("grantor") == ["Nancy H. Ashby"])
        #expect(extraction.confidence("grantor") >= 0.9)
    }

    /// `Tracv` by the signature, and for the notary as it is.
    @Test(arguments: [("Tracv Harlow", "", ["Tracv"]), ("Tracv Harlow", "Tracy Harlow, known to me", []), ("", "", [])])
    func tellsTheWordsThatHaveANameOtherwise(signed: String, appeared: String, differing: [String]) {
        let document = DeedPages.document([
            """
            ><QUITCLAIM DEED

            Tracy Harlow, a widow, for Ten Dollars, remises, releases and quitclaims to Carl Stockton, a single man, the
            following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            \(signed)

            On this day personally appeared \(appeared)
            """
        ])
        let extraction = DeedPages.extract(document)
        let words = document.pages[0].words.filter { word in
            extraction.differing.contains(WordPlace(page: 1, box: word.box))
        }
        #expect(words.map(\.text) == differing)
        #expect((extraction.confidence("grantor") < 0.9) == !differing.isEmpty)

        // What the page's own letters bear out is not disputed by what they do not.
        var agreed = document
        for index in agreed.pages[0].words.indices where agreed.pages[0].words[index].text == "Tracy" {
            agreed.pages[0].words[index].agree(true)
        }
        #expect(DeedPages.extract(agreed).differing.isEmpty)
        #expect(DeedPages.extract(agreed).confidence("grantor") >= 0.9)
    }

    /// A notary by nearly the same name.
    @Test(arguments: [
        ("Curtis K. Barlow", "Curtis H. Marlow", true, false), ("Curtis K. Barlow", "Curtis H. Marlow", false, true),
        ("Curtis K. Barlow", "Curtis K. Marlow", true, true), ("Stanisław Harlow", "Stanisłav Harlow", false, true),
    ])
    func somebodyElseDoesNotDisputeAName(name: String, other: String, isSure: Bool, isDisputed: Bool) {
        var document = DeedPages.document([
            """
            ><QUITCLAIM DEED

            \(name), a widower, for Ten Dollars, remises, releases and quitclaims to Carl Stockton, a single man, the
            following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            \(other), Notary Public
            """
        ])
        for index in document.pages[0].words.indices { document.pages[0].words[index].agree(isSure) }
        let extraction = DeedPages.extract(document)
        #expect(extraction.list("grantor") == [name])
        #expect((extraction.confidence("grantor") < 0.9) == isDisputed)
    }

    /// Marks are read past; one that nothing else shows may be a speck.
    @Test(arguments: [("Lucía", "Lucia", true), ("Lucia", "Lucía", false), ("Lucía", "Luoía", true)])
    func aMentionWithoutTheMarksOfANameThatIsSureDoesNotDisputeIt(
        name: String, signed: String, isFine: Bool
    ) {
        let document = DeedPages.document([
            """
            ><QUITCLAIM DEED

            \(name) Harlow, a widow, for Ten Dollars, remises, releases and quitclaims to Carl Stockton, a single man, the
            following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            \(signed) Harlow
            """
        ])
        var sure = document
        for index in sure.pages[0].words.indices where sure.pages[0].words[index].text == name {
            sure.pages[0].words[index].agree(true)
        }
        #expect(DeedPages.extract(sure).differing.isEmpty == isFine)
        #expect(!DeedPages.extract(document).differing.isEmpty)
        // Borne out as well, it disputes it unless it merely lacks the marks.
        for index in sure.pages[0].words.indices where sure.pages[0].words[index].text == signed {
            sure.pages[0].words[index].agree(true)
        }
        #expect(DeedPages.extract(sure).differing.isEmpty == (name == "Lucía" && signed == "Lucia"))
    }

    /// `Brathen` twice, and by the signature `Bråthen`, which is read again; a pen's stroke over it bears out none.
    @Test(arguments: [("Lucía", true, true), ("Lucía", false, false), ("Lucia", true, false), ("Luoia", true, false)])
    func oneMentionWithASureMarkDisputesANameThatStandsWithoutItElsewhereToo(
        signed: String, isAgreedOn: Bool, isDisputed: Bool
    ) {
        var document = DeedPages.document([
            """
            ><QUITCLAIM DEED

            Lucia Harlow, a widow, for Ten Dollars, remises, releases and quitclaims to Carl Stockton, a single man, the
            following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            \(signed) Harlow

            On this day personally appeared Lucia Harlow, known to me.
            """
        ])
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == signed {
            document.pages[0].words[index].agree(isAgreedOn)
        }
        let extraction = DeedPages.extract(document)
        #expect(extraction.list("grantor") == ["Lucia Harlow"])
        #expect((extraction.confidence("grantor") < 0.9) == isDisputed)
        #expect(extraction.differing.isEmpty == (signed != "Lucía"))
    }

    /// Two places that agree with each other are no pen's strokes, though nothing bears them out.
    @Test(arguments: [
        ("Petrović", "Petrović", true), ("Petrović", "Petrovié", false), ("Petrovie", "Petrovie", false),
    ])
    func twoMentionsThatReadAlikeDisputeASureName(signed: String, known: String, isDisputed: Bool) throws {
        var document = DeedPages.document([
            """
            ><QUITCLAIM DEED

            Jadwiga Petrovié, a widow, for Ten Dollars, remises, releases and quitclaims to Carl Stockton, a single man, the
            following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            Jadwiga \(signed)

            On this day personally appeared Jadwiga \(known), known to me.
            """
        ])
        let sure = try #require(document.pages[0].words.firstIndex { $0.text == "Petrovié," })
        document.pages[0].words[sure].agree(true)
        #expect((DeedPages.extract(document).confidence("grantor") < 0.9) == isDisputed)
    }

    @Test(arguments: [("Durnam", ["Durnam"]), ("Durham", []), ("Orange", [])])
    func tellsWhereTheCountysNameStandsOtherwise(venue: String, differing: [String]) {
        let document = DeedPages.document([
            DeedFieldTests.deed(
                place: "the County of Durham, State of North Carolina",
                tail:
                    "STATE OF NORTH CAROLINA\nCOUNTY OF \(venue)\n\nBefore me, a Notary Public, personally appeared JOHN DOE."
            )
        ])
        let places = DeedPages.extract(document).differing
        #expect(
            document.pages[0].words.filter { places.contains(WordPlace(page: 1, box: $0.box)) }.map(\.text)
                == differing)
    }

    @Test func doubtsANameThatGoesOnElsewhere() {
        func deed(_ mention: String) -> Extraction {
            DeedPages.extract(
                """
                ><QUITCLAIM DEED

                Send tax notice to: \(mention)

                JOHN DOE, a single man, for Ten Dollars, remises, releases and quitclaims to First Harbor Bank, a national
                banking association, the following described real property in Clark County, Nevada, to wit:

                Lot 5, Block 2, Oak Grove Addition.
                """)
        }
        #expect(deed("First Harbor Bank").confidence("grantee") > 0.9)
        #expect(deed("First Harbor Bank, N.A.").confidence("grantee") < 0.9)
    }

    @Test(arguments: [("Isabel H. Cardenas", false), ("Isabel I. Cardenas", true)])
    func doubtsANameWithAnotherInitialElsewhere(mention: String, isSure: Bool) {
        let extraction = DeedPages.extract(
            """
            ><QUITCLAIM DEED

            Send tax notice to: \(mention)

            JOHN DOE, a single man, for Ten Dollars, remises, releases and quitclaims to Isabel I. Cardenas, a single
            woman, the following described real property in Clark County, Nevada, to wit:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.list("grantee") == ["Isabel I. Cardenas"])
        #expect((extraction.confidence("grantee") >= 0.9) == isSure)
    }

    @Test(arguments: [("Xavier F. Roe and Noémie H.", false), ("Xavier F. Roe and Noémie H. Roe", true)])
    func aNameThatEndsInAnInitialLostItsSurname(printed: String, isSure: Bool) {
        #expect((Self.deed(to: printed).confidence("grantee") > 0.8) == isSure)
    }

    @Test func whatAPartyIsIsNoParty() {
        let extraction = Self.deed(to: "First Harbor Bank, N.A., a national banking, association")
        #expect(extraction.list("grantee") == ["First Harbor Bank, N.A."])
    }

    @Test(arguments: ["MARIE OAKLEY-STONE", "MARIE OAKLEYSTONE"]) func aHyphenAtALinesEndIsTheNamesWhereItHasOne(
        name: String
    ) {
        let extraction = DeedPages.extract(
            """
            ><DEED

            KNOW ALL MEN BY THESE PRESENTS, that JOHN DOE, an unmarried man, grants and conveys to MARIE OAKLEY-
            STONE, a single woman, the following described real property:

            Mail to: \(name), 12 Mill Road, Salem, OR 97301
            """)
        #expect(extraction.list("grantee") == [name])
    }

    @Test func theVenueIsNoParty() {
        let extraction = Self.deed(
            to: "MARY ROE", opening: "KNOW ALL MEN BY THESE PRESENTS, that Walter Drummond, an unmarried man,")
        #expect(extraction.list("grantor") == ["Walter Drummond"])
        #expect(extraction.text("grantor_capacity") == "an unmarried man")
    }

    @Test func readsACountyOfTwoWordsOverALineEnd() {
        let extraction = DeedPages.extract(
            """
            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following described
            real estate, together with all its appurtenances and improvements, lying and being in the County of Santa
            Fe, State of New Mexico, to wit:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("county") == "Santa Fe")
    }

    @Test func aCountyInAStampEndsWithItsLine() {
        let extraction = DeedPages.extract(
            """
            |>RECORDED IN THE COUNTY OF LANE
            |>OR BK 2138 PG 148

            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following described
            real estate in Lane County, Oregon, to wit:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("county") == "Lane")
        #expect(extraction.fields["county"]?.checks.allSatisfy(\.passed) == true)
    }

    @Test func aMisreadCountyInTheStampIsNoOther() {
        var document = DeedPages.document([
            """
            Official Records
            Potk County Clerk

            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following described
            real estate in Polk County, Iowa, to wit:

            Lot 5, Block 2, Oak Grove Addition, Polk County, Iowa.
            """
        ])
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == "Potk" {
            document.pages[0].words[index].confidence = 0.6
        }
        let extraction = DeedPages.extract(document)
        #expect(extraction.text("county") == "Polk")
        #expect(extraction.fields["county"]?.checks.allSatisfy(\.passed) == true)
    }

    @Test func aGrantorWhoIsAmongTheGranteesIsDoubted() {
        func confidence(_ grantor: String) -> Double {
            DeedPages.extract(
                """
                QUITCLAIM DEED

                \(grantor), a single man, quitclaims to RICHARD ROE and JANE ROE, husband and wife, the following
                described real estate, situated in Lane County, Oregon, to wit:

                Lot 4, Block 2, Stone Creek Addition, Lane County, Oregon.
                """
            ).confidence("grantor")
        }
        #expect(confidence("JOHN DOE") > 0.8)
        #expect(confidence("RICHARD ROE") <= 0.5)
    }

    /// A speck behind the word, and a second grantee who was not read, though the notice names both.
    @Test(arguments: ["and", "and.", "AND."]) func aStopBehindAndEndsNoName(joined: String) {
        let extraction = DeedPages.extract(
            """
            SEND TAX NOTICE TO:
            Richard Roe and Jane Roe
            12 Cedar Lane, Eugene, OR 97401

            SPECIAL WARRANTY DEED

            That Ironwood Properties L.P., a Delaware limited partnership, as Grantor, does grant and convey, with SPECIAL
            WARRANTY of title, unto Richard Roe \(joined) Jane Roe, husband and wife, as tenants by the entirety, as
            Grantee, all that real estate situate in Lane County, Oregon, to-wit:

            Lot 4, Block 2, Stone Creek Addition, Lane County, Oregon.
            """)
        #expect(extraction.fields["grantee"]?.value.texts == ["Richard Roe", "Jane Roe"])
    }
}

extension Word {
    /// As two readers leave it that read it alike; or one alone.
    fileprivate mutating func agree(_ isAgreedOn: Bool) {
        readings = [.tesseract, .neural].map { Reading(reader: $0, text: text, posterior: 0.9) }
        if !isAgreedOn { readings.removeLast() }
    }
}
