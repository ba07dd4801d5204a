package import Foundation
import Glibc

/// A file that appears whole or not at all: written under another name in the same folder, synced, and renamed.
/// Readable by its owner alone.
package struct AtomicFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Throws: `OutputError` where the file cannot be made; nothing is left behind.
    package init(path: String) throws {
        let folder = Self.folder(of: path)
        let name = ".recto-\(getpid())-\(UInt64.random(in: .min ... .max)).tmp"
        let temporary = folder + "/" + name
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw OutputError(path, errno) }
        self.path = path
        self.temporary = temporary
        self.descriptor = descriptor
    }

    /// Writes a whole file.
    package static func write(_ data: Data, to path: String) throws {
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
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw OutputError(path, errno) }
        Self.sync(folder: Self.folder(of: path))
    }

    private mutating func flush() throws {
        var start = 0
        while start < buffer.count {
            let count = buffer[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputError(path, count < 0 ? errno : EIO) }
            start += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Whether a name is that of a file which a process that is gone did not bring to its end.
    package static func isLeftover(_ name: String) -> Bool {
        guard let match = name.wholeMatch(of: /\.recto-([0-9]+)-[0-9]+\.tmp/), let process = pid_t(match.1) else {
            return false
        }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    deinit {
        close(descriptor)
        // Gone already where it was renamed.
        unlink(temporary)
    }

    /// A folder that cannot be synced (some network file systems) still holds the renamed file.
    private static func sync(folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// Why something could not be written: the path and the system's own words.
package struct OutputError: Error, CustomStringConvertible {
    package var path: String
    package var code: Int32

    package init(_ path: String, _ code: Int32) {
        self.path = path
        self.code = code
    }

    package var description: String { "\(path): \(String(cString: strerror(code)))" }
}
