import Foundation
import GRDB
import Model
import SystemPackage
import Testing

@testable import Operations

/// `recto export --sqlite`.
@Suite struct ResultDatabaseTests {
    private let folder: TemporaryFolder
    private var file: FilePath { folder.path.appending("results.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// Two documents with values of each type, and a failed one.
    private static var outcomes: [Outcome] {
        var first = ReviewExamples.deed()
        first.fields?["grantor"]?.value = .list(["ANN MOSS", "BEN; MOSS"])
        first.fields?["notary_present"] = Field(value: .flag(false), confidence: 0.7, source: .mark)
        first.warnings = [Warning(code: .pageInverted, message: "Inverted.", page: 1)]
        let failed = Outcome(
            id: nil, source: SourceInfo(path: "b"), failure: Failure(.fileEmpty, "b: Empty.", stage: .ingest),
            engine: ReviewExamples.engine)
        return [first, failed, ReviewExamples.deed("c", pages: [3, 4], action: .accept)]
    }

    private func write(_ outcomes: [Outcome] = Self.outcomes) throws -> DatabaseQueue {
        try ResultDatabase.write(to: file) { take in for outcome in outcomes { try take(outcome) } }
        return try DatabaseQueue(path: file.string)
    }

    @Test func holdsWhatTheResultsHold() throws {
        defer { folder.remove() }
        try write().read { database in
            let documents = try Row.fetchAll(database, sql: "SELECT * FROM documents ORDER BY document")
            #expect(documents.map { $0["path"] } == ["a/deed.tif", "b", "c"])
            #expect(documents.map { $0["error"] } == [nil, "file_empty", nil])
            #expect(documents.map { $0["kind_confidence"] } == [0.9, nil, 0.9])
            #expect(documents.map { $0["pages"] } == [1, nil, 2])
            #expect(documents.map { $0["last_page"] } == [nil, nil, 4])
            let fields = try Row.fetchAll(
                database,
                sql: "SELECT name, position, type, value, x FROM fields WHERE document = 1 ORDER BY name, position")
            #expect(
                fields.map { "\($0["name"] as String) \($0["position"] as Int) \($0["type"] as String)" } == [
                    "county 1 text", "grantor 1 list", "grantor 2 list", "notary_present 1 boolean", "state 1 text",
                ])
            #expect(fields.map { $0["value"] } == ["Lale", "ANN MOSS", "BEN; MOSS", "false", "Ohio"])
            #expect(fields.map { $0["x"] } == [nil, 1, 1, nil, nil])
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM reasons WHERE field = 'county'") == 1)
            #expect(try String.fetchAll(database, sql: "SELECT code FROM warnings") == ["page_inverted"])
            #expect(try Int.fetchAll(database, sql: "SELECT document FROM pages WHERE dpi = 300") == [1, 3])
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
            #expect(try Int.fetchOne(database, sql: "PRAGMA user_version") == ResultDatabase.version)
        }
    }

    @Test func whatBelongsToADocumentGoesWithIt() throws {
        defer { folder.remove() }
        try write().write { database in
            try database.execute(sql: "DELETE FROM documents WHERE document = 1")
            for table in ["fields", "reasons", "pages", "warnings"] {
                #expect(
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE document = 1") == 0, "\(table)"
                )
            }
            #expect(throws: DatabaseError.self) {
                try database.execute(sql: "INSERT INTO reasons (document, position) VALUES (9, 1)")
            }
        }
    }

    @Test func isPrivateAndAppearsWholeOrNotAtAll() throws {
        defer { folder.remove() }
        struct Stop: Error {}
        try folder.write("results.sqlite", "before")
        #expect(throws: Stop.self) {
            try ResultDatabase.write(to: file) { take in
                try take(Self.outcomes[0])
                throw Stop()
            }
        }
        #expect(try folder.read("results.sqlite") == "before")
        #expect(try FileSystem.names(in: folder.path).map(\.string) == ["results.sqlite"])
        try write().close()
        #expect(try Stat(file).permissions == .ownerReadWrite)
        #expect(try FileSystem.names(in: folder.path).map(\.string) == ["results.sqlite"])
    }

    @Test func refusesTwiceTheSamePageWithoutSayingItsText() throws {
        defer { folder.remove() }
        var twice = Self.outcomes[0]
        twice.pages?[0].text = "SECRET"
        twice.pages = (twice.pages ?? []) + (twice.pages ?? [])
        let error = #expect(throws: OutputError.self) { _ = try write([twice]) }
        #expect(error.map { "\($0)" }?.contains("SECRET") == false)
        #expect(try FileSystem.names(in: folder.path).isEmpty)
    }

    @Test(arguments: ["documents", "fields", "reasons", "pages", "warnings"])
    func tableIsAsDocumented(table: String) throws {
        defer { folder.remove() }
        let names = ["text": "TEXT", "integer": "INTEGER", "number": "REAL"]
        let documented = try ExportDocumentation.columns(under: "### `\(table)`")
            .map { "\($0.name) \(names[$0.type] ?? $0.type)" }
        try write([]).read { database in
            let columns = try database.columns(in: table)
            #expect(columns.map { "\($0.name) \($0.type)" } == documented)
            #expect(documented.count > 3)
        }
    }
}

/// Tables of docs/exports.md.
enum ExportDocumentation {
    /// Rows under a heading: the first two columns.
    static func columns(under heading: String) throws -> [(name: String, type: String)] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/exports.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n#").first { "#\($0)".hasPrefix(heading + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells[0].replacing("`", with: ""), cells[1])
        }
    }
}
