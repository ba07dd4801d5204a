import Imaging
import Model
import Testing

@Suite struct GeometryTests {
    static let mark = Box(x: 60, y: 30, width: 9, height: 9)

    /// The centre of a picture's only dark spot.
    static func spot(_ image: Image) throws -> Point {
        let bytes = try image.greyBytes()
        var (sumX, sumY, sum) = (0.0, 0.0, 0.0)
        for index in bytes.indices {
            let weight = Double(255 - bytes[index])
            sumX += weight * (Double(index % image.width) + 0.5)
            sumY += weight * (Double(index / image.width) + 0.5)
            sum += weight
        }
        return Point(x: sumX / sum, y: sumY / sum)
    }

    static func expectNear(_ a: Point, _ b: Point, _ tolerance: Double) {
        #expect(abs(a.x - b.x) < tolerance && abs(a.y - b.y) < tolerance, "\(a) is not near \(b)")
    }

    @Test(arguments: -1...4) func turnsByQuartersAsItsMapSays(turns: Int) throws {
        let image = try Pictures.rectangle(width: 120, height: 81, Self.mark)
        let turned = try image.rotated(quarterTurns: turns)
        let map = Transform.quarterTurns(turns, width: 120, height: 81)
        Self.expectNear(map.apply(try Self.spot(turned)), try Self.spot(image), 0.001)
    }

    @Test func turnsClockwise() throws {
        let image = try Pictures.rectangle(width: 120, height: 80, Box(x: 0, y: 0, width: 10, height: 10))
        Self.expectNear(try Self.spot(image.rotated(quarterTurns: 1)), Point(x: 75, y: 5), 0.01)
        let slanted = try Self.spot(image.rotated(degrees: 5))
        let plan = Transform.rotation(degrees: 5, width: 120, height: 80)
        #expect(slanted.x - Double(plan.width - 120) / 2 > 5)
    }

    @Test(arguments: [-14.7, -3.2, 0.4, 5.0, 15.0, 33.0]) func turnsByDegreesAsItsMapSays(degrees: Double) throws {
        let image = try Pictures.rectangle(width: 121, height: 80, Self.mark)
        let turned = try image.rotated(degrees: degrees)
        let plan = Transform.rotation(degrees: degrees, width: 121, height: 80)
        #expect(turned.width == plan.width && turned.height == plan.height)
        Self.expectNear(plan.transform.apply(try Self.spot(turned)), try Self.spot(image), 0.15)
    }

    @Test func warpsAsItsMapSays() throws {
        let image = try Pictures.rectangle(width: 120, height: 80, Self.mark)
        let map = Transform([0.9, 0.1, 3, -0.05, 1.1, 4, 0.0004, 0.0002, 1])
        let warped = try image.warped(map, width: 150, height: 60)
        #expect(warped.width == 150 && warped.height == 60)
        Self.expectNear(map.apply(try Self.spot(warped)), try Self.spot(image), 0.15)
    }

    @Test func scalesAboutTheCorner() throws {
        let image = try Pictures.rectangle(width: 120, height: 80, Self.mark)
        for factor in [0.5, 0.37, 2.0] {
            let scaled = try image.scaled(by: factor)
            let spot = try Self.spot(scaled)
            let map = Transform.scale(x: 120 / Double(scaled.width), y: 80 / Double(scaled.height))
            Self.expectNear(map.apply(spot), try Self.spot(image), 0.6)
        }
    }

    @Test func undoesMaps() throws {
        let map = Transform([0.9, 0.1, 3, -0.05, 1.1, 4, 0.0004, 0.0002, 1])
        let inverse = try #require(map.inverse)
        let point = Point(x: 17, y: 230)
        Self.expectNear(inverse.apply(map.apply(point)), point, 1e-9)
        #expect(Transform([1, 2, 0, 2, 4, 0, 0, 0, 1]).inverse == nil)
    }

    @Test func mapsRectanglesOntoCorners() throws {
        let corners = Quadrilateral(
            topLeft: Point(x: 12, y: 7), topRight: Point(x: 90, y: 15), bottomRight: Point(x: 99, y: 140),
            bottomLeft: Point(x: 3, y: 120))
        let map = try #require(Transform.rectangle(width: 60, height: 80, to: corners))
        let rectangle = [Point(x: 0, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 80), Point(x: 0, y: 80)]
        for (from, to) in zip(rectangle, corners.corners) { Self.expectNear(map.apply(from), to, 1e-6) }
    }

    @Test func cropsWhatLiesInThePicture() throws {
        let image = try Pictures.gradient(width: 20, height: 10)
        let crop = try image.cropped(to: Box(x: 15, y: 8, width: 50, height: 50))
        #expect(crop.width == 5 && crop.height == 2)
        #expect(throws: ImageError.self) { try image.cropped(to: Box(x: 20, y: 0, width: 5, height: 5)) }
    }

    @Test func flipsAndInverts() throws {
        let image = try Image(width: 3, height: 1, grey: [0, 100, 255])
        #expect(try image.flippedHorizontally().greyBytes() == [255, 100, 0])
        #expect(try image.inverted().greyBytes() == [255, 155, 0])
    }

    @Test func refusesDegenerateMaps() throws {
        let image = try Pictures.gradient(width: 20, height: 10)
        #expect(throws: ImageError.self) {
            try image.warped(Transform([1, 0, 0, 0, 1, 0, 0, 0, 0]), width: 5, height: 5)
        }
        #expect(throws: ImageError.self) { try image.scaled(by: 0) }
    }
}
