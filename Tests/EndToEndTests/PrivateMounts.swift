import Foundation

/// File systems as one process and its children see them: full ones, read-only ones, other files in place of the
/// system's.
enum PrivateMounts {
    static let arePossible: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// A launcher that mounts something first.
    ///
    /// - Parameter arguments: of `mount`.
    static func launcher(_ arguments: String) -> [String] {
        ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", "mount \(arguments) && exec \"$@\"", "sh"]
    }
}
