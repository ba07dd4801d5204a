import Model
import Testing

@testable import Output

/// What a result shows to those who must not see all.
@Suite struct MaskingTests {
    private static let masking = (
        full: Masking(.full, open: ["deed_type"], numbers: ["parcel_number"]),
        partial: Masking(.partial, open: ["deed_type"], numbers: ["parcel_number"])
    )

    private static var outcome: Outcome {
        var fields = Examples.fields
        fields["deed_type"] = Field(value: .text("quitclaim_deed"), raw: "QUITCLAIM DEED", confidence: 1, source: .text)
        fields["parcel_number"] = Field(
            value: .text("48-51-29-285"), confidence: 1, source: .text,
            alternatives: [Alternative(value: .text("48-51-29-286"), confidence: 0.1)])
        fields["county"] = Field(value: .text("São José"), confidence: 1, source: .text)
        return Examples.processed(fields: fields)
    }

    @Test func showsNothingThatWasRead() throws {
        let result = Self.masking.full.masked(Self.outcome)
        #expect(result.redacted == .full)
        #expect(result.fields?["grantor"]?.value == .list(["*** ***", "*** ***"]))
        #expect(result.fields?["grantor"]?.raw == "*** *** *** *** ***")
        #expect(result.fields?["grantor"]?.alternatives.map(\.value) == [.list(["*** ***"])])
        #expect(result.fields?["consideration"]?.text == "**.**")
        #expect(result.fields?["county"]?.text == "*** ****")
        #expect(result.fields?["parcel_number"]?.text == "**-**-**-***")
        // Words of the program's own, and marks.
        #expect(result.fields?["deed_type"]?.text == "quitclaim_deed")
        #expect(result.fields?["deed_type"]?.raw == "********* ****")
        #expect(result.fields?["notary_present"]?.value == .flag(true))
        #expect(result.classification?.evidence.map(\.text) == ["********* ****"])
        let shown = try String(decoding: ResultEncoder().line(result), as: UTF8.self)
        for text in ["LEE", "LEF", "Quitclaim", "10.00", "285", "286", "José"] {
            #expect(Self.text(of: Self.outcome).contains(text))
            #expect(!shown.contains(text), "\(text)")
        }
        // Where, how surely and what was decided.
        #expect(result.fields?["grantor"]?.box == Self.outcome.fields?["grantor"]?.box)
        #expect(result.decision == Self.outcome.decision && result.source == Self.outcome.source)
    }

    private static func text(of outcome: Outcome) -> String {
        (try? String(decoding: ResultEncoder().line(outcome), as: UTF8.self)) ?? ""
    }

    @Test func showsTheEndOfLongNumbersWhereToldTo() {
        let fields = Self.masking.partial.masked(Self.outcome).fields
        #expect(fields?["parcel_number"]?.text == "**-**-*9-285")
        #expect(fields?["parcel_number"]?.alternatives.first?.value == .text("**-**-*9-286"))
        #expect(fields?["grantor"]?.value == .list(["*** ***", "*** ***"]))
        let short = Examples.processed(
            fields: ["parcel_number": Field(value: .text("1234567"), confidence: 1, source: .text)])
        #expect(Self.masking.partial.masked(short).fields?["parcel_number"]?.text == "*******")
    }

    @Test func leavesAllAsItIsWhereNothingIsToBeHidden() {
        let result = Masking(.none, open: [], numbers: []).masked(Self.outcome)
        #expect(Self.text(of: result) == Self.text(of: Self.outcome))
        #expect(Self.masking.full.masked(Examples.failed).error == Examples.failed.error)
    }
}
