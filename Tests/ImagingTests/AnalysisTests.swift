import Imaging
import Model
import Testing

@Suite struct AnalysisTests {
    @Test func findsInkByItsColour() throws {
        let paperBlackGreyRedPink: [UInt8] = [250, 250, 250, 10, 10, 10, 128, 128, 128, 200, 20, 20, 230, 210, 210]
        let ink = try #require(try Image(width: 5, height: 1, rgb: paperBlackGreyRedPink).colouredInk())
        #expect(try ink.greyBytes() == [255, 255, 255, 0, 195])
        #expect(try Image(width: 1, height: 1, grey: [90]).colouredInk() == nil)
    }

    @Test func partsInkFromPaper() throws {
        let grey = (0..<10_000).map { index -> UInt8 in
            let level: Int = index % 10 == 0 ? 70 + index % 7 : 180 + index % 11
            return UInt8(level)
        }
        let (image, level) = try Image(width: 100, height: 100, grey: grey).otsuBinarized()
        #expect((77...180).contains(level))
        #expect(image.inkCount() == 1000)
    }

    @Test func dividesShadowOut() throws {
        // Paper from 240 down to 110, print at a fifth of it.
        var grey = [UInt8](repeating: 0, count: 400 * 300)
        for index in grey.indices {
            let (x, y) = (index % 400, index / 400)
            let paper = 240 - 130 * x / 400
            grey[index] = UInt8(y % 20 < 3 && x % 9 < 6 ? paper / 5 : paper)
        }
        let normalised = try Image(width: 400, height: 300, grey: grey).backgroundNormalised().greyBytes()
        let paper = (20..<380).map { Int(normalised[10 * 400 + $0]) }
        #expect((paper.min() ?? 0) > Image.paperLevel - 25 && (paper.max() ?? 0) < Image.paperLevel + 25)
    }

    @Test func palePrintBecomesAsDarkAsAny() throws {
        // Strokes of full darkness on the left, of half of it on the right, and nothing but the paper's grain below.
        var grey = [UInt8](repeating: 225, count: 800 * 600)
        for index in grey.indices {
            let (x, y) = (index % 800, index / 800)
            if y < 300, y % 30 < 6 { grey[index] = x < 400 ? 45 : 135 } else { grey[index] -= UInt8(index % 7) }
        }
        let even = try Image(width: 800, height: 600, grey: grey).inkEvened().greyBytes()
        let (dark, pale, paper) = (even[123 * 800 + 100], even[123 * 800 + 700], even[500 * 800 + 400])
        #expect(dark < 90 && pale < 90)
        #expect(paper > 215)
    }

    @Test func sauvolaFollowsTheLight() throws {
        var grey = [UInt8](repeating: 0, count: 300 * 300)
        for index in grey.indices {
            let paper = 60 + 180 * (index % 300) / 300
            grey[index] = UInt8(index / 300 % 30 < 4 ? paper / 5 : paper)
        }
        let binary = try Image(width: 300, height: 300, grey: grey).sauvolaBinarized(window: 15)
        #expect(binary.inkRatio(in: Box(x: 40, y: 61, width: 220, height: 2)) > 0.95)
        #expect(binary.inkRatio(in: Box(x: 40, y: 70, width: 220, height: 10)) < 0.05)
    }

    @Test func findsComponentsAndInk() throws {
        let image = try Pictures.rectangle(width: 50, height: 40, Box(x: 10, y: 5, width: 7, height: 9))
            .thresholded(at: 128)
        #expect(try image.connectedComponents() == [Box(x: 10, y: 5, width: 7, height: 9)])
        #expect(image.inkRatio(in: Box(x: 10, y: 5, width: 14, height: 9)) == 0.5)
        #expect(image.inkRatio(in: Box(x: 60, y: 5, width: 14, height: 9)) == 0)
        #expect(try image.rowInk().prefix(7) == [0, 0, 0, 0, 0, 7, 7])
        #expect(try image.columnInk()[10] == 9)
    }

    @Test func findsRulesThroughBreaksAndLeavesLettersOut() throws {
        var bytes = [UInt8](repeating: 255, count: 600 * 400)
        func fill(_ box: Box) {
            for y in box.y..<box.maxY { for x in box.x..<box.maxX { bytes[y * 600 + x] = 0 } }
        }
        fill(Box(x: 50, y: 100, width: 240, height: 3))
        fill(Box(x: 294, y: 101, width: 206, height: 3))
        fill(Box(x: 520, y: 40, width: 3, height: 300))
        for x in stride(from: 60, to: 480, by: 14) { fill(Box(x: x, y: 200, width: 9, height: 14)) }
        let rules = try Image(width: 600, height: 400, grey: bytes).thresholded(at: 128)
            .rules(minLength: 100, maxThickness: 8)
        #expect(rules.count == 2)
        let across = try #require(rules.first { $0.isHorizontal })
        #expect(abs(across.box.x - 50) <= 3 && abs(across.box.maxX - 500) <= 3 && across.box.height <= 6)
        let down = try #require(rules.first { !$0.isHorizontal })
        #expect(abs(down.box.y - 40) <= 3 && abs(down.box.maxY - 340) <= 3)
    }

    @Test func stacksPictures() throws {
        let a = try Pictures.gradient(width: 10, height: 4)
        let b = try Pictures.gradient(width: 6, height: 5)
        let stack = try Image.stacked([a, b], gap: 2)
        #expect(stack.width == 14 && stack.height == 15)
        #expect(try stack.cropped(to: Box(x: 2, y: 8, width: 6, height: 5)).greyBytes() == b.greyBytes())
        #expect(throws: ImageError.self) { try Image.stacked([], gap: 2) }
    }

    @Test func blursWithoutShiftingLight() throws {
        let image = try Pictures.rectangle(width: 60, height: 60, Box(x: 25, y: 25, width: 10, height: 10))
        let blurred = try image.blurred(sigma: 3)
        let spot = try GeometryTests.spot(blurred)
        #expect(abs(spot.x - 30) < 0.1 && abs(spot.y - 30) < 0.1)
        #expect(try blurred.greyBytes()[30 * 60 + 30] > 0)
    }

    @Test func namesItsLibraries() {
        #expect(LibraryVersions.leptonica.first?.isNumber == true)
        #expect(LibraryVersions.libpng.hasPrefix("1."))
        #expect(LibraryVersions.libheif.hasPrefix("1."))
    }
}

@Suite struct SpeckTests {
    @Test func dropsSpecksAndKeepsWhatIsLargerInEitherDirection() throws {
        var bytes = [UInt8](repeating: 255, count: 100 * 100)
        func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
            for row in y..<(y + height) { for column in x..<(x + width) { bytes[row * 100 + column] = 0 } }
        }
        fill(10, 10, 4, 4)
        fill(30, 10, 1, 1)
        fill(50, 10, 5, 1)
        fill(70, 10, 1, 5)
        // A frame with a speck in its corner, whose box has the frame's pixels too.
        fill(10, 40, 30, 1)
        fill(10, 40, 1, 30)
        fill(12, 42, 2, 2)
        let cleaned = try Image(width: 100, height: 100, grey: bytes).thresholded(at: 128).withoutSpecks(
            smallerThan: 5)
        #expect(cleaned.inkCount() == 5 + 5 + 59)
        #expect(cleaned.inkCount(in: Box(x: 10, y: 40, width: 30, height: 30)) == 59)
    }
}
