import GRDB

extension Ledger {
    /// How the database came to be what it is. A step that has been published stays as it is.
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("documents") { database in
            try database.create(table: "document") { table in
                table.primaryKey("path", .text)
                table.column("location", .blob).notNull()
                table.column("state", .text).notNull().check { DocumentState.allCases.map(\.rawValue).contains($0) }
                table.column("id", .text).indexed()
                table.column("engine", .text)
                table.column("attempts", .integer).notNull().defaults(to: 0)
                table.column("kind", .text)
                table.column("action", .text)
                table.column("error", .text)
                table.column("milliseconds", .double)
                table.column("changed", .datetime).notNull()
            }
        }
        migrator.registerMigration("kept") { database in
            try database.create(table: "kept") { table in
                table.column("path", .text).notNull()
                table.column("place", .blob).notNull()
                table.primaryKey(["path", "place"])
            }
        }
        Deliveries.register(in: &migrator)
        migrator.registerMigration("fingerprints", migrate: createFingerprints)
        migrator.registerMigration("split files") { database in
            try database.alter(table: "document") { table in
                table.add(column: "documents", .integer).notNull().defaults(to: 1)
            }
            try Deliveries.nameDocuments(in: database)
            try nameDocumentsInFingerprints(database)
        }
        migrator.registerMigration("delivery numbers", migrate: Deliveries.beginAnywhere)
        migrator.registerMigration("many documents") { database in
            try database.execute(
                sql: """
                    ALTER TABLE document ADD COLUMN run INTEGER;
                    DROP INDEX document_on_id;
                    CREATE INDEX document_on_id ON document (id, run);
                    CREATE INDEX document_on_state ON document (state, action, error, documents, kind);
                    DROP INDEX fingerprint_on_digest;
                    CREATE INDEX fingerprint_on_digest ON fingerprint (digest, number);
                    CREATE TABLE lines (stamp TEXT NOT NULL, documents INTEGER NOT NULL);
                    """)
        }
        return migrator
    }
}
