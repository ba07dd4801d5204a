import Imaging
import Model

/// Specks on a page.
enum Noise {
    /// Of a page, what print takes in a few lines: dust on an empty page counts against no less.
    private static let leastInk = 0.01

    /// Components of at most 3 pixels per thousand pixels of ink, in nine windows over a 1-bit page, 0…1000.
    static func measure(_ binary: Image) throws -> Double {
        let side = min(400, binary.width / 3, binary.height / 3)
        guard side > 0 else { return 0 }
        var (specks, ink) = (0, 0)
        for row in 0..<3 {
            for column in 0..<3 {
                let window = Box(
                    x: binary.width * (2 * column + 1) / 6 - side / 2,
                    y: binary.height * (2 * row + 1) / 6 - side / 2,
                    width: side, height: side)
                let part = try binary.cropped(to: window)
                ink += part.inkCount()
                specks += try part.connectedComponents().count {
                    $0.area <= 3 || $0.area == 4 && part.inkCount(in: $0) <= 3
                }
            }
        }
        let least = leastInk * Double(9 * side * side)
        return min(1000, Double(specks) * 1000 / max(least, Double(ink)))
    }
}
