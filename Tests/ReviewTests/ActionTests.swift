import Foundation
import Model
import Operations
import Output
import Synchronization
import SystemPackage
import Testing

@testable import Review

/// What a reviewer does on the page, from the posted form to what is kept.
@Suite struct ActionTests {
    /// A reviewer at a document's page.
    private struct Desk {
        let fixture: Fixture
        let server: ReviewServer
        var browser: Browser
        let entry: DocumentEntry
        let token: String

        var document: ReviewDocument { get throws { try #require(entry.reviewed) } }

        func state() async throws -> ReviewState { try await server.store.state(of: document) }

        func page() async throws -> String { try await browser.get("/document?state=all&id=\(entry.id)").body }

        /// - Parameter version: nil for that of the document now.
        func post(
            _ step: String, _ more: [String: String] = [:], version: String? = nil, to path: String = "/document"
        ) async throws -> Browser.Answer {
            var form = FormFields()
            form["form_token"] = token
            form["id"] = entry.id
            let present = try await state().version.text
            form["version"] = version ?? present
            form["step"] = step
            for (name, value) in more { form[name] = value }
            return try await browser.post(path, form)
        }

        /// The finished result; nil where there is none.
        func reviewed() throws -> Outcome? {
            let path = fixture.folder.appending("reviewed/\(entry.name).json").string
            return try FileManager.default.contents(atPath: path).map(ResultEncoder.decode)
        }
    }

    private static let rival = Alternative(value: .text("17.00"), confidence: 0.3)

    private func atDesk(
        policy: ReviewPolicy = ReviewPolicy(), total: String = "12.00", _ body: (Desk) async throws -> Void
    ) async throws {
        let fixture = try Fixture()
        fixture.policy.withLock { $0 = policy }
        let field = Field(value: .text(total), confidence: 0.4, source: .text, alternatives: [Self.rival])
        var outcome = try Fixture.outcome("a.png", fields: ["total": field])
        let page = PreparedPage(index: 1, width: 400, height: 300, dpi: 100)
        outcome.pages = [PageReport(RecognizedPage(prepared: page), kind: nil, words: false)]
        try fixture.write(outcome)
        try fixture.write(Fixture.outcome("b.png"))
        try await fixture.serve { server, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let entry = try #require(server.index.snapshot.document(DocumentEntry.id(of: "a.png")))
            try await body(
                Desk(
                    fixture: fixture, server: server, browser: browser, entry: entry, token: try await browser.token()))
        }
    }

    @Test func confirmsThenAccepts() async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.page().contains("autofocus aria-describedby=\"field-total\""))
            let early = try await desk.post("accept")
            #expect(early.status == 422 && early.body.contains("Check these first: Total."))
            let answer = try await desk.post("confirm", ["field": "total"])
            #expect(answer.status == 303)
            let page = try await desk.browser.get(try #require(answer.headers["location"])).body
            #expect(page.contains("Saved: Ada confirmed total") && page.contains("Confirmed by Ada"))
            // Enter accepts now.
            #expect(page.contains("data-key=\"a\" autofocus"))
            #expect(try desk.reviewed() == nil)
            #expect(try await desk.post("accept").status == 303)
            let result = try #require(try desk.reviewed())
            #expect(result.decision?.action == .accept && result.review?.reviewers == ["Ada"])
            #expect(result.review?.fields["total"]?.standing == .confirmed)
            #expect(try await desk.page().contains("data-key=\"j\" autofocus"))
        }
    }

    @Test func correctsWithTheParsersValue() async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.post("correct", ["field": "date", "text": "March 4, 2026"])
            #expect(answer.status == 303)
            let value = try await desk.state().fields["date"]
            #expect(value?.value == .text("2026-03-04") && value?.standing == .corrected)
            #expect(try await desk.page().contains("As read: <q><bdi>2026-01-02</bdi></q>"))
        }
    }

    @Test func keepsWhereAPersonPointedAt() async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.post("correct", ["field": "number", "text": "77", "place": "1 390 0 10 300"])
            #expect(answer.status == 422)
            let more = ["field": "date", "text": "2026-03-04", "place": "1 390 0 10 300"]
            #expect(try await desk.post("correct", more).status == 303)
            let place = FieldPlace(page: 1, box: Box(x: 390, y: 0, width: 10, height: 300))
            #expect(try await desk.state().fields["date"]?.place == place)
            guard case .corrected(let change) = try await desk.state().events.last?.action else {
                Issue.record("no correction")
                return
            }
            #expect(change.place == place)
            for step in ["confirm", "accept"] { _ = try await desk.post(step, ["field": "total"]) }
            let field = try #require(try desk.reviewed()?.fields?["date"])
            #expect(field.page == 1 && field.box == place.box)
        }
    }

    @Test(arguments: ["correct", "remove", "illegible"]) func keepsWhyInTheDocumentsHistory(step: String) async throws {
        try await atDesk { desk async throws in
            let more = ["field": "total", "text": "13.00", "why": "  The <stamp>\nhides it "]
            #expect(try await desk.post(step, more).status == 303)
            #expect(try await desk.state().events.last?.why == "The <stamp> hides it")
            let page = try await desk.page()
            #expect(page.contains("History: 1 step") && page.contains("<q><bdi>The &lt;stamp&gt; hides it</bdi></q>"))
            _ = try await desk.post("confirm", ["field": "date", "why": " "])
            #expect(try await desk.state().events.last?.why == nil)
            _ = try await desk.post("unknown")
            #expect(
                try desk.reviewed().map {
                    try !String(decoding: ResultEncoder().document($0), as: UTF8.self)
                        .contains("stamp")
                } == true)
        }
    }

    @Test func refusesALongWhyAndKeepsIt() async throws {
        try await atDesk { desk async throws in
            let long = String(repeating: "y", count: ReviewStore.longestWhy)
            for step in ["remove", "correct"] {
                let more = ["field": "total", "text": "13.00", "why": long + "y"]
                let answer = try await desk.post(step, step == "remove" ? more.filter { $0.key != "text" } : more)
                #expect(answer.status == 422 && answer.body.contains("at most 300 characters"))
                #expect(answer.body.contains("value=\"\(long)y\""))
            }
            #expect(try await desk.post("remove", ["field": "total", "why": long]).status == 303)
        }
    }

    @Test(arguments: [
        "0 0 0 9 9", "2 0 0 9 9", "1 -1 0 9 9", "1 0 -1 9 9", "1 0 0 0 9", "1 0 0 9 -9", "1 392 0 9 9", "1 0 292 9 9",
        "1 9223372036854775807 0 9223372036854775807 9", "1 0 0 9223372036854775807 9", "1 0 0 9", "1 0 0 9 9 9",
        "1 0 0 9 x", "1  0 0 9 9", "page", "-9223372036854775808 0 0 9 9",
    ]) func refusesAPlaceThatIsOnNoPage(place: String) async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.post("correct", ["field": "date", "text": "2026-03-04", "place": place])
            #expect(answer.status == 422 && answer.body.contains("That is not a place on a page."))
            #expect(try await desk.state().revision == 0)
        }
    }

    @Test func aRefusedTextKeepsItsPlace() async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.post("correct", ["field": "date", "text": "soon", "place": "1 0 0 9 9"])
            #expect(answer.status == 422 && answer.body.contains("name=\"place\" value=\"1 0 0 9 9\""))
        }
    }

    @Test func refusesWhatIsNoValueInTheParsersWords() async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.post("correct", ["field": "date", "text": "someday <b>soon</b>"])
            #expect(answer.status == 422 && answer.body.contains("Not a date: write it as 1985-04-12"))
            // What was typed is still there.
            #expect(answer.body.contains("someday &lt;b&gt;soon&lt;/b&gt;</textarea>"))
            #expect(try await desk.state().revision == 0)
            let more = ["field": "date", "document_kind": "note"]
            let checked = try await desk.post("", more.merging(["text": "4 Mar 2026"]) { $1 }, to: "/check")
            #expect(checked.body.contains("\"value\":\"2026-03-04\""))
            let refused = try await desk.post("", more.merging(["text": "soon"]) { $1 }, to: "/check")
            #expect(refused.body.contains("Not a date") && !refused.body.contains("\"value\""))
        }
    }

    @Test func takesAnAlternative() async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.page().contains("data-key=\"1\""))
            #expect(try await desk.post("take 0", ["field": "total"]).status == 303)
            #expect(try await desk.state().fields["total"]?.value == .text("17.00"))
            for step in ["take 1", "take -1", "take 99999999999999999999", "take"] {
                #expect(try await desk.post(step, ["field": "total"]).status == 422)
            }
        }
    }

    @Test(arguments: [("remove", ReviewReport.Standing.absent), ("illegible", .illegible)])
    func takesAValueAway(step: String, standing: ReviewReport.Standing) async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.post(step, ["field": "total"]).status == 303)
            let value = try #require(try await desk.state().fields["total"])
            #expect(value.value == nil && value.standing == standing)
        }
    }

    @Test func anotherKindBeginsEmpty() async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.post("kind", ["document_kind": "letter"]).status == 303)
            let state = try await desk.state()
            #expect(state.kind == "letter" && state.fields.isEmpty)
            let page = try await desk.page()
            #expect(page.contains("Not found") && !page.contains("12.00") && page.contains("data-field=\"date\""))
            #expect(try await desk.post("kind", ["document_kind": "nothing"]).status == 422)
        }
    }

    @Test func theQueuesFilterIsNotTakenForAStep() async throws {
        try await atDesk { desk async throws in
            let filter = ["kind": "note", "reason": "low_confidence"]
            let kind = try await desk.post("kind", filter.merging(["document_kind": "letter"]) { $1 })
            #expect(kind.headers["location"]?.contains("kind=note&reason=low_confidence") == true)
            #expect(try await desk.state().kind == "letter")
            let retake = try await desk.post("retake", filter.merging(["fault": "glare"]) { $1 })
            #expect(retake.status == 303)
        }
    }

    @Test func asksForANewCapture() async throws {
        try await atDesk { desk async throws in
            let refused = try await desk.post("retake", ["fault": "", "sentence": "Use <both> sides."])
            #expect(refused.status == 422 && refused.body.contains("Use &lt;both&gt; sides.</textarea>"))
            #expect(try await desk.post("retake", ["fault": "expired"]).status == 422)
            #expect(try await desk.post("retake", ["fault": "blurred", "sentence": " "]).status == 303)
            let reason = try #require(try desk.reviewed()?.decision?.reasons.first)
            #expect(reason.code == .blurred && reason.message.contains("hold the camera still"))
            #expect(try await desk.post("confirm", ["field": "total"]).status == 422)
            #expect(try await desk.post("reopen").status == 303)
            #expect(try desk.reviewed() == nil)
        }
    }

    @Test func saysThatADocumentIsOfNoKnownKind() async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.post("unknown").status == 303)
            #expect(try desk.reviewed()?.kind == .unknown)
        }
    }

    @Test func undoesAndRedoes() async throws {
        try await atDesk { desk async throws in
            _ = try await desk.post("correct", ["field": "total", "text": "13.00"])
            let undo = try #require(try await desk.page().firstMatch(of: /value="(undo [0-9]+)" data-key="z"/))
            #expect(try await desk.post(String(undo.1)).status == 303)
            #expect(try await desk.state().fields["total"]?.value == .text("12.00"))
            #expect(try await desk.post(String(undo.1)).status == 422)
            let redo = try #require(try await desk.page().firstMatch(of: /value="(undo [0-9]+)" data-key="y"/))
            #expect(try await desk.post(String(redo.1)).status == 303)
            #expect(try await desk.state().fields["total"]?.value == .text("13.00"))
            #expect(try await desk.state().events.count == 3)
        }
    }

    @Test func refusesAStaleSaveWithBothVersions() async throws {
        try await atDesk { desk async throws in
            let seen = try await desk.state().version
            _ = try await desk.post("correct", ["field": "total", "text": "13.00"])
            let answer = try await desk.post("correct", ["field": "total", "text": "14.00"], version: seen.text)
            #expect(answer.status == 409)
            for text in ["Changed since you saw it", "<bdi>12.00</bdi>", "13.00, corrected (Ada)", "Total: 14.00"] {
                #expect(answer.body.contains(text), "\(text)")
            }
            #expect(try await desk.state().fields["total"]?.value == .text("13.00"))
            for revision in [-1, 999, Int64.max] {
                let version = "\(revision)-\(seen.reading)"
                #expect(try await desk.post("confirm", ["field": "total"], version: version).status == 409)
            }
            #expect(try await desk.post("confirm", ["field": "total"], version: "x").status == 404)
        }
    }

    @Test(arguments: ["confirm", "take 0", "accept"])
    func refusesAStepOnWhatWasReadAnewSince(step: String) async throws {
        try await atDesk { desk async throws in
            let seen = try #require(try await desk.page().firstMatch(of: /data-version="([^"]+)"/))
            let field = Field(
                value: .text("19.00"), confidence: 0.99, source: .text,
                alternatives: [Alternative(value: .text("18.00"), confidence: 0.1)])
            try desk.fixture.write(Fixture.outcome("a.png", reasons: [], fields: ["total": field]))
            let answer = try await desk.post(step, ["field": "total"], version: String(seen.1))
            let events = try await desk.state().events
            #expect(answer.status == 409 && events.isEmpty)
            for text in ["<td><bdi>12.00</bdi></td><td><bdi>19.00</bdi></td>", "<bdi>17.00</bdi></td><td><bdi>18.00"] {
                #expect(answer.body.contains(text), "\(text)")
            }
        }
    }

    @Test func tellsTheVersionWithoutTakingTheDocument() async throws {
        try await atDesk { desk async throws in
            let answer = try await desk.browser.get("/document/version?id=\(desk.entry.id)")
            #expect(try await answer.body == desk.state().version.text)
            #expect(try await desk.server.store.claims().isEmpty)
            #expect(try await desk.browser.get("/document/version?id=0").status == 404)
        }
    }

    @Test func namesWhoHasTheDocument() async throws {
        try await atDesk { desk async throws in
            let ben = Reviewer(name: "Ben <script>")
            _ = try await desk.server.store.claim(desk.document, by: ben)
            let page = try await desk.page()
            #expect(page.contains("Ben &lt;script&gt;</bdi> has this document") && !page.contains("data-save"))
            let answer = try await desk.post("confirm", ["field": "total"])
            #expect(answer.status == 409 && answer.body.contains("Ben &lt;script&gt;</bdi> has this document"))
            // What was typed is not lost.
            let typed = try await desk.post("correct", ["field": "total", "text": "14.00"])
            #expect(typed.body.contains("You typed: <bdi>Total: 14.00</bdi>"))
            #expect(try await desk.state().revision == 0)
            #expect(try await desk.post("", to: "/document/hold").status == 409)
            await desk.server.index.refreshReviews()
            #expect(try await desk.browser.get("/").body.contains("Ben &lt;script&gt; is working on it"))
            // Who does not have it cannot leave it.
            #expect(try await desk.post("", to: "/document/leave").status == 204)
            #expect(try await desk.server.store.claims().map(\.reviewer) == [ben])
        }
    }

    @Test func goesOnToADocumentThatNobodyIsAt() async throws {
        try await atDesk { desk async throws in
            _ = try await desk.page()
            let next = try await desk.post("", to: "/document/next")
            let other = DocumentEntry.id(of: "b.png")
            #expect(next.status == 303 && next.headers["location"] == "/document?id=\(other)")
            #expect(try await desk.server.store.claims().map(\.document.path) == ["b.png"])
            let entry = try #require(desk.server.index.snapshot.document(other)?.reviewed)
            try await desk.server.store.release(entry, by: Reviewer(name: "Ada"))
            _ = try await desk.server.store.claim(entry, by: Reviewer(name: "Ben"))
            #expect(try await desk.post("", to: "/document/next").headers["location"] == "/")
        }
    }

    @Test func aSecondPersonLooksAtEverythingAgain() async throws {
        try await atDesk(policy: ReviewPolicy(fourEyes: ["note"])) { desk async throws in
            let ben = Reviewer(name: "Ben")
            let store = desk.server.store
            let first = try await store.save(
                .confirm("total"), of: desk.document, on: desk.state().version, by: ben)
            _ = try await store.save(.decide(.accepted), of: desk.document, on: first.state.version, by: ben)
            try await store.release(desk.document, by: ben)
            await desk.server.index.refreshReviews()
            #expect(try await desk.browser.get("/?state=second").body.contains("One of two looked"))
            #expect(try await desk.page().contains("Ben: Accepted. A second person must review it."))
            #expect(try await desk.post("accept").status == 422)
            #expect(try await desk.post("confirm", ["field": "total"]).status == 303)
            #expect(try await desk.post("accept").status == 303)
            #expect(try desk.reviewed()?.review?.reviewers == ["Ben", "Ada"])
        }
    }

    @Test func theQueueShowsWhatIsLeftToDo() async throws {
        try await atDesk { desk async throws in
            #expect(try await desk.browser.get("/").body.contains("a.png"))
            _ = try await desk.post("unknown")
            let queue = try await desk.browser.get("/").body
            #expect(!queue.contains("a.png") && queue.contains("b.png"))
            let finished = try await desk.browser.get("/?state=finished").body
            #expect(finished.contains("a.png") && !finished.contains("b.png") && finished.contains("Finished"))
            let change = try #require(
                desk.server.events.changes(after: EventLog.Position(run: desk.server.events.run, sequence: 0)).last)
            #expect(change.change.documents.contains { $0.id == desk.entry.id && $0.review.hasPrefix("Finished") })
        }
    }

    @Test func keepsWhatItKnewOfADocumentThatCannotBeReadForAMoment() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a.png"))
        // Its index is read here alone.
        let server = try fixture.server()
        func stage() async throws -> ReviewStage {
            await server.index.refreshReviews()
            await server.index.refresh()
            return server.index.snapshot.stage(of: try #require(server.index.snapshot.documents.first))
        }
        #expect(try await stage() == .open)
        let document = try #require(server.index.snapshot.documents.first?.reviewed)
        func take(_ step: ReviewStep) async throws {
            let version = try await server.store.state(of: document).version
            _ = try await server.store.save(step, of: document, on: version, by: Reviewer(name: "Ada"))
        }
        try await take(.decide(.unknown))
        #expect(try await stage() == .finished)
        try await take(.reopen)
        let file = fixture.folder.appending("results/a.png.json").string
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        await server.index.refreshReviews()
        #expect(server.index.snapshot.stage(of: try #require(server.index.snapshot.documents.first)) == .finished)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        await server.index.refreshReviews()
        #expect(try await stage() == .open)
    }

    @Test func whatWasReadAnewHasNoReviewedResultAnyMore() async throws {
        try await atDesk { desk async throws in
            let other = Field(value: .text("19.00"), confidence: 0.4, source: .text)
            var replaced = try Fixture.outcome("a.png")
            replaced.id = "sha256:11"
            for result in [try Fixture.outcome("a.png", fields: ["total": other]), replaced] {
                _ = try await desk.post("unknown")
                #expect(try desk.reviewed() != nil)
                try desk.fixture.write(result)
                await desk.server.index.refresh()
                #expect(try desk.reviewed() == nil)
            }
        }
    }

    @Test func whatWasReadAnewIsToBeDoneAgainAfterARestart() async throws {
        try await atDesk { desk async throws in
            let store = desk.server.store
            let version = try await store.state(of: desk.document).version
            _ = try await store.save(.decide(.accepted), of: desk.document, on: version, by: Reviewer(name: "Ada"))
            try desk.fixture.write(
                Fixture.outcome(
                    "a.png", fields: ["total": Field(value: .text("19.00"), confidence: 0.4, source: .text)]))
            try await desk.fixture.serve { server, _ in
                let entry = try #require(server.index.snapshot.document(desk.entry.id))
                #expect(server.index.snapshot.stage(of: entry) == .open)
            }
        }
    }

    @Test(arguments: ["/document", "/document/next", "/document/hold", "/document/leave", "/check"])
    func refusesFormsOfOtherSites(path: String) async throws {
        try await atDesk { desk async throws in
            _ = try await desk.page()
            let more = ["form_token": String(repeating: "0", count: 64), "field": "total"]
            #expect(try await desk.post("confirm", more, to: path).status == 403)
            #expect(try await desk.state().revision == 0)
            #expect(try await desk.server.store.claims().count == 1)
        }
    }

    @Test(arguments: ["<script>alert(1)</script>", "\" autofocus onfocus=alert(1) x=\"", "</textarea><img src=x>"])
    func escapesWhatPeopleType(script: String) async throws {
        try await atDesk(total: script) { desk async throws in
            for answer in [
                try await desk.post("correct", ["field": script, "text": script]),
                try await desk.post("correct", ["field": "total", "text": script]),
                try await desk.post(script), try await desk.post("kind", ["document_kind": script]),
                try await desk.post("confirm", ["field": "total"], version: "77-\(script)"),
            ] {
                #expect(answer.status == 422 || answer.status == 409)
                #expect(!answer.body.contains(script))
            }
        }
    }
}
