import Foundation
import Ingest
import Model
import Testing

/// Damaged and rare files of the wild, where they are at hand.
@Suite(.enabled(if: SharedData.folder != nil, "there is no folder of shared pictures"))
struct SharedDamageTests {
    private static let files: [String] = {
        guard let folder = SharedData.folder else { return [] }
        let names = FileManager.default.enumerator(atPath: folder + "/malformed")
        return (names?.allObjects as? [String] ?? []).filter { !$0.hasSuffix(".md") && $0.contains(".") }.sorted()
    }()

    @Test(arguments: files) func opensOrFailsWithTheFilesNameAndACode(file: String) throws {
        let folder = try Folder()
        let name = String(file.split(separator: "/").last ?? "")
        guard let bytes = try? SharedData.bytes("malformed/" + file) else { return }
        var settings = IngestSettings()
        // What matters here is that the decoders survive, not that they are given much.
        settings.maxMegapixels = 20
        guard let failure = folder.failure(try folder.source(name, bytes), settings) else { return }
        #expect(failure.message.contains(name))
        let codes: Set<FailureCode> = [
            .damaged, .unsupportedType, .fileEmpty, .noPages, .imageTooLarge, .tooManyPages, .encrypted, .outOfMemory,
        ]
        #expect(codes.contains(failure.code), "\(failure.code)")
    }
}
