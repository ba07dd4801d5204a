import ArgumentParser
import Foundation
import Imaging

/// Turns pictures of pages by known angles: what is found of those may be held against it where nobody knows the page's
/// own skew.
struct Turn: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns pictures of pages by known angles, to measure levelling.",
        discussion: """
            Each picture of the folder, its first page in grey, is written as it is and turned, with its angle in its \
            name: scan.tif as scan.tif/0.00.png, scan.tif/-7.31.png and so on, degrees clockwise.

            Example: recto-factory turn --seed 7 --pages Scans --output /tmp/turned
            """)

    @Option(help: "What the angles follow from.") var seed: UInt64
    @Option(help: "The folder of the pictures.") var pages: String
    @Option(help: "The folder to write to.") var output: String
    @Option(help: "How often each is turned.") var count = 3
    @Option(help: "Most degrees either way.") var tilt = 15.0

    func run() throws {
        guard count > 0, (0.1...45).contains(tilt) else {
            throw ValidationError("--count wants at least 1, --tilt 0.1 to 45 degrees")
        }
        let written = try Self.turn(
            pagesIn: URL(filePath: pages), to: URL(filePath: output), seed: seed, count: count, tilt: tilt)
        print("\(written) pages in \(output), each turned \(count) times")
    }

    /// - Returns: how many pages were turned.
    static func turn(pagesIn folder: URL, to output: URL, seed: UInt64, count: Int, tilt: Double) throws -> Int {
        let files = FileManager.default
        var written = 0
        for name in try files.contentsOfDirectory(atPath: folder.path).sorted() where !name.hasPrefix(".") {
            guard let data = try? Data(contentsOf: folder.appending(path: name)),
                let page = try? Image.decode([UInt8](data)).grey()
            else {
                FileHandle.standardError.write(Data("\(name): no picture, left out\n".utf8))
                continue
            }
            var random = Random(seed: seed, "turn", name)
            let target = output.appending(path: name)
            try files.createDirectory(at: target, withIntermediateDirectories: true)
            for index in 0...count {
                let angle = index == 0 ? 0 : (random.double(-tilt...tilt) * 100).rounded() / 100
                let turned = angle == 0 ? page : try page.rotated(degrees: angle)
                try Data(turned.pngData()).write(to: target.appending(path: String(format: "%.2f.png", angle)))
            }
            written += 1
        }
        return written
    }
}
