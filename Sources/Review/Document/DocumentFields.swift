import Kinds
import Model

/// A result's fields as a person goes through them: what is doubtful or was not found first, each part in the order of
/// the kind.
struct DocumentFields {
    struct Item {
        var name: FieldName
        /// Nil for a required field that was not found.
        var field: Field?
        var isRequired: Bool
        /// Whether it is less sure than a value must be.
        var isUnsure: Bool
        /// Of the decision, that name this field.
        var reasons: [Reason]

        var isDoubtful: Bool {
            field == nil || isUnsure || !reasons.isEmpty || field?.checks.contains { !$0.passed } == true
        }
    }

    let doubtful: [Item]
    let others: [Item]

    init(_ outcome: Outcome, kind: KindDefinition?, leastConfidence: Double) {
        let fields = outcome.fields ?? [:]
        let order = kind?.fields.map(\.name) ?? []
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let required = kind?.required.map(\.fields) ?? []
        let missing = required.filter { $0.isDisjoint(with: fields.keys) }.reduce(into: Set()) { $0.formUnion($1) }
        let named = Set((outcome.decision?.reasons ?? []).compactMap(\.field))
        let names = outcome.status == .failed ? [] : missing.union(named).union(fields.keys)
        let items = names.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }.map { name in
            Item(
                name: name, field: fields[name], isRequired: required.contains { $0.contains(name) },
                isUnsure: fields[name].map { $0.confidence < leastConfidence } ?? false,
                reasons: (outcome.decision?.reasons ?? []).filter { $0.field == name })
        }
        doubtful = items.filter(\.isDoubtful)
        others = items.filter { !$0.isDoubtful }
    }
}
