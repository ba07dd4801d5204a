import Foundation
import Kinds
import Model
import Operations
import Pipeline

/// Results as rows: first what is known of any document, then a column for each field of the kinds. What the columns are
/// depends on the kinds alone.
struct ResultTable {
    private struct FieldColumn {
        var name: String
        var field: FieldName
        var type: ExportType

        /// Nil for what does not fit.
        func cell(_ value: FieldValue) -> ExportCell? {
            switch (type, value) {
            case (.boolean, .flag(let flag)): .boolean(flag)
            case (.boolean, _): nil
            case (.list, .list(let items)): .list(items)
            case (.list, _): .list([value.plainText])
            default: .text(value.plainText)
            }
        }
    }

    private let fields: [FieldColumn]
    private let columns: [FieldName: FieldColumn]

    /// - Parameter kinds: of those that have a field of the same name, the first one says its type. A field that is named
    ///   as a column before it has `field_` before its name.
    init(_ kinds: [KindDefinition]) {
        var taken = Set(ExportColumn.ofDocuments.map(\.name))
        var fields: [FieldColumn] = []
        var columns: [FieldName: FieldColumn] = [:]
        for field in kinds.flatMap(\.fields) where !field.isPart && columns[field.name] == nil {
            var name = field.name.rawValue
            while taken.contains(name) || taken.contains(Self.confidence(name)) { name = "field_" + name }
            taken.formUnion([name, Self.confidence(name)])
            let column = FieldColumn(name: name, field: field.name, type: field.exportType)
            columns[field.name] = column
            fields.append(column)
        }
        self.fields = fields
        self.columns = columns
    }

    private static func confidence(_ name: String) -> String { name + "_confidence" }

    /// Of ``writeLines(_:to:)``, as a JSON object: DuckDB's types by name, in order.
    var types: String {
        let document = ExportColumn.ofDocuments.map { ($0.name, $0.type) }
        let types = document + fields.flatMap { [($0.name, $0.type), (Self.confidence($0.name), .number)] }
        return "{\n" + types.map { "  \"\($0.0)\": \"\($0.1.duckDBName)\"" }.joined(separator: ",\n") + "\n}"
    }

    /// - Returns: fields that have no column, or a value that its column cannot hold, by kind.
    func writeCSV(_ results: ResultReader, to sink: (Data) throws -> Void) throws -> [KindName: Set<FieldName>] {
        try sink(CSV.row(ExportColumn.ofDocuments.map(\.name) + fields.map(\.name)))
        return try visit(results) { document, values in
            try sink(CSV.row((document + values.map { $0?.cell ?? .null }).map(CSV.text)))
        }
    }

    /// JSON Lines, an object with all columns each.
    ///
    /// - Returns: as ``writeCSV(_:to:)``.
    func writeLines(_ results: ResultReader, to sink: (Data) throws -> Void) throws -> [KindName: Set<FieldName>] {
        let line = JSONLine(
            ExportColumn.ofDocuments.map(\.name) + fields.flatMap { [$0.name, Self.confidence($0.name)] })
        return try visit(results) { document, values in
            let cells = values.flatMap { [$0?.cell ?? .null, ExportCell($0?.confidence)] }
            try sink(try line.data(document + cells))
        }
    }

    /// - Parameter body: takes the cells of a document's columns, and those of its fields in their order.
    private func visit(
        _ results: ResultReader,
        _ body: (_ document: [ExportCell], _ values: [(cell: ExportCell, confidence: Double)?]) throws -> Void
    ) throws -> [KindName: Set<FieldName>] {
        var leftOut: [KindName: Set<FieldName>] = [:]
        try results.visit { outcome in
            let read = outcome.fields ?? [:]
            for (name, field) in read where columns[name]?.cell(field.value) == nil {
                leftOut[outcome.kind ?? .unknown, default: []].insert(name)
            }
            let values = fields.map { column in
                read[column.field].flatMap { field in column.cell(field.value).map { ($0, field.confidence) } }
            }
            try body(ExportColumn.ofDocuments.map { $0.cell(outcome) }, values)
        }
        return leftOut
    }
}

extension ConfigurationOptions {
    /// The columns of the built-in kinds, be they switched off, and behind them those of the kinds that are added.
    ///
    /// - Throws: `ExitCode` 78 after saying on standard error all that is wrong.
    func readTable() throws -> ResultTable {
        let settings = try read().configuration.kinds
        return try readingConfiguration {
            ResultTable(try KindCatalogue(KindSettings()).definitions + KindCatalogue(settings).definitions)
        }
    }
}

extension FieldDefinition {
    fileprivate var exportType: ExportType {
        switch type {
        case .names, .urls, .choices: .list
        case .checkbox, .signature: .boolean
        // No more is known of what an extractor finds alone.
        case .computed: name == "mrz" ? .list : .text
        default: .text
        }
    }
}

/// An object a line, its keys in the order of the columns.
private struct JSONLine {
    private let keys: [Data]
    private let encoder = JSONEncoder()

    /// - Parameter names: of letters, digits and `_`.
    init(_ names: [String]) {
        keys = names.enumerated().map { Data("\($0 == 0 ? "{" : ",")\"\($1)\":".utf8) }
        encoder.outputFormatting = [.withoutEscapingSlashes]
    }

    func data(_ cells: [ExportCell]) throws -> Data {
        var line = Data()
        for (key, cell) in zip(keys, cells) {
            line += key
            line += try json(cell)
        }
        return line + Data("}\n".utf8)
    }

    private func json(_ cell: ExportCell) throws -> Data {
        switch cell {
        case .null: Data("null".utf8)
        case .text(let text): try encoder.encode(text)
        case .list(let items): try encoder.encode(items)
        case .integer(let number): try encoder.encode(number)
        case .number(let number): try encoder.encode(number)
        case .boolean(let flag): try encoder.encode(flag)
        }
    }
}

/// Comma-separated values as RFC 4180 has them.
enum CSV {
    static func row(_ cells: [String]) -> Data {
        Data((cells.map(cell).joined(separator: ",") + "\r\n").utf8)
    }

    /// What a cell says: of a list, its texts joined by `; `.
    static func text(_ cell: ExportCell) -> String {
        switch cell {
        case .null: ""
        case .text(let text): text
        case .list(let items): items.joined(separator: "; ")
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        }
    }

    static func cell(_ text: String) -> String {
        let guarded = looksLikeFormula(text) ? "'" + text : text
        let needsQuotes =
            guarded.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
            || guarded.first == " " || guarded.last == " "
        return needsQuotes ? "\"" + guarded.replacing("\"", with: "\"\"") + "\"" : guarded
    }

    /// Spreadsheets run what begins so, whatever the quotes. A sign before mere figures, as in a telephone number,
    /// calls nothing.
    private static func looksLikeFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        switch first {
        case "=", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": return true
        case "+", "-":
            let harmless = Set("0123456789 ().-".unicodeScalars)
            return !text.unicodeScalars.dropFirst().allSatisfy(harmless.contains)
        default: return false
        }
    }
}
