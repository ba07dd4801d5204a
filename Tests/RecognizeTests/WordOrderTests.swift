import Model
import Testing

@testable import Recognize

@Suite struct WordOrderTests {
    private static func word(_ text: String, _ x: Int, _ width: Int, line: Int, y: Int = 1571) -> ReadWord {
        ReadWord(
            text: text, confidence: 0.95, box: Box(x: x, y: y, width: width, height: 24), line: line, block: 0,
            isKnown: true)
    }

    private static func texts(_ words: [ReadWord]) -> [String] {
        Dictionary(grouping: WordOrder.gapsFilled(words), by: \.line).sorted { $0.key < $1.key }
            .map { $0.value.map(\.text).joined(separator: " ") }
    }

    /// Of a stamp that leans: the V alone has a box, its other letters stand at their place in the next line.
    @Test(arguments: [("oume", 320, "Volume"), ("oume", 420, "Volume|oume"), ("acme", 320, "Volume|acme")])
    func lettersThatAreReadTwiceBelongToTheirWord(echo: String, x: Int, joined: String) {
        let words = WordOrder.echoesJoined([
            Self.word("Volume", 300, 20, line: 2), Self.word(echo, x, 60, line: 3, y: 1575),
        ])
        #expect(words.map(\.text).joined(separator: "|") == joined)
        if words.count == 1 { #expect(words[0].box.width == 80) }
    }

    /// `639` in a stamp, and `5 acres`, `2019 12`.
    @Test(arguments: [
        ("63", "9", 3, "639"), ("63", "9,", 3, "639,"), ("63", "9", 8, "63 9"), ("63", "acres", 3, "63 acres"),
        ("No.", "9", 3, "No. 9"),
    ]) func figuresThatNoSpacePartsAreOneNumber(first: String, next: String, gap: Int, joined: String) {
        let words = WordOrder.figuresJoined([
            Self.word(first, 300, 35, line: 2), Self.word(next, 335 + gap, 16, line: 2),
        ])
        #expect(words.map(\.text).joined(separator: " ") == joined)
    }

    @Test func aWordReadAsALineOfItsOwnGoesIntoTheGapThatItFills() {
        let words = [
            Self.word("The", 451, 75, line: 26), Self.word("Northeast", 555, 233, line: 26, y: 1570),
            Self.word("of", 1028, 49, line: 26, y: 1569), Self.word("Quarter", 817, 181, line: 27, y: 1577),
            Self.word("Township", 451, 207, line: 28, y: 1637),
        ]
        #expect(Self.texts(words) == ["The Northeast Quarter of", "Township"])
    }

    @Test func aWordReadAsTheBeginningOfTheNextLineGoesIntoTheGapThatItFills() {
        let words = [
            Self.word("Official", 272, 119, line: 17), Self.word("2301,", 500, 80, line: 17),
            Self.word("Book", 412, 68, line: 18, y: 1574), Self.word("County,", 272, 115, line: 18, y: 1610),
            Self.word("Florida", 400, 115, line: 18, y: 1610),
        ]
        #expect(Self.texts(words) == ["Official Book 2301,", "County, Florida"])
    }

    @Test func wordsReadAsALineOfTheirOwnGoIntoTheGapThatTheyFill() {
        var words = [
            Self.word("County,", 479, 156, line: 3), Self.word("885.00", 1635, 147, line: 3),
            Self.word("of", 2258, 41, line: 3), Self.word("Colorado;", 679, 203, line: 4),
            Self.word("East,", 1495, 91, line: 4), Self.word("beginning;", 269, 224, line: 5, y: 1632),
        ]
        for index in words.indices { words[index].box.height = 36 }
        #expect(Self.texts(words) == ["County, Colorado; East, 885.00 of", "beginning;"])
    }

    @Test func aGapInALineOfEvenSpacesIsFilled() {
        let words = [
            Self.word("in", 1528, 46, line: 3), Self.word("of", 1817, 47, line: 3),
            Self.word("Maps,", 2079, 121, line: 3),
            Self.word("Book", 1606, 101, line: 4), Self.word("82", 1738, 46, line: 4),
        ]
        #expect(WordOrder.gapsFilled(words).map(\.text) == ["in", "Book", "82", "of", "Maps,"])
    }

    @Test func aLineTornInTwoIsOneAgain() {
        let words = [
            Self.word("Trustee", 100, 100, line: 0), Self.word("June", 20, 60, line: 1, y: 1620),
            Self.word("of", 210, 30, line: 2), Self.word("the", 250, 40, line: 2),
        ]
        #expect(WordOrder.tornJoined(words).map(\.text) == ["Trustee", "of", "the", "June"])
        #expect(WordOrder.tornJoined(words).map(\.line) == [0, 0, 0, 1])
        // A column's gutter is wider than a space, and than those of its lines.
        let columns = [Self.word("Trustee", 100, 100, line: 0), Self.word("of", 220, 30, line: 1)]
        #expect(WordOrder.tornJoined(columns).map(\.line) == [0, 1])
        let wide =
            [Self.word("Doyle,", 0, 82, line: 2)]
            + columns.map { word in
                var word = word
                word.line = word.text == "of" ? 1 : 2
                return word
            }
        #expect(Set(WordOrder.tornJoined(wide).map(\.line)).count == 1)
        // Spaces are held against the line's height, not an article's.
        var article = [
            Self.word("to", 100, 40, line: 0), Self.word("a", 160, 16, line: 1), Self.word("Lot", 190, 40, line: 1),
        ]
        for index in article.indices { article[index].box.height = 36 }
        (article[1].box.y, article[1].box.height) = (article[1].box.y + 14, 20)
        #expect(Set(WordOrder.tornJoined(article).map(\.line)).count == 1)
    }

    @Test func aCellOfAFormStaysALineOfItsOwn() {
        let words = [
            Self.word("Grantor:", 100, 150, line: 0), Self.word("Grantee:", 900, 150, line: 0),
            Self.word("Doyle", 450, 100, line: 1),
        ]
        #expect(Self.texts(words) == ["Grantor: Grantee:", "Doyle"])
    }

    @Test func linesBelowEachOtherStayApart() {
        let words = [
            Self.word("All", 100, 60, line: 0), Self.word("land", 260, 90, line: 0),
            Self.word("that", 170, 80, line: 1, y: 1600),
        ]
        #expect(Self.texts(words) == ["All land", "that"])
    }
}
