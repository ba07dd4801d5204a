import Testing

@testable import Kinds

@Suite struct CompanyNameTests {
    @Test(arguments: [
        ("Hello Acme Data, Inc. privacy team", "Acme Data, Inc."), ("Acme Data, LLC, Privacy Dept", "Acme Data, LLC"),
        ("Acme Trust Company, N.A., P.O. Box 12", "Acme Trust Company, N.A."),
        ("the Attention of the Privacy Department / Legal Department of Acme, LLC", "Acme, LLC"),
        ("Acme Mortgage Corporation, Privacy Choices, 12 Oak Road", "Acme Mortgage Corporation"),
        // The name itself, and what has no legal form.
        ("Acme Bank of Commerce, Inc.", "Acme Bank of Commerce, Inc."), ("Acme.com", nil), ("Inc.", nil),
        ("we co own it", nil), ("Acme Data, Inc.; Vantage Households LLC", nil),
    ])
    func aNameEndsInItsLegalForm(text: String, name: String?) {
        #expect(CompanyName.within(text) == name)
    }
}
