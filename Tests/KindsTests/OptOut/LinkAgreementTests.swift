import Model
import Testing

@testable import Kinds

/// Links held against the names of the person and of the company that they are made of.
@Suite struct LinkAgreementTests {
    private static func field(_ value: FieldValue) -> Field {
        Field(value: value, confidence: 0.95, source: .text)
    }

    private static let person = field(.text("Grace Carver"))
    private static let company = field(.text("Quillmark Data, LLC"))

    @Test(arguments: [
        ("https://www.quillmark.example/ca/grac-carver", false),
        ("https://www.quillmark.example/people/grace_carver/0815", true),
        ("https://www.quillmark.example/ca/grace-nora-carver", true), ("https://quillmark.example/p/0815", true),
        ("https://www.quillmarc.example/p/0815", false), ("https://quillmarkdata.example/p/0815", true),
        ("https://quillmarkdatas.example/p/0815", false), ("https://www.oakline.example/p/0815", true),
        // A host is no person's name, nor a path a company's.
        ("https://grac.example.org/p/0815", true), ("https://www.example.org/quillmarc", true),
    ])
    func linksThatHaveANameButForALetterAreDoubtful(link: String, isSure: Bool) {
        let links = Self.field(.list(["https://www.example.net/p/47", link]))
        let checked = LinkAgreement(links).checked(links, person: Self.person, company: Self.company)
        #expect((checked?.confidence ?? 0 > 0.9) == isSure)
    }

    @Test(arguments: [("quillmarc", false, 0.5), ("quillmarc", true, 0.95), ("quillmark", false, 0.95)])
    func aCompanyThatALinkHasButForALetterIsDoubtfulUnlessItIsRegistered(
        host: String, isRegistered: Bool, confidence: Double
    ) {
        var company = Self.company
        if isRegistered { company.checks = [Check(name: "registry", passed: true)] }
        let agreement = LinkAgreement(Self.field(.list(["https://www.\(host).example/p/47"])))
        #expect(agreement.checked(company: company)?.confidence == confidence)
    }

    @Test func withoutLinksNothingIsDoubtful() {
        #expect(LinkAgreement(nil).checked(company: Self.company) == Self.company)
        #expect(LinkAgreement(nil).checked(nil, person: Self.person, company: Self.company) == nil)
    }
}
