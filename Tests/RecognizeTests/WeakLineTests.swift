import Imaging
import Model
import Testing

@testable import Recognize

/// Lines of which next to nothing was read, and what is too small for words.
@Suite struct WeakLineTests {
    private static func lines() throws -> (engine: TextEngine, page: Image, words: [ReadWord]) {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let page = try Pictures.file("lines.png").grey()
        return (engine, page, try engine.words(in: GreyPicture(page), as: .block, dpi: 300, within: .seconds(20)).words)
    }

    @Test func aWeakLineIsReadByItself() throws {
        let (engine, page, words) = try Self.lines()
        let line = try #require(words.first?.line)
        var weak = words
        for index in weak.indices where weak[index].line == line {
            (weak[index].text, weak[index].confidence) = ("NECPRZAION", 0.2)
        }
        let improved = try WeakLines(engines: [engine], picture: page).improved(weak, within: .seconds(20))
        #expect(improved.map(\.text) == words.map(\.text))
        #expect(improved.filter { $0.line == line }.allSatisfy { $0.confidence <= 0.9 })
    }

    @Test func whatWasReadSurelyStays() throws {
        let (engine, page, words) = try Self.lines()
        let improved = try WeakLines(engines: [engine], picture: page).improved(words, within: .seconds(20))
        #expect(improved.map(\.confidence) == words.map(\.confidence))
    }

    @Test func aReadingWithoutASignIsNoAddress() throws {
        let (engine, page, words) = try Self.lines()
        var weak = words
        (weak[0].text, weak[0].confidence) = ("wexfordó7@example.net", 0.3)
        let improved = try WeakLines(engines: [engine], picture: page).improved(weak, within: .seconds(20))
        #expect(improved[0].text == "wexfordó7@example.net")
    }

    @Test func aSpeckBehindALineIsNoLetter() throws {
        let words = [("San", 30), ("Diego.", 30), ("i", 3), (".", 3)].enumerated().map { index, word in
            ReadWord(
                text: word.0, confidence: 0.7, box: Box(x: 90 * index, y: 0, width: 60, height: word.1), line: 0,
                block: 0, isKnown: true)
        }
        #expect(TextEngine.withoutSpecks(words).map(\.text) == ["San", "Diego.", "."])
    }

    // The engine's own box of the second name holds the first, too.
    @Test func aWordBeginsBehindTheOneBeforeIt() throws {
        let words = [("Name", 310, 104, 0), ("Chloé", 727, 120, 0), ("Lefèvremont", 709, 412, 0), ("of", 700, 500, 1)]
            .map { text, x, width, line in
                ReadWord(
                    text: text, confidence: 0.9, box: Box(x: x, y: 1196, width: width, height: 34), line: line,
                    block: 0, isKnown: false)
            }
        #expect(TextEngine.apart(words).map(\.box.x) == [310, 727, 847, 700])
        #expect(TextEngine.apart(words).map(\.box.maxX) == [414, 847, 1121, 1200])
    }
}
