import Digest
package import Foundation
import GRDB
import Synchronization
package import SystemPackage

/// Who may sign in to the review of an output folder, in `OUT/people.sqlite`, readable by its owner alone. It holds no
/// password and no code, only what they are held against.
package struct PeopleStore: Sendable {
    package static let name = "people.sqlite"

    let file: PrivateDatabase
    let now: @Sendable () -> Date
    private let iterations: Int
    /// One at a time: who tries many passwords keeps one core busy, and no more.
    private let turn = Turn()

    var database: DatabasePool { file.pool }

    /// How long the code of an invitation is good.
    package static let invitationSeconds = 24 * 3600.0

    /// The store that there is, or none.
    ///
    /// - Throws: as below.
    package static func existing(in out: FilePath) throws -> PeopleStore? {
        let path = out.appending(name).string
        return FileManager.default.fileExists(atPath: path) ? try PeopleStore(in: out) : nil
    }

    /// Opens it, or makes it.
    ///
    /// - Parameters:
    ///   - now: this machine's clock.
    ///   - iterations: of a password's hash; fewer in tests.
    /// - Throws: `ReviewStoreError` where it cannot be made, read or brought up to date, or others may replace it.
    package init(
        in out: FilePath, now: @escaping @Sendable () -> Date = { .now }, iterations: Int = PasswordHash.iterations
    ) throws {
        self.now = now
        self.iterations = iterations
        let path = out.appending(Self.name)
        do {
            try FolderTrust.require(out)
            file = try PrivateDatabase(at: path, Self.migrations)
        } catch {
            throw ReviewStoreError(path: PathName.text(of: path), cause: "\(error)")
        }
    }

    private static var migrations: DatabaseMigrator {
        var migrations = DatabaseMigrator()
        migrations.registerMigration("people") { database in
            try database.create(table: "person") { table in
                table.column("name", .text).primaryKey()
                table.column("roles", .text).notNull()
                table.column("password", .text)
                table.column("code", .text)
                table.column("code_ends", .datetime)
                table.column("wrong", .integer).notNull().defaults(to: 0)
                table.column("locked_until", .datetime)
            }
        }
        migrations.registerMigration("passkey", migrate: addPasskeyTables)
        return migrations
    }

    // MARK: Who there is

    package func people() throws -> [Person] {
        try database.read { try Row.fetchAll($0, sql: "\(Self.everybody) ORDER BY name").map(Self.person) }
    }

    /// Nil where there is nobody of that name any more.
    package func person(_ name: String) throws -> Person? {
        try database.read { try Self.row(name, in: $0).map(Self.person) }
    }

    /// Adds somebody, who signs in by the code once and then chooses a password.
    ///
    /// - Returns: the code.
    /// - Throws: `PersonProblem`.
    package func add(_ name: String, roles: Set<Role>) throws -> String {
        try PersonRules.require(name: name)
        guard !roles.isEmpty else { throw PersonProblem("a person has a role") }
        let code = Self.code()
        try file.requirePlace()
        try database.write { database in
            let names = try String.fetchAll(database, sql: "SELECT name FROM person").map { $0.lowercased() }
            guard !names.contains(name.lowercased()) else {
                throw PersonProblem("there is somebody of that name already")
            }
            try database.execute(
                sql: "INSERT INTO person (name, roles, code, code_ends) VALUES (?, ?, ?, ?)",
                arguments: [name, Self.text(of: roles), SHA256.hexDigest(of: Array(code.utf8)), end()])
        }
        return code
    }

    /// Forgets a person's password, passkeys and wrong tries, and gives a new code: whoever got hold of one of them is out.
    ///
    /// - Throws: `PersonProblem` where there is nobody of that name; so below.
    package func invite(_ name: String) throws -> String {
        let code = Self.code()
        try file.requirePlace()
        try database.write { database in
            try database.execute(sql: "DELETE FROM passkey WHERE person = ?", arguments: [name])
            try database.execute(
                sql: """
                    UPDATE person SET password = NULL, code = ?, code_ends = ?, wrong = 0, locked_until = NULL
                    WHERE name = ?
                    """, arguments: [SHA256.hexDigest(of: Array(code.utf8)), end(), name])
            guard database.changesCount == 1 else { throw Self.nobody }
        }
        return code
    }

    package func setRoles(_ roles: Set<Role>, of name: String) throws {
        guard !roles.isEmpty else { throw PersonProblem("a person has a role: remove who has none") }
        try change(name, "roles = ?", [Self.text(of: roles)])
    }

    /// What the person decided stays, under the same name.
    package func remove(_ name: String) throws {
        try change("DELETE FROM person WHERE name = ?", [name])
    }

    private func change(_ name: String, _ assignments: String, _ arguments: StatementArguments) throws {
        try change("UPDATE person SET \(assignments) WHERE name = ?", arguments + [name])
    }

    /// Changes one person. Nobody who administers goes unless another one stays.
    private func change(_ statement: String, _ arguments: StatementArguments) throws {
        try file.requirePlace()
        try database.write { database in
            let had = try Self.hasAdministrator(database)
            try database.execute(sql: statement, arguments: arguments)
            guard database.changesCount == 1 else { throw Self.nobody }
            guard try !had || Self.hasAdministrator(database) || Self.isEmpty(database) else {
                throw PersonProblem("nobody would be left who administers: give another person that role first")
            }
        }
    }

    private static func hasAdministrator(_ database: Database) throws -> Bool {
        try Row.fetchAll(database, sql: everybody).contains { person($0).roles.contains(.administer) }
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM person") == 0
    }

    // MARK: Signing in

    /// - Returns: nil for a wrong name or password, and while wrong tries have locked the name. All take as long, so that
    ///   nobody learns which names there are.
    package func signIn(_ name: String, password: String) async throws -> Person? {
        try await turn.take {
            let row = try count(name)
            let isRight = PasswordHash(text: row?["password"] ?? Self.nobodys(iterations)).matches(password)
            guard let row, isRight, (row["password"] as String?) != nil else { return nil }
            return try succeed(name)
        }
    }

    /// Lets in by the code of an invitation, which is used up, and keeps the password.
    ///
    /// - Returns: nil as above, and for a code that has ended.
    /// - Throws: `PersonProblem` for a password that cannot be taken; the code stays good.
    package func accept(_ name: String, code: String, password: String) async throws -> Person? {
        try PersonRules.require(password: password)
        return try await turn.take {
            // A code has too many bits to be guessed: no lock keeps out who was invited.
            let row = try database.read { try Self.row(name, in: $0) }
            let hash = PasswordHash(of: password, iterations: iterations)
            let digest = SHA256.hexDigest(of: Array(Self.bare(code).utf8))
            guard let row, let kept = row["code"] as String?, kept == digest,
                let ends = row["code_ends"] as Date?, ends > now()
            else { return nil }
            // Whoever else has the code comes too late.
            let isFirst = try database.write { database in
                try database.execute(
                    sql: "UPDATE person SET password = ?, code = NULL, code_ends = NULL WHERE name = ? AND code = ?",
                    arguments: [hash.text, name, kept])
                return database.changesCount == 1
            }
            return isFirst ? try succeed(name) : nil
        }
    }

    /// Takes another password in place of the one that is known, and ends the sessions that it began.
    ///
    /// - Returns: nil as above.
    /// - Throws: `PersonProblem` for a password that cannot be taken.
    package func changePassword(of name: String, from old: String, to new: String) async throws -> Person? {
        try PersonRules.require(password: new)
        guard let known = try await signIn(name, password: old), let id = known.passwordID else { return nil }
        return try await turn.take {
            let hash = PasswordHash(of: new, iterations: iterations)
            // Not where a new code has taken it away meanwhile.
            guard try person(name)?.passwordID == id else { return nil }
            try change(name, "password = ?", [hash.text])
            return try person(name)
        }
    }

    /// Wrong tries that cost nothing but a new one; the next makes wait a minute, each further one twice as long.
    private static let freeTries = 4
    private static let (firstLock, longestLock) = (60.0, 3600.0)

    /// Counts a try before it is looked at, so that many at once count too.
    ///
    /// - Returns: nil where there is nobody of that name, or the name is locked.
    private func count(_ name: String) throws -> Row? {
        try file.requirePlace()
        let time = now()
        return try database.write { database in
            guard let row = try Self.row(name, in: database) else { return nil }
            if let locked = row["locked_until"] as Date?, locked > time { return nil }
            let wrong = (row["wrong"] as Int) + 1
            let lock =
                wrong > Self.freeTries
                ? min(Self.longestLock, Self.firstLock * pow(2, Double(min(20, wrong - Self.freeTries - 1)))) : 0
            try database.execute(
                sql: "UPDATE person SET wrong = ?, locked_until = ? WHERE name = ?",
                arguments: [wrong, lock > 0 ? time.addingTimeInterval(lock) : nil, name])
            return row
        }
    }

    private func succeed(_ name: String) throws -> Person? {
        try change(name, "wrong = 0, locked_until = NULL", [])
        return try person(name)
    }

    private func end() -> Date { now().addingTimeInterval(Self.invitationSeconds) }

    private static let nobody = PersonProblem("there is nobody of that name")

    /// What takes as long to be held against a password as anybody's.
    private static func nobodys(_ iterations: Int) -> String {
        "pbkdf2-sha256$\(iterations)$00$" + String(repeating: "0", count: 64)
    }

    private static func row(_ name: String, in database: Database) throws -> Row? {
        try Row.fetchOne(database, sql: "\(everybody) WHERE name = ?", arguments: [name])
    }

    private static let everybody =
        "SELECT *, (SELECT COUNT(*) FROM passkey WHERE person = person.name) AS passkeys FROM person"

    private static func person(_ row: Row) -> Person {
        Person(
            reviewer: Reviewer(name: row["name"]),
            roles: Set((row["roles"] as String).split(separator: " ").compactMap { Role(rawValue: String($0)) }),
            passwordID: (row["password"] as String?).map { SHA256.hexDigest(of: Array($0.utf8)) },
            passkeys: row["passkeys"])
    }

    private static func text(of roles: Set<Role>) -> String { roles.map(\.rawValue).sorted().joined(separator: " ") }

    /// 100 bits, in letters and digits that are not mistaken for each other (Crockford's base 32).
    private static func code() -> String {
        var source = SystemRandomNumberGenerator()
        let letters = (0..<20).map { _ in alphabet.randomElement(using: &source) ?? "0" }
        return stride(from: 0, to: 20, by: 5).map { String(letters[$0..<($0 + 5)]) }.joined(separator: "-")
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// As it was given, however it was typed.
    private static func bare(_ code: String) -> String {
        let letters = code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        return stride(from: 0, to: letters.count, by: 5).map { start in
            String(letters.dropFirst(start).prefix(5))
        }.joined(separator: "-")
    }
}

/// One at work at a time, some others behind it in line.
private final class Turn: Sendable {
    private static let most = 20

    private actor Work {
        func take<Value: Sendable>(_ work: @Sendable () throws -> Value) rethrows -> Value { try work() }
    }

    private let work = Work()
    private let waiting = Mutex(0)

    /// - Throws: `SignInIsBusy` for one too many.
    func take<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
        try waiting.withLock { waiting in
            guard waiting < Self.most else { throw SignInIsBusy() }
            waiting += 1
        }
        defer { waiting.withLock { $0 -= 1 } }
        return try await self.work.take(work)
    }
}

/// Too many sign in at once: each takes its time.
package struct SignInIsBusy: Error {}
