import CProcess
import Glibc
import SystemPackage

/// What a confined worker could and could not do when it tried.
package struct ConfinementReport: Codable, Sendable {
    package enum Deed: String, Codable, Sendable, CaseIterable {
        case network
        case localSockets = "local_sockets"
        case readingElsewhere = "reading_elsewhere"
        case writingElsewhere = "writing_elsewhere"
        case links
        case runningItsOwn = "running_its_own"
        case signallingOthers = "signalling_others"
        case changingRights = "changing_rights"
        case limitingOthers = "limiting_others"
    }

    package var confinement: Confinement
    /// What was stopped.
    package var stopped: Set<Deed>

    /// Tries each of them in this process, which is confined.
    ///
    /// - Parameter other: a file outside the scratch folder that this user may read; a file is made beside it where
    ///   that is not stopped.
    package init(_ confinement: Confinement, scratch: String, other: String) {
        self.confinement = confinement
        let scratch = FilePath(scratch)
        let other = FilePath(other)
        stopped = Set(Deed.allCases.filter { !Self.succeeds($0, scratch: scratch, other: other) })
    }

    private static func succeeds(_ deed: Deed, scratch: FilePath, other: FilePath) -> Bool {
        switch deed {
        case .network: return opensSocket(AF_INET) || opensSocket(AF_INET6) || opensSocket(AF_NETLINK)
        case .localSockets: return opensSocket(AF_UNIX) || shmget(IPC_PRIVATE, 1, 0o600) >= 0
        case .readingElsewhere: return opens(other, .readOnly)
        case .writingElsewhere:
            let isMade = opens(other.removingLastComponent().appending("written-elsewhere"), .writeOnly, [.create])
            return opens(other, .writeOnly) || isMade
        case .links:
            let link = scratch.appending("link")
            return unsafe other.withPlatformString { other in
                unsafe link.withPlatformString { unsafe symlink(other, $0) == 0 }
            }
        case .runningItsOwn: return runs(copyOf: "/bin/true", at: scratch.appending("program"))
        case .signallingOthers: return kill(getppid(), 0) == 0
        case .changingRights:
            return unsafe other.withPlatformString { path in
                let isChanged = unsafe chmod(path, 0o600) == 0 || chown(path, getuid(), getgid()) == 0
                return unsafe utimensat(AT_FDCWD, path, nil, 0) == 0 || isChanged
            }
        case .limitingOthers: return cprocess_reaches_limits_of(getppid()) != 0
        }
    }

    private static func opensSocket(_ family: CInt) -> Bool {
        let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func opens(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions = []
    ) -> Bool {
        guard let file = try? FileDescriptor.open(path, mode, options: options, permissions: .ownerReadWrite) else {
            return false
        }
        try? file.close()
        return true
    }

    private static func runs(copyOf program: FilePath, at path: FilePath) -> Bool {
        guard let source = try? FileDescriptor.open(program, .readOnly),
            let copy = try? FileDescriptor.open(
                path, .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWriteExecute)
        else { return false }
        while let bytes = try? source.bytes(upTo: 1 << 20), !bytes.isEmpty { _ = try? copy.writeAll(bytes) }
        try? source.close()
        try? copy.close()
        var child: pid_t = 0
        let code = unsafe path.withPlatformString { unsafe posix_spawn(&child, $0, nil, nil, [nil], nil) }
        if code == 0 { _ = waitpid(child, nil, 0) }
        return code == 0
    }
}
