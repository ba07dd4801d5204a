package import Foundation
import GRDB
package import Model
package import Pipeline
import SystemPackage

/// What people decided about an output folder's documents: a SQLite database of events beside the ledger, and the
/// results that come of them in `reviewed/` (docs/review.md).
///
/// Events are added, never changed; `recto purge` alone removes them. What a save returned is on the disk. The machine's
/// results are read and never written. Several processes may use one folder at a time.
package struct ReviewStore: Sendable {
    package static let name = "reviews.sqlite"
    /// Characters of UTF-16, as browsers count them.
    package static let longestWhy = 300

    let folder: ResultFolder
    private let file: PrivateDatabase
    var database: DatabasePool { file.pool }
    private let entries: FieldEntries?
    private let policy: ReviewPolicy
    let now: @Sendable () -> Date

    /// What was decided until now, to read it or to purge it; nil where nothing was ever reviewed.
    package static func existing(in folder: ResultFolder) throws -> ReviewStore? {
        guard FileStamp(of: folder.root.appending(name)) != nil else { return nil }
        return try ReviewStore(in: folder, entries: nil)
    }

    /// Opens the database, or makes one.
    ///
    /// - Parameters:
    ///   - entries: reads what reviewers type; nil where nothing is to be saved.
    ///   - now: this machine's clock.
    /// - Throws: `ReviewStoreError` where it cannot be made, read or brought up to date, or others may replace it.
    package init(
        in folder: ResultFolder, entries: FieldEntries?, policy: ReviewPolicy = ReviewPolicy(),
        now: @escaping @Sendable () -> Date = { .now }
    ) throws {
        self.folder = folder
        self.entries = entries
        self.policy = policy
        self.now = now
        let path = folder.root.appending(Self.name)
        do {
            try FolderTrust.require(folder.root)
            file = try PrivateDatabase(at: path, Self.migrations)
            // A save that was confirmed outlives a loss of power, too.
            try file.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        } catch {
            throw ReviewStoreError(path: PathName.text(of: path), cause: "\(error)")
        }
    }

    // MARK: - Documents

    /// A document with what people did to it until now.
    ///
    /// - Throws: `ReviewError.gone`.
    package func state(of document: ReviewDocument) async throws -> ReviewState {
        try await database.read { try state(of: document, in: $0) }
    }

    /// Documents that people did something to, without those whose file was purged.
    package func progress() async throws -> [ReviewDocument: ReviewProgress] {
        try await database.read { try Self.progress(in: $0) }
    }

    /// Whether a document waits for somebody: it is not finished, and the configuration wants people to decide it, or
    /// they have begun to.
    ///
    /// - Parameters:
    ///   - kind: that the machine found.
    ///   - action: what the machine decided.
    ///   - progress: nil where nothing was done to it.
    package func isWaiting(
        _ document: ReviewDocument, kind: KindName, action: Decision.Action?, _ progress: ReviewProgress?
    ) -> Bool {
        if progress?.decision != nil { return false }
        return progress?.isTouched == true || policy.people(for: document, kind: kind, action: action) > 0
    }

    /// Events behind a number, in order: what a reader that knows all up to it has missed.
    package func events(after sequence: Int64, limit: Int = 1000) async throws -> [ReviewEvent] {
        try await database.read {
            try EventRow.fetchAll(
                $0, sql: "SELECT * FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?",
                arguments: [sequence, limit]
            ).map { try $0.event() }
        }
    }

    // MARK: - Saving

    /// What a save did. It is kept, whatever comes.
    package struct Saved: Sendable {
        package var event: ReviewEvent
        package var state: ReviewState
        /// Why the file in `reviewed/` is not what it should be; the next start makes it. Nil where it is.
        package var problem: String?
    }

    /// Takes a step, and keeps it. It takes the document for the reviewer, as a key does.
    ///
    /// - Parameters:
    ///   - version: that the reviewer saw.
    ///   - why: in the reviewer's own words, no longer than `longestWhy`.
    /// - Throws: `ReviewError`; `OutputGone`, or an error of the database, where it cannot be kept.
    package func save(
        _ step: ReviewStep, of document: ReviewDocument, on version: ReviewState.Version, by reviewer: Reviewer,
        why: String? = nil
    ) async throws -> Saved {
        guard let entries else { throw ReviewError.refused("The review is open for reading alone.") }
        guard reviewer.name.contains(where: { !$0.isWhitespace }) else {
            throw ReviewError.refused("Who decides? The reviewer has no name.")
        }
        guard why?.utf16.count ?? 0 <= Self.longestWhy else {
            throw ReviewError.refused("Say why in at most \(Self.longestWhy) characters.")
        }
        try file.requirePlace()
        let time = now()
        let (event, state) = try await database.write { database -> (ReviewEvent, ReviewState) in
            let present = try self.state(of: document, in: database)
            if let claim = try Self.claim(of: document, at: time, in: database), claim.reviewer != reviewer {
                throw ReviewError.taken(claim)
            }
            guard version == present.version else { throw ReviewError.stale(present: present) }
            let action = try present.action(for: step, entries: entries, policy: policy)
            try Self.put(Claim(document, reviewer, time), in: database)
            let event = try EventRow.insert(action, of: document, by: reviewer, at: time, why: why, in: database)
            let state = ReviewState(document, machine: present.machine, events: present.events + [event])
            return (event, state)
        }
        // From here on it is kept.
        var saved = Saved(event: event, state: state)
        do {
            try await database.write { try publish(document, in: $0) }
        } catch {
            saved.problem = "\(error)"
        }
        return saved
    }

    // MARK: - Purging

    /// The number of events by path, without paths that nothing is kept of.
    func counts(of paths: [String]) throws -> [PathKey: Int] {
        try database.read { database in
            try paths.reduce(into: [:]) { counts, path in
                let count = try Int.fetchOne(
                    database, sql: "SELECT COUNT(*) FROM event WHERE path = ?", arguments: [path])
                if let count, count > 0 { counts[PathKey(path)] = count }
            }
        }
    }

    /// Removes all that is kept of files' documents, and what was made of it in `reviewed/`.
    func forget(_ paths: [String]) throws {
        try database.write { database in
            for path in paths {
                try removeFiles(of: path, in: database)
                for table in ["event", "claim", "file"] {
                    try database.execute(sql: "DELETE FROM \(table) WHERE path = ?", arguments: [path])
                }
            }
        }
        try file.emptyJournal()
    }
}

extension ReviewStore {
    /// How the database came to be what it is. A step that has been published stays as it is.
    private static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("events") { database in
            func nameDocument(in table: TableDefinition) {
                table.column("path", .text).notNull()
                // 0 where the file was not split.
                table.column("number", .integer).notNull()
                // As in `3-4`; empty where the file was not split.
                table.column("pages", .text).notNull()
                table.column("id", .text).notNull()
            }
            try database.create(table: "event") { table in
                table.autoIncrementedPrimaryKey("sequence")
                nameDocument(in: table)
                table.column("reviewer", .text).notNull()
                table.column("time", .datetime).notNull()
                table.column("action", .text).notNull()
                table.column("why", .text)
            }
            try database.create(index: "event_path", on: "event", columns: ["path"])
            try database.create(table: "claim") { table in
                nameDocument(in: table)
                table.column("reviewer", .text).notNull()
                table.column("since", .datetime).notNull()
                table.column("touched", .datetime).notNull()
                table.primaryKey(["path", "number", "pages", "id"])
            }
            // The files in `reviewed/`, each with what it was made of.
            try database.create(table: "file") { table in
                nameDocument(in: table)
                table.column("revision", .integer).notNull()
                table.column("result", .text).notNull()
                table.primaryKey(["path", "number", "pages", "id"])
            }
        }
        return migrator
    }

    func state(of document: ReviewDocument, in database: Database) throws -> ReviewState {
        ReviewState(
            document, machine: try folder.outcome(of: document), events: try Self.events(of: document, in: database))
    }

    static func events(of document: ReviewDocument, in database: Database) throws -> [ReviewEvent] {
        try EventRow.fetchAll(
            database, sql: "SELECT * FROM event WHERE \(DocumentKey.condition) ORDER BY sequence",
            arguments: DocumentKey(document).arguments
        ).map { try $0.event() }
    }

    static func progress(in database: Database) throws -> [ReviewDocument: ReviewProgress] {
        let events = try EventRow.fetchAll(database, sql: "SELECT * FROM event ORDER BY sequence")
            .map { try $0.event() }
        return Dictionary(grouping: events, by: \.document).mapValues(ReviewProgress.init)
    }
}

/// A document as the tables name it.
struct DocumentKey: Hashable, Sendable, Decodable, FetchableRecord {
    var path: String
    var number: Int
    var pages: String
    var id: String

    init(_ document: ReviewDocument) {
        path = document.path
        number = document.number ?? 0
        pages = document.pages.map { $0.map(String.init).joined(separator: "-") } ?? ""
        id = document.id
    }

    static let condition = "path = ? AND number = ? AND pages = ? AND id = ?"
    var arguments: StatementArguments { [path, number, pages, id] }

    var document: ReviewDocument {
        ReviewDocument(
            path: path, number: number == 0 ? nil : number,
            pages: pages.isEmpty ? nil : pages.split(separator: "-").compactMap { Int($0) }, id: id)
    }
}

/// A row of the table of events.
private struct EventRow: FetchableRecord {
    private let row: Row

    init(row: Row) throws { self.row = row.copy() }

    func event() throws -> ReviewEvent {
        ReviewEvent(
            sequence: row["sequence"], document: try DocumentKey(row: row).document,
            reviewer: Reviewer(name: row["reviewer"]), time: row["time"],
            action: try JSONDecoder().decode(ReviewAction.self, from: Data((row["action"] as String).utf8)),
            why: row["why"])
    }

    static func insert(
        _ action: ReviewAction, of document: ReviewDocument, by reviewer: Reviewer, at time: Date, why: String?,
        in database: Database
    ) throws -> ReviewEvent {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let key = DocumentKey(document)
        try database.execute(
            sql: """
                INSERT INTO event (path, number, pages, id, reviewer, time, action, why)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                key.path, key.number, key.pages, key.id, reviewer.name, time,
                String(decoding: try encoder.encode(action), as: UTF8.self), why,
            ])
        // As it is kept: times to the millisecond.
        let row = try EventRow.fetchOne(
            database, sql: "SELECT * FROM event WHERE sequence = ?", arguments: [database.lastInsertedRowID])
        guard let row else { throw DatabaseError(message: "the event is not there") }
        return try row.event()
    }
}

/// Why what people decided cannot be read or kept.
package struct ReviewStoreError: Error, CustomStringConvertible {
    var path: String
    var cause: String

    package var description: String {
        "\(path): what people decided cannot be read or kept: \(cause): keep the file, and see whether disk and rights "
            + "are in order"
    }
}
