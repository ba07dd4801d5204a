import Foundation
import Model

/// Results, a line each, in the order of their files' paths, asked for file by file in that order.
struct LineGroups {
    /// Of one file.
    struct Group {
        /// Each with its line feed.
        var lines = Data()
        var count = 0
    }

    private let next: () throws -> Data?
    private var ahead: (path: String, line: Data)?

    /// - Parameter next: the next line, without its line feed; nil at the end.
    init(next: @escaping () throws -> Data?) throws {
        self.next = next
        try advance()
    }

    /// What is of files before this one, or of none, is passed over.
    mutating func group(of path: String) throws -> Group {
        var group = Group()
        while let (own, line) = ahead, !path.utf8.lexicographicallyPrecedes(own.utf8) {
            if own.isSamePath(as: path) {
                group.lines += line + [UInt8(ascii: "\n")]
                group.count += 1
            }
            try advance()
        }
        return group
    }

    private mutating func advance() throws {
        ahead = nil
        while ahead == nil, let line = try next() { ahead = LineSource(of: line).map { ($0.path, line) } }
    }
}
