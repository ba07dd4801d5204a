import Model
import Testing

/// Letters of consumers and their agents.
@Suite struct OptOutLetterTests {
    @Test func whoSignsByHandAloneIsNamedOverTheLetter() throws {
        let letter = """
            Jane Quincy Doe
            54 Oak Road
            Reno, NV 89501

            September 15, 2024

            Oakline Data Services, LLC
            Attn: Privacy Officer
            Reno, NV 89502

            To whom it may concern:

            I am writing to exercise my rights under the California Consumer Privacy Act (CCPA). Please delete
            all records that relate to me.

            Sincerely,
            """
        let values = try OptOutTests.values(PageText.page(letter))
        #expect(values["requester_name"] == "Jane Quincy Doe")
        #expect(values["broker_name"] == "Oakline Data Services, LLC")
    }

    /// The line above the company's in the addressee's block, and the salutation's name.
    @Test(arguments: ["Privacy Department", "Data Privacy Department", "Compliance Officer", "Legal Department"])
    func aDepartmentIsNotTheCompany(department: String) throws {
        let letter = """
            Clara Beaumont
            1180 Lindell Blvd
            St. Louis, MO 63108

            March 3, 2025

            \(department)
            InfoHarbor Holdings Corp.
            200 Commerce Way
            Tulsa, OK 74103

            Dear \(department):

            Please delete all records that relate to me.

            Very truly yours,

            Clara Beaumont
            """
        #expect(try OptOutTests.values(PageText.page(letter))["broker_name"] == "InfoHarbor Holdings Corp.")
    }

    @Test func whoActsForAClientIsNotTheConsumer() throws {
        let letter = """
            February 9, 2025

            TraceLine Data Inc.
            77 Server Road
            Reston, VA 20190

            Dear Sir or Madam:

            This office represents Mr. Leopold Strand of 21 Rose Street, Dayton, Ohio 45403. On his behalf we demand
            that TraceLine Data Inc. delete his personal data.

            Yours faithfully,

            Ginevra Whitaker
            """
        let values = try OptOutTests.values(PageText.page(letter))
        #expect(values["requester_name"] == "Leopold Strand")
        #expect(values["authorized_agent"] == "Ginevra Whitaker")
    }

    /// `zuzana7?` right before `5@example.org`, without a word's space between them.
    @Test(arguments: [(4, false), (12, true)]) func anAddressThatIsTheEndOfAWordIsDoubtful(gap: Int, isSure: Bool)
        throws
    {
        let letter = """
            Jane Quincy Doe

            Oakline Data Services, LLC

            I am writing to exercise my rights under the California Consumer Privacy Act (CCPA). Please delete
            all records that relate to me. Please reply to zuzana7? 5@example.org

            Sincerely,
            Jane Quincy Doe
            """
        var page = PageText.page(letter)
        let index = try #require(page.words.firstIndex { $0.text == "5@example.org" })
        let before = page.words[index - 1].box
        page.words[index].box.x = before.maxX + gap * before.height / 20
        let field = try OptOutTests.extract(page)["email"]
        #expect(((field?.confidence ?? 0) > 0.8) == isSure)
    }

    @Test(arguments: [
        ("mary, _kimball@example.org", false), ("mary, kimball@example.org", false),
        ("_kimball@example.org", true), ("Reach me, Mary Kimball, kimball@example.org", true),
    ])
    func anAddressBehindItsOwnFirstNameIsDoubtful(line: String, isSure: Bool) throws {
        let form = "Request to Delete My Personal Information\n\n\(line)\nElectronic mail\n\nPlease delete all records."
        let field = try #require(try OptOutTests.extract(PageText.page(form))["email"])
        #expect((field.confidence > 0.8) == isSure, "\(field)")
    }

    @Test func aConsumersNameDoesNotGoOnInTheNextParagraph() throws {
        let text = """
            Acme Consumer Advocates, Inc.
            Authorized agent for consumers

            Oakline Data Services, LLC

            Re: Consumer request of Jane Doe


            We are the authorized agent of a consumer. Please delete all personal information.
            """
        let name = try OptOutTests.extract(PageText.page(text))["requester_name"]
        #expect(name?.value.plainText == "Jane Doe")
    }

    @Test func theRestOfASentenceIsNoConsumersName() throws {
        let text = """
            Acme Consumer Advocates, Inc.
            Authorized agent for consumers

            Oakline Data Services, LLC

            We are the authorized agent of the consumer Peter Loomis, who lives at
            50 W Walnut Ave, St. George, UT 84770. Please delete all personal information.

            The consumer's signed permission appears below.
            """
        let name = try OptOutTests.extract(PageText.page(text))["requester_name"]
        #expect(name?.value.plainText == "Peter Loomis")
    }

    @Test func aHeadingAndAMonthAreNoName() throws {
        let text = """
            AUTHORIZED AGENT REQUEST

            February 20, 2025

            To: Oakline Data Services, LLC
            We are the authorized agent of a consumer. Please delete all personal information.
            """
        let name = try OptOutTests.extract(PageText.page(text))["requester_name"]
        #expect(name?.confidence ?? 0 < 0.9)
    }

    static func requests(_ body: String) throws -> Field? {
        let text = """
            March 14, 2026

            Oakline Data Services, LLC
            500 Market Street
            Denver, CO 80202

            To whom it may concern:

            \(body)

            Sincerely,

            Jane Doe
            """
        return try OptOutTests.extract(PageText.page(text))["request_types"]
    }

    @Test(arguments: [
        (
            "I request access to my personal data. Until this is settled, restrict its processing under Article 18.",
            "access; restrict"
        ),
        ("1 request access to my personal data and a copy of it.", "access"),
        ("Please erase all personal data about me. I object to any processing of my personal data.", "delete; object"),
        ("I am writing to request (1) that you delete my data; (2) that you stop selling it.", "delete; do_not_sell"),
        ("I request that you:\n1. Delete my records.\n2. Stop selling my data.", "delete; do_not_sell"),
        ("I, Jane Q. Doe, of 12 Oak Street, email jane.doe@example.org, request a copy of my data.", "access"),
        ("Please delete my data. I do not ask you to stop selling it.", "delete"),
        (
            "If you sell my data, please take this as my instruction not to sell it. Delete my data.",
            "do_not_sell; delete"
        ),
        ("Limit the use and disclosure of my sensitive data.", "limit_use"),
        ("I write under Cal. Civ. Code 1798.100 et seq. Please delete my personal information.", "delete"),
    ]) func readsRequestsInSentences(body: String, types: String) throws {
        let field = try Self.requests(body)
        #expect(field?.value.plainText == types)
        #expect(field?.confidence ?? 0 >= 0.9)
    }

    @Test(arguments: [
        "I, Ines Calder Jr., residing at 12 Oak Street, Reno, NV 89501, email ines@example.org, request a copy of my data.",
        "My name is Ines Calder Jr. I live at 12 Oak Street. Delete my data.",
        "Requested by: Ines Calder Jr., of 12 Oak Street, Reno, NV 89501 (born 1970)\nThe undersigned requests deletion.",
    ]) func whoIntroducesHimselfIsTheRequester(text: String) throws {
        let values = try OptOutTests.values(PageText.page("CONSUMER REQUEST TO OAKLINE DATA, LLC\n\n" + text))
        #expect(values["requester_name"] == "Ines Calder Jr.")
    }

    @Test func anAgentIsTheCompanyThatIsSaidToBeOne() throws {
        let text = """
            Oakline Data, LLC
            500 Market Street
            Denver, CO 80202

            To whom it may concern,

            Larkspur Privacy, Inc. is the authorized agent of Ines Calder. We request that you delete her data.

            Sincerely,
            Owen Pratt
            """
        let values = try OptOutTests.values(PageText.page(text))
        #expect(values["authorized_agent"] == "Larkspur Privacy, Inc.")
        #expect(values["broker_name"] == "Oakline Data, LLC")
        #expect(values["requester_name"] == "Ines Calder")
    }

    @Test(arguments: [
        ("To the attention of the legal department of Oakline Data (oakline.example),", "Oakline Data"),
        ("Hello Oakline Data, LLC privacy team,", "Oakline Data, LLC"),
        ("Hello Oakline Data privacy team,", "Oakline Data"), ("Hello Quillfinder privacy team,", "Quillfinder"),
        (
            "To the attention of the Privacy Officer / Legal Department of Oakline\nPeople Lists (oakline.example),",
            "Oakline People Lists"
        ),
    ]) func theCompanyOfASalutationIsWrittenTo(salutation: String, broker: String) throws {
        let values = try OptOutTests.values(
            PageText.page("Please remove my data\n\n\(salutation)\n\nDelete my data.\n\nSincerely,\n"))
        #expect(values["broker_name"] == broker)
    }

    /// `Company name` within another caption is none.
    @Test func theEndOfAnotherCaptionIsNoLabel() throws {
        let text = """
            Oakline Data, LLC
            Request Form

            Name: Ines Calder
            Helper or company name: Larkspur Privacy, Inc.
            """
        #expect(try OptOutTests.values(PageText.page(text))["broker_name"] == "Oakline Data, LLC")
    }

    @Test(arguments: [
        "I don't want you to delete my data.", "Please don't delete my file.",
        "I withdraw my request to delete my data.",
        "You have the right to know, delete, correct, and opt out of the sale of your data.",
        "We will verify your identity and delete your data.", "Deletion requests are answered within 45 days.",
        "The CCPA requires a business to disclose what it sold.", "Please keep my data unless I ask you to delete it.",
        "Those who wish to opt out of the sale may call us.", "On March 3 I wrote: \"Please delete my data.\"",
        "Under the law you have the right to:\n1. Know what we hold\n2. Delete it.",
        "California law allows a consumer to request that a business delete data.",
        "Please let me know that my records have been changed.",
    ]) func whatNobodyAsksIsNoRequest(text: String) throws {
        let field = try Self.requests("Please send me a copy of my data. \(text)")
        #expect(field?.value.plainText == "access")
    }

    @Test func aRefusalReachesOverOr() throws {
        let field = try Self.requests("Please tell me what you know. Do not erase or restrict my data.")
        #expect(field?.value.plainText == "access")
    }

    @Test func aRequestThatIsNotUnderstoodMakesTheListDoubtful() throws {
        let field = try Self.requests(
            "Please delete my personal information. I also request that you transfer my data to the other company.")
        #expect(field?.value.plainText == "delete")
        #expect(field.map(OptOutTests.isDoubted) == true)
    }

    // The second was read as `el beo any processing`.
    @Test(arguments: [("", true), ("2. ", false)])
    func anItemOfTheListWithoutItsNumberWasNotRead(number: String, isDoubtful: Bool) throws {
        let field = try Self.requests(
            "1. I request the erasure of my data.\n\(number)el beo any of it, and be quick.\n"
                + "3. Restrict the processing of my data.")
        #expect(OptOutTests.isDoubted(try #require(field)) == isDoubtful)
    }

    @Test func anItemBesideRequestsThatIsNotUnderstoodMakesTheListDoubtful() throws {
        let items = "1. Do not sell or share my personal information.\n"
        let sure = try Self.requests(items + "2. Delete my personal information.")
        #expect(sure?.confidence ?? 0 >= 0.9)
        let field = try Self.requests(items + "2. Paint me the whole picture of my data.")
        #expect(field?.value.plainText == "do_not_sell")
        #expect(field.map(OptOutTests.isDoubted) == true)
    }

    @Test func wideLettersOfAPenAreASignature() throws {
        var page = PageText.page(OptOutTests.letter)
        page.words.append(
            Word(text: "Lce", confidence: 0.55, box: Box(x: 30, y: 26 * 30 + 10, width: 260, height: 50), line: 99))
        let field = try OptOutTests.extract(page)["signature_present"]
        #expect(field?.value == .flag(true))
        #expect(field?.confidence ?? 0 >= 0.9)
    }

    @Test func anEmptyPlaceForASignatureIsNeverVouchedFor() throws {
        let field = try OptOutTests.extract(PageText.page(OptOutTests.letter))["signature_present"]
        #expect(field?.value == .flag(false))
        #expect(field?.confidence ?? 1 < 0.9)
    }
}
