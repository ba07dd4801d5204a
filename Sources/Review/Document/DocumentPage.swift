import Foundation
import HTTPTypes
import Hummingbird
import Kinds
import Model
import Operations
import Output
import Pipeline

/// `/document`: a document as it stands, doubtful fields first. Who opens it has it.
struct DocumentPage: Sendable {
    let index: DocumentIndex
    let store: ReviewStore
    let events: EventLog
    let entries: FieldEntries
    let kinds: [KindName: KindDefinition]
    let titles: Titles
    /// Of a kind's fields: what is less sure is doubtful.
    let leastConfidence: @Sendable (KindName) -> Double
    let pictures: PagePictures?
    /// Who sent the document of a path; nil where nobody did.
    let sender: @Sendable (String) -> Reviewer?
    let readings = SeenReadings()

    /// What a page says beside the document's state.
    struct Remark {
        var status = HTTPResponse.Status.ok
        /// Why the last step was not taken.
        var text: String?
        /// The state that a refused step was made on; nil where it is not known any more.
        var base: ReviewState?
        /// What was posted and not saved.
        var posted = FormFields()

        var typed: (field: FieldName, text: String)? {
            guard let field = posted["field"], let text = posted["text"] else { return nil }
            return (FieldName(rawValue: field), text)
        }
        /// To the sender.
        var sentence: String? { posted["sentence"] }
    }

    /// - Parameter filter: of the queue that the page leads back to.
    static func address(of document: DocumentEntry, _ filter: QueueFilter) -> String {
        var fields = filter.fields
        fields["id"] = document.id
        return fields.address("/document")
    }

    func show(_ query: FormFields, _ context: SignedInContext) async throws -> Response {
        try await answer(entry(query), query, context)
    }

    func entry(_ form: FormFields) throws -> DocumentEntry {
        guard let entry = form["id"].flatMap(index.snapshot.document) else { throw PageError.notFound }
        return entry
    }

    /// The page of a document as it stands now.
    ///
    /// - Parameter form: its `field` is where the reviewer was.
    func answer(
        _ entry: DocumentEntry, _ form: FormFields, _ context: SignedInContext, _ remark: Remark = Remark()
    ) async throws -> Response {
        // Before the state: what comes between is told twice rather than not at all.
        let position = events.position
        var state: ReviewState?
        var claim: ReviewClaim?
        do {
            if let document = entry.reviewed {
                claim = try await store.claim(document, by: context.reviewer)
                state = try await store.state(of: document)
                if let state { readings.keep(state) }
            }
        } catch ReviewError.gone {
            // Other content may have come to its place: the index will know in a moment.
        }
        guard let outcome = try state?.machine ?? index.result(of: entry).map(ResultEncoder.decode) else {
            throw PageError.notFound
        }
        var view = view(entry, outcome, QueueFilter(form))
        view["after"] = position.text
        view["picture"] = PictureView.view(of: outcome, state, id: entry.id, pictures: pictures)
        let fields = fields(of: outcome, state, for: context.reviewer)
        // Others are shown with their fields.
        let reasons = (outcome.decision?.reasons ?? []).filter { $0.field == nil }
        view["reasons"] = reasons.map(FieldView.view)
        view["hasReasons"] = !reasons.isEmpty
        let isMine = claim?.reviewer == context.reviewer
        if let claim, !isMine { view["taken"] = claim.reviewer.name }
        view["remark"] = remark.text
        if remark.status == .conflict {
            view["yours"] = remark.typed.map { "\(Titles.words($0.field.rawValue)): \($0.text)" } ?? remark.sentence
        }
        let isOpen = state != nil && state?.decision == nil
        let at = form["field"].map(FieldName.init(rawValue:))
        let current = isMine && isOpen ? Self.current(fields, at: remark.typed?.field ?? at) : nil
        let kind = state?.kind ?? outcome.kind ?? .unknown
        let items = FieldView(
            entries: entries, kind: kind, current: current, posted: remark.posted, canEdit: isMine && isOpen,
            canPoint: view["picture"] != nil)
        view["doubtful"] = fields.doubtful.map(items.view)
        view["hasDoubtful"] = !fields.doubtful.isEmpty
        view["others"] = fields.others.map(items.view)
        view["hasOthers"] = !fields.others.isEmpty
        if let state {
            let shown = Set((fields.doubtful + fields.others).map(\.name))
            let rest = items.canEdit ? entries.fields(of: kind).filter { !shown.contains($0) } : []
            view["rest"] = rest.map(items.empty)
            view["hasRest"] = !rest.isEmpty
            view.merge(decisions(state, fields, remark, isMine: isMine, isCurrent: current == nil)) { $1 }
            if let base = remark.base { view["conflict"] = conflict(base, state) }
        }
        return Page.answer("document", view, for: context, status: remark.status)
    }

    func fields(of outcome: Outcome, _ state: ReviewState?, for reviewer: Reviewer) -> DocumentFields {
        let kind = state?.kind ?? outcome.kind
        return DocumentFields(
            outcome, state, kind: kind.flatMap { kinds[$0] }, leastConfidence: kind.map(leastConfidence) ?? 1,
            reviewer: reviewer, sender: sender(outcome.source.path))
    }

    /// The doubtful field that is to be looked at now: the one where the reviewer was, or the next one.
    private static func current(_ fields: DocumentFields, at name: FieldName?) -> FieldName? {
        let place = fields.doubtful.firstIndex { $0.name == name } ?? 0
        return (fields.doubtful[place...] + fields.doubtful[..<place]).first { !$0.isDone }?.name
    }

    private func view(_ document: DocumentEntry, _ outcome: Outcome, _ filter: QueueFilter) -> [String: Any] {
        let path = PathName.printable(document.path)
        var view: [String: Any] = [
            "title": path, "path": path, "id": document.id, "back": QueuePage.address(filter),
            "filter": QueuePage.hidden(filter, without: []), "scripts": ["review.js"],
            "state": document.state.code, "stateLabel": Titles.title(of: document.state),
            "warnings": (outcome.warnings ?? []).map { Page.view(["message": $0.message, "page": $0.page]) },
            "hasWarnings": outcome.warnings?.isEmpty == false,
            "pages": (outcome.pages ?? []).map(view), "hasPages": outcome.pages?.isEmpty == false,
            "facts": facts(document, outcome),
        ]
        view["part"] = document.pagesOfFile.map { "pages \($0.lowerBound) to \($0.upperBound) of the file" }
        view["failure"] = outcome.error?.message
        view["isRedacted"] = outcome.redacted != nil
        return view
    }

    /// What can be done about the document as a whole, and what was done last.
    private func decisions(
        _ state: ReviewState, _ fields: DocumentFields, _ remark: Remark, isMine: Bool, isCurrent: Bool
    ) -> [String: Any] {
        var view: [String: Any] = [
            "version": state.version.text, "isReviewed": true, "canAct": isMine,
            "isFinished": state.decision != nil, "canDecide": isMine && state.decision == nil,
            "isAcceptCurrent": isMine && isCurrent && state.decision == nil,
            "isNextCurrent": isMine && state.decision != nil,
            "kindTitle": titles.title(of: state.kind),
            "kinds": entries.kindNames.map {
                ["value": $0.rawValue, "label": titles.title(of: $0), "isCurrent": $0 == state.kind] as [String: Any]
            },
            "faults": ReasonCode.allCases.filter(\.isCaptureFault).map {
                [
                    "value": $0.rawValue, "label": Titles.words($0.rawValue), "sentence": Titles.sentence(for: $0),
                    "isCurrent": $0.rawValue == remark.posted["fault"],
                ] as [String: Any]
            },
            "sentence": remark.sentence ?? "", "isRetake": remark.sentence != nil,
        ]
        let left = fields.waiting.count
        view["left"] = left == 0 ? nil : "\(left.counted("doubtful field")) to look at"
        if let decision = state.decision {
            view["decision"] = Titles.title(of: decision)
        } else if let other = state.progress.decisions.last {
            view["other"] =
                "\(other.reviewer.name): \(Titles.title(of: other.decision)). A second person must review it."
        }
        let history = state.events.map { event in
            let words = "\(event.reviewer.name) \(ActionWords.words(for: event.action, titles))"
            return Page.view(["what": "\(words), \(event.time.formatted(.iso8601))", "why": event.why])
        }
        view["last"] = history.last?["what"].map { "Saved: \($0)" }
        view["history"] = history
        view["historyCount"] = history.isEmpty ? nil : history.count.counted("step")
        view["undoable"] = state.undoable.map { "\($0)" }
        view["redoable"] = state.redoable.map { "\($0)" }
        return view
    }

    /// The two versions of what differs.
    private func conflict(_ base: ReviewState, _ now: ReviewState) -> [String: Any] {
        var rows: [[String: Any]] = []
        func add(_ name: String, _ before: String, _ after: String) {
            rows.append(["what": name, "before": before, "after": after])
        }
        if base.kind != now.kind { add("Kind", titles.title(of: base.kind), titles.title(of: now.kind)) }
        for name in Set(base.fields.keys).union(now.fields.keys).sorted() {
            let (before, after) = (base.fields[name], now.fields[name])
            if before != after {
                add(
                    Titles.words(name.rawValue), FieldView.text(before),
                    FieldView.text(after) + (after?.reviewer.map { " (\($0.name))" } ?? ""))
            }
            let alternatives = [base, now].map { FieldView.alternatives($0.machine.fields?[name]) }
            if alternatives[0] != alternatives[1] {
                add("\(Titles.words(name.rawValue)), other readings", alternatives[0], alternatives[1])
            }
        }
        let decided = (base.decision.map(Titles.title), now.decision.map(Titles.title))
        if decided.0 != decided.1 { add("Decision", decided.0 ?? "none", decided.1 ?? "none") }
        return ["rows": rows, "hasRows": !rows.isEmpty]
    }

    private func facts(_ document: DocumentEntry, _ outcome: Outcome) -> [[String: String]] {
        var facts: [(String, String)] = []
        if let kind = outcome.kind {
            let sure = outcome.classification.map { ", \(Titles.percent($0.confidence)) sure" } ?? ""
            facts.append(("Kind as read", titles.title(of: kind) + sure))
        }
        if let count = document.pageCount { facts.append(("Pages", "\(count)")) }
        facts.append(("Read", document.written.formatted(.iso8601)))
        facts.append(("Judged as of", outcome.engine.asOf.iso))
        if let type = outcome.source.mediaType { facts.append(("Type", type)) }
        if let bytes = outcome.source.bytes { facts.append(("Bytes", "\(bytes)")) }
        if let id = outcome.id { facts.append(("Digest", id)) }
        return facts.map { ["name": $0.0, "value": $0.1] }
    }

    private func view(_ page: PageReport) -> [String: Any] {
        Page.view([
            "number": page.index, "sureness": Titles.percent(page.confidence), "text": page.text,
            "hasText": !page.text.isEmpty, "error": page.error?.message,
        ])
    }
}
