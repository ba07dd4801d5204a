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

    /// A split file's documents have a number each: `pages` says which they are, and is empty for a whole file.
    static func nameDocumentsInFingerprints(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE numbered RENAME TO numbered_file;
                CREATE TABLE numbered (number INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL,
                    pages TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (path, pages));
                INSERT INTO numbered SELECT number, path, '', id FROM numbered_file ORDER BY number;
                DROP TABLE numbered_file;
                ALTER TABLE fingerprint RENAME TO fingerprint_of_file;
                CREATE TABLE fingerprint (number INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (number, digest));
                INSERT INTO fingerprint SELECT number, digest FROM fingerprint_of_file JOIN numbered USING (path);
                DROP TABLE fingerprint_of_file;
                CREATE INDEX fingerprint_on_digest ON fingerprint (digest);
                """)
    }

    /// Notes what a file's documents may be known by again; documents that the file had before and has no more are
    /// forgotten.
    ///
    /// - Returns: for each, the document of the lowest number before it that shares one of the digests.
    func number(_ documents: [Fingerprints], of path: String) throws -> [DuplicateIndex.Other?] {
        try database.write { database in
            let pages = Set(documents.map(\.pages))
            for gone in try Row.fetchAll(
                database, sql: "SELECT number, pages FROM numbered WHERE path = ?", arguments: [path])
            where !pages.contains(gone["pages"]) {
                try Self.forgetNumber(gone["number"], database)
            }
            return try documents.map { try Self.number($0, of: path, database) }
        }
    }

    private static func number(
        _ document: Fingerprints, of path: String, _ database: Database
    ) throws -> DuplicateIndex.Other? {
        try database.execute(
            sql: """
                INSERT INTO numbered (path, pages, id) VALUES (?1, ?2, ?3)
                ON CONFLICT (path, pages) DO UPDATE SET id = ?3
                """, arguments: [path, document.pages, document.id])
        let number = try Int64.fetchOne(
            database, sql: "SELECT number FROM numbered WHERE path = ? AND pages = ?",
            arguments: [path, document.pages])
        try database.execute(sql: "DELETE FROM fingerprint WHERE number = ?", arguments: [number])
        for digest in document.digests {
            try database.execute(
                sql: "INSERT OR IGNORE INTO fingerprint (number, digest) VALUES (?, ?)", arguments: [number, digest])
        }
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT other.path, other.pages, other.id FROM fingerprint AS mine
                JOIN fingerprint AS theirs ON theirs.digest = mine.digest AND theirs.number < mine.number
                JOIN numbered AS other ON other.number = theirs.number
                WHERE mine.number = ?1 AND NOT EXISTS (
                    SELECT 1 FROM document AS here JOIN document AS there ON there.location = here.location
                    WHERE here.path = ?2 AND there.path = other.path AND there.path <> here.path)
                ORDER BY other.number LIMIT 1
                """, arguments: [number, path])
        return row.map { DuplicateIndex.Other(path: $0["path"], pages: $0["pages"], id: $0["id"]) }
    }

    /// Forgets what documents were known by.
    static func forgetFingerprints(_ path: String, _ database: Database) throws {
        for number in try Int64.fetchAll(
            database, sql: "SELECT number FROM numbered WHERE path = ?", arguments: [path])
        {
            try forgetNumber(number, database)
        }
    }

    private static func forgetNumber(_ number: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM numbered WHERE number = ?", arguments: [number])
        try database.execute(sql: "DELETE FROM fingerprint WHERE number = ?", arguments: [number])
    }
}
