import Model

/// The words by which a kind's definition knows what is asked.
struct RequestVocabulary {
    let options: [FieldDefinition.Option]

    struct Match {
        var type: String
        var place: PhraseMatch
        /// The more letters of a phrase were read, the more it tells.
        var weight: Double
    }

    /// All phrases among the words, those that tell most first; none lies within another: `limit the use and disclosure` is
    /// no disclosure.
    /// - Parameter least: similarity; `let me know that` is nearly `let me know what`.
    func matches(in words: [Word], atLeast least: Double = 0) -> [Match] {
        let matcher = PhraseMatcher(words: words)
        let all = options.flatMap { option in
            option.phrases.flatMap { phrase in
                matcher.matches(phrase).filter { $0.similarity >= least }.map {
                    Match(type: option.value, place: $0, weight: Double(phrase.count) * $0.similarity)
                }
            }
        }.sorted { ($0.weight, $1.place.words.lowerBound) > ($1.weight, $0.place.words.lowerBound) }
        return all.reduce(into: []) { kept, match in
            if !kept.contains(where: { $0.place.words.overlaps(match.place.words) }) { kept.append(match) }
        }
    }
}
