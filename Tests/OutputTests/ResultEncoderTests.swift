import Foundation
import Model
import Testing

@testable import Output

@Suite struct ResultEncoderTests {
    let encoder = ResultEncoder()

    @Test func roundsFiguresToWhatTheyMean() throws {
        let outcome = try ResultEncoder.decode(try encoder.line(Examples.processed()))
        #expect(outcome.classification?.confidence == 0.1235)
        #expect(outcome.classification?.evidence.first?.weight == 2)
        #expect(outcome.fields?["grantor"]?.confidence == 0.9877)
        let page = try #require(outcome.pages?.first)
        #expect(page.dpi == 300)
        #expect(page.outline?.topLeft.y == 2.12)
        #expect(page.transform.elements[6] == 0.000_001_234_6)
        #expect(page.words?.first?.confidence == 0.9512)
        #expect(page.orientationScores == [12.35, 0, 11, 0])
        #expect(page.binarization?.scores == ["otsu": 10, "sauvola": 20.46])
        #expect(outcome.timing == ["ingest": 1.2, "total": 5.7])
    }

    @Test func writesWhatIsNoNumberAsZero() throws {
        let outcome = try ResultEncoder.decode(try encoder.line(Examples.processed()))
        #expect(outcome.pages?.first?.quality.contrast == 0)
        #expect(Rounding.decimals(-0.000_01, 3).sign == .plus)
        #expect(Rounding.decimals(.infinity, 3) == 0)
        #expect(Rounding.decimals(1e300, 4) == 1e300)
    }

    @Test(arguments: [Examples.processed(), Examples.failed]) func readsBackWhatItWrote(outcome: Outcome) throws {
        let line = try encoder.line(outcome)
        #expect(try encoder.line(try ResultEncoder.decode(line)) == line)
        #expect(try encoder.line(try ResultEncoder.decode(try encoder.document(outcome))) == line)
    }

    @Test func givesTheScoresOfTheTurnsOnlyWhereTheyDoNotDecide() {
        let sure = PreparedPage(index: 1, width: 10, height: 10, dpi: 300, orientationScores: [9, 0, 1, 0])
        #expect(PageReport(RecognizedPage(prepared: sure), kind: nil, words: false).orientationScores == nil)
        #expect(Examples.page.orientationScores?.count == 4)
    }

    @Test func writesOneLine() throws {
        let line = try encoder.line(Examples.processed())
        #expect(!line.contains(UInt8(ascii: "\n")))
    }

    @Test func laysOutWithoutChangingTheContent() throws {
        let json = #"{"a":[1,2,[3,"x,{\"]"]],"b":{},"c":"\#(String(repeating: "long ", count: 30))","d":[]}"#
        let text = String(decoding: JSONLayout.laidOut(Array(json.utf8)), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.first == "{")
        #expect(lines.dropFirst().first == #"  "a": [1, 2, [3, "x,{\"]"]],"#)
        #expect(lines.last == "}")
        #expect(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
                == JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    }
}
