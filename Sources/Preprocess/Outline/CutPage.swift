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
        let pixels = Double(grey.bounds.area)
        if pixels > Preprocessor.mostPixels {
            let (width, height) = (Double(grey.width), Double(grey.height))
            grey = try grey.scaled(by: (Preprocessor.mostPixels / pixels).squareRoot())
            let step = Transform.scale(x: width / Double(grey.width), y: height / Double(grey.height))
            transform = transform.after(step)
            scale = width / Double(grey.width)
        }
        self.grey = grey
    }
}
