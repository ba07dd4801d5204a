import Imaging
import Model

/// Reads large words printed across a card, level or slanting, such as SPECIMEN or VOID. What is under them and what is
/// over them spoil each other for a common reading: here all but thick strokes is taken away first.
struct OverprintReader {
    let engine: TextEngine

    /// Pixels per inch at which strokes are told apart, and at which what is left is read.
    private static let strokeResolution = 150.0
    private static let readResolution = 90.0
    /// Strokes of up to a thirtieth of an inch go: print of up to 16 points, and the lines of a background.
    private static let stroke = 5
    /// Slants in degrees; reading bears some six more either way, and the diagonal of a card is at 32.
    private static let slants = [0.0, 12, -12, 22, -22, 32, -32]
    private static let leastLetters = 4
    private static let leastConfidence = 0.25

    /// - Parameter grey: the card alone, upright.
    /// - Returns: words of four letters and more, each with the box of the whole card.
    func words(on grey: Image, dpi: Double, within time: Duration) throws -> [Word] {
        let end = ContinuousClock.now + time
        guard dpi > 0 else { return [] }
        let small = try grey.scaled(by: Self.strokeResolution / dpi).darkDetailRemoved(size: Self.stroke)
            .scaled(by: Self.readResolution / Self.strokeResolution)
        var found: [Word] = []
        for slant in Self.slants {
            let picture = slant == 0 ? small : try small.rotated(degrees: slant)
            let reading = try engine.words(
                in: GreyPicture(picture), as: .sparse, dpi: Self.readResolution, within: end - ContinuousClock.now)
            for word in reading.words where word.text.count(where: \.isLetter) >= Self.leastLetters {
                guard word.confidence >= Self.leastConfidence else { continue }
                found.append(
                    Word(text: word.text, confidence: word.confidence, box: grey.bounds, line: found.count))
            }
        }
        return found
    }
}
