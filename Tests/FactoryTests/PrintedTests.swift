import Foundation
import Model
import Testing

@testable import recto_factory

@Suite(.enabled(if: FactoryTools.areInstalled, "the factory's fonts or rsvg-convert are not installed"))
struct PrintedTests {
    /// Fields whose values stand on the page letter for letter; the others are normalised or judged.
    static let literal: Set<FieldName> = [
        "document_number", "surname", "given_names", "place_of_birth", "mrz", "personal_number", "license_class",
        "grantor", "grantee", "grantor_capacity", "grantee_vesting", "trustee", "legal_description", "parcel_number",
        "property_address", "county", "state", "instrument_number", "book", "page", "broker_name", "requester_name",
        "address", "email", "authorized_agent", "profile_urls",
    ]

    @Test(arguments: [KindName.id, .deed, .optOut]) func whatIsTrueIsPrinted(kind: KindName) throws {
        for (draft, _) in try DraftTests.drafts(kind) where draft.subkind != "driver_license_back" {
            let printed = try draft.pages.flatMap { try Self.texts(in: $0.svg) }.joined()
            let page = Self.folded(printed)
            for (name, value) in draft.fields where Self.literal.contains(name) {
                if draft.subkind == "identity_card_back", ["document_number", "surname", "given_names"].contains(name) {
                    continue
                }
                for text in Self.items(value) {
                    // A form may part an address into fields.
                    let isParted = name == "address" && kind == .optOut
                    let parts =
                        isParted
                        ? text.split(separator: ",").flatMap { $0.split(separator: " ") }.map(String.init) : [text]
                    for part in parts {
                        #expect(page.contains(Self.folded(part)), "\(draft.subkind) \(name.rawValue): \(part)")
                    }
                }
            }
        }
    }

    static func items(_ value: FieldValue) -> [String] {
        switch value {
        case .text(let text): [text]
        case .list(let items): items
        case .flag: []
        }
    }

    /// Letters, digits and fillers alone, in lower case.
    static func folded(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "<" })
    }

    static func texts(in svg: String) throws -> [String] {
        svg.components(separatedBy: "<text ").dropFirst().compactMap { part -> String? in
            guard let start = part.firstIndex(of: ">") else { return nil }
            let body = String(part[part.index(after: start)...]).components(separatedBy: "</text>")[0]
            return body.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
                .replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
        }
    }
}
