import Model
import Testing

@testable import Classify
@testable import Kinds

@Suite struct KindWordsTests {
    private static func chances(_ text: String) -> [KindName: Double] {
        KindWords.fitted.chances(ClassifierTests.page(text).words)
    }

    @Test(arguments: [
        ("please stop selling my data and confirm by e-mail what you hold about me", KindName.optOut),
        (
            """
            invoice for services rendered payable within thirty days of this statement please send a check to our office or call us
            with questions about your bill thank you for your business
            """, .unknown
        ),
    ]) func wordsSpeakForAKind(text: String, kind: KindName) {
        #expect(Self.chances(text).max { $0.value < $1.value }?.key == kind)
    }

    @Test func whatIsNoWordSaysNothing() {
        let nothing = Self.chances("")
        #expect(Self.chances("grantor@example.org grantor/grantee 12 X") == nothing)
        #expect(abs(nothing.values.reduce(0, +) - 1) < 1e-9)
    }

    @Test func whereCuesTellOfAKindThatTheWordsDoNotKnowTheyDecide() {
        let cues: [KindName: Double] = ["membership_card": 0.6, "unknown": 0.4]
        #expect(KindScorer.joined(cues, ["deed": 0.75, "unknown": 0.25]) == cues)
    }
}
