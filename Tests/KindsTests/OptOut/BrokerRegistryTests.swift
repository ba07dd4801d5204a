import Testing

@testable import Kinds

@Suite struct BrokerRegistryTests {
    private static let registry = BrokerRegistry(
        text: "# a comment\nBeenVerified, Inc. and affiliates\nAcme Data LLC\n")

    @Test(arguments: [
        ("Been Verified, LLC", "BeenVerified, LLC"), ("BEEN VERIFIED, LLC", "BEENVERIFIED, LLC"),
        ("BeenVerified, LLC", nil), ("Acme Data LLC", nil),
        ("Been verified, LLC", nil),
    ]) func joinsWhatIsOneWordInTheRegistry(printed: String, joined: String?) {
        #expect(Self.registry.withoutGap(printed) == joined)
    }

    @Test(arguments: [
        ("Beer Verified, LLC", true), ("BeenVerifed, Inc.", true), ("Acme Dota LLC", true),
        ("BeenVerified, LLC", false), ("Been Verified", false), ("Acme Data, Inc.", false),
        ("Acne Date LLC", false), ("Harbor Records LLC", false),
    ]) func tellsANameThatLacksALetterOfARegisteredOne(printed: String, isNearly: Bool) {
        #expect(Self.registry.isNearly(printed) == isNearly)
    }
}
