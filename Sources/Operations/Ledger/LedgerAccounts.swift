/// How many documents an output folder has seen, and what became of them.
package struct LedgerAccounts: Hashable, Sendable, Encodable {
    package private(set) var seen = 0
    package private(set) var processed = 0
    package private(set) var failed = 0
    package private(set) var pending = 0
    /// Of those processed, by decision.
    package private(set) var actions: [String: Int] = [:]
    /// Of those failed, by code.
    package private(set) var errors: [String: Int] = [:]

    package init(_ entries: [Ledger.Entry]) {
        for entry in entries {
            seen += 1
            switch entry.state {
            case .pending: pending += 1
            case .processed:
                processed += 1
                if let action = entry.action { actions[action, default: 0] += 1 }
            case .failed:
                failed += 1
                if let error = entry.error { errors[error, default: 0] += 1 }
            }
        }
    }
}
