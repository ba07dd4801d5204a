package import Foundation
package import Model

/// The last stage: an outcome becomes JSON. Equal outcomes give equal bytes.
package struct ResultEncoder: Sendable {
    package init() {}

    /// One line of `results.jsonl`, without the line feed.
    package func line(_ outcome: Outcome) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(outcome)
    }
}
