import Kinds
import Model
import Output

extension Masking {
    /// What stays and what is shortened, by what the kinds say of their fields.
    init(_ redaction: Redaction, _ kinds: [KindDefinition]) {
        let fields = kinds.flatMap(\.fields)
        self.init(
            redaction, open: Set(fields.filter(\.holdsWordOfItsKind).map(\.name)),
            numbers: Set(fields.filter(\.holdsNumber).map(\.name)))
    }
}

extension FieldDefinition {
    /// One of a few words that the kind has for everyone; a type that an extractor finds is one too.
    fileprivate var holdsWordOfItsKind: Bool {
        switch type {
        case .choice, .choices, .checkbox, .signature: true
        case .computed: name.rawValue.hasSuffix("_type")
        default: false
        }
    }

    /// A number by which a person or a document is known.
    fileprivate var holdsNumber: Bool {
        switch type {
        case .code, .phone: true
        case .computed: name.rawValue.hasSuffix("_number")
        default: false
        }
    }
}
