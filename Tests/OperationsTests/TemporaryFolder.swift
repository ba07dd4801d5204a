import Foundation
import SystemPackage

@testable import Operations

/// A folder of a test's own.
struct TemporaryFolder {
    let path: FilePath

    init() throws {
        path = try FileSystem.makeTemporaryFolder(FilePath(NSTemporaryDirectory()).appending("recto-test-XXXXXX"))
    }

    func remove() { FileSystem.remove(path) }

    @discardableResult
    func write(_ name: FilePath, _ content: String) throws -> FilePath {
        let file = path.appending(name.components)
        try FileSystem.makeFolder(file.removingLastComponent())
        let descriptor = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        defer { try? descriptor.close() }
        _ = try descriptor.writeAll(content.utf8)
        return file
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path.appending(FilePath(name).components).string, encoding: .utf8)
    }
}
