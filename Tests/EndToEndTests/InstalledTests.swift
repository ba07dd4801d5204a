import Foundation
import Testing

/// The program in a folder that is laid out as packages install it.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) final class InstalledTests {
    /// Beside the program, whose file is linked into it: copies take long.
    private let root: URL
    private let program: URL

    init() throws {
        let built = URL(filePath: try #require(Program.path)).resolvingSymlinksInPath()
        root = built.deletingLastPathComponent().appending(path: "installed-\(UUID().uuidString)")
        program = root.appending(path: "usr/bin/recto")
        try FileManager.default.createDirectory(
            at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.linkItem(at: built, to: program)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Exit code, and what it says.
    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Value and origin of `ingest.max_pages`.
    private func maxPages(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> [String] {
        let (code, output) = try run(["config", "show"] + arguments, environment)
        #expect(code == 0, "\(output)")
        let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("ingest.max_pages") })
        return line.split(separator: " ").dropFirst().map(String.init)
    }

    @Test func readsTheConfigurationOfTheMachineWhereNoneIsNamed() throws {
        #expect(try maxPages() == ["2000", "default"])
        try write("ingest:\n  max_pages: 7\n", to: "etc/recto/pipeline.yml")
        let file = root.appending(path: "etc/recto/pipeline.yml").path
        #expect(try maxPages() == ["7", file])
        #expect(try maxPages([], ["RECTO_INGEST_MAX_PAGES": "8"]) == ["8", "RECTO_INGEST_MAX_PAGES"])
        // One that is named takes its place as a whole.
        try write("ingest:\n  max_megapixels: 9\n", to: "own.yml")
        #expect(try maxPages(["--config", root.appending(path: "own.yml").path]) == ["2000", "default"])
        try write("", to: "own.yml")
        #expect(try maxPages(["--config", root.appending(path: "own.yml").path]) == ["2000", "default"])
        try write("ingest:\n  max_pagse: 7\n", to: "etc/recto/pipeline.yml")
        let (code, output) = try run(["config", "show"])
        #expect(code == 78 && output.contains("\(file):2:3: unknown key `max_pagse`"), "\(output)")
    }

    @Test func looksForLibrariesBesideItself() throws {
        try write("", to: "usr/lib/recto/libpdfium.so")
        let folder = root.appending(path: "usr/lib/recto").path
        let (code, output) = try run(["doctor"])
        #expect(code == 1 && output.contains("the neural reader cannot be loaded from \(folder)"), "\(output)")
        #expect(output.contains("\(folder)/libpdfium.so"))
    }
}
