import Evaluation
import Model
import Testing

@Suite struct FieldComparisonTests {
    @Test(
        arguments: [
            ("surname", "Van der Berg", "VAN DER  BERG", true),
            ("surname", "Smith", "Smyth", false),
            ("surname", "Smith Jr.", "Smith Jr", true),
            ("address", "1 Main St, Austin, TX 78701-1234", "1 MAIN ST, AUSTIN, TX 78701", true),
            ("address", "1 Main St, Austin, TX 78701", "1 Main St, Austin, TX 78702", false),
            ("phone", "+15125550123", "(512) 555-0123", true),
            ("phone", "+15125550123", "(512) 555-0124", false),
            ("document_number", "AB123", "ab123", false),
            ("document_number", "AB123", "AB123.", false),
            ("date_of_birth", "1985-04-12", "1985-04-12", true),
            ("mrz", "P<UTO", "P<UT0", false),
        ] as [(FieldName, String, String, Bool)])
    func textCountsAsRightByTheRulesOfItsField(name: FieldName, truth: String, read: String, isRight: Bool) {
        let verdict = FieldComparison.verdict(name, truth: .text(truth), read: .text(read))
        #expect(verdict == (isRight ? .exact : .wrong))
    }

    @Test func absenceHasItsOwnVerdicts() {
        #expect(FieldComparison.verdict("surname", truth: .text("A"), read: nil) == .missing)
        #expect(FieldComparison.verdict("surname", truth: nil, read: .text("A")) == .spurious)
        #expect(FieldComparison.verdict("surname", truth: nil, read: nil) == nil)
    }

    @Test func falseMarkEqualsAbsentOne() {
        #expect(FieldComparison.verdict("signature_present", truth: .flag(false), read: .flag(false)) == .exact)
        #expect(FieldComparison.verdict("signature_present", truth: nil, read: .flag(false)) == nil)
        #expect(FieldComparison.verdict("signature_present", truth: .flag(false), read: nil) == nil)
        #expect(FieldComparison.verdict("signature_present", truth: .flag(true), read: .flag(false)) == .wrong)
        #expect(FieldComparison.verdict("signature_present", truth: .flag(false), read: .flag(true)) == .spurious)
    }

    @Test func listsKeepTheirOrderButRequestsAreASet() {
        let ab = FieldValue.list(["Ann Lee", "Bo Li"])
        let ba = FieldValue.list(["Bo Li", "Ann Lee"])
        #expect(FieldComparison.verdict("grantor", truth: ab, read: ba) == .wrong)
        #expect(FieldComparison.verdict("request_types", truth: ab, read: ba) == .exact)
        #expect(FieldComparison.verdict("grantor", truth: ab, read: .list(["Ann Lee"])) == .wrong)
    }

    @Test func legalDescriptionForgivesOnePercentOfItsLettersButNoNumberOrDirection() {
        let truth =
            String(repeating: "Beginning at the corner of the said land and along it ", count: 4) + "N 45 E 200 feet"
        func verdict(_ read: String) -> FieldVerdict? {
            FieldComparison.verdict("legal_description", truth: .text(truth), read: .text(read))
        }
        #expect(verdict(truth.replacing("said land and", with: "sald land and", maxReplacements: 2)) == .exact)
        #expect(verdict(truth.replacing("said", with: "seed")) == .wrong)
        #expect(verdict(truth.replacing("200", with: "201")) == .wrong)
        #expect(verdict(truth.replacing(" E 200", with: " W 200")) == .wrong)
        let possessive = truth + " in the Clerk's Office"
        #expect(
            FieldComparison.verdict(
                "legal_description", truth: .text(possessive), read: .text(possessive.replacing("'", with: "")))
                == .exact)
    }
}
