import Digest
import Foundation
import GRDB
import Model
import SystemPackage

/// What was sent, in `OUT/submissions.sqlite`, readable by its owner alone: names, digests and measures, no value of a
/// document.
struct SubmissionStore: Sendable {
    static let name = "submissions.sqlite"

    private let file: PrivateDatabase
    private var database: DatabasePool { file.pool }

    /// - Throws: `ReviewStoreError`.
    init(in out: FilePath) throws {
        let path = out.appending(Self.name)
        do {
            try FolderTrust.require(out)
            file = try PrivateDatabase(at: path, Self.migrations)
            // What was confirmed outlives a loss of power, too.
            try file.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        } catch {
            throw ReviewStoreError(path: PathName.text(of: path), cause: "\(error)")
        }
    }

    private static var migrations: DatabaseMigrator {
        var migrations = DatabaseMigrator()
        migrations.registerMigration("submissions") { database in
            try database.create(table: "file") { table in
                table.column("id", .text).notNull()
                table.column("owner", .text).notNull()
                table.column("created", .datetime).notNull()
                table.column("file", .text).notNull()
                table.primaryKey(["id", "owner"])
            }
            try database.create(table: "submission") { table in
                table.column("id", .text).primaryKey()
                table.column("owner", .text).notNull()
                table.column("created", .datetime).notNull()
                table.column("files", .text).notNull()
                table.column("done", .boolean).notNull().defaults(to: false)
                table.column("held", .boolean).notNull()
            }
            try database.create(index: "submission_owner", on: "submission", columns: ["owner", "created"])
            // Of requests that were answered, by the keys that their senders gave them.
            try database.create(table: "request") { table in
                table.column("key", .text).notNull()
                table.column("owner", .text).notNull()
                table.column("digest", .text).notNull()
                table.column("created", .datetime).notNull()
                table.primaryKey(["key", "owner"])
            }
        }
        return migrations
    }

    /// - Throws: `OutputGone` where what it notes is lost.
    func requirePlace() throws { try file.requirePlace() }

    // MARK: Files

    /// - Parameter place: puts the file where it waits; nobody takes it away in between.
    func add(_ sent: SentFile, of owner: Reviewer, at time: Date, place: () throws -> Void = {}) throws {
        try database.write {
            try place()
            try $0.execute(
                sql: "INSERT OR REPLACE INTO file (id, owner, created, file) VALUES (?, ?, ?, ?)",
                arguments: [sent.id, owner.name, time, try Self.text(sent)])
        }
    }

    func sentFile(_ id: String, of owner: Reviewer) throws -> SentFile? {
        try database.read {
            try String.fetchOne(
                $0, sql: "SELECT file FROM file WHERE id = ? AND owner = ?", arguments: [id, owner.name])
        }.map(Self.value)
    }

    func fileCount(of owner: Reviewer) throws -> Int {
        try database.read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM file WHERE owner = ?", arguments: [owner.name]) ?? 0
        }
    }

    /// - Parameter remove: is called with the id of each file that nobody has waiting any more.
    func forgetFiles(sentBefore date: Date, remove: (String) -> Void) throws {
        try database.write { database in
            let ids = try String.fetchAll(
                database, sql: "SELECT DISTINCT id FROM file WHERE created < ?", arguments: [date])
            try database.execute(sql: "DELETE FROM file WHERE created < ?", arguments: [date])
            for id in ids where try !Self.isWaiting(id, in: database) { remove(id) }
        }
    }

    private static func isWaiting(_ id: String, in database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT 1 FROM file WHERE id = ?", arguments: [id]) != nil
    }

    // MARK: Submissions

    /// Puts it in line, and forgets that its files wait.
    ///
    /// - Parameter remove: is called with the id of each file that nobody has waiting any more.
    func add(_ submission: Submission, remove: (String) -> Void) throws {
        try database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO submission (id, owner, created, files, held) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    submission.id, submission.owner.name, submission.created, try Self.text(submission.files),
                    submission.isHeld,
                ])
            for file in submission.files {
                try database.execute(
                    sql: "DELETE FROM file WHERE id = ? AND owner = ?", arguments: [file.id, submission.owner.name])
            }
            for file in submission.files where try !Self.isWaiting(file.id, in: database) { remove(file.id) }
        }
    }

    func forget(_ ids: [String]) throws {
        try database.write { database in
            for id in ids { try database.execute(sql: "DELETE FROM submission WHERE id = ?", arguments: [id]) }
        }
        try file.emptyJournal()
    }

    func submission(_ id: String) throws -> Submission? {
        try database.read {
            try Row.fetchOne($0, sql: "SELECT * FROM submission WHERE id = ?", arguments: [id]).map(Self.submission)
        }
    }

    /// The newest first.
    ///
    /// - Parameter before: time and id of the last one that is known.
    func submissions(of owner: Reviewer, before: (Date, String)?, limit: Int) throws -> [Submission] {
        try database.read { database in
            let (time, id) = before ?? (.distantFuture, "")
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM submission WHERE owner = ?1 AND (created < ?2 OR created = ?2 AND id < ?3)
                    ORDER BY created DESC, id DESC LIMIT ?4
                    """, arguments: [owner.name, time, id, limit]
            ).map(Self.submission)
        }
    }

    /// Those that have no result yet, the oldest first.
    func unfinished() throws -> [Submission] {
        try database.read {
            try Row.fetchAll($0, sql: "SELECT * FROM submission WHERE NOT done ORDER BY created, id")
                .map(Self.submission)
        }
    }

    func finish(_ id: String) throws {
        try database.write { try $0.execute(sql: "UPDATE submission SET done = TRUE WHERE id = ?", arguments: [id]) }
    }

    func letGo(_ id: String) throws {
        try database.write { try $0.execute(sql: "UPDATE submission SET held = FALSE WHERE id = ?", arguments: [id]) }
    }

    // MARK: Requests with a key

    /// The digest of the request that was done with a key, within a day; nil where there was none.
    func request(_ key: String, of owner: Reviewer) throws -> String? {
        try database.read {
            try String.fetchOne(
                $0, sql: "SELECT digest FROM request WHERE key = ? AND owner = ?", arguments: [key, owner.name])
        }
    }

    /// Notes a request that was done.
    func note(_ key: String, of owner: Reviewer, digest: String, at time: Date) throws {
        try database.write { database in
            try database.execute(
                sql: "DELETE FROM request WHERE created < ?", arguments: [time.addingTimeInterval(-24 * 3600)])
            try database.execute(
                sql: "INSERT OR IGNORE INTO request (key, owner, digest, created) VALUES (?, ?, ?, ?)",
                arguments: [key, owner.name, digest, time])
        }
    }

    // MARK: Rows

    private static func submission(_ row: Row) throws -> Submission {
        Submission(
            id: row["id"], owner: Reviewer(name: row["owner"]), files: try value(row["files"]),
            created: row["created"], state: row["done"] ? .done : .waiting, isHeld: row["held"])
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
