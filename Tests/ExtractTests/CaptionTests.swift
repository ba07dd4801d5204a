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
}
