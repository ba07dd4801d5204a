import Foundation
import GRDB
package import Model
import Output
package import SystemPackage

// The results with what people made of them, in `reviewed/` under the names of the machine's. They are made of events
// and results alone, so that one that a crash has left out, or an older one, is made again at the next review or export.

extension ResultFolder {
    /// Results of finished documents, as people left them.
    package var reviewed: FilePath { root.appending("reviewed") }

    /// Where a finished document's result lies.
    package func reviewedFile(of document: ReviewDocument) -> FilePath {
        file(of: document.path, number: document.number, below: reviewed)
    }

    /// The machine's result of a document.
    ///
    /// - Throws: `ReviewError.gone` where it is there no more, or is another document's.
    func outcome(of document: ReviewDocument) throws -> Outcome {
        // A name in a database may lead anywhere.
        guard !document.path.split(separator: "/").contains(".."),
            let data = try bytes(of: document.path, number: document.number),
            let outcome = try? ResultEncoder.decode(data), ReviewDocument(outcome, number: document.number) == document
        else { throw ReviewError.gone }
        return outcome
    }
}

extension ReviewStore {
    /// Makes a document's file what its events say.
    ///
    /// The transaction keeps a purge out until both, the file and the row that tells of it, are there.
    func publish(_ document: ReviewDocument, in database: Database) throws {
        let events = try Self.events(of: document, in: database)
        let key = DocumentKey(document)
        let path = folder.reviewedFile(of: document)
        // Taken before the result is read: one that is written meanwhile has another.
        let stamp = FileStamp(of: folder.file(of: document.path, number: document.number))
        let machine: Outcome?
        do { machine = try folder.outcome(of: document) } catch ReviewError.gone { machine = nil }
        let state = machine.map { ReviewState(document, machine: $0, events: events) }
        if let stamp, let state, let result = state.result {
            try FileSystem.makeFolder(path.removingLastComponent())
            try ResultFolder.write(result, to: path)
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO file (path, number, pages, id, revision, result) VALUES (?, ?, ?, ?, ?, ?)
                    """, arguments: key.arguments + [state.revision, stamp.text])
        } else if try Bool.fetchOne(
            database, sql: "SELECT 1 FROM file WHERE \(DocumentKey.condition)", arguments: key.arguments) != nil
        {
            // Unless it is that of another document, which has the same place now.
            if try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM file WHERE path = ? AND number = ?",
                arguments: [key.path, key.number]) == 1
            {
                FileSystem.remove(path)
            }
            try database.execute(sql: "DELETE FROM file WHERE \(DocumentKey.condition)", arguments: key.arguments)
        }
    }

    /// Makes a document's file what its events and the result that is there now say; for one whose result was written anew
    /// or removed while the review is at work. Where it cannot, the next review or export does.
    package func mendFile(of document: ReviewDocument) async {
        try? await database.write { try publish(document, in: $0) }
    }

    /// Makes the files anew that are not of their document's last event and of the result that is there now: what a crash
    /// has left out, and what was read anew since.
    ///
    /// - Returns: documents whose file could not be made what it should be, with why.
    package func mendFiles() throws -> [ReviewDocument: String] {
        FileSystem.removeLeftovers(in: folder.reviewed)
        let (files, decided) = try database.read { database -> ([Row], [DocumentKey]) in
            let files = try Row.fetchAll(
                database,
                sql: """
                    SELECT *, (SELECT MAX(sequence) FROM event WHERE event.path = file.path
                        AND event.number = file.number AND event.pages = file.pages AND event.id = file.id) AS last
                    FROM file
                    """)
            let decided = try DocumentKey.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT path, number, pages, id FROM event WHERE action LIKE '{"decided"%' ORDER BY path
                    """)
            return (files, decided)
        }
        var known: Set<ReviewDocument> = []
        var stale: [ReviewDocument] = []
        for row in files {
            let document = try DocumentKey(row: row).document
            let stamp = FileStamp(of: folder.file(of: document.path, number: document.number))
            let isThere = FileStamp(of: folder.reviewedFile(of: document)) != nil
            let isLast = (row["revision"] as Int64?) == row["last"] && row["result"] == stamp?.text
            if !isThere || !isLast { stale.append(document) }
            known.insert(document)
        }
        // What was made of other content goes before what has its place now.
        return (stale + decided.map(\.document).filter { !known.contains($0) }).reduce(into: [:]) {
            problems, document in
            do {
                try database.write { try publish(document, in: $0) }
            } catch {
                problems[document] = "\(error)"
            }
        }
    }

    /// Visits the results of all finished documents, as people left them, in the order of their paths.
    ///
    /// - Returns: those that were left out, as `mendFiles` does.
    package func visitFinished(_ body: (Outcome) throws -> Void) throws -> [ReviewDocument: String] {
        let problems = try mendFiles()
        let keys = try database.read {
            try DocumentKey.fetchAll($0, sql: "SELECT path, number, pages, id FROM file ORDER BY path, number")
        }
        for document in keys.map(\.document) where problems[document] == nil {
            let data = try? FileSystem.data(of: folder.reviewedFile(of: document))
            if let result = data.flatMap({ try? ResultEncoder.decode($0) }) { try body(result) }
        }
        return problems
    }

    /// Removes the files of a path's documents.
    func removeFiles(of path: String, in database: Database) throws {
        let rows = try DocumentKey.fetchAll(
            database, sql: "SELECT path, number, pages, id FROM file WHERE path = ?", arguments: [path])
        for row in rows { FileSystem.remove(folder.reviewedFile(of: row.document)) }
        var parent = folder.file(of: path, below: folder.reviewed).removingLastComponent()
        while parent != folder.reviewed, FileSystem.removeEmptyFolder(parent) { parent.removeLastComponent() }
    }
}
