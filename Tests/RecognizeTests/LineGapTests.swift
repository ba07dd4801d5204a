import Imaging
import Model
import Testing

@testable import Recognize

/// Print that the engine left out of its words.
@Suite struct LineGapTests {
    private static func word(_ text: String, _ confidence: Double = 0.95, x: Int, y: Int = 40, line: Int = 0)
        -> ReadWord
    {
        ReadWord(
            text: text, confidence: confidence, box: Box(x: x, y: y, width: 20 * text.count, height: 30), line: line,
            block: 0, isKnown: false)
    }

    @Test func aLinesEndIsReadWithItsLastWord() throws {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let line = try Pictures.file("lines.png")
        let all = try engine.words(in: GreyPicture(line), as: .block, dpi: 300, within: .seconds(20)).words
        let ink = try Pictures.ink(of: line.thresholded(at: 128)).components()
        // "The grantor conveys the land": without its last word's end.
        let last = try #require(all.firstIndex { $0.text == "land" })
        var cut = all
        cut[last].text = "la"
        cut[last].box.width /= 2
        let closed = try LineGaps(engine: engine, picture: line, components: ink).closed(cut, within: .seconds(20))
        #expect(closed.map(\.text) == all.map(\.text))
        let whole = try LineGaps(engine: engine, picture: line, components: ink).closed(all, within: .seconds(20))
        #expect(whole.map(\.text) == all.map(\.text))
    }

    @Test func aLinesWeakEndIsReadAgainWithTheWordBeforeIt() throws {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let line = try Pictures.file("lines.png")
        let all = try engine.words(in: GreyPicture(line), as: .block, dpi: 300, within: .seconds(20)).words
        let ink = try Pictures.ink(of: line.thresholded(at: 128)).components()
        // "The grantor conveys the land": its last word taken for one letter.
        let last = try #require(all.firstIndex { $0.text == "land" })
        var misread = all
        misread[last].text = "7"
        misread[last].box.width /= 4
        misread[last].confidence = 0.3
        let closed = try LineGaps(engine: engine, picture: line, components: ink).closed(misread, within: .seconds(20))
        #expect(closed.map(\.text) == all.map(\.text))
        #expect(closed[last].confidence <= 0.9)
        #expect(abs(closed[last].box.maxX - all[last].box.maxX) <= 3 && closed[last].box.x == all[last].box.x)
        #expect(closed[last - 1].box == all[last - 1].box)
    }

    @Test func aWeakEndGivesWayOnlyToASureReadingBehindTheSameWord() {
        let old = [Self.word("24,", x: 0), Self.word("7", 0.3, x: 80)]
        #expect(LineGaps.replacesEnd(old, [Self.word("24,", x: 0), Self.word("2026", x: 80)]))
        #expect(!LineGaps.replacesEnd(old, [Self.word("24,", x: 0), Self.word("2026", 0.7, x: 80)]))
        #expect(!LineGaps.replacesEnd(old, [Self.word("21,", x: 0), Self.word("2026", x: 80)]))
        #expect(!LineGaps.replacesEnd(old, [Self.word("24,", x: 0)]))
    }

    @Test func onlyWhatGoesOnWhereTheWordBrokeOffCounts() {
        let old = [Self.word("20", x: 0)]
        #expect(LineGaps.completes(old, [Self.word("2024", x: 0)]))
        #expect(!LineGaps.completes(old, [Self.word("2024", 0.6, x: 0)]))
        #expect(!LineGaps.completes(old, [Self.word("1924", x: 0)]))
        #expect(!LineGaps.completes(old, [Self.word("20", x: 0)]))
        let pair = [Self.word("Octob", x: 0), Self.word("2023", x: 200)]
        #expect(
            LineGaps.completes(pair, [Self.word("October", x: 0), Self.word("4,", x: 150), Self.word("2023", x: 200)]))
        #expect(!LineGaps.completes(pair, [Self.word("October", x: 0), Self.word("4,", x: 150)]))
    }

    /// In small type, its figures ten pixels high, in a frame.
    @Test func aStampThatLeansIsReadLevel() throws {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let images = try Pictures.images(of: Pictures.file("stamp.png"))
        let words = try engine.words(
            in: GreyPicture(images.binary), as: .automatic, dpi: 200, within: .seconds(20)
        ).words
        let improved = try PatchReader(engine: engine, images: images, dpi: 200).improved(
            words, components: Pictures.ink(of: images.binary).components(), within: .seconds(20))
        let stamp = improved.filter { $0.slant != nil }
        #expect(
            stamp.map(\.text).joined(separator: " ")
                == "Received for Record Fayette County, KY May 26, 2007 1:34 P.M. Reception No. 2007-5534281 Fee: $27.00 Pages: 4"
        )
        let number = try #require(stamp.first { $0.text == "2007-5534281" }?.box)
        #expect(abs(number.midX - 757) < 6 && abs(number.midY - 136) < 6)
    }

    @Test func aPatchIsReadInPlaceOfTheWordsThatLayInIt() {
        let words = [
            Self.word("PREPARED", x: 0, y: 100, line: 0), Self.word("keeruary", x: 400, y: 100, line: 0),
            Self.word("Susan", x: 0, y: 150, line: 1),
        ]
        let stamp = [Self.word("February", x: 400, y: 95, line: 0), Self.word("No.", x: 400, y: 140, line: 1)]
        let replaced = PatchReader.replaced(words, in: Box(x: 390, y: 80, width: 300, height: 120), by: stamp)
        #expect(replaced.map(\.text) == ["February", "No.", "PREPARED", "Susan"])
        #expect(replaced.map(\.line) == [0, 1, 2, 3])
    }
}
