import Kinds
import Model

/// Whether a form prints its captions under the lines that are filled in, as many do, or over them. Fields whose format
/// says what they are, such as dates and mail addresses, tell it for the whole page.
struct CaptionVote {
    let definition: KindDefinition
    let dates: DateParser
    let layout: PageLayout

    private static let telling: Set<FieldType> = [.date, .email, .phone, .address, .url, .urls]

    func standsUnder(_ labels: [LabelHit], _ finder: ValueFinder) -> Bool {
        var under = 0
        var over = 0
        for hit in labels where finder.candidate(for: hit, .right, maxLines: 1) == nil {
            for index in hit.fields.sorted() where Self.telling.contains(definition.fields[index].type) {
                let field = definition.fields[index]
                if reads(finder.candidate(for: hit, .above, maxLines: 1), field) { under += 1 }
                if reads(finder.candidate(for: hit, .below, maxLines: 1), field) { over += 1 }
            }
        }
        return under > over
    }

    private func reads(_ candidate: ValueCandidate?, _ field: FieldDefinition) -> Bool {
        guard let line = candidate?.lines.first, !line.isEmpty else { return false }
        return TypedValue.parse([layout.text(of: line)], as: field, dates: dates)?.isWellFormed == true
    }
}
