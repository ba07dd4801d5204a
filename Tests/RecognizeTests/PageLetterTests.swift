import Imaging
import Model
import Testing

@testable import Recognize

/// Ten lines in one face, each letter 15 pixels wide, some of them misread.
@Suite struct PageLetterTests {
    private static let lines = [
        "the public record of the county clerk,",
        "a copy of which public notice appears,",
        "in which each decree of the circuit,",
        "once before me, the subscriber, came",
        "Vincent Cole, a citizen of Cleveland.",
        "Vera Crane, Viola Clark, Victor Cook",
        "each acre of every grove above it, lies",
        "east of the creek, back of the oak lot.",
        "on page 1914 of 4141, No. 1494, 9149.",
        "Vincent Cole. In case 4914, no claim.",
    ]

    private static func words(of line: String, number: Int) -> [ReadWord] {
        var column = 0
        return line.split(separator: " ").map { text in
            defer { column += text.count + 1 }
            let box = Box(x: 20 + column * 15, y: 20 + number * 34, width: text.count * 15, height: 26)
            return ReadWord(text: String(text), confidence: 0.9, box: box, line: number, block: 0, isKnown: true)
        }
    }

    /// The page read right, but for words that were read otherwise wherever they stand.
    private static func judged(_ misread: [String: String] = [:]) throws -> [ReadWord] {
        let words = lines.enumerated().flatMap { Self.words(of: $1, number: $0) }.map { word in
            var word = word
            word.text = misread[word.text] ?? word.text
            return word
        }
        return try PageLetters(words, on: GreyPicture(Pictures.file("page-letters.png").grey())).judged(words)
    }

    private static func texts(_ words: [ReadWord]) -> [String] { words.map(\.text) }

    private static var printed: [String] {
        lines.flatMap { $0.split(separator: " ").map(String.init) }
    }

    @Test func wordsThatWereReadRightAreLeftAndBorneOut() throws {
        let words = try Self.judged()
        #expect(Self.texts(words) == Self.printed)
        #expect(
            ["public", "circuit,", "Clark,", "4141,"].allSatisfy { text in
                words.contains { $0.text == text && $0.isBorneOut }
            })
    }

    @Test(arguments: [
        ("public", "publie"), ("circuit,", "eircuit,"), ("record", "rccord"), ("clerk,", "clerk."),
        ("Cleveland.", "Cleveland,"), ("1494,", "4494,"), ("9149.", "9449."), ("Clark,", "Ċlark,"), ("1914", "C914"),
        ("Cole,", "Colee,"), ("4141,", "41441,"),
        ("appears,", "apears,"), ("creek,", "crek,"),
    ]) func aLetterThatLooksLikeThoseOfAnotherNameIsThat(printed: String, read: String) throws {
        let words = try Self.judged([printed: read])
        #expect(Self.texts(words) == Self.printed)
        #expect(words.contains { $0.text == printed && $0.isBorneOut })
    }

    @Test func aNameThatWasMisreadWhereverItStandsDoesNotSpeakForItself() throws {
        #expect(Self.texts(try Self.judged(["Vincent": "Vineent"])) == Self.printed)
    }

    @Test func aLetterWithoutFellowsIsNotBorneOut() throws {
        let words = try Self.judged()
        #expect(words.contains { $0.text == "citizen" && !$0.isBorneOut })
    }

    @Test(arguments: ["recovvrd", "recod"]) func aWordOfMoreOrFewerLettersThanPatchesIsLeftAsItIs(read: String) throws {
        let words = try Self.judged(["record": read])
        #expect(words.contains { $0.text == read && !$0.isBorneOut })
    }

    /// `GRACE` of which the box has `RACE` alone is no word of four letters.
    @Test func aWordWhoseBoxCutsALetterOffIsLeftAsItIs() throws {
        var words = Self.lines.enumerated().flatMap { Self.words(of: $1, number: $0) }
        let index = try #require(words.firstIndex { $0.text == "record" })
        (words[index].box.x, words[index].box.width) = (words[index].box.x + 15, words[index].box.width - 15)
        words[index].text = "ecord"
        let picture = try GreyPicture(Pictures.file("page-letters.png").grey())
        #expect(try PageLetters(words, on: picture).judged(words)[index].isBorneOut == false)
    }

    @Test func lettersForFiguresAreLeftToOthers() throws {
        #expect(try Self.judged(["4914,": "49l4,"]).contains { $0.text == "49l4," })
    }
}
