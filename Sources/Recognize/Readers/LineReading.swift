import Imaging
import Model

/// Reads a picture of one line of print.
protocol LineReader {
    /// - Parameters:
    ///   - picture: one line, upright, with a margin.
    ///   - alphabet: the only characters that can stand there; nil for all.
    /// - Returns: its characters from left to right, spaces among them, in the picture's pixels.
    /// - Throws: `Failure(.engineFailed)` where the recognizer cannot be run.
    func characters(in picture: Image, among alphabet: Set<Character>?) throws -> [LineCharacter]
}

extension LineReader {
    func characters(in picture: Image) throws -> [LineCharacter] { try characters(in: picture, among: nil) }
}

/// One character of a line as a reader saw it.
struct LineCharacter: Hashable {
    var text: Character
    /// That it is this one, 0…1, by the reader itself.
    var posterior: Double
    /// Where it begins and ends, in pixels from left.
    var place: ClosedRange<Double>
    /// What else it may be, likeliest first; a space that is no character is not among them.
    var alternatives: [Alternative] = []

    struct Alternative: Hashable {
        var text: Character
        var posterior: Double
    }
}
