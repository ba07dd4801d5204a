import Model
import SystemPackage
import Testing

@testable import Operations
@testable import recto

@Suite struct RunProgressTests {
    @Test func saysHowManyThereAreSoFarAndNoTimeBeforeAllAreFound() {
        var progress = RunProgress(done: 1234, found: 50_000)
        #expect(progress.text(after: 10) == "1234 of 50000 documents so far, 123.4/s")
        #expect(progress.share == 0 && !progress.isAtEnd)
        #expect(
            progress.rest
                == "48766 documents left, and those that were not found yet: the same command goes on with them")
        progress.isAllFound = true
        #expect(progress.text(after: 1234) == "1234 of 50000 documents, 1.0/s, 13 h 32 min left")
        #expect(progress.share == 0.02468)
        #expect(progress.rest == "48766 documents left: the same command goes on with them")
        progress.done = 50_000
        #expect(progress.text(after: 1000) == "50000 of 50000 documents, 50.0/s")
        #expect(progress.isAtEnd && progress.share == 1 && progress.rest == nil)
    }

    @Test func theTableHasRowsOfTheFirstDocumentsAndSaysHowManyMoreThereAre() throws {
        let style = RunStyle(isQuiet: false, isVerbose: false, showsTable: true, showsFields: false)
        let engine = EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
        var table = RunTable()
        #expect(table.text(style, width: nil) == nil)
        for number in (0..<1003).reversed() {
            let failure = Failure(.fileEmpty, "", stage: .operations)
            let outcome = Outcome(
                id: nil, source: SourceInfo(path: "\(number).tif"), failure: failure, engine: engine)
            var report = DocumentReport(sequence: number, path: "\(number).tif", outcome: outcome, file: "")
            table.add(report, style)
            // What is told of it later, or of a document of another run, is no further one.
            report.isRevised = true
            table.add(report, style)
            report.sequence = nil
            table.add(report, style)
        }
        let lines = try #require(table.text(style, width: nil)).split(separator: "\n")
        #expect(lines.count { $0.contains(".tif") } == 1000)
        #expect(lines.first { $0.contains(".tif") }?.hasPrefix("0.tif") == true)
        #expect(lines.last == "and 3 more documents")
    }

    @Test func pagesCountAsPartsOfTheirDocuments() {
        let page = PageProgress(sequence: 3, path: "a/long\nname.pdf", read: 1, count: 2)
        let progress = RunProgress(done: 1, found: 3, isAllFound: true, atHand: [3: page])
        #expect(progress.text(after: 3) == "1 of 3 documents, 0.3/s, 3.00 s left; a/long\\u{a}name.pdf: page 1 of 2")
        #expect(RunProgress().text(after: 1) == "0 of 0 documents so far" && RunProgress(isAllFound: true).rest == nil)
    }
}
