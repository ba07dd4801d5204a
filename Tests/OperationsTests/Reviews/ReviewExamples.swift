import Foundation
import Model
import Output
import Pipeline
import SystemPackage

@testable import Operations

/// Results to be reviewed, and a folder that holds them.
enum ReviewExamples {
    static let engine = EngineInfo(
        recto: "0", tesseract: "5", leptonica: "1", zxing: "1", models: [], configuration: "sha256:0",
        asOf: date)

    static var date: CalendarDate {
        guard let date = CalendarDate(iso: "2026-01-31") else { preconditionFailure("no such date") }
        return date
    }

    static func deed(
        _ path: String = "a/deed.tif", id: Int = 1, pages: [Int]? = nil, action: Decision.Action = .review
    ) -> Outcome {
        let reasons = [Reason(code: action == .retake ? .blurred : .lowConfidence, message: "Look.", field: "county")]
        let digits = String(id, radix: 16)
        let prepared = PreparedPage(index: 1, width: 100, height: 200, dpi: 300)
        return Outcome(
            id: "sha256:" + digits + String(repeating: "0", count: 64 - digits.count),
            source: SourceInfo(
                path: path, bytes: 1, mediaType: "image/tiff", pageCount: pages == nil ? 1 : 4, pages: pages),
            kind: .deed, classification: Classification(confidence: 0.9, scores: ["deed": 0.9], evidence: []),
            fields: [
                "grantor": Field(
                    value: .list(["ANN MOSS"]), raw: "ANN MOSS", confidence: 0.8, source: .text, page: 1,
                    box: Box(x: 1, y: 2, width: 3, height: 4),
                    alternatives: [Alternative(value: .list(["ANN NOSS"]), confidence: 0.2)]),
                "county": Field(value: .text("Lale"), confidence: 0.4, source: .text, page: 1),
                "state": Field(value: .text("Ohio"), confidence: 0.9, source: .text, page: 1),
            ],
            decision: Decision(action: action, reasons: action == .accept ? [] : reasons),
            pages: [PageReport(RecognizedPage(prepared: prepared, words: []), kind: .deed, words: false)], warnings: [],
            timing: ["total": 1], engine: engine)
    }

    static func entries() throws -> FieldEntries {
        FieldEntries(kinds: try KindCatalogue(KindSettings()), asOf: engine.asOf)
    }
}

/// An output folder with results, and the time of its reviewers' clock.
final class ReviewFolder {
    let temporary: TemporaryFolder
    let folder: ResultFolder
    var policy = ReviewPolicy()

    init(_ results: Outcome...) throws {
        temporary = try TemporaryFolder()
        folder = try ResultFolder(creating: temporary.path.appending("out"))
        for result in results { try folder.write(result) }
    }

    deinit { temporary.remove() }

    /// As `recto review` opens it.
    func store(now: @escaping @Sendable () -> Date = { .now }) throws -> ReviewStore {
        let store = try ReviewStore(in: folder, entries: try ReviewExamples.entries(), policy: policy, now: now)
        _ = try store.mendFiles()
        return store
    }

    func reviewed(_ document: ReviewDocument) throws -> Outcome? {
        try FileManager.default.contents(atPath: folder.reviewedFile(of: document).string).map(ResultEncoder.decode)
    }
}

extension ReviewStore {
    /// Takes a step on what stands now.
    @discardableResult
    func take(_ step: ReviewStep, _ document: ReviewDocument, _ reviewer: Reviewer = Reviewer(name: "Ida")) async throws
        -> Saved
    {
        try await save(step, of: document, on: try await state(of: document).version, by: reviewer)
    }
}
