import Foundation
import Testing

/// Every parser with input that was spoilt on purpose, the same each time. `make fuzz` does the same for long, led by
/// what the code does with it (Scripts/fuzz).
@Suite struct FuzzTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Seeds")

    /// - Throws: where a folder of seeds is not there.
    static func seeds(of entry: Entry) throws -> [[UInt8]] {
        let folder = folder.appending(path: entry == .header ? "files" : entry.rawValue)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    }

    /// How many; those that read whole pages take long.
    private static func count(of entry: Entry) -> Int {
        switch entry {
        case .page: 10
        case .zone, .aamva, .kind, .configuration: 24
        default: 300
        }
    }

    @Test(arguments: Entry.allCases) func survivesWhatItIsGiven(entry: Entry) throws {
        let seeds = try Self.seeds(of: entry)
        #expect(!seeds.isEmpty)
        for seed in seeds { entry.run(seed) }
        entry.run([])
        var mutator = Mutator(seed: 20_260_601)
        for number in 0..<Self.count(of: entry) {
            entry.run(mutator.mutate(seeds[number % seeds.count], with: seeds[(number * 7 + 1) % seeds.count]))
        }
    }
}
