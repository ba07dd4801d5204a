import Extract
import Model
import Pipeline
import Testing

@testable import Kinds

@Suite struct OptOutTests {
    static func extract(_ pages: RecognizedPage...) throws -> [String: Field] {
        let catalogue = try KindCatalogue(KindSettings())
        let asOf = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(
                loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "test.png")), pages: pages),
            kind: .optOut, classification: Classification(confidence: 1, scores: [:], evidence: []))
        let extraction = Extractor(kinds: catalogue.definitions, extractors: catalogue.extractors)
            .extract(classified, context: ExtractionContext(asOf: asOf)).extraction
        return Dictionary(uniqueKeysWithValues: extraction.fields.map { ($0.key.rawValue, $0.value) })
    }

    static func values(_ page: RecognizedPage) throws -> [String: String] {
        try extract(page).mapValues(\.value.plainText)
    }

    static let letter = """
        Jane Q. Doe
        12 Oak Street, Apt. 4
        Reno, NV 89501
        jane.doe@example.org
        (775) 867-5309

        March 14, 2026

        Oakline Data Services, LLC
        Attn: Privacy Officer
        500 Market Street
        Denver, CO 80202

        Re: Deletion request

        To whom it may concern:

        I am writing under the California Consumer Privacy Act. I request that you delete
        all personal information about me. In addition, do not sell or share my personal
        data, please. If you cannot find me, you may request access to more information.

        My listing is at https://www.oakline.example.com/people/jane-doe-12 today.

        Sincerely,



        Jane Q. Doe
        """

    @Test func readsALetter() throws {
        let page = PageText.page(Self.letter, inkRegions: [PageText.ink(column: 0, line: 27, length: 15)])
        let fields = try Self.extract(page)
        let values = fields.mapValues(\.value.plainText)
        #expect(values["broker_name"] == "Oakline Data Services, LLC")
        #expect(values["requester_name"] == "Jane Q. Doe")
        #expect(values["email"] == "jane.doe@example.org")
        #expect(values["phone"] == "+17758675309")
        #expect(values["request_types"] == "delete; do_not_sell")
        #expect(values["legal_basis"] == "ccpa")
        #expect(values["date_signed"] == "2026-03-14")
        #expect(values["signature_present"] == "true")
        #expect(values["profile_urls"] == "https://www.oakline.example.com/people/jane-doe-12")
        #expect(values["authorized_agent"] == nil)
        for name in ["broker_name", "requester_name", "request_types"] {
            #expect(fields[name]?.confidence ?? 0 > 0.9, "\(name)")
        }
    }

    /// A wide gap before a V, and an N read as an R: nothing that reads the picture again reads otherwise.
    @Test func doubtsACompanyThatIsARegisteredOneButForALetter() throws {
        let misread = Self.letter.replacing("Oakline Data Services, LLC", with: "Beer Verified, LLC")
        let broker = try #require(try Self.extract(PageText.page(misread))["broker_name"])
        #expect(broker.value.plainText == "Beer Verified, LLC")
        #expect(broker.confidence <= 0.5)
    }

    /// An S looks the same in both cases: the line goes on as a name, and not as a sentence.
    @Test func aCompanysNameIsNotCutAtASmallLetterThatIsACapital() throws {
        let page = PageText.page(
            """
            Permission to Act for a Consumer

            Business: Harborline Information services, Inc.
            Consumer: Jane Q. Doe
            Email: jane.doe@example.org

            I authorize the agent named above to request that you delete my personal information under the
            California Consumer Privacy Act.
            """)
        let broker = try #require(try Self.extract(page)["broker_name"])
        #expect(broker.value.plainText == "Harborline Information services, Inc.")
        #expect(broker.confidence < 0.9)
    }

    @Test func aLetterWithoutInkIsUnsigned() throws {
        #expect(try Self.values(PageText.page(Self.letter))["signature_present"] == "false")
    }

    @Test func readsAFormOfLabelsAndBoxes() throws {
        let text = """
            OAKLINE DATA SERVICES, LLC
            Consumer Privacy Request Form

            First name: Jane          Last name: Doe
            Date of birth: 04/25/1985
            Street address: 12 Oak Street
            City: Reno                State: NV        ZIP: 89501
            Email: jane@example.org   Phone: (775) 867-5309

            What would you like us to do
               Delete my personal information
               Do not sell or share my personal information
               Tell me what you know about me
               I am a resident of California and declare that this is true and correct

            Signature:                            Date: 03/14/2026
            """
        let page = PageText.page(
            text, rules: [PageText.line(column: 12, line: 15, length: 22)],
            inkRegions: [PageText.ink(column: 13, line: 15, length: 18)],
            checkBoxes: [
                PageText.checkBox(column: 0, line: 10, .checked), PageText.checkBox(column: 0, line: 11, .unchecked),
                PageText.checkBox(column: 0, line: 12, .checked), PageText.checkBox(column: 0, line: 13, .checked),
            ])
        let values = try Self.values(page)
        #expect(values["broker_name"] == "OAKLINE DATA SERVICES, LLC")
        #expect(values["requester_name"] == "Jane Doe")
        #expect(values["date_of_birth"] == "1985-04-25")
        #expect(values["address"] == "12 Oak Street, Reno, NV 89501")
        #expect(values["email"] == "jane@example.org")
        #expect(values["phone"] == "+17758675309")
        #expect(values["request_types"] == "delete; access")
        #expect(values["signature_present"] == "true")
        #expect(values["date_signed"] == "2026-03-14")
        #expect(values["first_name"] == nil)
    }

    @Test func readsYesAndNoBehindQuestions() throws {
        let text = """
            Delete my personal information      [X] Yes   [ ] No
            Opt out of the sale of my data      [ ] Yes   [X] No
            """
        #expect(try Self.values(PageText.page(text))["request_types"] == "delete")
    }

    @Test func aLawIsNoBroker() throws {
        let text = """
            WHITEPAGES, INC.
            DO NOT SELL OR SHARE REQUEST

            Use this page to tell us how we may handle your information. Residents make requests
            to: Connecticut Data Privacy Act (CTDPA).

            Name of requester: Jane Doe
            """
        #expect(try Self.values(PageText.page(text))["broker_name"]?.contains("Act") != true)
    }

    @Test func aDoubtfulBoxMakesTheRequestsDoubtful() throws {
        let page = PageText.page(
            "   Delete my information\n   Correct my information",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 0, line: 1, .doubtful),
            ])
        let field = try #require(try Self.extract(page)["request_types"])
        #expect(field.value == .list(["delete"]))
        #expect(Self.isDoubted(field))
        #expect(field.alternatives.map(\.value) == [.list(["delete", "correct"])])
    }

    @Test func aMarkedBoxWithUnknownWordsMakesTheRequestsDoubtful() throws {
        let page = PageText.page(
            "   Delete my information\n   Frobnicate my information",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .checked), PageText.checkBox(column: 0, line: 1, .checked),
            ])
        let field = try #require(try Self.extract(page)["request_types"])
        #expect(field.value == .list(["delete"]))
        #expect(Self.isDoubted(field))
    }

    // A box that is filled with ink may not be seen; a sentence that goes on in the next line names no other request.
    @Test(arguments: [("Tell me what you have on file about me", false), ("and what you have about me", true)])
    func aLineThatAsksForMoreBelowAnOptionLacksItsBox(second: String, isSure: Bool) throws {
        let page = PageText.page(
            "   Delete my information\n\n   Stop selling my data\n   \(second)\n\n   Correct my information",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 0, .unchecked), PageText.checkBox(column: 0, line: 2, .checked),
                PageText.checkBox(column: 0, line: 5, .unchecked),
            ])
        #expect(Self.isDoubted(try #require(try Self.extract(page)["request_types"])) != isSure)
    }

    // Or be read as letters.
    @Test(arguments: [("Mi Erase my records", false), ("   About my records", true)])
    func aFilledBoxThatIsReadAsLettersIsOne(first: String, isSure: Bool) throws {
        let page = PageText.page(
            "\(first)\n   Stop selling my data\n   Tell me what you have on file about me",
            checkBoxes: [
                PageText.checkBox(column: 0, line: 1, .unchecked), PageText.checkBox(column: 0, line: 2, .checked),
            ])
        let field = try #require(try Self.extract(page)["request_types"])
        #expect(field.value == .list(["access"]))
        #expect(Self.isDoubted(field) != isSure)
    }

    @Test func aMenuInTwoColumnsWhoseBoxesWereNotSeenIsNoRequest() throws {
        let text = """
            Suppression Request Form
            To: Example Data Inc.
            Under the Colorado Privacy Act, I make the following request:
            O Delete all personal information you have          O Do Not Sell My Personal Information
            collected about me
            @ Send me a copy of my personal information         Z Right to correct
            Name of requester: Ada Winters
            """
        #expect(Self.isDoubted(try #require(try Self.extract(PageText.page(text))["request_types"])))
    }

    @Test(arguments: [
        """
        To: Example Data Inc.
        From: Ada Winters, 12 Oak Street, Reno, NV 89501
        About: Notice
        1. I ask you to erase each record that you have of me and
        to confirm it.
        2. Please tell me what personal data you hold about me today.
        3. My address is wrong, and I ask that you correct it.
        """,
        """
        Consent of a Consumer
        Agent Opt Out Helpers LLC
        Consumer Ada Winters
        For the consumer named above the agent asks:
        Please erase each record that you have of me and of my kin, and tell me fully
        what personal data you hold about me today.
        """,
        """
        Consent of a Consumer
        Consumer Ada Winters
        Agent Opt Me Out Agency LLC
        For the consumer named above the agent asks:
        Please tell me fully what data you hold about me.
        """,
    ]) func sentencesInShortLinesAreNoMenu(text: String) throws {
        #expect(!Self.isDoubted(try #require(try Self.extract(PageText.page(text))["request_types"])))
    }

    @Test(arguments: [
        ("Show me my whole file.", false), ("Let me know when that has been done.", true),
        ("Please do not ask me for more information.", true), ("Please do not keep my information.", false),
    ]) func aQuestionThatWasNotUnderstoodMakesTheRequestsDoubtful(question: String, isSure: Bool) throws {
        let letter = Self.letter.replacing(
            "Sincerely,", with: "Please delete my personal data. \(question)\n\nSincerely,")
        #expect(Self.isDoubted(try #require(try Self.extract(PageText.page(letter))["request_types"])) != isSure)
    }

    @Test func anAgentsFormHasAMenuToo() throws {
        let text = """
            Privacy Request Form
            I am an authorized agent and submit this request on behalf of the person named below.
            I make the following request:
              Delete my information
              Correct my information
            Name of requester: Ada Winters
            Name of authorized agent: Clear Slate Privacy LLC
            """
        #expect(Self.isDoubted(try #require(try Self.extract(PageText.page(text))["request_types"])))
    }

    @Test func aNumberedListOfShortNamesIsAMenu() throws {
        let text = """
            Privacy Request Form
            To: Example Data Inc.
            I make the following request:
            1. Delete my information
            2. Correct my information
            Name of requester: Ada Winters
            """
        #expect(Self.isDoubted(try #require(try Self.extract(PageText.page(text))["request_types"])))
    }

    /// Whether a check says that something may be asked for beside what was read.
    static func isDoubted(_ field: Field) -> Bool { field.checks.contains { !$0.passed } }

    static func requests(_ text: String) throws -> String? { try values(PageText.page(text))["request_types"] }

    @Test(arguments: [
        ("I request that you erase my personal data.", "delete"),
        ("I am exercising my right to opt out of the sale of my\npersonal information.", "do_not_sell"),
        ("Please disclose to me the categories and specific pieces\nof personal information.", "access"),
        ("I hereby request erasure of my data according to Article 17 GDPR.", "delete"),
        ("I object to the processing of my personal data for direct marketing.", "object"),
        ("I am writing under the Data Privacy Act to request that you\ncorrect my record.", "correct"),
        ("This company is subject to the Act.l ask you to erase my data.", "delete"),
        ("|, Jane Doe, request that you erase my data.", "delete"),
        ("[X] Do not allow your affiliates to use my information to market to me.", "limit_use"),
        ("I request that you restrict the processing of my data.", "restrict"),
        // Without its first word, which was read as a rule beside the line.
        ("I request the erasure of my data. object to any processing of my personal data.", "delete; object"),
        ("Please correct my address in your records.", "correct"),
        ("I direct you to limit the use of my sensitive personal information.", "limit_use"),
        ("I do not request that you delete my data. Please tell me what\npersonal data you hold.", "access"),
        ("If you delete my data, please confirm.", ""),
        ("A consumer has the right to request deletion of their data.", ""),
        ("You have the right to request that we delete your personal information.", ""),
        ("Please call me about the weather.", ""),
    ]) func readsRequestsInSentences(text: String, types: String) throws {
        #expect(try Self.requests(text) ?? "" == types)
    }

    @Test func anAgentWritesForSomebodyElse() throws {
        let text = """
            Dear Privacy Team,

            This is an authorized agent request. I write on behalf of Jane Doe,
            who asks you to act. I request that you delete her personal data.

            Sincerely,

            Martin Agent
            """
        let values = try Self.values(PageText.page(text))
        #expect(values["authorized_agent"] == "Martin Agent")
        #expect(values["requester_name"] == "Jane Doe")
    }

    @Test func severalLawsLeaveTheBasisOpen() throws {
        let field = try #require(
            try Self.extract(PageText.page("Under the CCPA and the GDPR I request that you delete my data."))[
                "legal_basis"])
        #expect(field.confidence < 0.7)
        #expect(field.alternatives.count == 1)
    }

    @Test func theCompanysMailboxIsNotTheWriters() throws {
        let text =
            "To: privacy@oakline.example.com\n\nI request that you delete my data.\nWrite to jane@example.org please."
        #expect(try Self.values(PageText.page(text))["email"] == "jane@example.org")
    }

    @Test func theDefinitionAsksForWhatTheContractRequires() throws {
        let definition = try #require(try KindCatalogue(KindSettings()).definitions.first { $0.name == .optOut })
        #expect(
            definition.required == [
                .field("broker_name"), .field("requester_name"), .field("request_types"),
                .isTrue("signature_present"), .any([.field("email"), .field("address"), .field("phone")]),
            ])
        let names = definition.fields.filter { !$0.isPart }.map(\.name.rawValue)
        #expect(
            Set(names) == [
                "broker_name", "requester_name", "date_of_birth", "address", "email", "phone", "request_types",
                "legal_basis", "authorized_agent", "profile_urls", "signature_present", "date_signed",
            ])
    }

    /// What is made of a page where these stand beside their labels.
    private static func values(_ text: String, labelled: [FieldName: Field]) throws -> [FieldName: Field] {
        let definition = try #require(try KindCatalogue(KindSettings()).definitions.first { $0.name == .optOut })
        let today = try #require(CalendarDate(year: 2026, month: 6, day: 15))
        return OptOutReader(
            layouts: [PageLayout(page: PageText.page(text))], labelled: labelled, definition: definition,
            dates: DateParser(order: nil, expectation: .past, asOf: today)
        ).fields()
    }

    private static func field(_ value: String, y: Int = 100) -> Field {
        Field(
            value: .text(value), confidence: 0.93, source: .text, page: 1,
            box: Box(x: 100, y: y, width: 200, height: 20))
    }

    @Test(arguments: [("Contact number", false), ("Keystone Lookup Data LLC", true)])
    func aCaptionIsNoCompany(beside: String, isCompany: Bool) throws {
        let fields = try Self.values("Please delete my data.", labelled: ["broker_name": Self.field(beside)])
        #expect((fields["broker_name"]?.text == beside) == isCompany)
    }

    @Test(arguments: ["California Consumer Privacy Act", "Hollow Circle", "signed permission appears below"])
    func whatNoPersonIsCalledYieldsToTheSigner(beside: String) throws {
        let letter = "Dear Sir or Madam,\n\nPlease delete my data.\n\nYours faithfully,\n\n\n\nAnjali H. Takemori"
        let fields = try Self.values(letter, labelled: ["requester_name": Self.field(beside)])
        #expect(fields["requester_name"]?.text == "Anjali H. Takemori")
        let alone = try Self.values("Please delete my data.", labelled: ["requester_name": Self.field(beside)])
        #expect(alone["requester_name"]?.confidence ?? 0 <= 0.5)
    }

    @Test(arguments: [("Susan. Whitfield", true), ("Noura El-Khatıb", true), ("Noura J. El-Khatib", false)])
    func aNameWithAStopOrWithoutADotIsDoubted(name: String, isDoubted: Bool) throws {
        let fields = try Self.values("Please delete.", labelled: ["requester_name": Self.field(name)])
        #expect((fields["requester_name"]?.confidence ?? 1 <= 0.5) == isDoubted)
    }

    // One of two that is left out would be a wrong list.
    @Test(arguments: [
        ("https ://www .oakline.example/p/2", 2, true), ("https://www.oakline", 1, false),
        ("htps ://www oakline", 1, false), ("https://www.oakline .example/p/2: 0", 1, false),
        ("https://www.oakline.example/people/ JANE", 2, false),
    ]) func linksAreSureOnlyWhereAllWereRead(second: String, count: Int, isSure: Bool) throws {
        let text = "Please delete my data.\n\nProfile URL https://www.oakline.example/p/1\n\nProfile URL \(second)"
        let link = Field(
            value: .list(["https://www.oakline.example/p/1"]), confidence: 0.95, source: .text, page: 1,
            box: Box(x: 100, y: 100, width: 200, height: 20))
        let field = try #require(try Self.values(text, labelled: ["profile_urls": link])["profile_urls"])
        #expect(field.value.plainText.split(separator: ";").count == count)
        #expect((field.confidence > 0.5) == isSure)
        #expect(field.checks.allSatisfy(\.passed) == isSure)
    }

    // A space without a sign beside it parts an address where nothing announces it.
    @Test(arguments: [
        "https://www.oakline.example/people/jane-d oe/12", "https://www.oakline.example/people/ja 12",
        "https://www.oak line.example/people/jane-doe/ 12",
    ])
    func aLinkInPiecesBesideAWholeOneIsMissed(first: String) throws {
        let text = "Please delete my data.\n\nJane Doe\n\n\n\n\n\n\(first)\n\nhttps://oakline.example/p/4471"
        let field = try #require(try Self.values(text, labelled: [:])["profile_urls"])
        #expect(field.confidence <= 0.5)
        #expect(field.checks.contains { !$0.passed })
    }

    // The caption of some forms stands below what it names.
    @Test func aLinkInPiecesOverItsCaptionIsMissedToo() throws {
        let text =
            "Please delete my data.\n\nhttps\n\nLink to listing\n\nhttps://www.oakline.example/p/1\n\nProfile URL"
        let field = try #require(try Self.values(text, labelled: [:])["profile_urls"])
        #expect(field.confidence <= 0.5)
    }

    // `oaklne`: which of the two was misread, they do not tell.
    @Test(arguments: [("https://www.oaklne.example/p/2", false), ("https://oakline.example/p/2", true)])
    func linksToHostsThatDifferInALetterAreDoubtful(second: String, isSure: Bool) throws {
        let text = "Please delete my data.\n\nProfile URL\n\nhttps://www.oakline.example/p/1\n\n\(second)"
        let field = try #require(try Self.values(text, labelled: [:])["profile_urls"])
        #expect((field.confidence > 0.5) == isSure)
    }

    @Test func aCaptionIsNoPartOfTheBrokerBesideIt() throws {
        let text = "Permission to Act for a Consumer\n\nBusiness Oakline Data, LLC\n\nPlease delete my data."
        var beside = Self.field("Oakline Data, LLC")
        beside.confidence = 0.8
        #expect(try Self.values(text, labelled: ["broker_name": beside])["broker_name"]?.text == "Oakline Data, LLC")
    }

    @Test func anAddressIsNoCompany() throws {
        let fields = try Self.values(
            "Please delete my data.", labelled: ["broker_name": Self.field("12 Oak Road. Reno, NV 89501")])
        #expect(fields["broker_name"] == nil)
    }

    @Test func wordsWithoutACapitalAreNoBroker() throws {
        let fields = try Self.values("Please delete my data.", labelled: ["broker_name": Self.field("my records")])
        #expect(fields["broker_name"] == nil)
    }

    @Test func aHeadingIsNoAgent() throws {
        let fields = try Self.values("Please delete my data.", labelled: ["authorized_agent": Self.field("REQU EST")])
        #expect(fields["authorized_agent"] == nil)
    }

    @Test(arguments: [("2025-09-08", true), ("2025-09", false)]) func aDayOfSigningThatWasNotReadIsDoubtful(
        date: String, isSure: Bool
    ) throws {
        let fields = try Self.values("Please delete my data.", labelled: ["date_signed": Self.field(date)])
        #expect((try #require(fields["date_signed"]).confidence > 0.5) == isSure)
    }

    // The labels of both were taken to have the same date.
    @Test(arguments: [(100, false), (160, true)]) func aBirthdayIsNotTheDayOfSigning(y: Int, isKept: Bool) throws {
        let fields = try Self.values(
            "Please delete my data.",
            labelled: ["date_of_birth": Self.field("1977-05-11"), "date_signed": Self.field("1977-05-11", y: y)])
        #expect(fields["date_of_birth"] != nil)
        #expect((fields["date_signed"] != nil) == isKept)
    }
}
