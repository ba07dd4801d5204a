import Model
import Testing

@testable import Kinds

/// What recognition changes in descriptions, names and amounts.
@Suite struct DeedLandTests {
    @Test(arguments: [
        ("Block", "l", "on", true), ("Lot", "|,", "of", true), ("South", "&", "acres", true),
        ("South", "F", "acres", true), ("half", "a", "acre", false),
        ("Lots", "4", "of", false),
        ("4", "&", "5", false), ("said", "l", "of", false), ("Block", "L", "of", false),
        ("Block", "Bona", "certain", true), ("Lot", "6in", "Block", true), ("Block", "Lona", "certain", true),
        ("Block", "?", "on", true), ("Lot", "8?,", "Block", true), ("Lot", "#8,", "Block", false),
        ("Block", "&", "on", true), ("Block", "\"B\",", "on", false), ("entitled", "?", "on", false),
        ("Section", "In", "the", false), ("Tract", "Bonanza", "of", false), ("designated", "Bona", "Lot", false),
    ]) func knowsALostFigure(before: String, word: String, behind: String, isLost: Bool) {
        #expect(DeedLandWords.isLostFigure(word, behind: before, before: behind) == isLost)
    }

    @Test(
        arguments: [
            ("N49-21-21E", "N49-21-21E", true), ("$61-36-03E,", "S61-36-03E,", true),
            ("S01-01-16Ẹ,", "S01-01-16E,", true), ("§13-12-34E,", "S13-12-34E,", true),
            ("NO6-4O-l3E,", "N06-40-13E,", true), ("S$36-35-14W,", "S36-35-14W,", true),
            ("N67-22-00EF,", "N67-22-00E,", true),
            ("S846-24-57W,", "S46-24-57W,", true), ("S556-24-57W", "S56-24-57W", true),
            ("S§71-49-40E,", "S71-49-40E,", true), ("N0O8-28-48W,", "N08-28-48W,", true),
            ("812-06-38W,", "S12-06-38W,", true), ("S12-30-39Ww,", "S12-30-39W,", true),
            ("8§13-17-18E,", "S13-17-18E,", true), ("$S31-24-46W,", "S31-24-46W,", true),
            ("S36-11-22EẸE,", "S36-11-22E,", true), ("S05-53-1W,", "S05-53-1W,", false),
            ("S95-10-10E", "S95-10-10E", false), ("N12°61'10\"W;", "N12°61'10\"W;", false),
        ])
    func readsBearingsInOneWord(printed: String, read: String, isValid: Bool) {
        let bearing = DeedAngles.compactBearing(printed)
        #expect(bearing?.text == read)
        #expect(bearing?.isValid == isValid)
    }

    @Test(arguments: [
        ("\"UNIT 1\".", "filed", "\"UNIT 1\","), ("\"UNIT 1\".", "Filed", "\"UNIT 1\"."), ("5360.,", "filed", "5360,"),
        ("5360.", "Filed", "5360."), ("ADDITION.,", "SECOND", "ADDITION,"), ("Corp.,", "filed", "Corp.,"),
    ]) func noSentenceEndsBeforeASmallLetter(word: String, next: String, mended: String) {
        #expect(DeedLandWords.withCommas([word, next]) == [mended, next])
    }

    @Test(
        arguments: [
            ("S11-31-09W,", "W,", "S11-31-09W,"), ("S11-31-09W,", "E,", nil), ("S11-31-09W,", "West,", nil),
            ("Lot W", "W,", nil),
        ] as [(String, String, String?)]) func aBearingsSideThatWasReadTwiceIsOne(
            word: String, next: String, whole: String?
        )
    {
        #expect(DeedLandWords.joinedEcho(word, next) == whole)
    }

    @Test func theLetterOfALotIsNoPronoun() {
        let fields = Self.deed(land: "Outlot\nL, Block Seven, Oak Grove Addition.").fields
        #expect(fields["legal_description"]?.text == "Outlot L, Block Seven, Oak Grove Addition.")
    }

    @Test func aSectionsTownshipGoesOnInTheSameSentence() {
        let fields = Self.deed(land: "The SW1/4 of Section 30. T24N. R4E, Willamette Meridian.").fields
        #expect(fields["legal_description"]?.text == "The SW1/4 of Section 30, T24N, R4E, Willamette Meridian.")
    }

    @Test func doubtsATownshipThatLiesNeitherNorthNorSouth() {
        func confidence(_ township: String) -> Double {
            Self.deed(land: "The SE1/4 of Section 19, \(township), R10E, Salt Lake Base and Meridian.")
                .confidence("legal_description")
        }
        #expect(confidence("T16S") >= 0.9)
        #expect(confidence("T167") < 0.9)
    }

    @Test(arguments: [("411.51", true), ("1:51", false), ("4l1.51", false)])
    func doubtsADistanceOfNoLength(distance: String, isSound: Bool) {
        let confidence = Self.deed(
            land: "Beginning at a stake; thence N12-10-30E, a distance of \(distance) feet to the point of beginning."
        ).confidence("legal_description")
        #expect((confidence >= 0.9) == isSound)
    }

    // What no survey can say otherwise: a township lies north or south, an angle has figures, no fraction is above one.
    @Test(arguments: [
        ("Section 19, T165, R10E, Salt Lake", "Section 19, T16S, R10E, Salt Lake"),
        ("Section 28, T1S, R1 W, 6th", "Section 28, T1S, R1W, 6th"),
        ("Section 28, T 1 S, R 1 W, 6th", "Section 28, T 1 S, R 1 W, 6th"),
        ("Southeast Quarter (5/2 S5E/4} of Section", "Southeast Quarter (S/2 SE/4) of Section"),
        ("Southeast Quarter (E/2 5E/4) of Section", "Southeast Quarter (E/2 SE/4) of Section"),
        ("the SE1/4 of the 8W1/4 of Section", "the SE1/4 of the SW1/4 of Section"),
        ("Lot 24 in Block §, Cherry Hill", "Lot 24 in Block S, Cherry Hill"),
        ("thence North O degrees 45 minutes West", "thence North 0 degrees 45 minutes West"),
        ("to a 5/8 inch rebar at 1/4 corner", "to a 5/8 inch rebar at 1/4 corner"),
        ("the S1/2 of the N 1/2 and 8 1/2 feet", "the S1/2 of the N 1/2 and 8 1/2 feet"),
    ])
    func putsRightWhatOnlyOneSignCanBe(printed: String, read: String) {
        let land = Self.deed(land: "Beginning at a stake, \(printed), Lane County.").fields["legal_description"]
        #expect(land?.text == "Beginning at a stake, \(read), Lane County.")
    }

    @Test func doubtsABearingWithoutItsFigures() {
        func confidence(_ angle: String) -> Double {
            Self.deed(
                land: "Beginning at an iron pin; thence North \(angle) East, 200.00 feet to the point of beginning."
            )
            .confidence("legal_description")
        }
        #expect(confidence("56 degrees 46 minutes 43 seconds") >= 0.9)
        #expect(confidence("O degrees 46 minutes 43 seconds") >= 0.9)
        #expect(confidence("56 degrees seconds") < 0.9)
    }

    // A full stop, a figure by itself on the next line, further down than lines are apart.
    @Test func aFigureBelongsToTheAbbreviationBeforeIt() {
        let fields = Self.deed(
            land: "Lot 8 in Block X on a certain map filed in the County Clerk's Office as Map No.\n\n1262."
        ).fields
        #expect(fields["legal_description"]?.text?.hasSuffix("Map No. 1262.") == true)
    }

    @Test func doubtsADescriptionInDisorder() {
        var document = DeedPages.document([
            """
            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following
            described real estate, situated in Lane County, Oregon, to wit:

            Lot 5, Block 2, Oak Grove Addition, Lane County, Oregon.

            Subject to easements.
            """
        ])
        #expect(DeedPages.extract(document).confidence("legal_description") >= 0.9)
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == "Addition," {
            document.pages[0].words[index].box.y -= 120
        }
        #expect(DeedPages.extract(document).confidence("legal_description") < 0.9)
    }

    @Test func anApostropheThatWasReadTwiceIsOne() {
        #expect(DeedLandWords.repaired("Clerk`’s") == "Clerk's" && DeedLandWords.repaired("12''") == "12''")
    }

    @Test func aBlockIsNeverNought() {
        #expect(DeedLandWords.blockLetter("0,", behind: "Block") == "O,")
        #expect(DeedLandWords.blockLetter("10,", behind: "Block") == nil)
        #expect(DeedLandWords.blockLetter("0", behind: "Lot") == nil)
    }

    @Test func commasThatWereReadAsStopsAreCommas() {
        let deed = Self.deed(land: "The East 60 feet of Lot 71. all of Lot 72, Oak Grove.")
        #expect(deed.text("legal_description") == "The East 60 feet of Lot 71, all of Lot 72, Oak Grove.")
        #expect(deed.confidence("legal_description") >= 0.9)
        let quoted = Self.deed(land: "Lot 71 on a map entitled \"Oak Grove, Unit 1\". filed in the Clerk's Office.")
        #expect(quoted.confidence("legal_description") >= 0.9)
        // Of a heading that the description ran into.
        let strayed = Self.deed(land: "The East 60 feet of Lot 71, Oak Grove, more or less. i COVENANTS")
        #expect(strayed.confidence("legal_description") < 0.8)
        // What stood behind the stop is not known.
        #expect(
            Self.deed(land: "The East 60. feet of Lot 71, all of Lot 72, Oak Grove.").confidence("legal_description")
                < 0.9)
    }

    @Test(arguments: [
        (
            "All that certain lot. piece or parcel known as Lot 8, Oak Grove.",
            "All that certain lot, piece or parcel known as Lot 8, Oak Grove."
        ),
        (
            "Lot 69 on a map entitled \"MAPLEWOOD, UNIT 1°, filed as Map No. 5214.",
            "Lot 69 on a map entitled \"MAPLEWOOD, UNIT 1\", filed as Map No. 5214."
        ),
    ])
    func signsThatCannotStandThereArePutRight(read: String, printed: String) {
        let deed = Self.deed(land: read)
        #expect(deed.text("legal_description") == printed)
        #expect(deed.confidence("legal_description") >= 0.9)
    }

    @Test(arguments: ["Maps, Page 60, Official", "Maps., Page 60, Official", "Maps, Page 60. Official"])
    func stopsWithinACitationAreCommas(place: String) {
        func land(_ place: String) -> String {
            "Parcel 82 of Parcel Map No. 3425, filed in Book 195 of Parcel \(place) Records of Kern County."
        }
        let deed = Self.deed(land: land(place))
        #expect(deed.text("legal_description") == land("Maps, Page 60, Official"))
        #expect(deed.confidence("legal_description") >= 0.9)
    }

    @Test(arguments: [
        (["thence", "§", "79°26'31\""], "S"), (["thence", "S$", "13°53'00\""], "S"), (["of", "$", "10"], "$"),
    ]) func aSignBeforeAnAngleIsSouth(words: [String], second: String) {
        #expect(DeedLandWords.withSouth(words)[1] == second)
    }

    @Test(arguments: [
        ("East. 157.97 feet to the point of beginning.", true), ("East, 157.97 feet to the point of beginning.", true),
        ("East.", false),
    ]) func aCourseGoesOnWithItsLength(rest: String, isWhole: Bool) {
        let deed = Self.deed(land: "Beginning at an iron pin, thence South 45 degrees 30 minutes \(rest)")
        #expect(deed.text("legal_description")?.contains("East, 157.97 feet") == isWhole)
        if !isWhole { #expect(deed.confidence("legal_description") <= 0.5) }
    }

    @Test func quotationMarksAreAsTypewritersHaveThem() {
        #expect(DeedLandWords.withPlainQuotation("“Dunes”, Clerk’s") == "\"Dunes\", Clerk's")
    }

    @Test(arguments: [
        ("82°32?'29\"", "82°32'29\""), ("85°15'37%", "85°15'37\""), ("85°15'37%,", "85°15'37\","),
        ("77°08°28\"", "77°08'28\""), ("61°44£05\"", "61°44'05\""), ("10°5156\"", "10°51'56\""),
        ("77°08'28\",", "77°08'28\","), ("77°08.28\"", "77°08.28\""), ("77°78°28\"", "77°78°28\""),
        ("45°30'", "45°30'"), ("19°02714\",", "19°02'14\","), ("85°10'119\"", "85°10'19\""),
        ("85°10'179\"", "85°10'179\""),
    ])
    func readsTheSignOfMinutes(printed: String, read: String) {
        #expect(DeedAngles.withSigns([printed]) == [read])
    }

    @Test func readsTheSignOfMinutesBetweenWords() {
        #expect(DeedAngles.withSigns(["N", "82°44", "50\"", "W,"]) == ["N", "82°44'", "50\"", "W,"])
        #expect(DeedAngles.withSigns(["82°44", "feet"]) == ["82°44", "feet"])
    }

    @Test(arguments: [
        ("map entitled \"STONE CREEK', filed", "map entitled \"STONE CREEK\", filed"),
        ("map entitled \"STONE CREEK ', filed", "map entitled \"STONE CREEK\", filed"),
        ("the \"Smiths' Farm\" on", "the \"Smiths' Farm\" on"), ("12' wide", "12' wide"),
        ("5\" pipe in Jones' field", "5\" pipe in Jones' field"),
    ]) func aQuotationClosesAsItOpened(printed: String, read: String) {
        #expect(DeedLandWords.withClosedQuotation(printed) == read)
    }

    @Test(arguments: [
        ("South 12 degrees 30 minutes O1 seconds West,", "South 12 degrees 30 minutes 01 seconds West,"),
        ("N 85° 10'119\" E, and N 8°09'58\" W,", "N 85°10'19\" E, and N 8°09'58\" W,"),
        ("thence S 54 1043\" E, a distance of 10.00 feet", "thence S 54°10'43\" E, a distance of 10.00 feet"),
        ("thence S 54°10'43\" Ẹ, a distance of 10.00 feet", "thence S 54°10'43\" E, a distance of 10.00 feet"),
        ("thence S 54°10'43\" E. a distance of 10.00 feet", "thence S 54°10'43\" E, a distance of 10.00 feet"),
        ("thence S S 54°10'43\" E, a distance of 10.00 feet", "thence S 54°10'43\" E, a distance of 10.00 feet"),
        ("thence S 54 54°10'43\" E, a distance of 10.00 feet", "thence S 54°10'43\" E, a distance of 10.00 feet"),
        ("thence S54-10-43E,. a distance of 10.00 feet", "thence S54-10-43E, a distance of 10.00 feet"),
        ("1n Polk County", "in Polk County"),
        ("Range No., 8 West", "Range No. 8 West"),
        ("\"PARK\", Filed in the Polk County Clerks Office", "\"PARK\", filed in the Polk County Clerk's Office"),
    ]) func signsOfAnglesArePutRightWhereOneCanStand(printed: String, read: String) {
        let deed = Self.deed(land: "Beginning at an iron pin, \(printed) more or less.")
        #expect(deed.text("legal_description")?.contains(read) == true, "\(deed.text("legal_description") ?? "")")
    }

    @Test func aDescriptionBeginsWithAWholeWord() {
        #expect(Self.deed(land: "ALl that lot of land.").text("legal_description") == "All that lot of land.")
    }

    /// Worn type makes a c of an e; names are left alone.
    @Test(
        arguments: [
            ("Rangc", "Range"), ("Wcst", "West"), ("Mastcr", "Master"), ("Dccd", "Deed"), ("Pagc", "Page"),
            ("fect", "feet"),
            ("Beeker", nil), ("West", nil), ("Alicc", nil),
        ] as [(String, String?)]) func plainWordsHaveTheirE(printed: String, meant: String?)
    {
        #expect(DeedPlainWords.mended(printed) == meant)
    }

    @Test(arguments: [
        ("the Polk County Clerk's. Office as", "the Polk County Clerk's Office as"),
        ("containing 3. acres", "containing 3 acres"), ("situate m the County", "situate in the County"),
    ]) func specksAmongPlainWordsAreTakenOut(printed: String, read: String) {
        let words = DeedLandWords.withoutSpecks(printed.split(separator: " ").map(String.init))
        #expect(words.joined(separator: " ") == read)
    }

    /// A speck before its first word, and one behind a recorder's title.
    @Test(arguments: [("i Lot 4", "Clerk's"), ("Lot 4", "Clerk's."), ("Lot 4", "Clerk's")])
    func aSpeckInADescriptionIsNoDoubt(opening: String, owner: String) {
        let extraction = DeedPages.extract(
            """
            QUITCLAIM DEED

            JOHN DOE, a single man, quitclaims to JANE ROE, a single woman, the following described real estate, situated
            in Polk County, Iowa, to wit:

            \(opening) in Block 2 on a certain map entitled "STONE CREEK", filed in the Polk County \(owner) Office as Map
            No. 1245.

            In witness whereof the grantor has signed.
            """)
        let land = extraction.fields["legal_description"]
        #expect(
            land?.value
                == .text(
                    "Lot 4 in Block 2 on a certain map entitled \"STONE CREEK\", filed in the Polk County Clerk's Office as Map No. 1245."
                ))
        #expect(land?.confidence ?? 0 > 0.85)
    }

    // Its semicolon misread, an iron pin looks like the label of a parcel's number.
    @Test func anIronPinIsNoParcelNumber() {
        let extraction = DeedPages.extract(
            """
            ><WARRANTY DEED

            Jane Doe, a widow ("Grantor"), for Ten Dollars, hereby conveys to Mary Roe, a widow ("Grantee") the real property
            in Lane County, Oregon, described as follows:

            Beginning at a stake; thence South 16 degrees 43 minutes East, 257.56 feet to an iron pin: thence West 20 feet.

            Executed on February 10, 1998.
            """)
        #expect(extraction.text("legal_description")?.hasSuffix("to an iron pin; thence West 20 feet.") == true)
    }

    @Test func aDescriptionOpensWithAllOfWhichAnLWasLost() {
        let extraction = DeedPages.extract(
            """
            ><CORRECTION DEED

            Jane Doe, a widow ("Grantor"), for Ten Dollars, hereby conveys to Mary Roe, a widow ("Grantee") the real property
            in Lane County, Oregon, the correct description of which is:

            Al that certain lot, piece or parcel of land known and designated as Lot 32 in Block 15 on a certain map
            entitled "Timber Estates", filed in the Lane County Clerk's Office as Map No. 3111.

            Executed on February 10, 1998.
            """)
        #expect(extraction.text("legal_description")?.hasPrefix("All that certain lot, piece or parcel") == true)
        #expect(extraction.confidence("legal_description") >= 0.9)
    }

    /// Also where pen strokes under it were read as letters.
    @Test(arguments: ["", "\n\n\nn", "\n\n\nl\n\n\nPage 2 of 2"]) func readsAnExhibitAtTheEndWhole(below: String) {
        let extraction = DeedPages.extract(
            """
            ><LIMITED WARRANTY DEED

            Jane Doe, a widow, Grantor, in consideration of Ten Dollars, does hereby grant and convey to Mary Roe, a widow,
            Grantee, the following real property situated in the County of Lane and State of Oregon:

            See Exhibit "A" attached hereto and made a part hereof.

            Executed on February 10, 1998.
            """, "><EXHIBIT \"A\"\n><LEGAL DESCRIPTION\n\nLot 57, Block T, Willow Park, Lane County, Oregon." + below)
        #expect(extraction.text("legal_description") == "Lot 57, Block T, Willow Park, Lane County, Oregon.")
        #expect(extraction.confidence("legal_description") >= 0.9)
    }

    @Test(arguments: ["2021-04-09", "12-30-39W", "S12", "NE1/4", "$100,000.00", "WEST", "T12N-R4E"])
    func takesNothingElseForABearing(printed: String) {
        #expect(DeedAngles.compactBearing(printed) == nil)
    }

    @Test(
        arguments: [
            ("Fast", "East"), ("FAST,", "EAST,"), ("Fstates,", "Estates,"), ("fast", "fast"), ("Feet", "Feet"),
            ("Block", "Block"), ("First", "First"),
        ])
    func putsACapitalEBack(printed: String, read: String) {
        #expect(DeedLandWords.repaired(printed) == read)
    }

    /// Halves and quarters of sections have their fraction, or the description was misread.
    @Test(arguments: [
        ("The South Half of the Northwest Quarter (S½ NW¼) of Section 1", false), ("(S1/2 NW1/4)", false),
        ("the SE1/4 of the SE1/4 of Section 22", false), ("(S½ NW4)", true), ("(S2 NW14)", true), ("(S½ NW1½)", true),
        ("(S NW) of Section 10", true), ("thence N 38°58'38\" W 336.98 feet", false), ("N38-07-11E along", false),
        ("Section 27, T.28N., R.6W., W.M., in the County of King", false), ("Lot 3 (the North part)", false),
        ("Block 2 (S.W. corner)", false),
    ]) func aQuarterWithoutItsFractionIsDoubted(text: String, lacks: Bool) {
        #expect(DeedLandWords.lacksFraction(text) == lacks)
    }

    private static func deed(
        grantor: String = "JOHN DOE", price: String = "Ten Dollars", land: String = "Lot 5, Block 2, Oak Grove.",
        signer: String = "John Doe"
    ) -> Extraction {
        DeedPages.extract(
            """
            ><WARRANTY DEED

            \(grantor), a single man, for \(price), conveys and warrants to RICHARD ROE, a widower, the following
            described real estate, situated in Lane County, Oregon, to wit:

            \(land)

            Dated: March 4, 2021

            \(signer)

            State of Oregon, County of Lane

            The foregoing instrument was acknowledged before me this 4th day of March, 2021, by \(signer).
            """)
    }

    @Test func doubtsANameThatIsReadOtherwiseElsewhere() {
        #expect(Self.deed().confidence("grantor") >= 0.9)
        let accent = Self.deed(grantor: "JIRI NOVAK", signer: "Jiří Novák")
        #expect(accent.list("grantor") == ["JIRI NOVAK"])
        #expect(accent.confidence("grantor") < 0.9)
        #expect(Self.deed(grantor: "MARION DOYLE", signer: "Marion Doyie").confidence("grantor") < 0.9)
    }

    @Test func aNameReadTwiceTheSameIsSure() {
        var document = DeedPages.document([
            """
            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following
            described real estate, situated in Lane County, Oregon, to wit:

            Lot 5, Block 2, Oak Grove Addition.

            Dated: March 4, 2021

            John Doe
            """
        ])
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == "DOE," {
            document.pages[0].words[index].confidence = 0.45
        }
        #expect(DeedPages.extract(document).confidence("grantor") >= 0.9)
    }

    @Test func takesTheFiguresWhereTheWordsWereCut() {
        let extraction = Self.deed(price: "Ninety-Siix Thousand and No/100 Dollars ($96,000.00)")
        #expect(extraction.text("consideration") == "96000.00")
        #expect(extraction.list("grantor") == ["JOHN DOE"])
        #expect(extraction.text("grantor_capacity") == "a single man")
    }

    @Test func takesNoAmountForAName() {
        let extraction = DeedPages.extract(
            """
            ><LIMITED WARRANTY DEED

            Jane Doe and John Doe, wife and husband, Grantor, in consideration of Two
            Hundred Forty-Two Thousand and No/100 Dollars ($242,000.00), does hereby grant and convey with
            limited warranty covenants to Mary Roe, a widow, Grantee, the following real property situated in the County
            of Lane and State of Oregon:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.list("grantor") == ["Jane Doe", "John Doe"])
        #expect(extraction.text("grantor_capacity") == "wife and husband")
    }

    @Test func readsACountyBesideStrayWords() {
        let extraction = DeedPages.extract(
            """
            RECORDING\tst. Louis County, Minnesota

            ><WARRANTY DEED

            JOHN DOE, a single man, for Ten Dollars, conveys and warrants to RICHARD ROE, a widower, the following
            described real estate, situated in St. Louis County, Minnesota, to wit:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("county") == "St. Louis")
        #expect(extraction.fields["county"]?.checks.allSatisfy(\.passed) == true)
        #expect(extraction.confidence("county") >= 0.9)
    }

    @Test func readsTheDateOfADeedOfTrustUnderItsTitle() {
        let extraction = DeedPages.extract(
            """
            |>Official Records
            |>Lane County, Oregon
            |>Instrument No. 2010-123456
            |>Date: 02/24/2010

            ><DEED OF TRUST

            Date: January 26, 2010
            Borrower (Trustor): JOHN DOE, Trustee of the Doe Living Trust, dated February 1,
            1994
            Trustee: Elm Title Company
            Lender (Beneficiary): First Harbor Bank, an Oregon corporation
            Principal amount of the note: $522,500.00

            Borrower irrevocably grants and conveys to Trustee, in trust, with power of sale, the following described
            property located in the County of Lane, State of Oregon:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("execution_date") == "2010-01-26")
        #expect(extraction.text("recording_date") == "2010-02-24")
        #expect(extraction.text("grantor_capacity") == "Trustee of the Doe Living Trust, dated February 1, 1994")
    }

    @Test func aDeedOfTrustIsNoTrustWithADateOfItsOwn() {
        let extraction = DeedPages.extract(
            """
            ><DEED OF TRUST WITH ASSIGNMENT OF RENTS

            THIS DEED OF TRUST, made January 24, 2016, between JOHN DOE, a single man, herein called TRUSTOR, ELM ESCROW,
            INC., herein called TRUSTEE, and FIRST HARBOR BANK, herein called BENEFICIARY,

            WITNESSETH: That Trustor irrevocably grants, transfers and assigns to Trustee, in trust, with power of sale,
            that property in Lane County, Oregon, described as:

            Lot 5, Block 2, Oak Grove Addition.

            For the purpose of securing payment of the indebtedness evidenced by one promissory note in the principal sum
            of SIX HUNDRED TWENTY-FIVE THOUSAND AND N0O/100 DOLLARS ($625,000.00), payable to Beneficiary.
            """)
        #expect(extraction.text("execution_date") == "2016-01-24")
        #expect(extraction.text("loan_amount") == "625000.00")
    }

    @Test func readsAGrantWithItsEndingApart() {
        let extraction = DeedPages.extract(
            """
            ><GRANT DEED

            FOR TEN DOLLARS ($10.00), receipt of which is hereby acknowledged, JOHN DOE, Trustee of the Doe Family Trust
            dated November 26, 1984, hereby GRANT (S) to MARY ROE, a widow, the following described real property in the
            County of Lane, State of Oregon:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.list("grantor") == ["JOHN DOE"])
        #expect(extraction.list("grantee") == ["MARY ROE"])
    }
}
