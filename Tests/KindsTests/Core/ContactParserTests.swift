import Kinds
import Testing

@Suite struct ContactParserTests {
    @Test func signsThatAddressesHardlyHaveAreMisreadLetters() {
        #expect(!EmailParser.isValid("karenhaskell7/@mail.example.com"))
        #expect(EmailParser.isValid("o'neil+list_7-a@mail.example.com"))
    }

    @Test(arguments: [
        ("(415) 867-5309", "+14158675309"), ("415-867-5309", "+14158675309"), ("415.867.5309", "+14158675309"),
        ("+1 415 867 5309", "+14158675309"), ("1-415-867-5309", "+14158675309"), ("4158675309", "+14158675309"),
        ("(415) 867-5309 ext. 12", "+14158675309"), ("+44 20 7946 0958", "+442079460958"),
        ("+44 (0)20 7946 0958", "+442079460958"), ("0049 30 123456", "+4930123456"), ("415-867-S309", "+14158675309"),
        ("is +1 415 867 5309.", "+14158675309"), ("or call my 4158675309", ""), ("fax 4158675309", ""),
        ("+4 859 555 0107", ""), ("+4(859) 555-0107", ""), ("+7 495 123-45-67", "+74951234567"),
        ("123", ""), ("not a number", ""), ("12/31/2020", ""),
    ]) func readsATelephoneNumber(text: String, number: String) {
        let reading = PhoneParser.parse(text)
        if number.isEmpty { #expect(reading?.isWellFormed != true) } else { #expect(reading?.value == number) }
    }

    @Test func keepsWhatItCannotPlaceAsPrinted() {
        #expect(PhoneParser.parse("030 123456 78", northAmerican: false)?.value == "030 123456 78")
        #expect(PhoneParser.parse("115-867-5309")?.isWellFormed == false)
    }

    @Test(arguments: [
        ("jane.doe@example.org", "jane.doe@example.org"), ("jane@example. org", "jane@example.org"),
        ("jane @ example.org", "jane@example.org"), ("<jane@example.org>,", "jane@example.org"),
        ("mailto:jane@example.org", "jane@example.org"), ("jane_d+x@mail.example.co.uk", "jane_d+x@mail.example.co.uk"),
        ("jane@exampłe.org", ""), ("jane@example", ""), ("jane example.org", ""), ("@example.org", ""),
        ("jane@@example.org", ""), ("jane?7@example.org", ""),
        ("Ian.Iversen@example.org", "Ian.Iversen@example.org"),
        ("Ines@Example.org", "Ines@Example.org"),
        ("write to jane@example.org", ""),
    ]) func readsAMailAddress(text: String, address: String) {
        #expect(EmailParser.parse(text)?.value ?? "" == address)
    }

    @Test func findsMailAddressesInASentence() {
        let found = EmailParser.find(in: "Reply to jane@example.org, or (j.doe@mail.example.com).")
        #expect(found.map(\.reading.value) == ["jane@example.org", "j.doe@mail.example.com"])
    }

    @Test(arguments: [
        ("https://www.example.com/p/jane-doe_12", "https://www.example.com/p/jane-doe_12"),
        ("www.example.com", "www.example.com"), ("example.com/u/1.", "example.com/u/1"),
        ("https: //example.com/a", "https://example.com/a"), ("https:/example.com/a", "https://example.com/a"),
        ("ftp://example.com/a", ""),
        ("example", ""), ("Mr. Smith", ""),
    ]) func readsAWebAddress(text: String, address: String) {
        #expect(URLParser.parse(text)?.value ?? "" == address)
    }

    // Beside a dot, a slash or an at sign a space hides nothing; elsewhere a line under a field may hide an underscore.
    @Test(arguments: [
        ("https://www. example.com/p/1", false), ("https://example .com/p/1", false),
        ("https://example.com/p/ 1", false),
        ("https://example.com/jane- doe", true), ("jane@mail .example.org", false), ("jane @mail.example.org", false),
        ("jane doe@mail.example.org", true), ("jane _doe@mail.example.org", true),
    ]) func addressesWithSpacesAreSureBesideTheirSigns(text: String, isRepaired: Bool) throws {
        let reading = text.contains("@") ? EmailParser.parse(text, isWhole: true) : URLParser.parse(text)
        #expect(try #require(reading).isRepaired == isRepaired)
    }

    @Test func findsWebAddressesButNoMailAddresses() {
        let found = URLParser.find(in: "see www.example.com/jane; https://example.org/x and jane@example.org. Done.Now")
        #expect(found.map(\.reading.value) == ["www.example.com/jane", "https://example.org/x"])
    }

    @Test(arguments: [
        ("write to jane @ mail.example.org today", ["jane@mail.example.org"]),
        ("jane@mail.example .org is mine", ["jane@mail.example.org"]),
        ("Mine is jane@example.org. Please write", ["jane@example.org"]),
        ("reply to jane@mail.example. com.", ["jane@mail.example.com"]),
        ("reply to jane@example.org. or call", ["jane@example.org"]),
    ]) func findsMailAddressesWithSpaces(text: String, addresses: [String]) {
        #expect(EmailParser.find(in: text).map(\.reading.value) == addresses)
    }

    @Test(arguments: [
        ("at https: //www.example.com/jane /12 and", ["https://www.example.com/jane/12"]),
        ("https://www. example.com/jane/12", ["https://www.example.com/jane/12"]),
        ("www.example .com/jane", ["www.example.com/jane"]),
        ("See https://example.com/p/1. the rest", ["https://example.com/p/1"]),
        ("Record: https ://www.example .com/p/1", ["https://www.example.com/p/1"]),
        ("Record: https: ://www.example.com/p/1", ["https://www.example.com/p/1"]),
        ("https:#www.example.com/p/1", ["https://www.example.com/p/1"]),
        ("https://example.com/p/12- jane -doe", ["https://example.com/p/12-jane-doe"]),
        ("https://example.com/p? id=1", ["https://example.com/p?id=1"]),
        ("www example.com/jane", ["www.example.com/jane"]), ("the www is large", []),
        ("https://www.example: 5", []), ("https://www.example.com/ca/jane:", []),
    ]) func findsWebAddressesWithSpaces(text: String, addresses: [String]) {
        #expect(URLParser.find(in: text).map(\.reading.value) == addresses)
    }

    @Test(arguments: [
        ("jane@qmail.com", "jane@gmail.com"), ("jane@hotrnail.com", "jane@hotmail.com"),
        ("Jane@Gmail.com", "Jane@Gmail.com"), ("jane@ymail.com", "jane@ymail.com"),
    ]) func aDomainThatLooksLikeAGreatMailServicesIsThat(read: String, address: String) {
        #expect(EmailParser.parse(read)?.value == address)
    }

    @Test(arguments: [
        ("https://example.com/p?i", "d=12", "https://example.com/p?id=12"),
        ("https://example.com/p/jane", "-doe", "https://example.com/p/jane-doe"),
        ("https://example.com/p/1", "05 17", "https://example.com/p/10517"),
        ("https://example.com/p/jane", "05/17/2024", nil), ("https://example.com/p/jane", "Signature", nil),
        ("https://example.com/p/jane", "see below", nil), ("https://example.com/p/jane", "jane@example.org", nil),
        ("https://example.com/p/jane", "https://example.com/p/2", nil), ("https://example.com/p/jane", "today.", nil),
    ]) func aLinesEndBreaksAWebAddress(address: String, next: String, whole: String?) {
        #expect(URLParser.joined(address, overLineEnd: next) == whole)
    }
}
