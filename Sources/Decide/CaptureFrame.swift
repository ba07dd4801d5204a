import Model

/// The frame of a picture that no page was cut out of. A levelled page is larger than its picture: it is the picture's
/// sides that print is cut at, not the page's.
struct CaptureFrame {
    private let page: PreparedPage
    /// Of the picture, in pixels.
    private let width: Double
    private let height: Double

    /// Pixels; print that comes so near to the frame may go on beyond it.
    private static let touch = 2.0

    init(of page: PreparedPage) {
        self.page = page
        // Turning, mirroring and levelling keep the middle where it is.
        let middle = page.transform.apply(Point(x: Double(page.width) / 2, y: Double(page.height) / 2))
        (width, height) = (2 * middle.x, 2 * middle.y)
    }

    /// - Parameter box: on the upright page.
    /// - Returns: of the picture as it was captured, 0 for the top and on clockwise.
    func sides(touchedBy box: Box) -> Set<Int> {
        let corners = [(box.x, box.y), (box.maxX, box.y), (box.maxX, box.maxY), (box.x, box.maxY)]
            .map { page.inputPoint(Point(x: Double($0.0), y: Double($0.1))) }
        var sides: Set<Int> = []
        for corner in corners {
            if corner.y <= Self.touch { sides.insert(0) }
            if corner.x >= width - Self.touch { sides.insert(1) }
            if corner.y >= height - Self.touch { sides.insert(2) }
            if corner.x <= Self.touch { sides.insert(3) }
        }
        return sides
    }
}

extension Word {
    /// Whether it is print, and no scrap or smudge.
    var isClear: Bool { confidence >= 0.5 && text.count { $0.isLetter || $0.isNumber } >= 2 }
}
