import Imaging
import Model

/// A 1-bit page halved until its longer side is at most ``target`` pixels.
struct Reduction {
    static let target = 2000

    var image: Image
    /// Page pixels a pixel.
    var factor: Int

    init(of binary: Image) throws {
        image = binary
        factor = 1
        while max(image.width, image.height) > Reduction.target, min(image.width, image.height) >= 2 {
            image = try image.halved(ranks: [2])
            factor *= 2
        }
    }

    func enlarged(_ box: Box) -> Box {
        Box(
            x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor)
    }
}
