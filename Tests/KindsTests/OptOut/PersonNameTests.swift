import Testing

@testable import Kinds

/// Whose name it can be, and which company's is whole.
@Suite struct PersonNameTests {
    @Test(arguments: [
        ("Peter C. Loomis", true), ("Peter C.", false), ("Hollow Circle", false), ("Ana de la Cruz", true),
        ("Martin Lane", true), ("REQU EST", false),
    ])
    func knowsWhatNobodyIsCalled(name: String, isPlausible: Bool) {
        #expect(PersonName.isPlausible(name) == isPlausible)
    }

    @Test(arguments: [
        ("Consumer William W. Kimball", true), ("Consumer Data Partners LLC", false), ("Consumer", false),
        ("William W. Kimball", false),
    ])
    func seesAnotherFieldsLabelInACompanysName(name: String, hasLabel: Bool) {
        #expect(LegalForm.hasLabel(name) == hasLabel)
    }

    @Test(
        arguments: [
            ("Meridian Data. Inc.", "Meridian Data, Inc."), ("Veridex. LLC", "Veridex, LLC"),
            ("Kimball Bros. Inc.", nil),
            ("Veridex LLC", nil), ("LLC", nil),
        ] as [(String, String?)])
    func aCommaStandsBeforeALegalForm(name: String, meant: String?) { #expect(LegalForm.withComma(name) == meant) }

    @Test(arguments: [
        ("Atlas Solutions. Corp.", true), ("St. Croix Data Inc.", false), ("Meridian Data. Inc.", true),
        ("Kimball Bros. Inc.", false), ("Atlas Corp. Data", false),
        ("OpenRoster Records., Inc.", true), ("Atlas Corp., Inc.", false),
    ])
    func doubtsAFullStopInsideACompanysName(name: String, isStray: Bool) {
        #expect(LegalForm.hasStrayStop(name) == isStray)
    }

    @Test(arguments: [
        ("OpenRoster Records Ine", "OpenRoster Records Inc."), ("Acme Data, Ine.", "Acme Data, Inc."),
        ("Red Roof Inn", nil),
    ])
    func mendsALegalFormThatIsNoWord(name: String, mended: String?) {
        #expect(LegalForm.mended(name) == mended)
    }

    @Test(arguments: [
        ("Blue Privacy Services LL", true), ("Blue Privacy Services LLC", false), ("Acme Data Co", false),
        ("Acme Data", false), ("Acme Data In", true),
    ])
    func knowsALegalFormThatLostItsEnd(name: String, isCutOff: Bool) {
        #expect(LegalForm.isCutOff(name) == isCutOff)
    }
}
