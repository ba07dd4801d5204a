import Foundation
import Hummingbird
import Kinds
import Model
import Operations
import Output

/// `/document`: what was read of one document, doubtful fields first.
struct DocumentPage: Sendable {
    let index: DocumentIndex
    let kinds: [KindName: KindDefinition]
    let titles: Titles
    /// Of a kind's fields: what is less sure is doubtful.
    let leastConfidence: @Sendable (KindName) -> Double
    let pictures: PagePictures?

    /// - Parameter filter: of the queue that the page leads back to.
    static func address(of document: DocumentEntry, _ filter: QueueFilter) -> String {
        var fields = filter.fields
        fields["id"] = document.id
        return fields.address("/document")
    }

    func show(_ query: FormFields, _ context: SignedInContext) throws -> Response {
        let snapshot = index.snapshot
        guard let document = query["id"].flatMap(snapshot.document), let json = index.result(of: document),
            let outcome = try? ResultEncoder.decode(json)
        else { throw PageError.notFound }
        let filter = QueueFilter(query)
        let next = QueueSelection(filter, in: snapshot, now: .now).document(after: document)
        return Page.answer(
            "document", view(document, outcome, filter, next: next), session: context.session)
    }

    private func view(
        _ document: DocumentEntry, _ outcome: Outcome, _ filter: QueueFilter, next: DocumentEntry?
    ) -> [String: Any] {
        let fields = DocumentFields(
            outcome, kind: outcome.kind.flatMap { kinds[$0] },
            leastConfidence: outcome.kind.map(leastConfidence) ?? 1)
        // Others are shown with their fields.
        let reasons = (outcome.decision?.reasons ?? []).filter { $0.field == nil }
        let path = PathName.printable(document.path)
        var view: [String: Any] = [
            "title": path, "path": path, "id": document.id, "back": QueuePage.address(filter),
            "state": document.state.code, "stateLabel": Titles.title(of: document.state),
            "doubtful": fields.doubtful.map(Self.view), "others": fields.others.map(Self.view),
            "hasDoubtful": !fields.doubtful.isEmpty, "hasOthers": !fields.others.isEmpty,
            "reasons": reasons.map(Self.view), "hasReasons": !reasons.isEmpty,
            "warnings": (outcome.warnings ?? []).map { Page.view(["message": $0.message, "page": $0.page]) },
            "hasWarnings": outcome.warnings?.isEmpty == false,
            "pages": (outcome.pages ?? []).map(view), "hasPages": outcome.pages?.isEmpty == false,
            "facts": facts(document, outcome),
        ]
        view["part"] = document.pagesOfFile.map { "pages \($0.lowerBound) to \($0.upperBound) of the file" }
        view["next"] = next.map { Self.address(of: $0, filter) }
        view["failure"] = outcome.error?.message
        view["picture"] = PictureView.view(of: outcome, id: document.id, pictures: pictures)
        view["isRedacted"] = outcome.redacted != nil
        return view
    }

    private func facts(_ document: DocumentEntry, _ outcome: Outcome) -> [[String: String]] {
        var facts: [(String, String)] = []
        if let kind = outcome.kind {
            let sure = outcome.classification.map { ", \(Titles.percent($0.confidence)) sure" } ?? ""
            facts.append(("Kind", titles.title(of: kind) + sure))
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

    private static func view(_ reason: Reason) -> [String: Any] {
        Page.view([
            "label": Titles.words(reason.code.rawValue), "message": reason.message, "pageNumber": reason.page,
        ])
    }

    private static func view(_ item: DocumentFields.Item) -> [String: Any] {
        var view: [String: Any] = [
            "name": item.name.rawValue, "label": Titles.words(item.name.rawValue), "isRequired": item.isRequired,
            "isMissing": item.field == nil, "reasons": item.reasons.map(view), "hasReasons": !item.reasons.isEmpty,
        ]
        guard let field = item.field else { return view }
        view["values"] = Self.texts(field.value)
        if let raw = field.raw, [raw] != field.value.texts { view["raw"] = raw }
        view["sureness"] = Titles.percent(field.confidence)
        view["isUnsure"] = item.isUnsure
        view["source"] = Titles.words(field.source.rawValue)
        view["page"] = field.page
        view["checks"] = field.checks.map {
            ["label": Titles.words($0.name), "passed": $0.passed, "failed": !$0.passed] as [String: Any]
        }
        view["hasChecks"] = !field.checks.isEmpty
        view["alternatives"] = field.alternatives.map {
            ["values": texts($0.value), "sureness": Titles.percent($0.confidence)] as [String: Any]
        }
        view["hasAlternatives"] = !field.alternatives.isEmpty
        return view
    }

    private static func texts(_ value: FieldValue) -> [String] {
        if case .flag(let flag) = value { [flag ? "Yes" : "No"] } else { value.texts }
    }
}
