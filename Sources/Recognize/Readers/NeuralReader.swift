import Foundation
import Imaging
import Model

/// A recognizer of another make than Tesseract: PaddleOCR's PP-OCRv6 (small), a network that reads a line of print at once,
/// run by ONNX Runtime. Its output layer is cut to the characters of the Latin script (`Scripts/cut-recognizer`).
///
/// Input: 1 × 3 × 48 × width, colors as -1…1; output: a step of 8 pixels a row, a column for nothing and one for each
/// character, as probabilities (connectionist temporal classification, Graves et al. 2006).
final class NeuralReader: LineReader {
    static let modelName = "PP-OCRv6_rec_small_latin"

    private let model: NeuralModel
    /// By column; the blank comes first, a space last.
    private let letters: [Character]

    /// - Parameter folder: has the model and ONNX Runtime.
    /// - Throws: `Failure(.engineFailed)` where one of the two is missing or is not what it should be.
    init(folder: String) throws {
        model = try NeuralModel(Self.modelName, folder: folder)
        let list = try model.note("character").split(separator: "\n", omittingEmptySubsequences: false)
        letters = [" "] + list.map { $0.first ?? " " } + [" "]
    }

    /// Pixels of a line from top to bottom, and of the narrowest picture.
    private static let (height, narrowest) = (48, 48)
    /// Pixels of a line that one step of the output stands for.
    private static let step = 8.0
    /// A longer line is cut at its gaps into pieces of this many pixels at most: the network learned from lines of a few
    /// words.
    private static let widest = 1200
    /// Width over height of the longest piece.
    static let mostAspect = Double(widest) / Double(height)
    /// Other characters that are told of a place, and what the least of them is worth.
    private static let (mostAlternatives, leastAlternative) = (3, Float(0.01))

    /// Pieces of lines that were read so far.
    private(set) var readings = 0

    func characters(in picture: Image) throws -> [LineCharacter] {
        let factor = Double(Self.height) / Double(picture.height)
        let line = try GreyPicture(picture.scaled(by: factor)).withHeight(Self.height)
        return try LinePieces.ranges(of: line, mostWidth: Self.widest).flatMap { piece in
            let part = line.cropped(to: Box(x: piece.lowerBound, y: 0, width: piece.count, height: Self.height))
            readings += 1
            return try unsafe model.run(part, leastWidth: Self.narrowest) { numbers, rows, columns in
                guard columns == letters.count else {
                    throw Failure(
                        .engineFailed, "the neural reader has \(letters.count) characters and tells of \(columns)",
                        stage: .recognize)
                }
                return unsafe decoded(numbers, rows).map {
                    $0.moved(by: Double(piece.lowerBound)).scaled(by: 1 / factor)
                }
            }
        }
    }

    /// The likeliest character of each step, one that goes on over several taken once, at its surest.
    private func decoded(_ numbers: UnsafeBufferPointer<Float>, _ steps: Int) -> [LineCharacter] {
        var characters: [LineCharacter] = []
        var (last, surest) = (0, Float(0))
        for step in 0..<steps {
            let start = step * letters.count
            var best = 0
            for column in 1..<letters.count where unsafe numbers[start + column] > numbers[start + best] {
                best = column
            }
            defer { last = best }
            guard best != 0 else { continue }
            let posterior = unsafe numbers[start + best]
            let place = (Double(step) * Self.step)...(Double(step + 1) * Self.step)
            if best == last, let before = characters.indices.last {
                characters[before].place = characters[before].place.lowerBound...place.upperBound
                guard posterior > surest else { continue }
                characters[before].posterior = Double(posterior)
                characters[before].alternatives = unsafe alternatives(numbers, start, but: best)
            } else {
                let others = unsafe alternatives(numbers, start, but: best)
                characters.append(
                    LineCharacter(
                        text: letters[best], posterior: Double(posterior), place: place, alternatives: others))
            }
            surest = posterior
        }
        return characters
    }

    private func alternatives(
        _ numbers: UnsafeBufferPointer<Float>, _ start: Int, but best: Int
    ) -> [LineCharacter.Alternative] {
        let columns = (1..<letters.count).filter {
            unsafe $0 != best && numbers[start + $0] >= Self.leastAlternative
        }
        return columns.sorted { unsafe numbers[start + $0] > numbers[start + $1] }.prefix(Self.mostAlternatives).map {
            LineCharacter.Alternative(text: letters[$0], posterior: Double(unsafe numbers[start + $0]))
        }
    }
}

extension LineCharacter {
    func moved(by distance: Double) -> Self {
        var moved = self
        moved.place = (place.lowerBound + distance)...(place.upperBound + distance)
        return moved
    }

    func scaled(by factor: Double) -> Self {
        var scaled = self
        scaled.place = (place.lowerBound * factor)...(place.upperBound * factor)
        return scaled
    }
}
