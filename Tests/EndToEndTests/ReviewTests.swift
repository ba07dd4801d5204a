import Evaluation
import Foundation
import Model
import Output
import Pipeline
import SystemPackage
import Testing

@testable import Operations

/// What people decided, as the commands export and purge it.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct ReviewTests {
    private let program: Program
    private let folder: ResultFolder
    private let reviewer = Reviewer(name: "Ida")

    init() throws {
        program = try Program()
        folder = try ResultFolder(creating: FilePath(program.folder.path).appending("out"))
    }

    private static func deed(_ number: Int) throws -> Outcome {
        let engine = EngineInfo(
            recto: "0", tesseract: "5", leptonica: "1", zxing: "1", models: [], configuration: "sha256:0",
            asOf: try #require(CalendarDate(iso: "2026-01-31")))
        let digits = String(number, radix: 16)
        let page = RecognizedPage(prepared: PreparedPage(index: 1, width: 100, height: 200, dpi: 300), words: [])
        func field(_ text: String, _ confidence: Double) -> Field {
            Field(value: .text(text), confidence: confidence, source: .text, page: 1)
        }
        // One in five counties is misread, and looks it.
        let county = number.isMultiple(of: 5) ? field("Lale", 0.55) : field("Lake", 0.9)
        return Outcome(
            id: "sha256:" + String(repeating: "0", count: 64 - digits.count) + digits,
            source: SourceInfo(path: "in/\(number).tif", bytes: 1, mediaType: "image/tiff", pageCount: 1), kind: .deed,
            classification: Classification(confidence: 0.9, scores: ["deed": 0.9], evidence: []),
            fields: ["county": county, "state": field("Ohio", 0.95)],
            decision: Decision(
                action: .review, reasons: [Reason(code: .lowConfidence, message: "Look.", field: "county")]),
            pages: [PageReport(page, kind: .deed, words: false)], warnings: [], timing: ["total": 1], engine: engine)
    }

    /// Sixty documents, all but the last decided: most accepted, some corrected before, one of no kind, one to be retaken.
    private func review() async throws {
        var lines = Data()
        let ledger = try Ledger(in: folder.root)
        let kinds = try KindCatalogue(KindSettings())
        let asOf = try #require(CalendarDate(iso: "2026-01-31"))
        let store = try ReviewStore(in: folder, entries: FieldEntries(kinds: kinds, asOf: asOf))
        for number in 1...60 {
            let result = try Self.deed(number)
            try folder.write(result)
            try ledger.see([Job(sequence: number, path: result.source.path, location: "/nowhere")])
            try ledger.settle(result)
            lines += try ResultEncoder().line(result) + Data("\n".utf8)
            let document = try #require(ReviewDocument(result))
            func take(_ step: ReviewStep) async throws {
                let version = try await store.state(of: document).version
                _ = try await store.save(step, of: document, on: version, by: reviewer)
            }
            if number.isMultiple(of: 5) { try await take(.correct("county", text: "Lake")) }
            if number == 7 { try await take(.markIllegible("state")) }
            switch number {
            case 58: try await take(.decide(.unknown))
            case 59: try await take(.decide(.retake(reason: .blurred, sentence: "Hold the camera still.")))
            case 60: break
            default: try await take(.decide(.accepted))
            }
        }
        try AtomicFile.write(lines, to: folder.lines)
    }

    @Test func correctionsAreTheTruthThatACalibrationTakes() async throws {
        defer { program.remove() }
        try await review()
        let export = try program.run("export", "--corrections", "out", "--to", "truth.jsonl")
        #expect(export.code == 0, "\(export.error)")
        let truth = try TruthReader.read(program.folder.appending(path: "truth.jsonl").path)
        #expect(truth.count == 59)
        func document(_ number: Int) throws -> TruthDocument {
            try #require(truth.first { $0.file == "in/\(number).tif" })
        }
        #expect(try document(5).fields == ["county": .text("Lake"), "state": .text("Ohio")])
        #expect(try document(5).expect == .accept)
        #expect(try document(7).soft == ["state"])
        #expect(try document(7).fields["state"] == nil)
        #expect(try document(58).kind == .unknown)
        #expect(try document(59).expect == .retake)
        #expect(try document(59).pages.map(\.defect) == [.blurred])
        let evaluated = try program.run("evaluate", "truth.jsonl", "out", "--calibrate", "calibration.yml")
        #expect(evaluated.code == 0, "\(evaluated.error)")
        #expect(evaluated.error.contains("Fitted on 58 documents with 113 values, 11 of them wrong."))
        let checked = try program.run(
            "config", "show", "--set", "decide.calibration=\(program.folder.path)/calibration.yml")
        #expect(checked.code == 0)
        let strict = try program.run("export", "--corrections", "--looked-at", "out")
        #expect(strict.output.split(separator: "\n").first?.contains(#""soft":["county","state"]"#) == true)
    }

    @Test(.enabled(if: SchemaCheck.isPossible, "python3-jsonschema is not installed"))
    func reviewedResultsKeepToTheSchema() async throws {
        defer { program.remove() }
        try await review()
        var lines = ""
        let problems = try ReviewStore.existing(in: folder)?.visitFinished {
            lines += String(decoding: try ResultEncoder().line($0), as: UTF8.self) + "\n"
        }
        #expect(problems?.isEmpty == true && lines.split(separator: "\n").count == 59)
        #expect(try SchemaCheck.complaints(lines, schema: program.run("schema").output) == "")
    }

    @Test func purgeTellsOfReviewsAndRemovesThem() async throws {
        defer { program.remove() }
        try await review()
        let ended = try program.run("purge", "out", "--older-than", "0h")
        #expect(ended.code == 0, "\(ended.error)")
        #expect(ended.output.contains("in/5.tif: result, 2 events of its review"))
        #expect(ended.output.contains("72 events of reviews"))
        #expect(try await ReviewStore.existing(in: folder)?.progress().isEmpty == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.reviewed.string).isEmpty)
    }

    @Test func exportSaysWhereNothingWasReviewed() throws {
        defer { program.remove() }
        let ended = try program.run("export", "--corrections", "out")
        #expect(ended.code == 2)
        #expect(ended.error.contains("has no reviews.sqlite"))
    }

    @Test func documentsGoToLabelStudioAndComeBack() throws {
        defer { program.remove() }
        try program.write("a.pgm", Picture.blank())
        try program.write("b.pgm", Picture.blank(shade: 250))
        _ = try program.run("run", "in", "--output", "out", "--set", "run.jobs=1")
        try FileManager.default.removeItem(at: program.folder.appending(path: "in/b.pgm"))
        let export = try program.run("export", "--label-studio", "out", "--to", "labels")
        #expect(export.code == 1 && export.output == "1 document with 1 page\n")
        #expect(export.error.hasPrefix("b.pgm: left out: The document is not where it was read"))
        #expect(try program.leftovers().isEmpty)
        let pictures = program.folder.appending(path: "labels/pages")
        let picture = try #require(
            try FileManager.default.contentsOfDirectory(at: pictures, includingPropertiesForKeys: nil).first)
        #expect(try Data(contentsOf: picture).starts(with: [0xFF, 0xD8]))

        let exported = try Data(contentsOf: program.folder.appending(path: "labels/tasks.json"))
        var tasks = try LabelStudioJSON.tasks(in: exported).compactMap(\.self)
        let kind = LabelStudioRegion(fromName: "kind", type: "choices", value: .init(choices: ["deed"]))
        tasks[0].annotations = [.init(id: 1, completedBy: .person(email: "ann@example.org"), result: [kind])]
        let json = try Data("[".utf8) + LabelStudioJSON.encode(tasks[0]) + Data(", {}]".utf8)
        try json.write(to: program.folder.appending(path: "project.json"))
        for (option, told) in [
            ("--dry-run", "would take 1 step in 1 document\n"), ("--accept", "took 2 steps in 1 document\n"),
        ] {
            let ended = try program.run("import", "--label-studio", "out", "project.json", option)
            #expect(ended.code == 1 && ended.output == told, "\(ended.error)")
            #expect(ended.error.contains("task 2: is none of `recto export --label-studio`"))
        }
        #expect(try program.text("out/reviewed/a.pgm.json").contains("ann@example.org"))
        #expect(try program.run("import", "--label-studio", "out", "in/a.pgm").code == 2)
        #expect(try program.run("export", "--label-studio", "out").code == 64)
    }
}
