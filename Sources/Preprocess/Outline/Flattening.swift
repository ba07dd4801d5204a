import Foundation
import Imaging
import Model

/// The map that draws a photographed page as if it lay flat.
struct Flattening {
    /// From the flat page's points to the frame's.
    var transform: Transform
    var width: Int
    var height: Int

    /// - Returns: nil where the outline has no area.
    init?(_ outline: Quadrilateral, frameWidth: Int, frameHeight: Int) {
        let centre = Point(x: Double(frameWidth) / 2, y: Double(frameHeight) / 2)
        let ratio = Flattening.aspectRatio(
            outline, centre: centre, frame: Double(max(frameWidth, frameHeight)))
        // As many pixels as the longest of the page's sides has, so that nothing is lost where it was nearest.
        let lengths = outline.sides.map { $0.from.distance(to: $0.to) }
        let across = max(lengths[0], lengths[2])
        let down = max(lengths[1], lengths[3])
        let size = across / ratio >= down ? (across, across / ratio) : (down * ratio, down)
        guard size.0 >= 16, size.1 >= 16,
            max(size.0, size.1) <= 4 * Double(max(frameWidth, frameHeight)),
            let transform = Transform.rectangle(
                width: size.0.rounded(), height: size.1.rounded(), to: outline)
        else { return nil }
        self.transform = transform
        width = Int(size.0.rounded())
        height = Int(size.1.rounded())
    }

    /// Of a rectangle in a flat picture, at the picture's own scale.
    init?(flat outline: Quadrilateral) {
        let lengths = outline.sides.map { $0.from.distance(to: $0.to).rounded() }
        guard lengths[0] >= 16, lengths[1] >= 16,
            let transform = Transform.rectangle(width: lengths[0], height: lengths[1], to: outline)
        else { return nil }
        self.transform = transform
        width = Int(lengths[0])
        height = Int(lengths[1])
    }

    /// Width over height of the rectangle that a camera with its axis through the frame's centre sees as these corners
    /// (Zhang and He 2007, "Whiteboard scanning and image enhancement", section 3.2), drawn to a known shape that is
    /// nearly the same.
    static func aspectRatio(_ outline: Quadrilateral, centre: Point, frame: Double) -> Double {
        snapped(measuredRatio(outline, centre: centre, frame: frame))
    }

    /// The same as measured; the mean of opposite sides where perspective is too weak to tell.
    static func measuredRatio(_ outline: Quadrilateral, centre: Point, frame: Double) -> Double {
        let lengths = outline.sides.map { $0.from.distance(to: $0.to) }
        let plain = (lengths[0] + lengths[2]) / max(1, lengths[1] + lengths[3])
        let ratio = byPerspective(outline, centre: centre, frame: frame).flatMap {
            // Beyond that the corners are too rough for it.
            (0.75...1.35).contains($0 / plain) ? $0 : nil
        }
        return ratio ?? plain
    }

    private static func byPerspective(_ outline: Quadrilateral, centre: Point, frame: Double)
        -> Double?
    {
        let m = [outline.topLeft, outline.topRight, outline.bottomLeft, outline.bottomRight].map {
            [($0.x - centre.x) / frame, ($0.y - centre.y) / frame, 1]
        }
        let ends = cross(m[0], m[3])
        let below2 = dot(cross(m[1], m[3]), m[2])
        let below3 = dot(cross(m[2], m[3]), m[1])
        guard abs(below2) > 1e-12, abs(below3) > 1e-12 else { return nil }
        let k2 = dot(ends, m[2]) / below2
        let k3 = dot(ends, m[1]) / below3
        let n2 = zip(m[1], m[0]).map { k2 * $0 - $1 }
        let n3 = zip(m[2], m[0]).map { k3 * $0 - $1 }
        guard abs(n2[2]) > 0.03, abs(n3[2]) > 0.03 else { return nil }
        let focalSquared = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2])
        // Focal lengths of cameras in units of the frame's longer side.
        guard (0.25...9).contains(focalSquared) else { return nil }
        let across = (n2[0] * n2[0] + n2[1] * n2[1]) / focalSquared + n2[2] * n2[2]
        let down = (n3[0] * n3[0] + n3[1] * n3[1]) / focalSquared + n3[2] * n3[2]
        return down > 0 ? (across / down).squareRoot() : nil
    }

    private static func snapped(_ ratio: Double) -> Double {
        let long = max(ratio, 1 / ratio)
        let nearest = Resolution.knownRatios.min { abs($0 / long - 1) < abs($1 / long - 1) }
        guard let nearest, abs(nearest / long - 1) < 0.03 else { return ratio }
        return ratio >= 1 ? nearest : 1 / nearest
    }

    private static func cross(_ a: [Double], _ b: [Double]) -> [Double] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double {
        zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
