import Digest
import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityStub
import Model
import Synchronization
import SystemPackage
import Testing
import WebServer

@testable import Endpoints
@testable import Operations

/// Results told to a real receiver, which fails, is slow, and goes away.
@Suite struct WebhookTests {
    /// A receiver that notes what it got and answers as it is told.
    final class Receiver: Sendable {
        struct Request: Sendable {
            var delivery: String?
            var time: String?
            var signature: String?
            var authorization: String?
            var body: [UInt8]
            var path: String
        }

        let requests = Mutex<[Request]>([])
        private let task: Task<Void, any Error>
        let port: UInt16

        /// - Parameter answer: to the n-th request, from 0.
        init(port: UInt16 = 0, answer: @escaping @Sendable (Int) async throws -> Response) async throws {
            let noted = AsyncStream.makeStream(of: UInt16.self)
            let box = Box()
            let router = Router()
            router.post("**") { request, _ in
                func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }
                let body = try await request.body.collect(upTo: 1 << 20)
                let received = Request(
                    delivery: header("Recto-Delivery"), time: header("Recto-Timestamp"),
                    signature: header("Recto-Signature"),
                    authorization: header("Authorization"), body: Array(body.readableBytesView), path: request.uri.path)
                let number = box.receiver.withLock { receiver in
                    receiver?.requests.withLock { requests in
                        requests.append(received)
                        return requests.count - 1
                    } ?? 0
                }
                return try await answer(number)
            }
            let responder = router.buildResponder()
            task = Task {
                defer { noted.continuation.finish() }
                try await WebServer.run(
                    responder, at: Place(loopbackPort: port), limits: WebServer.Limits(patience: 600)
                ) { noted.continuation.yield($0) }
            }
            var ports = noted.stream.makeAsyncIterator()
            guard let bound = await ports.next() else { throw WebhookError("the receiver does not listen") }
            self.port = bound
            box.receiver.withLock { $0 = self }
        }

        private final class Box: Sendable {
            let receiver = Mutex<Receiver?>(nil)
        }

        var count: Int { requests.withLock(\.count) }

        func stop() async {
            task.cancel()
            _ = await task.result
        }
    }

    private static let secret = "0123456789abcdef0123"
    private let folder: FilePath
    private let ledger: Ledger
    private let events = Events()

    final class Events: Sendable {
        let all = Mutex<[WebhookEvent]>([])
    }

    init() throws {
        folder = try FileSystem.makeTemporaryFolder(FilePath(NSTemporaryDirectory()).appending("recto-test-XXXXXX"))
        ledger = try Ledger(in: folder)
    }

    private static func engine() throws -> EngineInfo {
        EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
    }

    private func settle(_ paths: String...) throws {
        let engine = try Self.engine()
        for path in paths {
            try ledger.see([Job(sequence: 0, path: path, location: FilePath(path))])
            let failure = Failure(.damaged, "\(path): damaged", stage: .ingest)
            try ledger.settle(
                Outcome(id: "sha256:0", source: SourceInfo(path: path), failure: failure, engine: engine), isTold: true)
        }
    }

    private func webhook(
        _ port: UInt16, patience: TimeInterval = 600, mostAttempts: Int = 100_000,
        _ change: (inout WebhookSettings) throws -> Void = { _ in }
    ) throws -> Webhook {
        var settings = try WebhookSettings(url: "http://127.0.0.1:\(port)/in?token=x", secret: Self.secret)
        settings.patience = patience
        settings.firstPause = 0.01
        settings.longestPause = 0.1
        settings.mostAttempts = mostAttempts
        try change(&settings)
        let events = events
        return Webhook(
            settings, deliveries: ledger.deliveries,
            body: { entry in
                if entry.path == "unreadable" { throw UnreadableResult(cause: "denied") }
                if entry.path == "elsewhere" { throw OutputGone(path: "out") }
                let number = entry.number.map { "#\($0)" } ?? ""
                return entry.path == "purged" ? nil : Data("{\"path\":\"\(entry.path)\(number)\"}".utf8)
            },
            report: { event in events.all.withLock { $0.append(event) } })
    }

    /// Runs until so much is in a state, then cuts it off.
    private func run(_ webhook: Webhook, until state: Deliveries.State, _ count: Int) async throws {
        let task = Task { await webhook.run() }
        let deadline = ContinuousClock.now + .seconds(600)
        while try ledger.deliveries.counts()[state] != count, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        task.cancel()
        await task.value
        #expect(try ledger.deliveries.counts()[state] == count)
    }

    @Test func tellsEachResultSigned() async throws {
        defer { FileSystem.remove(folder) }
        let receiver = try await Receiver { _ in Response(status: .noContent) }
        try settle("a.tif", "b.tif")
        try await run(webhook(receiver.port), until: .delivered, 2)
        await receiver.stop()
        let requests = receiver.requests.withLock { $0 }
        #expect(
            requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                "{\"path\":\"a.tif\"}", "{\"path\":\"b.tif\"}",
            ])
        #expect(Set(requests.map(\.delivery)).count == 2)
        for request in requests {
            let time = try #require(request.time)
            #expect(abs(try #require(Double(time)) - Date.now.timeIntervalSince1970) < 86_400)
            let code = HMACSHA256.hexDigest(of: Array("\(time).".utf8) + request.body, key: Array(Self.secret.utf8))
            #expect(request.signature == "v1=\(code)")
        }
    }

    @Test func tellsEachDocumentOfASplitFile() async throws {
        defer { FileSystem.remove(folder) }
        let receiver = try await Receiver { _ in Response(status: .ok) }
        try ledger.see([Job(sequence: 0, path: "a.pdf", location: FilePath("a.pdf"))])
        let failure = Failure(.damaged, "a.pdf: damaged", stage: .ingest)
        let document = Outcome(
            id: "sha256:0", source: SourceInfo(path: "a.pdf"), failure: failure, engine: try Self.engine())
        try ledger.settle(Outcome(documents: [document, document]), isTold: true)
        try await run(webhook(receiver.port), until: .delivered, 2)
        await receiver.stop()
        let bodies = receiver.requests.withLock { $0 }.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == ["{\"path\":\"a.pdf#1\"}", "{\"path\":\"a.pdf#2\"}"])
    }

    @Test func triesAgainWhatFails() async throws {
        defer { FileSystem.remove(folder) }
        let elsewhere: HTTPFields = [.location: "/elsewhere"]
        let receiver = try await Receiver { number in
            switch number {
            case 0: Response(status: .internalServerError)
            case 1: Response(status: .movedPermanently, headers: elsewhere)
            case 2:
                Response(status: .badRequest, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 65, count: 200_000)))
            default: Response(status: .ok)
            }
        }
        try settle("a.tif")
        try await run(webhook(receiver.port), until: .delivered, 1)
        await receiver.stop()
        let requests = receiver.requests.withLock { $0 }
        #expect(requests.count == 4 && Set(requests.map(\.delivery)).count == 1)
        // The redirection was not followed.
        #expect(requests.allSatisfy { $0.path == "/in" })
        let causes = events.all.withLock { $0 }.compactMap { event in
            if case .failed("a.tif", _, let cause, false) = event { cause } else { nil }
        }
        #expect(causes == ["it answered 500", "it answered 301", "it answered 400"])
    }

    private final class Noted: Sendable {
        let pauses = Mutex<[(pause: Duration, received: Int)]>([])
    }

    @Test func leavesAReceiverAloneThatAsksForIt() async throws {
        defer { FileSystem.remove(folder) }
        let wish: HTTPFields = [.retryAfter: "600"]
        let receiver = try await Receiver { number in
            number == 0 ? Response(status: .tooManyRequests, headers: wish) : Response(status: .ok)
        }
        try settle("a.tif", "b.tif")
        let noted = Noted()
        let webhook = try webhook(receiver.port) { settings in
            settings.longestPause = 0.3
            settings.sleep = { pause in
                noted.pauses.withLock { $0.append((pause, receiver.count)) }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        try await run(webhook, until: .delivered, 2)
        await receiver.stop()
        // It had nothing but the first request before the pause, which is no longer than pauses are.
        let first = noted.pauses.withLock { $0.first }
        #expect(first?.pause == .seconds(0.3) && first?.received == 1)
    }

    // MARK: - Access tokens

    private func askForTokens(_ settings: inout WebhookSettings, at stub: IdentityStub) throws {
        let file = folder.appending("client-secret").string
        try "s3cret".write(toFile: file, atomically: true, encoding: .utf8)
        chmod(file, 0o600)
        try settings.askForTokens(at: stub.address + "/token", client: "recto", secretFile: file, scope: "results")
    }

    private static func grant(_ token: String) -> IdentityStub.Reply {
        .init(200, #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600}"#)
    }

    @Test func bringsATokenAndAnotherOneWhereThatIsRefused() async throws {
        defer { FileSystem.remove(folder) }
        let stub = try await IdentityStub()
        stub.reply("/token", Self.grant("first"), Self.grant("second"), Self.grant("third"))
        let receiver = try await Receiver { Response(status: $0 == 1 ? .unauthorized : .ok) }
        try settle("a.tif", "b.tif", "c.tif")
        try await run(webhook(receiver.port) { try askForTokens(&$0, at: stub) }, until: .delivered, 3)
        await receiver.stop()
        await stub.stop()
        let requests = receiver.requests.withLock { $0 }
        #expect(requests.map(\.authorization) == ["Bearer first", "Bearer first", "Bearer second", "Bearer second"])
        #expect(requests[1].delivery == requests[2].delivery && requests[1].body == requests[2].body)
        #expect(
            stub.requests("/token").map(\.body)
                == Array(repeating: "grant_type=client_credentials&scope=results", count: 2))
        // It was no failure.
        let failures = events.all.withLock { $0.count }
        #expect(failures == 0)
    }

    @Test func sendsNothingWithoutAToken() async throws {
        defer { FileSystem.remove(folder) }
        let stub = try await IdentityStub()
        stub.reply("/token", .init(400, #"{"error":"invalid_client"}"#))
        let receiver = try await Receiver { _ in Response(status: .ok) }
        try settle("a.tif")
        try await run(
            webhook(receiver.port, mostAttempts: 2) { try askForTokens(&$0, at: stub) }, until: .abandoned, 1)
        await receiver.stop()
        await stub.stop()
        let causes = events.all.withLock { $0 }.compactMap { event in
            if case .failed("a.tif", _, let cause, _) = event { cause } else { nil }
        }
        #expect(causes == Array(repeating: "the token service refused: 400 invalid_client", count: 2))
        #expect(receiver.count == 0 && stub.requests("/token").count == 1)
    }

    @Test func wantsAllOfWhatTokensAreAskedForBy() throws {
        defer { FileSystem.remove(folder) }
        let (file, open) = (folder.appending("a").string, folder.appending("b").string)
        for (path, rights) in [(file, 0o600), (open, 0o644)] as [(String, mode_t)] {
            try "s3cret".write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, rights)
        }
        var settings = try WebhookSettings(url: "https://example.com", secret: Self.secret)
        let url = "https://example.com/token"
        for (url, id, file, scope) in [
            ("", "recto", "", ""), ("", "", file, ""), ("", "", "", "results"), (url, "", file, ""),
            (url, "recto", "", ""), (url, "recto", open, ""), (url, "recto", file + "x", ""),
            ("http://example.com/token", "recto", file, ""),
        ] {
            #expect(throws: WebhookError.self) {
                try settings.askForTokens(at: url, client: id, secretFile: file, scope: scope)
            }
        }
        try settings.askForTokens(at: "", client: "", secretFile: "", scope: "")
        #expect(settings.tokens == nil)
        try settings.askForTokens(at: url, client: "recto", secretFile: file, scope: "")
        #expect(settings.tokens?.grant == .clientCredentials(id: "recto", secretFile: file))
    }

    @Test func goesOnWhereTheReceiverWasAway() async throws {
        defer { FileSystem.remove(folder) }
        let first = try await Receiver { _ in Response(status: .ok) }
        let port = first.port
        await first.stop()
        try settle("a.tif", "b.tif", "purged")
        // Nobody listens; and this process is cut off and started again.
        let absent = Task { [webhook = try webhook(port)] in await webhook.run() }
        while events.all.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(10)) }
        absent.cancel()
        await absent.value
        #expect(try ledger.deliveries.counts() == [.waiting: 2, .abandoned: 1])
        let second = try await Receiver(port: port) { _ in Response(status: .ok) }
        try await run(webhook(port), until: .delivered, 2)
        await second.stop()
        #expect(second.count == 2)
    }

    @Test func waitsForASlowReceiverNoLongerThanItMay() async throws {
        defer { FileSystem.remove(folder) }
        let receiver = try await Receiver { number in
            if number == 0 { try await Task.sleep(for: .seconds(600)) }
            return Response(status: .ok)
        }
        try settle("a.tif")
        try await run(webhook(receiver.port, patience: 2), until: .delivered, 1)
        await receiver.stop()
        #expect(receiver.count >= 2)
    }

    @Test func givesUpInTheEnd() async throws {
        defer { FileSystem.remove(folder) }
        let receiver = try await Receiver { _ in Response(status: .serviceUnavailable) }
        try settle("a.tif")
        try await run(webhook(receiver.port, mostAttempts: 3), until: .abandoned, 1)
        await receiver.stop()
        let attempts = events.all.withLock { $0 }.compactMap { event in
            if case .failed(_, let attempt, _, let isLast) = event { (attempt, isLast) } else { nil }
        }
        #expect(attempts.map(\.0) == [1, 2, 3])
        #expect(attempts.map(\.1) == [false, false, true])
    }

    @Test func aResultThatCannotBeReadKeepsNoneWaiting() async throws {
        defer { FileSystem.remove(folder) }
        let receiver = try await Receiver { _ in Response(status: .ok) }
        try settle("unreadable", "a.tif")
        try await run(webhook(receiver.port), until: .delivered, 1)
        // Nothing is given up while the output folder is away.
        try settle("elsewhere")
        let before = events.all.withLock { $0.count }
        let waiting = Task { [webhook = try webhook(receiver.port)] in await webhook.run() }
        func isHeldUp(_ event: WebhookEvent) -> Bool { if case .ledgerFailed = event { true } else { false } }
        while !events.all.withLock({ $0.dropFirst(before).contains(where: isHeldUp) }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        waiting.cancel()
        await waiting.value
        await receiver.stop()
        #expect(try ledger.deliveries.counts() == [.waiting: 2, .delivered: 1])
    }

    @Test func numbersOfAnotherLedgerAreOthers() throws {
        defer { FileSystem.remove(folder) }
        func first(_ ledger: Ledger) throws -> Int64 {
            try ledger.see([Job(sequence: 0, path: "a", location: "a")])
            let failure = Failure(.damaged, "a: damaged", stage: .ingest)
            try ledger.settle(
                Outcome(id: "sha256:0", source: SourceInfo(path: "a"), failure: failure, engine: try Self.engine()),
                isTold: true)
            return try #require(ledger.deliveries.due(at: .now + 1, limit: 1).first?.id)
        }
        let other = folder.appending("other")
        try FileSystem.makeFolder(other)
        let numbers = [try first(ledger), try first(try Ledger(in: other))]
        #expect(numbers[0] != numbers[1])
        #expect(numbers.allSatisfy { (1..<(1 << 53)).contains($0) })
    }

    @Test func doesNotWaitForAClockThatWasAhead() throws {
        defer { FileSystem.remove(folder) }
        try settle("a.tif")
        let entry = try #require(ledger.deliveries.due(at: .now, limit: 1).first)
        // Tried when it was next year, by the clock that was put right since.
        try ledger.deliveries.failed(entry, nextAt: .now + 365 * 86_400)
        #expect(try ledger.deliveries.due(at: .now, limit: 1).isEmpty)
        #expect(try ledger.deliveries.due(at: .now, limit: 1, longestPause: 900).map(\.path) == ["a.tif"])
        try ledger.deliveries.failed(entry, nextAt: .now + 800)
        #expect(try ledger.deliveries.due(at: .now, limit: 1, longestPause: 900).isEmpty)
    }

    @Test func forgetsWhatIsPurged() throws {
        defer { FileSystem.remove(folder) }
        try settle("a.tif", "b.tif")
        try ledger.forget(["a.tif"])
        #expect(try ledger.deliveries.due(at: .now + 1, limit: 10).map(\.path) == ["b.tif"])
    }

    @Test(arguments: ["http://example.com/x", "ftp://example.com", "example.com", "", "http://127.0.0.1.example.com/"])
    func refusesAddressesThatGiveResultsAway(url: String) {
        #expect(throws: WebhookError.self) { try WebhookSettings(url: url, secret: Self.secret) }
    }

    @Test func wantsASecretThatIsOne() throws {
        defer { FileSystem.remove(folder) }
        #expect(throws: WebhookError.self) { try WebhookSettings(url: "https://example.com", secret: " short \n") }
        let file = folder.appending("secret").string
        try "0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
        chmod(file, 0o644)
        #expect(throws: WebhookError.self) { try WebhookSettings.secret(inFile: file) }
        chmod(file, 0o600)
        let settings = try WebhookSettings(url: "https://example.com", secret: WebhookSettings.secret(inFile: file))
        #expect(settings.secret == Array("0123456789abcdef".utf8))
    }

    @Test func pausesGrowAndHaveAnEnd() throws {
        let settings = try WebhookSettings(url: "https://example.com", secret: Self.secret)
        for (attempts, longest) in [(0, 1.0), (3, 8), (10, 900), (1000, 900)] {
            for _ in 0..<20 { #expect((longest / 2...longest).contains(settings.pause(after: attempts))) }
        }
    }
}
