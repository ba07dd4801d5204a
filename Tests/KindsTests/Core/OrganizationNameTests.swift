import Testing

@testable import Kinds

@Suite struct OrganizationNameTests {
    @Test(arguments: [
        ("Hello Acme Data, Inc. privacy team", "Acme Data, Inc."), ("Acme Data, LLC, Privacy Dept", "Acme Data, LLC"),
        ("Acme Trust Company, N.A., P.O. Box 12", "Acme Trust Company, N.A."),
        ("Acme Mortgage Corporation, Privacy Choices, 12 Oak Road", "Acme Mortgage Corporation"),
        ("Acme Bank of Commerce, Inc.", "Acme Bank of Commerce, Inc."), ("Acme Data, Inc.· |", "Acme Data, Inc."),
    ])
    func aNameEndsInItsLegalForm(text: String, name: String) {
        #expect(OrganizationName.parse(text)?.value == name)
    }

    @Test(arguments: [
        ("the Attention of the Privacy Department / Legal Department of Acme Lists", "Acme Lists"),
        ("Legal Dept., Acme Lists", "Acme Lists"), ("Utah Department of Licensing", "Utah Department of Licensing"),
        ("the Attention of the Privacy Officer of", nil), ("Acme Lists, Consumer Care", "Acme Lists"),
    ])
    func aUnitIsNotItsOrganization(text: String, name: String?) {
        #expect(OrganizationName.parse(text)?.value == name)
    }

    @Test(arguments: [
        ("Acme Savings Bank, Privacy Choices, P.O. Box 77, Reno, NV", "Acme Savings Bank"),
        ("Acme Lists, 12 Oak Road, Reno", "Acme Lists"), ("Acme Lists, Reno, NV 89501", "Acme Lists"),
        ("12 Oak Road. Reno, NV 89501", nil), ("Acme Lists, LLC, 12 Oak Road, Denver, CO", "Acme Lists, LLC"),
        ("Acme Lists privacy team", "Acme Lists"),
        ("Moss, Quill and Partners", "Moss, Quill and Partners"),
    ])
    func aNameEndsWhereAnAddressOrASentenceBegins(text: String, name: String?) {
        #expect(OrganizationName.parse(text)?.value == name)
    }

    @Test(arguments: [
        ("PeopleQuill", true), ("peoplequill.com", true), ("eQuill.net Inc.", true), ("24Quills, Inc.", true),
        ("The Quill Desk", true), ("my records", false), ("Make your request under an act", false),
        ("Acme Lists; Moss LLC", false),
    ])
    func oneWordMayBeAnOrganizationAndASentenceIsNone(text: String, isWellFormed: Bool) {
        #expect(OrganizationName.parse(text)?.isWellFormed == isWellFormed)
    }
}
