import GRDB
package import Model
package import SystemPackage

/// Results as a SQLite database of their own (docs/exports.md has its tables), made anew each time.
package enum ResultDatabase {
    /// Of the tables: `PRAGMA user_version`.
    package static let version = 1

    /// Writes it in one transaction to a file that appears whole or not at all, for its owner alone. Holds one document
    /// at a time in memory.
    ///
    /// - Parameter visit: hands over one document after the other.
    /// - Throws: `OutputError`, and what `visit` throws.
    package static func write(to path: FilePath, _ visit: (_ take: (Outcome) throws -> Void) throws -> Void) throws {
        var file = try AtomicFile(path: path)
        do {
            try fill(file.temporary, visit)
        } catch let error as DatabaseError {
            throw OutputError(path, error)
        }
        try file.commit()
    }

    private static func fill(_ file: FilePath, _ visit: (_ take: (Outcome) throws -> Void) throws -> Void) throws {
        var configuration = Configuration()
        // What is not brought to its end is thrown away: nothing need be undone, or last before it has its name.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        let queue = try DatabaseQueue(path: file.string, configuration: configuration)
        try queue.write { database in
            for table in tables { try database.execute(sql: table.creation) }
            let insertions = try tables.map { try database.makeStatement(sql: $0.insertion) }
            var document = 0
            try visit { outcome in
                document += 1
                for (table, insertion) in zip(tables, insertions) {
                    for row in table.rows(outcome) {
                        try insertion.execute(arguments: StatementArguments([document.databaseValue] + row))
                    }
                }
            }
            try database.execute(sql: indices + "PRAGMA user_version = \(version)")
        }
        try queue.close()
    }

    /// Made behind the rows: to sort once is quicker.
    private static let indices = """
        CREATE INDEX documents_path ON documents (path);
        CREATE INDEX documents_kind ON documents (kind, decision);
        CREATE INDEX fields_name ON fields (name, value);
        CREATE INDEX reasons_code ON reasons (code);
        CREATE INDEX warnings_code ON warnings (code);

        """

    private static let tables = [
        // Reasons and warnings have tables of their own.
        ExportTable("documents", key: [], ExportColumn.ofDocuments.filter { $0.type != .list }) { [$0] },
        ExportTable("fields", key: ["name", "position"], FieldItem.columns, FieldItem.all),
        ExportTable("reasons", key: ["position"], NumberedReason.columns) { outcome in
            (outcome.decision?.reasons ?? []).enumerated().map { NumberedReason(position: $0 + 1, reason: $1) }
        },
        ExportTable("pages", key: ["page"], PageReport.columns) { $0.pages ?? [] },
        ExportTable("warnings", key: ["position"], NumberedWarning.columns) { outcome in
            (outcome.warnings ?? []).enumerated().map { NumberedWarning(position: $0 + 1, warning: $1) }
        },
    ]
}

/// A table whose rows belong to a document: `document`, a number, is the key of `documents` and part of each other key.
private struct ExportTable: Sendable {
    let creation: String
    let insertion: String
    let rows: @Sendable (Outcome) -> [[DatabaseValue]]

    /// - Parameter key: columns that tell a document's rows apart; empty for the documents themselves.
    init<Source>(
        _ name: String, key: [String], _ columns: [ExportColumn<Source>],
        _ rows: @escaping @Sendable (Outcome) -> [Source]
    ) {
        let names = columns.map(\.name)
        let number =
            key.isEmpty
            ? "document INTEGER PRIMARY KEY" : "document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE"
        let definitions = columns.map { "\($0.name) \($0.type.sqliteName)\(key.contains($0.name) ? " NOT NULL" : "")" }
        let primaryKey = key.isEmpty ? [] : ["PRIMARY KEY (\((["document"] + key).joined(separator: ", ")))"]
        let body = ([number] + definitions + primaryKey).joined(separator: ", ")
        creation = "CREATE TABLE \(name) (\(body)) STRICT\(key.isEmpty ? "" : ", WITHOUT ROWID")"
        let places = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
        insertion = "INSERT INTO \(name) (\((["document"] + names).joined(separator: ", "))) VALUES (\(places))"
        self.rows = { outcome in rows(outcome).map { row in columns.map { $0.cell(row).databaseValue } } }
    }
}

extension ExportType {
    fileprivate var sqliteName: String {
        switch self {
        case .text, .list: "TEXT"
        case .integer, .boolean: "INTEGER"
        case .number: "REAL"
        }
    }
}

extension ExportCell {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .text(let text): text.databaseValue
        case .list(let items): items.joined(separator: "; ").databaseValue
        case .integer(let number): number.databaseValue
        case .number(let number): number.databaseValue
        case .boolean(let flag): flag.databaseValue
        }
    }
}

/// One value of a field; a list has several.
private struct FieldItem: Sendable {
    var name: FieldName
    /// From 1.
    var position: Int
    var value: String
    var field: Field

    @Sendable static func all(of outcome: Outcome) -> [FieldItem] {
        (outcome.fields ?? [:]).sorted { $0.key < $1.key }.flatMap { name, field in
            let values = if case .list(let items) = field.value { items } else { [field.value.plainText] }
            return values.enumerated().map { FieldItem(name: name, position: $0 + 1, value: $1, field: field) }
        }
    }

    private var type: ExportType {
        switch field.value {
        case .text: .text
        case .list: .list
        case .flag: .boolean
        }
    }

    static let columns: [ExportColumn<FieldItem>] =
        [
            ExportColumn("name", .text) { .text($0.name.rawValue) },
            ExportColumn("position", .integer) { .integer($0.position) },
            ExportColumn("type", .text) { .text($0.type.rawValue) },
            ExportColumn("value", .text) { .text($0.value) },
            ExportColumn("confidence", .number) { .number($0.field.confidence) },
            ExportColumn("source", .text) { .text($0.field.source.rawValue) },
            ExportColumn("page", .integer) { ExportCell($0.field.page) },
        ] + ExportColumn.ofBox { $0.field.box }
}

private struct NumberedReason: Sendable {
    var position: Int
    var reason: Reason

    static let columns: [ExportColumn<NumberedReason>] =
        [
            ExportColumn("position", .integer) { .integer($0.position) },
            ExportColumn("code", .text) { .text($0.reason.code.rawValue) },
            ExportColumn("message", .text) { .text($0.reason.message) },
            ExportColumn("field", .text) { ExportCell($0.reason.field?.rawValue) },
            ExportColumn("measured", .number) { ExportCell($0.reason.measured) },
            ExportColumn("threshold", .number) { ExportCell($0.reason.threshold) },
            ExportColumn("duplicate_of", .text) { ExportCell($0.reason.duplicateOf) },
            ExportColumn("page", .integer) { ExportCell($0.reason.page) },
        ] + ExportColumn.ofBox { $0.reason.box }
}

private struct NumberedWarning: Sendable {
    var position: Int
    var warning: Warning

    static let columns: [ExportColumn<NumberedWarning>] = [
        ExportColumn("position", .integer) { .integer($0.position) },
        ExportColumn("code", .text) { .text($0.warning.code.rawValue) },
        ExportColumn("message", .text) { .text($0.warning.message) },
        ExportColumn("page", .integer) { ExportCell($0.warning.page) },
    ]
}

extension PageReport {
    fileprivate static let columns: [ExportColumn<PageReport>] = [
        ExportColumn("page", .integer) { .integer($0.index) },
        ExportColumn("input_page", .integer) { ExportCell($0.inputPage) },
        ExportColumn("file", .text) { ExportCell($0.file) },
        ExportColumn("kind", .text) { ExportCell($0.kind?.rawValue) },
        ExportColumn("error", .text) { ExportCell($0.error?.code.rawValue) },
        ExportColumn("width", .integer) { .integer($0.width) },
        ExportColumn("height", .integer) { .integer($0.height) },
        ExportColumn("dpi", .number) { .number($0.dpi) },
        ExportColumn("orientation", .integer) { .integer($0.orientation) },
        ExportColumn("skew", .number) { .number($0.skew) },
        ExportColumn("confidence", .number) { .number($0.confidence) },
        ExportColumn("text", .text) { .text($0.text) },
        ExportColumn("sharpness", .number) { .number($0.quality.sharpness) },
        ExportColumn("contrast", .number) { .number($0.quality.contrast) },
        ExportColumn("brightness", .number) { .number($0.quality.brightness) },
        ExportColumn("glare", .number) { .number($0.quality.glare) },
        ExportColumn("clipped", .number) { .number($0.quality.clipped) },
        ExportColumn("moire", .number) { .number($0.quality.moire) },
        ExportColumn("noise", .number) { .number($0.quality.noise) },
        ExportColumn("text_height", .number) { .number($0.quality.textHeight) },
        ExportColumn("coverage", .number) { .number($0.quality.coverage) },
    ]
}

extension ExportColumn {
    /// Where something stands, in pixels of its upright page.
    fileprivate static func ofBox(_ box: @escaping @Sendable (Source) -> Box?) -> [Self] {
        [
            Self("x", .integer) { ExportCell(box($0)?.x) }, Self("y", .integer) { ExportCell(box($0)?.y) },
            Self("width", .integer) { ExportCell(box($0)?.width) },
            Self("height", .integer) { ExportCell(box($0)?.height) },
        ]
    }
}
