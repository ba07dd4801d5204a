import Foundation
import Model
import Output
import Pipeline
import Testing

/// Results as tables, as `recto export` writes them.
@Suite(.enabled(if: Program.path != nil, "recto is not built")) struct ExportTests {
    private let program: Program

    init() throws {
        program = try Program()
        try write()
    }

    private static let engine = EngineInfo(
        recto: "0", tesseract: "5", leptonica: "1", zxing: "1", models: [], configuration: "",
        asOf: CalendarDate(year: 2026, month: 1, day: 31) ?? { preconditionFailure("no such date") }())

    private static func document(_ path: String, kind: KindName, _ fields: [FieldName: FieldValue]) -> Outcome {
        let page = RecognizedPage(prepared: PreparedPage(index: 1, width: 10, height: 10, dpi: 300), words: [])
        return Outcome(
            id: "sha256:0", source: SourceInfo(path: path, bytes: 7, mediaType: "image/png", pageCount: 1), kind: kind,
            classification: Classification(confidence: 0.75, scores: [:], evidence: []),
            fields: fields.mapValues { Field(value: $0, confidence: 0.5, source: .text) },
            decision: Decision(
                action: .review,
                reasons: [
                    Reason(code: .unknownKind, message: "Look."),
                    Reason(code: .fieldMissing, message: "Look.", field: "county"),
                ]), pages: [PageReport(page, kind: kind, words: false)], warnings: [], timing: ["total": 1],
            engine: engine)
    }

    /// As `out/results.jsonl`.
    private func write(_ outcomes: Outcome...) throws {
        let lines = try outcomes.map { try ResultEncoder().line($0) + Data("\n".utf8) }
        try program.write("../out/results.jsonl", Data(lines.joined()))
    }

    private func table(_ options: String...) throws -> [[String]] {
        let ended = try program.end(try program.start(["export", "--csv", "out"] + options))
        #expect(ended.code == 0, "\(ended.error)")
        return ended.output.split(separator: "\r\n").map { $0.components(separatedBy: ",") }
    }

    private func lines(_ options: String...) throws -> [[String: Any]] {
        let ended = try program.end(try program.start(["export", "--jsonl", "out"] + options))
        #expect(ended.code == 0, "\(ended.error)")
        return try ended.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// Names and types in their order, as `recto schema --export` prints them.
    private func types(_ options: String...) throws -> [(name: String, type: String)] {
        let ended = try program.end(try program.start(["schema", "--export"] + options))
        return ended.output.matches(of: /"(\w+)": "([A-Z\[\]]+)"/).map { (String($0.1), String($0.2)) }
    }

    private func addKind(_ fields: String) throws -> String {
        let kind = """
            kind: card
            title: Card
            cues: [{any: [membership card], weight: 3}, {any: [member], weight: 3}]
            fields: \(fields)
            """
        try program.write("kinds/card.yml", Data(kind.utf8))
        return "--set=kinds.folder=\(program.folder.path)/in/kinds"
    }

    @Test func columnsDoNotDependOnTheResults() throws {
        defer { program.remove() }
        let empty = try table()
        #expect(empty.count == 1)
        try write(Self.document("a", kind: .deed, ["county": .text("Lake"), "grantor": .list(["ANN", "BEN"])]))
        let filled = try table()
        #expect(filled[0] == empty[0] && filled[1].count == empty[0].count)
        #expect(Set(try lines()[0].keys) == Set(try types().map(\.name)))
        #expect(
            empty[0]
                == (try types().map(\.name).filter { name in name == "kind_confidence" || !name.hasSuffix("_confidence")
                }))
        // A kind that is switched off has its columns.
        #expect(try table("--set=kinds.enabled=id")[0] == empty[0])
    }

    @Test func columnsAreAsDocumented() throws {
        defer { program.remove() }
        let names = [
            "VARCHAR": "text", "VARCHAR[]": "list", "BIGINT": "integer", "DOUBLE": "number", "BOOLEAN": "boolean",
        ]
        let types = try types().map { "\($0.name) \(names[$0.type] ?? "")" }
        let fields = try ExportDocumentation.rows(under: "### Fields")
        let documented =
            try ExportDocumentation.rows(under: "### Documents").map { "\($0[0]) \($0[1])" }
            + fields.flatMap { ["\($0[0]) \($0[1])", "\($0[0])_confidence number"] }
        #expect(types == documented)
        let kinds = FieldEntries(kinds: try KindCatalogue(KindSettings()), asOf: Self.engine.asOf)
        for row in fields {
            let having = kinds.kindNames.filter { kinds.fields(of: $0).contains(FieldName(rawValue: row[0])) }
            #expect(row[2] == having.map { "`\($0.rawValue)`" }.joined(separator: ", "), "\(row[0])")
        }
    }

    /// What the schema of results calls a list or a mark is one here.
    @Test func typesAreThoseOfTheResults() throws {
        defer { program.remove() }
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(ResultSchema.text.utf8)) as? [String: Any])
        let parts = try #require(schema["$defs"] as? [String: [String: Any]])
        let types = Dictionary(uniqueKeysWithValues: try types().map { ($0.name, $0.type) })
        for kind in ["id", "deed", "opt_out"] {
            let fields = try #require(parts["\(kind)_fields"]?["properties"] as? [String: Any])
            #expect(fields.count > 10)
            for (name, form) in fields {
                let text = String(decoding: try JSONSerialization.data(withJSONObject: form), as: UTF8.self)
                let expected =
                    text.contains("list_field") || text.contains("\"array\"")
                    ? "VARCHAR[]" : text.contains("mark_field") ? "BOOLEAN" : "VARCHAR"
                #expect(types[name] == expected, "\(name)")
            }
        }
    }

    @Test func valuesKeepTheirTypes() throws {
        defer { program.remove() }
        let failed = Outcome(
            id: nil, source: SourceInfo(path: "b"), failure: Failure(.fileEmpty, "b: Empty.", stage: .ingest),
            engine: Self.engine)
        try write(
            Self.document(
                "a/é \"1\"", kind: .deed,
                ["grantor": .list(["ANN", "B, C"]), "notary_present": .flag(false), "county": .text("Lake\n\"x\"")]),
            failed)
        let rows = try lines()
        #expect(rows[0]["path"] as? String == "a/é \"1\"" && rows[0]["county"] as? String == "Lake\n\"x\"")
        #expect(rows[0]["grantor"] as? [String] == ["ANN", "B, C"] && rows[0]["notary_present"] as? Bool == false)
        #expect(rows[0]["grantor_confidence"] as? Double == 0.5 && rows[0]["state_confidence"] is NSNull)
        #expect(rows[0]["reasons"] as? [String] == ["unknown_kind", "field_missing (county)"])
        #expect(rows[0]["warnings"] as? [String] == [] && rows[0]["bytes"] as? Int == 7)
        #expect(rows[1]["error"] as? String == "file_empty" && rows[1]["path"] as? String == "b")
        #expect(rows[1].values.filter { !($0 is NSNull) }.count == 3)
    }

    @Test func spreadsheetsTakeNoCellForAFormula() throws {
        defer { program.remove() }
        try write(
            Self.document("=a", kind: .deed, ["grantor": .list(["+A(1)", "B"]), "parcel_number": .text("-12 3")]))
        let rows = try table()
        let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
        #expect(row["path"] == "'=a" && row["grantor"] == "'+A(1); B" && row["parcel_number"] == "-12 3")
        // Nothing runs JSON.
        #expect(try lines()[0]["path"] as? String == "=a")
    }

    @Test func kindsOfTheConfigurationAddTheirsBehind() throws {
        defer { program.remove() }
        let fields = """
            {number: {type: code, labels: [no]}, path: {type: text, labels: [path]}, kind: {type: text, labels: [kind]},
              grantor: {type: text, labels: [grantor]}, notary_present: {type: text, labels: [notary]}}
            """
        let option = try addKind(fields)
        let before = try types()
        let after = try types(option)
        #expect(after.prefix(before.count).map { "\($0)" } == before.map { "\($0)" })
        #expect(
            after.dropFirst(before.count).map(\.name) == [
                "number", "number_confidence", "field_path", "field_path_confidence", "field_kind",
                "field_kind_confidence",
            ])
        try write(
            Self.document("a", kind: "card", ["number": .text("7"), "path": .text("x"), "grantor": .text("A; B")]))
        let row = try lines(option)[0]
        #expect(row["path"] as? String == "a" && row["field_path"] as? String == "x")
        #expect(row["grantor"] as? [String] == ["A; B"])
    }

    @Test func namesFieldsThatHaveNoColumn() throws {
        defer { program.remove() }
        try write(
            Self.document("a", kind: "card", ["number": .text("SECRET"), "county": .text("Lake")]),
            Self.document("b", kind: .deed, ["notary_present": .text("SECRET")]))
        for format in ["--csv", "--jsonl"] {
            let ended = try program.run("export", format, "out")
            #expect(ended.code == 1 && ended.output.contains("Lake") && !ended.output.contains("SECRET"))
            let told = ended.error.split(separator: "\n")
            #expect(told.count == 2 && told[0].contains("number of the kind card") && told[0].contains("kinds.folder"))
            #expect(told[1].contains("notary_present of the kind deed") && !ended.error.contains("SECRET"))
        }
        // A database has fields of any name.
        #expect(try program.run("export", "--sqlite", "out", "--to", "a.sqlite").code == 0)
        #expect(try program.text("a.sqlite").contains("SECRET"))
        #expect(try program.run("export", "--sqlite", "out").code == 64)
        #expect(try program.run("export", "--csv", "out", "--set", "kinds.folder=nowhere").code == 78)
    }

    @Test func hasARowForEachDocumentThatStands() throws {
        defer { program.remove() }
        var part = Self.document("b", kind: .deed, [:])
        part.source.partOf = "a"
        var first = Self.document("stack", kind: .deed, [:])
        (first.source.pageCount, first.source.pages) = (5, [1, 2])
        var second = first
        second.source.pages = [3, 5]
        try write(
            Self.document("a", kind: .deed, ["county": .text("Lale")]), part, first, second,
            Self.document("a", kind: .deed, ["county": .text("Lake")]))
        let rows = try lines()
        #expect(rows.map { $0["path"] as? String } == ["stack", "stack", "a"])
        #expect(rows.map { $0["pages"] as? Int } == [2, 3, 1])
        #expect(rows.map { $0["first_page"] as? Int } == [1, 3, nil])
        #expect(rows.map { $0["county"] as? String } == [nil, nil, "Lake"])
    }

    /// One that somebody wrote may lack it.
    @Test func takesALastLineWithoutALineFeed() throws {
        defer { program.remove() }
        try program.write("a.jsonl", ResultEncoder().line(Self.document("a", kind: .deed, [:])))
        #expect(try program.run("export", "--jsonl", "in/a.jsonl").output.hasPrefix(#"{"path":"a","#))
        try program.write("a.jsonl", Data("{}\n".utf8))
        let ended = try program.run("export", "--csv", "in/a.jsonl", "--to", "a.csv")
        #expect(ended.code == 2 && ended.error.contains("line 1: is no result"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: "a.csv").path))
    }
}

/// Tables of docs/exports.md.
private enum ExportDocumentation {
    static func rows(under heading: String) throws -> [[String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/exports.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n#").first { "#\($0)".hasPrefix(heading + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            var cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            cells[0] = cells[0].replacing("`", with: "")
            return cells
        }
    }
}
