import GRDB

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

    package init() {}

    /// Counts files that are alike.
    mutating func add(_ state: DocumentState, action: String?, error: String?, files: Int, split: Split) {
        seen += files
        switch state {
        case .pending: pending += files
        case .processed:
            processed += files
            if let action { actions[action, default: 0] += files }
            self.split.files += split.files
            self.split.documents += split.documents
        case .failed:
            failed += files
            if let error { errors[error, default: 0] += files }
        }
    }
}

extension Ledger {
    /// Counts in one index alone, whatever else the ledger holds.
    static let accountsQuery = """
        SELECT state, action, error, COUNT(*) AS files, SUM(documents > 1) AS splitFiles,
            SUM(CASE WHEN documents > 1 THEN documents ELSE 0 END) AS splitDocuments
        FROM document GROUP BY state, action, error
        """

    package func accounts() throws -> LedgerAccounts {
        try database.read { database in
            var accounts = LedgerAccounts()
            let rows = try Row.fetchCursor(database, sql: Self.accountsQuery)
            while let row = try rows.next() {
                guard let state = DocumentState(rawValue: row["state"]) else { continue }
                accounts.add(
                    state, action: row["action"], error: row["error"], files: row["files"],
                    split: LedgerAccounts.Split(files: row["splitFiles"], documents: row["splitDocuments"]))
            }
            return accounts
        }
    }
}
