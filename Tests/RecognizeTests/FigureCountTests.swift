import Imaging
import Model
import Testing

@testable import Recognize

/// Numbers held against their ink.
@Suite struct FigureCountTests {
    /// A word over blocks that no engine reads as figures.
    ///
    /// - Parameters:
    ///   - last: width of the last block.
    ///   - late: how far behind the first block's left side the word's box begins.
    private static func checked(_ text: String, patches: Int, last: Int = 18, late: Int = 0) throws -> ReadWord {
        let height = 30
        let ink = (0..<patches).map {
            Box(x: 20 + 24 * $0, y: 20, width: $0 == patches - 1 ? last : 18, height: height)
        }
        let image = try Pictures.paper(width: 400, height: 80, black: ink)
        let word = ReadWord(
            text: text, confidence: 0.96, box: Box(x: 20 + late, y: 20, width: 24 * patches - late, height: height),
            line: 0,
            block: 0, isKnown: false)
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let components = try Pictures.ink(of: image).components()
        return try FigureCount(engine: engine, picture: image, components: components)
            .checked([word], within: .seconds(20))[0]
    }

    // In a face with hairlines, a 5 is a bar over a bow.
    @Test func figuresThatFellApartAreNotDoubted() throws {
        let whole = [0, 1, 3].map { Box(x: 20 + 24 * $0, y: 20, width: 18, height: 30) }
        let parts = [Box(x: 68, y: 20, width: 16, height: 4), Box(x: 68, y: 36, width: 18, height: 14)]
        func confidence(_ ink: [Box]) throws -> Double {
            let image = try Pictures.paper(width: 400, height: 80, black: ink)
            let word = ReadWord(
                text: "2357", confidence: 0.96, box: Box(x: 20, y: 20, width: 90, height: 30), line: 0, block: 0,
                isKnown: false)
            let components = try Pictures.ink(of: image).components()
            return try FigureCount(
                engine: TextEngine(languages: ["Latin"], folder: ""), picture: image, components: components
            )
            .checked([word], within: .seconds(20))[0].confidence
        }
        #expect(try confidence(whole + parts) == 0.96)
        #expect(try confidence(whole) < 0.5)
    }

    /// A 9 whose left side goes on below its bowl, and a 6 whose right side goes on above it, are a 0 with a dot in it.
    @Test(arguments: [("29", 30, 30, true), ("29", 16, 30, false), ("26", 30, 30, true), ("26", 30, 16, false)])
    func aNumberWithANineOrASixThatIsClosedOnBothSidesIsContradicted(
        text: String, left: Int, right: Int, isContradicted: Bool
    ) throws {
        let first = Box(x: 20, y: 20, width: 18, height: 30)
        // Its left side from the top, its right side from the bottom.
        let figure = [
            Box(x: 44, y: 20, width: 18, height: 4), Box(x: 44, y: 46, width: 18, height: 4),
            Box(x: 44, y: 20, width: 4, height: left), Box(x: 58, y: 50 - right, width: 4, height: right),
        ]
        let image = try Pictures.paper(width: 400, height: 80, black: [first] + figure)
        let word = ReadWord(
            text: text, confidence: 0.96, box: Box(x: 20, y: 20, width: 42, height: 30), line: 0, block: 0,
            isKnown: false
        )
        let components = try Pictures.ink(of: image).components()
        let checked = try FigureCount(
            engine: TextEngine(languages: ["Latin"], folder: ""), picture: image, components: components
        ).checked([word], within: .seconds(20))[0]
        #expect(checked.isContradicted == isContradicted)
    }

    @Test func aNumberWithMoreFiguresThanPatchesIsDoubted() throws {
        #expect(try Self.checked("54133", patches: 4).confidence < 0.5)
    }

    /// The engine's box began in the middle of the first figure of a year.
    @Test func aNumberThatReachesOutOfItsBoxIsNotDoubted() throws {
        #expect(try Self.checked("2033", patches: 4, late: 11).confidence == 0.96)
        #expect(try Self.checked("54133", patches: 4, late: 11).confidence < 0.5)
    }

    // `198J`, whose J reaches below the line: the 9 kept its right stroke alone.
    @Test func aStrokeOfANineIsNoClosedFigure() throws {
        let ink = [
            Box(x: 20, y: 20, width: 8, height: 30), Box(x: 50, y: 20, width: 8, height: 30),
            Box(x: 68, y: 20, width: 18, height: 30), Box(x: 92, y: 20, width: 12, height: 38),
        ]
        let image = try Pictures.paper(width: 400, height: 80, black: ink)
        let word = ReadWord(
            text: "198J", confidence: 0.96, box: Box(x: 20, y: 18, width: 84, height: 40), line: 0, block: 0,
            isKnown: false)
        let checked = try FigureCount(
            engine: TextEngine(languages: ["Latin"], folder: ""), picture: image,
            components: Pictures.ink(of: image).components()
        ).checked([word], within: .seconds(20))[0]
        #expect(!checked.isContradicted)
    }

    /// A recorder's stamp slants, and the engine's box is as high as one of its figures.
    @Test(arguments: [("5133777", 7, false), ("54133777", 7, true)])
    func aSlantingNumberIsCountedAlongItsLine(text: String, patches: Int, isDoubted: Bool) throws {
        let ink = (0..<patches).map { Box(x: 20 + 24 * $0, y: 40 - 5 * $0, width: 18, height: 30) }
        let image = try Pictures.paper(width: 400, height: 100, black: ink)
        let word = ReadWord(
            text: text, confidence: 0.96, box: Box(x: 20, y: 25, width: 24 * patches - 6, height: 30), line: 0,
            block: 0,
            isKnown: false)
        let checked = try FigureCount(
            engine: TextEngine(languages: ["Latin"], folder: ""), picture: image,
            components: Pictures.ink(of: image).components()
        ).checked([word], within: .seconds(20))[0]
        #expect(checked.isContradicted == isDoubted)
    }

    /// Black and white kept the bowl of a 6 and lost its stem.
    @Test func aFigureOfWhichTheBowlAloneIsAPatchIsSeenWhole() throws {
        let ink = [
            Box(x: 20, y: 20, width: 18, height: 30),
            Box(x: 44, y: 32, width: 18, height: 4), Box(x: 44, y: 46, width: 18, height: 4),
            Box(x: 44, y: 32, width: 4, height: 18), Box(x: 58, y: 32, width: 4, height: 18),
        ]
        let image = try Pictures.paper(width: 400, height: 80, black: ink)
        let components = try Pictures.ink(of: image).components()
        var levels = try image.greyBytes()
        for y in 20..<32 { for x in 44..<48 { levels[y * 400 + x] = 120 } }
        let word = ReadWord(
            text: "26", confidence: 0.96, box: Box(x: 20, y: 20, width: 42, height: 30), line: 0, block: 0,
            isKnown: false)
        let checked = try FigureCount(
            engine: TextEngine(languages: ["Latin"], folder: ""),
            picture: Image(width: 400, height: 80, grey: levels), components: components
        ).checked([word], within: .seconds(20))[0]
        #expect(!checked.isContradicted)
    }

    // `720O`, with the letter.
    @Test func aNumberWithAZeroWiderThanItsOtherFiguresIsDoubted() throws {
        #expect(try Self.checked("7280", patches: 4, last: 24).confidence < 0.5)
        #expect(try Self.checked("7280", patches: 4).confidence == 0.96)
        #expect(try Self.checked("7284", patches: 4, last: 24).confidence == 0.96)
    }

    // `CI849535`, with the letter; a number of figures alone has none.
    @Test func aBarThatWasReadAsAOneAmongLettersIsDoubted() throws {
        #expect(try Self.checked("C849531", patches: 7, last: 6).confidence < 0.5)
        #expect(try Self.checked("3849531", patches: 7, last: 6).confidence == 0.96)
        #expect(try Self.checked("C849531", patches: 7).confidence == 0.96)
    }

    @Test func aNumberWithAPatchForEachFigureIsAsSureAsItWas() throws {
        #expect(try Self.checked("5133", patches: 4).confidence == 0.96)
        #expect(try Self.checked("5,133.", patches: 4).confidence == 0.96)
    }

    @Test func aDateOrADecimalIsNotDoubtedForAWideZero() throws {
        #expect(try Self.checked("0.3580", patches: 5, last: 24).confidence == 0.96)
        #expect(try Self.checked("23.10.2025", patches: 8, last: 18).confidence == 0.96)
        #expect(try Self.checked("23.12.2570", patches: 8, last: 24).confidence == 0.96)
    }

    /// A pale line of the ground joins two figures in black and white.
    @Test func figuresThatAPaleLineJoinsAreNotDoubted() throws {
        let ink = (0..<4).map { Box(x: 20 + 24 * $0, y: 20, width: 18, height: 30) }
        let image = try Pictures.paper(width: 400, height: 80, black: ink)
        var levels = try image.greyBytes()
        for x in 20..<116 where levels[35 * 400 + x] == 255 { levels[35 * 400 + x] = 190 }
        let grey = try Image(width: 400, height: 80, grey: levels)
        // As a threshold leaves it: the first figure has lost itself in the line.
        let components = ink.dropFirst().map { InkComponent(box: $0, ink: $0.area, runs: $0.height) }
        let word = ReadWord(
            text: "5133", confidence: 0.96, box: Box(x: 20, y: 20, width: 90, height: 30), line: 0, block: 0,
            isKnown: false)
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        let counts = FigureCount(engine: engine, picture: grey, components: Array(components))
        #expect(try counts.checked([word], within: .seconds(20))[0].confidence == 0.96)
    }
}
