import Foundation
import Hummingbird
import Model
import Operations

/// `/`: the documents, those first that most need somebody.
struct QueuePage: Sendable {
    let index: DocumentIndex
    let events: EventLog
    let titles: Titles

    func show(_ query: FormFields, _ context: SignedInContext) -> Response {
        let filter = QueueFilter(query)
        // Before the index: what comes between is told twice rather than not at all.
        let position = events.position
        let index = index.snapshot
        let now = Date.now
        let selection = QueueSelection(filter, in: index, now: now)
        let page = selection.page(filter.page)
        var view = list(page.documents, filter, now)
        view["title"] = "Queue"
        view["after"] = position.text
        view["total"] = index.documents.count
        view["scripts"] = ["queue.js"]
        view["range"] = Self.range(page.first, page.documents.count, of: selection.count)
        view["facets"] = facets(filter, selection)
        view["name"] = filter.name
        view["hidden"] = Self.hidden(filter, without: ["name", "order", "page"])
        view["searchHidden"] = Self.hidden(filter, without: ["page"])
        view["orders"] = DocumentOrder.allCases.map {
            ["value": $0.rawValue, "label": Titles.title(of: $0), "isCurrent": $0 == filter.order] as [String: Any]
        }
        view["isNarrow"] = filter.isNarrow
        view["isLoading"] = !index.isWhole
        view["unreadable"] = index.unreadable == 0 ? nil : index.unreadable.counted("result")
        view["isEmpty"] = page.documents.isEmpty
        view["isBare"] = index.documents.isEmpty && index.isWhole
        view["noMatch"] = page.documents.isEmpty && !index.documents.isEmpty
        view["pages"] =
            selection.pageCount == 1
            ? nil
            : Page.view([
                "number": page.number, "count": selection.pageCount,
                "previous": page.number > 1 ? Self.address(filter.with { $0.page = page.number - 1 }) : nil,
                "next": page.number < selection.pageCount
                    ? Self.address(filter.with { $0.page = page.number + 1 }) : nil,
            ])
        return Page.answer("queue", view, for: context)
    }

    /// What the template `documents` shows.
    func list(_ documents: some Sequence<DocumentEntry>, _ filter: QueueFilter, _ now: Date) -> [String: Any] {
        ["documents": documents.map { row($0, filter, now) }]
    }

    static func address(_ filter: QueueFilter) -> String { filter.fields.address("/") }

    private func row(_ document: DocumentEntry, _ filter: QueueFilter, _ now: Date) -> [String: Any] {
        let reasons = document.reasons.map(\.rawValue).sorted() + (document.failure.map { [$0.rawValue] } ?? [])
        return Page.view([
            "id": document.id, "address": DocumentPage.address(of: document, filter),
            "path": PathName.printable(document.path),
            "part": document.pagesOfFile.map { "pages \($0.lowerBound) to \($0.upperBound)" },
            "kind": titles.title(of: document.kind), "state": document.state.code,
            "stateLabel": Titles.title(of: document.state),
            "review": Titles.review(of: document, in: index.snapshot),
            "reasons": reasons.map(Titles.words).joined(separator: ", "),
            "sureness": document.leastConfidence.map(Titles.percent) ?? "",
            "pageCount": document.pageCount.map(String.init) ?? "",
            "written": document.written.formatted(.iso8601), "age": Self.age(document.written, now),
        ])
    }

    /// Each part of the filter with its choices; the current one's link takes it back.
    private func facets(_ filter: QueueFilter, _ selection: QueueSelection) -> [[String: Any]] {
        func facet<Choice: Equatable>(
            _ title: String, _ counts: [(Choice, Int)], _ current: Choice?,
            _ part: WritableKeyPath<QueueFilter, Choice?>,
            _ label: (Choice) -> String
        ) -> [String: Any] {
            [
                "title": title,
                "choices": counts.filter { $0.1 > 0 || $0.0 == current }.map { choice, count in
                    [
                        "label": label(choice), "count": count, "isCurrent": choice == current,
                        "address": Self.address(filter.with { $0[keyPath: part] = choice == current ? nil : choice }),
                    ] as [String: Any]
                },
            ]
        }
        var reasons = selection.reasons.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .map { ($0.key, $0.value) }
        if let reason = filter.reason, selection.reasons[reason] == nil { reasons.append((reason, 0)) }
        var kinds = selection.kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if let kind = filter.kind, selection.kinds[kind] == nil { kinds.append((kind, 0)) }
        return [
            [
                "title": "Review",
                "choices": QueueFilter.Stage.allCases.map { stage in
                    [
                        "label": Titles.title(of: stage), "count": selection.stages[stage] ?? 0,
                        "isCurrent": stage == filter.stage, "address": Self.address(filter.with { $0.stage = stage }),
                    ] as [String: Any]
                },
            ],
            facet(
                "Decision", DocumentEntry.State.allCases.map { ($0, selection.states[$0] ?? 0) }, filter.state, \.state,
                Titles.title),
            facet("Kind", kinds, filter.kind, \.kind) { titles.title(of: $0) },
            facet("Reason", reasons, filter.reason, \.reason) { Titles.words($0.rawValue) },
            facet(
                "Age", QueueFilter.Age.allCases.map { ($0, selection.ages[$0] ?? 0) }, filter.age, \.age, Titles.title),
        ]
    }

    /// The filter's parts as hidden fields of a form.
    static func hidden(_ filter: QueueFilter, without names: Set<String>) -> [[String: String]] {
        filter.fields.all.filter { !names.contains($0.name) }.map { ["field": $0.name, "value": $0.value] }
    }

    private static func range(_ first: Int, _ count: Int, of total: Int) -> String {
        total == 0 ? "No documents" : "\(first + 1) to \(first + count) of \(total.counted("document"))"
    }

    /// `3 days`: in the largest unit of which there are two or more.
    private static func age(_ written: Date, _ now: Date) -> String {
        let minutes = max(0, Int(now.timeIntervalSince(written) / 60))
        switch minutes {
        case ..<120: return minutes.counted("minute")
        case ..<(48 * 60): return (minutes / 60).counted("hour")
        default: return (minutes / 1440).counted("day")
        }
    }
}
