import Imaging
import Model
import Testing

@testable import Recognize

/// Words are read again from their own pictures.
@Suite struct SecondReadingTests {
    @Test func stopsAtTheFirstReadingThatIsEnough() throws {
        let (recognizer, page, word) = try Self.maddox()
        let limit = Duration.seconds(60)
        #expect(
            try recognizer.readAgain(
                Rereading.Subject(word: word), on: page, until: { !$0.alone.isEmpty }, within: limit
            )
            .alone == ["MADDOX"])
        #expect(
            try recognizer.readAgain(Rereading.Subject(word: word), on: page, until: { _ in false }, within: limit)
                .alone.count == 4)
        #expect(
            try recognizer.readAgain(Rereading.Subject(word: word), on: page, until: { _ in false }, within: .zero).all
                .isEmpty)
    }

    /// By the other recognizer, before any model; plain words by nothing where what is known of them is enough.
    @Test func asksTheOtherRecognizerFirst() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try Pictures.file("lines.png").grey()
        let words = try recognizer.read(page, textHeight: 18).words
        let readings = try words.map { word in
            try recognizer.readAgain(
                Rereading.Subject(word: word), on: page, until: { _ in true }, within: .seconds(60))
        }
        #expect(readings.allSatisfy { $0.alone.isEmpty })
        let alike = zip(words, readings).count { word, reading in word.text == reading.other?.text }
        #expect(alike * 10 > words.count * 9)
        let plain = try recognizer.readAgain(
            Rereading.Subject(word: words[0], isPlain: true), on: page, until: { _ in true }, within: .seconds(60))
        #expect(plain.isEmpty)
    }

    @Test func goesWithoutTheOtherRecognizerWhereTheSettingsHaveNone() throws {
        var settings = RecognizeSettings()
        settings.secondRecognizer = ""
        let recognizer = try Recognizer(settings: settings)
        #expect(try recognizer.models().map(\.name) == ["Latin", "eng", "ocrb"])
        let (_, page, word) = try Self.maddox()
        let reading = try recognizer.readAgain(
            Rereading.Subject(word: word), on: page, until: { _ in false }, within: .seconds(60))
        #expect(reading.other == nil && reading.alone.count == 4)
    }

    /// One of two words of which the page's reading was unsure is another.
    @Test func aWeakWordThatBothRecognizersReadAlikeIsPutRight() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try Pictures.file("lines.png").grey()
        let words = try recognizer.read(page, textHeight: 18).words
        let weak = words.filter { ["conveys", "dollars"].contains($0.text) }.map { word in
            ReadWord(
                text: word.text == "conveys" ? "conuegs" : word.text, confidence: 0.3, box: word.box, line: word.line,
                block: word.block, isKnown: false)
        }
        #expect(weak.count >= 2)
        let lineEngine = try #require(recognizer.lineEngine)
        let weakWords = WeakWords(
            engine: recognizer.text, lineEngine: lineEngine, dictionary: try #require(recognizer.secondText),
            picture: page)
        let improved = try weakWords.improved(weak, within: .seconds(60))
        #expect(improved.map(\.text).contains("conveys") && !improved.map(\.text).contains("conuegs"))
        #expect(improved.allSatisfy { $0.confidence == 0.9 })
        // A word of which nothing is left to doubt, and one that its ink contradicts.
        let sure = weak.map { word in
            var word = word
            word.text = "conuegs"
            word.isContradicted = word.box == weak[0].box
            word.confidence = word.isContradicted ? 0.3 : 0.95
            return word
        }
        #expect(try weakWords.improved(sure, within: .seconds(60)).allSatisfy { $0.text == "conuegs" })
        let strange = weak.map { word in
            var word = word
            word.box = Box(x: 2, y: 2, width: 40, height: 12)
            return word
        }
        #expect(try weakWords.improved(strange, within: .seconds(60)).map(\.text) == weak.map(\.text))
    }

    /// A word's box may cut its first or last letter, which misleads every picture of the word alone.
    @Test(arguments: [("lend", "land"), ("lane", "lane"), ("sand", "sand")])
    func aWeakWordOfWhichTheEdgeAloneIsReadOtherwiseIsLeftAsItIs(text: String, improved: String) throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try Pictures.file("lines.png").grey()
        let word = try #require(try recognizer.read(page, textHeight: 18).words.first { $0.text == "land" })
        let weak = ReadWord(
            text: text, confidence: 0.3, box: word.box, line: word.line, block: word.block, isKnown: false)
        let weakWords = WeakWords(
            engine: recognizer.text, lineEngine: try #require(recognizer.lineEngine),
            dictionary: try #require(recognizer.secondText), picture: page)
        let words = try weakWords.improved([weak], within: .seconds(60))
        #expect(words.map(\.text) == [improved])
        #expect(words.map(\.confidence) == [text == improved ? 0.3 : 0.9])
    }

    @Test func readsAWordInItsLineWhereItsOwnPicturesAreNotEnough() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try Pictures.file("lines.png").grey()
        let words = try recognizer.read(page, textHeight: 18).words
        let index = try #require(words.firstIndex { $0.text == "conveys" })
        let line = try #require(Box.around(words[(index - 1)...(index + 1)].map(\.box)))
        let subject = Rereading.Subject(word: words[index], neighbourhood: line)
        let settled = try recognizer.readAgain(subject, on: page, until: { _ in true }, within: .seconds(60))
        #expect(settled.amongNeighbours.isEmpty)
        let open = try recognizer.readAgain(subject, on: page, until: { _ in false }, within: .seconds(60))
        #expect(open.amongNeighbours == ["conveys", "conveys", "conveys"] && open.drawnOut.isEmpty)
    }

    @Test func readsLettersThatReachOutOfTheirBoxWhole() throws {
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let page = try Pictures.file("lines.png").grey()
        let words = try recognizer.read(page, textHeight: 18).words
        var word = try #require(words.first { $0.text == "dollars" })
        let lost = word.box.height * 2 / 5
        (word.box.y, word.box.height) = (word.box.y + lost, word.box.height - lost)
        let subject = Rereading.Subject(word: word, neighbourhood: word.box)
        let reading = try recognizer.readAgain(subject, on: page, until: { _ in false }, within: .seconds(60))
        #expect(reading.all.allSatisfy { $0 == word.text } && reading.all.count == 7)
    }

    /// Two names with less than a space between them.
    @Test func seesANarrowSpaceInAPictureDrawnOut() throws {
        let (recognizer, page, word) = try Self.maddox()
        let name = try page.cropped(to: word.box.inset(by: -3).intersection(page.bounds))
        let gap = word.box.height / 4
        let bytes = try GreyPicture(name)
        let rows = (0..<bytes.height).flatMap { row in
            let line = bytes.bytes[(row * bytes.width)..<((row + 1) * bytes.width)]
            return Array(line) + Array(repeating: 255, count: gap) + Array(line)
        }
        let both = try Image(width: 2 * bytes.width + gap, height: bytes.height, grey: rows)
        let subject = Rereading.Subject(
            word: Word(text: "MADDOXMADDOX", confidence: 0.9, box: both.bounds, line: 0), mayBeTwo: true)
        let reading = try recognizer.readAgain(subject, on: both, until: { _ in true }, within: .seconds(60))
        #expect(reading.drawnOut.count == 2 && reading.drawnOut.contains("MADDOX MADDOX"))
    }

    @Test func aSecondModelIsOnlyAskedWhereThereIsOne() throws {
        var settings = RecognizeSettings()
        settings.secondLanguages = ["Latin"]
        #expect(settings.allLanguages == ["Latin"] && !settings.hasSecondModel)
        settings.secondLanguages = []
        #expect(settings.allLanguages == ["Latin"] && !settings.hasSecondModel)
        let (recognizer, page, word) = try Self.maddox(settings)
        let readings = try recognizer.readAgain(
            Rereading.Subject(word: word), on: page, until: { _ in false }, within: .seconds(60))
        #expect(readings.alone.count == 3)
    }

    @Test(arguments: [-18.0, 18]) func turnsAWordThatLiesAskew(slant: Double) throws {
        let (recognizer, page, level) = try Self.maddox()
        let turned = try page.rotated(degrees: slant)
        let map = try #require(
            Transform.rotation(degrees: slant, width: page.width, height: page.height).transform.inverse)
        let middle = map.apply(Point(x: level.box.midX, y: level.box.midY))
        var word = level
        word.slant = slant
        word.box.x = Int(middle.x) - word.box.width / 2
        word.box.y = Int(middle.y) - word.box.height / 2
        let readings = try recognizer.readAgain(
            Rereading.Subject(word: word), on: turned, until: { $0.alone.last == "MADDOX" }, within: .seconds(60))
        #expect(readings.alone.last == "MADDOX")
        word.slant = nil
        #expect(
            try recognizer.readAgain(
                Rereading.Subject(word: word), on: turned, until: { $0.alone.last == "MADDOX" }, within: .seconds(60))
                != readings
        )
    }

    // A stamp's line that slants a little has boxes of twice its letters' height, into which its neighbours reach.
    @Test(arguments: [(24, 32), (40, 60)]) func closesInOnPrintThatFillsLittleOfItsBox(height: Int, left: Int) throws {
        let letters = stride(from: 10, to: 80, by: 16).map { Box(x: $0, y: 20 - height / 4, width: 9, height: height) }
        let above = Box(x: 12, y: 0, width: 30, height: 6)
        #expect(try Pictures.paper(width: 90, height: 60, black: letters).linesOfPrint.map(\.height) == [left])
        #expect(
            try Pictures.paper(width: 90, height: 60, black: letters + [above]).linesOfPrint.map(\.height) == [left])
    }

    // A box of `4805` that reaches over the line below it.
    @Test(arguments: [
        ("Forty-O0ne", "Forty-One"), ("Santibáñez-0Olivares", "Santibáñez-Olivares"), ("N0O8-28", "N0O8-28"),
        ("0OX1", "0OX1"), ("Ocean", "Ocean"),
    ])
    func anOThatWasReadTwiceIsOne(read: String, text: String) {
        #expect(TextEngine.withOneO(read) == text)
    }

    @Test(arguments: [("|.", "I."), ("|.,", "I.,"), ("|", "|"), ("|.5", "|.5"), ("I.", "I.")])
    func aStrokeWithAStopIsAnInitial(read: String, text: String) {
        #expect(TextEngine.withInitial(read) == text)
    }

    @Test func aBoxOverTwoLinesIsReadLineByLine() throws {
        let first = (0..<4).map { Box(x: 8 + 20 * $0, y: 6, width: 14, height: 24) }
        let second = first.map { $0.moved(by: 0, 40) }
        let heights = try Pictures.paper(width: 96, height: 78, black: first + second).linesOfPrint.map(\.height)
        #expect(heights == [32, 32])
        let ring = Box(x: 10, y: 6, width: 10, height: 8)
        let letters = first.map { $0.moved(by: 0, 12) }
        #expect(try Pictures.paper(width: 96, height: 48, black: letters + [ring]).linesOfPrint.count == 1)
    }

    @Test func doesNotReadTheWallOfACell() throws {
        let wall = Box(x: 34, y: 0, width: 3, height: 120)
        let page = try Pictures.paper(width: 300, height: 120, black: [wall])
        let word = Word(text: "SEVEN", confidence: 0.9, box: Box(x: 38, y: 40, width: 100, height: 32), line: 0)
        let darkest = { (rules: [Rule]) in
            try SecondReading.cut(word, from: page, without: rules)?.greyBytes().min()
        }
        #expect(try darkest([]) == 0)
        #expect(try darkest([Rule(box: wall, isHorizontal: false)]) ?? 0 > 200)
    }

    // An accent over a capital that was not read stands outside of the word's box.
    @Test(arguments: [("NOEMIE", 12), ("Noemie", 6), ("A-12", 6)]) func looksHigherAboveCapitals(
        text: String, above: Int
    ) throws {
        let page = try Pictures.paper(width: 300, height: 120, black: [])
        let word = Word(text: text, confidence: 0.9, box: Box(x: 40, y: 40, width: 100, height: 30), line: 0)
        let cut = try #require(try SecondReading.cut(word, from: page))
        #expect(cut.height == 30 + above + 6)
    }

    private static func maddox(
        _ settings: RecognizeSettings = RecognizeSettings()
    ) throws -> (Recognizer, page: Image, Word) {
        let recognizer = try Recognizer(settings: settings)
        let picture = try Pictures.file("captions.png")
        let word = try #require(recognizer.read(picture, textHeight: 20).words.first { $0.text == "MADDOX" })
        return (recognizer, try picture.grey(), word)
    }
}
