import CProcess
import FoundationEssentials
import Glibc
import Model
import SystemPackage

/// What a worker gives up for good before its first request: whatever takes it over through a document's bytes can then
/// read that document and the models, write to the scratch folder, and no more.
package struct Confinement: Hashable, Sendable, Codable {
    /// Version of the kernel's Landlock that keeps this process to its files; 0 where the kernel has none.
    package var landlock: Int
    /// Whether the network, other processes and the kernel's set-up are closed by a filter of system calls.
    package var filtersCalls: Bool

    /// Largest file that a worker may write, and how many it may have open.
    private static let maxFileBytes: UInt64 = 4 << 30
    private static let maxOpenFiles: UInt32 = 512

    /// Bounds this process before it reads the first hostile byte.
    ///
    /// - Parameter memoryMegabytes: address space, in MiB.
    package static func limit(memoryMegabytes: Int) throws {
        for code in [
            cprocess_die_with_parent(), cprocess_no_new_privileges(),
            cprocess_limit(UInt64(memoryMegabytes) << 20, maxFileBytes, maxOpenFiles),
        ] where code != 0 {
            throw Errno(rawValue: code)
        }
    }

    /// Gives this process, and all that it starts, the priority of the one that started it: without, it would have that
    /// of the thread by which it was started, which the system may have raised, and `nice recto run` would not hold.
    package static func takeParentsPriority() {
        let processes = __priority_which_t(PRIO_PROCESS.rawValue)
        let nice = getpriority(processes, id_t(getppid()))
        _ = setpriority(processes, 0, nice)
        // A session of its own is also a group of its own for Linux, which weighs it against others as a whole.
        guard let group = try? FileDescriptor.open(FilePath("/proc/self/autogroup"), .writeOnly) else { return }
        _ = try? group.writeAll("\(nice)".utf8)
        try? group.close()
    }

    /// Confines this process, which has one thread, and all that it starts. What the kernel does not know is left out,
    /// and told.
    ///
    /// - Parameter readable: files and folders beside the system's that stay readable.
    /// - Throws: where the kernel knows how and refuses all the same, and where there are more threads.
    package static func apply(scratch: String, readable: [String]) throws -> Confinement {
        try requireOneThread(of: threads)
        var code = unsafe withCStrings(programs) { programs in
            unsafe withCStrings(system + readable) { readable in
                unsafe cprocess_restrict_files(programs, readable, scratch)
            }
        }
        guard code == 0 || code == Errno.noFunction.rawValue else { throw Errno(rawValue: code) }
        let landlock = code == 0 ? Int(cprocess_landlock_version()) : 0
        code = cprocess_restrict_calls()
        // A kernel without filters says that it knows no such option.
        guard [0, Errno.noFunction.rawValue, Errno.invalidArgument.rawValue].contains(code) else {
            throw Errno(rawValue: code)
        }
        return Confinement(landlock: landlock, filtersCalls: code == 0)
    }

    /// Threads of this process; 0 where the system does not tell.
    static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }

    /// What confines a thread holds for those that it starts, not for those that are there: a library that had started one
    /// could send what it liked.
    static func requireOneThread(of threads: Int) throws {
        guard threads > 1 else { return }
        throw Failure(
            .engineFailed,
            "a library has started a thread of its own, which cannot be confined: install the version of it that `make setup` "
                + "does", stage: .recognize)
    }

    /// Where libraries lie.
    private static let programs = ["/usr", "/bin", "/lib", "/lib32", "/lib64"]

    /// What these read beside: the linker's index, fonts, the time zone.
    private static let system = [
        "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/etc/localtime", "/dev/urandom",
    ]
}

/// Lends texts as a C array of C strings that ends with NULL.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
