import Kinds
import Model
import Testing

@Suite struct PhraseMatcherTests {
    /// Words of lines, ten pixels a character, lines thirty apart.
    static func words(_ text: String) -> [Word] {
        var words: [Word] = []
        for (line, content) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var x = 0
            for part in content.split(separator: " ", omittingEmptySubsequences: false) {
                if !part.isEmpty {
                    let box = Box(x: x, y: line * 30, width: part.count * 10, height: 20)
                    words.append(Word(text: String(part), confidence: 0.95, box: box, line: line))
                }
                x += (part.count + 1) * 10
            }
        }
        return words
    }

    static func found(_ phrase: String, in text: String) -> [String] {
        let words = words(text)
        return PhraseMatcher(words: words).matches(phrase).map { words[$0.words].map(\.text).joined(separator: " ") }
    }

    @Test(arguments: ["your name", "grantor name", "consumer notice"])
    func anREndingAWordIsNoPartOfAnM(phrase: String) {
        #expect(Self.found(phrase, in: "the \(phrase) here") == [phrase])
    }

    @Test(arguments: [
        ("date of birth", "Name Date of Birth: 1985", ["Date of Birth:"]),
        ("date of birth", "Name Dale of Birlh 1985", ["Dale of Birlh"]),
        ("quitclaim deed", "THIS QUIT CLAIM DEED made", ["QUIT CLAIM DEED"]),
        ("warranty deed", "SPECIAL WARRANTY DEED\nwarranty deed", ["WARRANTY DEED", "warranty deed"]),
        ("assessor's parcel number", "Assessors Parcel Number", ["Assessors Parcel Number"]),
        ("personal information", "my per-\nsonal information is", ["per- sonal information"]),
        ("do not sell", "please do not\nsell it", ["do not sell"]),
        ("do not sell", "please do sell it", []),
        ("apn", "APN: 12", ["APN:"]), ("apn", "A.P.N. 12", ["A.P.N."]), ("apn", "APR 12", []), ("apn", "ABN", []),
        ("name", "Nome", []), ("name", "rename", []), ("name", "Name:John", ["Name:John"]),
        ("county", "Country", []), ("email", "e-mail", ["e-mail"]), ("email", "emall", ["emall"]),
        ("state", "estate", []), ("attorney", "attomey", ["attomey"]), ("agent", "urgent", []),
    ]) func findsAPhrase(phrase: String, text: String, expected: [String]) {
        #expect(Self.found(phrase, in: text) == expected)
    }

    @Test func aPhraseDoesNotJumpOverAColumnGap() {
        #expect(Self.found("date signed", in: "Date                 Signed").isEmpty)
        #expect(Self.found("date signed", in: "Date\n\n\n\n\nSigned").isEmpty)
    }

    @Test func givesWhatClingsToThePhrase() throws {
        let match = try #require(PhraseMatcher(words: Self.words("Name:John")).matches("name").first)
        #expect(match.after == ":John")
    }

    @Test func misreadLettersLowerTheSimilarity() throws {
        let exact = try #require(PhraseMatcher(words: Self.words("Date of birth")).matches("date of birth").first)
        let misread = try #require(PhraseMatcher(words: Self.words("Date ot blrth")).matches("date of birth").first)
        #expect(exact.similarity == 1)
        #expect(misread.similarity < 1)
        #expect(misread.similarity > 0.8)
    }

    @Test func longPhrasesAreFoundWhole() {
        let phrase =
            "a notary public or other officer completing this certificate verifies only the identity of the individual"
        #expect(Self.found(phrase, in: "x y z " + phrase + " who signed") == [phrase])
    }

    @Test func theBoxIsAroundTheWords() throws {
        let match = try #require(PhraseMatcher(words: Self.words("A first name")).matches("first name").first)
        #expect(match.box == Box(x: 20, y: 0, width: 100, height: 20))
        #expect(match.words == 1..<3)
    }

    @Test func wordTextMapsCharactersToWords() {
        let text = WordText(Self.words("one two\nthree four"))
        #expect(text.text == "one two three four")
        #expect(text.words(in: 4..<7) == 1..<2)
        #expect(text.words(in: 5..<10) == 1..<3)
        #expect(text.words(in: 14..<18) == 3..<4)
        #expect(text.box(of: 8..<13) == Box(x: 0, y: 30, width: 50, height: 20))
    }
}
