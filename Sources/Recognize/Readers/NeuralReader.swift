import Foundation
import Imaging
import Model
import Neural

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
        model = try NeuralModel(Self.modelName, folder: folder, stage: .recognize)
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
    /// The same as the widest where the characters are few: they stand in codes, of which the network learned from pieces.
    private static let widestOfFew = 500
    /// Other characters that are told of a place, and what the least of them is worth.
    private static let (mostAlternatives, leastAlternative) = (3, Float(0.01))
    /// The same where the characters are few: a format may rule out all that are likelier.
    private static let (mostOfFew, leastOfFew) = (6, Float(0.0001))

    /// Pieces of lines that were read so far.
    private(set) var readings = 0

    func characters(in picture: Image, among alphabet: Set<Character>?) throws -> [LineCharacter] {
        let columns = letters.indices.dropFirst().filter { alphabet?.contains(letters[$0]) ?? true }
        let factor = Double(Self.height) / Double(picture.height)
        let line = try GreyPicture(picture.scaled(by: factor)).withHeight(Self.height)
        return try LinePieces.ranges(
            of: line, mostWidth: alphabet == nil ? Self.widest : Self.widestOfFew
        ).flatMap { piece in
            let part = line.cropped(to: Box(x: piece.lowerBound, y: 0, width: piece.count, height: Self.height))
            readings += 1
            return try unsafe model.run(part, leastWidth: Self.narrowest) { numbers, rows, count in
                guard count == letters.count else {
                    throw Failure(
                        .engineFailed, "the neural reader has \(letters.count) characters and tells of \(count)",
                        stage: .recognize)
                }
                return unsafe decoded(numbers, rows, columns).map {
                    $0.moved(by: Double(piece.lowerBound)).scaled(by: 1 / factor)
                }
            }
        }
    }

    /// The likeliest character of each step, one that goes on over several taken once, at its surest.
    ///
    /// - Parameter columns: of the characters that can stand there, whose figures and the blank's are made to sum up to 1.
    private func decoded(
        _ numbers: UnsafeBufferPointer<Float>, _ steps: Int, _ columns: [Int]
    ) -> [LineCharacter] {
        let isWhole = columns.count == letters.count - 1
        var characters: [LineCharacter] = []
        var (last, surest) = (0, Float(0))
        for step in 0..<steps {
            let start = step * letters.count
            var (best, total) = unsafe (0, numbers[start])
            for column in columns {
                let number = unsafe numbers[start + column]
                total += number
                if unsafe number > numbers[start + best] { best = column }
            }
            defer { last = best }
            guard best != 0, total > 0 else { continue }
            if isWhole { total = 1 }
            let posterior = unsafe numbers[start + best] / total
            let place = (Double(step) * Self.step)...(Double(step + 1) * Self.step)
            let isSame = best == last && !characters.isEmpty
            if isSame {
                let before = characters[characters.count - 1].place.lowerBound
                characters[characters.count - 1].place = before...place.upperBound
                guard posterior > surest else { continue }
            } else {
                characters.append(LineCharacter(text: letters[best], posterior: 0, place: place))
            }
            characters[characters.count - 1].posterior = Double(posterior)
            characters[characters.count - 1].alternatives = unsafe alternatives(
                numbers, start, columns, total, but: best)
            surest = posterior
        }
        return characters
    }

    private func alternatives(
        _ numbers: UnsafeBufferPointer<Float>, _ start: Int, _ columns: [Int], _ total: Float, but best: Int
    ) -> [LineCharacter.Alternative] {
        let isWhole = columns.count == letters.count - 1
        let (most, least) = isWhole ? (Self.mostAlternatives, Self.leastAlternative) : (Self.mostOfFew, Self.leastOfFew)
        let others = columns.filter { unsafe $0 != best && numbers[start + $0] / total >= least }
        return others.sorted { unsafe numbers[start + $0] > numbers[start + $1] }.prefix(most).map {
            LineCharacter.Alternative(text: letters[$0], posterior: Double(unsafe numbers[start + $0] / total))
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
