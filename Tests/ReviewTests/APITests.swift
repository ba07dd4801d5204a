import Foundation
import HTTPTypes
import Model
import Operations
import Output
import RawHTTP
import SystemPackage
import Testing

@testable import Review

/// What programs and pages' scripts ask for.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct APITests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    /// Looks at captures and reads: a document of the kind `note` whose total is what the file says.
    private static let script = #"""
        import json, os, sys
        scratch = sys.argv[sys.argv.index("--scratch") + 1]
        engine = {"recto": "0", "tesseract": "0", "leptonica": "0", "zxing": "0", "models": [],
                  "configuration": "", "as_of": "2026-06-01"}
        def say(message):
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()
        say({"type": "hello", "version": 1, "engine": engine})
        for line in iter(sys.stdin.readline, ""):
            request = json.loads(line)
            words = open(os.path.join(scratch, request["file"])).read()
            field = {"value": words, "confidence": 0.5, "source": "text", "checks": [], "alternatives": []}
            outcome = {"schema_version": "1", "source": {"path": "", "page_count": 1, "media_type": "image/png"},
                       "status": "processed", "kind": "note",
                       "classification": {"confidence": 1, "scores": {}, "evidence": []}, "fields": {"total": field},
                       "decision": {"action": "review", "reasons": [{"code": "low_confidence", "message": "?"}]},
                       "pages": [], "warnings": [], "timing": {}, "engine": engine}
            if words == "none":
                outcome = {"schema_version": "1", "source": {"path": ""}, "status": "failed", "engine": engine,
                           "error": {"code": "unsupported_type", "message": "no document", "stage": "ingest"}}
            elif request.get("capture_check"):
                dark = [{"code": "too_dark", "message": "add light"}] if words == "dark" else []
                outcome["decision"] = {"action": "retake" if dark else "review", "reasons": dark}
            say({"type": "result", "sequence": request["sequence"], "outcome": outcome})
        """#

    private func serve(_ body: (ReviewServer, Client) async throws -> Void) async throws {
        let script = fixture.folder.appending("worker.py")
        try Self.script.write(toFile: script.string, atomically: true, encoding: .utf8)
        let worker = WorkerCommand(executable: "/usr/bin/python3", arguments: ["-S", script.string])
        try await fixture.serve(worker: worker) { server, browser in
            var browser = browser
            try await browser.signIn(fixture.link())
            try await body(server, Client(browser: browser, token: browser.token()))
        }
    }

    /// A page's script.
    private struct Client {
        let browser: Browser
        let token: String

        struct Answer {
            var status: Int
            var headers: [String: String]
            var json: [String: Any]
        }

        func get(_ path: String) async throws -> Answer { try answer(await browser.get("/api/v1" + path)) }

        func post(_ path: String, _ json: [String: Any], headers: [String] = []) async throws -> Answer {
            let body = String(
                decoding: try JSONSerialization.data(withJSONObject: json, options: .sortedKeys), as: UTF8.self)
            return try await post(path, body: body, headers: ["Content-Type: application/json"] + headers)
        }

        func post(_ path: String, body: String, headers: [String] = []) async throws -> Answer {
            let own = ["POST /api/v1\(path) HTTP/1.1", "Host: 127.0.0.1:\(browser.port)", "Recto-Form-Token: \(token)"]
            let sent = own + headers + ["Content-Length: \(body.utf8.count)", "Cookie: \(browser.cookie ?? "")"]
            return try answer(Browser.answer(await RawConnection(port: browser.port).exchange(sent, body: body)))
        }

        private func answer(_ answer: Browser.Answer) throws -> Answer {
            let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
            return Answer(status: answer.status, headers: answer.headers, json: try #require(json))
        }

        /// Sends a file's bytes, and makes a document of it that is read.
        func document(_ text: String, isHeld: Bool = false) async throws -> [String: Any] {
            let file = try await post("/files", body: text)
            let id = try #require(file.json["id"] as? String)
            let sent = try await post("/submissions", ["files": [id], "hold": isHeld])
            #expect(sent.status == 202)
            let place = try #require(sent.json["id"] as? String)
            while true {
                let answer = try await get("/submissions/\(place)").json
                if answer["state"] as? String == "done" { return answer }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func aFileIsToldAtOnceWhetherItsCaptureIsGood() async throws {
        try await serve { _, client in
            let dark = try await client.post("/files", body: "dark")
            let verdict = try #require(dark.json["verdict"] as? [String: Any])
            #expect(dark.status == 201 && verdict["decision"] as? String == "retake")
            #expect("\(verdict["reasons"] ?? "")".contains("add light"))
            #expect(try await client.post("/files", body: "dark").status == 200)
            let none = try await client.post("/files", body: "none")
            #expect(none.status == 422 && none.json["code"] as? String == "unsupported_type")
            #expect(none.headers["content-type"] == "application/problem+json")
            #expect(try await client.post("/files", body: "").json["code"] as? String == "file_empty")
            let large = try await client.post("/files", body: String(repeating: "x", count: 1 << 20 + 1))
            #expect(large.status == 413 && large.json["code"] as? String == "file_too_large")
        }
    }

    @Test func aHeldDocumentIsCorrectedByItsSenderAndThenSentOn() async throws {
        try await serve { server, client in
            let sent = try await client.document("12", isHeld: true)
            let id = try #require(sent["id"] as? String)
            let document = try #require((sent["documents"] as? [[String: Any]])?.first)
            let body = ["document": document["id"], "version": document["version"], "field": "total", "value": "13.50"]
            let wrong = try await client.post(
                "/submissions/\(id)/corrections", body.mapValues { $0 ?? "" }.merging(["value": "?"]) { $1 })
            #expect(wrong.status == 422 && wrong.json["code"] as? String == "entry")
            let key = ["Idempotency-Key: one"]
            let right = try await client.post(
                "/submissions/\(id)/corrections", body.mapValues { $0 ?? "" }, headers: key)
            #expect(right.status == 200 && "\(right.json["fields"] ?? "")".contains("13.50"))
            // Once more with the same key, it is not done again, and no conflict with itself.
            let again = try await client.post(
                "/submissions/\(id)/corrections", body.mapValues { $0 ?? "" }, headers: key)
            #expect(again.status == 200 && again.json["version"] as? String == right.json["version"] as? String)
            let other = try await client.post("/submissions/\(id)/corrections", ["document": ""], headers: key)
            #expect(other.status == 400)
            let stale = try await client.post("/submissions/\(id)/corrections", body.mapValues { $0 ?? "" })
            #expect(stale.status == 409 && stale.json["code"] as? String == "stale")
            let on = try await client.post("/submissions/\(id)/send", [:])
            #expect(on.status == 200 && on.json["sent"] as? Bool == true)
            let late = try await client.post("/submissions/\(id)/corrections", body.mapValues { $0 ?? "" })
            #expect(late.json["code"] as? String == "sent")
            await server.index.refresh()
            let entry = try await client.get("/documents/\(document["id"] ?? "")")
            #expect("\(entry.json["fields"] ?? "")".contains("corrected"))
        }
    }

    @Test func whoTakesOtherPicturesHasTheFirstTakenAgain() async throws {
        try await serve { server, client in
            let sent = try await client.document("12", isHeld: true)
            let id = try #require(sent["id"] as? String)
            let document = try #require((sent["documents"] as? [[String: Any]])?.first?["id"] as? String)
            let answer = try await client.post("/submissions/\(id)/withdraw", [:])
            #expect(answer.status == 200 && answer.json["sent"] as? Bool == true)
            #expect(try await client.post("/submissions/\(id)/withdraw", [:]).json["code"] as? String == "sent")
            await server.index.refresh()
            #expect(try await client.get("/documents/\(document)").json["review"] as? String == "retake")
            #expect(try await server.store.claims().isEmpty)
        }
    }

    @Test func aHoldThatHasEndedDoesNotComeBack() async throws {
        try await serve { server, client in
            let sent = try await client.document("12", isHeld: true)
            let id = try #require(sent["id"] as? String)
            for claim in try await server.store.claims() {
                try await server.store.release(claim.document, by: claim.reviewer)
            }
            #expect(try await client.get("/submissions/\(id)").json["sent"] as? Bool == true)
            #expect(try await server.store.claims().isEmpty)
        }
    }

    @Test func whatASenderCorrectedIsForAReviewerToLookAt() async throws {
        try fixture.write(Fixture.outcome("submitted/0/1.png"))
        let outcome = try Fixture.outcome("submitted/0/1.png")
        let document = try #require(ReviewDocument(outcome))
        let (ada, ben) = (Reviewer(name: "Ada"), Reviewer(name: "Ben"))
        try await serve { server, _ in
            let version = try await server.store.state(of: document).version
            let saved = try await server.store.save(
                .correct("total", text: "13.00"), of: document, on: version, by: ada)
            func waiting(_ reviewer: Reviewer, sender: Reviewer?) -> Int {
                DocumentFields(
                    outcome, saved.state, kind: Fixture.kind, leastConfidence: 0.9, reviewer: reviewer, sender: sender
                ).waiting.count
            }
            #expect(waiting(ben, sender: ada) == waiting(ben, sender: nil) + 1)
            #expect(waiting(ada, sender: ada) == waiting(ada, sender: nil))
        }
    }

    @Test func aReviewersStepsAreTakenOnceOnTheVersionThatStands() async throws {
        try fixture.write(Fixture.outcome("a.png"))
        try fixture.write(Fixture.outcome("b.png", .retake, reasons: [Reason(code: .blurred, message: "hold still")]))
        try await serve { server, client in
            let list = try await client.get("/documents?limit=1")
            #expect((list.json["documents"] as? [Any])?.count == 1)
            let next = try #require(list.json["next"] as? String)
            #expect((try await client.get("/documents?cursor=\(next)").json["documents"] as? [Any])?.count == 1)
            let id = DocumentEntry.id(of: "a.png")
            let version = try #require(try await client.get("/documents/\(id)").json["version"] as? String)
            let early = try await client.post("/documents/\(id)/steps", ["version": version, "step": "accept"])
            #expect(early.status == 422 && early.json["code"] as? String == "refused")
            let confirm: [String: Any] = ["version": version, "step": "confirm", "field": "total"]
            let done = try await client.post("/documents/\(id)/steps", confirm, headers: ["Idempotency-Key: k"])
            #expect(done.status == 200)
            #expect(
                try await client.post("/documents/\(id)/steps", confirm, headers: ["Idempotency-Key: k"]).status == 200)
            let reused = try await client.post(
                "/documents/\(id)/steps", confirm.merging(["field": "date"]) { $1 }, headers: ["Idempotency-Key: k"])
            #expect(reused.json["code"] as? String == "idempotency_key_reused")
            #expect(try await client.post("/documents/\(id)/steps", confirm).json["code"] as? String == "stale")
            let now = try #require(done.json["version"] as? String)
            let retake: [String: Any] = ["version": now, "step": "retake", "reason": "glare", "sentence": "tilt it"]
            #expect(try await client.post("/documents/\(id)/steps", retake).json["review"] as? String == "retake")
            let retakes = "\(try await client.get("/retakes").json)"
            #expect(retakes.contains("tilt it") && retakes.contains("hold still"))
            let result = try await client.get("/documents/\(id)/result").json
            #expect("\(result["decision"] ?? "")".contains("retake"))
            let machine = try await client.get("/documents/\(id)/result?reading=machine").json
            #expect(machine["review"] == nil)
            #expect(try await server.store.claims().isEmpty)
        }
    }

    @Test func whatIsNotUnderstoodIsAProblemAndNoServerError() async throws {
        try fixture.write(Fixture.outcome("a.png"))
        try await serve { _, client in
            let id = DocumentEntry.id(of: "a.png")
            for (path, status) in [
                ("/nothing", 404), ("/documents/none", 404), ("/documents?limit=0", 400), ("/documents?stage=x", 400),
                ("/submissions?cursor=x", 400), ("/documents/\(id)/pages/1/picture", 404),
                ("/documents/\(id)/fields/total/picture", 404), ("/submissions/..%2f", 404),
            ] {
                let answer = try await client.get(path)
                #expect(answer.status == status && answer.json["status"] as? Int == status, "\(path)")
            }
            for body in ["", "{", "[]", "{\"files\":1}", "\u{0}", String(repeating: "[", count: 60_000)] {
                let answer = try await client.post(
                    "/submissions", body: body, headers: ["Content-Type: application/json"])
                #expect(answer.status == 400, "\(body.prefix(9))")
            }
            #expect(try await client.post("/submissions", body: "files=1").status == 415)
            let none = try await client.post("/submissions", ["files": ["../../a.png"]])
            #expect(none.status == 422 && none.json["code"] as? String == "unknown_files")
        }
    }

    @Test func aCookieAloneChangesNothing() async throws {
        try await serve { _, client in
            for token in ["", "0", String(repeating: "0", count: 64)] {
                let answer = try await Client(browser: client.browser, token: token).post("/files", body: "x")
                #expect(answer.status == 403 && answer.json["code"] as? String == "form_token")
            }
            var stranger = client.browser
            stranger.cookie = nil
            let answer = try await Client(browser: stranger, token: client.token).get("/whoami")
            #expect(answer.status == 401 && answer.headers["www-authenticate"] == "Bearer")
        }
    }

    /// The document in the repository has each route that the server has, and no other.
    @Test func theAPIsDocumentSaysWhatThereIs() async throws {
        try await serve { server, client in
            let document = try await client.get("/openapi.json").json
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            let described = Set(paths.flatMap { path, operations in operations.keys.map { "\($0) \(path)" } })
            let rights = Routes.build(server).rights.filter { $0.path.hasPrefix(API.prefix) }
            let served = rights.map { right in
                let parts = right.path.dropFirst(API.prefix.count).split(separator: "/")
                let path = parts.map { $0.hasPrefix(":") ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
                return "\(right.method.rawValue.lowercased()) \(path)"
            }
            #expect(described == Set(served).union(["get /openapi.json", "post /token"]))
        }
    }
}
