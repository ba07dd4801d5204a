import Foundation
import SystemPackage

@testable import Operations

/// A fixed list, handed out in order.
actor JobList: JobSource {
    private var remaining: ArraySlice<Job>
    private(set) var isStopped = false

    init(_ jobs: [Job]) { remaining = jobs[...] }

    func next() -> Job? { remaining.popFirst() }

    /// Nothing is handed out from now on.
    func stop() {
        remaining = []
        isStopped = true
    }
}

/// A worker that does what the document tells it, in Python, so that a fault is a real process's fault.
struct FakeWorker {
    let folder: FilePath
    let command: WorkerCommand

    init() throws {
        folder = try FileSystem.makeTemporaryFolder(FilePath(NSTemporaryDirectory()).appending("recto-test-XXXXXX"))
        let script = folder.appending("worker.py")
        try Self.script.write(toFile: script.string, atomically: true, encoding: .utf8)
        command = WorkerCommand(
            executable: "/usr/bin/python3", arguments: ["-S", script.string, folder.appending("log").string])
    }

    func remove() { FileSystem.remove(folder) }

    /// A document with this content.
    func document(_ name: String, _ content: String) throws -> Job {
        let path = folder.appending(name)
        try content.write(toFile: path.string, atomically: true, encoding: .utf8)
        return Job(sequence: 0, path: name, location: path)
    }

    /// What the workers noted: `start`, and the path of each request.
    func log() -> [String] {
        let text = (try? String(contentsOfFile: folder.appending("log").string, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private static let script = #"""
        import json, os, signal, sys, time

        log = open(sys.argv[1], "a")
        scratch = sys.argv[sys.argv.index("--scratch") + 1]
        as_of = sys.argv[sys.argv.index("--as-of") + 1] if "--as-of" in sys.argv else "2026-01-31"

        def note(text):
            log.write(text + "\n")
            log.flush()

        def say(message):
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()

        note("start")
        engine = {"recto": "0", "tesseract": "0", "leptonica": "0", "zxing": "0", "models": [],
                  "configuration": "", "as_of": as_of}
        say({"type": "hello", "version": 1, "engine": engine})
        for line in iter(sys.stdin.readline, ""):
            request = json.loads(line)
            sequence = request["sequence"]
            note(request["path"])
            place = os.path.join(scratch, request["file"])
            words = open(place).read().split()
            verb, rest = words[0], words[1:]
            if verb == "once":
                marker, verb = rest[0], rest[1]
                if os.path.exists(marker):
                    verb = "read"
                else:
                    open(marker, "w").close()
            if verb == "crash" or verb == "crash_on_pdf" and "pdf" in request["keep"]:
                os.kill(os.getpid(), signal.SIGSEGV)
            elif verb == "leave":
                sys.exit(3)
            elif verb == "hang":
                time.sleep(600)
            elif verb == "spawn":
                child = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "600")
                note("child " + str(child))
                time.sleep(600)
            elif verb == "memory":
                sys.stderr.write("terminate called after throwing an instance of 'std::bad_alloc'\n")
                sys.stderr.flush()
                os.kill(os.getpid(), signal.SIGABRT)
            elif verb == "after":
                while rest[0] not in open(sys.argv[1]).read().split():
                    time.sleep(0.01)
            elif verb == "pollute":
                print("a library's greeting")
            elif verb == "pages":
                say({"type": "pages", "sequence": sequence, "count": int(rest[0])})
                time.sleep(float(rest[1]))
            elif verb == "book":
                count, seconds = int(rest[-2]), float(rest[-1])
                say({"type": "pages", "sequence": sequence, "count": count})
                for number in range(count):
                    time.sleep(seconds)
                    if request.get("progress"):
                        say({"type": "page", "sequence": sequence, "number": number + 1})
            elif verb == "long":
                # Pages that may be divided; the worker dies at some of them, where they are read with others or always.
                count, deadly, alone = int(rest[0]), rest[1:2], rest[2:3]
                say({"type": "pages", "sequence": sequence, "count": count})
                if request.get("pages"):
                    first, last = request["pages"]
                    note("pages %d-%d" % (first, last))
                    for number in range(first, last + 1):
                        if [str(number)] == deadly and (alone == ["always"] or first != last):
                            os.kill(os.getpid(), signal.SIGSEGV)
                        say({"type": "page", "sequence": sequence, "number": number})
                    if deadly == ["full"]:
                        say({"type": "part", "sequence": sequence, "failures": ["output_failed"]})
                        continue
                    os.makedirs(os.path.join(scratch, "keep"))
                    open(os.path.join(scratch, "keep", "part.json"), "w").write("read")
                    say({"type": "part", "sequence": sequence, "failures": []})
                    continue
                if request.get("most_pages", count) < count:
                    say({"type": "divided", "sequence": sequence, "count": count})
                    continue
                if request.get("read"):
                    parts = sorted(os.listdir(os.path.join(scratch, "parts")), key=int)
                    lost = [part for part in parts
                            if open(os.path.join(scratch, "parts", part, "part.json")).read() != "read"]
                    words = parts + ["lost"] + lost
                    if deadly == ["rest"] and (alone == ["always"] or "once" not in open(sys.argv[1]).read()):
                        note("once")
                        os.kill(os.getpid(), signal.SIGSEGV)
            elif verb == "keep":
                for item, name in [("stages", "classify.json"), ("hocr", "document.hocr")]:
                    os.makedirs(os.path.join(scratch, "keep", item))
                    text = "{}" if item == "stages" else "of " + request["path"]
                    open(os.path.join(scratch, "keep", item, name), "w").write(text)
            elif verb == "starve":
                say({"type": "result", "sequence": sequence, "outcome": {
                    "schema_version": "1", "source": {"path": "not/the/path"}, "status": "failed", "engine": engine,
                    "error": {"code": "out_of_memory", "message": "", "stage": "preprocess"}}})
                continue
            elif verb == "none":
                say({"type": "result", "sequence": sequence, "outcome": {
                    "schema_version": "1", "source": {"path": "not/the/path"}, "status": "failed", "engine": engine,
                    "error": {"code": "unsupported_type", "message": "no document", "stage": "ingest"}}})
                continue
            links = os.stat(place).st_nlink
            report = {"index": 1, "width": 1, "height": 1, "dpi": 1, "orientation": 0, "skew": 0,
                      "transform": [1, 0, 0, 0, 1, 0, 0, 0, 1],
                      "quality": {"sharpness": 0, "contrast": 0, "brightness": 0, "glare": 0, "clipped": 0,
                                  "moire": 0, "noise": 0, "text_height": 0, "coverage": 0},
                      "text": " ".join(words), "confidence": 1}
            outcome = {"schema_version": "1", "id": "sha256:" + "0" * 64,
                       "source": {"path": "not/the/path", "page_count": 2}, "status": "processed",
                       "kind": "unknown", "classification": {"confidence": 1, "scores": {}, "evidence": []},
                       "fields": {},
                       "decision": {"action": "review",
                                    "reasons": [{"code": "unknown_kind", "message": str(sorted(os.listdir(scratch)))
                                                 + str(links) + str(os.path.islink(place))}]},
                       "pages": [report], "warnings": [], "timing": {"total": 1}, "engine": engine}

            if verb == "boast":
                outcome["source"]["page_count"] = 2 ** 63 - 1
            if verb == "passing":
                report["error"] = {"code": "worker_crashed", "message": "lost", "stage": "operations"}
            if verb == "dark" and request.get("capture_check"):
                outcome["decision"] = {"action": "retake", "reasons": [{"code": "too_dark", "message": "add light"}]}
            elif request.get("capture_check"):
                outcome["decision"]["reasons"] = []

            def card(outcome, values):
                fields = {name: {"value": value, "confidence": 1, "source": "text", "checks": [], "alternatives": []}
                          for name, value in zip(["issuing_country", "document_number", "surname"], values)}
                return dict(outcome, kind="id", fields=fields, decision={"action": "accept", "reasons": []})

            if verb == "card":
                outcome = card(outcome, rest)
            if verb == "split":
                # A card of that number on each page; `-` is a page of no known kind.
                pages = [outcome if number == "-" else card(outcome, ["UTO", number, "ERIKSSON"]) for number in rest]
                outcome, *following = [
                    dict(page, source=dict(page["source"], page_count=len(pages), pages=[index + 1, index + 1]))
                    for index, page in enumerate(pages)]
                say({"type": "result", "sequence": sequence, "outcome": outcome, "following": following})
            else:
                say({"type": "result", "sequence": sequence, "outcome": outcome})
        """#
}
