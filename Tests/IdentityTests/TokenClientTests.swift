import Foundation
import Glibc
import IdentityStub
import Synchronization
import Testing
import WebClient

@testable import Identity

/// Access tokens of a service that is busy, dies, and comes back.
@Suite struct TokenClientTests {
    let clock = TestClock()
    let stub: IdentityStub
    let folder: URL

    init() async throws {
        stub = try await IdentityStub()
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "recto-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("secret", "s3cret/+ :é\n")
        try write("id-token", "a.b.c\n")
    }

    private func write(_ name: String, _ text: String, _ rights: mode_t = 0o600) throws {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, rights)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func settings(_ grant: TokenSettings.Grant? = nil, scope: String = "") throws -> TokenSettings {
        var settings = TokenSettings(
            address: try #require(WebAddress(stub.address + "/token")),
            grant: grant ?? .clientCredentials(id: "scan ner", secretFile: path("secret")), scope: scope)
        settings.patience = 600
        return settings
    }

    /// Whose pauses are noted, and pass at once.
    final class Pauses: Sendable {
        let all = Mutex<[Double]>([])
    }

    private func client(
        _ settings: TokenSettings, _ pauses: Pauses = Pauses(), then: @escaping @Sendable () async throws -> Void = {}
    ) -> TokenClient {
        TokenClient(
            settings, now: clock.instant,
            sleep: { [clock] pause in
                try Task.checkCancellation()
                pauses.all.withLock { $0.append(pause / .seconds(1)) }
                clock.advance(pause / .seconds(1))
                try await then()
            })
    }

    private static func grant(_ token: String, life: Int? = 3600) -> IdentityStub.Reply {
        let end = life.map { #","expires_in":\#($0)"# } ?? ""
        return .init(200, #"{"access_token":"\#(token)","token_type":"bearer"\#(end)}"#)
    }

    private var asked: [IdentityStub.Request] { stub.requests("/token") }

    private func end() async throws {
        await stub.stop()
        try FileManager.default.removeItem(at: folder)
    }

    @Test func asksForClientCredentials() async throws {
        stub.reply("/token", Self.grant("first"))
        #expect(try await client(settings(scope: "capture review")).token().text == "first")
        #expect(asked.first?.body == "grant_type=client_credentials&scope=capture%20review")
        let pair = Data("scan%20ner:s3cret%2F%2B%20%3A%C3%A9".utf8).base64EncodedString()
        #expect(asked.first?.authorization == "Basic \(pair)")
        try await end()
    }

    @Test func exchangesTheIDTokenThatIsInTheFileNow() async throws {
        stub.reply("/token", Self.grant("first", life: 60), Self.grant("second"))
        let client = client(try settings(.idToken(file: path("id-token"))))
        #expect(try await client.token().text == "first")
        try write("id-token", "d.e.f", 0o644)
        clock.advance(30)
        #expect(try await client.token().text == "second")
        #expect(asked.map { $0.body.contains("subject_token=a.b.c&") } == [true, false])
        #expect(asked.last?.body.contains("subject_token=d.e.f&subject_token_type=urn%3Aietf%3A") == true)
        #expect(asked.allSatisfy { $0.authorization == nil })
        try await end()
    }

    @Test(arguments: [(3600, 3300.0), (900, 600), (600, 300), (60, 30), (nil, 150)])
    func isKeptUntilFiveMinutesBeforeItsEnd(
        life: Int?, use: Double
    ) async throws {
        stub.reply("/token", Self.grant("first", life: life), Self.grant("second"))
        let client = client(try settings())
        #expect(try await client.token().text == "first")
        clock.advance(use - 1)
        #expect(try await client.token().text == "first" && asked.count == 1)
        clock.advance(1)
        #expect(try await client.token().text == "second" && asked.count == 2)
        try await end()
    }

    @Test func oneFetchIsForAllWhoWait() async throws {
        stub.reply("/token", Self.grant("first"), Self.grant("second"))
        let gate = stub.hold()
        let client = client(try settings())
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await client.token().text } }
            // One who goes takes nothing from the others.
            let gone = Task { try await client.token().text }
            while asked.isEmpty { await Task.yield() }
            gone.cancel()
            gate.finish()
            for try await token in group { #expect(token == "first") }
        }
        #expect(asked.count == 1)
        try await end()
    }

    @Test func endsWithTheLastWhoWaits() async throws {
        stub.reply("/token", Self.grant("first"))
        let gate = stub.hold()
        let client = client(try settings())
        let waiting = Task { try await client.token() }
        while asked.isEmpty { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        gate.finish()
        #expect(try await client.token().text == "first")
        try await end()
    }

    @Test func waitsAsLongAsTheServiceAsks() async throws {
        stub.reply(
            "/token", .init(429, headers: ["Retry-After": "7"]), .init(503, headers: ["Retry-After": "25"]),
            Self.grant("first"))
        let pauses = Pauses()
        #expect(try await client(settings(), pauses).token().text == "first")
        #expect(pauses.all.withLock { $0 } == [7, 25])
        try await end()
    }

    @Test func isNotAskedBeforeTheTimeThatIsTooLongToWaitFor() async throws {
        stub.reply("/token", .init(429, headers: ["Retry-After": "100"]), Self.grant("first"))
        let pauses = Pauses()
        let client = client(try settings(), pauses)
        await #expect(throws: TokenError.unavailable("it answered 429", retryAfter: 100)) { try await client.token() }
        clock.advance(99)
        await #expect(throws: TokenError.unavailable("it answered 429", retryAfter: 1)) { try await client.token() }
        let paused = pauses.all.withLock(\.count)
        #expect(asked.count == 1 && paused == 0)
        clock.advance(1)
        #expect(try await client.token().text == "first")
        try await end()
    }

    @Test func triesAServiceThatDiedAgain() async throws {
        stub.reply("/token", Self.grant("first"))
        await stub.stop()
        let pauses = Pauses()
        let client = client(try settings(), pauses) { [stub] in
            if pauses.all.withLock(\.count) == 3 { try await stub.start() }
        }
        #expect(try await client.token().text == "first")
        for (pause, longest) in zip(pauses.all.withLock { $0 }, [1.0, 2, 4]) {
            #expect((longest / 2...longest).contains(pause))
        }
        try await end()
    }

    @Test func usesWhatItHasWhileTheServiceIsDown() async throws {
        stub.reply("/token", Self.grant("first", life: 3600), Self.grant("second"))
        let pauses = Pauses()
        let client = client(try settings(), pauses)
        _ = try await client.token()
        await stub.stop()
        clock.advance(3300)
        #expect(try await client.token().text == "first")
        #expect(pauses.all.withLock(\.count) == 3)
        // And does not have everyone wait for it.
        #expect(try await client.token().text == "first")
        #expect(pauses.all.withLock(\.count) == 3)
        clock.advance(300)
        await #expect(throws: TokenError.self) { try await client.token() }
        try await stub.start()
        clock.advance(300)
        #expect(try await client.token().text == "second")
        try await end()
    }

    @Test func aTokenThatTheResourceRefusesIsDroppedOnce() async throws {
        stub.reply("/token", Self.grant("first"), Self.grant("second"), Self.grant("third"))
        let client = client(try settings())
        let first = try await client.token()
        await client.refused(first)
        #expect(try await client.token().text == "second")
        // Others who had the first one say so later.
        await client.refused(first)
        #expect(try await client.token().text == "second" && asked.count == 2)
        try await end()
    }

    @Test(arguments: [
        (IdentityStub.Reply(401, #"{"error":"invalid_client"}"#), TokenError.refused(401, "invalid_client")),
        (.init(400, #"{"error":"s3cret"}"#), .refused(400, nil)), (.init(400, "<html>"), .refused(400, nil)),
        (.init(302, headers: ["Location": "/elsewhere"]), .refused(302, nil)), (.init(200, "{}"), .malformed),
        (.init(200, #"{"access_token":"a b","token_type":"Bearer"}"#), .malformed),
        (.init(200, #"{"access_token":"a\r\nX: y","token_type":"Bearer"}"#), .malformed),
        (.init(200, #"{"access_token":"","token_type":"Bearer"}"#), .malformed),
        (.init(200, #"{"access_token":"a","token_type":"MAC"}"#), .malformed),
        (.init(200, #"{"access_token":"a","token_type":"Bearer","expires_in":0}"#), .malformed),
    ]) func aNoIsNotAskedForAgainAtOnce(reply: IdentityStub.Reply, error: TokenError) async throws {
        stub.reply("/token", reply)
        let client = client(try settings())
        for _ in 0..<3 { await #expect(throws: error) { try await client.token() } }
        #expect(asked.count == 1 && stub.requests("/elsewhere").isEmpty && !"\(error)".contains("s3cret"))
        clock.advance(10)
        await #expect(throws: error) { try await client.token() }
        #expect(asked.count == 2)
        try await end()
    }

    @Test func asksNobodyWithoutItsSecret() async throws {
        try write("secret", "s3cret", 0o604)
        try write("id-token", String(repeating: "x", count: SecretFile.mostBytes + 1))
        for grant in [nil, TokenSettings.Grant.idToken(file: path("id-token")), .idToken(file: path("nowhere"))] {
            let settings = try settings(grant)
            let error = await #expect(throws: TokenError.self) { try await client(settings).token() }
            guard case .file(let words) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(words.hasPrefix(folder.path) && !words.contains("s3cret"))
        }
        #expect(asked.isEmpty)
        try await end()
    }

    // MARK: - Kept between programs

    private func cache() -> TokenCache { TokenCache(folder: path("cache/tokens"), now: clock.date) }

    private func rights(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    @Test func isKeptForItsOwnerAlone() async throws {
        let settings = try settings()
        func token() async throws -> String {
            try await cache().token(for: settings) { GrantedToken(text: "kept \(clock.date())", life: 900) }.text
        }
        let first = try await token()
        clock.advance(599)
        #expect(try await token() == first)
        let names = try FileManager.default.contentsOfDirectory(atPath: path("cache/tokens")).sorted()
        #expect(names.count == 2 && names[1] == names[0] + ".lock")
        #expect(try rights("cache/tokens") == 0o700)
        for name in names { #expect(try rights("cache/tokens/\(name)") == 0o600) }
        clock.advance(1)
        #expect(try await token() != first)
        // A clock that was set back tells nothing of ages.
        let second = try await token()
        clock.advance(-3600)
        #expect(try await token() != second)
        try await end()
    }

    @Test func settingsThatDifferHaveOtherTokens() async throws {
        let all = [
            try settings(), try settings(scope: "capture"), try settings(.idToken(file: path("id-token"))),
            try settings(.clientCredentials(id: "other", secretFile: path("secret"))),
            try settings(.idToken(file: path("other"))),
        ]
        for (number, settings) in all.enumerated() {
            let token = try await cache().token(for: settings) { GrantedToken(text: "\(number)", life: 900) }
            #expect(token.text == "\(number)")
        }
        try await end()
    }

    @Test func oneOfManyProgramsAsks() async throws {
        let settings = try settings()
        let cache = cache()
        let fetches = Pauses()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await cache.token(for: settings) {
                        let number = fetches.all.withLock { all in
                            all.append(0)
                            return all.count
                        }
                        await Task.yield()
                        return GrantedToken(text: "token \(number)", life: 900)
                    }.text
                }
            }
            for try await token in group { #expect(token == "token 1") }
        }
        try await end()
    }

    @Test func isNotKeptWhereOthersMayLook() async throws {
        let settings = try settings()
        let never: @Sendable () async throws -> GrantedToken = {
            Issue.record("a token was asked for")
            return GrantedToken(text: "x", life: 900)
        }
        try FileManager.default.createDirectory(atPath: path("cache/tokens"), withIntermediateDirectories: true)
        chmod(path("cache/tokens"), 0o750)
        await #expect(throws: TokenCache.Problem.self) { try await cache().token(for: settings, fetch: never) }
        // A link may lead anywhere.
        try FileManager.default.removeItem(atPath: path("cache/tokens"))
        try FileManager.default.createSymbolicLink(atPath: path("cache/tokens"), withDestinationPath: folder.path)
        await #expect(throws: TokenCache.Problem.self) { try await cache().token(for: settings, fetch: never) }
        try await end()
    }

    @Test func aFileThatOthersMayWriteIsNoToken() async throws {
        let settings = try settings()
        _ = try await cache().token(for: settings) { GrantedToken(text: "first", life: 900) }
        let names = try FileManager.default.contentsOfDirectory(atPath: path("cache/tokens"))
        let name = try #require(names.first { !$0.hasSuffix(".lock") })
        chmod(path("cache/tokens/\(name)"), 0o666)
        let second = try await cache().token(for: settings) { GrantedToken(text: "second", life: 900) }
        #expect(second.text == "second")
        #expect(try rights("cache/tokens/\(name)") == 0o600)
        try await end()
    }

    @Test func findsTheFolderThatTheEnvironmentNames() {
        #expect(TokenCache.folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/recto/tokens")
        #expect(TokenCache.folder(["XDG_CACHE_HOME": "relative", "HOME": "/h"]) == "/h/.cache/recto/tokens")
        #expect(TokenCache.folder([:]) == nil)
    }
}
