import Testing

@testable import Kinds

@Suite struct PrivacyLawTests {
    @Test(arguments: [
        "California Consumer Privacy Act", "under the Utah Consumer Privacy Act", "Privacy Act", "Act (CCPA)",
        "Consumer Privacy Act (CCPA).", "Data Protection Regulation",
    ]) func namesALawWholeOrItsEnd(text: String) {
        #expect(PrivacyLaw.isNamed(in: text))
    }

    @Test(arguments: [
        "CPA Records", "Privacy Action LLC", "Act One Media", "Consumer Data Advocates, Inc.", "CCPA", "",
    ])
    func namesNoLaw(text: String) {
        #expect(!PrivacyLaw.isNamed(in: text))
    }
}
