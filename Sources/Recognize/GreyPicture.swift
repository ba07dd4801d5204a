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

    /// - Precondition: the box is not empty and lies within the picture.
    func cropped(to box: Box) -> GreyPicture {
        var part = GreyPicture(
            bytes: Array(repeating: 255, count: box.width * box.height), width: box.width, height: box.height)
        part.paste(box, of: self, atX: 0, y: 0)
        return part
    }

    /// Paints white what another engine has read already.
    mutating func erase(_ box: Box) {
        let part = box.intersection(bounds)
        guard !part.isEmpty else { return }
        for row in part.y..<part.maxY {
            let start = row * width + part.x
            for position in start..<(start + part.width) { bytes[position] = 255 }
        }
    }

    /// The picture with white rows below, or without its last ones.
    func withHeight(_ height: Int) -> GreyPicture {
        guard height != self.height else { return self }
        let kept = bytes.prefix(width * height)
        return GreyPicture(
            bytes: kept + Array(repeating: 255, count: width * height - kept.count), width: width, height: height)
    }

    /// The picture with white columns on its right, or without its last ones.
    func withWidth(_ width: Int) -> GreyPicture {
        guard width != self.width else { return self }
        var other = GreyPicture(bytes: Array(repeating: 255, count: width * height), width: width, height: height)
        other.paste(bounds, of: self, atX: 0, y: 0)
        return other
    }

    /// Fills a box with what another picture has there, each level changed.
    mutating func replace(_ box: Box, from other: GreyPicture, _ level: (UInt8) -> UInt8) {
        guard other.width == width, other.height == height else { return }
        let part = box.intersection(bounds)
        guard !part.isEmpty else { return }
        let table = (0...255).map { level(UInt8($0)) }
        for row in part.y..<part.maxY {
            let start = row * width + part.x
            for position in start..<(start + part.width) { bytes[position] = table[Int(other.bytes[position])] }
        }
    }

    /// Puts a part of another picture at a place of this one; what lies outside either is left out.
    mutating func paste(_ part: Box, of other: GreyPicture, atX left: Int, y top: Int) {
        for row in 0..<part.height {
            let (source, target) = (part.y + row, top + row)
            guard other.bounds.y..<other.bounds.maxY ~= source, 0..<height ~= target else { continue }
            for column in 0..<part.width {
                let (from, to) = (part.x + column, left + column)
                guard 0..<other.width ~= from, 0..<width ~= to else { continue }
                bytes[target * width + to] = other.bytes[source * other.width + from]
            }
        }
    }

    /// How many pixels of a box have each of the 256 levels; every `step`th pixel and row is counted.
    func histogram(in box: Box, step: Int) -> [Int] {
        var counts = [Int](repeating: 0, count: 256)
        let part = box.intersection(bounds)
        guard !part.isEmpty else { return counts }
        for row in stride(from: part.y, to: part.maxY, by: step) {
            let start = row * width + part.x
            for position in stride(from: start, to: start + part.width, by: step) { counts[Int(bytes[position])] += 1 }
        }
        return counts
    }
}
