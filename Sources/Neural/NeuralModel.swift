import COnnx
import Foundation
package import Model

/// A network that takes a block of numbers and gives a table of them, run by ONNX Runtime on one thread.
@safe package final class NeuralModel {
    package static let library = "libonnxruntime.so"

    private let handle: OpaquePointer
    private let name: String
    private let stage: StageName

    /// - Parameters:
    ///   - name: of the model's file in `folder`, without `.onnx`.
    ///   - folder: has the model and the library.
    /// - Throws: `Failure(.engineFailed)` where one of the two files is missing or is not what it should be.
    package init(_ name: String, folder: String, stage: StageName) throws {
        let file = "\(folder)/\(name).onnx"
        var message = [CChar](repeating: 0, count: 512)
        guard let handle = unsafe connx_open("\(folder)/\(Self.library)", file, &message, message.count) else {
            throw Failure(
                .engineFailed,
                "the neural reader cannot be loaded from \(folder): \(Self.text(message)); run `make setup`, or set "
                    + "recognize.neural_model_folder to the folder that has \(Self.library) and \(name).onnx, or to \"\" to "
                    + "go without it",
                stage: stage)
        }
        unsafe self.handle = unsafe handle
        self.name = file
        self.stage = stage
    }

    /// - Parameters:
    ///   - bytes: of a model that comes with the program.
    ///   - folder: has the library.
    /// - Throws: `Failure(.engineFailed)` where the library is missing or is not what it should be.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, named name: String, folder: String, stage: StageName) throws {
        var message = [CChar](repeating: 0, count: 512)
        guard let start = bytes.baseAddress,
            let handle = unsafe connx_open_bytes(
                "\(folder)/\(Self.library)", start, bytes.count, &message, message.count)
        else {
            throw Failure(
                .engineFailed,
                "the \(name) cannot be loaded: \(Self.text(message)); run `make setup`, or set "
                    + "recognize.neural_model_folder to the folder that has \(Self.library), or to \"\" to go without it",
                stage: stage)
        }
        unsafe self.handle = unsafe handle
        self.name = "the \(name)"
        self.stage = stage
    }

    /// A text that the model's file carries under a name.
    package func note(_ name: String) throws -> String {
        guard let note = unsafe connx_note(handle, name) else {
            throw Failure(.engineFailed, "\(self.name) has no note `\(name)`", stage: stage)
        }
        defer { unsafe free(note) }
        return unsafe String(cString: note)
    }

    /// - Parameters:
    ///   - numbers: channels × height × width.
    ///   - body: is given rows × columns numbers, row by row, which are gone when it returns.
    /// - Throws: `Failure(.engineFailed)` where the network cannot be run.
    package func run<Result>(
        _ numbers: inout [Float], channels: Int, height: Int, width: Int,
        _ body: (UnsafeBufferPointer<Float>, _ rows: Int, _ columns: Int) throws -> Result
    ) throws -> Result {
        var output = unsafe connx_output()
        var message = [CChar](repeating: 0, count: 512)
        let code = unsafe connx_run(
            handle, &numbers, Int64(channels), Int64(height), Int64(width), &output, &message, message.count)
        guard code == 0 else {
            throw Failure(.engineFailed, "\(name) failed: \(Self.text(message))", stage: stage)
        }
        defer { unsafe connx_release(handle, &output) }
        let (rows, columns) = unsafe (Int(output.rows), Int(output.columns))
        return try unsafe body(UnsafeBufferPointer(start: output.numbers, count: rows * columns), rows, columns)
    }

    private static func text(_ message: [CChar]) -> String {
        String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
