import Foundation
import Glibc

/// The built `recto`, run in a folder of its own.
struct Program {
    /// Beside the test bundle; `RECTO_BINARY` names another.
    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["RECTO_BINARY"]
        let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { argument in
            URL(filePath: String(argument.prefix(upTo: argument.range(of: ".xctest")?.lowerBound ?? argument.endIndex)))
                .deletingLastPathComponent().appending(path: "recto").path
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let candidates = (named.map { [$0] } ?? []) + bundles + [root.appending(path: ".build/debug/recto").path]
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    struct Ended {
        var code: Int32
        var output: String
        var error: String
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recto-e2e-\(UUID().uuidString)")
        for name in ["in", "tmp"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ name: String, _ content: Data) throws {
        let file = folder.appending(path: "in/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
    }

    /// A process that has been started; its standard streams go to files.
    ///
    /// - Parameter launcher: a program that becomes this one, with its arguments.
    func start(_ arguments: [String], named name: String = "run", by launcher: [String] = []) throws -> Process {
        let process = Process()
        let command = launcher + [Program.path ?? "/nonexistent"] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "/usr/bin:/bin", "TMPDIR": folder.appending(path: "tmp").path, "TERM": "dumb",
        ]
        process.standardInput = FileHandle.nullDevice
        for (stream, suffix) in [(\Process.standardOutput, "out"), (\Process.standardError, "err")] {
            let file = folder.appending(path: "\(name).\(suffix)")
            try Data().write(to: file)
            process[keyPath: stream] = try FileHandle(forWritingTo: file)
        }
        try process.run()
        return process
    }

    func end(_ process: Process, named name: String = "run") throws -> Ended {
        process.waitUntilExit()
        let code = process.terminationReason == .exit ? process.terminationStatus : 256 + process.terminationStatus
        return Ended(
            code: code, output: try text("\(name).out"), error: try text("\(name).err"))
    }

    func run(_ arguments: String...) throws -> Ended {
        let name = UUID().uuidString
        return try end(try start(arguments, named: name), named: name)
    }

    /// Bytes that wait in a pipe.
    func filled(_ pipe: Pipe) throws -> Int {
        var count: CInt = 0
        guard ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0 else {
            throw POSIXError(.EIO)
        }
        return Int(count)
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    /// What a run left in the folder for temporary files.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "tmp").path)
    }

    /// Workers of a run: process and scratch folder.
    static func workers(of parent: Int32) -> [(process: Int32, scratch: String)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).compactMap { process in
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let behind = status.range(of: ") ", options: .backwards)?.upperBound
            else { return nil }
            let fields = status[behind...].split(separator: " ")
            guard fields.count > 1, fields[1] == "\(parent)", fields[0] != "Z",
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return nil }
            let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            guard let option = arguments.firstIndex(of: "--scratch"), option + 1 < arguments.count else { return nil }
            return (process, arguments[option + 1])
        }
    }

    /// Waits until a worker has a document, and returns its process.
    func busyWorker(of parent: Process) async throws -> Int32? {
        while parent.isRunning {
            for worker in Self.workers(of: parent.processIdentifier)
            where FileManager.default.fileExists(atPath: worker.scratch + "/document") {
                return worker.process
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }
}

/// Pictures that need no library: PGM, one byte a pixel.
enum Picture {
    static func pgm(width: Int, height: Int, _ grey: (Int, Int) -> UInt8) -> Data {
        var data = Data("P5\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height { for x in 0..<width { data.append(grey(x, y)) } }
        return data
    }

    static func blank(shade: UInt8 = 255) -> Data { pgm(width: 400, height: 500) { _, _ in shade } }

    /// Rows of bars with gaps, as words have them: enough for a page to be worked on.
    /// Few and small: readers take seconds to find nothing in many.
    static func bars(_ seed: Int) -> Data {
        pgm(width: 300, height: 400) { x, y in
            y % 80 < 14 && y > 30 && y < 370 && x > 30 && x < 270 && (x * 7 + (y / 80) * 13 * seed) % 61 > 15 ? 20 : 250
        }
    }
}
