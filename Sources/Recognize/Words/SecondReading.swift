package import Imaging
package import Model

extension Recognizer {
    /// Reads what stands in a box of a page once more, by itself and in other pictures than the page's own reading had:
    /// in grey, cut out and brought to a height of its own; and in black and white by the box's own level, smaller.
    ///
    /// - Parameters:
    ///   - box: of a word or a line of text, in pixels of the page.
    ///   - page: evenly lit.
    ///   - time: after which reading stops.
    /// - Returns: what each picture read; nothing where the box is no line or time is up.
    package func readAgain(_ box: Box, on page: Image, within time: Duration) throws -> [String] {
        let end = ContinuousClock.now + time
        let part = box.inset(by: -max(2, box.height / 5)).intersection(page.bounds)
        guard part.width > 4, part.height > 4, time > .zero else { return [] }
        let cut = try page.cropped(to: part)
        let pictures = try SecondReading.heights.map { height in
            try cut.scaled(by: min(4, max(0.2, height / Double(part.height))))
        }
        let black = try pictures[1].thresholded(at: pictures[1].otsuLevel()).grey()
        return try [pictures[0], black].map { picture in
            try text.words(in: GreyPicture(picture), as: .rawLine, dpi: 300, within: end - ContinuousClock.now)
                .words.map(\.text).joined(separator: " ")
        }
    }
}

enum SecondReading {
    /// Of a word with its margins, in pixels: above and below the 36 to which the recognizer brings a line.
    static let heights = [64.0, 44.0]
}
