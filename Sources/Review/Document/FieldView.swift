import Model
import Operations
import Pipeline

/// What the template `field` shows.
struct FieldView {
    let entries: FieldEntries
    /// Of the document now.
    let kind: KindName
    /// The field that is to be looked at now.
    let current: FieldName?
    /// What was posted and not saved.
    let posted: FormFields
    /// Whether the reviewer has the document, and it is not finished.
    let canEdit: Bool
    /// Whether there are pages on which a field's place can be pointed at.
    let canPoint: Bool

    func view(_ item: DocumentFields.Item) -> [String: Any] {
        var view = base(item.name, value: item.value)
        view["isRequired"] = item.isRequired
        view["isDone"] = item.isDone
        view["canConfirm"] = item.value != nil
        view["reasons"] = item.reasons.map(Self.view)
        view["hasReasons"] = !item.reasons.isEmpty
        view["pointed"] = item.state?.place?.page
        if let standing = item.state?.standing {
            view["standing"] = "\(Titles.words(standing.rawValue)) by \(item.state?.reviewer?.name ?? "")"
            view["isMissing"] = false
            if standing == .corrected, let machine = item.state?.machine {
                view["machine"] = Self.texts(machine).joined(separator: "; ")
            }
        }
        guard let field = item.field else { return view }
        if let raw = field.raw, [raw] != item.value?.texts { view["raw"] = raw }
        view["isRead"] = true
        view["sureness"] = Titles.percent(field.confidence)
        view["isUnsure"] = item.isUnsure
        view["source"] = Titles.words(field.source.rawValue)
        view["page"] = field.page
        view["checks"] = field.checks.map {
            ["label": Titles.words($0.name), "passed": $0.passed, "failed": !$0.passed] as [String: Any]
        }
        view["hasChecks"] = !field.checks.isEmpty
        view["alternatives"] = field.alternatives.enumerated().map { index, alternative in
            [
                "index": index, "number": index + 1, "hasKey": index < 9, "choices": Self.texts(alternative.value),
                "sureness": Titles.percent(alternative.confidence),
            ] as [String: Any]
        }
        view["hasAlternatives"] = !field.alternatives.isEmpty
        return view
    }

    /// Of a field that was not found, and is not missed.
    func empty(_ name: FieldName) -> [String: Any] { base(name, value: nil) }

    private func base(_ name: FieldName, value: FieldValue?) -> [String: Any] {
        let choices = entries.choices(for: name, of: kind)
        let isPosted = posted["field"] == name.rawValue
        let typed = isPosted ? posted["text"] : nil
        let why = isPosted ? posted["why"] ?? "" : ""
        let text = value.map { Self.texts($0).joined(separator: "\n") } ?? ""
        return [
            "name": name.rawValue, "label": Titles.words(name.rawValue), "isMissing": value == nil,
            "values": value.map(Self.texts) ?? [], "canEdit": canEdit, "isCurrent": name == current,
            "value": text, "text": typed ?? text, "isOpen": typed != nil, "kind": kind.rawValue,
            "canPoint": canPoint, "place": typed == nil ? "" : posted["place"] ?? "", "why": why,
            "hasWhy": typed == nil && !why.isEmpty,
            "hint": choices.flatMap(Self.texts).joined(separator: ", "), "hasHint": !choices.isEmpty,
        ]
    }

    static func view(_ reason: Reason) -> [String: Any] {
        Page.view([
            "label": Titles.words(reason.code.rawValue), "message": reason.message, "pageNumber": reason.page,
        ])
    }

    static func texts(_ value: FieldValue) -> [String] {
        if case .flag(let flag) = value { [flag ? "Yes" : "No"] } else { value.texts }
    }

    static func alternatives(_ field: Field?) -> String {
        let all = (field?.alternatives ?? []).map { texts($0.value).joined(separator: "; ") }
        return all.isEmpty ? "none" : all.joined(separator: " · ")
    }

    /// A field as a version of it has it.
    static func text(_ state: ReviewState.Value?) -> String {
        let value = state?.value.map { texts($0).joined(separator: "; ") } ?? "no value"
        return value + (state?.standing.map { ", \($0.rawValue)" } ?? "")
    }
}
