import Extract
import Kinds
import Model
import Testing

/// Pages of one picture: one document or several.
@Suite struct PicturePartTests {
    /// Joins pages that end with the same word, and gives every page's text as a field.
    struct LastWord: KindExtractor {
        let kind: KindName = "card"

        func extract(
            _ document: RecognizedDocument, definition: KindDefinition, labelled: Extraction,
            context: ExtractionContext
        ) -> Extraction {
            let text = document.pages.map(\.text).joined(separator: " ")
            return Extraction(fields: ["all": Field(value: .text(text), confidence: 1, source: .text)])
        }

        func areSides(_ first: PartReading, _ second: PartReading, context: ExtractionContext) -> Bool {
            first.document.pages[0].words.last?.text == second.document.pages[0].words.last?.text
        }
    }

    static func extraction(_ texts: [String], inputs: [Int?], kinds: [KindName]? = nil) throws -> Extraction {
        let pages = zip(texts, inputs).enumerated().map { index, item in
            var page = PageText.page(item.0, index: index + 1)
            page.prepared.inputPage = item.1
            return page
        }
        let definition = KindDefinition(
            name: "card", title: "Card", fields: [FieldDefinition(name: "all", type: .computed)], required: [])
        let classified = ClassifiedDocument(
            recognized: RecognizedDocument(
                loaded: LoadedDocument(id: "sha256:0", source: SourceInfo(path: "a.png")), pages: pages),
            kind: "card", classification: Classification(confidence: 1, scores: [:], evidence: []),
            pageKinds: kinds ?? pages.map { _ in "card" })
        let date = try #require(CalendarDate(iso: "2026-06-01"))
        return Extractor(kinds: [definition], extractors: ["card": LastWord()])
            .extract(classified, context: ExtractionContext(asOf: date)).extraction
    }

    @Test func sidesOfOneDocumentAreReadTogether() throws {
        let result = try Self.extraction(["front A", "back A"], inputs: [1, 1])
        #expect(result.fields["all"]?.text == "front A back A")
        #expect(result.findings.isEmpty)
    }

    @Test func fieldsAreThoseOfTheFirstDocumentAndTheOthersAreTold() throws {
        let result = try Self.extraction(["front A", "front B", "back A"], inputs: [1, 1, 1])
        #expect(result.fields["all"]?.text == "front A back A")
        let finding = try #require(result.findings.first)
        #expect(finding.code == .severalDocuments && finding.page == 2 && finding.measured == 2)
        #expect(finding.message.contains("page 1 and 3: card, page 2: card"))
    }

    @Test func firstDocumentOfTheKindGivesTheFields() throws {
        let result = try Self.extraction(["note X", "front A"], inputs: [1, 1], kinds: [.unknown, "card"])
        #expect(result.fields["all"]?.text == "front A")
        #expect(result.findings.first?.message.contains("page 1: unknown, page 2: card") == true)
    }

    @Test func pagesOfAFileAreOneDocumentAndEmptyPartsAreNone() throws {
        #expect(try Self.extraction(["one A", "two B"], inputs: [nil, nil]).findings.isEmpty)
        #expect(try Self.extraction(["one A", ""], inputs: [1, 1]).findings.isEmpty)
    }
}
