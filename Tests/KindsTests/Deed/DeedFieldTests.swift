import Model
import Testing

@Suite struct DeedFieldTests {
    static func deed(
        consideration: String = "Ten Dollars", place: String = "Lane County, Oregon", tail: String = "",
        top: String = ""
    ) -> String {
        let clause = """
            THE GRANTOR, JOHN DOE, a single man, for and in consideration of \(consideration) in hand paid, conveys and \
            warrants to RICHARD ROE, the following described real estate, situated in \(place), to wit:
            """
        return
            "\(top)\n><WARRANTY DEED\n\n\(DeedPages.wrapped(clause))\n\nLot 5, Block 2, Oak Grove Addition.\n\n\(tail)"
    }

    // MARK: Consideration

    static let amounts: [(String, String?)] = [
        ("Ten Dollars", "10.00"), ("TEN AND NO/100 DOLLARS ($10.00)", "10.00"), ("the sum of $10.00", "10.00"),
        ("Ten and No/100 Dollars ($10.00) and other good and valuable consideration", "10.00"),
        ("One Dollar ($1.00)", "1.00"), ("$250,000.00", "250000.00"),
        ("the sum of Two Hundred Fifty Thousand Dollars ($250,000.00)", "250000.00"),
        ("Three Hundred Seventeen Thousand and 00; 100 Dollars", "317000.00"),
        ("THREE HUNDRED TWELVE THOUSAND FIVE HUNDRED AND 00/100 DOLLARS ($312,500.00)", "312500.00"),
        ("love and affection", nil), ("a good and valuable consideration", nil),
        ("SIX HUNDRED EJGHTY-KIGHT THOUSAND DOLLARS", nil), ("Seventeen Thousarid and 00 / 100 Dollars", nil),
    ]

    @Test(arguments: amounts) func readsTheConsideration(words: String, amount: String?) {
        let extraction = DeedPages.extract(Self.deed(consideration: words))
        #expect(extraction.text("consideration") == amount)
        #expect(extraction.text("currency") == (amount == nil ? nil : "USD"))
    }

    @Test func wordsAndFiguresThatDifferAreDoubtful() {
        let extraction = DeedPages.extract(Self.deed(consideration: "Twenty Dollars ($10.00)"))
        #expect(extraction.confidence("consideration") < 0.9)
    }

    // MARK: Place

    static let places: [(String, String, String)] = [
        ("Lane County, Oregon", "Lane", "Oregon"),
        ("the County of Lane, State of Oregon", "Lane", "Oregon"),
        ("the County of San Luis Obispo, State of California", "San Luis Obispo", "California"),
        ("the City and County of San Francisco, State of California", "San Francisco", "California"),
        ("St. Louis County, Missouri", "St. Louis", "Missouri"),
        ("Prince George's County, Maryland", "Prince George's", "Maryland"),
        ("the Parish of Orleans, State of Louisiana", "Orleans", "Louisiana"),
        ("the County of Suffolk, Commonwealth of Massachusetts", "Suffolk", "Massachusetts"),
        ("New Hanover County, North Carolina", "New Hanover", "North Carolina"),
        ("the Town of Hartford, County of Washington and State of New York", "Washington", "New York"),
    ]

    @Test(arguments: places) func readsCountyAndState(words: String, county: String, state: String) {
        let extraction = DeedPages.extract(Self.deed(place: words))
        #expect(extraction.text("county") == county)
        #expect(extraction.text("state") == state)
    }

    @Test func captionGivesCountyAndStateInTitleCase() {
        let page = """
            STATE OF NORTH CAROLINA
            COUNTY OF NEW HANOVER

            ><QUITCLAIM DEED

            JOHN DOE, a single man, for love and affection, conveys and quitclaims to RICHARD ROE all interest in the
            following described property, to wit: Lot 5, Block 2, Oak Grove Addition. Subject to easements.
            """
        let extraction = DeedPages.extract(page)
        #expect(extraction.text("county") == "New Hanover")
        #expect(extraction.text("state") == "North Carolina")
    }

    /// A speck behind a county's name may be one of its letters.
    @Test func aCountyThatEndsInAnOddSignIsDoubted() {
        func county(_ place: String) -> Extraction {
            DeedPages.extract(Self.deed().replacing("Lane County", with: place))
        }
        #expect(county("Lane! County").confidence("county") < 0.9)
        #expect(county("Lane County").confidence("county") > 0.9)
    }

    @Test func aCountysNameGoesOnInTheNextLine() {
        let extraction = DeedPages.extract(
            """
            ><Grant Deed of what lies on the river, as far as it goes, with all that stands on it, and all that belongs to it

            By this instrument Nancy H. Ashby, a widow, hereby grants to Zuzana Wexford, a widow,
            the following real property in the State of California, County of Los
            Angeles:

            Lot 5, Block 2, Oak Grove Addition.
            """)
        #expect(extraction.text("county") == "Los Angeles")
    }

    @Test(arguments: [("ANGELES", true), ("ORANGE", false)]) func aCountyThatLostItsFirstWordIsNoOther(
        venue: String, agrees: Bool
    ) {
        let deed = Self.deed(tail: "COUNTY OF LOS ANGELES\n\nCOUNTY OF \(venue)").replacing(
            "Lane County, Oregon", with: "Los Angeles County, California")
        let checks = DeedPages.extract(deed).fields["county"]?.checks
        #expect(checks == [Check(name: "agreement", passed: agrees), Check(name: "registry", passed: true)])
    }

    @Test(arguments: [("SAN", true), ("SAN JOSE", true), ("SAN MATEO", false)])
    func aCountyThatLostItsLastWordIsNoOther(
        venue: String, agrees: Bool
    ) {
        let deed = Self.deed(tail: "COUNTY OF SAN DIEGO\n\nCOUNTY OF \(venue)").replacing(
            "Lane County, Oregon", with: "San Diego County, California")
        let checks = DeedPages.extract(deed).fields["county"]?.checks
        #expect(checks == [Check(name: "agreement", passed: agrees), Check(name: "registry", passed: true)])
    }

    // `KING` over a signer's name is no King George County of another state.
    @Test func aCountyEndsWhereItsLineDoes() {
        let deed = Self.deed(tail: "COUNTY OF KING\n\nGEORGE SMITH").replacing(
            "Lane County, Oregon", with: "King County, Washington")
        #expect(DeedPages.extract(deed).text("county") == "King")
    }

    // A misread county of the land is not replaced without a word by the notary's.
    @Test func aCountyThatIsNoneIsHeldAgainstTheOthers() throws {
        let deed = Self.deed(place: "Lann County, Oregon", tail: "STATE OF OREGON, COUNTY OF POLK ss.").replacing(
            "Lot 5, Block 2, Oak Grove Addition.", with: "⟦Lot 5, Block 2, Oak Grove Addition.⟧")
        let county = try #require(DeedPages.extract(deed).fields["county"])
        #expect(county.text == "Lann" && county.alternatives.map(\.value) == [.text("Polk")])
        #expect(county.checks == [Check(name: "agreement", passed: false)])
    }

    @Test func propertyCountyBeatsTheNotarysVenue() {
        let venue = """
            STATE OF WASHINGTON )
            COUNTY OF CLARK ) ss.

            On this day personally appeared before me JOHN DOE, known to me, a Notary Public.
            """
        let extraction = DeedPages.extract(Self.deed(tail: venue))
        #expect(extraction.text("county") == "Lane")
        #expect(extraction.text("state") == "Oregon")
    }

    // MARK: Dates and marks

    static let dates: [(String, String)] = [
        ("Dated: March 4, 2021", "2021-03-04"), ("Dated this 4th day of March, 2021.", "2021-03-04"),
        ("IN WITNESS WHEREOF, the grantor has set his hand this 4th day of March, 2021.", "2021-03-04"),
        ("Executed on 03/04/2021", "2021-03-04"), ("WITNESS my hand this fourth day of March, 2021.", "2021-03-04"),
        ("DATED this 31st day of December, A.D. 1967", "1967-12-31"), ("Dated 4 March 2021", "2021-03-04"),
        ("EXECUTED this the 4th day of March, 2021.", "2021-03-04"),
        ("IN WITNESS WHEREOF the Grantor has signed these presents on March 4, 2021.", "2021-03-04"),
    ]

    @Test(arguments: dates) func readsTheDateOfSigning(words: String, date: String) {
        #expect(DeedPages.extract(Self.deed(tail: words)).text("execution_date") == date)
    }

    // Words that were looked at for a date ended behind `hundred`.
    @Test func readsADateInWordsToItsEnd() {
        let page = """
            ><DEED

            THIS INDENTURE, made the 3rd day of April, in the year of our Lord one thousand nine hundred and sixty-two
            (1962), BETWEEN JOHN DOE, party of the first part, and RICHARD ROE, party of the second part, WITNESSETH:
            """
        #expect(DeedPages.extract(page).text("execution_date") == "1962-04-03")
    }

    @Test func readsTheDateThatADeedWasMade() {
        let page = """
            ><DEED

            THIS INDENTURE, made this 4th day of March, in the year of our Lord nineteen hundred and fifty-two, between
            JOHN DOE, party of the first part, and RICHARD ROE, party of the second part, WITNESSETH:
            """
        #expect(DeedPages.extract(page).text("execution_date") == "1952-03-04")
    }

    @Test func datesOutOfOrderAreAWarning() {
        let page = Self.deed(tail: "Dated: March 4, 2021", top: "|>Instrument No. 2019-1234\n|>Recorded: 05/06/2019\n")
        let extraction = DeedPages.extract(page)
        #expect(extraction.warnings.contains { $0.code == .datesOutOfOrder })
        #expect(extraction.confidence("recording_date") < 0.9)
        #expect(extraction.confidence("execution_date") < 0.9)
    }

    @Test func anAcknowledgmentWithoutItsDayTellsNoOrder() {
        let page = Self.deed(
            tail: """
                Dated: March 4, 2021

                Be it remembered that on this lOth day of March, 2021, before me, a notary public, came John Doe.
                """, top: "|>Instrument No. 2021-1234\n|>Recorded: 05/06/2021\n")
        #expect(DeedPages.extract(page).warnings.isEmpty)
    }

    @Test func datesInOrderPassTheirCheck() {
        let page = Self.deed(tail: "Dated: March 4, 2021", top: "|>Instrument No. 2021-1234\n|>Recorded: 05/06/2021\n")
        let extraction = DeedPages.extract(page)
        #expect(extraction.warnings.isEmpty)
        #expect(extraction.fields["recording_date"]?.checks.contains(Check(name: "order", passed: true)) == true)
    }

    @Test(arguments: [
        "The foregoing instrument was acknowledged before me this 5th day of March, 2021, by John Doe.\nNotary Public",
        "On March 5, 2021 before me, Ann Lee, Notary Public, personally appeared John Doe",
        "Personally came before me this 5th day of March John Doe, to me known\nNotary Public, State of Wisconsin",
    ]) func findsTheNotary(words: String) {
        let extraction = DeedPages.extract(Self.deed(tail: words))
        #expect(extraction.flag("notary_present") == true)
        #expect(extraction.confidence("notary_present") >= 0.9)
    }

    @Test func saysThatThereIsNoNotary() {
        let tail = DeedPages.wrapped(String(repeating: "and so the deed goes on with nothing of weight ", count: 6))
        #expect(DeedPages.extract(Self.deed(tail: tail)).flag("notary_present") == false)
    }

    @Test func inkOverTheLineIsASignature() {
        var document = DeedPages.document([Self.deed(tail: "Dated: March 4, 2021\n\n\n\nJOHN DOE, Grantor")])
        let name = document.pages[0].lines.last?.box ?? Box(x: 0, y: 0, width: 0, height: 0)
        let line = Box(x: name.x, y: name.y - 12, width: 800, height: 3)
        document.pages[0].rules = [Rule(box: line, isHorizontal: true)]
        #expect(DeedPages.extract(document).flag("signature_present") == false)
        let ink = Box(x: line.x + 40, y: line.y - 60, width: 420, height: 70)
        document.pages[0].inkRegions = [InkRegion(box: ink, ink: 0.2, strokes: 0.8)]
        let signed = DeedPages.extract(document)
        #expect(signed.flag("signature_present") == true)
        #expect(signed.fields["signature_present"]?.box == ink)
    }

    @Test func conformedSignatureCounts() {
        #expect(DeedPages.extract(Self.deed(tail: "/s/ John Doe")).flag("signature_present") == true)
    }

    // MARK: Parcel and address

    @Test func ironPinIsNoParcelNumber() {
        let page = "><DEED\n\nto wit: Beginning at an iron pin 200 feet north of the creek; thence South 400.25 feet."
        #expect(DeedPages.extract(page).fields["parcel_number"] == nil)
    }
}

/// Mistakes seen on recognized pages.
@Suite struct DeedRegressionTests {
    @Test func commissionsExpiryIsNoDateOfAcknowledgment() {
        let tail = """
            Dated May 15, 2014.

            On May 15, 2014, before me, Ann Lee, a Notary Public, personally appeared JOHN DOE. WITNESS my hand and
            official seal.
            Ann Lee
            Notary Public
            My commission expires: April 12, 2018
            """
        let extraction = DeedPages.extract(
            DeedFieldTests.deed(tail: tail, top: "|>Instrument No. 2014-1234\n|>Recorded on June 16, 2014\n"))
        #expect(extraction.warnings.isEmpty)
        #expect(extraction.text("execution_date") == "2014-05-15")
        #expect(extraction.confidence("execution_date") >= 0.9)
        #expect(extraction.confidence("recording_date") >= 0.9)
    }

    @Test func aTrustsDateIsNotTheDeeds() {
        let page = """
            ><WARRANTY DEED

            THIS INDENTURE, made this 7th day of July, 1976, between JOHN DOE, a single man, party of the first part, and
            MARY ROE, Trustee of the Roe Trust dated November 17, 1965, party of the second part, WITNESSETH
            """
        #expect(DeedPages.extract(page).text("execution_date") == "1976-07-07")
    }

    @Test func titleCompanysFileNumberIsNoInstrumentNumber() {
        let extraction = DeedPages.extract(
            DeedFieldTests.deed(top: "|>RECORDED IN OFFICIAL RECORDS\n|>Deed Book 12, Page 34\n\n|>File No. 8545873\n"))
        #expect(extraction.fields["instrument_number"] == nil)
        #expect(extraction.text("book") == "12")
    }

    @Test func countyMayLookLikeAClauseWord() {
        let extraction = DeedPages.extract(DeedFieldTests.deed(place: "the County of Clark, State of Nevada"))
        #expect(extraction.text("county") == "Clark")
    }

    @Test func smallLForACapitalIIsPutRightInAState() {
        let extraction = DeedPages.extract(DeedFieldTests.deed(place: "the County of Linn, State of lowa"))
        #expect(extraction.text("state") == "Iowa")
    }

    @Test func quartersOfBearingsAreHeldAgainstTheirRule() {
        func deed(_ course: String) -> Extraction {
            DeedPages.extract(
                """
                ><DEED

                John Doe hereby grants and conveys to Mary Roe the following described property, to wit:

                ⟦Beginning at a stake; thence \(course) 155.11 feet to the point of beginning.⟧

                Subject to easements.
                """)
        }
        let right = deed("North 59°36'30\" East,")
        #expect(right.fields["legal_description"]?.checks == [Check(name: "bearings", passed: true)])
        #expect(!deed("North 59°36'30\" Fast,").passes("legal_description"))
        #expect(!deed("North 59°76'30\" East,").passes("legal_description"))
        #expect(!deed("N 59 degrees 36 minutes X").passes("legal_description"))
        #expect(deed("S 59°36' W").confidence("legal_description") >= 0.9)
    }

    @Test func descriptionThatStartsInTheMiddleIsDoubtful() {
        let page = "><DEED\n\nto wit:\naddition to the City of Dubuque, Block 4.\n\nSubject to easements."
        #expect(DeedPages.extract(page).confidence("legal_description") < 0.9)
    }

    @Test func readsAStatutoryTransferOnDeath() {
        let extraction = DeedPages.extract(
            """
            ><REVOCABLE TRANSFER ON DEATH DEED

            Owner(s) making this deed (grantor): Linda A. Haskell, a married woman as her sole and separate property, of
            full age

            Designated beneficiary (grantee): Karen Prescott, a single woman

            Legal description of the property:

            ⟦Lot 5, Block 2, Oak Grove Addition.⟧

            At my death, I transfer my interest in the described property to the designated beneficiary named above, for
            Two Hundred Thousand Dollars ($200,000.00).
            """)
        #expect(extraction.list("grantor") == ["Linda A. Haskell"])
        #expect(extraction.list("grantee") == ["Karen Prescott"])
        #expect(extraction.text("legal_description") == "Lot 5, Block 2, Oak Grove Addition.")
        #expect(extraction.text("consideration") == "200000.00")
        #expect(extraction.text("deed_type") == "transfer_on_death_deed")
    }
}
