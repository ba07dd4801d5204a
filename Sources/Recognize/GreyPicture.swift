import Imaging
import Model

/// Grey levels as the engines take them: one byte a pixel, 0 black, rows without gaps.
struct GreyPicture {
    private(set) var bytes: [UInt8]
    let width: Int
    let height: Int

    /// - Precondition: width × height bytes.
    init(bytes: [UInt8], width: Int, height: Int) {
        precondition(bytes.count == width * height, "one byte a pixel")
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    init(_ image: Image) throws {
        bytes = try image.greyBytes()
        width = image.width
        height = image.height
    }

    var bounds: Box { Box(x: 0, y: 0, width: width, height: height) }

    /// Paints white what another engine has read already.
    mutating func erase(_ box: Box) {
        let part = box.intersection(bounds)
        guard !part.isEmpty else { return }
        for row in part.y..<part.maxY {
            let start = row * width + part.x
            for position in start..<(start + part.width) { bytes[position] = 255 }
        }
    }
}
