import Foundation
import Imaging
import Model

/// Pixels at hand: 8 bits a channel, one channel (grey) or three.
struct Raster {
    var width: Int
    var height: Int
    let channels: Int
    var bytes: [UInt8]

    init(_ image: Image, isColored: Bool) throws {
        width = image.width
        height = image.height
        channels = isColored ? 3 : 1
        bytes = isColored ? try image.rgbBytes() : try image.greyBytes()
    }

    init(width: Int, height: Int, channels: Int, fill: UInt8) {
        self.width = width
        self.height = height
        self.channels = channels
        bytes = [UInt8](repeating: fill, count: width * height * channels)
    }

    func image() throws -> Image {
        channels == 3
            ? try Image(width: width, height: height, rgb: bytes) : try Image(width: width, height: height, grey: bytes)
    }

    func blurred(sigma: Double) throws -> Raster {
        sigma < 0.2 ? self : try Raster(image().blurred(sigma: sigma), isColored: channels == 3)
    }

    /// Every byte through `tone`, which takes and gives 0…255.
    mutating func map(_ tone: (Double) -> Double) {
        let table = (0...255).map { UInt8(clamped: tone(Double($0))) }
        for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
    }

    /// Bell-shaped noise of this deviation, the same in all channels but for a part.
    mutating func addNoise(deviation: Double, _ random: inout Random) {
        guard deviation > 0 else { return }
        // A table of draws walked in steps keeps this fast; the pattern does not repeat within a picture's row.
        let draws = (0..<4096).map { _ in Int((random.bell() * deviation).rounded()) }
        var state = random.next() | 1
        for index in bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Int(bytes[index]) + draws[Int(state >> 52)]
            bytes[index] = UInt8(Swift.max(0, Swift.min(255, value)))
        }
    }

    /// Light that varies over the picture: each pixel times `gain` of its place (0…1 each way), worked out on a coarse
    /// net and interpolated.
    mutating func multiply(_ gain: (_ x: Double, _ y: Double) -> Double) {
        let cells = 64
        let net = (0...cells).map { row in
            (0...cells).map { gain(Double($0) / Double(cells), Double(row) / Double(cells)) }
        }
        for y in 0..<height {
            let v = Double(y) / Double(height) * Double(cells)
            let row = Swift.min(cells - 1, Int(v))
            let fraction = v - Double(row)
            let line = zip(net[row], net[row + 1]).map { $0 * (1 - fraction) + $1 * fraction }
            for x in 0..<width {
                let u = Double(x) / Double(width) * Double(cells)
                let column = Swift.min(cells - 1, Int(u))
                let part = u - Double(column)
                let factor = line[column] * (1 - part) + line[column + 1] * part
                let start = (y * width + x) * channels
                for index in start..<(start + channels) {
                    bytes[index] = UInt8(clamped: Double(bytes[index]) * factor)
                }
            }
        }
    }

    /// Pulls pixels towards white by `share` (0…1) of their place.
    mutating func lighten(_ share: (_ x: Double, _ y: Double) -> Double) {
        for y in 0..<height {
            for x in 0..<width {
                let part = share(Double(x) / Double(width), Double(y) / Double(height))
                guard part > 0.004 else { continue }
                let start = (y * width + x) * channels
                for index in start..<(start + channels) {
                    let value = Double(bytes[index])
                    bytes[index] = UInt8(clamped: value + (255 - value) * Swift.min(1, part))
                }
            }
        }
    }
}

extension UInt8 {
    init(clamped value: Double) { self = UInt8(Swift.max(0, Swift.min(255, value.rounded()))) }
}
