import Foundation
import Model
import Testing

@testable import Output

/// Holds the schema against the code's own lists, and results against the schema by Python's jsonschema.
@Suite struct ResultSchemaTests {
    @Test func isTheRepositorysFile() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Schemas/result.schema.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == ResultSchema.text)
    }

    @Test func listsEveryCodeThatTheProgramKnows() throws {
        let definitions = try #require(try Self.schema()["$defs"] as? [String: Any])
        func list(_ path: String...) throws -> Set<String> {
            var node: [String: Any] = definitions
            for name in path { node = try #require(node[name] as? [String: Any]) }
            return Set(try #require(node["enum"] as? [String]))
        }
        #expect(try list("failure_code") == Set(FailureCode.allCases.map(\.rawValue)))
        #expect(try list("failure", "properties", "stage") == Set(StageName.allCases.map(\.rawValue)))
        #expect(try list("warning", "properties", "code") == Set(WarningCode.allCases.map(\.rawValue)))
        #expect(try list("field", "properties", "source") == Set(FieldSource.allCases.map(\.rawValue)))
        let methods = Set(Binarization.Method.allCases.map(\.rawValue))
        #expect(try list("page", "properties", "binarization", "properties", "method") == methods)
        #expect(try list("page", "properties", "binarization", "properties", "scores", "propertyNames") == methods)
        #expect(
            try list("review", "properties", "decision") == Set(ReviewReport.Decision.allCases.map(\.rawValue)))
        let standings = try list(
            "review", "properties", "fields", "additionalProperties", "properties", "standing")
        #expect(standings == Set(ReviewReport.Standing.allCases.map(\.rawValue)))
        #expect(try list("capture_fault") == Set(ReasonCode.allCases.filter(\.isCaptureFault).map(\.rawValue)))
        #expect(try list("judgement") == Set(ReasonCode.allCases.filter { !$0.isCaptureFault }.map(\.rawValue)))
    }

    @Test(.enabled(if: Validator.isInstalled, "python3-jsonschema is not installed"))
    func acceptsWhatTheContractAllows()
        throws
    {
        let look = Reason(code: .fieldMissing, message: "Look for the county.", field: "county")
        let blurred = Reason(code: .blurred, message: "Hold still.", page: 1, measured: 0.1, threshold: 0.15)
        let outcomes = [
            Examples.failed, Examples.processed(),
            Examples.processed(decision: Decision(action: .review, reasons: [look])),
            Examples.processed(decision: Decision(action: .retake, reasons: [blurred, look])),
            Examples.processed(
                kind: "invoice", fields: ["total": Field(value: .text("1"), confidence: 1, source: .text)]),
            Examples.processed(kind: .unknown, fields: [:], decision: Decision(action: .review, reasons: [look])),
            Masking(.full, open: [], numbers: []).masked(Examples.processed()), Examples.partOfSplitFile,
            Examples.reviewed,
        ]
        for outcome in outcomes { #expect(try Validator.complaints(try ResultEncoder().line(outcome)) == "") }
    }

    @Test(.enabled(if: Validator.isInstalled, "python3-jsonschema is not installed"))
    func refusesWhatTheContractForbids()
        throws
    {
        let reason = Reason(code: .expired, message: "Expired.")
        func deed(_ name: FieldName, _ value: FieldValue) -> Outcome {
            Examples.processed(fields: [name: Field(value: value, confidence: 1, source: .text)])
        }
        var failedWithKind = Examples.failed
        failedWithKind.kind = .deed
        var byNobody = Examples.reviewed
        byNobody.review?.reviewers = []
        var withoutDecision = Examples.processed()
        withoutDecision.decision = nil
        let outcomes = [
            Examples.processed(decision: Decision(action: .accept, reasons: [reason])),
            Examples.processed(decision: Decision(action: .review, reasons: [])),
            Examples.processed(decision: Decision(action: .retake, reasons: [reason])),
            Examples.processed(kind: .unknown, fields: [:]),
            deed("surname", .text("LEE")), deed("grantor", .text("LEE")), deed("consideration", .text("$10")),
            deed("recording_date", .text("01/02/2020")), deed("notary_present", .text("yes")),
            deed("deed_type", .text("gift_deed")), failedWithKind, withoutDecision, byNobody,
        ]
        for (index, outcome) in outcomes.enumerated() {
            #expect(try Validator.complaints(try ResultEncoder().line(outcome)) != "", "example \(index)")
        }
    }

    static func schema() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(ResultSchema.text.utf8)) as? [String: Any])
    }
}

/// Debian's python3-jsonschema as a child process.
enum Validator {
    static let isInstalled = (try? run("import jsonschema", arguments: [])) == ""

    /// One line a violation; empty for a valid result.
    static func complaints(_ result: Data) throws -> String {
        let program = """
            import json, sys
            from jsonschema import Draft202012Validator
            validator = Draft202012Validator(json.loads(sys.argv[1]))
            for error in validator.iter_errors(json.loads(sys.argv[2])): print(error.json_path, error.message[:200])
            """
        return try run(program, arguments: [ResultSchema.text, String(decoding: result, as: UTF8.self)])
    }

    private static func run(_ program: String, arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-W", "ignore", "-c", program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
