package import Foundation
import GRDB

/// Who is at a document: whoever opened it has it, until they leave it or press no key for five minutes.
package struct ReviewClaim: Hashable, Sendable {
    package var document: ReviewDocument
    package var reviewer: Reviewer
    package var since: Date
    /// When the last key was pressed.
    package var touched: Date

    /// Seconds without a key after which a document is free again.
    package static let patience: TimeInterval = 300

    init(_ document: ReviewDocument, _ reviewer: Reviewer, _ time: Date) {
        self.document = document
        self.reviewer = reviewer
        (since, touched) = (time, time)
    }

    /// A clock that was put back does not make it last longer.
    func holds(at time: Date) -> Bool { abs(time.timeIntervalSince(touched)) < Self.patience }
}

extension ReviewStore {
    typealias Claim = ReviewClaim

    /// Takes a document for a reviewer, or holds it for them for five minutes more.
    ///
    /// - Returns: who has the document now; where it is another reviewer, nothing was changed.
    /// - Throws: `ReviewError.gone` where there is no such document.
    package func claim(_ document: ReviewDocument, by reviewer: Reviewer) async throws -> ReviewClaim {
        let time = now()
        return try await database.write { database in
            if var claim = try Self.claim(of: document, at: time, in: database) {
                guard claim.reviewer == reviewer else { return claim }
                claim.touched = time
                try Self.put(claim, in: database)
                return claim
            }
            // There must be such a document.
            _ = try folder.outcome(of: document)
            let claim = Claim(document, reviewer, time)
            try Self.put(claim, in: database)
            return claim
        }
    }

    /// Leaves a document to others; where the reviewer does not have it, nothing changes.
    package func release(_ document: ReviewDocument, by reviewer: Reviewer) async throws {
        try await database.write {
            try $0.execute(
                sql: "DELETE FROM claim WHERE \(DocumentKey.condition) AND reviewer = ?",
                arguments: DocumentKey(document).arguments + [reviewer.name])
        }
    }

    /// Every document that somebody is at.
    package func claims() async throws -> [ReviewClaim] {
        let time = now()
        return try await database.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM claim ORDER BY since").map(Claim.init)
        }.filter { $0.holds(at: time) }
    }

    static func claim(of document: ReviewDocument, at time: Date, in database: Database) throws -> ReviewClaim? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM claim WHERE \(DocumentKey.condition)",
            arguments: DocumentKey(document).arguments
        ).map(Claim.init).flatMap { $0.holds(at: time) ? $0 : nil }
    }

    static func put(_ claim: ReviewClaim, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO claim (path, number, pages, id, reviewer, since, touched) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET since = CASE WHEN reviewer = ?5 THEN since ELSE ?6 END, reviewer = ?5,
                touched = ?7
                """,
            arguments: DocumentKey(claim.document).arguments
                + [claim.reviewer.name, claim.since, claim.touched])
    }
}

extension ReviewClaim {
    fileprivate init(_ row: Row) throws {
        self.init(try DocumentKey(row: row).document, Reviewer(name: row["reviewer"]), row["since"])
        touched = row["touched"]
    }
}
