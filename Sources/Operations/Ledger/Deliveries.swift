package import Foundation
import GRDB
import Model

/// What is still to be told to a webhook, and what was: one entry each time that a document is settled, made together
/// with that, so that a crash neither loses nor doubles it.
package struct Deliveries: Sendable {
    package enum State: String, Codable, Sendable, CaseIterable {
        case waiting, delivered
        /// Given up for good.
        case abandoned
    }

    /// One result to tell of.
    package struct Entry: Hashable, Sendable, Decodable, FetchableRecord {
        /// Names the delivery, also when it is tried again.
        package var id: Int64
        package var path: String
        /// Of the document, from 1, where its file was split.
        package var number: Int?
        package var attempts: Int
    }

    private let database: DatabasePool

    init(_ database: DatabasePool) { self.database = database }

    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("deliveries") { database in
            try database.create(table: "delivery") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("path", .text).notNull().indexed()
                table.column("state", .text).notNull().check { State.allCases.map(\.rawValue).contains($0) }
                table.column("attempts", .integer).notNull().defaults(to: 0)
                table.column("created", .datetime).notNull()
                table.column("due", .datetime).notNull()
            }
            try database.create(index: "delivery_due", on: "delivery", columns: ["state", "due"])
        }
    }

    /// Has the numbers begin anywhere, so that a receiver does not take those of a new ledger, or of another watch, for
    /// what it had before. Any program reads a whole number below 2^53.
    static func beginAnywhere(in database: Database) throws {
        guard try Bool.fetchOne(database, sql: "SELECT 1 FROM sqlite_sequence WHERE name = 'delivery'") == nil else {
            return
        }
        try database.execute(
            sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('delivery', ?)",
            arguments: [Int64.random(in: 1..<(1 << 52))])
    }

    static func nameDocuments(in database: Database) throws {
        try database.alter(table: "delivery") { $0.add(column: "number", .integer) }
    }

    /// One for each document of the file.
    static func add(_ outcome: Outcome, in database: Database) throws {
        for position in outcome.documents.indices {
            try database.execute(
                sql: "INSERT INTO delivery (path, number, state, created, due) VALUES (?1, ?2, 'waiting', ?3, ?3)",
                arguments: [outcome.source.path, outcome.isSplit ? position + 1 : nil, Date.now])
        }
    }

    static func forget(_ path: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM delivery WHERE path = ?", arguments: [path])
    }

    /// What is due, the longest first.
    ///
    /// - Parameter longestPause: what is due later than after so long was put off by a clock that was wrong.
    package func due(at date: Date, limit: Int, longestPause: TimeInterval = .infinity) throws -> [Entry] {
        try database.read {
            try Entry.fetchAll(
                $0,
                sql: """
                    SELECT id, path, number, attempts FROM delivery
                    WHERE state = 'waiting' AND (due <= ?1 OR due > ?2) ORDER BY due, id LIMIT ?3
                    """, arguments: [date, min(date + longestPause, .distantFuture), limit])
        }
    }

    /// Notes an attempt that did not get through; nil for the last one.
    package func failed(_ entry: Entry, nextAt date: Date?) throws {
        try database.write {
            try $0.execute(
                sql: "UPDATE delivery SET attempts = attempts + 1, state = ?, due = ? WHERE id = ?",
                arguments: [(date == nil ? State.abandoned : .waiting).rawValue, date ?? .now, entry.id])
        }
    }

    package func delivered(_ entry: Entry) throws {
        try database.write {
            try $0.execute(
                sql: "UPDATE delivery SET attempts = attempts + 1, state = 'delivered', due = ? WHERE id = ?",
                arguments: [Date.now, entry.id])
        }
    }

    package func counts() throws -> [State: Int] {
        try database.read { database in
            var counts: [State: Int] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT state, COUNT(*) AS count FROM delivery GROUP BY state") {
                if let state = State(rawValue: row["state"]) { counts[state] = row["count"] }
            }
            return counts
        }
    }
}
