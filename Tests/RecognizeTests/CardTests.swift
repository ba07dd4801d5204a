import Imaging
import Model
import Testing

@testable import Recognize

/// Cards: light print on dark bands, and large words across everything.
@Suite struct CardTests {
    /// A card-sized picture, 8 bits, with another one put into it, each level changed.
    private static func card(
        _ part: Image, at place: (x: Int, y: Int), ground: Box? = nil, level: (UInt8) -> UInt8
    ) throws -> Image {
        let (width, height) = (1000, 630)
        var bytes = [UInt8](repeating: 240, count: width * height)
        if let ground {
            for row in ground.y..<ground.maxY {
                for column in ground.x..<ground.maxX { bytes[row * width + column] = 70 }
            }
        }
        let levels = try part.greyBytes()
        for row in 0..<part.height where place.y + row < height {
            for column in 0..<part.width where place.x + column < width {
                bytes[(place.y + row) * width + place.x + column] = level(levels[row * part.width + column])
            }
        }
        return try Image(width: width, height: height, grey: bytes)
    }

    @Test func readsLightPrintOnADarkBand() throws {
        let text = try Pictures.file("lines.png")
        let band = Box(x: 0, y: 0, width: 1000, height: 240)
        let image = try Self.card(text, at: (40, 10), ground: band) { UInt8(70 + (255 - Int($0)) * 185 / 255) }
        let page = try Recognizer(settings: RecognizeSettings()).read(image, textHeight: 18)
        #expect(page.text.contains("grantor conveys the land"))
    }

    @Test func readsAWordPrintedSlantingAcrossTheCard() throws {
        let card = try Pictures.file("overprint.png")
        #expect(try Self.overprints(on: card).contains { $0.text == "SPECIMEN" && $0.box == card.bounds })
    }

    @Test func readsAnOverprintInShade() throws {
        let card = try Pictures.file("overprint.png")
        let levels = try card.greyBytes().enumerated().map { index, level in
            UInt8(Int(level) * (240 - 160 * (index % card.width) / card.width) / 255)
        }
        let shaded = try Image(width: card.width, height: card.height, grey: levels)
        #expect(try Self.overprints(on: shaded).contains { $0.text == "SPECIMEN" })
    }

    @Test func takesACardsOwnPrintForNoOverprint() throws {
        let card = try Self.card(Pictures.file("lines.png"), at: (40, 200)) { $0 }
        #expect(try Self.overprints(on: card).isEmpty)
    }

    @Test func seesWhatIsPrintedAcrossASymbolBetweenItsModules() throws {
        let bars = (0..<20).map { Box(x: 20 + 16 * $0, y: 20, width: $0.isMultiple(of: 3) ? 12 : 6, height: 100) }
        let symbol = Box(x: 16, y: 16, width: 328, height: 108)
        var levels = try Pictures.paper(width: 360, height: 140, black: bars).greyBytes()
        // A pale stroke across.
        for y in 60..<80 {
            for x in 0..<360 where levels[y * 360 + x] == 255 { levels[y * 360 + x] = 170 }
        }
        let card = try Image(width: 360, height: 140, grey: levels)
        let rest = try GreyPicture(OverprintReader.withoutModules(card, in: [symbol], dpi: 300))
        let stroke = Box(x: 16, y: 60, width: 328, height: 20)
        #expect(rest.histogram(in: stroke, step: 1)[170] == stroke.area)
        #expect(rest.histogram(in: Box(x: 16, y: 30, width: 328, height: 20), step: 1)[255] == 328 * 20)
    }

    @Test func readsAWordPrintedAcrossASymbolOfFineSoftModules() throws {
        let card = try Pictures.file("overprint.png")
        var seed: UInt32 = 5
        func isDark() -> Bool {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return seed >> 31 == 1
        }
        let (across, down) = (card.width / 5 + 1, card.height / 10 + 1)
        let modules = (0..<across * down).map { _ in isDark() }
        let levels = try card.greyBytes().enumerated().map { index, level in
            modules[index / card.width / 10 * across + index % card.width / 5] ? min(level, 30) : level
        }
        let symbol = try Image(width: card.width, height: card.height, grey: levels).boxBlurred(radius: 1)
        #expect(try Self.overprints(on: symbol, barcodes: [card.bounds]).contains { $0.text == "SPECIMEN" })
    }

    /// A scan in grey: ink across a symbol lightens its black and darkens its white, without a colour.
    @Test func seesWhatIsNeitherASymbolsBlackNorItsWhite() throws {
        let bars = (0..<20).map { Box(x: 20 + 16 * $0, y: 20, width: $0.isMultiple(of: 3) ? 12 : 6, height: 100) }
        var levels = try Pictures.paper(width: 360, height: 140, black: bars).greyBytes()
        let stroke = Box(x: 16, y: 60, width: 328, height: 20)
        for y in stroke.y..<stroke.maxY {
            for x in 0..<360 { levels[y * 360 + x] = levels[y * 360 + x] > 127 ? 165 : 80 }
        }
        let card = try Image(width: 360, height: 140, grey: levels)
        let between = try GreyPicture(OverprintReader.betweenLevels(card, dpi: 300))
        #expect(between.histogram(in: stroke, step: 1)[0] * 100 > 98 * stroke.area)
        #expect(between.histogram(in: Box(x: 30, y: 25, width: 300, height: 30), step: 1)[255] == 300 * 30)
    }

    private static func overprints(on card: Image, barcodes: [Box] = []) throws -> [Word] {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        return try OverprintReader(engine: engine).words(on: card, dpi: 300, barcodes: barcodes, within: .seconds(600))
    }
}
