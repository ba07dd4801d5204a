import Decide
import Kinds
import Model
import Testing

/// Values that lie under a reflection.
@Suite struct GlareCoverTests {
    /// A page of which glare covers the right half of the upper half.
    static func page(share: Double) -> RecognizedPage {
        DeciderTests.page {
            ($0.width, $0.height) = (1000, 1000)
            $0.quality.glare = share
            $0.glareAreas = [Box(x: 500, y: 0, width: 500, height: 500)]
            $0.glareCover = (0..<50).map { Box(x: 500, y: $0 * 10, width: 500, height: 10) }
        }
    }

    static func fields(_ box: Box, source: FieldSource = .text) -> [FieldName: Field] {
        var fields = DeciderTests.complete
        fields["name"]?.box = box
        fields["name"]?.source = source
        return fields
    }

    @Test(arguments: [
        // Under it in part, or ending right where it begins.
        Box(x: 380, y: 100, width: 150, height: 20), Box(x: 380, y: 100, width: 118, height: 20),
    ])
    func valuesUnderGlareAreNotAccepted(box: Box) throws {
        let (decision, document) = DeciderTests.decide(fields: Self.fields(box), pages: [Self.page(share: 0.01)])
        #expect(decision.action == .review)
        let reason = try #require(decision.reasons.first)
        #expect(reason.code == .lowConfidence && reason.field == "name" && reason.message.contains("reflection"))
        #expect(document.extraction.fields["name"].map { $0.confidence <= 0.5 } == true)
    }

    @Test func glareTellsWhichFieldsItHides() throws {
        let box = Box(x: 600, y: 100, width: 150, height: 20)
        var fields = Self.fields(box)
        let reasons = DeciderTests.decide(fields: fields, pages: [Self.page(share: 0.25)]).decision.reasons
        let reason = try #require(reasons.first)
        #expect(reason.code == .glare && reason.field == "name" && reason.message.contains("on the name:"))
        fields["name"] = nil
        let lost = try #require(
            DeciderTests.decide(fields: fields, pages: [Self.page(share: 0.25)]).decision.reasons.first)
        #expect(lost.code == .glare && lost.message.contains("the name was not found and may lie under it"))
    }

    @Test func whatLiesApartOrProvesItselfIsTrusted() {
        let apart = Self.fields(Box(x: 100, y: 100, width: 150, height: 20))
        #expect(DeciderTests.decide(fields: apart, pages: [Self.page(share: 0.01)]).decision.action == .accept)
        let zone = Self.fields(Box(x: 380, y: 100, width: 150, height: 20), source: .mrz)
        #expect(DeciderTests.decide(fields: zone, pages: [Self.page(share: 0.01)]).decision.action == .accept)
    }
}
