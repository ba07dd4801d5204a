import Imaging
import Neural

extension NeuralModel {
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
        return try unsafe run(&numbers, channels: 3, height: picture.height, width: width, body)
    }
}
