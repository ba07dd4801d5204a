import Imaging
import Model

/// The print of a photographed frame: what tells a page from a panel on it, and from other things on the table.
struct PhotoPrint {
    private let scale: Double
    private let binary: Image
    private let lines: [(letters: [Box], spread: Int)]

    /// Of the small picture, in pixels.
    private static let longSide = 1200.0
    /// Letters that make a line.
    private static let leastLetters = 6
    /// Letters outside that make a good part of the print, and the share of all that they must be.
    private static let mostOutside = 20
    private static let shareOutside = 0.2
    /// Letter-sized pieces and share of ink that something printed has.
    private static let leastPieces = 25
    private static let ink = 0.015...0.6
    /// Sides of letter-sized pieces, in pixels.
    private static let pieces = 3...60

    init(_ image: Image) throws {
        scale = min(1, Self.longSide / Double(max(image.width, image.height)))
        let small = try image.grey().scaled(by: scale)
        let binary = try Binarizing.otsu(small.backgroundNormalised())
        self.binary = binary
        // The page may lie on its side.
        let height = binary.height
        let level = try TextLayout(binary).lines.map(\.letters)
        let upright = try TextLayout(binary.rotated(quarterTurns: 1)).lines.map { line in
            line.letters.map { Box(x: $0.y, y: height - $0.maxX, width: $0.height, height: $0.width) }
        }
        lines = try (level + upright).filter { $0.count >= Self.leastLetters }.compactMap { letters in
            guard let box = Box.around(letters) else { return nil }
            return (letters, try small.cropped(to: box).spread())
        }
    }

    /// Whether a good part of the frame's print lies outside all outlines: then they are pictures or panels on the page.
    func isOutside(_ outlines: [Quadrilateral]) -> Bool {
        let areas = outlines.map { $0.scaled(x: scale, y: scale) }
        let counted = lines.map { line in
            (
                spread: line.spread, letters: line.letters.count,
                outside: line.letters.count { letter in
                    !areas.contains { $0.contains(Point(x: letter.midX, y: letter.midY)) }
                }
            )
        }
        // Cloth and wood have rows too, but faint ones.
        let usual = counted.filter { 2 * $0.outside <= $0.letters }.map(\.spread).sorted()
        let least = usual.isEmpty ? 0 : usual[usual.count / 2] / 2
        let outside = counted.reduce(0) { $1.spread >= least ? $0 + $1.outside : $0 }
        let all = counted.reduce(0) { $0 + $1.letters }
        return outside > Self.mostOutside && Double(outside) > Self.shareOutside * Double(all)
    }

    /// Whether what the outline holds is printed, whichever way its lines run.
    func isPrinted(_ outline: Quadrilateral) throws -> Bool {
        let area = outline.scaled(x: scale, y: scale)
        let box = area.bounds.intersection(binary.bounds)
        guard !box.isEmpty else { return false }
        let part = try binary.cropped(to: box)
        guard Self.ink.contains(part.inkRatio(in: part.bounds)) else { return false }
        return try part.connectedComponents().count { piece in
            Self.pieces.contains(max(piece.width, piece.height))
                && area.contains(Point(x: piece.midX + Double(box.x), y: piece.midY + Double(box.y)))
        } >= Self.leastPieces
    }
}

extension Image {
    /// Grey levels between the darkest and the lightest twentieth.
    fileprivate func spread() throws -> Int {
        let histogram = try histogram()
        return GreyStatistics.percentile(0.95, of: histogram) - GreyStatistics.percentile(0.05, of: histogram)
    }
}
