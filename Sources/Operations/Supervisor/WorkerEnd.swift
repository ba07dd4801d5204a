import Glibc
import Model
import Subprocess
import SystemPackage

/// Why a worker's session ended, as the session saw it.
enum EndReason: Sendable {
    /// There are no more documents.
    case finished
    /// The document at hand has pages to come, and the end is waited for.
    case stopped
    /// It has had its number of pages, or has no more memory for the document at hand.
    case replaced
    /// It said itself that it cannot work.
    case refused(String)
    /// It ended, or its time was over, before it said that it is ready.
    case neverReady
    /// Its scratch folder is gone, and with it, it may be, the configuration.
    case homeless
    /// It was lost while it had a document.
    case lost(EngineInfo)
}

struct SessionEnd: Sendable {
    var reason: EndReason
    var hasTimedOut: Bool
    /// The last bytes that it wrote to standard error.
    var tail: String
}

/// How a worker ended, and what that says about the document it had.
struct WorkerEnd: Sendable {
    var reason: EndReason
    private var cause = Cause.ended("without a word")

    private enum Cause {
        case timeout
        case memory
        case ended(String)
    }

    init(reason: EndReason, words: String = "without a word") {
        self.reason = reason
        cause = .ended(words)
    }

    init(_ session: SessionEnd, status: TerminationStatus, memory: MemoryPressure) {
        reason = session.reason
        switch status {
        case _ where session.hasTimedOut: cause = .timeout
        case _ where ErrorTail.speaksOfMemory(session.tail): cause = .memory
        case .signaled(SIGKILL) where memory.hasKilledSince: cause = .memory
        case .signaled(let signal): cause = .ended("signal \(signal)")
        case .exited(let code): cause = .ended("exit code \(code)")
        }
    }

    /// For `SupervisorError`: never the worker's own words, which may be a document's.
    var description: String {
        switch cause {
        case .timeout: "it was not ready in time"
        case .memory: "it has too little memory: raise run.worker_memory"
        case .ended(let how): "it ended before it was ready (\(how)): `recto doctor` looks for the cause"
        }
    }

    func failure(of job: Job, _ settings: SupervisorSettings) -> Failure {
        let twice = "on two workers in a row"
        switch cause {
        case .timeout:
            return Failure(
                .timeout,
                "\(job.path): took longer than its time limit \(twice): raise run.seconds_per_document or "
                    + "run.seconds_per_page, or split the file", stage: .operations)
        case .memory:
            return Failure(
                .outOfMemory,
                "\(job.path): needed more memory than a worker may have, \(twice): raise run.worker_memory, or scan at "
                    + "a lower resolution", stage: .operations)
        case .ended(let how):
            return Failure(
                .workerCrashed,
                "\(job.path): the worker ended while it had this document (\(how)), \(twice): scan it again, or "
                    + "convert it to TIFF or PNG; the other documents are not affected", stage: .operations)
        }
    }
}

/// Whether the kernel has killed a process for want of memory since this value was made.
struct MemoryPressure: Sendable {
    private let before = MemoryPressure.kills()

    var hasKilledSince: Bool { Self.kills() > before }

    private static func kills() -> Int {
        guard
            let file = try? FileDescriptor.open(
                FilePath("/proc/vmstat"), .readOnly, options: .closeOnExec)
        else { return 0 }
        defer { try? file.close() }
        guard let bytes = try? file.bytes(upTo: 1 << 16) else { return 0 }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return line.flatMap { Int($0.dropFirst("oom_kill ".count)) } ?? 0
    }
}

/// What a worker wrote to standard error last: looked at for the cause of its end, and never shown, since a library
/// may quote a document.
enum ErrorTail {
    private static let length = 8192

    static func read(_ stream: SubprocessOutputSequence) async -> String {
        var tail: [UInt8] = []
        do {
            for try await buffer in stream {
                tail += unsafe buffer.withUnsafeBytes { unsafe [UInt8]($0) }
                if tail.count > length { tail.removeFirst(tail.count - length) }
            }
        } catch {
            // What came until then is all there is.
        }
        return String(decoding: tail, as: UTF8.self)
    }

    static func speaksOfMemory(_ tail: String) -> Bool {
        let words = ["bad_alloc", "out of memory", "allocate memory", "failed to allocate", "could not allocate"]
        let lowered = tail.lowercased()
        return words.contains { lowered.contains($0) }
    }
}
