import Imaging
import Model

/// A small picture of a frame as three planes in which a page stands out from what it lies on: brightness with print
/// removed, and two colour differences.
struct PhotoFeatures {
    let width: Int
    let height: Int
    /// Captured pixels a pixel.
    let factorX: Double
    let factorY: Double
    let brightness: [UInt8]
    /// 128 for grey.
    let redGreen: [UInt8]
    let yellowBlue: [UInt8]

    /// - Parameters:
    ///   - longSide: of the small picture, in pixels.
    ///   - printSize: dark detail up to this many pixels is taken for print and removed; 0 for none.
    init(_ image: Image, longSide: Int, printSize: Int) throws {
        let small = try image.scaled(
            by: min(1, Double(longSide) / Double(max(image.width, image.height))))
        width = small.width
        height = small.height
        factorX = Double(image.width) / Double(small.width)
        factorY = Double(image.height) / Double(small.height)
        let grey = try small.grey().boxBlurred(radius: 1)
        brightness = try (printSize > 0 ? grey.darkDetailRemoved(size: printSize) : grey).greyBytes()
        guard small.depth == 32 else {
            redGreen = Array(repeating: 128, count: width * height)
            yellowBlue = redGreen
            return
        }
        let rgb = try small.boxBlurred(radius: 2).rgbBytes()
        var first = [UInt8](repeating: 128, count: width * height)
        var second = first
        for index in first.indices {
            let (red, green, blue) = (
                Int(rgb[3 * index]), Int(rgb[3 * index + 1]), Int(rgb[3 * index + 2])
            )
            first[index] = UInt8(max(0, min(255, 128 + (red - green))))
            second[index] = UInt8(max(0, min(255, 128 + (red + green) / 2 - blue)))
        }
        redGreen = first
        yellowBlue = second
    }

    /// The largest difference of the planes between two pixels.
    func difference(_ a: Int, _ b: Int) -> Int {
        max(
            abs(Int(brightness[a]) - Int(brightness[b])), abs(Int(redGreen[a]) - Int(redGreen[b])),
            abs(Int(yellowBlue[a]) - Int(yellowBlue[b])))
    }

    /// The pixel that holds a point; nil outside.
    func index(_ point: Point) -> Int? {
        let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : nil
    }

    /// What lines the frame: the median of each plane.
    var border: [Int] {
        let sides = [
            median(0..<width, 0..<max(1, height / 30)),
            median(0..<width, (height - max(1, height / 30))..<height),
            median(0..<max(1, width / 30), 0..<height),
            median((width - max(1, width / 30))..<width, 0..<height),
        ]
        return (0..<3).map { plane in sides.map { $0[plane] }.sorted()[2] }
    }

    /// How far each pixel is from what lines the frame: the nearest of the four sides' medians.
    func distanceFromBorder() -> [UInt8] {
        let medians = [
            median(0..<width, 0..<max(1, height / 30)),
            median(0..<width, (height - max(1, height / 30))..<height),
            median(0..<max(1, width / 30), 0..<height),
            median((width - max(1, width / 30))..<width, 0..<height),
        ]
        return (0..<(width * height)).map { index in
            let values = [Int(brightness[index]), Int(redGreen[index]), Int(yellowBlue[index])]
            let distances = medians.map { median in
                zip(values, median).reduce(0) { max($0, abs($1.0 - $1.1)) }
            }
            return UInt8(min(255, distances.min() ?? 0))
        }
    }

    private func median(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
        var planes: [[UInt8]] = [[], [], []]
        for y in rows {
            for x in columns {
                let index = y * width + x
                planes[0].append(brightness[index])
                planes[1].append(redGreen[index])
                planes[2].append(yellowBlue[index])
            }
        }
        return planes.map { Int($0.sorted()[$0.count / 2]) }
    }
}
