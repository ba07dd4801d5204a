import Imaging
import Model
import Testing

@Suite struct CanvasTests {
    private static let red = Colour(255, 0, 0)

    /// Red, green and blue of one pixel.
    private static func pixel(_ canvas: Canvas, _ x: Int, _ y: Int) throws -> [UInt8] {
        let start = 3 * (y * canvas.image.width + x)
        return Array(try canvas.image.rgbBytes()[start..<start + 3])
    }

    @Test func drawsFramesAndLinesInTheirColour() throws {
        let canvas = try Canvas(width: 60, height: 40)
        try canvas.frame(Box(x: 10, y: 10, width: 20, height: 12), Self.red, thickness: 2)
        try canvas.line(from: Point(x: 0, y: 35), to: Point(x: 59, y: 35), Colour(0, 0, 255))
        #expect(try Self.pixel(canvas, 11, 15) == [255, 0, 0])
        #expect(try Self.pixel(canvas, 29, 21) == [255, 0, 0])
        #expect(try Self.pixel(canvas, 20, 15) == [255, 255, 255])
        #expect(try Self.pixel(canvas, 40, 35) == [0, 0, 255])
    }

    @Test func cutsOffWhatLiesOutside() throws {
        let canvas = try Canvas(width: 60, height: 40)
        try canvas.frame(Box(x: -5, y: -5, width: 200, height: 200), Self.red)
        try canvas.line(from: Point(x: -1e12, y: 0), to: Point(x: 5, y: 5), Self.red)
        try canvas.text("far out", at: (55, 38), Self.red)
        try canvas.place(Pictures.rectangle(width: 90, height: 90, Box(x: 0, y: 0, width: 9, height: 9)), x: 30, y: 20)
        #expect(try Self.pixel(canvas, 31, 21) == [0, 0, 0])
        #expect(try Self.pixel(canvas, 5, 5) == [255, 255, 255])
    }

    @Test func writesTextThatHasAWidth() throws {
        let canvas = try Canvas(width: 200, height: 40)
        #expect(canvas.width(of: "surname 0.97") > canvas.width(of: "sex"))
        try canvas.text("sé", at: (10, 5), Self.red, on: Colour(0, 0, 255))
        let bytes = try canvas.image.rgbBytes()
        let pixels = stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
        #expect(pixels.contains([255, 0, 0]) && pixels.contains([0, 0, 255]))
    }
}
