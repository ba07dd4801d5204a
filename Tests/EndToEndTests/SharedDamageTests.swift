import Foundation
import Model
import Output
import Testing

/// Damaged and odd pictures through all stages, where the shared folder is: nothing ends a worker.
@Suite(.enabled(if: Program.path != nil && SharedDamage.folder != nil, "recto or the shared pictures are not here"))
struct SharedDamageTests {
    @Test(arguments: ["leptonica_depths", "image_tiff_fuzz"])
    func noFileEndsAWorker(name: String) throws {
        let folder = try #require(SharedDamage.folder).appending(path: name)
        let program = try Program()
        defer { program.remove() }
        _ = try program.run("run", folder.path, "--output", "out", "--quiet")
        let outcomes = try program.text("out/results.jsonl").split(separator: "\n")
            .map { try ResultEncoder.decode(Data($0.utf8)) }
        #expect(!outcomes.isEmpty)
        for outcome in outcomes {
            #expect(outcome.error.map { [.workerCrashed, .engineFailed, .timeout].contains($0.code) } != true)
        }
    }
}

enum SharedDamage {
    static let folder: URL? = {
        let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data")
        let named = ProcessInfo.processInfo.environment["RECTO_SHARED_DATA"].map { URL(filePath: $0) }
        return [named, beside].compactMap { $0?.appending(path: "malformed") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
