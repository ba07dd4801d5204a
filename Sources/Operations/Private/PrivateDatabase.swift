import GRDB
import Glibc
import SystemPackage

/// A SQLite database in an output folder, readable by its owner alone.
struct PrivateDatabase: Sendable {
    let pool: DatabasePool
    private let place: FilePlace

    /// Opens it, or makes it where there is none, and brings it up to date.
    ///
    /// - Throws: where it cannot be made, read or brought up to date, a newer version has made it, or another user than
    ///   this one or the folder's.
    init(at path: FilePath, _ migrations: DatabaseMigrator) throws {
        // A file that is there is not opened: to close it would drop the locks that SQLite holds in this process, and
        // another process that looks into the database would take the journal, and what is yet written to it, away.
        do {
            // SQLite gives its other files the same rights.
            try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite
            ).close()
        } catch Errno.fileExists {}
        let status = try Stat(path, followTargetSymlink: false)
        guard status.type == .regular else { throw NoFile() }
        // A copy that was put back may have other rights.
        if status.permissions.rawValue & 0o077 != 0 { unsafe chmod(path.string, 0o600) }
        place = FilePlace(status, at: try FileSystem.absolute(path))
        // Who put it there could read what is kept in it.
        guard
            try status.userID.rawValue == geteuid()
                || status.userID == Stat(place.path.removingLastComponent()).userID
        else { throw MadeByAnother() }
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        // What is forgotten is overwritten: names can be personal data too.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        pool = try Self.open(path, configuration, migrations)
    }

    /// Others may do the same meanwhile, as services do that are started together. GRDB reads what is still to do before its
    /// first step takes the lock, so a step that another took in between fails, and leaves nothing; and SQLite waits for
    /// nobody who begins the journal. Such failures pass.
    private static func open(
        _ path: FilePath, _ configuration: Configuration, _ migrations: DatabaseMigrator
    ) throws -> DatabasePool {
        let passing: [ResultCode] = [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_BUSY]
        let end = ContinuousClock.now + .seconds(2)
        while true {
            do {
                let pool = try DatabasePool(path: path.string, configuration: configuration)
                guard try !pool.writeWithoutTransaction(migrations.hasBeenSuperseded) else { throw MadeByNewer() }
                try migrations.migrate(pool)
                return pool
            } catch let error as DatabaseError where passing.contains(error.resultCode) && .now < end {
                usleep(10_000)
            }
        }
    }

    private struct NoFile: Error, CustomStringConvertible {
        let description = "it is no regular file"
    }

    private struct MadeByNewer: Error, CustomStringConvertible {
        let description = "a newer recto has made it: use that one"
    }

    private struct MadeByAnother: Error, CustomStringConvertible {
        let description = "it is another user's"
    }

    /// The database goes on working where its file has no name any more, or another: what it notes then is lost.
    ///
    /// - Throws: `OutputGone`.
    func requirePlace() throws {
        guard place.isHeld else { throw OutputGone(path: PathName.text(of: place.path.removingLastComponent())) }
    }

    /// Has what was forgotten leave the journal too.
    func emptyJournal() throws {
        try pool.barrierWriteWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
}
