import Foundation
import Model
import Operations
import SystemPackage
import Testing

@testable import Review

/// Pictures of pages, drawn by a worker that shows the bytes that it was given.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct PictureTests {
    private let fixture: Fixture
    private let inputs: FilePath

    init() throws {
        fixture = try Fixture()
        inputs = fixture.folder.appending("in")
        try FileSystem.makeFolder(inputs)
    }

    private static let script = #"""
        import json, os, sys
        scratch = sys.argv[sys.argv.index("--scratch") + 1]
        def say(message):
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()
        engine = {"recto": "0", "tesseract": "0", "leptonica": "0", "zxing": "0", "models": [],
                  "configuration": "", "as_of": "2026-01-31"}
        say({"type": "hello", "version": 1, "engine": engine})
        for line in iter(sys.stdin.readline, ""):
            request = json.loads(line)
            words = open(os.path.join(scratch, request["file"])).read()
            if words == "crash":
                os._exit(3)
            if words == "purge":
                import sqlite3
                ledger = sqlite3.connect(sys.argv[1])
                ledger.execute("DELETE FROM document")
                ledger.commit()
            os.mkdir(os.path.join(scratch, "keep"))
            page = request["picture"]
            name = "words.json" if page.get("words") else "picture.jpg"
            with open(os.path.join(scratch, "keep", name), "w") as view:
                text = "page %d of %s" % (page["page"], words)
                word = {"text": text, "confidence": 0.5, "box": [1, 2, 3, 4], "line": 0}
                view.write(json.dumps([word]) if page.get("words") else text)
            say({"type": "picture", "sequence": request["sequence"]})
        """#

    private func pictures() throws -> PagePictures {
        let script = fixture.folder.appending("worker.py")
        try Self.script.write(toFile: script.string, atomically: true, encoding: .utf8)
        let command = WorkerCommand(
            executable: "/usr/bin/python3",
            arguments: ["-S", script.string, fixture.folder.appending(Ledger.name).string])
        let maker = PictureMaker(command: command, settings: SupervisorSettings(), temporary: fixture.folder)
        return PagePictures(of: fixture.folder, maker: maker)
    }

    /// A result of two pages, whose file has these words and is known to the ledger.
    ///
    /// - Parameter location: below the folder of inputs.
    private func add(
        _ path: String, _ words: String, at location: String? = nil, change: (inout Outcome) -> Void = { _ in }
    ) throws {
        let box = Box(x: 10, y: 20, width: 60, height: 12)
        var outcome = try Fixture.outcome(
            path, fields: ["total": Field(value: .text("12"), confidence: 0.5, source: .text, page: 2, box: box)])
        let digest = try digest(of: words)
        outcome.id = "sha256:" + digest
        outcome.source.bytes = words.utf8.count
        outcome.pages = (1...2).map { index in
            let prepared = PreparedPage(index: index, width: 400, height: 300, dpi: 100)
            return PageReport(RecognizedPage(prepared: prepared), kind: nil, words: false)
        }
        change(&outcome)
        try fixture.write(outcome, as: path.replacing("/", with: "-"))
        guard let location else { return }
        let file = inputs.appending(location)
        try Data(words.utf8).write(to: URL(filePath: file.string))
        try Ledger(in: fixture.folder).see([Job(sequence: 0, path: path, location: file)])
    }

    private func digest(of words: String) throws -> String {
        let file = fixture.folder.appending("digest")
        try Data(words.utf8).write(to: URL(filePath: file.string))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        process.arguments = [file.string]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return String(text.prefix(64))
    }

    private func serve(_ body: (Browser) async throws -> Void) async throws {
        try await fixture.serve(pictures: try pictures()) { _, browser in
            var browser = browser
            try await browser.signIn(try fixture.link())
            try await body(browser)
        }
    }

    @Test func showsThePageOfADocumentToWhoHasSignedIn() async throws {
        try add("a.tif", "first", at: "moved-elsewhere.tif")
        try await serve { browser in
            let id = DocumentEntry.id(of: "a.tif")
            let answer = try await browser.picture(["id": id, "page": "2"])
            #expect(answer.status == 200 && answer.body == "page 2 of first")
            #expect(answer.headers["content-type"] == "image/jpeg" && answer.headers["cache-control"] == "no-store")
            let outside = try await Browser(port: browser.port).get("/picture?id=\(id)&page=1")
            #expect(outside.status == 401 && !outside.body.contains("of first"))
            let page = try await browser.get("/document?id=\(id)").body
            #expect(page.contains("data-address=\"/picture?id=\(id)&amp;page=2\""))
            let box = try #require(page.firstMatch(of: /<rect data-box="total" x="6" y="16" width="68" height="20">/))
            #expect(page[..<box.range.lowerBound].contains("Page 2 with"))
            // Nor from what was kept.
            FileSystem.remove(inputs.appending("moved-elsewhere.tif"))
            #expect(try await browser.picture(["id": id, "page": "2"]).status == 404)
        }
    }

    @Test func givesAPagesWordsFromTheResultOrReadAnew() async throws {
        let prepared = PreparedPage(index: 2, width: 400, height: 300, dpi: 100)
        let word = Word(text: "<b>", confidence: 0.5, box: Box(x: 9, y: 8, width: 7, height: 6), line: 3)
        try add("a.tif", "first", at: "a.tif") {
            $0.pages?[1] = PageReport(RecognizedPage(prepared: prepared, words: [word]), kind: nil, words: true)
        }
        try add("gone.tif", "first")
        try await serve { browser in
            let id = DocumentEntry.id(of: "a.tif")
            let listed = try await browser.view("/words", ["id": id, "page": "2"])
            #expect(listed.headers["content-type"] == "application/json")
            #expect(listed.body.contains("\"text\":\"<b>\"") && listed.body.contains("[9,8,7,6]"))
            let anew = try await browser.view("/words", ["id": id, "page": "1"])
            #expect(anew.body.contains("page 1 of first") && anew.body.contains("[1,2,3,4]"))
            let picture = try await browser.picture(["id": id, "page": "1"])
            #expect(picture.body == "page 1 of first" && PictureCache(in: fixture.folder).count == 2)
            #expect(try await Browser(port: browser.port).get("/words?id=\(id)&page=1").status == 401)
            #expect(try await browser.view("/words", ["id": id, "page": "3"]).status == 404)
            let gone = try await browser.view("/words", ["id": DocumentEntry.id(of: "gone.tif"), "page": "1"])
            #expect(gone.status == 404 && gone.body.contains("not where it was read"))
        }
    }

    @Test func framesWhatAPersonPointedAt() async throws {
        try add("a.tif", "first", at: "a.tif")
        try await serve { browser in
            let id = DocumentEntry.id(of: "a.tif")
            var form = FormFields(encoded: "step=correct&field=date&text=2026-03-04&place=1+100+50+60+20")
            form["form_token"] = try await browser.token()
            form["id"] = id
            let before = try await browser.get("/document?id=\(id)").body
            #expect(before.contains("data-key=\"p\"") && !before.contains("data-box=\"date\""))
            let version = try #require(before.firstMatch(of: /data-version="([^"]+)"/))
            form["version"] = String(version.1)
            #expect(try await browser.post("/document", form).status == 303)
            let page = try await browser.get("/document?id=\(id)").body
            let box = try #require(page.firstMatch(of: /<rect data-box="date" x="95" y="45" width="70" height="30">/))
            #expect(page[..<box.range.lowerBound].contains("Page 1 with"))
            #expect(!page[..<box.range.lowerBound].contains("Page 2 with") && page.contains("Pointed at, page 1"))
        }
    }

    @Test func keepsNothingOfADocumentThatWasPurgedMeanwhile() async throws {
        try add("a.tif", "purge", at: "a.tif")
        let left = fixture.folder.appending("review-pictures/.recto-2147483646-1.tmp")
        try FileSystem.makeFolder(left.removingLastComponent())
        try Data("half".utf8).write(to: URL(filePath: left.string))
        try await serve { browser in
            #expect(!FileManager.default.fileExists(atPath: left.string))
            let shown = try await browser.picture(["id": DocumentEntry.id(of: "a.tif"), "page": "1"])
            #expect(shown.body == "page 1 of purge" && PictureCache(in: fixture.folder).count == 0)
        }
    }

    @Test(arguments: [
        ["id": "../../../etc/passwd"], ["id": "a.tif"], ["page": "0"], ["page": "3"], ["page": "-1"],
        ["page": "99999999999999999999"], ["page": "1/../2"], ["page": ""],
    ]) func refusesOtherDocumentsAndPages(_ wrong: [String: String]) async throws {
        try add("a.tif", "first", at: "a.tif")
        try await serve { browser in
            let right = ["id": DocumentEntry.id(of: "a.tif"), "page": "1"]
            let shown = try await browser.picture(right)
            let refused = try await browser.picture(right.merging(wrong) { $1 })
            #expect(shown.status == 200 && refused.status == 404)
        }
    }

    @Test func saysThatTheDocumentIsGoneOrAnother() async throws {
        try add("gone.tif", "first")
        try add("changed.tif", "first", at: "changed.tif")
        try add("longer.tif", "first", at: "longer.tif")
        try Data("other".utf8).write(to: URL(filePath: inputs.appending("changed.tif").string))
        try Data("longer".utf8).write(to: URL(filePath: inputs.appending("longer.tif").string))
        try await serve { browser in
            for (name, words) in [
                ("gone.tif", "not where it was read"), ("changed.tif", "Another file"), ("longer.tif", "Another file"),
            ] {
                let id = DocumentEntry.id(of: name)
                let answer = try await browser.picture(["id": id, "page": "1"])
                #expect(answer.status == 404 && answer.body.contains(words), "\(name)")
                let page = try await browser.get("/document?id=\(id)")
                #expect(page.status == 200 && page.body.contains("12"), "\(name)")
                // Of the same size: its bytes are looked at when they are to be drawn.
                #expect(page.body.contains(words) == (name != "changed.tif"), "\(name)")
            }
        }
    }

    @Test func followsNoNameOutOfTheLedger() async throws {
        let secret = inputs.appending("secret")
        try Data("secret".utf8).write(to: URL(filePath: secret.string))
        let hostile = "../in/secret"
        try add(hostile, "secret")
        try add(secret.string, "secret")
        try add("file.tif", "secret", at: "file.tif") { outcome in
            outcome.source.files = [SourceInfo.File(path: hostile, id: outcome.id)]
            outcome.pages?[0].file = hostile
        }
        try add("link.tif", "secret", at: "link.tif")
        FileSystem.remove(inputs.appending("link.tif"))
        try FileManager.default.createSymbolicLink(
            atPath: inputs.appending("link.tif").string, withDestinationPath: secret.string)
        try await serve { browser in
            for name in [hostile, secret.string, "file.tif", "link.tif"] {
                let id = DocumentEntry.id(of: name.replacing("/", with: "-"))
                let answer = try await browser.picture(["id": id, "page": "1"])
                #expect(answer.status == 404 && !answer.body.contains("secret"), "\(name)")
            }
        }
    }

    @Test func goesOnAfterAPageThatTheWorkerIsLostOver() async throws {
        try add("crash.tif", "crash", at: "crash.tif")
        try add("a.tif", "first", at: "a.tif")
        try await serve { browser in
            let lost = try await browser.picture(["id": DocumentEntry.id(of: "crash.tif"), "page": "1"])
            #expect(lost.status == 404 && lost.body.contains("worker_crashed"))
            #expect(
                try await browser.picture(["id": DocumentEntry.id(of: "a.tif"), "page": "1"]).body == "page 1 of first")
        }
    }

    @Test func showsNoPageOfAMaskedResult() async throws {
        try add("a.tif", "first", at: "a.tif") { $0.redacted = .full }
        try await serve { browser in
            let id = DocumentEntry.id(of: "a.tif")
            for path in ["/picture", "/words"] {
                let answer = try await browser.view(path, ["id": id, "page": "1"])
                #expect(answer.status == 404 && answer.body.contains("masked"))
            }
            #expect(try await browser.get("/document?id=\(id)").body.contains("its pages are not shown"))
        }
    }
}

extension Browser {
    fileprivate func picture(_ query: [String: String]) async throws -> Answer { try await view("/picture", query) }

    fileprivate func view(_ path: String, _ query: [String: String]) async throws -> Answer {
        var fields = FormFields()
        for (name, value) in query { fields[name] = value }
        return try await get(fields.address(path))
    }
}
