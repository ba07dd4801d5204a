import CProcess
import Foundation
import Output
import SystemPackage

/// A worker's end of the protocol: standard input and output, taken away from everything else in the process.
package struct WorkerChannel {
    private let input: FileDescriptor
    private let output: FileDescriptor
    private var lines = LineBuffer(limit: 1 << 20)

    /// Takes standard input and output over; whatever prints from now on prints to standard error.
    package static func takingStandardStreams() throws -> WorkerChannel {
        var input: CInt = -1
        var output: CInt = -1
        let code = unsafe cprocess_take_standard_streams(&input, &output)
        guard code == 0 else { throw Errno(rawValue: code) }
        return WorkerChannel(input: FileDescriptor(rawValue: input), output: FileDescriptor(rawValue: output))
    }

    init(input: FileDescriptor, output: FileDescriptor) {
        self.input = input
        self.output = output
    }

    /// Waits for the next line; nil once the other side has closed.
    mutating func readLine() throws -> [UInt8]? {
        while true {
            if let line = try lines.next() { return line }
            let bytes = try input.bytes(upTo: 1 << 16)
            guard !bytes.isEmpty else { return nil }
            lines.append(bytes)
        }
    }

    package func write(_ message: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try output.writeAll(try encoder.encode(message) + [UInt8(ascii: "\n")])
    }
}

/// Cuts a stream of bytes at its line feeds.
struct LineBuffer {
    /// Bytes that a line may have: what the other side sends is not trusted.
    let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0

    struct TooLong: Error {}

    init(limit: Int) { self.limit = limit }

    mutating func append(_ more: [UInt8]) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += more
    }

    /// The next whole line, without its line feed; nil where it is not whole yet.
    mutating func next() throws -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            if bytes.count - start > limit { throw TooLong() }
            return nil
        }
        defer {
            start = end + 1
            searched = start
        }
        return Array(bytes[start..<end])
    }

    /// What came behind the last line feed.
    var rest: [UInt8] { Array(bytes[start...]) }
}
