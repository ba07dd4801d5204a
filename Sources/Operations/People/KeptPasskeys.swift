import Digest
package import Foundation
import GRDB

/// A passkey as it is kept: what its signatures are held against.
package struct KeptPasskey: Hashable, Sendable {
    /// By which the person's device finds it.
    package var id: Data
    package var person: String
    /// What the device calls the person: random, so that it tells nothing.
    package var handle: Data
    package static let handleBytes = 32
    package var publicKey: Data
    /// Of the device's signatures with it.
    package var counter: UInt32
    /// For people, such as the device's.
    package var name: String
    package var created: Date

    package init(
        id: Data, person: String, handle: Data, publicKey: Data, counter: UInt32, name: String, created: Date = .now
    ) {
        (self.id, self.person, self.handle, self.publicKey) = (id, person, handle, publicKey)
        (self.counter, self.name, self.created) = (counter, name, created)
    }
}

/// Passkeys, and the longer sessions that they begin: these outlive the server and end with their passkey. Of a session
/// only a digest of what its cookie holds is kept.
extension PeopleStore {
    /// Seconds that a session by passkey lasts.
    package static let longestSession = 30 * 24 * 3600.0

    private static let mostPasskeys = 20
    /// Of one person: the oldest ends for one more.
    private static let mostSessions = 32
    private static let longestName = 64

    static func addPasskeyTables(_ database: Database) throws {
        try database.create(table: "passkey") { table in
            table.column("id", .blob).primaryKey()
            table.column("person", .text).notNull().indexed().references("person", onDelete: .cascade)
            table.column("handle", .blob).notNull()
            table.column("publicKey", .blob).notNull()
            table.column("counter", .integer).notNull()
            table.column("name", .text).notNull()
            table.column("created", .datetime).notNull()
        }
        try database.create(table: "session") { table in
            table.column("digest", .text).primaryKey()
            table.column("passkey", .blob).notNull().indexed().references("passkey", onDelete: .cascade)
            table.column("begun", .datetime).notNull()
        }
    }

    /// The oldest first.
    package func passkeys(of person: String) throws -> [KeptPasskey] {
        try database.read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM passkey WHERE person = ? ORDER BY created, id", arguments: [person]
            ).map(Self.passkey)
        }
    }

    package func passkey(_ id: Data) throws -> KeptPasskey? {
        try database.read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM passkey WHERE id = ?", arguments: [id]).map(Self.passkey)
        }
    }

    /// What devices call the person: the same on all of them.
    package func passkeyHandle(of person: String) throws -> Data {
        if let handle = try passkeys(of: person).first?.handle { return handle }
        var source = SystemRandomNumberGenerator()
        return Data((0..<KeptPasskey.handleBytes).map { _ in UInt8.random(in: .min ... .max, using: &source) })
    }

    /// - Throws: `PersonProblem` where it, or so many, are there already; so below where there is none.
    package func add(_ passkey: KeptPasskey) throws {
        let name = passkey.name.trimmingCharacters(in: .whitespaces)
        guard (1...Self.longestName).contains(name.count),
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw PersonProblem("a passkey's name has 1 to \(Self.longestName) characters") }
        try file.requirePlace()
        try database.write { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM passkey WHERE person = ?", arguments: [passkey.person])
            guard count ?? 0 < Self.mostPasskeys else {
                throw PersonProblem("a person has \(Self.mostPasskeys) passkeys at most: remove one first")
            }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO passkey (id, person, handle, publicKey, counter, name, created)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    passkey.id, passkey.person, passkey.handle, passkey.publicKey, passkey.counter, name,
                    passkey.created,
                ])
            guard database.changesCount == 1 else { throw PersonProblem("that passkey is here already") }
        }
    }

    /// Ends its sessions, too.
    package func removePasskey(_ id: Data, of person: String) throws {
        try file.requirePlace()
        try database.write { database in
            try database.execute(sql: "DELETE FROM passkey WHERE id = ? AND person = ?", arguments: [id, person])
            guard database.changesCount == 1 else { throw PersonProblem("there is no such passkey any more") }
        }
    }

    /// Notes what a signature counted, and begins a session.
    ///
    /// - Parameters:
    ///   - passkey: as it was when the signature was looked at.
    ///   - secret: what the session's cookie holds.
    /// - Returns: false where it was used or removed meanwhile.
    package func beginSession(by passkey: KeptPasskey, counter: UInt32, secret: String) throws -> Bool {
        try file.requirePlace()
        return try database.write { database in
            try database.execute(
                sql: "UPDATE passkey SET counter = ? WHERE id = ? AND person = ? AND counter = ?",
                arguments: [counter, passkey.id, passkey.person, passkey.counter])
            guard database.changesCount == 1 else { return false }
            try database.execute(
                sql: "INSERT INTO session (digest, passkey, begun) VALUES (?, ?, ?)",
                arguments: [Self.digest(of: secret), passkey.id, now()])
            try database.execute(
                sql: """
                    DELETE FROM session WHERE begun < ? OR digest IN (
                        SELECT digest FROM session JOIN passkey ON passkey.id = session.passkey WHERE person = ?
                        ORDER BY begun DESC, session.rowid DESC LIMIT -1 OFFSET ?)
                    """,
                arguments: [now().addingTimeInterval(-Self.longestSession), passkey.person, Self.mostSessions])
            return true
        }
    }

    /// The passkey that began the session; nil where there is none, or it has ended.
    package func session(secret: String) throws -> KeptPasskey? {
        try database.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT passkey.* FROM session JOIN passkey ON passkey.id = session.passkey
                    WHERE digest = ? AND begun >= ?
                    """, arguments: [Self.digest(of: secret), now().addingTimeInterval(-Self.longestSession)]
            ).map(Self.passkey)
        }
    }

    package func endSession(secret: String) throws {
        try database.write {
            try $0.execute(sql: "DELETE FROM session WHERE digest = ?", arguments: [Self.digest(of: secret)])
        }
    }

    private static func digest(of secret: String) -> String { SHA256.hexDigest(of: Array(secret.utf8)) }

    private static func passkey(_ row: Row) -> KeptPasskey {
        KeptPasskey(
            id: row["id"], person: row["person"], handle: row["handle"], publicKey: row["publicKey"],
            counter: row["counter"], name: row["name"], created: row["created"])
    }
}
