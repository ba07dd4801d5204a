import Model
import Testing

@testable import Kinds

/// Mail addresses held against the names of those who write.
@Suite struct NameAgreementTests {
    private static func checked(_ address: String, name: String) -> Field? {
        let read = Field(value: .text(address), confidence: 0.95, source: .text)
        let writer = Field(value: .text(name), confidence: 0.95, source: .text)
        return NameAgreement.checked(read, name: writer)
    }

    /// `Roger` differs from the beginning of `robert` in a letter.
    @Test(arguments: [("robert_fairbanks", true), ("rogor_fairbanks", false)])
    func aMiddleNameLikeTheFirstIsNotMisread(local: String, isSure: Bool) {
        let writer = Field(value: .text("Robert Roger Fairbanks"), confidence: 0.95, source: .text)
        let mail = Field(value: .text("\(local)@example.net"), confidence: 0.95, source: .text)
        #expect((NameAgreement.checked(name: writer, email: mail)?.confidence ?? 0 > 0.9) == isSure)
    }

    @Test(arguments: [
        ("annaroel4@example.net", "Anna Roe", "annaroe14@example.net"),
        ("annaroe2I@example.net", "Anna Roe", "annaroe21@example.net"),
        ("annaroe3o@example.net", "Anna Roe", "annaroe30@example.net"),
        ("annaroeg4@example.net", "Anna Roe", "annaroe94@example.net"),
    ])
    func lettersBesideFiguresBehindANameAreFigures(read: String, name: String, meant: String) {
        let field = Self.checked(read, name: name)
        #expect(field?.text == meant)
        #expect((field?.confidence ?? 1) < 0.8)
    }

    @Test func anotherNamesInitialBehindANameIsALetter() {
        #expect(Self.checked("annag14@example.net", name: "Anna Grove")?.text == "annag14@example.net")
    }

    /// A 3 that every reading has for a g; and a middle name's initial, a short first name and a name that has nothing in common.
    @Test(arguments: [
        ("annaroeveg@example.net", "Anna Roeve", false), ("annaroeves@example.net", "Anna Roeve", false),
        ("annaroeve@example.net", "Anna Roeve", true), ("annaroeve83@example.net", "Anna Roeve", true),
        ("alroeve@example.net", "Anna Lucia Roeve", true), ("evaroeve@example.net", "Eva Roeve", true),
        ("ninetimes@example.net", "Anna Roeve", true),
    ])
    func aLetterThatTheNameDoesNotExplainMakesAnAddressDoubtful(read: String, name: String, isSure: Bool) {
        #expect((Self.checked(read, name: name)?.confidence ?? 0 > 0.9) == isSure)
    }

    @Test(arguments: [
        ("daniel14@example.net", "Daniel Roe"), ("annaroe14@example.net", "Anna Roe"),
        ("marco7@example.net", "Marco Roe"), ("layla_elkhatibi@example.net", "Layla El-Khatibi"),
        ("haakon_lindqvist@example.net", "Håkon Lindqvist"), ("lsoerbye@example.net", "Liv Sørbye"),
    ])
    func aNamesOwnLetterStays(read: String, name: String) {
        let field = Self.checked(read, name: name)
        #expect(field?.text == read)
        #expect((field?.confidence ?? 0) > 0.9)
    }

    @Test(arguments: [
        ("Irowan@example.net", "Lin Rowan", "lrowan@example.net"),
        ("Irowan@example.net", "Ida Rowan", "Irowan@example.net"),
        ("Inrowan@example.net", "Lin Ida Nora Rowan", "Inrowan@example.net"),
    ])
    func aCapitalThatTheNameHasAsASmallLIsOne(read: String, name: String, meant: String) {
        #expect(Self.checked(read, name: name)?.text == meant)
    }

    @Test func doubtsALetterThatMayBeAFigure() {
        let field = Self.checked("sail4@example.net", name: "Anna Roe")
        #expect(field?.text == "sail4@example.net")
        #expect((field?.confidence ?? 1) < 0.8)
    }
}
