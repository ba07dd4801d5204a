import Extract
import Kinds
package import Model

/// Checks what people type for fields, and knows which fields and kinds there are.
package struct FieldEntries: Sendable {
    private let kinds: KindCatalogue
    private let asOf: CalendarDate

    /// - Parameters:
    ///   - kinds: those in use.
    ///   - asOf: the date that years of two digits, births and expiries are judged by.
    package init(kinds: KindCatalogue, asOf: CalendarDate) {
        self.kinds = kinds
        self.asOf = asOf
    }

    /// The kinds that a document can be given.
    package var kindNames: [KindName] { kinds.definitions.map(\.name) }

    /// The fields of a kind, in the order in which they are shown; empty for a kind that is not in use.
    package func fields(of kind: KindName) -> [FieldName] {
        kinds.definitions.first { $0.name == kind }?.fields.filter { !$0.isPart }.map(\.name) ?? []
    }

    /// The closed set of values that a field may have; empty where it may have others.
    package func choices(for field: FieldName, of kind: KindName) -> [FieldValue] {
        guard let field = definition(of: field, in: kind) else { return [] }
        switch field.type {
        case .choice, .choices: return field.options.map { .text($0.value) }
        case .checkbox, .signature: return [.flag(true), .flag(false)]
        default: return []
        }
    }

    /// Whether a text is a value of a field, and which.
    ///
    /// - Parameter text: as typed; the items of a list by lines or `;`, a mark as yes or no.
    package func check(_ text: String, field: FieldName, of kind: KindName) -> EntryCheck {
        guard let definition = definition(of: field, in: kind) else {
            return .refused("The kind has no such field.")
        }
        return FieldEntry.check(text, as: definition, asOf: asOf)
    }

    private func definition(of field: FieldName, in kind: KindName) -> FieldDefinition? {
        kinds.definitions.first { $0.name == kind }?.field(field).flatMap { $0.isPart ? nil : $0 }
    }
}
