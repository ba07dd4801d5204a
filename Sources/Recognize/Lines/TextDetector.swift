import Foundation
import Imaging
import Model
import Neural

/// Where a line of print lies, in pixels of the picture that it was found in.
struct DetectedLine {
    /// Around it, within the picture.
    var box: Box
    var middle: Point
    var length: Double
    var height: Double
    /// Degrees clockwise off level, -90…90.
    var slant: Double
    /// Nil for one that is level, and for one too short or too steep to follow.
    var course: LineCourse?

    /// Lines that lean by less are read as they lie: letters are cut off by no more than a tenth of their height.
    private static let leastSlant = 1.5

    /// Whether it has to be turned to be read.
    var leans: Bool { abs(slant) >= Self.leastSlant && sin(abs(slant) * .pi / 180) * length > height / 2 }

    /// Whether it may run upward or downward.
    var isUpright: Bool { abs(slant) > 45 }

    /// In how many pieces the neural reader reads it, about.
    var pieces: Int {
        let (length, height) = leans ? (length, height) : (Double(box.width), Double(box.height))
        return max(1, Int((length / max(1, height) / NeuralReader.mostAspect).rounded(.up)))
    }

    /// Cut out and turned level.
    func levelled(from page: Image, turn: Double) throws -> Image {
        let reach = Int(hypot(length, height) / 2) + 2
        let around = Box(x: Int(middle.x) - reach, y: Int(middle.y) - reach, width: 2 * reach, height: 2 * reach)
            .intersection(page.bounds)
        let picture = try page.cropped(to: around)
        let middle = Point(x: middle.x - Double(around.x), y: middle.y - Double(around.y))
        let (width, height) = (max(1, Int(length.rounded())), max(1, Int(height.rounded())))
        let (cosine, sine) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
        let (x, y) = (Double(width) / 2, Double(height) / 2)
        return try picture.warped(
            Transform([
                cosine, -sine, middle.x - cosine * x + sine * y, sine, cosine, middle.y - sine * x - cosine * y, 0, 0,
                1,
            ]), width: width, height: height)
    }

    /// The middle of what lies so far from the left on the line turned level.
    func point(at distance: Double, turn: Double) -> Point {
        let along = distance - length / 2
        return Point(x: middle.x + cos(turn * .pi / 180) * along, y: middle.y + sin(turn * .pi / 180) * along)
    }
}

/// Finds lines of print: PaddleOCR's PP-OCRv6 text detector (small), a network with differentiable binarization (Liao et al.,
/// AAAI 2020), run by ONNX Runtime.
///
/// Input: 1 × 3 × height × width, both multiples of 32, colors as -1…1; output: for each pixel how likely it lies in the core
/// of a line.
final class TextDetector {
    static let modelName = "PP-OCRv6_det_small"

    private let model: NeuralModel

    /// - Parameter folder: has the model and ONNX Runtime.
    /// - Throws: `Failure(.engineFailed)` where one of the two is missing or is not what it should be.
    init(folder: String) throws {
        model = try NeuralModel(Self.modelName, folder: folder, stage: .recognize)
    }

    /// Pixels to which the longer side of a picture is reduced: with more, no more values are read (docs/evaluation.md).
    private static let longSide = 960.0
    /// Rows that are looked at at a time, which bounds memory, and those that two such strips share.
    private static let (stripHeight, shared) = (480, 64)
    /// Sides must be multiples of this.
    private static let grain = 32
    /// From how likely on a pixel belongs to a line, and how likely a line's pixels must be in the mean.
    private static let (leastOfPixel, leastOfLine) = (Float(0.3), 0.55)
    /// Of area over circumference, how far a line reaches beyond its core: the network learned from shrunken outlines.
    private static let reach = 1.6
    /// A line is followed that is so many times as long as high and leans by fewer degrees, where its middle leaves the
    /// level by more than this share of its height either way.
    private static let (leastFollowed, mostFollowed, leastBend) = (3.0, 30.0, 0.1)
    /// Pixels of the lowest core of a line.
    private static let leastHeight = 3

    /// - Parameter picture: grey or black and white, level.
    /// - Returns: the lines from top to bottom.
    func lines(in picture: Image) throws -> [DetectedLine] {
        let factor = min(1, Self.longSide / Double(max(picture.width, picture.height)))
        let width = Self.whole(Double(picture.width) * factor)
        let height = Self.whole(Double(picture.height) * factor)
        let (x, y) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
        let small = try GreyPicture(picture.grey().scaled(byX: x, y: y)).withWidth(width).withHeight(height)
        let chances = try chances(small)
        let core = GreyPicture(
            bytes: chances.map { $0 >= Self.leastOfPixel ? 0 : 255 }, width: small.width, height: small.height)
        return InkMap(core).components().compactMap { component in
            let box = component.box
            guard min(box.width, box.height) >= Self.leastHeight else { return nil }
            let shape = component.moments.rectangle
            guard
                mean(chances, of: box, width: small.width) >= Self.leastOfLine * Double(component.ink)
                    / Double(box.area)
            else { return nil }
            func grown(_ length: Double, _ height: Double) -> Double {
                length * height * Self.reach / (2 * (length + height))
            }
            let margin = grown(Double(box.width), Double(box.height))
            let (left, top) = (Double(box.x) - margin, Double(box.y) - margin)
            let (right, bottom) = (Double(box.maxX) + margin, Double(box.maxY) + margin)
            let place = Box(
                x: Int(left / x), y: Int(top / y), width: Int((right - left) / x), height: Int((bottom - top) / y)
            ).intersection(picture.bounds)
            let more = 2 * grown(shape.length, shape.height)
            var course: LineCourse?
            if let middle = component.moments.parabola, shape.length > Self.leastFollowed * shape.height,
                abs(shape.slant) < Self.mostFollowed
            {
                let thickness = Double(component.ink) / Double(box.width)
                let margin = grown(Double(box.width), thickness)
                let height = thickness + 2 * margin
                let rows = (0...4).map { middle.row(at: Double(box.x) + Double(box.width * $0) / 4) }
                if (rows.max() ?? 0) - (rows.min() ?? 0) > 2 * Self.leastBend * height {
                    let columns =
                        Int((Double(box.x) - margin) / x)..<Int((Double(box.maxX) + margin) / x)
                    course = LineCourse(
                        middle: middle.scaled(byX: 1 / x, y: 1 / y),
                        columns: columns.clamped(to: 0..<picture.width), height: Int((height / y).rounded()))
                }
            }
            return place.isEmpty
                ? nil
                : DetectedLine(
                    box: place, middle: Point(x: shape.middle.x / x, y: shape.middle.y / y),
                    length: (shape.length + more) / x, height: (shape.height + more) / y, slant: shape.slant,
                    course: course)
        }.sorted { ($0.box.midY, $0.box.x) < ($1.box.midY, $1.box.x) }
    }

    /// Of what is told of a box's pixels.
    private func mean(_ chances: [Float], of box: Box, width: Int) -> Double {
        var sum = 0.0
        for row in box.y..<box.maxY {
            for column in box.x..<box.maxX { sum += Double(chances[row * width + column]) }
        }
        return sum / Double(box.area)
    }

    private static func whole(_ side: Double) -> Int { max(1, Int((side / Double(grain)).rounded())) * grain }

    /// How likely each pixel lies in a line, strip by strip; of what two strips share, each counts on its side.
    private func chances(_ picture: GreyPicture) throws -> [Float] {
        var chances: [Float] = []
        chances.reserveCapacity(picture.width * picture.height)
        var top = 0
        while true {
            let bottom = min(picture.height, top + Self.stripHeight)
            let strip = picture.cropped(to: Box(x: 0, y: top, width: picture.width, height: bottom - top))
            let known = chances.count / picture.width
            let end = bottom == picture.height ? bottom : bottom - Self.shared / 2
            try unsafe model.run(strip) { numbers, rows, columns in
                guard rows == strip.height, columns == strip.width else {
                    throw Failure(
                        .engineFailed, "the text detector tells of \(columns) × \(rows) pixels", stage: .recognize)
                }
                unsafe chances += numbers[((known - top) * columns)..<((end - top) * columns)]
            }
            if bottom == picture.height { return chances }
            top = bottom - Self.shared
        }
    }
}
