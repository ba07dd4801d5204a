import Foundation
import Imaging
import Ingest
import Kinds
import Model
import Testing

@testable import Pipeline

/// The order of the stages and what becomes of failures, with every stage replaced.
@Suite struct PipelineTests {
    struct Pages: PageSource {
        let loaded: LoadedDocument
        let pageCount: Int
        let damaged: Set<Int>

        func page(_ index: Int) throws -> (page: LoadedPage, image: Image) {
            if damaged.contains(index) { throw Failure(.damaged, "page \(index)", stage: .ingest) }
            let side = Self.side
            let image = try Image(width: side, height: side, grey: [UInt8](repeating: 255, count: side * side))
            return (LoadedPage(index: index, width: side, height: side, dpi: 300), image)
        }

        static let side = 50
    }

    /// - Parameters:
    ///   - shown: how many pages each picture shows, by its number; one where nothing is said.
    ///   - starts: positions of pages with which documents begin; nil where files are not split.
    static func pipeline(
        pages: Int, damaged: Set<Int> = [], opens: Bool = true, reads error: ImageError? = nil, shown: [Int: Int] = [:],
        starts: [Int]? = nil, captureReasons: [Reason] = []
    ) throws -> Pipeline {
        let date = try #require(CalendarDate(iso: "2026-06-01"))
        let engine = EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "", asOf: date)
        var configuration = Configuration()
        configuration.ingest.split = starts != nil
        var stages = Stages(
            open: { source, _ in
                guard opens else { throw Failure(.encrypted, "\(source.path): a password is needed", stage: .ingest) }
                let info = SourceInfo(path: source.path, bytes: 1, mediaType: "image/png", pageCount: pages)
                return Pages(
                    loaded: LoadedDocument(id: "sha256:1", source: info), pageCount: pages, damaged: damaged)
            },
            find: { page, _ in Array(repeating: .whole, count: shown[page.index] ?? 1) },
            prepare: { page, image, _ in
                let prepared = PreparedPage(index: page.index, width: page.width, height: page.height, dpi: 300)
                return (prepared, PageImages(grey: image, normalised: image, binary: image))
            },
            read: { page, _ in
                if let error { throw error }
                let box = Box(x: 0, y: 0, width: 1, height: 1)
                let word = Word(text: "page\(page.index)", confidence: 1, box: box, line: 0)
                return RecognizedPage(prepared: page, words: [word])
            },
            classify: {
                ClassifiedDocument(
                    recognized: $0, kind: .deed,
                    classification: Classification(confidence: 1, scores: [:], evidence: []),
                    pageKinds: $0.pages.map { _ in .deed }, starts: $0.parts(starts))
            },
            extract: { document, _ in
                let text = document.recognized.pages.map(\.text).joined(separator: " ")
                let field = Field(
                    value: .text(text), confidence: 1, source: .text, page: 1,
                    box: Box(x: 0, y: 0, width: 1, height: 1))
                return ExtractedDocument(classified: document, extraction: Extraction(fields: ["all": field]))
            },
            decide: { (Decision(action: .accept, reasons: []), $0) }, engine: { _ in engine })
        stages.captureReasons = { _ in captureReasons }
        return Pipeline(configuration: configuration, asOf: date, stages: stages)
    }

    static let source = SourceFile(path: "in/a.png", location: "a.png")

    @Test func eachDocumentOfAFileHasItsOwnPages() throws {
        let outcome = try Self.pipeline(pages: 3, starts: [0, 1]).process(Self.source, scratch: "")
        let documents = [outcome] + outcome.following
        #expect(documents.map { $0.fields?["all"]?.text } == ["page1", "page2 page3"])
    }

    @Test func readsOnePageAnewWithBoxesOfThePageAsItLay() throws {
        var stages = try Self.pipeline(pages: 2).stages
        stages.prepare = { page, image, _ in
            var prepared = PreparedPage(index: page.index, width: 20, height: 15, dpi: 300)
            prepared.transform = Transform([2, 0, 5, 0, 2, 0, 0, 0, 1])
            return (prepared, PageImages(grey: image, normalised: image, binary: image))
        }
        let date = try #require(CalendarDate(iso: "2026-06-01"))
        let pipeline = Pipeline(configuration: Configuration(), asOf: date, stages: stages)
        var page = UprightPage(PreparedPage(index: 2, width: 40, height: 30, dpi: 300))
        page.words = true
        let json = try pipeline.view(of: page, in: Self.source, scratch: "")
        let words = try JSONDecoder().decode([PageReport.WordReport].self, from: Data(json))
        #expect(words.map(\.text) == ["page2"] && words.first?.box == Box(x: 5, y: 0, width: 2, height: 2))
    }

    final class CountedPages: PageSource {
        private let pages: any PageSource

        init(_ pages: any PageSource) { self.pages = pages }

        var loaded: LoadedDocument { pages.loaded }
        var pageCount: Int { pages.pageCount }
        func page(_ index: Int) throws -> (page: LoadedPage, image: Image) { try pages.page(index) }
    }

    @Test func nothingOfAFileIsKeptAfterwards() throws {
        let whole = try Self.pipeline(pages: 1)
        weak var opened: CountedPages?
        var stages = whole.stages
        stages.open = { source, scratch in
            let pages = CountedPages(try whole.stages.open(source, scratch))
            opened = pages
            return pages
        }
        let date = try #require(CalendarDate(iso: "2026-06-01"))
        let outcome = Pipeline(configuration: whole.configuration, asOf: date, stages: stages)
            .process(Self.source, scratch: "")
        #expect(outcome.status == .processed)
        #expect(opened == nil)
    }

    @Test func everyPageGoesThroughEveryStageInOrder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keep-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let keeper = Keeper(folder: folder.path, items: Set(Keepsake.allCases))
        var noticed: [PageNotice] = []
        let outcome = try Self.pipeline(pages: 3).process(Self.source, scratch: "", keeper: keeper) {
            noticed.append($0)
        }
        #expect(noticed == [.count(3), .read(1), .read(2), .read(3)])
        #expect(outcome.status == .processed)
        #expect(outcome.fields?["all"]?.text == "page1 page2 page3")
        #expect(outcome.pages?.map(\.index) == [1, 2, 3])
        #expect(outcome.pages?.map(\.kind) == [.deed, .deed, .deed])
        func names(_ keepsake: Keepsake) throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + keepsake.rawValue))
        }
        #expect(
            try names(.stages) == ["ingest.json", "recognize.json", "classify.json", "extract.json", "decide.json"])
        #expect(try names(.corrected) == ["page-1.png", "page-2.png", "page-3.png"])
        #expect(try names(.overlay) == ["page-1.jpg", "page-2.jpg", "page-3.jpg"])
        #expect(Set(try #require(outcome.timing).keys).isSuperset(of: ["ingest", "recognize", "total"]))
    }

    @Test func pagesOfOnePictureAreCountedOnAndKnowTheirPicture() throws {
        let outcome = try Self.pipeline(pages: 3, shown: [2: 2]).process(Self.source, scratch: "")
        #expect(outcome.pages?.map(\.index) == [1, 2, 3, 4])
        #expect(outcome.pages?.map(\.inputPage) == [nil, 2, 2, 3])
        #expect(outcome.source.pageCount == 3)
        #expect(outcome.fields?["all"]?.text == "page1 page2 page3 page4")
    }

    @Test func pagesOfSeveralFilesAreOneDocumentAndKnowTheirFile() throws {
        var source = Self.source
        source.others = [SourceFile(path: "in/b.png", location: "b.png")]
        let outcome = try Self.pipeline(pages: 2, shown: [3: 2]).process(source, scratch: NSTemporaryDirectory())
        #expect(outcome.source.path == "in/a.png")
        #expect(outcome.source.pageCount == 4)
        #expect(outcome.source.files?.map(\.path) == ["in/a.png", "in/b.png"])
        #expect(outcome.pages?.map(\.index) == [1, 2, 3, 4, 5])
        #expect(outcome.pages?.map(\.file) == ["in/a.png", "in/a.png", "in/b.png", "in/b.png", "in/b.png"])
        #expect(outcome.pages?.map(\.inputPage) == [1, 2, 1, 1, 2])
        #expect(outcome.fields?["all"]?.text == "page1 page2 page3 page4 page5")
    }

    @Test func pageThatFailsLeavesTheOthersAlone() throws {
        let outcome = try Self.pipeline(pages: 3, damaged: [2]).process(Self.source, scratch: "")
        #expect(outcome.status == .processed)
        #expect(outcome.pages?.map { $0.error?.code } == [nil, .damaged, nil])
    }

    @Test(arguments: [("pixCreate: pixdata_malloc fail", FailureCode.outOfMemory), ("odd", .engineFailed)])
    func picturesThatCannotBeWorkedOnFailWithTheirFileAndCause(message: String, code: FailureCode) throws {
        let error = ImageError(operation: "warp", message: message)
        let outcome = try Self.pipeline(pages: 1, reads: error).process(Self.source, scratch: "")
        #expect(outcome.error?.code == code)
        #expect(outcome.error?.stage == .recognize)
        #expect(outcome.error?.message.hasPrefix("in/a.png, page 1") == true)
    }

    @Test func documentOfWhichNoPageCanBeReadFails() throws {
        let outcome = try Self.pipeline(pages: 2, damaged: [1, 2]).process(Self.source, scratch: "")
        #expect(outcome.status == .failed)
        #expect(outcome.error?.code == .damaged)
        #expect(outcome.id == "sha256:1")
        #expect(outcome.decision == nil)
    }

    @Test func aCaptureIsCheckedByItsFirstTenPagesAndNothingIsRead() throws {
        let unreadable = ImageError(operation: "read", message: "odd")
        let good = try Self.pipeline(pages: 12, reads: unreadable).checkedCapture(of: Self.source, scratch: "")
        #expect(good.decision == Decision(action: .review, reasons: []))
        #expect(good.pages?.count == 10 && good.source.pageCount == 12 && good.kind == .unknown)
        let dark = Reason(code: .tooDark, message: "add light")
        let bad = try Self.pipeline(pages: 1, captureReasons: [dark]).checkedCapture(of: Self.source, scratch: "")
        #expect(bad.decision == Decision(action: .retake, reasons: [dark]))
        let closed = try Self.pipeline(pages: 1, opens: false).checkedCapture(of: Self.source, scratch: "")
        #expect(closed.error?.code == .encrypted)
    }

    @Test func fileThatCannotBeOpenedFailsWithItsPath() throws {
        let outcome = try Self.pipeline(pages: 1, opens: false).process(Self.source, scratch: "")
        #expect(outcome.error?.code == .encrypted)
        #expect(outcome.source.path == "in/a.png")
    }
}

extension RecognizedDocument {
    /// Of a part, its first page alone.
    fileprivate func parts(_ starts: [Int]?) -> [Int] {
        loaded.source.pages == nil ? starts ?? [0] : [0]
    }
}

extension PageSource {
    /// Nothing here lies in a file.
    func original(_ index: Int, mostBytes: Int) throws -> FileOriginal {
        throw Failure(.noPages, "page \(index)", stage: .ingest)
    }
}
