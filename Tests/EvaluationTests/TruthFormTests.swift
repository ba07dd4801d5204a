import Foundation
import Model
import Testing

@testable import Evaluation

/// What truth can say beyond the document factory's.
@Suite struct TruthFormTests {
    private static func truth(_ keys: String, tier: String = "clean", expect: String = "accept") throws -> TruthDocument
    {
        let line =
            #"{"file":"a","kind":"id","subkind":"card","tier":"\#(tier)","fields":{"number":"1"},"expect":"\#(expect)","pages":[{"skew":1,"orientation":0}]\#(keys.isEmpty ? "" : "," + keys)}"#
        return try JSONDecoder().decode(TruthDocument.self, from: Data(line.utf8))
    }

    private static func judged(_ truth: TruthDocument, _ outcome: Outcome) -> Judgement {
        Judgement(truth: truth, outcome: outcome)
    }

    @Test func documentOfNoKnownKindIsForReview() throws {
        let truth = try Self.truth("", expect: "unknown")
        #expect(truth.expect == .review)
        #expect(try Self.judged(truth, ReportTests.outcome("a", .accept)).isFalseAccept)
        #expect(try Self.judged(truth, ReportTests.outcome("a", .review)).decisionIsRight)
    }

    @Test func otherValuesAreAsRight() throws {
        for keys in [#""alt":{"number":["2","3"]}"#, #""alt":{"number":"3"}"#] {
            let judgement = try Self.judged(Self.truth(keys), ReportTests.outcome("a", .accept, value: "3"))
            #expect(judgement.fields.map(\.verdict) == [.exact] && judgement.fields[0].truth == .text("3"))
            #expect(judgement.isStraightThrough)
        }
        let wrong = try Self.judged(Self.truth(#""alt":{"number":"3"}"#), ReportTests.outcome("a", .accept, value: "4"))
        #expect(wrong.fields.map(\.truth) == [.text("1")] && wrong.isFalseAccept)
    }

    @Test func whatCanBeArguedMakesNoAcceptedDocumentWrong() throws {
        let field = try Self.judged(Self.truth(#""soft":["number"]"#), ReportTests.outcome("a", .accept, value: "2"))
        #expect(field.fields.map(\.verdict) == [.wrong] && field.isStraightThrough)
        let kind = try Self.judged(Self.truth(#""soft":["kind"]"#), ReportTests.outcome("a", .accept, kind: .deed))
        #expect(!kind.kindIsRight && kind.isStraightThrough)
        let report = EvaluationReport([field, kind])
        #expect(report.tiers["clean"]?.fields.wrong == 1 && report.tiers["clean"]?.kindsRight.count == 1)
        #expect(report.fieldCalibration.bins.reduce(0) { $0 + $1.count } == 1)
        #expect(report.kindCalibration.bins.reduce(0) { $0 + $1.count } == 1)
    }

    @Test func otherDecisionsAreRightToo() throws {
        let truth = try Self.truth(#""expect_also":["retake"]"#, expect: "review")
        let report = try EvaluationReport([Self.judged(truth, ReportTests.outcome("a", .retake))])
        #expect(report.judgements[0].decisionIsRight)
        #expect(report.tiers["clean"]?.needlessRetakes.count == 0)
        #expect(try Self.judged(truth, ReportTests.outcome("a", .accept)).isFalseAccept)
        let either = try Self.truth(#""expect_also":["accept"]"#, expect: "review")
        #expect(try !Self.judged(either, ReportTests.outcome("a", .accept)).isFalseAccept)
    }

    @Test func badCaptureThatWasReadRightIsNoFaultWhereTheTruthTellsWhatIsLegible() throws {
        let truth = try Self.truth(#""legible":false"#, tier: "bad", expect: "retake")
        let right = try EvaluationReport([Self.judged(truth, ReportTests.outcome("a", .accept))])
        #expect(right.falseAccepts.isEmpty && right.tiers["bad"]?.retakesFound.of == 0)
        let wrong = try EvaluationReport([Self.judged(truth, ReportTests.outcome("a", .accept, value: "2"))])
        #expect(wrong.falseAccepts.count == 1 && wrong.tiers["bad"]?.retakesFound.of == 1)
        for keys in ["", #""legible":false,"why":"expired""#] {
            let other = try Self.truth(keys, tier: "bad", expect: "retake")
            #expect(try Self.judged(other, ReportTests.outcome("a", .accept)).isFalseAccept)
        }
    }

    @Test func blankPageHasNoKindToTell() throws {
        let truth = try Self.truth(#""why":"blank""#, expect: "retake")
        let report = try EvaluationReport([Self.judged(truth, ReportTests.outcome("a", .retake))])
        #expect(report.tiers["clean"]?.kindsRight.of == 0)
    }

    @Test func faultOfAPageMayStandInHowItWasMade() throws {
        #expect(try Self.truth(#""meta":[{"defect":"blurred"}]"#).pages.map(\.defect) == [.blurred])
        #expect(try Self.truth(#""meta":[{"camera":"x"}]"#).pages.map(\.defect) == [nil])
    }

    @Test func keysThatSayNothingAreNotWritten() throws {
        let plain = try JSONEncoder().encode(ReportTests.truth("a"))
        let keys = try #require(try JSONSerialization.jsonObject(with: plain) as? [String: Any]).keys.sorted()
        #expect(keys == ["expect", "fields", "file", "held_back", "kind", "pages", "subkind", "tier"])
        let full = try Self.truth(
            #""alt":{"number":["2"]},"soft":["number"],"expect_also":["review"],"legible":true,"why":"x","template":"t","recipe":"r","format":"f""#
        )
        #expect(try JSONDecoder().decode(TruthDocument.self, from: JSONEncoder().encode(full)) == full)
    }

    @Test func resultsFromAnotherFolderAreFoundByTheirOnlyName() throws {
        func results(_ paths: [String], _ truth: [String]) throws -> [String] {
            try ResultsReader.renamed(paths.map { try ReportTests.outcome($0, .accept) }, after: truth).map(
                \.source.path)
        }
        #expect(try results(["a.png", "images/b.png"], ["cards/a.png", "b.png"]) == ["cards/a.png", "images/b.png"])
        #expect(try results(["scans/a.png"], ["cards/a.png"]) == ["cards/a.png"])
        #expect(try results(["a.png"], ["cards/a.png", "deeds/a.png"]) == ["a.png"])
        #expect(try results(["x/a.png", "y/a.png"], ["cards/a.png"]) == ["x/a.png", "y/a.png"])
    }

    @Test func groupsComeWithTheWorstFirst() throws {
        func document(_ file: String, _ template: String) throws -> TruthDocument {
            var truth = try Self.truth(#""template":"\#(template)""#)
            truth.file = file
            return truth
        }
        let truth = try [
            document("a", "good"), document("b", "doubted"), document("c", "wrong"), document("d", "wrong"),
        ]
        func report(_ value: String) throws -> EvaluationReport {
            try Evaluator.judge(
                truth: truth,
                results: [
                    "a": ReportTests.outcome("a", .accept), "b": ReportTests.outcome("b", .review, value: "2"),
                    "c": ReportTests.outcome("c", .accept, value: value), "d": ReportTests.outcome("d", .accept),
                ])
        }
        let groups = try Groups(by: .template, truth: truth, report("2"))
        #expect(groups.rows.map(\.name) == ["wrong", "doubted", "good"])
        #expect(groups.rows[0].report.falseAccepts == 1 && groups.rows[0].report.straightThrough.count == 1)
        #expect(groups.text.contains("1/2"))
        let change = try Groups(by: .template, truth: truth, report("1"), before: report("2"))
        #expect(change.text.contains("1/2 → 2/2"))
        #expect(Groups(by: .recipe, truth: truth, try report("1")).rows.map(\.name) == ["-"])
    }
}
