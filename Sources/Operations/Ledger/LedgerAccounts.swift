/// How many files an output folder has seen, and what became of them: a file that was split counts once.
package struct LedgerAccounts: Hashable, Sendable, Encodable {
    package private(set) var seen = 0
    package private(set) var processed = 0
    package private(set) var failed = 0
    package private(set) var pending = 0
    /// Of those processed, the ones that were split, and how many documents they turned into.
    package private(set) var split = Split()
    /// Of those processed, by decision: the gravest of a split file's.
    package private(set) var actions: [String: Int] = [:]
    /// Of those failed, by code.
    package private(set) var errors: [String: Int] = [:]

    package struct Split: Hashable, Sendable, Encodable {
        package var files = 0
        package var documents = 0
    }

    package init(_ entries: [Ledger.Entry]) {
        for entry in entries {
            seen += 1
            switch entry.state {
            case .pending: pending += 1
            case .processed:
                processed += 1
                if let action = entry.action { actions[action, default: 0] += 1 }
                guard entry.documents > 1 else { continue }
                split.files += 1
                split.documents += entry.documents
            case .failed:
                failed += 1
                if let error = entry.error { errors[error, default: 0] += 1 }
            }
        }
    }
}
