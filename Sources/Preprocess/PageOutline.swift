import Imaging
import Model

/// Where a page lies in a photograph.
struct PageOutline {
    var quadrilateral: Quadrilateral
    /// Of the frame, of the upright input: `top`, `right`, `bottom`, `left`.
    var cutOffSides: [String]
    /// Share of the frame that the page fills.
    var coverage: Double

    /// - Returns: nil where nothing stands out as a page: a scan, most of all.
    static func find(in image: Image) throws -> PageOutline? { nil }
}

/// The map that draws a photographed page as if it lay flat.
struct Flattening {
    var transform: Transform
    var width: Int
    var height: Int

    init?(_ outline: Quadrilateral, frameWidth: Int, frameHeight: Int) { return nil }
}
