import Foundation
import Hummingbird
import RawHTTP
import Synchronization
import Testing
import WebServer

/// Clients that would keep the server's connections, over real sockets.
@Suite struct LimitTests {
    func serve(
        _ limits: WebServer.Limits, _ router: Router<BasicRequestContext> = Router(),
        certificate: TLSCertificate? = nil,
        _ body: (UInt16) async throws -> Void
    ) async throws {
        router.get("/") { _, _ in "whole" }
        router.post("/") { request, _ in "\(try await request.body.collect(upTo: 1 << 20).readableBytes)" }
        let ports = AsyncStream.makeStream(of: UInt16.self)
        let responder = router.buildResponder()
        let task = Task {
            defer { ports.continuation.finish() }
            try await WebServer.run(responder, at: Place(loopbackPort: 0), limits: limits, certificate: certificate) {
                ports.continuation.yield($0)
            }
        }
        defer { task.cancel() }
        var iterator = ports.stream.makeAsyncIterator()
        try await body(try #require(await iterator.next()))
    }

    /// A busy machine may answer later than a client may wait: tries again, though not for ever.
    private static func onAFreeMachine<Answer>(
        _ ask: () async throws -> Answer, until isAnswered: (Answer) -> Bool
    ) async throws -> Answer {
        for _ in 0..<1000 {
            let answer = try await ask()
            if isAnswered(answer) { return answer }
        }
        return try await ask()
    }

    /// Sends the same over and over; returns once the server has closed.
    private func trickle(_ connection: RawConnection, _ text: String) async throws {
        while try await !connection.receive(seconds: 0.02).isClosed { connection.send(text) }
    }

    @Test func cutsOffWhoTricklesHeaders() async throws {
        try await serve(.init(patience: 0.3)) { port in
            let connection = try RawConnection(port: port)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n")
            try await trickle(connection, "A: b\r\n")
        }
    }

    @Test func cutsOffWhoTricklesABody() async throws {
        try await serve(.init(patience: 0.3)) { port in
            let connection = try RawConnection(port: port)
            connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            try await trickle(connection, "b")
        }
    }

    @Test func cutsOffWhoSaysNothing() async throws {
        try await serve(.init(patience: 0.3)) { port in
            let silent = try await RawConnection(port: port).receive()
            #expect(silent == ("", true))
            let answered = try await Self.onAFreeMachine {
                let connection = try RawConnection(port: port)
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return try await connection.receive()
            } until: {
                $0.text.hasSuffix("whole") && $0.isClosed
            }
            #expect(answered.text.hasSuffix("whole") && answered.isClosed)
        }
    }

    @Test func cutsOffWhoTakesNoAnswer() async throws {
        let wasCutOff = Mutex(false)
        let router = Router()
        router.get("/large") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    do {
                        while true { try await writer.write(ByteBuffer(repeating: 65, count: 1 << 20)) }
                    } catch {
                        wasCutOff.withLock { $0 = true }
                        throw error
                    }
                })
        }
        try await serve(.init(patience: 0.3), router) { port in
            // A busy machine may cut off a client before its request is answered at all: that one tries again.
            for _ in 0..<1000 where !wasCutOff.withLock({ $0 }) {
                let connection = try RawConnection(port: port)
                connection.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                for _ in 0..<50 where !wasCutOff.withLock({ $0 }) {
                    // Asking for more does not put it off.
                    connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            #expect(wasCutOff.withLock { $0 })
        }
    }

    @Test func goesOnWithAnAnswerWhosePartsGetThrough() async throws {
        let router = Router()
        router.get("/stream") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<15 {
                        try await writer.write(ByteBuffer(string: "part\n"))
                        try await Task.sleep(for: .milliseconds(100))
                    }
                    try await writer.write(ByteBuffer(string: "last\n"))
                    try await writer.finish(nil)
                })
        }
        try await serve(.init(patience: 1), router) { port in
            let answer = try await Self.onAFreeMachine {
                try await RawConnection(port: port).exchange(["GET /stream HTTP/1.1", "Host: a"])
            } until: {
                $0.contains("last\n")
            }
            #expect(answer.contains("last\n"))
        }
    }

    @Test func hasSoManyConnectionsAtATime() async throws {
        try await serve(.init(patience: 600, connections: 2)) { port in
            let first = try RawConnection(port: port)
            let second = try RawConnection(port: port)
            for connection in [first, second] {
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await connection.receive { $0.hasSuffix("whole") }
            }
            let third = try RawConnection(port: port)
            third.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let early = try await third.receive(seconds: 0.2)
            #expect(early.text == "")
            first.close()
            let late = try await third.receive { $0.hasSuffix("whole") }
            #expect(late.text.hasPrefix("HTTP/1.1 200 "))
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func refusesLongHeaders() async throws {
        try await serve(.init(patience: 600)) { port in
            let long = String(repeating: "a", count: 20_000)
            let answer = try await RawConnection(port: port).exchange(["GET / HTTP/1.1", "Host: a", "Long: \(long)"])
            #expect(!answer.contains("whole"))
        }
    }

    @Test func saysThatAPortIsTaken() async throws {
        try await serve(.init(patience: 600)) { port in
            let error = await #expect(throws: (any Error).self) {
                try await WebServer.run(
                    Router().buildResponder(), at: Place(loopbackPort: port), limits: .init(patience: 1),
                    listening: { _ in })
            }
            #expect(error.map { "\($0)" } == "Address already in use")
        }
    }
}
