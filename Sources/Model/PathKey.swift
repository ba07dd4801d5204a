/// A path by its bytes. Swift's strings are equal where they mean the same characters; a file system keeps two files whose
/// names differ only in how an ü is written.
package struct PathKey: Hashable, Sendable, ExpressibleByStringLiteral {
    private let bytes: [UInt8]

    package init(_ path: String) { bytes = Array(path.utf8) }
    package init(stringLiteral path: String) { self.init(path) }

    package var path: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
    /// Whether a path is this one, byte by byte.
    package func isSamePath(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
