import COnnx
import Foundation
import Imaging
import Model

/// A recognizer of another make than Tesseract: PaddleOCR's PP-OCRv6 (small), a network that reads a line of print of any
/// script at once, run by ONNX Runtime. It has other letters to choose from, learned from other pictures and errs otherwise.
///
/// Input: 1 × 3 × 48 × width, colours as -1…1; output: a step of 8 pixels a row, a column for nothing and one for each
/// letter, as probabilities (connectionist temporal classification, Graves et al. 2006).
@safe final class LineEngine {
    /// File names in the folder that has both.
    static let (library, model) = ("libonnxruntime.so", "\(modelName).onnx")
    static let modelName = "PP-OCRv6_rec_small"

    private let handle: OpaquePointer
    /// By column; nothing comes first, a space last.
    private let letters: [String]

    /// - Throws: `Failure(.engineFailed)` where one of the two files is missing or is not what it should be.
    init(folder: String) throws {
        var message = [CChar](repeating: 0, count: 512)
        let opened = unsafe connx_open("\(folder)/\(Self.library)", "\(folder)/\(Self.model)", &message, message.count)
        guard let handle = unsafe opened else {
            throw Failure(
                .engineFailed,
                "the second recognizer cannot be loaded from \(folder): \(Self.text(message)); run `make setup`, or set "
                    + "recognize.second_recognizer to the folder that has \(Self.library) and \(Self.model), or to \"\" to "
                    + "go without it",
                stage: .recognize)
        }
        unsafe self.handle = unsafe handle
        guard let notes = unsafe connx_note(handle, "character") else {
            throw Failure(.engineFailed, "\(folder)/\(Self.model) has no list of letters", stage: .recognize)
        }
        defer { unsafe free(notes) }
        let list = unsafe String(cString: notes).split(separator: "\n", omittingEmptySubsequences: false)
        letters = [""] + list.map { Self.narrow(String($0)) } + [" "]
    }

    /// A sign of East Asian width as the ASCII one (Unicode's block of halfwidth and fullwidth forms).
    private static func narrow(_ letter: String) -> String {
        guard let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1,
            (0xff01...0xff5e).contains(scalar.value), let plain = Unicode.Scalar(scalar.value - 0xfee0)
        else { return letter }
        return String(Character(plain))
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Pixels of a line from top to bottom, and of the narrowest picture.
    private static let (height, narrowest) = (48, 48)
    /// A picture wider than this is no word: forty letters.
    private static let widest = 2400

    /// - Parameter picture: one line of print, upright, with a margin.
    /// - Returns: what it says, and how sure the network is of the letter that it is least sure of, 0…1; nil where it sees
    ///   none.
    func read(_ picture: Image) throws -> Rereading.Other? {
        let factor = Double(Self.height) / Double(picture.height)
        guard Double(picture.width) * factor < Double(Self.widest) else { return nil }
        let scaled = try GreyPicture(picture.scaled(by: factor))
        let width = max(Self.narrowest, scaled.width)
        var plane = [Float](repeating: 0, count: Self.height * width)
        for row in 0..<min(Self.height, scaled.height) {
            for column in 0..<scaled.width {
                plane[row * width + column] = Float(scaled.bytes[row * scaled.width + column]) / 127.5 - 1
            }
        }
        var numbers = plane + plane + plane
        var output = unsafe connx_output()
        var message = [CChar](repeating: 0, count: 512)
        let code = unsafe connx_run(
            handle, &numbers, 3, Int64(Self.height), Int64(width), &output, &message, message.count)
        guard code == 0 else {
            throw Failure(.engineFailed, "the second recognizer failed: \(Self.text(message))", stage: .recognize)
        }
        defer { unsafe connx_release(handle, &output) }
        guard let start = unsafe output.numbers, unsafe Int(output.columns) == letters.count else {
            throw Failure(
                .engineFailed,
                "the second recognizer's model has \(letters.count) letters and tells \(unsafe output.columns)",
                stage: .recognize)
        }
        let steps = unsafe UnsafeBufferPointer(start: start, count: Int(output.rows * output.columns))
        return unsafe decoded(steps)
    }

    /// How sure it is where no other picture is needed: of `THIES` for `THIÈS` it was at 0.904, with much white above.
    private static let sure = 0.95

    /// What it reads in a picture of a line, or in one with less white above where that is the better reading.
    ///
    /// - Parameter closer: made only where it is less than sure of the first; nil where there is none.
    func surest(of picture: Image, closer: @autoclosure () throws -> Image?) throws -> Rereading.Other? {
        let first = try read(picture)
        if let first, first.confidence >= Self.sure { return first }
        guard let picture = try closer(), let second = try read(picture) else { return first }
        return Self.isBetter(second, than: first) ? second : first
    }

    /// Whether a reading of the closer picture is surer and has all marks, which may be cut off there.
    static func isBetter(_ second: Rereading.Other, than first: Rereading.Other?) -> Bool {
        let marks = { (text: String) in text.count { $0.isLetter && !$0.isASCII } }
        guard let first else { return true }
        return second.confidence > first.confidence && marks(second.text) >= marks(first.text)
    }

    /// The likeliest letter of each step, one that goes on over several taken once.
    private func decoded(_ steps: UnsafeBufferPointer<Float>) -> Rereading.Other? {
        var (text, least, last) = ("", Float(1), 0)
        for start in stride(from: 0, to: steps.count, by: letters.count) {
            var best = 0
            for column in 1..<letters.count where unsafe steps[start + column] > steps[start + best] { best = column }
            if best != 0, best != last {
                text += letters[best]
                least = unsafe min(least, steps[start + best])
            }
            last = best
        }
        return text.isEmpty ? nil : Rereading.Other(text: text, confidence: Double(least))
    }
}
