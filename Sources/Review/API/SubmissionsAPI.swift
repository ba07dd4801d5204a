import Foundation
import HTTPTypes
import Hummingbird
import Kinds
import Model
import Operations
import Pipeline

/// Sending documents, and looking at what was read of one's own.
struct SubmissionsAPI: Sendable {
    /// Nil where none are taken.
    let submissions: Submissions?
    let page: DocumentPage
    let actions: DocumentActions

    private func taking() throws -> Submissions {
        guard let submissions else {
            throw APIProblem(.notFound, "Nothing is taken here", "This review takes no documents.")
        }
        return submissions
    }

    /// `POST /files`: the bytes are the body, whatever its type says.
    func addFile(_ call: APICall) async throws -> Response {
        let bytes = call.request.body.map { [UInt8](buffer: $0) }
        let (file, isNew) = try await taking().receive(bytes, of: call.caller.reviewer)
        return API.answer(FileView(file), status: isNew ? .created : .ok)
    }

    /// `POST /submissions`.
    func submit(_ call: APICall) async throws -> Response {
        struct Body: Decodable {
            var files: [String]
            var hold: Bool?
        }
        let submissions = try taking()
        let (body, bytes) = try await call.body(Body.self)
        @Sendable func submit() async throws -> Response {
            let (submission, isNew) = try submissions.submit(
                body.files, of: call.caller.reviewer, isHeld: body.hold ?? false)
            var answer = API.answer(try await view(of: submission), status: isNew ? .accepted : .ok)
            answer.headers[.location] = "\(API.prefix)/submissions/\(submission.id)"
            return answer
        }
        // The same files are one document, asked for as often as they are.
        return try await call.once(bytes, keptIn: submissions, submit, again: submit)
    }

    /// `GET /submissions`: the caller's, the newest first.
    func list(_ call: APICall) async throws -> Response {
        struct Body: Encodable {
            struct Item: Encodable {
                var id: String
                var state: Submission.State
                var created: Date
                var sent: Bool
            }
            var submissions: [Item]
            var next: String?
        }
        let (cursor, limit) = try call.part()
        let found = try taking().submissions(
            of: call.caller.reviewer, before: try cursor.map(Self.place), limit: limit + 1)
        let items = found.prefix(limit)
        let last = found.count > limit ? items.last : nil
        return API.answer(
            Body(
                submissions: items.map { Body.Item(id: $0.id, state: $0.state, created: $0.created, sent: !$0.isHeld) },
                next: last.map { "\(Int64(($0.created.timeIntervalSince1970 * 1000).rounded()))-\($0.id)" }))
    }

    private static func place(_ cursor: String) throws -> (Date, String) {
        let parts = cursor.split(separator: "-")
        guard parts.count == 2, let time = Int64(parts[0]) else {
            throw APIProblem(.badRequest, "No cursor", "cursor is what the list before gave as next.")
        }
        return (Date(timeIntervalSince1970: Double(time) / 1000), String(parts[1]))
    }

    /// `GET /submissions/:id`.
    func show(_ call: APICall) async throws -> Response {
        API.answer(try await view(of: await own(call)))
    }

    /// `POST /submissions/:id/corrections`: of a value that its sender knows better, before others look at it.
    func correct(_ call: APICall) async throws -> Response {
        struct Body: Decodable {
            var document: String
            var version: String
            var field: String
            var value: String
        }
        let submissions = try taking()
        let submission = try await own(call)
        let (body, bytes) = try await call.body(Body.self)
        let outcomes = submissions.outcomes(of: submission)
        guard
            let (position, document) = Submissions.documents(of: outcomes).first(where: {
                Self.id(of: submission, outcomes, $0.position) == body.document
            }), let version = ReviewState.Version(body.version)
        else { throw APIProblem.notFound }
        @Sendable func answer() async throws -> Response {
            API.answer(try await documentView(of: submission, outcomes, position, for: call.caller.reviewer))
        }
        return try await call.once(bytes, keptIn: submissions) {
            guard submission.isHeld else {
                throw APIProblem(.conflict, "Sent", "It is with the reviewers now.", code: "sent")
            }
            _ = try await page.store.save(
                .correct(FieldName(rawValue: body.field), text: body.value), of: document, on: version,
                by: call.caller.reviewer)
            await actions.tell()
            return try await answer()
        } again: {
            try await answer()
        }
    }

    /// `POST /submissions/:id/send`: leaves it to others.
    func send(_ call: APICall) async throws -> Response {
        let submissions = try taking()
        var submission = try await own(call)
        try await submissions.letGo(submission)
        submission.isHeld = false
        await actions.tell()
        return API.answer(try await view(of: submission))
    }

    /// `POST /submissions/:id/withdraw`: its sender takes other pictures. Nothing is lost: it is decided to be taken again.
    func withdraw(_ call: APICall) async throws -> Response {
        let submissions = try taking()
        var submission = try await own(call)
        guard submission.isHeld, submission.state == .done else {
            throw APIProblem(.conflict, "Sent", "It is with the reviewers now, or is not read yet.", code: "sent")
        }
        for (_, document) in Submissions.documents(of: submissions.outcomes(of: submission)) {
            let state = try await page.store.state(of: document)
            guard state.decision == nil else { continue }
            let again = ReviewDecision.retake(reason: .unreadable, sentence: "Its sender takes other pictures.")
            _ = try await page.store.save(
                .decide(again), of: document, on: state.version, by: submission.owner)
        }
        try await submissions.letGo(submission)
        submission.isHeld = false
        await actions.tell()
        return API.answer(try await view(of: submission))
    }

    /// The caller's submission, held for them where they have it still.
    private func own(_ call: APICall) async throws -> Submission {
        let submissions = try taking()
        guard let submission = try submissions.submission(call.parameter("id"), of: call.caller.reviewer) else {
            throw APIProblem.notFound
        }
        return try await submissions.held(submission)
    }

    // MARK: Views

    private struct ReasonView: Encodable {
        var code: ReasonCode
        var message: String
        var page: Int?

        init(_ reason: Reason) {
            code = reason.code
            message = reason.message
            page = reason.page
        }
    }

    private struct FileView: Encodable {
        struct Verdict: Encodable {
            var decision: String
            var reasons: [ReasonView]
        }
        var id: String
        var bytes: Int
        var mediaType: String
        var pages: Int
        var verdict: Verdict

        enum CodingKeys: String, CodingKey {
            case id, bytes, pages, verdict
            case mediaType = "media_type"
        }

        init(_ file: SentFile) {
            (id, bytes, mediaType, pages) = (file.id, file.bytes, file.mediaType, file.pages)
            verdict = Verdict(
                decision: file.reasons.isEmpty ? "good" : "retake", reasons: file.reasons.map(ReasonView.init))
        }
    }

    private struct SubmissionView: Encodable {
        struct Problem: Encodable {
            var code: FailureCode
            var message: String
        }
        var id: String
        var state: Submission.State
        var created: Date
        var sent: Bool
        var pagesRead: Int?
        var pageCount: Int?
        var documents: [DocumentView]
        var error: Problem?

        enum CodingKeys: String, CodingKey {
            case id, state, created, sent, documents, error
            case pagesRead = "pages_read"
            case pageCount = "page_count"
        }
    }

    private struct DocumentView: Encodable {
        struct FieldView: Encodable {
            var name: String
            var title: String
            var value: String?
            /// Those of which it has one; nil where it may have others, or several.
            var choices: [String]?
            var doubtful: Bool
            var page: Int?
        }
        var id: String
        /// Nil where nothing can be corrected.
        var version: String?
        var kind: String
        var kindTitle: String
        var decision: Decision.Action?
        var reasons: [ReasonView]
        var fields: [FieldView]
        var text: [String]

        enum CodingKeys: String, CodingKey {
            case id, version, kind, decision, reasons, fields, text
            case kindTitle = "kind_title"
        }
    }

    private func view(of submission: Submission) async throws -> SubmissionView {
        let submissions = try taking()
        let outcomes = submission.state == .done ? submissions.outcomes(of: submission) : []
        let progress = submissions.progress(of: submission.id)
        var documents: [DocumentView] = []
        for (position, outcome) in outcomes.enumerated() where outcome.status == .processed {
            documents.append(
                try await documentView(of: submission, outcomes, position, for: submission.owner))
        }
        return SubmissionView(
            id: submission.id, state: submission.state, created: submission.created, sent: !submission.isHeld,
            pagesRead: progress?.pagesRead, pageCount: progress?.pageCount, documents: documents,
            error: outcomes.first?.error.map { .init(code: $0.code, message: $0.message) })
    }

    /// As the queue names it.
    private static func id(of submission: Submission, _ outcomes: [Outcome], _ position: Int) -> String {
        DocumentEntry.id(of: submission.path + (outcomes.count > 1 ? ".\(position + 1)" : ""))
    }

    private func documentView(
        of submission: Submission, _ outcomes: [Outcome], _ position: Int, for reviewer: Reviewer
    ) async throws -> DocumentView {
        let outcome = outcomes[position]
        let document = ReviewDocument(outcome, number: outcomes.count > 1 ? position + 1 : nil)
        var state: ReviewState?
        if let document { state = try await page.store.state(of: document) }
        let fields = page.fields(of: outcome, state, for: reviewer)
        let items = fields.doubtful.map { ($0, true) } + fields.others.map { ($0, false) }
        let kind = state?.kind ?? outcome.kind
        return DocumentView(
            id: Self.id(of: submission, outcomes, position), version: state?.version.text,
            kind: kind?.rawValue ?? "unknown", kindTitle: page.titles.title(of: kind),
            decision: outcome.decision?.action,
            // Where another's document lies is not for its sender.
            reasons: (outcome.decision?.reasons ?? []).filter { $0.code != .possibleDuplicate }.map(ReasonView.init),
            fields: items.map { item, isDoubtful in
                let allowed = kind.map { choices(for: item.name, of: $0) } ?? []
                return .init(
                    name: item.name.rawValue, title: Titles.words(item.name.rawValue),
                    value: item.value.map { FieldView.texts($0).joined(separator: "\n") },
                    choices: allowed.isEmpty ? nil : allowed.flatMap(FieldView.texts),
                    doubtful: isDoubtful && !item.isDone, page: item.field?.page)
            },
            text: (outcome.pages ?? []).flatMap { $0.text.split(separator: "\n").map(String.init) })
    }

    /// Where a field has one of them alone.
    private func choices(for field: FieldName, of kind: KindName) -> [FieldValue] {
        page.kinds[kind]?.field(field)?.type == .choices ? [] : page.entries.choices(for: field, of: kind)
    }
}
