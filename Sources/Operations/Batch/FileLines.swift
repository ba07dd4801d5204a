package import Foundation
package import SystemPackage

/// The lines of a file, one at a time.
package enum FileLines {
    /// - Parameters:
    ///   - file: read from where it stands to its end.
    ///   - takesRest: whether what comes behind the last line feed is a line too.
    /// - Throws: where it cannot be read, a line has more than 512 MiB, or `body` throws.
    package static func visit(
        _ file: FileDescriptor, takesRest: Bool = false, _ body: (Data) throws -> Void
    ) throws {
        let lines = Reader(file)
        while let line = try lines.next() { try body(line) }
        if takesRest, !lines.rest.isEmpty { try body(lines.rest) }
    }

    /// The same, asked for one by one.
    final class Reader {
        private let file: FileDescriptor
        private var lines = LineBuffer(limit: 1 << 29)

        init(_ file: FileDescriptor) { self.file = file }

        /// Nil at the end, or where only a part of a line is left.
        func next() throws -> Data? {
            while true {
                if let line = try lines.next() { return Data(line) }
                let bytes = try file.bytes(upTo: 1 << 20)
                guard !bytes.isEmpty else { return nil }
                lines.append(bytes)
            }
        }

        var rest: Data { Data(lines.rest) }
    }
}
