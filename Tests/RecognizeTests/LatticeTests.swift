import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

/// Two readers' lines made one.
@Suite struct LatticeTests {
    /// Characters 10 pixels wide, one behind the other.
    private static func characters(_ text: String, posterior: Double = 0.99) -> [LineCharacter] {
        text.enumerated().map { index, letter in
            LineCharacter(text: letter, posterior: posterior, place: Double(10 * index)...Double(10 * index + 9))
        }
    }

    private static func words(_ text: String, confidence: Double = 0.98) -> [ReadWord] {
        var words: [ReadWord] = []
        for (index, letter) in text.enumerated() {
            let box = Box(x: 10 * index, y: 0, width: 9, height: 20)
            let symbol = ReadSymbol(text: String(letter), confidence: confidence, box: box, alternatives: [])
            if letter == " " { continue }
            if index > 0, Array(text)[index - 1] != " ", var word = words.popLast() {
                word.text += String(letter)
                word.box = word.box.union(box)
                word.symbols.append(symbol)
                words.append(word)
            } else {
                words.append(
                    ReadWord(
                        text: String(letter), confidence: confidence, box: box, line: 3, block: 2, isKnown: false,
                        symbols: [symbol]))
            }
        }
        return words
    }

    private static func joined(_ words: [ReadWord], _ characters: [LineCharacter]) throws -> [ReadWord] {
        let box = Box(x: 0, y: 0, width: 10 * max(characters.count, 1), height: 20)
        let weights = try ReaderWeights.fitted()
        return LineLattice(words: words, characters: characters, box: box, weights: weights).readWords()
    }

    @Test func weightsThatComeWithRectoAreWhole() throws {
        let weights = try ReaderWeights.fitted()
        #expect(Set(weights.weights.keys) == Set(ReaderWeights.Figure.allCases))
        #expect(!weights.confusions.isEmpty && !weights.spaces.isEmpty)
        let found = weights.provenance
        // Of the places where one is right the lattice is at more than either reader.
        #expect(found.latticeIsRight > max(found.neuralIsRight, found.differing - found.neuralIsRight))
    }

    @Test func aSpaceThatOneReaderAloneSawIsKeptWithTheWordBeforeIt() throws {
        let words = try Self.joined(Self.words("Main St"), Self.characters("MainSt"))
        let places = words.flatMap { $0.readings[0].characters }
        #expect(places.joined() == "Main St")
        #expect(words.allSatisfy { $0.readings[0].characters.count == $0.readings[1].characters.count })
    }

    @Test func wordsThatBothReadAlikeAreSurerThanEither() throws {
        let words = try Self.joined(Self.words("John Doe"), Self.characters("John Doe", posterior: 0.9))
        #expect(words.map(\.text) == ["John", "Doe"])
        #expect(words.allSatisfy { $0.confidence > 0.95 && $0.line == 3 && $0.block == 2 })
        #expect(words.map(\.box) == [Box(x: 0, y: 0, width: 39, height: 20), Box(x: 50, y: 0, width: 29, height: 20)])
        #expect(words[0].readings.map(\.text) == ["John", "John"])
    }

    @Test(arguments: [
        // The surer one counts; a digit among digits, a letter among letters.
        ("Jchn", 0.8, "John", 0.99, "John"), ("123O5", 0.95, "12305", 0.9, "12305"),
        ("93309", 0.97, "933o9", 0.9, "93309"), ("M0RGAN", 0.95, "MORGAN", 0.9, "MORGAN"),
        // A diacritic that one model has no letter for.
        ("Jose", 0.97, "José", 0.97, "José"),
        // A space that the neural reader tends to lose.
        ("Main St", 0.97, "MainSt", 0.97, "Main St"),
    ])
    func whereTheyDifferTheLikelierCounts(
        first: String, sure: Double, second: String, surer: Double, text: String
    ) throws {
        var characters = Self.characters(second, posterior: surer)
        if second.count < first.count {
            for index in characters.indices where index >= 4 { characters[index] = characters[index].moved(by: 10) }
        }
        let words = try Self.joined(Self.words(first, confidence: sure), characters)
        #expect(words.map(\.text).joined(separator: " ") == text)
        #expect(Set(words.flatMap { $0.readings.map(\.reader) }) == [.tesseract, .neural])
        #expect(
            words.contains { $0.readings.count == 2 && $0.readings[0].text != $0.readings[1].text }
                || first.contains(" "))
    }

    @Test func aLineThatOneReaderAloneSawIsReadByItAlone() throws {
        let words = try Self.joined([], Self.characters("Doc 4711"))
        #expect(words.map(\.text) == ["Doc", "4711"])
        #expect(words.allSatisfy { $0.line == -1 && $0.readings.map(\.reader) == [.neural] })
        #expect(try Self.joined(Self.words("|"), []).allSatisfy { $0.readings[1].text.isEmpty })
    }

    @Test func readingsWithoutAnythingInCommonAreAlignedInBoundedSteps() {
        for (first, second) in [("", "abc"), ("abc", ""), ("aaaa", "bb"), ("a", "bbbbbbbb")] {
            let slots = LineAlignment.slots(Self.characters(first), Self.characters(second), height: 20)
            #expect(slots.compactMap(\.first) == Array(0..<first.count))
            #expect(slots.compactMap(\.second) == Array(0..<second.count))
        }
    }

    @Test func aLineThatTesseractDidNotSeeStandsBehindTheOneAbove() {
        func word(_ text: String, _ x: Int, _ y: Int, line: Int) -> ReadWord {
            ReadWord(
                text: text, confidence: 1, box: Box(x: x, y: y, width: 80, height: 20), line: line, block: line,
                isKnown: false)
        }
        let ordered = LatticeOrder.ordered(
            [[word("third", 0, 60, line: 1)], [word("second", 0, 30, line: -1)], [word("beside", 200, 0, line: -1)]],
            alone: [word("first", 0, 0, line: 0)])
        #expect(ordered.map(\.text) == ["first", "beside", "second", "third"])
        #expect(ordered.map(\.line) == [0, 1, 2, 3])
    }

    @Test func aStampThatRunsUpTheMarginIsReadBehindTheLinesBesideIt() {
        func word(_ text: String, _ box: Box, line: Int, slant: Double? = nil) -> ReadWord {
            var word = ReadWord(text: text, confidence: 1, box: box, line: line, block: line, isKnown: false)
            word.slant = slant
            return word
        }
        let text = (0..<3).map { word("level", Box(x: 0, y: 30 * $0, width: 400, height: 20), line: $0) }
        let stamp = word("stamp", Box(x: 420, y: 10, width: 20, height: 60), line: -1, slant: -90)
        let leaning = word("leaning", Box(x: 0, y: 90, width: 400, height: 30), line: -1, slant: 4)
        let ordered = LatticeOrder.ordered([[stamp], [leaning]] + text.map { [$0] }, alone: [])
        #expect(ordered.map(\.text) == ["level", "level", "level", "leaning", "stamp"])
        #expect(LatticeOrder.ordered([[stamp], [stamp]], alone: []).count == 2)
    }

    // MARK: - Counts

    @Test func eachLineIsReadOnceByEachReader() throws {
        let page = try Pictures.file("lines.png")
        var settings = RecognizeSettings()
        // Lines of a card that may be a zone's are read among its 37 characters, too.
        settings.machineReadableZone = false
        let recognizer = try Recognizer(settings: settings)
        let reader = try #require(recognizer.neuralReader)
        let lines = try TextDetector(folder: RecognizeSettings().neuralModelFolder).lines(in: page.grey())
        _ = try recognizer.read(page, textHeight: 18)
        #expect(recognizer.text.readings == 1)
        #expect(lines.count > 1 && reader.readings == lines.count)
    }

    @Test func aPageOfGrainIsReadAtMostAsOftenAsOneOfPrint() throws {
        // Grey levels without any order, of a fixed seed.
        var state: UInt64 = 1
        let grain = (0..<(1000 * 1300)).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        let recognizer = try Recognizer(settings: RecognizeSettings())
        let reader = try #require(recognizer.neuralReader)
        _ = try recognizer.read(Image(width: 1000, height: 1300, grey: grain), textHeight: 18)
        #expect(recognizer.text.readings <= 1 && reader.readings < 20)
    }

    @Test func asManyLinesAreReadAsTheBoundAllows() {
        func line(_ slant: Double, length: Int) -> DetectedLine {
            DetectedLine(
                box: Box(x: 0, y: 0, width: length, height: 20), middle: Point(x: 0, y: 0), length: Double(length),
                height: 20, slant: slant)
        }
        // A line of 1,000 pixels is 50 of its heights long, which makes two pieces.
        for (line, pieces) in [(line(0, length: 100), 1), (line(0, length: 1000), 2), (line(90, length: 1000), 4)] {
            let bounded = PageLattice.bounded(Array(repeating: line, count: 2000))
            #expect(bounded.count == PageLattice.mostPieces / pieces)
        }
        #expect(PageLattice.bounded([line(0, length: 100)]).count == 1)
    }

    // MARK: - Lines

    @Test(arguments: [0.0, 7, -7, 90, -90]) func printIsFoundAndReadAsItLies(slant: Double) throws {
        let page = try Pictures.file("lines.png").grey()
        let turned = slant == 0 ? page : try page.rotated(degrees: slant)
        let folder = RecognizeSettings().neuralModelFolder
        let lattice = PageLattice(
            detector: try TextDetector(folder: folder), reader: try NeuralReader(folder: folder),
            weights: try ReaderWeights.fitted(), picture: turned)
        let words = try lattice.joined([], erasing: [])
        #expect(words.contains { $0.text == "conveys" })
        #expect(words.allSatisfy { turned.bounds.inset(by: -40).intersection($0.box) == $0.box })
        guard slant != 0 else { return }
        let slants = words.compactMap(\.slant).map { ($0 + 360).truncatingRemainder(dividingBy: 360) }
        #expect(
            slants.count { abs($0 - (slant + 360).truncatingRemainder(dividingBy: 360)) < 2 } * 10 > words.count * 8)
    }

    /// As a page is that curls: its middle lies lower than its sides.
    @Test func printOnABentLineIsReadAlongIt() throws {
        let page = try Pictures.file("lines.png").grey()
        let (depth, step) = (60.0, 8)
        let shifts = (0...page.width / step + 1).map { column in
            let place = 2 * Double(column * step) / Double(page.width) - 1
            return depth * place * place
        }
        let bent = try page.displaced(
            by: Displacement(step: Double(step), columns: shifts.count, rows: 1, shifts: shifts))
        let folder = RecognizeSettings().neuralModelFolder
        let (detector, reader) = (try TextDetector(folder: folder), try NeuralReader(folder: folder))
        #expect(try detector.lines(in: bent).contains { $0.course != nil })
        #expect(try detector.lines(in: page).allSatisfy { $0.course == nil })
        func texts(_ picture: Image) throws -> [String] {
            try PageLattice(
                detector: detector, reader: reader, weights: try ReaderWeights.fitted(), picture: picture
            ).joined([], erasing: []).map(\.text)
        }
        let (level, along) = (try texts(page), try texts(bent))
        #expect(Set(level).intersection(along).count * 10 >= Set(level).count * 9)
    }

    @Test func longLinesAreCutInTheirWidestGaps() {
        // Letters of 8 columns with 2 between them, and a gap of 30 from column 800 on.
        let width = 2000
        let row = (0..<width).map { (800..<830).contains($0) || $0 % 10 >= 8 ? UInt8(255) : 0 }
        let line = GreyPicture(bytes: row + row, width: width, height: 2)
        let ranges = LinePieces.ranges(of: line, mostWidth: 1200)
        #expect(ranges == [0..<814, 814..<2000] || ranges == [0..<815, 815..<2000])
        #expect(LinePieces.ranges(of: line, mostWidth: 2000) == [0..<2000])
        let black = GreyPicture(bytes: Array(repeating: 0, count: 10_000), width: 10_000, height: 1)
        #expect(LinePieces.ranges(of: black, mostWidth: 1200).allSatisfy { 0 < $0.count && $0.count <= 1200 })
    }

    @Test func aComponentsSpreadTellsItsSlant() throws {
        let stroke = Pictures.stroke(from: Point(x: 20, y: 20), to: Point(x: 220, y: 60), thickness: 8)
        let ink = try Pictures.ink(of: Pictures.paper(width: 260, height: 100, black: stroke))
        let shape = try #require(ink.components().first).moments.rectangle
        #expect(abs(shape.slant - 11.3) < 0.5 && abs(shape.length - 208) < 12 && shape.height < 14)
        #expect(abs(shape.middle.x - 124) < 2 && abs(shape.middle.y - 44) < 2)
    }
}
