import Model
import Testing

/// Forms whose captions stand under the lines that are filled in.
@Suite struct CaptionTests {
    @Test func readsWhatStandsOverItsCaption() throws {
        let text = """
            CONSUMER PRIVACY REQUEST FORM
            To: Oakline Data Services, LLC

            Jane Doe
            Your name

            12 Oak Street
            Street address

            Reno               NV           89501
            City               State        ZIP code

            April 25, 1985
            Date of birth

            jane@example.org
            E-mail

            (775) 867-5309
            Telephone
            """
        let values = try OptOutTests.values(PageText.page(text))
        // What is put together of parts is as sure as its parts.
        #expect(try OptOutTests.extract(PageText.page(text))["address"]?.confidence ?? 0 >= 0.9)
        #expect(values["requester_name"] == "Jane Doe")
        #expect(values["address"] == "12 Oak Street, Reno, NV 89501")
        #expect(values["date_of_birth"] == "1985-04-25")
        #expect(values["email"] == "jane@example.org")
        #expect(values["phone"] == "+17758675309")
    }

    @Test func readsLinksBesideSeveralLabels() throws {
        let text = """
            CONSUMER PRIVACY REQUEST FORM
            Name: Jane Doe
            Address: 34 Oak Street, San Diego, CA 92103
            Profile URL: https://www.oakline.example.com/people/jane-doe/12
            Link to listing: https: //oakline.example.com/p/447
            """
        let values = try OptOutTests.values(PageText.page(text))
        #expect(
            values["profile_urls"]
                == "https://www.oakline.example.com/people/jane-doe/12; https://oakline.example.com/p/447")
        #expect(values["address"] == "34 Oak Street, San Diego, CA 92103")
    }

    // What is accepted without one of the links would be a wrong list.
    @Test(arguments: [
        ("Profile URL", false), ("Profile URL                 hti   aa   si  a", false), ("Profile URL:", false),
        ("Profile URL                 https://oakline.example/p/447", true), ("Date of birth", true),
    ]) func aLabelWithoutALinkLeavesTheListDoubtful(second: String, isWhole: Bool) throws {
        let text = """
            CONSUMER PRIVACY REQUEST FORM
            Name of requester           Jane Doe

            Profile URL                 https://www.oakline.example/people/jane-doe/12

            \(second)
            """
        var page = PageText.page(text)
        for index in page.words.indices where page.words[index].text.count <= 3 && page.words[index].box.x > 200 {
            page.words[index].confidence = 0.3
        }
        let field = try #require(try OptOutTests.extract(page)["profile_urls"])
        #expect((field.confidence > 0.5) == isWhole)
        #expect(field.checks.allSatisfy(\.passed) == isWhole)
    }

    @Test func aLineOfGarbageUnderALinkMayBeAnother() throws {
        let text = "Please delete my data.\n\nLinks:\nhttps://www.oakline.example/people/jane-doe/12\nht  aa  si  a   i"
        var page = PageText.page(text)
        for index in page.words.indices where page.words[index].line == 4 { page.words[index].confidence = 0.3 }
        #expect(try OptOutTests.extract(page)["profile_urls"]?.confidence ?? 0 <= 0.5)
    }
}
