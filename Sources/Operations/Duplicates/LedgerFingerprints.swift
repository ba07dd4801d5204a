import GRDB

extension Ledger {
    /// Documents in the order in which they count as the first, and the digests that they share with their duplicates.
    static func createFingerprints(_ database: Database) throws {
        try database.create(table: "numbered") { table in
            table.autoIncrementedPrimaryKey("number")
            table.column("path", .text).notNull().unique()
            table.column("id", .text).notNull()
        }
        try database.create(table: "fingerprint") { table in
            table.column("path", .text).notNull()
            table.column("digest", .text).notNull().indexed()
            table.primaryKey(["path", "digest"])
        }
    }

    /// Notes what a document may be known by again.
    ///
    /// - Returns: the document of the lowest number before it that shares one of the digests.
    func number(_ path: String, id: String, digests: [String]) throws -> DuplicateIndex.Other? {
        try database.write { database in
            try database.execute(
                sql: "INSERT INTO numbered (path, id) VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET id = ?2",
                arguments: [path, id])
            try database.execute(sql: "DELETE FROM fingerprint WHERE path = ?", arguments: [path])
            for digest in digests {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO fingerprint (path, digest) VALUES (?, ?)", arguments: [path, digest])
            }
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT other.path, other.id FROM fingerprint AS mine
                    JOIN fingerprint AS theirs ON theirs.digest = mine.digest AND theirs.path <> mine.path
                    JOIN numbered AS own ON own.path = mine.path
                    JOIN numbered AS other ON other.path = theirs.path AND other.number < own.number
                    WHERE mine.path = ? ORDER BY other.number LIMIT 1
                    """, arguments: [path])
            return row.map { DuplicateIndex.Other(path: $0["path"], id: $0["id"]) }
        }
    }

    /// Forgets what documents were known by.
    static func forgetFingerprints(_ path: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM numbered WHERE path = ?", arguments: [path])
        try database.execute(sql: "DELETE FROM fingerprint WHERE path = ?", arguments: [path])
    }
}
