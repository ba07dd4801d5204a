import Imaging
import Model
import Testing

@testable import Recognize

/// A deed in black and white whose e's lost their bars: `certain`, `piece`, `parcel`, `Hawthorne`, `Ave`, `Erie`. And `eager` as
/// it was printed.
@Suite struct LostBarTests {
    private static let words = [
        word("certain", Box(x: 296, y: 11, width: 126, height: 30)),
        word("piece", Box(x: 514, y: 11, width: 89, height: 40)),
        word("parcel", Box(x: 675, y: 10, width: 109, height: 41)),
        word("entitled", Box(x: 395, y: 72, width: 135, height: 32)),
        word("Hawthorne", Box(x: 550, y: 228, width: 207, height: 33)),
        word("Ave", Box(x: 774, y: 229, width: 68, height: 31)),
        word("Erie,", Box(x: 1032, y: 228, width: 86, height: 35)),
    ]

    private static let dictionary: Set<String> = [
        "certain", "piece", "parcel", "entitled", "hawthorne", "ave", "Erie", "Eric", "eager", "place",
    ]

    private static func word(_ text: String, _ box: Box) -> ReadWord {
        ReadWord(text: text, confidence: 0.95, box: box, line: 0, block: 0, isKnown: true)
    }

    private static func lost(_ words: [ReadWord], on name: String) throws -> LostBars {
        try LostBars(words, on: GreyPicture(Pictures.file(name).grey()), isWord: dictionary.contains)
    }

    @Test func aPageWhoseEsAreCsHasLostTheirBars() throws {
        #expect(try Self.lost(Self.words, on: "lost-bars.png").areLost)
        // Read as it looks, the page says nothing.
        let unknown = Self.words.map { word in
            var word = word
            word.text = word.text.replacing("e", with: "c")
            return word
        }
        #expect(try !Self.lost(unknown, on: "lost-bars.png").areLost)
        let eager = Self.word("eager", Box(x: 118, y: 139, width: 68, height: 22))
        #expect(try !Self.lost([eager], on: "letters.png").areLost)
    }

    /// Two e's with a bar that is thin and one without, each pixel drawn by so many.
    @Test(arguments: [(1, false), (2, true)]) func printTooSmallToShowBarsSaysNothing(scale: Int, areLost: Bool) throws
    {
        let letter = [" ##### ", "#     #", "#     #", "#######", "#      ", "#     #", " ##### "].map(Array.init)
        let (width, height) = (30 * scale, 12 * scale)
        var bytes = [UInt8](repeating: 255, count: width * height)
        for y in 0..<7 * scale {
            for x in 0..<7 * scale where letter[y / scale][x / scale] == "#" {
                for (number, left) in [2, 11, 20].enumerated() where number > 0 || y / scale != 3 || x < scale {
                    bytes[(y + 3 * scale) * width + left * scale + x] = 0
                }
            }
        }
        let picture = try GreyPicture(Image(width: width, height: height, grey: bytes))
        let word = Self.word("eee", Box(x: 2 * scale, y: 2 * scale, width: 25 * scale, height: 9 * scale))
        #expect(try LostBars([word], on: picture, isWord: { $0 == "eee" }).areLost == areLost)
    }

    @Test(arguments: [
        ("Erie,", true), ("Eric,", true), ("piece", false), ("Marcus", true), ("place", false), ("Ortiz", false),
        ("Ave", false), ("Petrovié", true), ("marcus@piece.example", true),
    ])
    func wordsThatNoDictionarySettlesAreOpen(text: String, isOpen: Bool) throws {
        let word = Self.word(text, Box(x: 0, y: 0, width: 1, height: 1))
        let marked = try Self.lost(Self.words, on: "lost-bars.png").marked([word])
        #expect(marked.map(\.mayHaveLostBar) == [isOpen])
    }

    @Test func whereNoBarIsLostNoWordIsOpen() throws {
        let word = Self.word("Marcus", Box(x: 0, y: 0, width: 1, height: 1))
        #expect(try Self.lost([], on: "letters.png").marked([word]).map(\.mayHaveLostBar) == [false])
    }

    @Test(arguments: [("Erie,", false, "Eric,"), ("Erie,", true, "Erie,"), ("Eric,", true, "Eric,")])
    func anEWithoutABarIsNoCWhereNoneHasOne(text: String, areLost: Bool, repaired: String) throws {
        let picture = try GreyPicture(Pictures.file("lost-bars.png").grey())
        let shapes = LetterShapes(picture: picture, isWord: Self.dictionary.contains, barsAreLost: areLost)
        let word = Self.word(text, Box(x: 1032, y: 228, width: 86, height: 35))
        #expect(try shapes.repaired(word).text == repaired)
    }
}
