package import Foundation
import Glibc
package import SystemPackage

/// A file that appears whole or not at all: written under another name in the same folder, synced, and renamed.
/// Readable by its owner alone.
package struct AtomicFile: ~Copyable {
    private let path: FilePath
    /// Where its bytes are until then: another than this value may write them, too.
    let temporary: FilePath
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []

    /// - Throws: `OutputError` where the file cannot be made; nothing is left behind.
    package init(path: FilePath) throws {
        let temporary = Self.temporaryName(in: Self.folder(of: path))
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
        } catch {
            throw OutputError(path, error)
        }
        self.descriptor = descriptor
        self.path = path
        self.temporary = temporary
    }

    /// Writes a whole file.
    package static func write(_ data: Data, to path: FilePath) throws {
        var file = try AtomicFile(path: path)
        try file.append(data)
        try file.commit()
    }

    package mutating func append(_ data: Data) throws {
        buffer += data
        if buffer.count >= 1 << 20 { try flush() }
    }

    /// Makes the file appear under its name. Without it, nothing appears.
    package mutating func commit() throws {
        try flush()
        guard fsync(descriptor.rawValue) == 0 else { throw OutputError(path, Errno(rawValue: errno)) }
        do {
            try FileSystem.rename(temporary, to: path)
        } catch {
            throw OutputError(path, error)
        }
        Self.sync(folder: Self.folder(of: path))
    }

    private mutating func flush() throws {
        do {
            _ = try descriptor.writeAll(buffer)
        } catch {
            throw OutputError(path, error)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Begins the names of files that are being written.
    static let prefix = ".recto-"

    static func temporaryName(in folder: FilePath) -> FilePath {
        folder.appending("\(prefix)\(getpid())-\(UInt64.random(in: .min ... .max)).tmp")
    }

    /// Whether a name is that of a file which a process that is gone did not bring to its end.
    package static func isLeftover(_ name: String) -> Bool {
        guard let match = name.wholeMatch(of: /\.recto-([0-9]+)-[0-9]+\.tmp/), let process = pid_t(match.1) else {
            return false
        }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    deinit {
        try? descriptor.close()
        // Gone already where it was renamed.
        _ = unsafe temporary.withPlatformString { unsafe unlink($0) }
    }

    /// A folder that cannot be synced (some network file systems) still holds the renamed file.
    private static func sync(folder: FilePath) {
        guard let descriptor = try? FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec]) else {
            return
        }
        fsync(descriptor.rawValue)
        try? descriptor.close()
    }

    private static func folder(of path: FilePath) -> FilePath {
        let folder = path.removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}

/// Why something could not be written: the path and the system's own words.
package struct OutputError: Error, CustomStringConvertible {
    private let path: String
    private let cause: String

    init(_ path: FilePath, _ cause: any Error) {
        self.path = PathName.text(of: path)
        self.cause = "\(cause)"
    }

    package var description: String { "\(path): \(cause)" }
}
