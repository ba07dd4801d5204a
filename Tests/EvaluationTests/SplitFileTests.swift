import Foundation
import Model
import Testing

@testable import Evaluation

/// Documents that share a file with others.
@Suite struct SplitFileTests {
    private static func outcome(_ pages: [Int]?, _ action: Decision.Action = .accept) throws -> Outcome {
        var outcome = try ReportTests.outcome("in/stack.pdf", action)
        outcome.source.pages = pages
        return outcome
    }

    private static func report(_ truth: [String], _ outcomes: [Outcome]) -> EvaluationReport {
        Evaluator.judge(truth: truth.map { ReportTests.truth($0) }, results: ResultsReader.results(of: outcomes))
    }

    @Test func eachIsHeldAgainstTheResultOfItsPages() throws {
        let report = try Self.report(
            ["stack.pdf#1-2", "stack.pdf#3-3"], [Self.outcome([1, 2]), Self.outcome([3, 3], .review)])
        #expect(report.boundaries == EvaluationReport.Share(count: 2, of: 2) && report.falseAccepts.isEmpty)
        #expect(report.judgements.map(\.action) == [.accept, .review])
    }

    @Test func whatSwallowedAnotherAndWasAcceptedIsAFalseAccept() throws {
        for pages in [[1, 3], nil] {
            let report = try Self.report(["stack.pdf#1-2", "stack.pdf#3-3"], [Self.outcome(pages)])
            #expect(report.boundaries == EvaluationReport.Share(count: 0, of: 2) && report.failed == 0)
            #expect(report.falseAccepts.count == 2)
            #expect(report.falseAccepts[0].falseAcceptCauses == ["other pages than its own"])
        }
        let reviewed = try Self.report(["stack.pdf#1-2", "stack.pdf#3-3"], [Self.outcome([1, 3], .review)])
        #expect(reviewed.falseAccepts.isEmpty)
    }

    @Test func aPartThatWasAcceptedIsAFalseAcceptOfTheWhole() throws {
        let report = try Self.report(["stack.pdf"], [Self.outcome([1, 1], .review), Self.outcome([2, 2])])
        #expect(report.boundaries == EvaluationReport.Share(count: 0, of: 1) && report.falseAccepts.count == 1)
    }

    @Test func aFileThatIsOneDocumentHasNoBoundaries() throws {
        let report = try Self.report(["stack.pdf"], [Self.outcome(nil)])
        #expect(report.boundaries.of == 0 && report.falseAccepts.isEmpty)
    }

    @Test func resultsOfTheLastTimeCount() throws {
        let results = ResultsReader.results(
            of: try [Self.outcome([1, 2]), Self.outcome([3, 3]), Self.outcome([1, 1]), Self.outcome([2, 3])])
        #expect(results.keys.sorted() == ["in/stack.pdf#1-1", "in/stack.pdf#2-3"])
    }

    @Test func aNameMayHaveTheMarkInIt() {
        #expect(DocumentPlace("a#1.pdf").isWholeFile && DocumentPlace("a#1.pdf").path == "a#1.pdf")
        #expect(DocumentPlace("a#1.pdf#2-3").path == "a#1.pdf" && DocumentPlace("a#1.pdf#2-3").pages == 2...3)
    }
}
