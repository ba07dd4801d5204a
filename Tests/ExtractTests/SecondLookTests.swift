import Extract
import Kinds
import Model
import Testing

/// Numbers are read twice before anyone trusts them.
@Suite struct SecondLookTests {
    private static let page = PageText.page("Instrument No. 2021-0048127 Book 151 of Deeds")

    private static func document(
        _ value: String = "2021-0048127", source: FieldSource = .text, checks: [Check] = []
    ) throws -> ExtractedDocument {
        let box = try #require(page.words.first { $0.text == "2021-0048127" }?.box)
        let field = Field(
            value: .text(value), raw: value, confidence: 0.96, source: source, page: 1, box: box, checks: checks)
        let info = SourceInfo(path: "deed.png", bytes: 1, mediaType: "image/png", pageCount: 1)
        let recognized = RecognizedDocument(loaded: LoadedDocument(id: "sha256:0", source: info), pages: [page])
        let classified = ClassifiedDocument(
            recognized: recognized, kind: .deed,
            classification: Classification(confidence: 1, scores: [:], evidence: []), pageKinds: [.deed])
        return ExtractedDocument(classified: classified, extraction: Extraction(fields: ["instrument_number": field]))
    }

    private static func judged(_ texts: [String]) throws -> Field? {
        let look = SecondLook(try document())
        let readings = Dictionary(uniqueKeysWithValues: look.requests.map { ($0, texts) })
        return look.judged(readings).extraction.fields["instrument_number"]
    }

    @Test func looksAtTheWordsWithDigitsInAValuesPlace() throws {
        #expect(SecondLook(try Self.document()).requests.map(\.text) == ["2021-0048127"])
    }

    @Test(arguments: [FieldSource.mrz, .barcode, .derived]) func looksAtPrintAlone(source: FieldSource) throws {
        #expect(SecondLook(try Self.document(source: source)).requests.isEmpty)
    }

    @Test(arguments: ["agreement", "check_digit"]) func leavesWhatIsProvenAlready(check: String) throws {
        #expect(SecondLook(try Self.document(checks: [Check(name: check, passed: true)])).requests.isEmpty)
        #expect(!SecondLook(try Self.document(checks: [Check(name: check, passed: false)])).requests.isEmpty)
    }

    // Dots and commas come and go, and a small picture loses a digit.
    @Test(arguments: [["2021-0048127", "2021 0048127."], ["2021-004812", "2021-0048127"]])
    func aReadingThatAgreesIsAPassedCheck(readings: [String]) throws {
        let field = try #require(try Self.judged(readings))
        #expect(field.confidence == 0.96)
        #expect(field.checks == [Check(name: "second_reading", passed: true)])
    }

    @Test(arguments: [
        (["2021-0048177", "2021-0048177"], ["2021-0048177"]), (["2021-0048177", "202"], ["2021-0048177", "202"]),
        (["", "021-0048127"], ["021-0048127"]),
    ])
    func aValueThatNoOtherReadingHasIsDoubtful(readings: [String], others: [String]) throws {
        let field = try #require(try Self.judged(readings))
        #expect(field.confidence <= 0.5)
        #expect(field.value == .text("2021-0048127"))
        #expect(field.alternatives.map(\.value) == others.map { .text($0) })
        #expect(field.checks.isEmpty)
    }

    @Test func aPictureThatReadsNothingProvesNothing() throws {
        let field = try #require(try Self.judged(["", "."]))
        #expect(field.confidence == 0.96 && field.checks.isEmpty && field.alternatives.isEmpty)
    }

    @Test func whatWasNotReadAgainIsAsItWas() throws {
        let document = try Self.document()
        #expect(SecondLook(document).judged([:]) == document)
    }
}
