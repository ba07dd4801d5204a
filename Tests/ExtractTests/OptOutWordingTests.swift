import Model
import Testing

/// Requests as memoranda, as permissions with labels, and in other words.
@Suite struct OptOutWordingTests {
    static let memorandum = """
        To: OpenRoster Marketing Solutions Inc.

        From: James Carver, 6661 Chestnut Rd, Omaha, NE 68102

        Date: October 15, 2025

        About: Notice of data rights request


        Let me know in full what information you keep on me. My entry is wrong in part and I ask
        that you rectify it.

        I rely on the California Consumer Privacy Act (CCPA).
        """

    @Test func anotherAddressForMailIsNotTheFirst() throws {
        let form = """
            OPT-OUT REQUEST FORM

            Company: Veritas People Search LLC
            Your full legal name: Nadia K. Brandt
            Email you use: n.brandt@mail.example     Alternate email: nadia.k@old.example
            """
        let email = try #require(try OptOutTests.extract(PageText.page(form))["email"])
        #expect(email.value == .text("n.brandt@mail.example") || email.confidence < 0.9)
    }

    @Test func aMemorandumNamesItsWriter() throws {
        let values = try OptOutTests.values(PageText.page(Self.memorandum))
        #expect(values["requester_name"] == "James Carver")
        #expect(values["broker_name"] == "OpenRoster Marketing Solutions Inc.")
        #expect(values["date_signed"] == "2025-10-15")
        #expect(values["request_types"] == "access; correct" || values["request_types"] == "access, correct")
    }

    @Test func aStopBeforeAHouseNumberEndsTheWritersName() throws {
        let text = Self.memorandum.replacing("Carver, 6661", with: "Carver. 6661")
        let values = try OptOutTests.values(PageText.page(text))
        #expect(values["requester_name"] == "James Carver")
    }

    @Test(arguments: [
        ("This is a formal request to delete my personal information.", true),
        ("This is my request that you delete my personal information.", true),
        ("My request is that you delete my personal information.", true),
        ("This is not a request to delete my personal information.", false),
        ("In this request to delete my personal information you are the controller.", false),
    ]) func aNounMayAskToo(sentence: String, asks: Bool) throws {
        let text = """
            To: Oakline Data, LLC
            From: Jane Doe, 12 Oak Street, Reno, NV 89501

            \(sentence)
            """
        let types = try OptOutTests.extract(PageText.page(text))["request_types"]
        #expect((types?.value == .list(["delete"]) && types?.checks.allSatisfy(\.passed) == true) == asks)
    }

    // A date of birth, as a rule: no law gave such rights then.
    @Test(arguments: [("2025", true), ("1977", false)]) func aRequestWasSignedLately(year: String, passed: Bool) throws
    {
        let text = Self.memorandum.replacing("October 15, 2025", with: "October 15, \(year)")
        let checks = try #require(try OptOutTests.extract(PageText.page(text))["date_signed"]).checks
        #expect(checks.filter { $0.name == "range" } == [Check(name: "range", passed: passed)])
    }

    // `under Article` and `18.` in the next line: no item of a list, whose law's name would speak of more data.
    @Test func aLawsNumberAtALinesStartIsNoItem() throws {
        let text = """
            To: Oakline Data, LLC
            From: Jane Doe, 12 Oak Street, Reno, NV 89501

            I request the erasure of all personal data concerning me without undue delay under Article
            17. Until my request has been dealt with, restrict the processing of my data under Article
            18.

            | rely on the General Data Protection Regulation (GDPR).
            """
        let types = try #require(try OptOutTests.extract(PageText.page(text))["request_types"])
        #expect(types.value == .list(["delete", "restrict"]))
        #expect(types.confidence > 0.9)
    }

    @Test func aSignatureOverANameThatWasMisreadIsSeen() throws {
        let text = """
            To: Oakline Data, LLC
            From: Stanisław Jankowiak, 12 Oak Street, Reno, NV 89501

            I request the erasure of all personal data concerning me without undue delay.



            Stcniettnw Jankowiak
            """
        let page = PageText.page(text, inkRegions: [PageText.ink(column: 0, line: 6, length: 18)])
        #expect(try OptOutTests.extract(page)["signature_present"]?.value == .flag(true))
        #expect(try OptOutTests.extract(PageText.page(text))["signature_present"]?.value != .flag(true))
    }

    // The pen hides the caption; what is typed stands on its line.
    @Test(arguments: [(150, true), (118, false)]) func whatCrossesALineIsASignature(y: Int, isSigned: Bool) throws {
        let line = Rule(box: Box(x: 20, y: 175, width: 400, height: 2), isHorizontal: true)
        let ink = InkRegion(box: Box(x: 40, y: y, width: 250, height: 56), ink: 0.2, strokes: 0.2)
        let page = PageText.page("Please delete my data.\n\n\n\n\n\n", rules: [line], inkRegions: [ink])
        #expect((try OptOutTests.extract(page)["signature_present"]?.value == .flag(true)) == isSigned)
    }

    // The name in a web address stands beside anything, such as a letter that was hardly read.
    @Test func aNameInAWebAddressIsNotUnderASignature() throws {
        let text = """
            CONSUMER PRIVACY REQUEST FORM
            Please delete my data.
            Name of requester           Jane Doe

            Record URL                  https://www.oakline.example/people/jane-doe/ o
            """
        var page = PageText.page(text)
        page.words[page.words.count - 1].confidence = 0.07
        page.words[page.words.count - 1].box.width = 100
        page.words[page.words.count - 1].box.height = 40
        #expect(try OptOutTests.extract(page)["signature_present"]?.value != .flag(true))
    }

    @Test(arguments: ["To:", "To;"]) func aCompanyBehindItsLabelIsNamedWithoutIt(label: String) throws {
        let text = """
            DO NOT SELL OR SHARE REQUEST
            \(label) Veridex Information Services Inc.
            Under the California Consumer Privacy Act, Cal. Civ. Code 1798.100 et seq., I make the following
            request:
            Delete my personal information
            Full legal name: Claire N. Whitfield
            """
        let page = PageText.page(text + String(repeating: "\n", count: 12))
        #expect(try OptOutTests.values(page)["broker_name"] == "Veridex Information Services Inc.")
    }

    @Test func labelsWithoutColonsAreNoAddressee() throws {
        let text = """
            Permission to Act for a Consumer

            Business          Sightline Data LLC

            Consumer          Jorge Raul Olivares

            Address           73 Pine Crest Circle, Fairfax, VA 22030

            Email             jorgeolivares23@mail.example.com

            Authorized agent  Harbor Advocates LLC

            The consumer named above has given the agent named above permission to make this request:
            Delete my personal information.
            """
        let values = try OptOutTests.values(PageText.page(text))
        #expect(values["broker_name"] == "Sightline Data LLC")
        #expect(values["requester_name"] == "Jorge Raul Olivares")
        #expect(values["authorized_agent"] == "Harbor Advocates LLC")
    }

    /// The writer's "I" is a stroke: recognition takes it for a 1 behind an item's number, and for the end of a sentence.
    @Test(arguments: [
        "1. Please erase all personal data that you hold about me.\n2.1 request access to my personal data.",
        "I request the erasure of all personal data concerning me. ! request\naccess to my personal data.",
    ]) func aRequestWhoseWriterIsAStrokeIsRead(asking: String) throws {
        let text = """
            Re: Notice of data rights request

            To whom it may concern:
            I am writing to exercise my rights under the General Data Protection Regulation (GDPR).
            \(asking)
            Sincerely,
            """
        let types = try #require(try OptOutTests.values(PageText.page(text))["request_types"])
        #expect(types.contains("delete") && types.contains("access"))
    }

    @Test func aLawIsNoBroker() throws {
        let text = """
            CONSUMER DATA RIGHTS REQUEST

            Residents may make these requests under the
            Utah Consumer Privacy Act (UCPA).

            Name of requester: Naomi Drummond
            """
        #expect(try OptOutTests.extract(PageText.page(text))["broker_name"] == nil)
    }

    @Test func anAddressEndsWithItsZIPCode() throws {
        let text = """
            CONSUMER DATA RIGHTS REQUEST

            Postal address
            9314 Larkspur Blvd, Portland, OR 97204
            Something else
            """
        let values = try OptOutTests.values(PageText.page(text))
        #expect(values["address"] == "9314 Larkspur Blvd, Portland, OR 97204")
    }

    static let agentsLetter = """
        Guardrail Privacy, Inc.
        77 Market Street, Suite 1200
        San Francisco, CA 94105

        January 30, 2026

        Sent by email to: compliance@identigraph.example

        To whom it may concern,

        Guardrail Privacy, Inc. acts as authorized agent of the consumer Lionel Baptiste. Our client
        directs Identigraph LLC to stop selling his personal information and to delete it.

        Respectfully,

        Marguerite Osei
        """

    @Test func whoWritesForAPersonIsNotWhoIsWrittenTo() throws {
        let values = try OptOutTests.values(PageText.page(Self.agentsLetter))
        #expect(values["authorized_agent"] == "Guardrail Privacy, Inc.")
        #expect(values["broker_name"] != "Guardrail Privacy, Inc.")
        #expect(values["request_types"] == "do_not_sell; delete")
    }

    @Test(arguments: [
        ("The Data Protection Officer\nNorthgate Records Ltd", "Northgate Records Ltd"),
        ("Privacy Team\nNorthgate Records Ltd", "Northgate Records Ltd"),
        ("Legal Dept., Northgate Marketing Lists", "Northgate Marketing Lists"),
        ("Legal Shield Records Ltd", "Legal Shield Records Ltd"),
    ])
    func anOfficeIsNoCompany(addressee: String, company: String) throws {
        let letter = """
            Jane Doe
            12 Oak Street
            Reno, NV 89501

            \(addressee)
            900 Harbor Way
            Tulsa, OK 74103

            Dear Sir or Madam:

            Please delete my personal information.

            Sincerely,

            Jane Doe
            """
        #expect(try OptOutTests.values(PageText.page(letter))["broker_name"] == company)
    }

    @Test func severalCompaniesAreNotOne() throws {
        let form = """
            CONSUMER PRIVACY REQUEST FORM
            Sent to: Kestrel Audience Data, Inc.; Vantage Households LLC
            Name: Jane Doe
            Please delete my personal information.
            """
        #expect(try OptOutTests.extract(PageText.page(form))["broker_name"]?.confidence ?? 0 <= 0.5)
    }

    @Test func theOneWhoIsAnsweredIsNoCompany() throws {
        let letter = """
            SafeNest Data Brokers Association
            March 2, 2026

            Janelle Brooks
            14 Cove Rd
            Mystic, CT 06355

            Dear Ms. Brooks:

            We have removed your records, as you asked: please delete my personal information.

            Sincerely,

            Paul Trent
            """
        #expect(try OptOutTests.values(PageText.page(letter))["broker_name"] != "Janelle Brooks")
    }

    /// `Va. Code` ends no sentence; and what an item of the list asks for in other words is asked for, too.
    @Test func aListBehindALawsCitationIsReadWhole() throws {
        func types(_ second: String) throws -> Field {
            let text = """
                To: Clearview Household Data, LP
                From: Jane Doe, 12 Oak Street, Staunton, VA 24401

                I exercise my rights under Va. Code 59.1-577 and ask that you:
                (1) confirm whether you process my personal data and give me access to it;
                (2) \(second)
                (3) delete personal data obtained about me.
                """
            return try #require(try OptOutTests.extract(PageText.page(text))["request_types"])
        }
        #expect(
            try types("opt me out of targeted advertising; and").value == .list(["access", "do_not_sell", "delete"]))
        #expect(OptOutTests.isDoubted(try types("hand over a transcript of my record; and")))
    }

    @Test func ofTwoSignersSideBySideNeitherIsSurelyTheWriter() throws {
        func name(_ signers: String) throws -> Field? {
            let letter = """
                HomeFacts Search Co.
                Omaha NE 68104

                Dear Sir or Madam:

                Please delete my personal information.

                Sincerely,

                \(signers)
                """
            return try OptOutTests.extract(PageText.page(letter))["requester_name"]
        }
        #expect(try name("Dale Whitfield")?.confidence ?? 0 > 0.9)
        #expect(try name("Dale Whitfield          Corinne Whitfield")?.confidence ?? 1 <= 0.5)
    }
}
