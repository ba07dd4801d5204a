package import Model

/// A column of an export: its name and type are fixed, whatever the results hold.
package struct ExportColumn<Source>: Sendable {
    package var name: String
    package var type: ExportType
    package var cell: @Sendable (Source) -> ExportCell

    package init(_ name: String, _ type: ExportType, _ cell: @escaping @Sendable (Source) -> ExportCell) {
        self.name = name
        self.type = type
        self.cell = cell
    }
}

/// The types of columns, by the names that docs/exports.md has for them.
package enum ExportType: String, Sendable {
    case text, list, integer, number, boolean

    /// As DuckDB knows it.
    package var duckDBName: String {
        switch self {
        case .text: "VARCHAR"
        case .list: "VARCHAR[]"
        case .integer: "BIGINT"
        case .number: "DOUBLE"
        case .boolean: "BOOLEAN"
        }
    }
}

/// What stands in a column of one row.
package enum ExportCell: Hashable, Sendable {
    case null
    case text(String)
    case list([String])
    case integer(Int)
    case number(Double)
    case boolean(Bool)

    package init(_ text: String?) { self = text.map(Self.text) ?? .null }
    package init(_ number: Int?) { self = number.map(Self.integer) ?? .null }
    package init(_ number: Double?) { self = number.map(Self.number) ?? .null }
}

extension ExportColumn<Outcome> {
    /// What every table says of a document, before its fields.
    package static let ofDocuments: [ExportColumn<Outcome>] = [
        Self("path", .text) { .text($0.source.path) },
        Self("status", .text) { .text($0.status.rawValue) },
        Self("kind", .text) { ExportCell($0.kind?.rawValue) },
        Self("kind_confidence", .number) { ExportCell($0.classification?.confidence) },
        Self("decision", .text) { ExportCell($0.decision?.action.rawValue) },
        Self("reasons", .list) { outcome in
            outcome.decision.map { .list($0.reasons.map(text)) } ?? .null
        },
        Self("error", .text) { ExportCell($0.error?.code.rawValue) },
        Self("pages", .integer) { outcome in
            let part = outcome.source.pages.flatMap { pages in pages.last.map { $0 - pages[0] + 1 } }
            return ExportCell(part ?? outcome.source.pageCount)
        },
        Self("first_page", .integer) { ExportCell($0.source.pages?.first) },
        Self("last_page", .integer) { ExportCell($0.source.pages?.last) },
        Self("warnings", .list) { outcome in
            outcome.warnings.map { .list($0.map(\.code.rawValue)) } ?? .null
        },
        Self("id", .text) { ExportCell($0.id) },
        Self("media_type", .text) { ExportCell($0.source.mediaType) },
        Self("bytes", .integer) { ExportCell($0.source.bytes) },
        Self("redacted", .text) { ExportCell($0.redacted?.rawValue) },
    ]

    private static func text(_ reason: Reason) -> String {
        reason.code.rawValue + (reason.field.map { " (\($0.rawValue))" } ?? "")
    }
}
