import Foundation

/// Runs a program of the system and waits for it.
enum Program {
    @discardableResult
    static func run(_ name: String, _ arguments: [String], captureOutput: Bool = false) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = captureOutput ? Pipe() : nil
        process.standardOutput = pipe ?? FileHandle.nullDevice
        try process.run()
        let output = try pipe?.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw FactoryError.programFailed(name: name, status: process.terminationStatus)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// A folder for intermediate files that goes away with its owner.
final class ScratchFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "recto-factory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
