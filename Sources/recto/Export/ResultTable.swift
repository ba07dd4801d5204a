import Foundation
import Kinds
import Model
import Pipeline

/// Results as rows: first what every result has, then a column for each field that any of them has.
struct ResultTable {
    private static let first = ["path", "status", "kind", "kind_confidence", "decision", "reasons", "error", "pages"]
    private let fields: [FieldName]

    /// Fields of the built-in kinds in their own order, then others by name.
    init(_ results: ResultReader) throws {
        var names: Set<FieldName> = []
        try results.visit { names.formUnion($0.fields.map { Set($0.keys) } ?? []) }
        let known = try KindCatalogue(KindSettings()).definitions.flatMap { $0.fields.map(\.name) }
        var ordered: [FieldName] = []
        for name in known + names.sorted() where names.remove(name) != nil { ordered.append(name) }
        fields = ordered
    }

    func write(_ results: ResultReader, to sink: (Data) throws -> Void) throws {
        try sink(CSV.row(Self.first + fields.map(\.rawValue)))
        // One row a document: other files that are part of it say the same.
        try results.visit { if $0.source.partOf == nil { try sink(CSV.row(cells($0))) } }
    }

    private func cells(_ outcome: Outcome) -> [String] {
        let reasons = (outcome.decision?.reasons ?? []).map(Self.text)
        var cells = [outcome.source.path, outcome.status.rawValue]
        cells.append(outcome.kind?.rawValue ?? "")
        cells.append(outcome.classification.map { "\($0.confidence)" } ?? "")
        cells.append(outcome.decision?.action.rawValue ?? "")
        cells.append(reasons.joined(separator: "; "))
        cells.append(outcome.error?.code.rawValue ?? "")
        // Of a split file, which of its pages.
        let pages = outcome.source.pages.map { $0.map(String.init).joined(separator: "-") }
        cells.append(pages ?? outcome.source.pageCount.map { "\($0)" } ?? "")
        return cells + fields.map { outcome.fields?[$0]?.value.plainText ?? "" }
    }

    private static func text(_ reason: Reason) -> String {
        reason.code.rawValue + (reason.field.map { " (\($0.rawValue))" } ?? "")
    }
}

/// Comma-separated values as RFC 4180 has them.
enum CSV {
    static func row(_ cells: [String]) -> Data {
        Data((cells.map(cell).joined(separator: ",") + "\r\n").utf8)
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
