import Subprocess
package import SystemPackage

/// How a worker is started.
package struct WorkerCommand: Sendable {
    package var executable: FilePath
    /// Before `--scratch FOLDER`.
    package var arguments: [String]
    /// The worker's whole environment, beside `TMPDIR`.
    package var environment: [String: String]

    package init(executable: FilePath, arguments: [String], environment: [String: String] = Self.environment) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// `OMP_THREAD_LIMIT` works from outside a process only: it is read when the library is loaded. One malloc arena
    /// keeps the address space small. Without Swift's backtraces a crash is over at once, and prints no memory. Newer versions
    /// of ONNX Runtime than that of `make setup` send usage data where they are not told otherwise.
    package static let environment = [
        "OMP_THREAD_LIMIT": "1", "MALLOC_ARENA_MAX": "1", "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "ORT_DISABLE_TELEMETRY": "1",
    ]

    /// In a session of its own: signals of the terminal do not reach it, and what it started dies with it.
    func configuration(scratch: FilePath) -> Configuration {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        var variables: [Environment.Key: String] = ["TMPDIR": scratch.string]
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        return Configuration(
            executable: .path(executable), arguments: Arguments(arguments + ["--scratch", scratch.string]),
            environment: .custom(variables), platformOptions: options)
    }
}
