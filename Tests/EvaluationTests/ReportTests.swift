import Evaluation
import Model
import Testing

@Suite struct ReportTests {
    static func engine() throws -> EngineInfo {
        EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
    }

    static func truth(
        _ file: String, tier: TruthDocument.Tier = .clean, expect: Decision.Action = .accept,
        fields: [FieldName: FieldValue] = ["number": .text("1")]
    ) -> TruthDocument {
        TruthDocument(
            file: file, kind: .id, subkind: "passport", tier: tier, heldBack: false, fields: fields, expect: expect,
            pages: [TruthPage(skew: 1)])
    }

    static func outcome(
        _ file: String, _ action: Decision.Action, kind: KindName = .id, value: String = "1", skew: Double = 1,
        confidence: Double = 0.95, reasons: [Reason] = []
    ) throws -> Outcome {
        var prepared = PreparedPage(index: 1, width: 10, height: 10, dpi: 300)
        prepared.skew = skew
        return try Outcome(
            id: "sha256:0", source: SourceInfo(path: file), kind: kind,
            classification: Classification(confidence: 0.9, scores: [:], evidence: []),
            fields: ["number": Field(value: .text(value), confidence: confidence, source: .text)],
            decision: Decision(action: action, reasons: reasons),
            pages: [PageReport(RecognizedPage(prepared: prepared), kind: kind, words: false)], warnings: [],
            timing: [:], engine: engine())
    }

    static func report(_ pairs: [(TruthDocument, Outcome?)]) -> EvaluationReport {
        EvaluationReport(pairs.map { Judgement(truth: $0, outcome: $1) })
    }

    @Test func acceptedAndRightIsStraightThrough() throws {
        let report = try Self.report([(Self.truth("a"), Self.outcome("a", .accept))])
        #expect(report.falseAccepts.isEmpty)
        #expect(report.tiers["clean"]?.straightThrough.rate == 1)
        #expect(report.tiers["clean"]?.fields.rate == 1)
    }

    @Test func acceptingAWrongValueKindOrCaseIsAFalseAccept() throws {
        for (truth, outcome) in try [
            (Self.truth("a"), Self.outcome("a", .accept, value: "2")),
            (Self.truth("a"), Self.outcome("a", .accept, kind: .deed)),
            (Self.truth("a", expect: .review), Self.outcome("a", .accept)),
            (Self.truth("a", fields: [:]), Self.outcome("a", .accept)),
        ] {
            let report = Self.report([(truth, outcome)])
            #expect(report.falseAccepts.count == 1)
            #expect(report.falseAccepts.first?.falseAcceptCauses.isEmpty == false)
            #expect(report.tiers["clean"]?.straightThrough.count == 0)
        }
    }

    @Test func missingOptionalValueIsNoFalseAccept() throws {
        let truth = Self.truth("a", fields: ["number": .text("1"), "note": .text("x")])
        let report = try Self.report([(truth, Self.outcome("a", .accept))])
        #expect(report.falseAccepts.isEmpty)
        #expect(report.fields["id"]?["note"]?.missing == 1)
    }

    @Test func retakesAreCountedAsFoundOrNeedless() throws {
        let report = try Self.report([
            (Self.truth("a", tier: .bad, expect: .retake), Self.outcome("a", .retake)),
            (Self.truth("b", tier: .bad, expect: .retake), Self.outcome("b", .review)),
            (Self.truth("c"), Self.outcome("c", .retake)),
        ])
        #expect(report.tiers["bad"]?.retakesFound.rate == 0.5)
        #expect(report.tiers["clean"]?.needlessRetakes.rate == 1)
    }

    @Test func documentWithoutAResultIsCountedAsFailedAndAllItsFieldsAsMissing() throws {
        let report = Self.report([(Self.truth("a"), nil)])
        #expect(report.failed == 1)
        #expect(report.confusion["id"] == ["failed": 1])
        #expect(report.fields["id"]?["number"]?.missing == 1)
    }

    @Test func skewErrorIsTheDistanceFromTheTruth() throws {
        let report = try Self.report([
            (Self.truth("a"), Self.outcome("a", .accept, skew: 1.05)),
            (Self.truth("b"), Self.outcome("b", .accept, skew: 0.5)),
        ])
        #expect(abs(report.skew.meanError - 0.275) < 1e-9)
        #expect(report.skew.within01.count == 1)
        #expect(report.skew.worst == 0.5)
    }

    @Test func outlineIsRightWhereEveryCornerIsWithinAHundredth() throws {
        func square(_ corner: Point) -> Quadrilateral {
            Quadrilateral(
                topLeft: corner, topRight: Point(x: 300, y: 0), bottomRight: Point(x: 300, y: 400),
                bottomLeft: Point(x: 0, y: 400))
        }
        func judged(_ read: Quadrilateral?) throws -> EvaluationReport {
            var truth = Self.truth("a", tier: .photo)
            truth.pages[0] = TruthPage(corners: square(Point(x: 0, y: 0)))
            var outcome = try Self.outcome("a", .accept)
            outcome.pages?[0].outline = read
            return Self.report([(truth, outcome)])
        }
        #expect(try judged(square(Point(x: 4, y: 0))).outlines.count == 1)
        #expect(try judged(square(Point(x: 6, y: 0))).outlines.count == 0)
        #expect(try judged(nil).outlines.of == 1 && judged(nil).outlines.count == 0)
    }

    @Test func boxesSignaturesAndLegalDescriptionsAreMeasuredByThemselves() throws {
        var truth = Self.truth(
            "a",
            fields: [
                "choice": .list(["x"]), "signature_present": .flag(false), "legal_description": .text("Lot 1, Block 2"),
            ])
        var outcome = try Self.outcome("a", .review)
        outcome.fields = [
            "choice": Field(value: .list(["y"]), confidence: 0.9, source: .mark),
            "signature_present": Field(value: .flag(true), confidence: 0.9, source: .mark),
            "legal_description": Field(value: .text("Lot 1, Black"), confidence: 0.9, source: .text),
        ]
        let wrong = try #require(Self.report([(truth, outcome)]).kindsByTier["id"]?["clean"])
        #expect(wrong.boxes.count == 0 && wrong.boxes.of == 1)
        #expect(wrong.signatures.count == 0 && wrong.signatures.of == 1)
        #expect(wrong.legalErrors.count == 3 && wrong.legalErrors.of == 14)

        outcome.decision?.reasons = [Reason(code: .lowConfidence, message: "", field: "choice")]
        outcome.fields?["signature_present"] = nil
        outcome.fields?["legal_description"] = nil
        let doubted = try #require(Self.report([(truth, outcome)]).kindsByTier["id"]?["clean"])
        #expect(doubted.boxes.count == 1)
        #expect(doubted.signatures.count == 1)
        #expect(doubted.legalErrors.count == 14)
        truth.fields["signature_present"] = nil
        #expect(Self.report([(truth, outcome)]).kindsByTier["id"]?["clean"]?.signatures.of == 0)
    }

    @Test func calibrationErrorIsTheGapBetweenConfidenceAndAccuracy() throws {
        var calibration = Calibration()
        for right in [true, true, true, false] { calibration.add(confidence: 0.95, right: right) }
        #expect(abs(calibration.expectedError - 0.2) < 1e-9)
    }

    @Test func comparisonNamesWhatAChangeMadeBetterAndWorse() throws {
        let truth = [Self.truth("a"), Self.truth("b")]
        let before = try Self.report([
            (truth[0], Self.outcome("a", .review, value: "2")), (truth[1], Self.outcome("b", .accept)),
        ])
        let after = try Self.report([
            (truth[0], Self.outcome("a", .accept)), (truth[1], Self.outcome("b", .accept, value: "3")),
        ])
        let comparison = ReportComparison(before: before, after: after)
        #expect(comparison.better.map(\.subject) == ["number", "decision"])
        #expect(comparison.worse.map(\.subject) == ["number", "decision"])
        #expect(comparison.worse.last?.after == "false accept")
    }

    @Test func textNamesFalseAcceptsWithoutTheirValues() throws {
        let report = try Self.report([(Self.truth("dir/a.png"), Self.outcome("dir/a.png", .accept, value: "SECRET"))])
        let text = TextReport(report).text
        #expect(text.contains("dir/a.png (clean): number wrong"))
        #expect(!text.contains("SECRET"))
    }

    @Test func pageShowsErrorsWithTheirPicturesAndEscapesValues() throws {
        var outcome = try Self.outcome("a", .review, value: "<b>")
        outcome.fields?["number"]?.box = Box(x: 1, y: 2, width: 3, height: 4)
        outcome.fields?["number"]?.page = 1
        let page = try HTMLReport(Self.report([(Self.truth("a"), outcome)])).render { file, page, box in
            "\(file)-\(page)-\(box.width)"
        }
        #expect(page.contains("data:image/png;base64,a-1-3"))
        #expect(page.contains("&lt;b&gt;"))
        #expect(page.contains("<circle"))
    }

    @Test func resultsAreFoundBehindTheNameOfTheirRoot() throws {
        let report = try Evaluator.judge(
            truth: [Self.truth("id/a.png")], results: ["Samples/id/a.png": Self.outcome("Samples/id/a.png", .accept)])
        #expect(report.failed == 0)
    }

    @Test func tableFitsItsWidthByCuttingTheNarrowingColumns() {
        let rows = [["a.png", String(repeating: "x", count: 60), "1 s"]]
        let table = TextTable.render(["file", "reasons", "time"], rows, width: 40, narrowing: [1])
        #expect(table.split(separator: "\n").map(\.count).max() == 40)
        #expect(table.contains("xxx…  1 s"))
        #expect(TextTable.render(["file", "reasons", "time"], rows, narrowing: [1]).contains(rows[0][1]))
    }
}
