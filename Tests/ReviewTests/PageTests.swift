import Foundation
import Model
import Mustache
import Testing

@testable import Review

/// What pages show of results that were made to do harm, and of ordinary ones.
@Suite struct PageTests {
    /// Each of them acts if it is not escaped: as an element, as an attribute, or with an accent that hides the mark.
    private static let scripts = [
        "<script>alert(1)</script>", "\" autofocus onfocus=alert(1) x=\"", "' onmouseover='alert(1)",
        "<img src=x onerror=alert(1)>", "\"\u{301} onfocus=alert(1) \"", "<\u{301}script>", "{{title}}{{{title}}}",
        "</pre></textarea><svg onload=alert(1)>", "javascript:alert(1)", "&lt;script&gt;", "a\u{202E}gpj.exe",
    ]

    /// Nothing in it is an element or an attribute that the templates do not have.
    private func expectHarmless(_ page: String, _ comment: Comment) {
        #expect(!page.contains("<script>") && !page.contains("<img") && !page.contains("<svg"), comment)
        #expect(!page.contains("<\u{301}script"), comment)
        for tag in page.matches(of: /<[a-zA-Z!\/][^>]*>/) {
            let names = tag.output.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 0 }.map { String(String.UnicodeScalarView($0.element)) }
            #expect(
                !names.contains { $0.contains("onfocus") || $0.contains("onmouse") || $0.contains("onload") }, comment)
        }
    }

    @Test(arguments: scripts) func escapesEverythingThatAResultHolds(script: String) async throws {
        let fixture = try Fixture()
        let field = Field(
            value: .list([script, script]), raw: script + "!", confidence: 0.4, source: .text, page: 1,
            checks: [Check(name: script, passed: false)],
            alternatives: [Alternative(value: .text(script), confidence: 0.2)])
        var outcome = try Fixture.outcome(
            script, reasons: [Reason(code: .lowConfidence, message: script, field: FieldName(rawValue: script))],
            fields: ["total": field, FieldName(rawValue: script): field], kind: KindName(rawValue: script))
        outcome.id = script
        outcome.source.mediaType = script
        outcome.warnings = [Warning(code: .sourcesDiffer, message: script)]
        try fixture.write(outcome, as: "a" + script.replacing("/", with: ""))
        let failure = Failure(.damaged, script, stage: .ingest)
        try fixture.write(
            Outcome(id: nil, source: SourceInfo(path: script), failure: failure, engine: Fixture.engine()), as: "failed"
        )
        try await fixture.serve { server, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            #expect(server.index.snapshot.documents.count == 2)
            var search = FormFields()
            search["form_token"] = try await browser.token()
            search["text"] = script
            search["name"] = script
            var query = FormFields()
            for name in ["name", "kind", "reason", "decision", "order", "page", "age", script] { query[name] = script }
            var pages = [
                try await browser.get("/"), try await browser.get("/?state=all"),
                try await browser.get(query.address("/")),
                try await browser.post("/search", search),
            ]
            for document in server.index.snapshot.documents {
                query["id"] = document.id
                pages.append(try await browser.get(query.address("/document")))
            }
            for page in pages {
                #expect(page.status == 200)
                expectHarmless(page.body, "\(script)")
            }
        }
    }

    @Test func templatesEscapeAll() throws {
        let library = try Templates.library.get()
        for (name, source) in Templates.sources {
            let text = String(decoding: source, as: UTF8.self)
            #expect(!text.contains("{{{") && !text.contains("{{&") && !text.contains("style="), "\(name)")
            #expect(library.render([String: Any](), withTemplate: name) != nil)
        }
    }

    @Test(arguments: [
        "../secret", "..%2Fsecret", "%2e%2e/secret", "/etc/passwd", "....//secret", "a.png", "a.png.json", "", "%00",
        "\\..\\",
        "00000000000000000000000000000000",
    ]) func opensNothingButWhatTheIndexKnows(text: String) async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("a.png"))
        try fixture.write(Fixture.outcome("telltale"), as: "../secret")
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            for path in ["/document?id=\(text)", "/document?path=\(text)", "/assets/\(text)", "/document/\(text)"] {
                let answer = try await browser.get(path)
                #expect((400..<500).contains(answer.status) && !answer.body.contains("telltale"), "\(path)")
            }
        }
    }

    @Test func showsDoubtfulFieldsFirst() async throws {
        let fixture = try Fixture()
        let rival = Alternative(value: .text("17.00"), confidence: 0.3)
        try fixture.write(
            Fixture.outcome(
                "a.png",
                reasons: [Reason(code: .fieldMissing, message: "Find the number", field: "number")],
                fields: [
                    "total": Field(
                        value: .text("12.00"), raw: "l2,00", confidence: 0.4, source: .text, page: 2,
                        checks: [Check(name: "format", passed: true)], alternatives: [rival]),
                    "place": Field(
                        value: .text("Springfield"), confidence: 0.99, source: .text,
                        checks: [Check(name: "range", passed: false)]),
                ]))
        try await fixture.serve { server, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let id = try #require(server.index.snapshot.documents.first?.id)
            let page = try await browser.get("/document?id=\(id)").body
            let order = page.matches(of: /data-field="([a-z]+)"/).map { String($0.1) }
            // Missing, unsure and failed ones, in the kind's order where it has one; then what was read surely.
            #expect(order == ["total", "number", "place", "date"])
            for text in [
                "l2,00", "17.00", "40% sure", "Format: passed", "Range: failed", "Not found", "Find the number",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test func leadsFromDocumentToDocumentInTheQueuesOrder() async throws {
        let fixture = try Fixture()
        try fixture.write(Fixture.outcome("first.png", confidence: 0.1))
        try fixture.write(Fixture.outcome("second.png", confidence: 0.5))
        try fixture.write(Fixture.outcome("other.png", .accept, confidence: 0.95))
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let first = "/document?decision=review&amp;id=\(DocumentEntry.id(of: "first.png"))"
            let queue = try await browser.get("/?decision=review").body
            #expect(queue.contains("href=\"\(first)\""))
            let page = try await browser.get(first.replacing("&amp;", with: "&")).body
            #expect(page.contains("href=\"/?decision=review\""))
            var form = FormFields(encoded: "decision=review")
            form["form_token"] = try await browser.token()
            form["id"] = DocumentEntry.id(of: "first.png")
            let second = "/document?decision=review&id=\(DocumentEntry.id(of: "second.png"))"
            let next = try await browser.post("/document/next", form)
            #expect(next.headers["location"] == second)
            form["id"] = DocumentEntry.id(of: "second.png")
            let last = try await browser.post("/document/next", form)
            #expect(last.headers["location"] == "/?decision=review")
        }
    }

    @Test func findsValuesWithoutNamingThemInAnAddress() async throws {
        let fixture = try Fixture()
        let name = Field(value: .text("María Núñez"), confidence: 0.9, source: .text)
        try fixture.write(Fixture.outcome("with.png", fields: ["holder": name]))
        try fixture.write(Fixture.outcome("without.png"))
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            var form = FormFields()
            form["form_token"] = try await browser.token()
            form["text"] = "MARIA NUN"
            let found = try await browser.post("/search", form)
            #expect(found.body.contains("with.png") && !found.body.contains("without.png"))
            #expect(found.body.matches(of: /(href|action)="[^"]*MARIA/).isEmpty)
            form["text"] = "nobody"
            let none = try await browser.post("/search", form)
            #expect(none.body.contains("No document") && !none.body.contains("with.png"))
            form["text"] = "a"
            let short = try await browser.post("/search", form)
            #expect(short.body.contains("at least two"))
            let asked = try await browser.get("/search?text=maria")
            #expect(asked.status == 404)
        }
    }

    @Test func saysThatThereIsNothing() async throws {
        let fixture = try Fixture()
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let bare = try await browser.get("/")
            #expect(bare.status == 200 && bare.body.contains("no results here yet"))
        }
        try fixture.write(Fixture.outcome("a.png"))
        try await fixture.serve { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            let narrow = try await browser.get("/?name=zebra")
            #expect(narrow.body.contains("No documents match.") && !narrow.body.contains("a.png"))
        }
    }
}
