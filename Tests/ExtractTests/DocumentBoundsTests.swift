import Extract
import Kinds
import Model
import Testing

/// Pages that may be another document's.
@Suite struct DocumentBoundsTests {
    private static func strangers(_ texts: [String], loose: [Int], kind: KindName = "card") throws -> [Reason] {
        let pages = texts.enumerated().map { PageText.page($1, index: $0 + 1) }
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(
                loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a.pdf")), pages: pages),
            kind: kind, classification: Classification(confidence: 1, scores: [:], evidence: []),
            pageKinds: texts.map { $0.hasPrefix("note") ? .unknown : "card" }, loosePages: loose)
        let date = try #require(CalendarDate(iso: "2026-06-01"))
        let definition = KindDefinition(name: "card", title: "Card", fields: [], required: [])
        return Extractor(kinds: [definition], extractors: ["card": PicturePartTests.LastWord()])
            .strangers(in: classified, context: ExtractionContext(asOf: date))
    }

    @Test func aPageWithoutASignThatItBelongsIsTold() throws {
        let reasons = try Self.strangers(["front A", "note B"], loose: [1])
        #expect(reasons.map(\.code) == [.severalDocuments] && reasons.map(\.page) == [2])
    }

    @Test func theOtherSideOfACardBelongs() throws {
        #expect(try Self.strangers(["front A", "back A"], loose: [1]).isEmpty)
        #expect(try Self.strangers(["front A", "back B"], loose: [1]).map(\.page) == [2])
        #expect(try Self.strangers(["front A", "note A"], loose: [1]).map(\.page) == [2])
    }

    @Test func nothingIsTwiceDoubted() throws {
        #expect(try Self.strangers(["front A", "note B"], loose: [1], kind: .unknown).isEmpty)
        #expect(try Self.strangers(["front A", "note B"], loose: []).isEmpty)
    }
}
