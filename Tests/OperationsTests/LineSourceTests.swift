import Foundation
import Model
import Output
import Testing

@testable import Operations

@Suite struct LineSourceTests {
    @Test(arguments: ["a.tif", #"a","status":"b"#, #""source":{"path":"x"},"status":""#, "M\u{FC}l\nler/{}.tif"])
    func isFoundWhateverTheTextsAre(path: String) throws {
        let engine = EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
        var outcome = Outcome(
            id: nil, source: SourceInfo(path: path),
            failure: Failure(.fileEmpty, #""source":{"path":"x"},"status":""#, stage: .operations), engine: engine)
        outcome.source.pages = [3, 4]
        outcome.source.partOf = "other"
        outcome.source.files = [SourceInfo.File(path: "x"), SourceInfo.File(path: path)]
        outcome.warnings = [Warning(code: .notKept, message: #""source":{"path":"y"},"status":""#)]
        let source = try #require(LineSource(of: try ResultEncoder().line(outcome)))
        #expect(source.path.isSamePath(as: path) && source.pages == [3, 4])
    }

    @Test func isFoundInAnotherLayoutAndNotInWhatIsNoResult() {
        #expect(LineSource(of: Data(#"{ "status": "failed", "source": { "path": "x" } }"#.utf8))?.path == "x")
        for line in ["", "{}", "no JSON", #"{"source":{"bytes":1},"status":"failed"}"#] {
            #expect(LineSource(of: Data(line.utf8)) == nil)
        }
    }
}
