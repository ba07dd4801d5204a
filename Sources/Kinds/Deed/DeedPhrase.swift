/// A phrase of a clause over the row of words: `|` parts alternatives, `?` marks a word that may be missing.
/// `"for and? in consideration|considerations"` is an example.
struct Phrase: Hashable, Sendable, ExpressibleByStringLiteral {
    struct Element: Hashable, Sendable {
        var words: [String]
        var isOptional: Bool
    }

    var elements: [Element]

    init(_ pattern: String) {
        elements = pattern.split(separator: " ").map { part in
            let isOptional = part.hasSuffix("?")
            let words = (isOptional ? part.dropLast() : part).split(separator: "|").map(String.init)
            return Element(words: words, isOptional: isOptional)
        }
    }

    init(stringLiteral value: String) { self.init(value) }

    /// One phrase a line.
    static func list(_ text: String) -> [Phrase] { text.split(separator: "\n").map { Phrase(String($0)) } }
}

extension DeedText {
    /// The end of the phrase that starts at a position; nil where it does not.
    func match(_ phrase: Phrase, at start: Int, before end: Int? = nil) -> Int? {
        match(phrase.elements[...], at: start, before: min(end ?? tokens.count, tokens.count))
    }

    private func match(_ elements: ArraySlice<Phrase.Element>, at start: Int, before end: Int) -> Int? {
        guard let element = elements.first else { return start }
        let rest = elements.dropFirst()
        if let index = next(start, before: end), element.words.contains(tokens[index].word),
            let matched = match(rest, at: index + 1, before: end)
        {
            return matched
        }
        return element.isOptional ? match(rest, at: start, before: end) : nil
    }

    /// All places of a phrase, in order.
    func all(_ phrase: Phrase, in range: Range<Int>? = nil) -> [Range<Int>] {
        let range = range ?? all
        guard let lead = phrase.elements.firstIndex(where: { !$0.isOptional }) else { return [] }
        // Optional leading words only widen a match: it is found by its first necessary word.
        let core = Phrase(elements: Array(phrase.elements[lead...]))
        let starts = Set(core.elements[0].words).flatMap { positions(of: $0) }.filter { range.contains($0) }.sorted()
        return starts.compactMap { start in
            match(core, at: start, before: range.upperBound).map { start..<$0 }
        }
    }

    func all(_ phrases: [Phrase], in range: Range<Int>? = nil) -> [Range<Int>] {
        phrases.flatMap { all($0, in: range) }.sorted {
            ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound)
        }
    }

    func first(_ phrases: [Phrase], in range: Range<Int>? = nil) -> Range<Int>? { all(phrases, in: range).first }

    func contains(_ phrases: [Phrase], in range: Range<Int>? = nil) -> Bool { first(phrases, in: range) != nil }
}

extension Phrase {
    init(elements: [Element]) { self.elements = elements }
}
