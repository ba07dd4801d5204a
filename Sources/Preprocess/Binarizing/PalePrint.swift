import Imaging
import Model

/// Print that one level takes for paper, wholly or in part, beside print that it sees.
struct PalePrint {
    /// The page in black and white, its ink evened out.
    var image: Image
    var reduction: Reduction
    /// Those of its lines, reduced, in which most ink was lost.
    var lines: [TextLayout.Line]

    /// Pixels of the reduced page, as many as some 30 letters have, from which on what is lost is worth a reading.
    static let leastLost = 1000
    /// Share of a line's ink from which on the line counts.
    private static let leastOfLine = 0.1

    /// Evidence of reading a letter below which lost lines are no print.
    static let leastEvidence = 0.3

    /// - Returns: nil where next to nothing is lost.
    init?(of page: LevelledPage) throws {
        let small = page.reduction
        let evened = try page.binarizing.image(by: .evened)
        // On a page of a few lines the paper's grain is made as dark as print.
        guard try Noise.measure(evened) <= Binarizing.mostNoise else { return nil }
        let reduction = try Reduction(of: evened)
        // What lies beside ink is its rim.
        let lost = try reduction.image.subtracting(small.image.dilated(width: 3, height: 3)).opened(width: 2, height: 2)
        guard lost.inkCount() >= Self.leastLost else { return nil }
        let found = try TextLayout(reduction.image).lines.map { line in
            (line: line, lost: lost.inkCount(in: line.box), ink: reduction.image.inkCount(in: line.box))
        }
        lines = found.filter { Double($0.lost) >= Self.leastOfLine * Double($0.ink) }
            .sorted { ($0.lost, $1.line.box.y) > ($1.lost, $0.line.box.y) }
            .prefix(TextStrips.mostLines).map(\.line)
        guard !lines.isEmpty else { return nil }
        image = evened
        self.reduction = reduction
    }
}
