import GRDB
import SystemPackage

/// A SQLite database in an output folder, readable by its owner alone.
struct PrivateDatabase: Sendable {
    let pool: DatabasePool
    private let place: FilePlace

    /// Opens it, or makes it where there is none, and brings it up to date.
    ///
    /// - Throws: where it cannot be made, read or brought up to date, or a newer version has made it.
    init(at path: FilePath, _ migrations: DatabaseMigrator) throws {
        // SQLite gives its other files the same rights.
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        place = FilePlace(try Stat(file), at: try FileSystem.absolute(path))
        try file.close()
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        // What is forgotten is overwritten: names can be personal data too.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        pool = try DatabasePool(path: path.string, configuration: configuration)
        guard try !pool.writeWithoutTransaction(migrations.hasBeenSuperseded) else { throw MadeByNewer() }
        try migrations.migrate(pool)
    }

    private struct MadeByNewer: Error, CustomStringConvertible {
        let description = "a newer recto has made it: use that one"
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
