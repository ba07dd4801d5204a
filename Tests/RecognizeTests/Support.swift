import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

/// Pictures that the tests read: drawn here, or beside this file (rendered with Liberation Serif and with OCR-B).
enum Pictures {
    static func file(_ name: String) throws -> Image {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures/\(name)")
        return try Image.decode([UInt8](Data(contentsOf: url)))
    }

    /// White paper with black boxes.
    static func paper(width: Int, height: Int, black: [Box]) throws -> Image {
        var grey = [UInt8](repeating: 255, count: width * height)
        for box in black {
            for y in box.y..<box.maxY {
                for x in box.x..<box.maxX { grey[y * width + x] = 0 }
            }
        }
        return try Image(width: width, height: height, grey: grey)
    }

    /// The four sides of a frame, three pixels thick.
    static func frame(_ box: Box) -> [Box] {
        [
            Box(x: box.x, y: box.y, width: box.width, height: 3),
            Box(x: box.x, y: box.maxY - 3, width: box.width, height: 3),
            Box(x: box.x, y: box.y, width: 3, height: box.height),
            Box(x: box.maxX - 3, y: box.y, width: 3, height: box.height),
        ]
    }

    /// Steps of a thick line from one point to another.
    static func stroke(from start: Point, to end: Point, thickness: Int = 4) -> [Box] {
        let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)))
        return (0...max(1, steps)).map { step in
            let share = Double(step) / Double(max(1, steps))
            return Box(
                x: Int(start.x + (end.x - start.x) * share), y: Int(start.y + (end.y - start.y) * share),
                width: thickness, height: thickness)
        }
    }

    static func images(of image: Image) throws -> PageImages {
        let grey = try image.grey()
        return PageImages(grey: grey, normalised: grey, binary: try grey.thresholded(at: 128))
    }

    static func prepared(_ image: Image, dpi: Double = 300, textHeight: Double = 0) -> PreparedPage {
        var quality = Quality()
        quality.contrast = 0.8
        quality.textHeight = textHeight
        return PreparedPage(index: 1, width: image.width, height: image.height, dpi: dpi, quality: quality)
    }

    static func ink(of image: Image) throws -> InkMap { InkMap(try GreyPicture(image)) }
}

extension Recognizer {
    func read(_ image: Image, textHeight: Double = 0) throws -> RecognizedPage {
        try read(Pictures.prepared(image, textHeight: textHeight), images: Pictures.images(of: image))
    }
}

/// The shared pictures, where they are.
enum SharedData {
    static let folder: URL? = {
        let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")
        let named = ProcessInfo.processInfo.environment["RECTO_SHARED_DATA"].map { URL(filePath: $0) }
        return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
