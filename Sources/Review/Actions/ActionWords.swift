import Model
import Operations

/// What people read of what was done; no values.
enum ActionWords {
    static func words(for action: ReviewAction, _ titles: Titles) -> String {
        switch action {
        case .confirmed(let change): "confirmed \(name(change))"
        case .corrected(let change): "corrected \(name(change))"
        case .removed(let change): "found no \(name(change)) in the document"
        case .illegible(let change): "could not read \(name(change))"
        case .kindChanged(_, let new): "changed the kind to \(titles.title(of: new))"
        case .decided(let decision, _, _): "decided: \(Titles.title(of: decision))"
        case .reopened: "opened the document again"
        case .undone: "took a step back"
        }
    }

    private static func name(_ change: FieldChange) -> String { Titles.words(change.field.rawValue).lowercased() }
}
