import Model

/// What a person asks for: one of the contract's `request_types`.
struct RequestHit: Hashable, Sendable {
    var type: String
    var confidence: Double
    var raw: String
    var page: Int
    var box: Box?
    var source: FieldSource
}

/// Reads requests in sentences: "I request that you delete …". Conditions, refusals and explanations of the law do not count.
struct RequestSentences {
    let text: WordText
    let page: Int
    let vocabulary: RequestVocabulary
    /// Whether "we" is who writes.
    let isLetter: Bool

    struct Result {
        /// In the order of the text.
        var hits: [RequestHit] = []
        /// Types of which sentences speak that neither ask nor refuse.
        var mentions: Set<String> = []
        /// Whether each sentence that asks for something about the writer's data names a type.
        var isUnderstood = true
    }

    func read() -> Result {
        var result = Result()
        var (isInList, isExplained) = (false, false)
        for sentence in RequestSplitter(text: text).sentences() {
            let clauses = RequestClauses(
                Array(text.words[text.words(in: sentence.range)]), isLetter: isLetter)
            if clauses.isWithdrawn { continue }
            let (found, doubtful) = matches(in: clauses)
            let startsLine = sentence.isItem || found.first?.place.words.lowerBound == 0
            // `You have the right to:`, and what follows in lines of its own.
            isExplained = isExplained && startsLine
            let asks = clauses.asks && !isExplained
            let isItem = isInList && startsLine
            if asks || isItem {
                var types = found.map { (type: $0.type, similarity: $0.place.similarity) }
                if clauses.asksToKnow, !types.contains(where: { $0.type == "access" }) { types.append(("access", 1)) }
                result.hits += types.map { hit($0.type, similarity: $0.similarity, in: clauses.words) }
                if doubtful || types.isEmpty && clauses.concernsData(isItem: isItem) { result.isUnderstood = false }
            } else {
                result.mentions.formUnion(found.map(\.type))
            }
            isInList = isItem || (asks && (sentence.endsInColon || sentence.isItem))
            if sentence.endsInColon, !asks { isExplained = clauses.explains }
        }
        result.mentions.subtract(result.hits.map(\.type))
        return result
    }

    /// Types that words name, whether or not somebody asks for them.
    func named() -> [RequestHit] {
        matches(in: RequestClauses(text.words, isLetter: isLetter)).found.map {
            hit($0.type, similarity: $0.place.similarity, in: text.words)
        }
    }

    /// What the main clause names and does not deny, and whether there is more that was hardly read.
    private func matches(in clauses: RequestClauses) -> (found: [RequestVocabulary.Match], isDoubtful: Bool) {
        func matches(atLeast least: Double) -> [RequestVocabulary.Match] {
            vocabulary.matches(in: clauses.words, atLeast: least).filter {
                clauses.main.contains($0.place.words.lowerBound) && !clauses.isDenied($0.place.words.lowerBound)
            }.sorted { $0.place.words.lowerBound < $1.place.words.lowerBound }
        }
        let found = matches(atLeast: Self.leastSimilarity)
        return (found, !Set(matches(atLeast: 0).map(\.type)).isSubset(of: found.map(\.type)))
    }

    private static let leastSimilarity = 0.93

    private func hit(_ type: String, similarity: Double, in words: [Word]) -> RequestHit {
        RequestHit(
            type: type, confidence: similarity * (0.6 + 0.4 * WordText.confidence(words)),
            raw: words.map(\.text).joined(separator: " "), page: page, box: Box.around(words.map(\.box)), source: .text)
    }
}
