import CProcess
import Glibc

/// A program of the system's, run to its end as a child process with limits: no shell, nothing on its standard input
/// but what it is given, killed with its whole process group when it breaks a limit.
struct BoundedChild {
    struct Limits {
        var seconds = 30.0
        var addressSpace = 2 << 30
        /// Largest file that it may write.
        var fileBytes = 1 << 30
        /// Most bytes on its standard output.
        var outputBytes = 1 << 20
    }

    enum Ending: Hashable {
        case exited(Int32)
        case signalled(Int32)
        case timedOut
        case outputTooLarge
    }

    struct Result {
        var ending: Ending
        var output: [UInt8]
        /// The first 16 KiB of standard error.
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Could not be started at all.
    struct NotStarted: Error {
        var isMissing: Bool
        var reason: String
    }

    static let standardFolders = ["/usr/bin", "/bin", "/usr/local/bin"]

    var limits = Limits()
    /// Where programs are looked for.
    var folders = standardFolders

    /// - Parameters:
    ///   - program: a name looked up in the standard folders, or an absolute path.
    ///   - input: at most 64 KiB.
    /// - Throws: `NotStarted`.
    func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> Result {
        guard let path = find(program) else { throw NotStarted(isMissing: true, reason: "not installed") }
        var bounds = cprocess_limits(
            seconds: limits.seconds, cpu_seconds: UInt64(max(1, limits.seconds.rounded(.up))),
            address_space: UInt64(limits.addressSpace), file_bytes: UInt64(limits.fileBytes),
            output_bytes: limits.outputBytes, error_bytes: 16 << 10)
        var result = unsafe cprocess_result()
        defer { unsafe cprocess_result_free(&result) }
        let code = unsafe withCStrings([path] + arguments) { argumentList in
            unsafe withCStrings(Self.environment) { environmentList in
                unsafe cprocess_run(
                    path, argumentList, environmentList, input, input.count, &bounds, &result)
            }
        }
        guard code == 0 else {
            throw NotStarted(isMissing: code == ENOENT, reason: unsafe String(cString: strerror(code)))
        }
        return unsafe Result(
            ending: Self.ending(result.ending, status: result.status),
            output: Array(UnsafeBufferPointer(start: result.output, count: result.output_count)),
            errors: String(
                decoding: UnsafeBufferPointer(start: result.errors, count: result.errors_count), as: UTF8.self))
    }

    private static func ending(_ ending: cprocess_ending, status: Int32) -> Ending {
        switch ending {
        case CPROCESS_EXITED: .exited(status)
        case CPROCESS_SIGNALLED: .signalled(status)
        case CPROCESS_TIMED_OUT: .timedOut
        default: .outputTooLarge
        }
    }

    /// Nothing of this process's own environment: messages in English, the same on every machine.
    private static let environment = [
        "PATH=" + standardFolders.joined(separator: ":"), "LC_ALL=C.UTF-8", "HOME=/nonexistent",
    ]

    /// The absolute path of an executable file; nil where there is none.
    func find(_ program: String) -> String? {
        let candidates = program.hasPrefix("/") ? [program] : folders.map { "\($0)/\(program)" }
        return candidates.first { unsafe access($0, X_OK) == 0 }
    }
}

/// Lends texts as a C array of C strings that ends with NULL.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
