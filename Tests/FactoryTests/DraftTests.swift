import Evaluation
import Foundation
import Model
import Testing

@testable import recto_factory

/// Whether this machine has what only the factory needs.
enum FactoryTools {
    static let areInstalled: Bool = {
        let fonts = Faces.serif + Faces.heldBackSerif + Faces.sans + Faces.heldBackSans + Faces.typewriter + ["OCR B"]
        return fonts.allSatisfy { (try? FontMetrics.of(Font(family: $0))) != nil }
            && (try? Program.run("rsvg-convert", ["--version"])) != nil
    }()
}

@Suite(.enabled(if: FactoryTools.areInstalled, "the factory's fonts or rsvg-convert are not installed"))
struct DraftTests {
    static let asOf = CalendarDate(dayNumber: 740_133)

    static func drafts(_ kind: KindName, policy: HeldBackPolicy = .mixed, seed: UInt64 = 1) throws -> [(Draft, Bool)] {
        let templates = try Templates(folder: Templates.standardFolder)
        return try (Catalogue.makers[kind] ?? []).enumerated().flatMap { number, entry in
            try (0..<6).map { turn in
                var maker = Maker(
                    random: Random(seed: seed, kind.rawValue, "\(number)", "\(turn)"), policy: policy, asOf: asOf)
                return (try entry.make(&maker, turn, templates), maker.usedHeldBack)
            }
        }
    }

    @Test(arguments: [KindName.id, .deed, .optOut, .unknown]) func theSeedDecidesAll(kind: KindName) throws {
        let first = try Self.drafts(kind)
        let again = try Self.drafts(kind)
        let other = try Self.drafts(kind, seed: 2)
        #expect(first.map(\.0.fields) == again.map(\.0.fields))
        #expect(first.map { $0.0.pages.map(\.svg) } == again.map { $0.0.pages.map(\.svg) })
        #expect(first.map { $0.0.pages.map(\.svg) } != other.map { $0.0.pages.map(\.svg) })
    }

    @Test(arguments: [KindName.id, .deed, .optOut, .unknown]) func keepsHeldBackChoicesApart(kind: KindName) throws {
        #expect(try Self.drafts(kind, policy: .never).allSatisfy { !$0.1 })
        let only = try Self.drafts(kind, policy: .only)
        #expect(only.filter(\.1).count * 10 >= only.count * 9)
    }

    @Test(arguments: [KindName.id, .deed, .optOut, .unknown]) func leavesNoTemplateTagUnfilled(kind: KindName) throws {
        for (draft, _) in try Self.drafts(kind) {
            #expect(!draft.pages.isEmpty)
            for page in draft.pages { #expect(!page.svg.contains("{{") && !page.svg.contains(">@")) }
        }
    }

    @Test(arguments: [KindName.deed, .optOut, .unknown]) func noTextRunsOffTheSheet(kind: KindName) throws {
        for (draft, _) in try Self.drafts(kind) {
            for page in draft.pages {
                for text in try TextElement.all(in: page.svg) where text.turn == 0 {
                    #expect(text.right <= page.width * 72 - 18, "\(draft.subkind): \(text.text)")
                    #expect(text.y <= page.height * 72 - 18, "\(draft.subkind): \(text.text)")
                }
            }
        }
    }

    @Test func zonesSayWhatTheFieldsSay() throws {
        for (draft, _) in try Self.drafts(.id) {
            guard case .list(let zone)? = draft.fields["mrz"] else { continue }
            let dates = zone.count == 3 ? zone[1].prefix(6) : zone[1].dropFirst(13).prefix(6)
            guard case .text(let birth)? = draft.fields["date_of_birth"],
                case .text(let family)? = draft.fields["surname"]
            else {
                Issue.record("\(draft.subkind) lacks a required field")
                continue
            }
            #expect(birth.replacing("-", with: "").dropFirst(2) == dates)
            #expect(zone.joined().contains(Zone.name(family)))
            #expect(Set(zone.map(\.count)).count == 1)
        }
    }

    @Test(arguments: [KindName.id, .deed, .optOut]) func acceptedDocumentsHaveAllThatIsRequired(kind: KindName) throws {
        let required: [FieldName] =
            switch kind {
            case .id:
                ["document_type", "document_number", "issuing_country", "surname", "date_of_birth", "date_of_expiry"]
            case .deed: ["deed_type", "grantor", "grantee", "legal_description", "county", "state"]
            default: ["broker_name", "requester_name", "request_types", "signature_present"]
            }
        for (draft, _) in try Self.drafts(kind) where draft.expect == .accept {
            for name in required { #expect(draft.fields[name] != nil, "\(draft.subkind) \(name.rawValue)") }
            if kind == .id, case .text(let text)? = draft.fields["date_of_expiry"], let expiry = CalendarDate(iso: text)
            {
                #expect(expiry >= Self.asOf)
            }
            if kind == .optOut { #expect(draft.fields["signature_present"] == .flag(true)) }
        }
    }

    @Test func datesOfDeedsAreInOrder() throws {
        for (draft, _) in try Self.drafts(.deed) {
            guard case .text(let executed)? = draft.fields["execution_date"],
                case .text(let recorded)? = draft.fields["recording_date"]
            else { continue }
            #expect(executed <= recorded)
        }
    }

    /// A text element of a sheet, measured by its font.
    struct TextElement {
        var text: String
        var right: Double
        var y: Double
        var turn: Double

        static func all(in svg: String) throws -> [TextElement] {
            try svg.split(separator: "\n").filter { $0.hasPrefix("<text ") }.map { line in
                func attribute(_ name: String) -> String? {
                    guard let start = line.range(of: " \(name)=\"")?.upperBound else { return nil }
                    return line[start...].split(separator: "\"").first.map(String.init)
                }
                let body = line.range(of: "\">").map { line[$0.upperBound...] } ?? ""
                let text = body.components(separatedBy: "</text>")[0].replacing("&amp;", with: "&")
                let font = Font(
                    family: attribute("font-family") ?? "", bold: attribute("font-weight") == "bold",
                    italic: attribute("font-style") == "italic")
                let size = Double(attribute("font-size") ?? "") ?? 0
                let width = try FontMetrics.of(font).width(of: text, size: size)
                let x = Double(attribute("x") ?? "") ?? 0
                let shift =
                    attribute("text-anchor") == "middle" ? width / 2 : attribute("text-anchor") == "end" ? 0 : width
                return TextElement(
                    text: text, right: x + shift, y: Double(attribute("y") ?? "") ?? 0,
                    turn: attribute("transform") == nil ? 0 : 1)
            }
        }
    }
}
