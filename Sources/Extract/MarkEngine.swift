import Kinds
import Model

/// Reads fields of check boxes.
struct MarkEngine {
    let layout: PageLayout
    let marked: [MarkedText]

    func fields(_ field: FieldDefinition, _ labels: [LabelHit]) -> [Field] {
        switch field.type {
        case .checkbox: checkbox(field, labels)
        case .choice: choice(field)
        default: choices(field)
        }
    }

    private struct OptionMark {
        var option: Int
        var mark: Mark
        var words: [Int]
        var similarity: Double
        /// Whether another option fits its text as well: what tells the two apart was not read.
        var isTied = false
    }

    /// The marks whose text holds a phrase of an option; the longest phrase counts, of equally long ones the more similar.
    private func optionMarks(_ options: [FieldDefinition.Option]) -> [OptionMark] {
        let matchers = marked.map { text in PhraseMatcher(words: text.words.map { layout.words[$0] }) }
        return zip(marked, matchers).compactMap { text, matcher in
            var best: (found: OptionMark, length: Int)?
            for (index, option) in options.enumerated() {
                for phrase in option.phrases {
                    guard phrase.count >= best?.length ?? 0, let match = matcher.matches(phrase).first else { continue }
                    let found = OptionMark(
                        option: index, mark: text.mark, words: text.words, similarity: match.similarity)
                    if let (other, length) = best, length == phrase.count, other.similarity >= match.similarity {
                        let isTie = other.option != index && other.similarity == match.similarity
                        best?.found.isTied = other.isTied || isTie
                    } else {
                        best = (found, phrase.count)
                    }
                }
            }
            return best?.found
        }
    }

    private func checkbox(_ field: FieldDefinition, _ labels: [LabelHit]) -> [Field] {
        labels.compactMap { label in
            guard let text = marked.first(where: { !Set($0.words).isDisjoint(with: label.words) }) else { return nil }
            return Field(
                value: .flag(text.mark.state == .checked), raw: layout.text(of: text.words),
                confidence: text.mark.confidence * (0.5 + 0.5 * label.similarity), source: .mark,
                page: layout.page.index, box: text.mark.box, checks: [check(text.mark)])
        }
    }

    private func choice(_ field: FieldDefinition) -> [Field] {
        let checked = optionMarks(field.options).filter { $0.mark.state != .unchecked }
        guard let first = checked.first else { return [] }
        let values = Set(checked.map(\.option))
        return [
            Field(
                value: .text(field.options[first.option].value), raw: layout.text(of: first.words),
                confidence: first.mark.confidence * (0.5 + 0.5 * first.similarity) * (values.count > 1 ? 0.5 : 1),
                source: .mark, page: layout.page.index, box: first.mark.box,
                checks: [Check(name: "marks", passed: first.mark.state != .doubtful && !first.isTied)],
                alternatives: checked.filter { $0.option != first.option }.map {
                    Alternative(value: .text(field.options[$0.option].value), confidence: $0.mark.confidence / 2)
                })
        ]
    }

    /// The checked options in the document's order. A doubtful mark beside them makes the whole list doubtful.
    private func choices(_ field: FieldDefinition) -> [Field] {
        let all = optionMarks(field.options)
        let checked = all.filter { $0.mark.state == .checked }
        let doubtful = all.filter { $0.mark.state == .doubtful }
        guard !checked.isEmpty || !doubtful.isEmpty else { return [] }
        var values: [String] = []
        for mark in checked where !values.contains(field.options[mark.option].value) {
            values.append(field.options[mark.option].value)
        }
        let sure = (checked + doubtful).map { $0.mark.confidence * (0.5 + 0.5 * $0.similarity) }.min() ?? 0
        return [
            Field(
                value: .list(values), raw: checked.map { layout.text(of: $0.words) }.joined(separator: "\n"),
                confidence: values.isEmpty ? 0.3 : sure, source: .mark, page: layout.page.index,
                box: Box.around(checked.map(\.mark.box)),
                checks: [Check(name: "marks", passed: doubtful.isEmpty && !checked.contains(where: \.isTied))],
                alternatives: doubtful.map {
                    Alternative(value: .text(field.options[$0.option].value), confidence: $0.mark.confidence)
                })
        ]
    }

    private func check(_ mark: Mark) -> Check { Check(name: "marks", passed: mark.state != .doubtful) }
}

/// Reads whether a signature is where a caption says that one belongs.
struct SignatureEngine {
    let layout: PageLayout

    func fields(_ labels: [LabelHit]) -> [Field] {
        let finder = SignatureFinder(layout)
        return labels.map { label in
            let place = finder.place(captionedBy: label.box)
            return Field(
                value: .flag(place.isSigned), raw: layout.text(of: Array(label.words)),
                confidence: place.confidence * (0.5 + 0.5 * label.similarity), source: .mark, page: layout.page.index,
                box: place.box)
        }
    }
}
