import Imaging
import Model
import Testing

@testable import Pipeline

/// Files that hold several documents.
@Suite struct SplitDocumentTests {
    private static func document(pages: Int, starts: [Int], pictures: [Int: Int] = [:]) -> ClassifiedDocument {
        let recognized = (1...pages).map { index in
            var prepared = PreparedPage(index: index, width: 10, height: 10, dpi: 300)
            prepared.inputPage = pictures[index]
            return RecognizedPage(
                prepared: prepared,
                warnings: [Warning(code: .recognitionCutShort, message: "", page: index)])
        }
        let loaded = LoadedDocument(
            id: "sha256:0", source: SourceInfo(path: "stack.pdf", pageCount: pages),
            warnings: [Warning(code: .typeMismatch, message: "")])
        return ClassifiedDocument(
            recognized: RecognizedDocument(loaded: loaded, pages: recognized), kind: .deed,
            classification: Classification(confidence: 1, scores: [:], evidence: []), starts: starts)
    }

    @Test func eachDocumentCountsItsOwnPages() {
        let parts = SplitDocument.parts(of: Self.document(pages: 5, starts: [0, 2, 3]))
        #expect(parts.map(\.loaded.source.pages) == [[1, 2], [3, 3], [4, 5]])
        #expect(parts.map { $0.pages.map(\.index) } == [[1, 2], [1], [1, 2]])
        #expect(parts.map { $0.pages.map(\.prepared.inputPage) } == [[1, 2], [3], [4, 5]])
        #expect(parts[2].pages[1].warnings.map(\.page) == [2])
        #expect(parts.map(\.loaded.warnings.count) == [1, 0, 0])
        #expect(parts.map(\.loaded.source.path) == ["stack.pdf", "stack.pdf", "stack.pdf"])
    }

    @Test func whatOnePictureShowsStaysTogether() {
        let document = Self.document(pages: 3, starts: [0, 1, 2], pictures: [1: 1, 2: 1, 3: 2])
        let parts = SplitDocument.parts(of: document)
        #expect(parts.map(\.loaded.source.pages) == [[1, 1], [2, 2]])
    }

    @Test func aWholeFileIsOnePart() {
        #expect(SplitDocument.parts(of: Self.document(pages: 3, starts: [0])).count == 1)
    }

    // MARK: - Through the pipeline

    @Test func eachDocumentHasAnOutcome() throws {
        let outcome = try PipelineTests.pipeline(pages: 5, starts: [0, 2, 3]).process(PipelineTests.source, scratch: "")
        #expect(outcome.documents.map(\.source.pages) == [[1, 2], [3, 3], [4, 5]])
        #expect(outcome.documents.map { $0.fields?["all"]?.text } == ["page1 page2", "page3", "page4 page5"])
        #expect(outcome.documents.map { $0.pages?.map(\.index) } == [[1, 2], [1], [1, 2]])
        #expect(outcome.documents.map { $0.pages?.map(\.inputPage) } == [[1, 2], [3], [4, 5]])
        #expect(outcome.documents.allSatisfy { $0.source.pageCount == 5 && $0.timing == outcome.timing })
    }

    @Test func aFileIsOneDocumentUnlessToldOtherwise() throws {
        let whole = try PipelineTests.pipeline(pages: 3).process(PipelineTests.source, scratch: "")
        #expect(!whole.isSplit && whole.source.pages == nil)
        let single = try PipelineTests.pipeline(pages: 3, starts: [0]).process(PipelineTests.source, scratch: "")
        #expect(!single.isSplit && single.source.pages == nil)
        var joined = PipelineTests.source
        joined.others = [SourceFile(path: "in/b.png", location: "b.png")]
        let several = try PipelineTests.pipeline(pages: 2, starts: [0, 1]).process(joined, scratch: "")
        #expect(!several.isSplit && several.source.files?.count == 2)
    }

    @Test func aDamagedPageIsLostToItsOwnDocumentAlone() throws {
        let pipeline = try PipelineTests.pipeline(pages: 3, damaged: [2], starts: [0, 2])
        let outcome = pipeline.process(PipelineTests.source, scratch: "")
        #expect(outcome.documents.map { $0.pages?.map { $0.error?.code } } == [[nil, .damaged], [nil]])
    }
}
