import Foundation
import Imaging
import Ingest
import Model
import Testing

/// A folder of its own for one test, removed with it.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "recto-ingest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func source(_ name: String, _ bytes: [UInt8]) throws -> SourceFile {
        let location = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: location))
        return SourceFile(path: name, location: location)
    }

    /// Opened with a scratch folder in this one.
    func open(_ source: SourceFile, _ settings: IngestSettings = IngestSettings()) throws -> OpenedDocument {
        let scratch = "\(path)/scratch"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        return try Ingestor(settings: settings).open(source, scratch: scratch)
    }

    /// The failure of opening a file or, if it opens, of its first page; nil where it is sound.
    func failure(_ source: SourceFile, _ settings: IngestSettings = IngestSettings()) -> Failure? {
        do {
            _ = try open(source, settings).page(1)
            return nil
        } catch let rejected as RejectedDocument {
            return rejected.failure
        } catch {
            return error as? Failure
        }
    }
}

enum Pictures {
    /// Black in the top left quarter, else white but for a bar along the left edge: all eight orientations differ.
    static func corner(width: Int = 60, height: Int = 40) throws -> Image {
        let bytes = (0..<(width * height)).map { index -> UInt8 in
            let (x, y) = (index % width, index / width)
            return (x < width / 2 && y < height / 4) || x < width / 6 ? 0 : 255
        }
        return try Image(width: width, height: height, grey: bytes)
    }

    /// Share of pixels that differ by more than a quarter of the range.
    /// Grey or colour without compression (TIFF 6.0, sections 4 and 6).
    static func tiff(_ image: Image, samples: Int, orientation: Int) throws -> [UInt8] {
        let pixels = samples == 3 ? try image.rgbBytes() : try image.greyBytes()
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (256, 4, 1, image.width), (257, 4, 1, image.height), (258, 3, 1, 8), (259, 3, 1, 1),
            (262, 3, 1, samples == 3 ? 2 : 1), (273, 4, 1, 134), (274, 3, 1, orientation), (277, 3, 1, samples),
            (278, 4, 1, image.height), (279, 4, 1, pixels.count),
        ]
        return EXIFTests.block(entries) + pixels
    }

    static func difference(_ a: Image, _ b: Image) throws -> Double {
        guard a.width == b.width, a.height == b.height else { return 1 }
        let pairs = zip(try a.greyBytes(), try b.greyBytes())
        return Double(pairs.count { abs(Int($0) - Int($1)) > 64 }) / Double(a.width * a.height)
    }
}

/// The shared pictures, where they are.
enum SharedData {
    static let folder: String? = {
        let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/data").path
        let candidates = [ProcessInfo.processInfo.environment["RECTO_SHARED_DATA"], beside].compactMap { $0 }
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }()

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(try #require(folder))/\(path)")))
    }
}
