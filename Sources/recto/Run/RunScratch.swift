import Foundation
import Model
import Operations
import SystemPackage

/// A run's private folder: its configuration, which may hold passwords, and below it the workers' folders.
struct RunScratch {
    private let scratch: ScratchFolder
    var folder: FilePath { scratch.path }

    /// - Throws: `SupervisorError`.
    init() throws {
        scratch = try Self.explaining { try ScratchFolder(named: "recto-run-", under: Self.parent) }
    }

    /// - Throws: `SupervisorError`.
    func write(_ text: String, named name: FilePath.Component) throws -> FilePath {
        let path = folder.appending(name)
        try Self.explaining {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            defer { try? file.close() }
            _ = try file.writeAll(text.utf8)
        }
        return path
    }

    private static func explaining<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw SupervisorError.scratchFailed("\(parent): \(error)")
        }
    }

    func remove() { scratch.remove() }

    /// `TMPDIR`, else /tmp.
    static var parent: FilePath { FilePath(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp") }
}

extension Operations.WorkerCommand {
    /// This very program as a worker; `/proc/self/exe` holds even where the file was replaced meanwhile.
    static func own(configuration: FilePath, asOf: String) -> Operations.WorkerCommand {
        var environment = Operations.WorkerCommand.environment
        // Tesseract's own way of telling where its models are.
        environment["TESSDATA_PREFIX"] = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"]
        return Operations.WorkerCommand(
            executable: "/proc/self/exe", arguments: ["worker", "--config", configuration.string, "--as-of", asOf],
            environment: environment)
    }
}

/// Paths as they were given. The argument parser sees text, in which bytes that are no UTF-8 are lost.
enum RawArguments {
    static func path(_ text: String) -> FilePath {
        guard text.unicodeScalars.contains("\u{FFFD}") else { return FilePath(text) }
        return all.first { $0.string.isSamePath(as: text) } ?? FilePath(text)
    }

    /// Several arguments can read alike once repaired: each raw one is used once.
    static func paths(_ texts: [String]) -> [FilePath] {
        var left = all
        return texts.map { text in
            guard let position = left.firstIndex(where: { $0.string.isSamePath(as: text) }) else {
                return FilePath(text)
            }
            return left.remove(at: position)
        }
    }

    private static let all: [FilePath] = {
        guard let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline") else { return [] }
        return bytes.split(separator: 0).map { argument in
            FilePath(decoding: [UInt8](argument))
        }
    }()
}

extension FilePath {
    /// A path of exactly these bytes, which hold no zero.
    fileprivate init(decoding bytes: [UInt8]) {
        self = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }
}
