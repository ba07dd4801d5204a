import Imaging
import Model

/// Regions of a frame that may be a page.
enum OutlineCandidates {
    static func all(in features: PhotoFeatures) throws -> [Quadrilateral] {
        let brightness = try Image(
            width: features.width, height: features.height, grey: features.brightness)
        let distance = try Image(
            width: features.width, height: features.height, grey: features.distanceFromBorder())
        let dark = try brightness.thresholded(at: brightness.otsuLevel())
        let near = try distance.thresholded(at: max(10, min(60, distance.otsuLevel())))
        let nearest = try distance.thresholded(at: 12)
        let enclosed = try enclosedByEdges(features)
        return try [dark.inverted(), dark, near.inverted(), nearest.inverted(), enclosed].flatMap(
            regions)
    }

    /// What edges part from the frame's border: finds a page on a table of nearly its own brightness, and under a light
    /// that falls off over the frame.
    private static func enclosedByEdges(_ features: PhotoFeatures) throws -> Image {
        let (width, height) = (features.width, features.height)
        var level = [UInt8](repeating: 255, count: width * height)
        for y in 1..<(height - 1) {
            for x in 1..<(width - 1) {
                let index = y * width + x
                let isEdge =
                    features.difference(index - 1, index + 1) >= leastEdge
                    || features.difference(index - width, index + width) >= leastEdge
                if isEdge { level[index] = 0 }
            }
        }
        let edges = try Image(width: width, height: height, grey: level).thresholded(at: 128).dilated(
            width: 3, height: 3)
        let smooth = try edges.inverted()
        let inner = try smooth.withoutBorderComponents()
        // The edges' own width is given back.
        return try smooth.subtracting(inner).inverted().eroded(width: 7, height: 7)
    }

    /// Levels over two pixels.
    private static let leastEdge = 8

    /// Around each large component of a 1-bit picture, thin bridges to others cut first.
    private static func regions(_ mask: Image) throws -> [Quadrilateral] {
        let opened = try mask.opened(width: 7, height: 7)
        let least = Double(mask.bounds.area) * PageOutline.areas.lowerBound
        return try opened.connectedComponents().filter { Double($0.area) >= least }.prefix(12).flatMap { box in
            try outlines(of: opened.cropped(to: box)).map { $0.moved(x: Double(box.x), y: Double(box.y)) }
        }
    }

    /// Around a cropped region, where that fills it well: as it is, and without what sticks out.
    static func outlines(of part: Image) throws -> [Quadrilateral] {
        let bytes = try part.greyBytes()
        let hull = QuadrilateralFit.hull(rowEnds(of: part, bytes))
        guard let corners = QuadrilateralFit.quadrilateral(around: hull),
            let outline = QuadrilateralFit.ordered(corners)
        else { return [] }
        let filled = Double(try part.holesFilled().inkCount())
        let trimming = OutlineTrimming(bytes: bytes, width: part.width, height: part.height)
        return [outline, trimming.trimmed(outline)].compactMap(\.self).filter {
            filled >= PageOutline.leastFill * $0.area
        }
    }

    /// The corners of the first and last ink of each row of a 1-bit picture.
    static func rowEnds(of part: Image) throws -> [Point] { rowEnds(of: part, try part.greyBytes()) }

    private static func rowEnds(of part: Image, _ bytes: [UInt8]) -> [Point] {
        (0..<part.height).flatMap { y -> [Point] in
            let row = bytes[(y * part.width)..<((y + 1) * part.width)]
            guard let first = row.firstIndex(of: 0), let last = row.lastIndex(of: 0) else { return [] }
            let (left, right) = (Double(first - row.startIndex), Double(last - row.startIndex + 1))
            let (top, bottom) = (Double(y), Double(y + 1))
            return [
                Point(x: left, y: top), Point(x: left, y: bottom), Point(x: right, y: top), Point(x: right, y: bottom),
            ]
        }
    }
}
