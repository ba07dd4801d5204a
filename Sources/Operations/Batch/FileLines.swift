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
        var lines = LineBuffer(limit: 1 << 29)
        while case let bytes = try file.bytes(upTo: 1 << 20), !bytes.isEmpty {
            lines.append(bytes)
            while let line = try lines.next() { try body(Data(line)) }
        }
        if takesRest, !lines.rest.isEmpty { try body(Data(lines.rest)) }
    }
}
