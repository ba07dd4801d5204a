import Foundation
import HTTPTypes
import Hummingbird
import Model
import Operations
import Output

/// What reviewers see and decide, for programs.
struct DocumentsAPI: Sendable {
    let page: DocumentPage
    let actions: DocumentActions
    let events: LiveEvents
    let submissions: Submissions?

    private struct Item: Encodable {
        var id: String
        var path: String
        var kind: String?
        /// The machine's; nil where it failed.
        var decision: String?
        /// How far people have come.
        var stage: String
        var written: Date
        var pages: Int?
        var failure: String?

        init(_ document: DocumentEntry, in index: IndexSnapshot) {
            id = document.id
            path = PathName.printable(document.path)
            kind = document.kind?.rawValue
            decision = document.action?.rawValue
            stage = "\(index.stage(of: document))"
            written = document.written
            pages = document.pageCount
            failure = document.failure?.rawValue
        }
    }

    /// `GET /documents`: in an order that stays, whatever comes and goes.
    func list(_ call: APICall) async throws -> Response {
        struct Body: Encodable {
            var documents: [Item]
            var next: String?
        }
        let (cursor, limit) = try call.part()
        let query = call.query
        let index = page.index.snapshot
        let stage = try query["stage"].map { text in
            guard let stage = ReviewStage.allCases.first(where: { "\($0)" == text }) else {
                throw APIProblem(.badRequest, "No stage", "stage is open, second, finished or idle.")
            }
            return stage
        }
        let found = index.documents.filter { document in
            document.id > cursor ?? "" && (stage.map { $0 == index.stage(of: document) } ?? true)
                && (query["kind"].map { $0 == document.kind?.rawValue } ?? true)
                && (query["decision"].map { $0 == document.state.code } ?? true)
        }.sorted { $0.id < $1.id }
        return API.answer(
            Body(
                documents: found.prefix(limit).map { Item($0, in: index) },
                next: found.count > limit ? found[limit - 1].id : nil))
    }

    /// `GET /documents/:id`.
    func show(_ call: APICall) async throws -> Response {
        let entry = try entry(call)
        return API.answer(try await view(of: entry, try await state(of: entry), for: call.caller.reviewer))
    }

    /// `GET /documents/:id/result`: the result, as people have left it where they have finished.
    func result(_ call: APICall) async throws -> Response {
        let entry = try entry(call)
        var data = page.index.result(of: entry)
        if call.query["reading"] != "machine", let reviewed = try await state(of: entry)?.result {
            data = try ResultEncoder().document(reviewed)
        }
        guard let data else { throw APIProblem.notFound }
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// `GET /documents/:id/pages/:page/picture`.
    func pagePicture(_ call: APICall) async throws -> Response {
        let outcome = try outcome(of: entry(call))
        guard let number = Int(try call.parameter("page")) else { throw APIProblem.notFound }
        return try await picture(of: outcome, page: number, box: nil)
    }

    /// `GET /documents/:id/fields/:field/picture`: the place where its value stands.
    func fieldPicture(_ call: APICall) async throws -> Response {
        let entry = try entry(call)
        let outcome = try outcome(of: entry)
        let name = FieldName(rawValue: try call.parameter("field"))
        let place = try await state(of: entry)?.fields[name]?.place
        let field = outcome.fields?[name]
        guard let number = place?.page ?? field?.page, let box = place?.box ?? field?.box else {
            throw APIProblem(.notFound, "No place", "Nobody knows where this field stands.")
        }
        return try await picture(of: outcome, page: number, box: box)
    }

    private func picture(of outcome: Outcome, page number: Int, box: Box?) async throws -> Response {
        guard let pictures = page.pictures, outcome.redacted == nil,
            let report = outcome.pages?.first(where: { $0.index == number }), report.width > 0
        else {
            throw APIProblem(.notFound, "No picture", PictureView.sentence(nil, isRedacted: outcome.redacted != nil))
        }
        do {
            let picture = try await pictures.picture(of: report, in: outcome, box: box)
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
        } catch let problem as PictureMaker.Problem {
            throw problem == .busy
                ? APIProblem(.serviceUnavailable, "Busy", PictureView.sentence(problem), retryAfter: 5)
                : APIProblem(.notFound, "No picture", PictureView.sentence(problem))
        }
    }

    /// `POST /documents/:id/steps`: what a reviewer does to a document, on a version of it.
    func step(_ call: APICall) async throws -> Response {
        let entry = try entry(call)
        let (body, bytes) = try await call.body(StepBody.self)
        guard let document = entry.reviewed else {
            throw APIProblem(.conflict, "Not reviewed", "Nobody can decide about this document.", code: "not_reviewed")
        }
        guard let version = ReviewState.Version(body.version) else {
            throw APIProblem(.badRequest, "No version", "version is what the document said.")
        }
        let reviewer = call.caller.reviewer
        @Sendable func present() async throws -> Response {
            API.answer(try await view(of: entry, try await page.store.state(of: document), for: reviewer))
        }
        return try await call.once(bytes, keptIn: submissions) {
            let step = try PostedSteps.step(body.form)
            if case .decide(.accepted) = step { try await actions.requireLook(at: document, version, by: reviewer) }
            _ = try await page.store.save(
                step, of: document, on: version, by: reviewer, why: PostedSteps.why(body.form))
            // A program does not stay at it.
            try await page.store.release(document, by: reviewer)
            await actions.tell()
            return try await present()
        } again: {
            try await present()
        }
    }

    /// `GET /retakes`: documents whose capture is to be taken again, by the machine's decision or a person's.
    func retakes(_ call: APICall) async throws -> Response {
        struct Body: Encodable {
            struct Retake: Encodable {
                var id: String
                var path: String
                /// Nil for the machine's.
                var reviewer: String?
                var reasons: [ReasonBody]
            }
            struct ReasonBody: Encodable {
                var code: ReasonCode
                var message: String
            }
            var retakes: [Retake] = []
            var next: String?
        }
        let (cursor, limit) = try call.part()
        let index = page.index.snapshot
        let candidates = index.documents.filter { document in
            document.id > cursor ?? "" && (document.state == .retake || index.stage(of: document) == .finished)
        }.sorted { $0.id < $1.id }
        var body = Body()
        for (number, document) in candidates.enumerated() {
            // Each is read: a part is bounded by what it looks at, too.
            guard body.retakes.count < limit, number < 4 * limit else {
                body.next = candidates[number - 1].id
                break
            }
            let decided = try? await state(of: document)
            if let decision = decided?.decision {
                guard case .retake(let code, let sentence) = decision else { continue }
                body.retakes.append(
                    .init(
                        id: document.id, path: PathName.printable(document.path),
                        reviewer: decided?.progress.decisions.last?.reviewer.name,
                        reasons: [.init(code: code, message: sentence)]))
            } else if document.state == .retake, let outcome = try? outcome(of: document) {
                body.retakes.append(
                    .init(
                        id: document.id, path: PathName.printable(document.path),
                        reasons: (outcome.decision?.reasons ?? []).map { .init(code: $0.code, message: $0.message) }))
            }
        }
        return API.answer(body)
    }

    /// `GET /events`.
    func stream(_ call: APICall) async throws -> Response {
        try events.stream(after: call.query["after"]) { call.caller.isStillIn(.review) }
    }

    // MARK: Views

    private struct View: Encodable {
        struct FieldView: Encodable {
            var name: String
            var value: [String]?
            var confidence: Double?
            var doubtful: Bool
            var standing: String?
            var page: Int?
        }
        var document: Item
        /// Names what a step is made on; nil where nobody can decide.
        var version: String?
        var kind: String?
        /// What people decided; nil where it is open.
        var review: String?
        /// Who is at it.
        var taker: String?
        var fields: [FieldView]
    }

    private func view(
        of entry: DocumentEntry, _ state: ReviewState?, for reviewer: Reviewer
    ) async throws -> View {
        let outcome = try state?.machine ?? outcome(of: entry)
        let fields = page.fields(of: outcome, state, for: reviewer)
        let index = page.index.snapshot
        let items = fields.doubtful.map { ($0, true) } + fields.others.map { ($0, false) }
        return View(
            document: Item(entry, in: index), version: state?.version.text,
            kind: (state?.kind ?? outcome.kind)?.rawValue,
            review: state?.decision.map { decision in
                switch decision {
                case .accepted: "accepted"
                case .retake: "retake"
                case .unknown: "unknown"
                }
            },
            taker: index.takers[entry.id]?.name,
            fields: items.map { item, isDoubtful in
                .init(
                    name: item.name.rawValue, value: item.value.map(FieldView.texts),
                    confidence: item.field?.confidence,
                    doubtful: isDoubtful && !item.isDone, standing: item.state?.standing?.rawValue,
                    page: item.field?.page)
            })
    }

    private func entry(_ call: APICall) throws -> DocumentEntry {
        guard let entry = page.index.snapshot.document(try call.parameter("id")) else { throw APIProblem.notFound }
        return entry
    }

    private func outcome(of entry: DocumentEntry) throws -> Outcome {
        guard let data = page.index.result(of: entry), let outcome = try? ResultEncoder.decode(data) else {
            throw APIProblem.notFound
        }
        return outcome
    }

    /// Nil where nobody can decide about it.
    private func state(of entry: DocumentEntry) async throws -> ReviewState? {
        guard let document = entry.reviewed else { return nil }
        return try await page.store.state(of: document)
    }
}

/// A step as a program asks for it, with the names of the pages' forms.
private struct StepBody: Decodable {
    struct Place: Decodable {
        var page: Int
        /// x, y, width and height, in pixels of the upright page.
        var box: [Int]
    }

    var version: String
    var step: String
    var field: String?
    var text: String?
    var place: Place?
    /// From 0.
    var alternative: Int?
    /// What is undone.
    var event: Int64?
    var kind: String?
    var reason: String?
    var sentence: String?
    var why: String?

    var form: FormFields {
        var form = FormFields()
        let number = event ?? alternative.map(Int64.init)
        form["step"] = number.map { "\(step) \($0)" } ?? step
        (form["field"], form["text"], form["document_kind"]) = (field, text, kind)
        (form["fault"], form["sentence"], form["why"]) = (reason, sentence, why)
        form["place"] = place.map { ([$0.page] + $0.box).map(String.init).joined(separator: " ") }
        return form
    }
}
