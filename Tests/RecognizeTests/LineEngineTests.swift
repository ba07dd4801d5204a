import Foundation
import Imaging
import Model
import Testing

@testable import Recognize

/// The recognizer of another make.
@Suite struct LineEngineTests {
    private static let folder = RecognizeSettings().secondRecognizer

    @Test func readsALineWithItsSpacesAndSigns() throws {
        let page = try Pictures.file("lines.png").grey()
        let words = try Recognizer(settings: RecognizeSettings()).read(page, textHeight: 18).words
        let index = try #require(words.firstIndex { $0.text == "conveys" })
        let line = words.filter { $0.line == words[index].line }
        let box = try #require(Box.around(line.map(\.box))).inset(by: -4)
        let reading = try #require(try LineEngine(folder: Self.folder).read(page.cropped(to: box)))
        #expect(reading.text == line.map(\.text).joined(separator: " "))
        #expect((0.5...1).contains(reading.confidence))
    }

    @Test(arguments: [(60, 30), (9, 200), (4000, 30)]) func readsNothingOnBlankPaper(width: Int, height: Int) throws {
        let paper = try Image(width: width, height: height, grey: Array(repeating: 255, count: width * height))
        #expect(try LineEngine(folder: Self.folder).read(paper) == nil)
    }

    @Test(arguments: [
        ("THIES", 0.9, "THIÈS", 0.98, true), ("THIES", 0.9, "THIÈS", 0.8, false),
        // What the closer picture cuts off it cannot read.
        ("ÅKE", 0.85, "AKE", 0.99, false), ("AKE", 0.85, "AKE", 0.99, true),
    ]) func aSurerReadingCountsUnlessItLacksAMark(
        first: String, sure: Double, second: String, surer: Double, isBetter: Bool
    ) {
        let (first, second) = (
            Rereading.Other(text: first, confidence: sure), Rereading.Other(text: second, confidence: surer)
        )
        #expect(LineEngine.isBetter(second, than: first) == isBetter && LineEngine.isBetter(second, than: nil))
    }

    @Test func saysWhatToDoWhereItIsMissing() throws {
        let failure = try #require(throws: Failure.self) { try LineEngine(folder: "/nowhere") }
        #expect(failure.code == .engineFailed)
        #expect(["/nowhere", "make setup", "recognize.second_recognizer"].allSatisfy(failure.message.contains))
    }

    /// A model that was cut off while it was copied, and one that is none.
    @Test(arguments: [100_000, 0]) func saysThatTheModelIsBroken(bytes: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "line-engine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + LineEngine.library, withDestinationPath: Self.folder + "/" + LineEngine.library)
        let model = try #require(FileManager.default.contents(atPath: Self.folder + "/" + LineEngine.model))
        try model.prefix(bytes).write(to: folder.appending(path: LineEngine.model))
        let failure = try #require(throws: Failure.self) { try LineEngine(folder: folder.path) }
        #expect(failure.message.contains(folder.path))
    }
}
