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
            outlines)
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
    private static func outlines(_ mask: Image) throws -> [Quadrilateral] {
        let opened = try mask.opened(width: 7, height: 7)
        let least = Double(mask.bounds.area) * PageOutline.areas.lowerBound
        return try opened.connectedComponents().filter { Double($0.area) >= least }.prefix(6).compactMap { box in
            let part = try opened.cropped(to: box)
            let outline = try outline(of: part)
            return outline.map { corners in
                let moved = corners.corners.map { Point(x: $0.x + Double(box.x), y: $0.y + Double(box.y)) }
                return Quadrilateral(
                    topLeft: moved[0], topRight: moved[1], bottomRight: moved[2], bottomLeft: moved[3])
            }
        }
    }

    /// Around the largest component of a cropped region, where that fills it well.
    private static func outline(of part: Image) throws -> Quadrilateral? {
        let bytes = try part.greyBytes()
        var points: [Point] = []
        for y in 0..<part.height {
            let row = bytes[(y * part.width)..<((y + 1) * part.width)]
            guard let first = row.firstIndex(of: 0), let last = row.lastIndex(of: 0) else { continue }
            let (left, right) = (Double(first - row.startIndex), Double(last - row.startIndex + 1))
            points += [
                Point(x: left, y: Double(y)), Point(x: left, y: Double(y + 1)),
                Point(x: right, y: Double(y)),
                Point(x: right, y: Double(y + 1)),
            ]
        }
        let hull = QuadrilateralFit.hull(points)
        guard let corners = QuadrilateralFit.quadrilateral(around: hull),
            let outline = QuadrilateralFit.ordered(corners)
        else { return nil }
        let filled = Double(try part.holesFilled().inkCount())
        return filled >= PageOutline.leastFill * outline.area ? outline : nil
    }
}
