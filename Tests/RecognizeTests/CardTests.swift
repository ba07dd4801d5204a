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
        let areas = LightOnDark(picture: try GreyPicture(image), dpi: 300).areas()
        #expect(areas.count == 1 && areas.first?.ground == 70)
        let page = try Recognizer(settings: RecognizeSettings()).read(image, textHeight: 18)
        #expect(page.text.contains("grantor conveys the land"))
    }

    @Test func leavesDarkPrintOnLightAlone() throws {
        let image = try Self.card(Pictures.file("lines.png"), at: (40, 200)) { $0 }
        #expect(LightOnDark(picture: try GreyPicture(image), dpi: 300).areas().isEmpty)
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

    private static func overprints(on card: Image) throws -> [Word] {
        let engine = try TextEngine(languages: ["Latin"], folder: "")
        return try OverprintReader(engine: engine).words(on: card, dpi: 300, within: .seconds(600))
    }
}
