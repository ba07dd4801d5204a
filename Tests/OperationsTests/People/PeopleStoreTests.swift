import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import Operations

/// Who may sign in to a review.
@Suite final class PeopleStoreTests {
    private let folder: TemporaryFolder
    private let clock = Clock()
    private let password = "correct horse battery"

    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    init() throws { folder = try TemporaryFolder() }

    deinit { folder.remove() }

    private func store() throws -> PeopleStore {
        try PeopleStore(in: folder.path, now: { [clock] in clock.time.withLock { $0 } }, iterations: 10)
    }

    private func withAda() async throws -> PeopleStore {
        let store = try store()
        let code = try store.add("Ada", roles: [.review])
        #expect(try await store.accept("Ada", code: code, password: password) != nil)
        return store
    }

    @Test func aCodeLetsInOnceAndAPasswordFromThenOn() async throws {
        let store = try store()
        let code = try store.add("Ada Moss", roles: [.review, .administer])
        #expect(code.wholeMatch(of: /([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}/) != nil)
        #expect(try await store.signIn("Ada Moss", password: code) == nil)
        let person = try await store.accept(
            "Ada Moss", code: code.lowercased().replacing("-", with: " "), password: password)
        #expect(person?.name == "Ada Moss" && person?.roles == [.review, .administer])
        #expect(try await store.accept("Ada Moss", code: code, password: password) == nil)
        // Also for who opens it anew.
        #expect(try await self.store().signIn("Ada Moss", password: password) != nil)
        #expect(try await store.signIn("Ada Moss", password: password + "!") == nil)
        #expect(try await store.signIn("ada moss", password: password) == nil)
    }

    @Test func aCodeEndsAfterADay() async throws {
        let store = try store()
        let code = try store.add("Ada", roles: [.review])
        clock.pass(PeopleStore.invitationSeconds + 1)
        #expect(try await store.accept("Ada", code: code, password: password) == nil)
        let second = try store.invite("Ada")
        #expect(try await store.accept("Ada", code: second, password: password) != nil)
    }

    @Test func aPasswordThatIsTooShortUsesNoCodeUp() async throws {
        let store = try store()
        let code = try store.add("Ada", roles: [.review])
        await #expect(throws: PersonProblem.self) { try await store.accept("Ada", code: code, password: "short") }
        #expect(try await store.accept("Ada", code: code, password: password) != nil)
    }

    @Test func wrongTriesMakeWaitLongerAndLonger() async throws {
        let store = try await withAda()
        for _ in 0..<5 { #expect(try await store.signIn("Ada", password: "wrong") == nil) }
        #expect(try await store.signIn("Ada", password: password) == nil)
        clock.pass(59)
        #expect(try await store.signIn("Ada", password: password) == nil)
        clock.pass(2)
        #expect(try await store.signIn("Ada", password: "wrong") == nil)
        clock.pass(61)
        #expect(try await store.signIn("Ada", password: password) == nil)
        clock.pass(60)
        #expect(try await store.signIn("Ada", password: password) != nil)
        // All is forgiven.
        for _ in 0..<4 { #expect(try await store.signIn("Ada", password: "wrong") == nil) }
        #expect(try await store.signIn("Ada", password: password) != nil)
    }

    @Test func aThousandTriesAtOnceGetNoFurtherThanFive() async throws {
        let store = try await withAda()
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = try? await store.signIn("Ada", password: "wrong") } }
        }
        #expect(try await store.signIn("Ada", password: password) == nil)
        // The lock is that of five wrong tries, not of a thousand; most of them were not even looked at.
        clock.pass(61)
        #expect(try await store.signIn("Ada", password: password) != nil)
    }

    @Test func anInvitationTakesThePasswordAndTheLockBack() async throws {
        let store = try await withAda()
        for _ in 0..<9 { _ = try await store.signIn("Ada", password: "wrong") }
        let code = try store.invite("Ada")
        #expect(try store.people().map(\.hasPassword) == [false])
        #expect(try await store.signIn("Ada", password: password) == nil)
        #expect(try await store.accept("Ada", code: code, password: "another long password") != nil)
        #expect(try await store.signIn("Ada", password: "another long password") != nil)
    }

    @Test func rolesChangeAndPeopleGo() async throws {
        let store = try await withAda()
        try store.setRoles([.administer], of: "Ada")
        #expect(try store.person("Ada")?.roles == [.administer])
        try store.remove("Ada")
        #expect(try store.person("Ada") == nil)
        #expect(try await store.signIn("Ada", password: password) == nil)
        #expect(throws: PersonProblem.self) { try store.remove("Ada") }
        #expect(throws: PersonProblem.self) { try store.invite("Ada") }
        #expect(throws: PersonProblem.self) { try store.setRoles([.review], of: "Ada") }
    }

    @Test func somebodyAlwaysAdministersWhereSomebodyDid() async throws {
        let store = try store()
        _ = try store.add("Ada", roles: [.administer])
        _ = try store.add("Ben", roles: [.review, .administer])
        try store.setRoles([.review], of: "Ada")
        #expect(throws: PersonProblem.self) { try store.setRoles([.review], of: "Ben") }
        #expect(throws: PersonProblem.self) { try store.remove("Ben") }
        #expect(try store.person("Ben")?.roles == [.review, .administer])
        // With nobody left the link is back.
        try store.remove("Ada")
        try store.remove("Ben")
        #expect(try store.people().isEmpty)
    }

    @Test func aCodeLetsInWhereGuessesHaveLockedTheName() async throws {
        let store = try store()
        let code = try store.add("Ada", roles: [.review])
        for _ in 0..<9 { _ = try await store.signIn("Ada", password: "wrong") }
        #expect(try await store.accept("Ada", code: code, password: password) != nil)
    }

    @Test func rightsOfACopyThatWasPutBackAreTheOwnersAgain() throws {
        _ = try store()
        let path = folder.path.appending(PeopleStore.name).string
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try store()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["", " Ada", "Ada ", "A\nda", "A\u{202E}da", String(repeating: "a", count: 65)])
    func namesThatCannotBeToldApartAreNone(name: String) throws {
        #expect(throws: PersonProblem.self) { try store().add(name, roles: [.review]) }
    }

    @Test func twoPeopleNeverShareAName() throws {
        let store = try store()
        _ = try store.add("Ada", roles: [.review])
        for name in ["Ada", "ADA"] {
            #expect(throws: PersonProblem.self) { try store.add(name, roles: [.review]) }
        }
        #expect(throws: PersonProblem.self) { try store.add("Ben", roles: []) }
    }

    @Test func keepsNeitherPasswordNorCode() async throws {
        let store = try store()
        let code = try store.add("Ada", roles: [.review])
        _ = try await store.accept("Ada", code: code, password: password)
        let second = try store.add("Ben", roles: [.review])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path.string) {
            let bytes = try Data(contentsOf: URL(filePath: folder.path.appending(name).string))
            for secret in [code, second, password] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
            let rights = try FileManager.default.attributesOfItem(atPath: folder.path.appending(name).string)
            #expect(rights[.posixPermissions] as? Int == 0o600)
        }
    }
}
