import Imaging
import Model
import Testing

@testable import recto_factory

@Suite(.enabled(if: FactoryTools.areInstalled, "the factory's fonts or rsvg-convert are not installed"))
struct CaptureTests {
    /// A card that is red all over.
    static let redCard = Draft(
        kind: .id, subkind: "red", fields: [:], expect: .accept,
        pages: [
            Drawing(
                svg: """
                    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#e00000"/></svg>
                    """, width: 4, height: 3)
        ], isCard: true)

    /// Whether the corners part red from what is not, a little way inside and outside of each.
    static func cornersAreExact(_ page: CapturedPage) throws -> Bool {
        let corners = try #require(page.truth.corners)
        let rgb = try page.image.rgbBytes()
        let width = page.image.width
        let center = Point(
            x: corners.corners.map(\.x).reduce(0, +) / 4, y: corners.corners.map(\.y).reduce(0, +) / 4)
        func isRed(_ point: Point) -> Bool {
            let (x, y) = (Int(point.x), Int(point.y))
            guard x >= 0, y >= 0, x < width, y < page.image.height else { return false }
            let start = (y * width + x) * 3
            return Int(rgb[start]) > 2 * Int(rgb[start + 1]) + 20 && Int(rgb[start]) > 90
        }
        return corners.corners.allSatisfy { corner in
            func along(_ part: Double) -> Point {
                Point(x: center.x + (corner.x - center.x) * part, y: center.y + (corner.y - center.y) * part)
            }
            return isRed(along(0.93)) && !isRed(along(1.05))
        }
    }

    @Test(arguments: [-14.0, 6.5]) func tiltedPagesKnowTheirAngle(degrees: Double) throws {
        let page = try CapturedPage(
            image: Image(width: 200, height: 100, grey: [UInt8](repeating: 80, count: 20_000)),
            truth: TruthPageValues(
                corners: Quadrilateral(x: 0, y: 0, width: 200, height: 100), skew: 1, orientation: 90), dpi: 100)
        let tilted = try page.tilted(degrees: degrees)
        #expect(tilted.truth.skew == 1 + degrees && tilted.truth.orientation == 90)
        let corners = try #require(tilted.truth.corners)
        let run = Point(x: corners.topRight.x - corners.topLeft.x, y: corners.topRight.y - corners.topLeft.y)
        // Clockwise: to the right is down.
        #expect((run.y > 0) == (degrees > 0))
        #expect(abs((run.x * run.x + run.y * run.y).squareRoot() - 200) < 0.01)
    }

    @Test(arguments: 1...4) func photographsKnowTheirCorners(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        var settings = PhotoCapture.Settings(for: Self.redCard, &random)
        settings.longSide = 360
        let page = try PhotoCapture(renderer: Renderer()).page(Self.redCard.pages[0], settings, &random)
        #expect(try Self.cornersAreExact(page))
        for quarters in 1...3 {
            let turned = try page.turned(quarters: quarters)
            #expect(turned.truth.orientation == 90 * quarters)
            #expect(try Self.cornersAreExact(turned))
        }
    }

    @Test(arguments: 1...3) func scannedCardsKnowTheirCorners(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        var settings = ScanCapture.Settings(for: Self.redCard, &random)
        settings.dpi = 60
        settings.isColored = true
        settings.reach = 10
        let page = try ScanCapture(renderer: Renderer()).page(Self.redCard.pages[0], isCard: true, settings, &random)
        #expect(try Self.cornersAreExact(page))
    }

    @Test func rotationTagGoesIntoTheFile() throws {
        var random = Random(seed: 1)
        let image = try Image(width: 8, height: 8, grey: (0..<64).map { _ in UInt8(random.int(0...255)) })
        let page = CapturedPage(image: image, truth: TruthPageValues(), dpi: 100, tag: 6)
        let bytes = try CaptureFile.bytes(Captured(pages: [page], format: .jpeg(quality: 80)))
        #expect(bytes.prefix(4).elementsEqual([0xFF, 0xD8, 0xFF, 0xE1]))
        #expect(Array(bytes[6..<10]) == Array("Exif".utf8))
    }
}
