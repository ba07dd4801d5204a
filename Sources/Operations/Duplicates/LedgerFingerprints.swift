import GRDB
import Model

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

    /// A file, and what its documents may be known by again.
    struct Numbered: Codable {
        var path: String
        var documents: [Fingerprints]
    }

    /// Numbers documents in their order, and notes what they may be known by again; those that a file had before and has
    /// no more are forgotten.
    ///
    /// - Returns: all digests that they share with others, or did before.
    @discardableResult
    func number(_ files: [Numbered]) throws -> Set<String> {
        try database.write { database in
            try files.reduce(into: []) { $0.formUnion(try Self.number($1.documents, of: $1.path, database)) }
        }
    }

    /// For each document of these files the one of the lowest number before it that shares one of the digests.
    func others(of files: [Numbered]) throws -> [[DuplicateIndex.Other?]] {
        try database.read { database in
            try files.map { file in try file.documents.map { try Self.other(of: $0, of: file.path, database) } }
        }
    }

    /// Files that have a document with one of the digests.
    func paths(sharing digests: Set<String>) throws -> [String] {
        let paths = try database.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT path FROM fingerprint JOIN numbered USING (number) WHERE digest = ?")
            return try digests.reduce(into: Set<PathKey>()) { paths, digest in
                for path in try String.fetchAll(statement, arguments: [digest]) { paths.insert(PathKey(path)) }
            }
        }
        return paths.map(\.path)
    }

    /// Files that were settled, and of which no document has a number yet, in the order of their paths.
    func unnumbered() throws -> [String] {
        try database.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT path FROM document WHERE state <> 'pending'
                    AND NOT EXISTS (SELECT 1 FROM numbered WHERE numbered.path = document.path) ORDER BY path
                    """)
        }
    }

    private static func number(
        _ documents: [Fingerprints], of path: String, _ database: Database
    ) throws -> Set<String> {
        var touched = Set(documents.flatMap(\.digests))
        let pages = Set(documents.map(\.pages))
        for row in try Row.fetchAll(
            try database.cachedStatement(sql: "SELECT number, pages FROM numbered WHERE path = ?"), arguments: [path])
        {
            let number: Int64 = row["number"]
            touched.formUnion(
                try String.fetchAll(
                    try database.cachedStatement(sql: "SELECT digest FROM fingerprint WHERE number = ?"),
                    arguments: [number]))
            if pages.contains(row["pages"]) {
                try database.cachedStatement(sql: "DELETE FROM fingerprint WHERE number = ?")
                    .execute(arguments: [number])
            } else {
                try forgetNumber(number, database)
            }
        }
        for document in documents {
            try database.cachedStatement(
                sql: """
                    INSERT INTO numbered (path, pages, id) VALUES (?1, ?2, ?3)
                    ON CONFLICT (path, pages) DO UPDATE SET id = ?3
                    """
            ).execute(arguments: [path, document.pages, document.id])
            for digest in document.digests {
                try database.cachedStatement(
                    sql: """
                        INSERT OR IGNORE INTO fingerprint (number, digest)
                        SELECT number, ? FROM numbered WHERE path = ? AND pages = ?
                        """
                ).execute(arguments: [digest, path, document.pages])
            }
        }
        return touched
    }

    /// Looked for digest by digest: very many may share one.
    static let otherQuery = """
        SELECT path, pages, id FROM numbered WHERE number = (
            SELECT MIN((
                SELECT theirs.number FROM fingerprint AS theirs JOIN numbered AS other ON other.number = theirs.number
                WHERE theirs.digest = mine.digest AND theirs.number < mine.number AND NOT EXISTS (
                    SELECT 1 FROM document AS here JOIN document AS there ON there.location = here.location
                    WHERE here.path = ?1 AND there.path = other.path AND there.path <> here.path)
                ORDER BY theirs.number LIMIT 1))
            FROM numbered AS own JOIN fingerprint AS mine ON mine.number = own.number
            WHERE own.path = ?1 AND own.pages = ?2)
        """

    private static func other(
        of document: Fingerprints, of path: String, _ database: Database
    ) throws -> DuplicateIndex.Other? {
        guard !document.digests.isEmpty else { return nil }
        let row = try Row.fetchOne(
            try database.cachedStatement(sql: otherQuery), arguments: [path, document.pages])
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
