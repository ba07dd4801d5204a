import Imaging
import Model

/// Reads a picture of one line of print.
protocol LineReader {
    /// - Parameter picture: one line, upright, with a margin.
    /// - Returns: its characters from left to right, spaces among them, in the picture's pixels.
    /// - Throws: `Failure(.engineFailed)` where the recognizer cannot be run.
    func characters(in picture: Image) throws -> [LineCharacter]
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
