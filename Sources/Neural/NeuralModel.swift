import COnnx
import Foundation
import Imaging
import Model

/// A network that takes a grey picture and gives a table of numbers, run by ONNX Runtime on one thread.
@safe final class NeuralModel {
    static let library = "libonnxruntime.so"

    private let handle: OpaquePointer
    private let file: String

    /// - Parameters:
    ///   - name: of the model's file in `folder`, without `.onnx`.
    ///   - folder: has the model and the library.
    /// - Throws: `Failure(.engineFailed)` where one of the two files is missing or is not what it should be.
    init(_ name: String, folder: String) throws {
        file = "\(folder)/\(name).onnx"
        var message = [CChar](repeating: 0, count: 512)
        guard let handle = unsafe connx_open("\(folder)/\(Self.library)", file, &message, message.count) else {
            throw Failure(
                .engineFailed,
                "the neural reader cannot be loaded from \(folder): \(Self.text(message)); run `make setup`, or set "
                    + "recognize.neural_model_folder to the folder that has \(Self.library) and \(name).onnx, or to \"\" to "
                    + "go without it",
                stage: .recognize)
        }
        unsafe self.handle = unsafe handle
    }

    /// A text that the model's file carries under a name.
    func note(_ name: String) throws -> String {
        guard let note = unsafe connx_note(handle, name) else {
            throw Failure(.engineFailed, "\(file) has no note `\(name)`", stage: .recognize)
        }
        defer { unsafe free(note) }
        return unsafe String(cString: note)
    }

    /// Runs the network on a picture, of which all three colors are the grey level, as -1…1.
    ///
    /// - Parameters:
    ///   - picture: of the height that the network takes; a width that is too small is filled up with middle grey.
    ///   - leastWidth: in pixels.
    ///   - body: is given rows × columns numbers, row by row, which are gone when it returns.
    /// - Throws: `Failure(.engineFailed)` where the network cannot be run.
    func run<Result>(
        _ picture: GreyPicture, leastWidth: Int = 0,
        _ body: (UnsafeBufferPointer<Float>, _ rows: Int, _ columns: Int) throws -> Result
    ) throws -> Result {
        let width = max(leastWidth, picture.width)
        let size = picture.height * width
        var numbers = [Float](repeating: 0, count: 3 * size)
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let level = Float(picture.bytes[row * picture.width + column]) / 127.5 - 1
                let place = row * width + column
                numbers[place] = level
                numbers[place + size] = level
                numbers[place + 2 * size] = level
            }
        }
        var output = unsafe connx_output()
        var message = [CChar](repeating: 0, count: 512)
        let code = unsafe connx_run(
            handle, &numbers, 3, Int64(picture.height), Int64(width), &output, &message, message.count)
        guard code == 0 else {
            throw Failure(.engineFailed, "\(file) failed: \(Self.text(message))", stage: .recognize)
        }
        defer { unsafe connx_release(handle, &output) }
        let (rows, columns) = unsafe (Int(output.rows), Int(output.columns))
        return try unsafe body(UnsafeBufferPointer(start: output.numbers, count: rows * columns), rows, columns)
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
