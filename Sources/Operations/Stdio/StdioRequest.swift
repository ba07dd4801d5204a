import Foundation
import Model
import SystemPackage

/// What another program asks of `recto run --stdio`: a line of JSON, and where it says so the document's bytes behind it
/// (docs/stdio.md).
struct StdioRequest: Hashable, Sendable, Decodable {
    /// The answer repeats it.
    var key: String
    /// Of a file to read, from the folder of this process on; also what the result calls it, unless `name` does.
    var path: String?
    /// What the result calls the document.
    var name: String?
    /// Of the document, in bytes, where they follow the line.
    var length: Int?
    /// Whether the document was found in a folder rather than named.
    var found: Bool?
    var version: Int?

    /// What the result calls the document.
    var document: String { name ?? path ?? key }
}

/// Why the input cannot be read on: where the next request begins is not known.
package struct StdioError: Error, Hashable, CustomStringConvertible {
    /// From 1.
    var request: Int
    var cause: String

    package var description: String { "standard input, request \(request): \(cause)" }
}

/// Requests as they come in, with the documents between them.
struct StdioReader {
    private let input: FileDescriptor
    /// Asked while nothing comes.
    private let isStopped: @Sendable () -> Bool
    private var bytes: [UInt8] = []
    private var start = 0
    private var number = 0

    static let version = 1
    private static let mostBytesOfLine = 1 << 20
    private static let piece = 1 << 16
    /// Milliseconds after which it is looked whether to stop.
    private static let pause: CInt = 100

    init(_ input: FileDescriptor, isStopped: @escaping @Sendable () -> Bool) {
        self.input = input
        self.isStopped = isStopped
    }

    /// The next request; nil at the end of the input, or where nothing more is wanted.
    ///
    /// - Throws: `StdioError`.
    mutating func next() throws -> StdioRequest? {
        number += 1
        guard let line = try line() else { return nil }
        let request: StdioRequest
        do {
            request = try JSONDecoder().decode(StdioRequest.self, from: Data(line))
        } catch {
            throw problem("is no line of JSON with a key, and a path or a length")
        }
        guard request.version ?? Self.version == Self.version else {
            throw problem("is of version \(request.version ?? 0) of the protocol; this program speaks \(Self.version)")
        }
        switch (request.path, request.length) {
        case (.some(let path), nil) where !path.isEmpty && !path.contains("\0"): return request
        case (nil, .some(0...)) where request.name?.isEmpty == false: return request
        default: throw problem("names neither a path, nor a name and a length of 0 or more")
        }
    }

    /// Copies the document behind a request to a file.
    ///
    /// - Parameter most: bytes that are written; what is behind them is passed over.
    /// - Returns: whether it came to its end before the input, or the wish to read it, did.
    /// - Throws: `StdioError`, or what kept it from being written.
    mutating func copy(_ length: Int, to file: FilePath, most: Int) throws -> Bool {
        let copy = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        defer { try? copy.close() }
        var (left, room) = (length, most)
        while left > 0 {
            if start == bytes.count, try !fill() {
                if isStopped() { return false }
                throw problem("ends \(left.counted("byte")) before the document does")
            }
            let count = min(left, bytes.count - start)
            _ = try copy.writeAll(bytes[start..<start + min(count, room)])
            (start, left, room) = (start + count, left - count, max(0, room - count))
        }
        return true
    }

    private mutating func line() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return bytes[start..<end]
            }
            guard bytes.count - start <= Self.mostBytesOfLine else { throw problem("is longer than a line may be") }
            let waiting = bytes.count - start
            guard try fill() else {
                if waiting > 0, !isStopped() { throw problem("has no line feed at its end") }
                return nil
            }
            searched = start + waiting
        }
    }

    /// Waits for more; false at the end, or where nothing more is wanted.
    private mutating func fill() throws -> Bool {
        bytes.removeFirst(start)
        start = 0
        while try !input.isReadable(within: Self.pause) { if isStopped() { return false } }
        let more = try input.bytes(upTo: Self.piece)
        bytes += more
        return !more.isEmpty
    }

    private func problem(_ cause: String) -> StdioError { StdioError(request: number, cause: cause) }
}
