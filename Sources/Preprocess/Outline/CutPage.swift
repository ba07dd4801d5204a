import Imaging
import Model

/// A page in grey, reduced where it is huge, cut out and flattened where it was photographed.
struct CutPage {
    var grey: Image
    /// From this picture's points to the captured picture's.
    var transform = Transform.identity
    /// Captured pixels a pixel.
    var scale = 1.0
    var outline: Quadrilateral?
    var cutOffSides: [String] = []
    /// Share of the frame that the page fills.
    var coverage = 1.0

    init(_ image: Image, place: PagePlace) throws {
        var grey = try image.grey()
        cutOffSides = place.cutOffSides
        coverage = place.coverage
        if let outline = place.outline {
            self.outline = outline
            let flat =
                place.isFlat
                ? Flattening(flat: outline)
                : Flattening(outline, frameWidth: image.width, frameHeight: image.height)
            if let flat {
                grey = try grey.warped(flat.transform, width: flat.width, height: flat.height)
                transform = flat.transform
            }
        }
        self.grey = grey
        let pixels = Double(grey.bounds.area)
        if pixels > Preprocessor.mostPixels { try resize(by: (Preprocessor.mostPixels / pixels).squareRoot()) }
    }

    /// Pixels on the longer side of pictures that are enlarged, those that they get, and the factor at most.
    private static let (smallSide, readableSide, mostEnlarged) = (800.0, 1000.0, 4.0)

    /// The same with a small picture enlarged: strokes a pixel wide run together where they are made black and white, and
    /// are found and read in between the pixels.
    func enlarged() throws -> CutPage {
        let side = Double(max(grey.width, grey.height))
        guard side < Self.smallSide else { return self }
        var page = self
        try page.resize(by: min(Self.mostEnlarged, Self.readableSide / side))
        return page
    }

    private mutating func resize(by factor: Double) throws {
        let (width, height) = (Double(grey.width), Double(grey.height))
        grey = try grey.scaled(by: factor)
        transform = transform.after(.scale(x: width / Double(grey.width), y: height / Double(grey.height)))
        scale = width / Double(grey.width)
    }
}
