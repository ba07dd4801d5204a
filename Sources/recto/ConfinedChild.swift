import Foundation
import Operations
import SystemPackage

/// A command that decodes documents does so in a copy of itself that can do nothing else, as workers do.
enum ConfinedChild {
    /// Runs this command once more, with `--within SCRATCH` behind its arguments and the same standard streams.
    static func run(within scratch: FilePath) throws -> Ended {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = Array(CommandLine.arguments.dropFirst()) + ["--within", scratch.string]
        // OpenMP reads its limit once, before anything runs: several threads a page are many times slower.
        let environment = ["OMP_THREAD_LIMIT": "1", "TMPDIR": scratch.string, "SWIFT_BACKTRACE": "enable=no"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? .exited(process.terminationStatus) : .signalled(process.terminationStatus)
    }

    enum Ended: Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// In the copy, before the first document.
    ///
    /// - Parameters:
    ///   - memoryMegabytes: address space.
    ///   - readable: files and folders beside the system's and the models that `TESSDATA_PREFIX` names.
    static func confine(to scratch: FilePath, memoryMegabytes: Int, readable: [String]) throws {
        try Confinement.limit(memoryMegabytes: memoryMegabytes)
        let models = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0] } ?? []
        _ = try Confinement.apply(scratch: scratch.string, readable: readable + models)
    }
}
