import Imaging
import Model
import Testing

@testable import Recognize

/// What was read, held against the strokes of its letters: `11 14 04 281.51`, `Victor eager` and `Åke Älva Bråt` as an old
/// face has them, `All ALL` as typewriters have them.
@Suite struct LetterShapeTests {
    private static func repaired(
        _ text: String, _ box: Box, isKnown: Bool = false, dictionary: Set<String> = []
    ) throws -> String {
        let picture = try GreyPicture(Pictures.file("letters.png").grey())
        let word = ReadWord(text: text, confidence: 0.9, box: box, line: 0, block: 0, isKnown: isKnown)
        return try LetterShapes(picture: picture, isWord: dictionary.contains).repaired(word).text
    }

    private static func figures(from left: Int, to right: Int) -> Box {
        Box(x: left, y: 19, width: right - left, height: 22)
    }

    @Test func aFourWithoutABarIsAOne() throws {
        #expect(try Self.repaired("44", Self.figures(from: 20, to: 47)) == "11")
        #expect(try Self.repaired("284.54", Self.figures(from: 170, to: 256)) == "281.51")
        #expect(try Self.repaired("44", Self.figures(from: 69, to: 98)) == "14")
        #expect(try Self.repaired("04", Self.figures(from: 118, to: 150)) == "04")
    }

    @Test func figuresThatAreNotOnePatchEachAreLeftAsTheyAre() throws {
        #expect(try Self.repaired("444", Self.figures(from: 20, to: 47)) == "444")
    }

    @Test func anEWithoutABarIsAC() throws {
        #expect(try Self.repaired("Vietor", Box(x: 21, y: 132, width: 77, height: 22)) == "Victor")
        #expect(try Self.repaired("eager", Box(x: 118, y: 139, width: 68, height: 22)) == "eager")
    }

    @Test(arguments: [
        ("cager", "eager"), ("cagcr", "eager"), ("cager,", "eager,"), ("(eager", "(eager"), ("bagcr", "bagcr"),
    ]) func aWordOfTheDictionaryIsMeantForOneThatIsNone(read: String, meant: String) throws {
        let dictionary: Set<String> = ["eager", "Victor"]
        #expect(
            try Self.repaired(read, Box(x: 118, y: 139, width: 68, height: 22), dictionary: dictionary)
                == meant)
    }

    @Test func lettersThatTheInkShowsAreNotMadeOthersOfTheDictionary() throws {
        let (name, word) = (Box(x: 21, y: 132, width: 77, height: 22), Box(x: 118, y: 139, width: 68, height: 22))
        #expect(try Self.repaired("Victor", name, dictionary: ["Vietor"]) == "Victor")
        #expect(try Self.repaired("eager", word, dictionary: ["cager"]) == "eager")
        #expect(try Self.repaired("cager", word, dictionary: ["cager", "eager"]) == "cager")
    }

    @Test func aCThatWasReadTwiceIsOne() throws {
        #expect(try Self.repaired("Victeor", Box(x: 21, y: 132, width: 77, height: 22)) == "Victeor")
        #expect(try Self.repaired("Viceor", Box(x: 21, y: 132, width: 77, height: 22)) == "Viceor")
        #expect(try Self.repaired("Vicetor", Box(x: 21, y: 132, width: 77, height: 22)) == "Victor")
    }

    @Test(arguments: [
        ("Äke", 21, 51, "Åke"), ("Ake", 21, 51, "Åke"), ("Älva", 93, 58, "Älva"), ("Alva", 93, 58, "Alva"),
        ("Brat", 171, 57, "Bråt"), ("brat", 171, 57, "brat"),
    ]) func aRingOverAnAMakesItAnotherLetter(read: String, left: Int, width: Int, meant: String) throws {
        #expect(try Self.repaired(read, Box(x: left, y: 202, width: width, height: 22)) == meant)
    }

    @Test func smallLettersWithFlagsAreNoCapitals() throws {
        #expect(try Self.repaired("ALL", Box(x: 20, y: 77, width: 49, height: 24)) == "All")
        #expect(try Self.repaired("ALL", Box(x: 105, y: 77, width: 51, height: 24)) == "ALL")
    }
}
