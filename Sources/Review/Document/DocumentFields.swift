import Kinds
import Model
import Operations

/// A document's fields as a person goes through them: what was doubtful or not found first, each part in the order of
/// the kind. What somebody has looked at stays in its place.
struct DocumentFields {
    struct Item {
        var name: FieldName
        /// What the machine read; nil where it found nothing, or the document is of another kind now.
        var field: Field?
        /// As people left it; nil where it never had a value, and where nobody can decide.
        var state: ReviewState.Value?
        var isRequired: Bool
        /// Whether the kind requires it, or another instead, and none of them was found.
        var isMissed: Bool
        /// Whether it is less sure than a value must be.
        var isUnsure: Bool
        /// Of the decision, that name this field.
        var reasons: [Reason]
        /// Whether a person who is to decide has looked at it.
        var isDone: Bool

        /// As it stands; nil where it has none.
        var value: FieldValue? { state == nil ? field?.value : state?.value }

        var isDoubtful: Bool {
            isMissed || isUnsure || !reasons.isEmpty || field?.checks.contains { !$0.passed } == true
        }
    }

    let doubtful: [Item]
    let others: [Item]

    /// What nobody has looked at yet.
    var waiting: [Item] { doubtful.filter { !$0.isDone } }

    /// - Parameters:
    ///   - state: nil where nobody can decide about the document.
    ///   - reviewer: who looks. Where another has decided already, what that one looked at is to be looked at again.
    ///   - sender: who sent the document, whose look is not a reviewer's.
    init(
        _ outcome: Outcome, _ state: ReviewState?, kind: KindDefinition?, leastConfidence: Double, reviewer: Reviewer,
        sender: Reviewer? = nil
    ) {
        let isMachines = state.map { $0.kind == outcome.kind ?? .unknown } ?? true
        let fields = isMachines ? outcome.fields ?? [:] : [:]
        let reasons = isMachines ? outcome.decision?.reasons ?? [] : []
        let order = kind?.fields.map(\.name) ?? []
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let required = kind?.required.map(\.fields) ?? []
        let missing = required.filter { $0.isDisjoint(with: fields.keys) }.reduce(into: Set()) { $0.formUnion($1) }
        let named = Set(reasons.compactMap(\.field))
        let values = state?.fields ?? [:]
        let isSecond = state?.progress.decisions.contains { $0.reviewer != reviewer } == true
        let names = outcome.status == .failed ? [] : missing.union(named).union(fields.keys).union(values.keys)
        let items = names.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }.map { name in
            let value = values[name]
            return Item(
                name: name, field: fields[name], state: value, isRequired: required.contains { $0.contains(name) },
                isMissed: missing.contains(name),
                isUnsure: fields[name].map { $0.confidence < leastConfidence } ?? false,
                reasons: reasons.filter { $0.field == name },
                isDone: value?.standing != nil
                    && (value?.reviewer == reviewer || !isSecond && value?.reviewer != sender))
        }
        doubtful = items.filter(\.isDoubtful)
        others = items.filter { !$0.isDoubtful }
    }
}
