import Foundation
import Identity
import Kinds
import Model
import Operations
import Output
import Pipeline
import RawHTTP
import Synchronization
import SystemPackage
import Testing

@testable import Review

/// An output folder with results, and a review that serves it at a port of this machine.
final class Fixture: Sendable {
    let folder: FilePath
    let policy = Mutex(ReviewPolicy())
    let programs = Mutex<Programs?>(nil)
    let rate = Mutex<RateLimit?>(nil)
    private let notices = Mutex<[ReviewServer.Notice]>([])

    init() throws {
        folder = try FileSystem.makeTemporaryFolder(FilePath(NSTemporaryDirectory()).appending("recto-test-XXXXXX"))
        try FileSystem.makeFolder(folder.appending("results"))
    }

    deinit { FileSystem.remove(folder) }

    static let kind = KindDefinition(
        name: "note", title: "Note",
        fields: [FieldDefinition(name: "total", type: .money), FieldDefinition(name: "date", type: .date)],
        required: [.field("total"), .any([.field("number"), .field("date")])])

    static let letter = KindDefinition(
        name: "letter", title: "Letter", fields: [FieldDefinition(name: "date", type: .date)],
        required: [.field("date")])

    /// Writes a result as a run does; another time later than the last one's.
    func write(_ outcome: Outcome, as name: String? = nil, written: Date? = nil) throws {
        let file = folder.appending("results/\(name ?? outcome.source.path).json")
        try FileSystem.makeFolder(file.removingLastComponent())
        let url = URL(filePath: file.string)
        try ResultEncoder().document(outcome).write(to: url, options: .atomic)
        if let written { try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: url.path) }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.appending("results/\(name).json").string)
    }

    static func engine() throws -> EngineInfo {
        EngineInfo(
            recto: "", tesseract: "", leptonica: "", zxing: "", models: [], configuration: "",
            asOf: try #require(CalendarDate(iso: "2026-06-01")))
    }

    /// A processed document of the kind `note`.
    static func outcome(
        _ path: String, _ action: Decision.Action = .review, confidence: Double = 0.5,
        reasons: [Reason] = [Reason(code: .lowConfidence, message: "Look at the total", field: "total")],
        fields: [FieldName: Field] = [:], kind: KindName = "note"
    ) throws -> Outcome {
        var all: [FieldName: Field] = [
            "total": Field(value: .text("12.00"), confidence: confidence, source: .text),
            "date": Field(value: .text("2026-01-02"), confidence: 0.999, source: .text),
        ]
        all.merge(fields) { $1 }
        return Outcome(
            id: "sha256:00", source: SourceInfo(path: path, bytes: 1, mediaType: "image/png", pageCount: 1), kind: kind,
            classification: Classification(confidence: 0.9, scores: [:], evidence: []), fields: all,
            decision: Decision(action: action, reasons: action == .accept ? [] : reasons), pages: [], warnings: [],
            timing: [:], engine: try engine())
    }

    /// Who signs in by name from the next start on.
    func people() throws -> PeopleStore { try PeopleStore(in: folder, iterations: 10) }

    func server(
        patience: Double = 600, pictures: PagePictures? = nil, worker: WorkerCommand? = nil,
        address: ReviewAddress = ReviewAddress(loopbackPort: 0)
    ) throws -> ReviewServer {
        var settings = ReviewServer.Settings(
            kinds: [Self.kind, Self.letter], leastConfidence: { _ in 0.9 }, reviewer: Reviewer(name: "Ada"))
        settings.patience = patience
        settings.pictures = pictures
        settings.address = address
        settings.people = try PeopleStore.existing(in: folder).map { _ in try people() }
        var catalogue = try KindCatalogue(KindSettings())
        catalogue.definitions += [Self.kind, Self.letter]
        let entries = FieldEntries(kinds: catalogue, asOf: try Self.engine().asOf)
        let store = try ReviewStore(
            in: ResultFolder(creating: folder), entries: entries, policy: policy.withLock { $0 })
        settings.programs = programs.withLock { $0 }
        if let rate = rate.withLock({ $0 }) { settings.rate = rate }
        if let worker {
            let maker = PictureMaker(command: worker, settings: SupervisorSettings(), temporary: folder)
            settings.pictures = PagePictures(of: folder, maker: maker)
            var limits = Submissions.Limits(fileBytes: 1 << 20)
            limits.minFreeBytes = 0
            settings.submissions = try Submissions(
                in: ResultFolder(creating: folder), ledger: Ledger(in: folder), reviews: store,
                maker: PictureMaker(command: worker, settings: SupervisorSettings(), temporary: folder),
                supervisor: Supervisor(command: worker, settings: SupervisorSettings(), temporary: folder),
                limits: limits, report: { _ in })
        }
        return ReviewServer(
            try ResultInventory(of: folder), store: store, entries: entries, settings: settings
        ) { notice in
            self.notices.withLock { $0.append(notice) }
        }
    }

    /// Serves until the body returns; all results that there are by then are in the index.
    func serve(
        patience: Double = 600, pictures: PagePictures? = nil, worker: WorkerCommand? = nil,
        address: ReviewAddress = ReviewAddress(loopbackPort: 0), _ body: (ReviewServer, Browser) async throws -> Void
    ) async throws {
        notices.withLock { $0 = [] }
        let server = try server(patience: patience, pictures: pictures, worker: worker, address: address)
        let task = Task { try await server.run() }
        defer { task.cancel() }
        while notices.withLock({ $0.isEmpty }) || !server.index.snapshot.isWhole {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await body(server, Browser(port: server.place.port))
    }

    /// The path of the sign-in link that was told last.
    func link() throws -> String { "/" + (try told().split(separator: "/", maxSplits: 2)[2]) }

    /// What was told last.
    func told() throws -> String {
        switch try #require(notices.withLock { $0.last }) {
        case .listening(let link), .linkUsed(let link), .listeningForNames(let link): link
        }
    }
}

/// Asks over real connections, one a request.
struct Browser {
    struct Answer {
        var status = 0
        var headers: [String: String] = [:]
        var body = ""
    }

    let port: UInt16
    var cookie: String?

    init(port: UInt16) { self.port = port }

    func get(_ path: String, host: String? = nil) async throws -> Answer { try await ask("GET", path, host: host) }

    func post(_ path: String, _ form: FormFields, host: String? = nil) async throws -> Answer {
        try await ask("POST", path, host: host, body: form.encoded)
    }

    func ask(
        _ method: String, _ path: String, host: String? = nil, headers: [String] = [], body: String = ""
    ) async throws -> Answer {
        var head = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
        if let cookie { head.append("Cookie: \(cookie)") }
        if method == "POST" {
            head += ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"]
        }
        return Self.answer(try await RawConnection(port: port).exchange(head, body: body))
    }

    static func answer(_ text: String) -> Answer {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        var answer = Answer(body: parts.count > 1 ? String(parts[1]) : "")
        answer.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            answer.headers[field[0].lowercased()] = field[1].trimmingCharacters(in: .whitespaces)
        }
        return answer
    }

    /// Signs in by name and keeps the cookie.
    mutating func signIn(_ name: String, password: String, code: String? = nil) async throws -> Answer {
        var form = FormFields()
        (form["name"], form["password"], form["code"]) = (name, password, code)
        let answer = try await post("/sign-in", form)
        cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
        return answer
    }

    /// Follows a sign-in link and keeps the cookie.
    mutating func signIn(_ link: String) async throws {
        let answer = try await get(link)
        #expect(answer.status == 303 && answer.headers["location"] == "/")
        cookie = try #require(answer.headers["set-cookie"]).split(separator: ";").first.map(String.init)
    }

    /// The token of the page's forms.
    func token(on path: String = "/") async throws -> String {
        let page = try await get(path).body
        let match = try #require(page.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/))
        return String(match.1)
    }
}
