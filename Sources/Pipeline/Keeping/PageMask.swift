import Imaging
import Model

/// Pictures for those who must not see what is written there. The page is not covered up but drawn anew: from so few
/// pixels that no print and no face shows, yet paper, light and shadow do; over that, black where something was found,
/// and words that speak for the kind as they are. So what nobody recognized does not show either.
enum PageMask {
    /// Pixels along the longer side that the ground is made of.
    private static let coarseness = 24.0

    /// - Parameter picture: the upright page, at `scale` of its own size.
    static func masked(
        _ picture: Image, _ page: RecognizedPage, of outcome: Outcome, scale: Double = 1
    ) throws -> Image {
        let canvas = try Canvas(width: picture.width, height: picture.height)
        try canvas.place(try coarse(picture), x: 0, y: 0)
        let hidden = hiddenBoxes(on: page, of: outcome)
        for box in hidden { try canvas.fill(box.scaled(by: scale), Colour(0, 0, 0)) }
        for item in outcome.classification?.evidence ?? [] where item.page == page.index && item.weight > 0 {
            guard let box = item.box, !isValue(box, on: page, of: outcome) else { continue }
            let place = box.scaled(by: scale).intersection(picture.bounds)
            guard !place.isEmpty else { continue }
            try canvas.place(try picture.cropped(to: place), x: place.x, y: place.y)
        }
        canvas.image.dpi = picture.dpi
        return canvas.image
    }

    /// The same size, without anything that could be read.
    static func coarse(_ picture: Image) throws -> Image {
        let factor = min(1, coarseness / Double(max(picture.width, picture.height)))
        let small = try picture.scaled(by: factor)
        return try small.scaled(
            byX: Double(picture.width) / Double(small.width), y: Double(picture.height) / Double(small.height))
    }

    private static func hiddenBoxes(on page: RecognizedPage, of outcome: Outcome) -> [Box] {
        page.words.map(\.box) + page.overprints.map(\.box) + page.inkRegions.map(\.box) + values(on: page, of: outcome)
    }

    /// Where values stand, read or not.
    private static func values(on page: RecognizedPage, of outcome: Outcome) -> [Box] {
        let fields = (outcome.fields ?? [:]).values
        return fields.filter { $0.page == page.index }.compactMap(\.box)
            + fields.flatMap(\.alternatives).filter { $0.page == page.index }.compactMap(\.box)
            + page.zoneLines.map(\.box) + page.barcodes.map(\.box)
    }

    private static func isValue(_ box: Box, on page: RecognizedPage, of outcome: Outcome) -> Bool {
        values(on: page, of: outcome).contains { !$0.intersection(box).isEmpty }
    }
}
