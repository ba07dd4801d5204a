package import Foundation
package import Model

/// The last stage: an outcome becomes JSON. Equal outcomes give equal bytes: keys are sorted and figures rounded to
/// what they mean (`Rounding`).
package struct ResultEncoder: Sendable {
    package init() {}

    /// One line of `results.jsonl`, without the line feed.
    package func line(_ outcome: Outcome) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Rounding.rounded(outcome))
    }

    /// The content of a result file: the same object laid out for reading, with a line feed at its end.
    package func document(_ outcome: Outcome) throws -> Data {
        Data(JSONLayout.laidOut([UInt8](try line(outcome))) + [UInt8(ascii: "\n")])
    }

    /// The outcome with its figures as they will be written.
    package static func rounded(_ outcome: Outcome) -> Outcome { Rounding.rounded(outcome) }

    /// What `line` or `document` wrote.
    package static func decode(_ json: Data) throws -> Outcome {
        try JSONDecoder().decode(Outcome.self, from: json)
    }
}
