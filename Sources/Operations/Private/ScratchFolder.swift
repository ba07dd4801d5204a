import Glibc
package import SystemPackage

/// A private folder for what must not outlive its use. It is locked while it is in use, so that what a process left that
/// was killed is known for what it is, and removed when the next one starts.
package final class ScratchFolder: Sendable {
    package let path: FilePath
    private let lock: FileLock

    /// Removes what earlier ones of that name have left, then makes a new one.
    ///
    /// - Parameter prefix: begins the names of such folders, and of nothing else.
    /// - Throws: where none can be made, or where others could replace it by their own.
    package init(named prefix: String, under parent: FilePath) throws {
        try FolderTrust.require(parent)
        Self.removeAbandoned(prefix, under: parent)
        while true {
            let path = try FileSystem.makeTemporaryFolder(parent.appending("\(prefix)XXXXXX"))
            // Another process that starts may take it for abandoned until it is locked: then it is gone.
            guard let lock = try? FileLock(folder: path), lock.isStill(at: path) else { continue }
            self.path = path
            self.lock = lock
            return
        }
    }

    package func remove() { FileSystem.remove(path) }

    private static func removeAbandoned(_ prefix: String, under parent: FilePath) {
        for name in (try? FileSystem.names(in: parent, following: true)) ?? [] where name.string.hasPrefix(prefix) {
            let path = parent.appending(name)
            guard let status = try? Stat(path, followTargetSymlink: false), status.type == .directory,
                status.userID.rawValue == geteuid(), let lock = try? FileLock(folder: path)
            else { continue }
            // Held until it is gone.
            withExtendedLifetime(lock) { FileSystem.remove(path) }
        }
    }
}

/// Folders in which other users can put their own in place of what lies there.
package enum FolderTrust {
    /// - Throws: `UntrustedFolder` where everyone may rename and remove what others have made there. A folder that is
    ///   not there, or of which nothing is known, passes: using it says what is wrong.
    package static func require(_ folder: FilePath) throws {
        guard let permissions = try? Stat(folder).permissions, permissions.contains(.otherWrite),
            !permissions.contains(.saveText)
        else { return }
        throw UntrustedFolder(path: PathName.text(of: folder))
    }
}

/// A folder that every user of the machine may rearrange.
package struct UntrustedFolder: Error, CustomStringConvertible {
    var path: String

    package var description: String {
        "\(path): everyone on this machine may replace what lies there: `chmod o-w` it, or `chmod +t` where others "
            + "must add files"
    }
}
