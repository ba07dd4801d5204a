import Foundation
import IdentityStub
import Testing

@testable import WebClient

@Suite struct WebClientTests {
    @Test(arguments: [
        "http://example.com", "ftp://example.com", "https://", "https://user:word@example.com", "example.com",
        "http://127.0.0.1.example.com", "https://example.com/#x", "file:///etc/passwd", "", "http://[::1]:9/",
    ]) func addressesThatGiveSecretsAwayAreNone(text: String) { #expect(WebAddress(text) == nil) }

    @Test(arguments: ["https://example.com/x?y", "http://localhost:8080", "http://127.0.0.1/x"])
    func otherAddressesAreGood(text: String) { #expect(WebAddress(text)?.url.absoluteString == text) }

    @Test func readsBothFormsOfRetryAfter() {
        let now = Date(timeIntervalSince1970: 784_111_777)
        let cases: [(String?, TimeInterval?)] = [
            ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:27 GMT", 0),
            ("99999999999999999999", 86_400), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil), (nil, nil),
        ]
        for (text, seconds) in cases { #expect(RetryAfter.seconds(text, now: now) == seconds, "\(text ?? "nil")") }
    }

    @Test func readsNoMoreThanItMayAndFollowsNothing() async throws {
        let stub = try await IdentityStub()
        let client = WebClient(patience: 600, mostBytes: 10)
        func answer(_ path: String, _ reply: IdentityStub.Reply) async throws -> WebClient.Response? {
            stub.reply(path, reply)
            let address = try #require(WebAddress(stub.address + path))
            guard case .answered(let response) = await client.send(WebClient.Request(to: address)) else { return nil }
            return response
        }
        let whole = try await answer("/whole", .init(200, "0123456789"))
        #expect(whole?.status == 200 && whole?.body == Data("0123456789".utf8))
        let long = try await answer("/long", .init(200, "0123456789a"))
        #expect(long?.status == 200 && long?.body == nil)
        let moved = try await answer("/moved", .init(307, headers: ["Location": "/whole", "Set-Cookie": "a=b"]))
        #expect(moved?.status == 307 && stub.requests("/whole").count == 1)
        let busy = try await answer("/busy", .init(503, headers: ["Retry-After": "7"]))
        #expect(busy?.retryAfter == 7)
        await stub.stop()
        let address = try #require(WebAddress(stub.address))
        guard case .failed(let cause) = await client.send(WebClient.Request(to: address)) else {
            Issue.record("nobody can have answered")
            return
        }
        #expect(cause == "no connection")
    }
}
