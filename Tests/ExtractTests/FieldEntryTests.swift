import Kinds
import Model
import Pipeline
import Testing

@testable import Extract

/// What a person may type for a field, and what becomes of it.
@Suite struct FieldEntryTests {
    private static let catalogue = try? KindCatalogue(KindSettings())

    private static let values: [(KindName, FieldName, String, FieldValue)] = [
        (.id, "date_of_birth", "12 April 1985", FieldValue.text("1985-04-12")),
        (.id, "date_of_birth", "1985", .text("1985")), (.id, "date_of_expiry", "2031-05-06", .text("2031-05-06")),
        (.id, "issuing_country", "Germany", .text("D")), (.id, "nationality", "usa", .text("USA")),
        (.id, "document_number", "C01X 00T47", .text("C01X00T47")), (.id, "sex", "female", .text("F")),
        (.id, "document_type", "Identity card", .text("identity_card")),
        (.id, "surname", " van  der Berg ", .text("van der Berg")),
        (.id, "mrz", "P<UTOBERG<<ANNA\nC01X00T478UTO", .list(["P<UTOBERG<<ANNA", "C01X00T478UTO"])),
        (.deed, "consideration", "$250,000", .text("250000.00")), (.deed, "consideration", "10", .text("10.00")),
        (.deed, "state", "oh", .text("Ohio")), (.deed, "county", "Lake County", .text("Lake")),
        (.deed, "currency", "usd", .text("USD")), (.deed, "notary_present", "yes", .flag(true)),
        (.deed, "grantor", "Ann Moss\nBen Hale Jr.", .list(["Ann Moss", "Ben Hale Jr."])),
        (.deed, "property_address", "12 Elm Street\nDayton, OH 45402", .text("12 Elm Street, Dayton, OH 45402")),
        (.deed, "instrument_number", "2021-00012", .text("2021-00012")),
        (.optOut, "email", "ann.moss@example.org", .text("ann.moss@example.org")),
        (.optOut, "phone", "(614) 555-0143", .text("+16145550143")),
        (.optOut, "request_types", "delete, do not sell", .list(["delete", "do_not_sell"])),
        (.optOut, "signature_present", "no", .flag(false)),
        (.optOut, "profile_urls", "example.org/a; example.org/b", .list(["example.org/a", "example.org/b"])),
        (.optOut, "broker_name", "Harbor Data LLC", .text("Harbor Data LLC")),
    ]

    private static let refused: [(KindName, FieldName, String)] = [
        (.id, "date_of_birth", "31 February 1985"), (.id, "issuing_country", "Atlantis"),
        (.id, "sex", "tall"), (.id, "document_type", "library card"), (.id, "mrz", "P<UTO!"), (.deed, "county", "12"),
        (.deed, "consideration", "love and affection"), (.deed, "notary_present", "perhaps"), (.deed, "grantor", ";"),
        (.optOut, "email", "ann.moss at home"), (.optOut, "phone", "call me"), (.optOut, "request_types", "forget"),
        (.deed, "state", "Wessex"), (.id, "surname", "  "), (.id, "parcel_number", "12"), (.unknown, "surname", "Moss"),
        // Letters that only a misreading would have.
        (.optOut, "phone", "(6l4) 555-O143"), (.optOut, "email", "ann@example,org"),
    ]

    private static let unusual: [(KindName, FieldName, String, FieldValue)] = [
        (.optOut, "email", "ann@qmail.com", .text("ann@qmail.com")),
        (.optOut, "requester_name", "Cher", FieldValue.text("Cher")),
        (.optOut, "requester_name", "R2 D2", .text("R2 D2")), (.id, "date_of_birth", "2031-01-01", .text("2031-01-01")),
        (.deed, "parcel_number", "lot seven", .text("lot seven")), (.optOut, "address", "nowhere", .text("nowhere")),
    ]

    private func check(_ text: String, _ kind: KindName, _ name: FieldName) throws -> EntryCheck {
        let catalogue = try #require(Self.catalogue)
        let asOf = try #require(CalendarDate(iso: "2026-01-31"))
        return FieldEntries(kinds: catalogue, asOf: asOf).check(text, field: name, of: kind)
    }

    @Test(arguments: values)
    func takesValuesAsResultsGiveThem(kind: KindName, name: FieldName, text: String, value: FieldValue) throws {
        #expect(try check(text, kind, name) == .value(value))
    }

    @Test(arguments: refused)
    func refusesWhatIsNoValue(kind: KindName, name: FieldName, text: String) throws {
        #expect(try check(text, kind, name).value == nil)
    }

    @Test(arguments: unusual)
    func keepsUnusualValuesAsTypedAndSaysSo(kind: KindName, name: FieldName, text: String, value: FieldValue) throws {
        guard case .unusual(value, _) = try check(text, kind, name) else {
            Issue.record("\(try check(text, kind, name))")
            return
        }
    }

    @Test func asksWhichOfTwoDatesIsMeant() throws {
        guard case .refused(_, let choices) = try check("03/04/2021", .deed, "recording_date") else {
            Issue.record("taken")
            return
        }
        #expect(Set(choices) == [.text("2021-03-04"), .text("2021-04-03")])
    }
}
