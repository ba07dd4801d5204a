import SystemPackage

@testable import Operations

extension Batch.Work {
    /// Every file.
    static func all(in inputs: FilePath...) -> Batch.Work {
        .found(Discovery(inputs: inputs, excluding: []) { _, _ in true })
    }

    /// These documents once more, in the order of their paths.
    static func only(_ paths: [String], of ledger: Ledger) throws -> Batch.Work {
        .seen(try paths.compactMap(ledger.entry).enumerated().map { $1.job(sequence: $0) })
    }
}
