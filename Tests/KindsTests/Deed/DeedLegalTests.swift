import Model
import Testing

@testable import Kinds

/// A description, what stands in front of it and behind it in a deed, and its type.
struct LegalCase: Sendable, CustomTestStringConvertible {
    var lead: String
    var land: String
    var tail: String
    var type: String

    init(_ lead: String, _ land: String, _ tail: String, _ type: String) {
        self.lead = lead
        self.land = land
        self.tail = tail
        self.type = type
    }

    var testDescription: String { "\(lead.suffix(30)) \(land.prefix(30)) \(tail.prefix(24))" }
}

@Suite struct DeedLegalTests {
    static let start = "JOHN DOE, a single man, hereby grants and conveys to RICHARD ROE,"

    static let leads = [
        "the following described real property in the City of Fresno, County of Fresno, State of California:",
        "the following described real estate situated in Lane County, Oregon, to wit:",
        "all that real property situate in Clark County, State of Nevada, bounded and described as follows:",
        "the real property in King County, Washington, legally described as:",
        "that certain parcel of land lying in Dade County, Florida, more particularly described as follows:",
        "the land in Hennepin County, Minnesota, described as follows, to-wit:",
        "the following premises in the County of Polk. State of Florida:",
        "the following described real estate in Polk County. Florida:",
    ]

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

    static let tails = [
        "SUBJECT TO easements and restrictions of record.",
        "Subject to taxes for the current year.",
        "TOGETHER WITH all improvements thereon.",
        "Assessor's Parcel Number: 123-456-78",
        "APN: 123-456-78",
        "Parcel ID Number: R0123456",
        "Commonly known as: 12 Elm Street, Fresno, California 93701",
        "TO HAVE AND TO HOLD the same forever.",
        "Dated: March 4, 2021",
        "IN WITNESS WHEREOF, the grantor has signed on March 4, 2021.",
        "Being the same property conveyed to Grantor by deed recorded in Book 3, Page 4.",
        "The true and actual consideration paid for this transfer is $10.00.",
        "To protect the security of this Deed of Trust, the trustor agrees to keep the property in good condition.",
        "The owner may revoke this beneficiary deed at any time before death.",
    ]

    static let cases: [LegalCase] = leads.enumerated().flatMap { index, lead in
        lands.enumerated().map { position, land in
            LegalCase(lead, land.0, tails[(index * 5 + position) % tails.count], land.1)
        }
    }

    @Test(arguments: cases) func readsTheWholeDescription(_ example: LegalCase) {
        let body = DeedPages.wrapped("\(Self.start) \(example.lead)")
        let page = "><DEED\n\n\(body)\n\n\(DeedPages.wrapped(example.land))\n\n\(DeedPages.wrapped(example.tail))"
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("legal_description") == example.land)
        #expect(extraction.text("legal_description_type") == example.type)
        #expect(extraction.confidence("legal_description") >= 0.9)
    }

    @Test(arguments: cases) func readsItInOneRunWithTheClause(_ example: LegalCase) {
        // No gaps and no paragraphs, as on a typewritten page.
        let text = "\(Self.start) \(example.lead) \(example.land) \(example.tail)"
        let extraction = DeedPages.extract("><DEED\n\n" + DeedPages.wrapped(text, to: 70))
        #expect(extraction.text("legal_description") == example.land)
    }

    @Test func aSignatureBehindItIsNoPartOfIt() throws {
        let land = "Lot 8, Block 3, Oak Grove, situate in the County of Polk."
        var document = DeedPages.document([
            "><DEED\n\n\(DeedPages.wrapped("\(Self.start) \(Self.leads[1])"))\n\n\(land)\n\n\nLess Areas\n\nGunther Doe"
        ])
        for index in document.pages[0].words.indices where document.pages[0].words[index].text == "Less" {
            document.pages[0].words[index].confidence = 0.3
        }
        #expect(DeedPages.extract(document).text("legal_description") == land)
    }

    /// `Tracy` is a `tract` but for a letter, with which a description goes on.
    @Test(arguments: ["TRACY PRESCOTT", "JOHN DOE"]) func aSignersNameBehindItIsNoPartOfIt(grantor: String) {
        let land = "Lot 8, Block 3, Oak Grove, containing 2.30 acres, more or less."
        let clause = "\(Self.start) \(Self.leads[1])".replacing("JOHN DOE", with: grantor)
        let extraction = DeedPages.extract(
            "><DEED\n\n\(DeedPages.wrapped(clause))\n\n\(land)\n\n\nTracy Prescott\tMae Brown")
        if grantor == "TRACY PRESCOTT" {
            #expect(extraction.text("legal_description") == land)
        } else {
            #expect(extraction.confidence("legal_description") <= 0.8)
        }
    }

    @Test(arguments: [
        ("Mae West, a single person\n\nACKNOWLEDGMENT", false), ("MAE BROWN\nGrantor\n\nACKNOWLEDGMENT", false),
        ("Section 9, Township 12 South\n\nDated: March 4, 2021", true),
    ]) func whatFollowsADescriptionWithoutAStopMakesItDoubtful(tail: String, isSure: Bool) {
        let extraction = DeedPages.extract(
            "\(DeedPages.wrapped("\(Self.start) \(Self.leads[1])"))\n\nLot 8, Block 3, Oak Grove\n\n\(tail)")
        #expect((extraction.confidence("legal_description") > 0.8) == isSure)
    }

    /// As on the indentures of New York: an assessor's label is one at the start of a line.
    @Test func theTaxMapThatItNamesDoesNotEndIt() {
        let land =
            "ALL that certain plot of land in the City of Yonkers, known as Lot 14 in Block 3051 on the Tax Map of said City."
        let extraction = DeedPages.extract(
            "\(Self.start) \(Self.leads[1])\n\n\(DeedPages.wrapped(land))\n\nTax Map No. 14-3051\n\nDated: March 4, 2021"
        )
        #expect(extraction.text("legal_description") == land)
    }

    @Test func aSentenceOfTheTaxParcelEndsIt() {
        let extraction = DeedPages.extract(
            "\(Self.start) \(Self.leads[1])\n\nLot 6, Block 2, Elmhurst. The tax parcel number is 14-3051-22.")
        #expect(extraction.text("legal_description") == "Lot 6, Block 2, Elmhurst.")
    }

    /// A misread `Thence` is nobody's name.
    @Test func aCourseBehindAStopIsAPartOfIt() {
        let extraction = DeedPages.extract(
            "><DEED\n\n\(DeedPages.wrapped("\(Self.start) \(Self.leads[1])"))\n\nBeginning at an iron pin.\n\n"
                + "Thenee North 45 degrees East, 200.00 feet to the point of beginning.")
        #expect(extraction.text("legal_description")?.hasSuffix("beginning.") == true)
    }

    @Test func aPriceBehindItEndsIt() {
        let extraction = DeedPages.extract(
            "\(Self.start) \(Self.leads[1])\n\nLot 6, Block 2, Elmhurst\n\nfor the sum of: One Dollar ($1.00)")
        #expect(extraction.text("legal_description") == "Lot 6, Block 2, Elmhurst")
    }

    @Test func vizLeadsInToIt() {
        let extraction = DeedPages.extract(
            "\(Self.start) all that land situate in Collier County, Florida, viz:\n\nLot 6, Block 2, Elmhurst.\n\nTOGETHER with all the tenements."
        )
        #expect(extraction.text("legal_description") == "Lot 6, Block 2, Elmhurst.")
    }

    @Test(arguments: lands) func readsItFromAnExhibit(land: String, type: String) {
        let first = """
            ><GRANT DEED

            \(DeedPages.wrapped(Self.start))
            the real property in the County of Fresno, State of California, described in Exhibit "A" attached hereto
            and made a part hereof.

            Dated: March 4, 2021
            """
        let second = "><EXHIBIT \"A\"\n><LEGAL DESCRIPTION\n\n\(DeedPages.wrapped(land))\n\nAPN: 123-456-78"
        let extraction = DeedPages.extract(first, second)
        #expect(extraction.text("legal_description") == land)
        #expect(extraction.text("legal_description_type") == type)
        #expect(extraction.fields["legal_description"]?.page == 2)
    }

    @Test(arguments: ["A", "qA"]) func theExhibitsLetterOnALineOfItsOwnIsNoPartOfIt(letter: String) {
        let land = "Lot 5, Block 2, Oak Grove Addition, according to the plat thereof."
        let first =
            "><DEED\n\n\(Self.start)\nthe real property described in Exhibit \"A\" attached hereto.\n\nDated: May 1, 2020"
        let second = "><EXHIBIT\n><\"\(letter)\"\n><LEGAL DESCRIPTION\n\n\(land)"
        #expect(DeedPages.extract(first, second).text("legal_description") == land)
    }

    @Test func goesOnOverAPageEndPastPageNumbers() {
        let first = "><DEED\n\n\(Self.start) to wit:\nLot 5, Block 2, Oak Grove, being the land"
        let blank = String(repeating: "\n", count: 54)
        let second = "which lies north of the creek, as platted.\n\nSubject to easements."
        let extraction = DeedPages.extract(first + blank + "><Page 1 of 2", second)
        #expect(
            extraction.text("legal_description")
                == "Lot 5, Block 2, Oak Grove, being the land which lies north of the creek, as platted.")
    }

    @Test func descriptionWithoutAnEndIsDoubtful() {
        let extraction = DeedPages.extract("><DEED\n\n\(Self.start) to wit:\nLot 5, Block 2, Oak Grove, and the")
        #expect(extraction.confidence("legal_description") < 0.9)
    }

    @Test(arguments: [
        ("Range No. ə East of Section No. 7", false), ("Lot 4 in Section No. of", false), ("Section No. Seven", true),
        ("Range No. East of Section No. 7", false), ("Range East of Section No. 7", false),
        ("Lot in Section No. 7", false),
        ("the Lot in Section No. 7", true),
        ("Section No. 7%", false), ("Section No. 7", true), ("an undivided 50% interest in Section No. 7", true),
        ("Section No. |7", false), ("Section No. 7 in the State of towa", false),
        ("Section No. 7 in the State of New Mexico", true),
    ]) func figuresWithASignThatIsNoneOfTheirsAreDoubtful(part: String, isSound: Bool) {
        let land = "All of the Northwest Quarter of \(part) in Township No. 12 North of Range No. 29 West."
        let extraction = DeedPages.extract("><DEED\n\n\(Self.start) to wit:\n\(land)\n\nSubject to easements.")
        #expect((extraction.confidence("legal_description") >= 0.9) == isSound)
    }

    @Test func missingExhibitGivesNoDescription() {
        let page =
            "><DEED\n\n\(Self.start)\nthe real property described in Exhibit A attached hereto.\n\nDated: May 1, 2020"
        let extraction = DeedPages.extract(page)
        #expect(extraction.confidence("legal_description") < 0.9)
    }

    @Test func togetherWithMoreLandIsDoubtful() {
        let page = """
            ><DEED

            \(Self.start) to wit:
            Lot 5, Block 2, Oak Grove Addition, together with the North half of the vacated alley adjoining.

            Subject to easements.
            """
        #expect(DeedPages.extract(page).confidence("legal_description") < 0.9)
    }

    @Test(arguments: [
        ("deseribed", "described"), ("publie", "public"), ("fect,", "feet,"), ("southcast", "southeast"),
        ("eertain", "certain"), ("Eagle", nil), ("lace", nil), ("12e", nil), ("described", nil), ("place", nil),
    ])
    func mendsPlainWordsAlone(read: String, meant: String?) {
        #expect(DeedPlainWords.mended(read) == meant)
    }

    @Test(arguments: [
        (
            "Parcel Maps. Page 54, Records of Polk County. Florida.",
            "Parcel Maps, Page 54, Records of Polk County, Florida."
        ),
        (
            "in its general common elements, in Polk County. State of Florida.",
            "in its general common elements, in Polk County, State of Florida."
        ),
        (
            "Lake Meadows. Second Addition, in the County of Polk. State of Florida.",
            "Lake Meadows, Second Addition, in the County of Polk, State of Florida."
        ),
        ("Sunset Park. Phase 2, Polk County, North Carolina.", "Sunset Park, Phase 2, Polk County, North Carolina."),
        ("Oak Park, situate in the - County of. Polk.", "Oak Park, situate in the County of Polk."),
        ("Oak Park, .situate at a.5/8 inch pin.", "Oak Park, situate at a 5/8 inch pin."),
        ("Oak Park - Unit 2, and a 3.35 _ percent interest.", "Oak Park - Unit 2, and a 3.35 percent interest."),
    ])
    func mendsStopsBetweenPlacesAndPlats(read: String, meant: String) {
        let extraction = DeedPages.extract(
            "\(Self.start) \(Self.leads[1])\n\nLot 5, Block 2 of \(read)\n\nDated: March 4, 2021")
        #expect(extraction.text("legal_description") == "Lot 5, Block 2 of \(meant)")
    }

    @Test func doubtsAStopWhereNoSentenceBegins() {
        func confidence(_ land: String) -> Double {
            DeedPages.extract("\(Self.start) \(Self.leads[1])\n\n\(land)\n\nDated: March 4, 2021")
                .confidence("legal_description")
        }
        #expect(confidence("Lot 5, Block 2 of Lake Meadows, Grove Estates, Lane County, Oregon.") > 0.9)
        #expect(confidence("Lot 5, Block 2 of Lake Meadows. Grove Estates, Lane County, Oregon.") < 0.9)
    }

    @Test func oneUncertainWordMakesItDoubtful() {
        var document = DeedPages.document([
            "><DEED\n\n\(Self.start) to wit:\nLot 5, Block 2, Oak Grove.\n\nSubject to liens."
        ])
        guard let index = document.pages[0].words.firstIndex(where: { $0.text == "2," }) else { return }
        document.pages[0].words[index].confidence = 0.3
        #expect(DeedPages.extract(document).confidence("legal_description") < 0.9)
    }

    /// Below `to` and above `a` there is more white than between their lines: letters that reach up or down fill it.
    @Test func smallLettersAtALinesEndsMakeNoParagraph() throws {
        var document = DeedPages.document([
            """
            ><GRANT DEED

            JOHN DOE grants to RICHARD ROE the following real property in Lane County, Oregon, to wit:

            Lot 5, Block 2, Oak Grove Addition, as the plat of record shows it, which is on file in
            the office of the recorder of Lane County, Oregon, and whose line behind the barn goes to
            a stone by the road that leads to the mill, and from there along the road as it was laid
            out in the survey of the county, and with the right to pass over the land of the mill by
            the way that the owners of the mill have kept for their carts since the mill was built on
            the north bank of the creek, and with the water of the spring behind the barn for as long
            as it flows, for the house and the garden that stand upon the lot and for no other land.
            """
        ])
        func confidence() throws -> Double {
            try #require(DeedPages.extract(document).fields["legal_description"]).confidence
        }
        let before = try confidence()
        let words = document.pages[0].words
        let start = try #require(words.firstIndex { $0.text == "a" })
        for place in [start - 1, start] { document.pages[0].words[place].box.height = 14 }
        document.pages[0].words[start].box.y += 16
        #expect(try confidence() == before)
    }
}
