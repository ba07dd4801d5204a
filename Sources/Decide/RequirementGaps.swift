import Kinds
import Model

/// What keeps a requirement from being met.
struct RequirementGap: Hashable {
    enum Cause: Hashable, Comparable {
        /// Read, but not surely enough.
        case doubtful(confidence: Double)
        /// A mark that is there to be true and is not.
        case notTrue
        /// Read, and a check failed.
        case invalid(check: String)
        case missing

        private var rank: Int {
            switch self {
            case .doubtful: 0
            case .notTrue: 1
            case .invalid: 2
            case .missing: 3
            }
        }

        static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    }

    var field: FieldName
    var cause: Cause
}

/// Judges single fields and the requirements made of them.
struct RequirementCheck {
    let fields: [FieldName: Field]
    let minConfidence: Double

    /// Nil where the field's value can be vouched for.
    func gap(_ name: FieldName) -> RequirementGap? {
        guard let field = fields[name] else { return RequirementGap(field: name, cause: .missing) }
        if let failed = field.checks.first(where: { !$0.passed && $0.name != TaggedMerge.check }) {
            return RequirementGap(field: name, cause: .invalid(check: failed.name))
        }
        if !(field.confidence >= minConfidence) {
            return RequirementGap(field: name, cause: .doubtful(confidence: field.confidence))
        }
        return nil
    }

    /// Empty where the requirement is met; of alternatives, the one that lacks least.
    func gaps(_ requirement: Requirement) -> [RequirementGap] {
        switch requirement {
        case .field(let name): return gap(name).map { [$0] } ?? []
        case .isTrue(let name):
            if let gap = gap(name) { return [gap] }
            return fields[name]?.value == .flag(true) ? [] : [RequirementGap(field: name, cause: .notTrue)]
        case .all(let parts): return parts.flatMap(gaps)
        case .any(let parts):
            let candidates = parts.map(gaps)
            if candidates.contains(where: \.isEmpty) { return [] }
            return candidates.min { severity($0) < severity($1) } ?? []
        }
    }

    private func severity(_ gaps: [RequirementGap]) -> (RequirementGap.Cause, Int) {
        (gaps.map(\.cause).max() ?? .missing, gaps.count)
    }
}
