import Foundation
import Model
import Operations
import RawHTTP
import Testing

@testable import Review

@Suite struct LiveTests {
    private func log(_ count: Int) -> EventLog {
        let log = EventLog()
        for number in 0..<count { log.tell(of: .init(documents: ["\(number)"]), in: IndexSnapshot([], isWhole: true)) }
        return log
    }

    @Test func tellsEachChangeOnceAndInOrder() {
        let log = log(3)
        let all = log.changes(after: EventLog.Position(run: log.run, sequence: 0))
        #expect(all.map(\.position.sequence) == [1, 2, 3])
        #expect(log.changes(after: all[1].position).map(\.position.sequence) == [3])
        #expect(log.changes(after: log.position).isEmpty)
    }

    @Test(arguments: ["", "x", "other-1", "RUN--1", "RUN-9", "RUN-1-2", "-"])
    func tellsWhoIsLostHowManyThereAre(after: String) {
        let log = log(3)
        let changes = log.changes(after: EventLog.Position(after.replacing("RUN", with: log.run)))
        #expect(changes.count == 1 && changes.first?.change.documents.isEmpty == true)
        #expect(changes.first?.position == log.position)
    }

    @Test func keepsTheLastChangesAlone() {
        let log = log(1000)
        #expect(log.changes(after: EventLog.Position(run: log.run, sequence: 10)).count == 1)
        #expect(log.changes(after: EventLog.Position(run: log.run, sequence: 990)).count == 10)
    }

    @Test func tellsOfALargeChangeTheTotalAlone() {
        let log = EventLog()
        let ids = Set((0..<500).map { "\($0)" })
        log.tell(of: .init(documents: ids, arrived: ids), in: IndexSnapshot([], isWhole: true))
        let change = log.changes(after: EventLog.Position(run: log.run, sequence: 0)).first?.change
        #expect(change?.documents.isEmpty == true && change?.arrived == 500)
    }

    @Test func streamsWhatIsWritten() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("telltale.png"))
        try await fixture.serve { server, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let connection = try RawConnection(port: server.place.port)
            let after = server.events.position.text
            connection.send(
                "GET /events?after=\(after) HTTP/1.1\r\nHost: 127.0.0.1:\(server.place.port)\r\n"
                    + "Cookie: \(browser.cookie ?? "")\r\n\r\n")
            let opened = try await connection.receive { $0.contains(": open") }
            #expect(opened.text.contains("text/event-stream"))
            try fixture.write(Fixture.outcome("telltale.png", .accept))
            let text = try await connection.receive { $0.contains("\"total\":1") }.text
            #expect(text.contains("id: \(server.events.run)-1\n") && text.contains("\"state\":\"accept\""))
            #expect(text.contains(DocumentEntry.id(of: "telltale.png")) && !text.contains("telltale"))
        }
    }

    @Test func tellsWhichDocumentsAreNewToTheQueue() async throws {
        let fixture = try Fixture()
        for name in ["open.png", "done.png"] { try fixture.write(Fixture.outcome(name)) }
        // Its index is read here alone.
        let server = try fixture.server()
        await server.index.refreshReviews()
        #expect(await server.index.refresh().arrived.isEmpty)
        let done = try #require(server.index.snapshot.document(DocumentEntry.id(of: "done.png"))?.reviewed)
        func take(_ step: ReviewStep) async throws {
            let version = try await server.store.state(of: done).version
            _ = try await server.store.save(step, of: done, on: version, by: Reviewer(name: "Ada"))
            await server.index.refreshReviews()
        }
        try await take(.decide(.unknown))
        // Read anew, new, riskier and accepted.
        for name in ["open.png", "new.png"] { try fixture.write(Fixture.outcome(name)) }
        try fixture.write(Fixture.outcome("risky.png", confidence: 0.1))
        try fixture.write(Fixture.outcome("sure.png", .accept))
        let changes = await server.index.refresh()
        #expect(changes.documents.count == 4)
        #expect(changes.arrived == Set(["new.png", "risky.png"].map(DocumentEntry.id)))
        server.events.tell(of: changes, in: server.index.snapshot)
        let change = server.events.changes(after: EventLog.Position(run: server.events.run, sequence: 0)).last?.change
        #expect(change?.arrived == 2 && change?.next == DocumentEntry.id(of: "risky.png"))
        // What a person opens again is not new.
        try await take(.reopen)
        #expect(await server.index.refresh().arrived.isEmpty)
    }

    @Test func endsWithTheSession() async throws {
        let fixture = try Fixture()
        try await fixture.serve { server, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let connection = try RawConnection(port: server.place.port)
            connection.send(
                "GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(server.place.port)\r\nConnection: close\r\n"
                    + "Cookie: \(browser.cookie ?? "")\r\n\r\n")
            _ = try await connection.receive { $0.contains(": open") }
            var form = FormFields()
            form["form_token"] = try await browser.token()
            _ = try await browser.post("/sign-out", form)
            try fixture.write(Fixture.outcome("late.png"))
            let rest = try await connection.receive()
            #expect(rest.isClosed && !rest.text.contains("data:"))
        }
    }

    @Test func forgetsWhoIsGone() async {
        let log = EventLog()
        var streams = (0..<3).map { _ in log.listen(most: 3) }
        #expect(streams.allSatisfy { $0 != nil } && log.listen(most: 3) == nil)
        streams[0] = nil
        #expect(log.listen(most: 3) != nil)
    }
}
