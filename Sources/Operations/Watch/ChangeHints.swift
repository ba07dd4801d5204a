import Glibc
import SystemPackage

/// The kernel's word that something has changed in a folder: a hint only, since it says nothing about network folders
/// and can lose count. What there is, a scan tells.
final class ChangeHints: Sendable {
    private let descriptor: FileDescriptor

    /// Nil where the kernel gives no hints.
    init?() {
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.descriptor = FileDescriptor(rawValue: descriptor)
    }

    /// Watches these folders too. One that cannot be watched is scanned all the same.
    func watch(_ folders: [FilePath]) {
        let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR | IN_DONT_FOLLOW)
        for folder in folders {
            _ = unsafe folder.withPlatformString { unsafe inotify_add_watch(descriptor.rawValue, $0, events) }
        }
    }

    /// Whether something has changed since this was asked last.
    func hasAny() -> Bool {
        var found = false
        while let bytes = try? descriptor.bytes(upTo: 1 << 16), !bytes.isEmpty { found = true }
        return found
    }

    deinit { try? descriptor.close() }
}
