import Foundation
import Model
import Testing

/// Holds docs/errors.md against the code.
@Suite struct DocumentationTests {
    static func codes(underHeading heading: String) throws -> Set<String> {
        let file = ImportTests.sources.deletingLastPathComponent().appending(path: "docs/errors.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) }
        return Set(
            try #require(section).split(separator: "\n").filter { $0.hasPrefix("| `") }
                .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
    }

    @Test func everyFailureIsExplained() throws {
        #expect(try Self.codes(underHeading: "Failures") == Set(FailureCode.allCases.map(\.rawValue)))
    }

    @Test func everyWarningIsExplained() throws {
        #expect(try Self.codes(underHeading: "Warnings") == Set(WarningCode.allCases.map(\.rawValue)))
    }

    @Test func everyReasonIsExplainedOnItsSide() throws {
        let faults = ReasonCode.allCases.filter(\.isCaptureFault).map(\.rawValue)
        let others = ReasonCode.allCases.filter { !$0.isCaptureFault }.map(\.rawValue)
        #expect(try Self.codes(underHeading: "Reasons of a retake") == Set(faults))
        #expect(try Self.codes(underHeading: "Reasons of a review") == Set(others))
    }

    @Test func retryAdviceIsThatOfTheCode() throws {
        let file = ImportTests.sources.deletingLastPathComponent().appending(path: "docs/errors.md")
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, let code = FailureCode(rawValue: cells[0].replacing("`", with: "")) else {
                continue
            }
            #expect(cells[3] == (code.isRetryable ? "yes" : "no"), "\(code)")
        }
    }
}
