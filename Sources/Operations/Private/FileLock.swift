import Glibc
package import SystemPackage

/// A lock on a file or folder, held by this process until the value is gone; the kernel lets go of it when the process
/// ends, however that happens.
package final class FileLock: Sendable {
    private let descriptor: FileDescriptor

    /// Nil where another process holds it.
    ///
    /// - Throws: where the file cannot be opened, or the file system knows no locks.
    private init?(_ descriptor: FileDescriptor) throws {
        guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            try? descriptor.close()
            guard code == EWOULDBLOCK else { throw Errno(rawValue: code) }
            return nil
        }
        self.descriptor = descriptor
    }

    /// A folder that is there.
    convenience init?(folder: FilePath) throws {
        try self.init(
            FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec]))
    }

    /// A file, made where it is not there.
    convenience init?(file: FilePath) throws {
        try self.init(
            FileDescriptor.open(
                file, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite))
    }

    /// Whether what is locked is still what the path leads to.
    func isStill(at path: FilePath) -> Bool {
        (try? Stat(descriptor)).map { FilePlace($0, at: path).isHeld } ?? false
    }

    deinit { try? descriptor.close() }
}

/// A path and what was found there.
struct FilePlace: Hashable, Sendable {
    let path: FilePath
    private let device: UInt64
    private let inode: UInt64

    init(_ status: Stat, at path: FilePath) {
        self.path = path
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
    }

    /// Whether the path still leads to it.
    var isHeld: Bool {
        (try? Stat(path, followTargetSymlink: false)).map { FilePlace($0, at: path) == self } ?? false
    }
}

/// The right to write into an output folder: one run, service or purge at a time, so that none takes the other's
/// documents for its own.
package struct OutputLock: Sendable {
    package static let name = ".recto.lock"
    private let lock: FileLock?

    /// - Throws: `OutputInUse` where another process works in the folder.
    package init(_ folder: FilePath) throws {
        do {
            lock = try FileLock(file: folder.appending(Self.name))
        } catch Errno.notSupported, Errno.noLocks {
            // Some network file systems know no locks; SQLite's own still keep the ledger whole.
            lock = nil
            return
        }
        if lock == nil { throw OutputInUse(path: PathName.text(of: folder)) }
    }
}

extension OutputLock {
    /// Makes an output folder ready for work: nobody else's, and without what a killed process left half written.
    ///
    /// - Parameter kept: folders for what is kept beside the results.
    /// - Throws: `OutputInUse`, `UntrustedFolder`.
    package init(prepared folder: ResultFolder, and kept: [FilePath]) throws {
        try FolderTrust.require(folder.root)
        try self.init(folder.root)
        FileSystem.removeLeftovers(in: folder.root, withFolders: false)
        for place in [folder.results] + kept { FileSystem.removeLeftovers(in: place) }
    }
}

/// Another process works in the output folder.
package struct OutputInUse: Error, CustomStringConvertible {
    var path: String

    package var description: String {
        "\(path): another recto is at work there: wait until it is done, or name another output folder"
    }
}
