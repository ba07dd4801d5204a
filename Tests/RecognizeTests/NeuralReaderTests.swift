import Foundation
import Imaging
import Model
import Neural
import Testing

@testable import Recognize

/// The recognizer of another make.
@Suite struct NeuralReaderTests {
    private static let folder = RecognizeSettings().neuralModelFolder

    @Test func readsALineWithItsSpacesAndSigns() throws {
        let page = try Pictures.file("lines.png").grey()
        let words = try Recognizer(settings: RecognizeSettings()).read(page, textHeight: 18).words
        let index = try #require(words.firstIndex { $0.text == "conveys" })
        let line = words.filter { $0.line == words[index].line }
        let box = try #require(Box.around(line.map(\.box))).inset(by: -4)
        let characters = try NeuralReader(folder: Self.folder).characters(in: page.cropped(to: box))
        #expect(String(characters.map(\.text)) == line.map(\.text).joined(separator: " "))
        #expect(characters.allSatisfy { (0.5...1).contains($0.posterior) })
        #expect(zip(characters, characters.dropFirst()).allSatisfy { $0.place.upperBound <= $1.place.lowerBound })
        #expect(characters.allSatisfy { (0...Double(box.width + 10)).contains($0.middle) })
    }

    @Test(arguments: [(60, 30), (9, 200), (4000, 30)]) func readsNothingOnBlankPaper(width: Int, height: Int) throws {
        let paper = try Image(width: width, height: height, grey: Array(repeating: 255, count: width * height))
        #expect(try NeuralReader(folder: Self.folder).characters(in: paper).isEmpty)
    }

    @Test func saysWhatToDoWhereItIsMissing() throws {
        let failure = try #require(throws: Failure.self) { try NeuralReader(folder: "/nowhere") }
        #expect(failure.code == .engineFailed)
        #expect(["/nowhere", "make setup", "recognize.neural_model_folder"].allSatisfy(failure.message.contains))
    }

    /// A model that was cut off while it was copied, and one that is none.
    @Test(arguments: [100_000, 0]) func saysThatTheModelIsBroken(bytes: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "neural-reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/" + NeuralModel.library,
            withDestinationPath: Self.folder + "/" + NeuralModel.library)
        let model = try #require(
            FileManager.default.contents(atPath: Self.folder + "/" + NeuralReader.modelName + ".onnx"))
        try model.prefix(bytes).write(to: folder.appending(path: NeuralReader.modelName + ".onnx"))
        let failure = try #require(throws: Failure.self) { try NeuralReader(folder: folder.path) }
        #expect(failure.message.contains(folder.path))
    }
}
