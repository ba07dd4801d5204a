import Testing

@testable import Recognize

@Suite struct ZoneWitnessesTests {
    /// A reading of a line of steps of 20 pixels; a space is a place where the reader saw nothing.
    private static func read(_ text: String, _ posterior: Double = 0.999) -> [LineCharacter] {
        text.enumerated().filter { $0.element != " " }.map { column, letter in
            let left = 20 * Double(column)
            return LineCharacter(text: letter, posterior: posterior, place: left...(left + 14))
        }
    }

    private static func joined(_ first: [LineCharacter], _ second: [LineCharacter]) -> [LineCharacter] {
        ZoneWitnesses().joined(first, second, pitch: 20)
    }

    private static func text(_ characters: [LineCharacter]) -> String { String(characters.map(\.text)) }

    @Test func twoReadersThatAgreeAreSureAndNoSurerThanTheSurerOne() {
        let both = Self.joined(Self.read("AB0", 0.99), Self.read("AB0", 0.97))
        #expect(Self.text(both) == "AB0")
        #expect(both.allSatisfy { (0.97...0.99).contains($0.posterior) })
    }

    @Test(arguments: [("AB<<<C", "AB< <C"), ("AB< <C", "AB<<<C")]) func aFillerThatOneReaderMissesStays(
        first: String, second: String
    ) throws {
        let both = Self.joined(Self.read(first), Self.read(second))
        #expect(Self.text(both) == "AB<<<C")
        #expect(both.filter { $0.posterior > 0.99 }.count == 5)
    }

    @Test func whatNeitherReaderSeesIsNotInvented() {
        #expect(Self.text(Self.joined(Self.read("AB< <C"), Self.read("AB< <C"))) == "AB<<C")
    }

    @Test func whatTheFirstReaderSeesBetweenTheSecondsCharactersIsNone() throws {
        var first = Self.read("P<UTO")
        first.insert(LineCharacter(text: "I", posterior: 0.99, place: 8...15), at: 1)
        #expect(Self.text(Self.joined(first, Self.read("P<UTO"))) == "P<UTO")
    }

    @Test func whereReadersDifferBothReadingsStayAndNeitherIsSure() throws {
        let both = Self.joined(Self.read("A5B"), Self.read("ASB"))
        #expect(Set([both[1].text] + both[1].alternatives.map(\.text)) == ["5", "S"])
        #expect(both[1].posterior < 0.6)
    }

    @Test func aCharacterThatAReaderNamesWithoutAChanceIsNotRuledOut() throws {
        var first = Self.read("A8B")
        first[1].alternatives = [.init(text: "S", posterior: 0)]
        #expect(Self.text(Self.joined(first, Self.read("ASB"))) == "ASB")
    }
}
