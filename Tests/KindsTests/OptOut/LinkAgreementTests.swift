import Model
import Testing

@testable import Kinds

/// Links held against the requester's and the broker's names, of which they are made.
@Suite struct LinkAgreementTests {
    private static func field(_ value: FieldValue) -> Field {
        Field(value: value, confidence: 0.95, source: .text)
    }

    private static let requester = field(.text("Grace Carver"))
    private static let broker = field(.text("Quillmark Data, LLC"))

    @Test(arguments: [
        ("https://www.quillmark.example/ca/grac-carver", false),
        ("https://www.quillmark.example/people/grace_carver/0815", true),
        ("https://www.quillmark.example/ca/grace-nora-carver", true), ("https://quillmark.example/p/0815", true),
        ("https://www.quillmarc.example/p/0815", false), ("https://quillmarkdata.example/p/0815", true),
        ("https://quillmarkdatas.example/p/0815", false), ("https://www.oakline.example/p/0815", true),
        // A host is no person's name, nor a path a broker's.
        ("https://grac.example.org/p/0815", true), ("https://www.example.org/quillmarc", true),
    ])
    func linksThatHaveANameButForALetterAreDoubtful(link: String, isSure: Bool) {
        let links = Self.field(.list(["https://www.example.net/p/47", link]))
        let checked = LinkAgreement(links).checked(links, requester: Self.requester, broker: Self.broker)
        #expect((checked?.confidence ?? 0 > 0.9) == isSure)
    }

    @Test(arguments: [("quillmarc", false, 0.5), ("quillmarc", true, 0.95), ("quillmark", false, 0.95)])
    func aBrokerThatALinkHasButForALetterIsDoubtfulUnlessItIsRegistered(
        host: String, isRegistered: Bool, confidence: Double
    ) {
        var broker = Self.broker
        if isRegistered { broker.checks = [Check(name: "registry", passed: true)] }
        let agreement = LinkAgreement(Self.field(.list(["https://www.\(host).example/p/47"])))
        #expect(agreement.checked(broker: broker)?.confidence == confidence)
    }

    @Test func withoutLinksNothingIsDoubtful() {
        #expect(LinkAgreement(nil).checked(broker: Self.broker) == Self.broker)
        #expect(LinkAgreement(nil).checked(nil, requester: Self.requester, broker: Self.broker) == nil)
    }
}
