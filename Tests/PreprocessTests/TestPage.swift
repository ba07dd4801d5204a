import Foundation
import Imaging
import Model

@testable import Preprocess

/// Pages of made-up letters shaped like "b", which alone look like themselves upright.
struct TestPage {
    var width: Int
    var height: Int
    var bytes: [UInt8]
    static let paper: UInt8 = 235
    static let ink: UInt8 = 30
    /// Height of a letter's body.
    static let xHeight = 12

    init(width: Int, height: Int, paper: UInt8 = TestPage.paper) {
        self.width = width
        self.height = height
        bytes = Array(repeating: paper, count: width * height)
    }

    mutating func fill(_ box: Box, _ level: UInt8 = TestPage.ink) {
        let part = box.intersection(Box(x: 0, y: 0, width: width, height: height))
        for y in part.y..<max(part.y, part.maxY) {
            for x in part.x..<max(part.x, part.maxX) { bytes[y * width + x] = level }
        }
    }

    /// A "b": a stem of 18 pixels and a ring of 12, its top left here.
    mutating func letter(x: Int, y: Int, hasStem: Bool, ink: UInt8 = TestPage.ink) {
        fill(Box(x: x, y: hasStem ? y : y + 6, width: 3, height: hasStem ? 18 : 12), ink)
        fill(Box(x: x, y: y + 6, width: 10, height: 3), ink)
        fill(Box(x: x, y: y + 15, width: 10, height: 3), ink)
        fill(Box(x: x + 7, y: y + 6, width: 3, height: 12), ink)
    }

    /// A text block with words of uneven length.
    mutating func text(in box: Box, leading: Int = 36, ink: UInt8 = TestPage.ink) {
        var seed = 7
        for y in stride(from: box.y, through: box.maxY - 18, by: leading) {
            var x = box.x
            while x < box.maxX - 130 {
                seed = (seed * 1103 + 12345) % 65_536
                for index in 0..<(2 + seed % 7) {
                    letter(x: x, y: y, hasStem: (index + seed) % 3 == 0, ink: ink)
                    x += 13
                }
                x += 12
            }
        }
    }

    /// Lines of letters at equal distances, as a machine-readable zone has.
    mutating func evenLines(_ count: Int, at start: Point, letters: Int = 36) {
        for line in 0..<count {
            for index in 0..<letters {
                letter(x: Int(start.x) + 20 * index, y: Int(start.y) + 40 * line, hasStem: true)
            }
        }
    }

    static func letterPage(ink: UInt8 = TestPage.ink, paper: UInt8 = TestPage.paper) -> TestPage {
        var page = TestPage(width: 1000, height: 1294, paper: paper)
        page.text(in: Box(x: 110, y: 150, width: 780, height: 1000), ink: ink)
        return page
    }

    func image() throws -> Image {
        try Image(width: width, height: height, grey: bytes)
    }

    func loaded(dpi: Double? = 118) -> LoadedPage {
        LoadedPage(index: 1, width: width, height: height, dpi: dpi)
    }
}

extension Preprocessor {
    /// The first page that a picture shows.
    func prepare(
        _ page: LoadedPage, image: Image, evidence: @escaping (Image) throws -> Double
    ) throws -> (page: PreparedPage, images: PageImages) {
        let place = try places(on: page, image: image).first ?? .whole
        return try prepare(page, image: image, place: place, signs: Signs(evidence: evidence))
    }
}

extension LoadedPage {
    init(_ image: Image, dpi: Double? = 118) {
        self.init(index: 1, width: image.width, height: image.height, dpi: dpi)
    }
}

/// Counts the components that look like an upright "b": ink at the upper left, none at the upper right, a ring below.
func letterEvidence(_ image: Image) throws -> Double {
    let binary = image.depth == 1 ? image : try image.thresholded(at: 128)
    let letters = try binary.connectedComponents().filter { $0.height >= 14 && 5 * $0.height > 7 * $0.width }
    return Double(
        letters.count { box in
            let (halfWidth, third) = (box.width / 2, box.height / 3)
            let upperLeft = Box(x: box.x, y: box.y, width: halfWidth, height: third - 1)
            let upperRight = Box(x: box.x + halfWidth, y: box.y, width: halfWidth, height: third - 1)
            let lowerRight = Box(x: box.x + halfWidth, y: box.maxY - third, width: halfWidth, height: third)
            return binary.inkRatio(in: upperLeft) > 0.3 && binary.inkRatio(in: upperRight) < 0.1
                && binary.inkRatio(in: lowerRight) > 0.3
        })
}
