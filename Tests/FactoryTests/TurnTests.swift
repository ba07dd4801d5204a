import Foundation
import Imaging
import Testing

@testable import recto_factory

@Suite struct TurnTests {
    @Test func writesEachPageAsItIsAndTurned() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-turn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (pages, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
        let page = try Image(width: 200, height: 100, grey: Array(repeating: 40, count: 20_000))
        try Data(page.pngData()).write(to: pages.appending(path: "page.png"))
        try Data("no picture".utf8).write(to: pages.appending(path: "notes.txt"))
        #expect(try Turn.turn(pagesIn: pages, to: output, seed: 7, count: 2, tilt: 15) == 1)

        #expect(try FileManager.default.contentsOfDirectory(atPath: output.path) == ["page.png"])
        let folderOfPage = output.appending(path: "page.png")
        let names = try FileManager.default.contentsOfDirectory(atPath: folderOfPage.path)
        let angles = names.compactMap { Double($0.dropLast(4)) }.sorted()
        #expect(angles.count == 3 && angles.contains(0) && angles.allSatisfy { abs($0) <= 15 })
        let level = try Image.decode([UInt8](Data(contentsOf: folderOfPage.appending(path: "0.00.png"))))
        #expect(try level.greyBytes() == page.greyBytes())
    }
}
