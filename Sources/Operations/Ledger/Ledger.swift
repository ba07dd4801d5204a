import Digest
package import Foundation
import GRDB
import Model
package import SystemPackage

/// What an output folder has seen, and what became of it: a SQLite database beside the results.
///
/// Result files are the truth for readers; the ledger says which of them stand, so that an interrupted run goes on
/// where it was and nothing is done twice. Every document that was ever seen is in one of three states, so that
/// seen = processed + failed + pending at every moment. It holds names and digests, never a value of a document.
///
/// What it counts are files: one that was split into several documents is one entry, with the gravest of their decisions.
package struct Ledger: Sendable {
    package static let name = "ledger.sqlite"

    private let file: PrivateDatabase
    var database: DatabasePool { file.pool }

    /// - Throws: `LedgerError` where the database cannot be made, read or brought up to date.
    package init(in folder: FilePath) throws {
        let path = folder.appending(Self.name)
        do {
            file = try PrivateDatabase(at: path, Self.migrations)
        } catch {
            throw LedgerError(path: PathName.text(of: path), cause: "\(error)")
        }
    }

    package var deliveries: Deliveries { Deliveries(database) }

    /// - Throws: `OutputGone` where what it notes is lost.
    package func requirePlace() throws { try file.requirePlace() }

    // MARK: - Writing

    /// Notes documents that are there; what is known of those seen before stays.
    package func see(_ jobs: [Job]) throws {
        try database.write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO document (path, location, state, changed) VALUES (?, ?, 'pending', ?)
                    ON CONFLICT (path) DO UPDATE SET location = excluded.location
                    """)
            for job in jobs {
                try statement.execute(arguments: [job.path, Self.bytes(of: job.location), Date.now])
            }
        }
    }

    /// Notes that a worker is at a document: until it is settled, it is pending, whatever it was before.
    func begin(_ job: Job, id: String) throws {
        try database.write { database in
            try database.cachedStatement(
                sql: """
                    UPDATE document SET state = 'pending', id = ?, engine = NULL, attempts = attempts + 1, kind = NULL,
                    action = NULL, error = NULL, milliseconds = NULL, documents = 1, changed = ? WHERE path = ?
                    """
            ).execute(arguments: [id, Date.now, job.path])
        }
    }

    /// Notes what became of a document whose result is written. One that only keeps its outcome keeps its age too.
    ///
    /// - Parameters:
    ///   - run: in which others with the same bytes may share the outcome.
    ///   - isTold: whether a webhook is to be told.
    func settle(_ outcome: Outcome, run: Int64? = nil, isTold: Bool = false) throws {
        let state: DocumentState = outcome.status == .processed ? .processed : .failed
        let engine = try Self.digest(of: outcome.engine)
        try database.write { database in
            try database.cachedStatement(
                sql: """
                    UPDATE document SET changed = CASE WHEN state = ?1 AND id IS ?2 AND engine IS ?3 THEN changed
                    ELSE ?8 END, state = ?1, id = ?2, engine = ?3, kind = ?4, action = ?5, error = ?6,
                    milliseconds = ?7, documents = ?10, run = ?11 WHERE path = ?9
                    """
            ).execute(arguments: [
                state.rawValue, outcome.id, engine, outcome.kindNames, outcome.gravestAction?.rawValue,
                outcome.error?.code.rawValue, outcome.timing?["total"], Date.now, outcome.source.path,
                outcome.documents.count, run,
            ])
            // Who does not write the lines anew makes them no more sure.
            if run == nil { try database.execute(sql: "DELETE FROM lines") }
            if isTold { try Deliveries.add(outcome, in: database) }
        }
    }

    /// Notes that a file of lines has this many results as they stand, in the order of their paths; nil where that is not
    /// sure any more.
    func noteLines(_ stamp: FileStamp?, documents: Int = 0) throws {
        try database.write { database in
            try database.execute(sql: "DELETE FROM lines")
            guard let stamp else { return }
            try database.execute(
                sql: "INSERT INTO lines (stamp, documents) VALUES (?, ?)", arguments: [stamp.text, documents])
        }
    }

    /// How many results a file has as they stand; nil where that is not known, or another file has its place.
    func documents(ofLines stamp: FileStamp?) throws -> Int? {
        try database.read {
            try Int.fetchOne($0, sql: "SELECT documents FROM lines WHERE stamp = ?", arguments: [stamp?.text])
        }
    }

    /// Notes folders that are about to hold pictures or stages of a document, and copies of its result, so that they
    /// can be purged with it.
    func keep(_ places: [FilePath], of path: String) throws {
        try database.write { database in
            for place in places {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO kept (path, place) VALUES (?, ?)",
                    arguments: [path, Self.bytes(of: place)])
            }
        }
    }

    /// Forgets copies of a document's result that are there no more, so that what takes their names is not purged for
    /// them.
    func letGo(_ places: [FilePath], of path: String) throws {
        try database.write { database in
            for place in places {
                try database.execute(
                    sql: "DELETE FROM kept WHERE path = ? AND place = ?", arguments: [path, Self.bytes(of: place)])
            }
        }
    }

    /// Forgets that these documents were ever seen.
    func forget(_ paths: [String]) throws {
        try database.write { database in
            for path in paths {
                try database.execute(sql: "DELETE FROM document WHERE path = ?", arguments: [path])
                try database.execute(sql: "DELETE FROM kept WHERE path = ?", arguments: [path])
                try Deliveries.forget(path, in: database)
                try Self.forgetFingerprints(path, database)
            }
        }
        try file.emptyJournal()
    }

    // MARK: - Reading

    /// Documents that were settled before a date, and not begun anew since.
    func settled(before date: Date) throws -> [Entry] {
        try database.read { database in
            try Entry.fetchAll(
                database, sql: "SELECT * FROM document WHERE state <> 'pending' AND changed < ? ORDER BY path",
                arguments: [date])
        }
    }

    /// How many documents were settled after a date.
    package func count(settledAfter date: Date) throws -> Int {
        try database.read {
            try Int.fetchOne(
                $0, sql: "SELECT COUNT(*) FROM document WHERE state <> 'pending' AND changed > ?", arguments: [date])
        } ?? 0
    }

    /// Folders and files that were noted by ``keep(_:of:)``, absolute.
    func kept(of path: String) throws -> [FilePath] {
        try database.read { database in
            try Data.fetchAll(
                database, sql: "SELECT place FROM kept WHERE path = ? ORDER BY place", arguments: [path])
        }.map(Self.path)
    }

    /// Documents of these bytes that were settled, one at a time, until one is taken: in a run, the first one there is;
    /// or else those that this engine has settled for good, the own path first.
    func settled<Taken>(
        id: String, engine: EngineInfo, path: String, run: Int64? = nil, _ take: (String) -> Taken?
    ) throws -> Taken? {
        let retryable = FailureCode.allCases.filter(\.isRetryable).map(\.rawValue)
        return try database.read { database in
            func first(_ sql: String, _ arguments: StatementArguments) throws -> Taken? {
                let entries = try Entry.fetchCursor(
                    try database.cachedStatement(sql: "SELECT * FROM document WHERE state <> 'pending' AND " + sql),
                    arguments: arguments)
                while let entry = try entries.next() {
                    guard run != nil || entry.error.map(retryable.contains) != true else { continue }
                    if let taken = take(entry.path) { return taken }
                }
                return nil
            }
            // Many may have the same bytes: of a run's, only few are without a result.
            if let run { return try first("id = ? AND run = ? LIMIT 8", [id, run]) }
            let digest = try Self.digest(of: engine)
            return try first("path = ? AND id = ? AND engine = ?", [path, id, digest])
                ?? first("id = ? AND engine = ? ORDER BY run DESC", [id, digest])
        }
    }

    /// Where the document of a path lay when it was read, or was moved to since; nil where it was never seen.
    package func location(of path: String) throws -> FilePath? {
        try database.read {
            try Data.fetchOne($0, sql: "SELECT location FROM document WHERE path = ?", arguments: [path])
        }.map(Self.path)
    }

    /// Whether a document of that path was ever seen.
    func knows(_ path: String) throws -> Bool {
        try database.read { try Bool.fetchOne($0, sql: "SELECT 1 FROM document WHERE path = ?", arguments: [path]) }
            != nil
    }

    /// Whether a document stands settled with these bytes.
    func isSettled(_ outcome: Outcome) throws -> Bool {
        try database.read {
            try Bool.fetchOne(
                $0, sql: "SELECT 1 FROM document WHERE path = ? AND id IS ? AND state <> 'pending'",
                arguments: [outcome.source.path, outcome.id])
        } != nil
    }

    /// How many documents there are in each state.
    package func counts() throws -> [DocumentState: Int] {
        try database.read { database in
            var counts: [DocumentState: Int] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT state, COUNT(*) AS count FROM document GROUP BY state") {
                if let state = DocumentState(rawValue: row["state"]) { counts[state] = row["count"] }
            }
            return counts
        }
    }

    static let settledDocumentsQuery = "SELECT SUM(documents) FROM document WHERE state IN ('processed', 'failed')"

    /// How many results there are of what was settled: a file that was split has several.
    func settledDocuments() throws -> Int {
        try database.read { try Int.fetchOne($0, sql: Self.settledDocumentsQuery) } ?? 0
    }

    /// Documents in the order of the paths' bytes: those in one of the states, or of one of the kinds.
    package func entries(
        _ states: [DocumentState] = DocumentState.allCases, orOf kinds: [String] = []
    ) throws -> [Entry] {
        var entries: [Entry] = []
        try visit(states, orOf: kinds) { entries.append($0) }
        return entries
    }

    /// The same, one at a time.
    package func visit(
        _ states: [DocumentState] = DocumentState.allCases, orOf kinds: [String] = [],
        _ body: (Entry) throws -> Void
    ) throws {
        // Nearly all are in the order of their paths already.
        let isAll = kinds.isEmpty && states.count > 1 && states.contains(.processed)
        let sql = isAll ? "SELECT * FROM document ORDER BY path" : Self.choice(states.count, kinds.count)
        let arguments = isAll ? [] : StatementArguments(states.map(\.rawValue) + kinds.map { ",\($0)," })
        try database.read { database in
            let entries = try Entry.fetchCursor(database, sql: sql, arguments: arguments)
            while let entry = try entries.next() {
                if !isAll || states.contains(entry.state) { try body(entry) }
            }
        }
    }

    /// Looks for them in an index alone: few of very many may be asked for.
    static func choice(_ states: Int, _ kinds: Int) -> String {
        let isInState = "state IN (\(Array(repeating: "?", count: states).joined(separator: ", ")))"
        let isOfKind = "instr(',' || kind || ',', ?) > 0"
        let conditions = [isInState] + Array(repeating: isOfKind, count: kinds)
        return """
            SELECT document.* FROM (SELECT rowid AS number FROM document WHERE \(conditions.joined(separator: " OR ")))
            CROSS JOIN document ON document.rowid = number ORDER BY path
            """
    }

    /// Nil where it was never seen.
    func entry(of path: String) throws -> Entry? {
        try database.read {
            try Entry.fetchOne($0, sql: "SELECT * FROM document WHERE path = ?", arguments: [path])
        }
    }

    /// One document as the ledger knows it.
    package struct Entry: Hashable, Sendable, Decodable, FetchableRecord {
        package var path: String
        var location: Data
        /// Of its bytes, as far as they were read.
        var id: String?
        package var state: DocumentState
        package var attempts: Int
        /// Of a file that was split, the kinds of its documents, with commas between them.
        package var kind: String?
        /// Of a file that was split, the gravest.
        package var action: String?
        package var error: String?
        /// Results that the file has: more than one where it was split.
        package var documents: Int
        /// The last run in which its own bytes were looked at.
        var run: Int64?

        /// The kinds of its documents, each once.
        package var kinds: [String] { kind?.split(separator: ",").map(String.init) ?? [] }

        /// The document, to be processed once more.
        package func job(sequence: Int) -> Job {
            Job(sequence: sequence, path: path, location: Ledger.path(of: location))
        }
    }

    private static func digest(of engine: EngineInfo) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return SHA256.hexDigest(of: String(decoding: try encoder.encode(engine), as: UTF8.self))
    }

    /// Absolute, so that the document is found from any folder.
    private static func bytes(of location: FilePath) -> Data {
        let path = (try? FileSystem.absolute(location)) ?? location
        return Data(PathName.bytes(of: path))
    }

    private static func path(of bytes: Data) -> FilePath { PathName.path(of: [UInt8](bytes)) }
}

/// What has become of a document that was seen.
package enum DocumentState: String, Codable, Sendable, CaseIterable {
    case pending, processed, failed
}

/// The output folder was removed, renamed or unmounted under the process that works in it.
package struct OutputGone: Error, CustomStringConvertible {
    var path: String

    package var description: String {
        "\(path): the output folder is gone, or another one has its place: put it back, or start again to go on with "
            + "what is there now"
    }
}

/// Why the ledger cannot be used.
package struct LedgerError: Error, CustomStringConvertible {
    var path: String
    var cause: String

    package var description: String {
        "\(path): the ledger cannot be used: \(cause): move it away to begin a new one; the results stay"
    }
}
