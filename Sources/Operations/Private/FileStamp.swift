import Glibc
import SystemPackage

/// What tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
    var size: Int64
    private var device: UInt64
    private var inode: UInt64
    private var modified: [Int]

    init(_ status: Stat) {
        size = status.size
        device = UInt64(status.deviceID.rawValue)
        inode = UInt64(status.inode.rawValue)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// Nil for what is not there, or no regular file.
    init?(of path: FilePath) {
        guard let status = try? Stat(path, followTargetSymlink: false), status.type == .regular else { return nil }
        self.init(status)
    }

    /// To be kept in a database; another state has another.
    var text: String {
        ([size, Int64(bitPattern: device), Int64(bitPattern: inode)] + modified.map(Int64.init)).map(String.init)
            .joined(separator: " ")
    }
}
