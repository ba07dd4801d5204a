import Model

/// Agents who write for somebody else, and for whom.
struct AgentReader {
    let layouts: [PageLayout]

    private static let statements = [
        "this is an authorized agent request", "i am the authorized agent", "i am an authorized agent",
        "we are the authorized agent", "we are an authorized agent", "as authorized agent for",
        "as the authorized agent", "is the authorized agent of",
        "as authorized agent of", "the consumer's authorized agent", "authorized agent of the consumer",
        "submitting this request on behalf of", "writing on behalf of", "write on behalf of", "acting on behalf of",
        "on behalf of our client", "on behalf of my client", "has given written permission to",
        "has given a power of attorney to", "our client makes", "we represent",
        "this office represents", "this firm represents", "we act for", "i act for", "on behalf of the above client",
        "on his behalf", "on her behalf",
    ]
    private static let principals = [
        "authorized agent of the consumer", "authorized agent for the consumer", "authorized agent for",
        "authorized agent of", "on behalf of the consumer", "on behalf of our client", "on behalf of my client",
        "on behalf of", "consumer request of", "request of", "our client", "my client", "we represent",
        "this office represents", "this firm represents", "we act for", "i act for",
    ]

    private static let titles: Set<String> = ["mr", "mrs", "ms", "miss", "mx"]

    /// The agent of a form's label, the company that is said to be one, the one at the head of an agent's letter, or who signs
    /// it.
    func field(labelled: Field?, signer: Field?, letterhead: Field?) -> Field? {
        if let labelled, labelled.confidence > 0.8 { return labelled }
        if let stated = stated() { return stated }
        guard speaks, var agent = letterhead ?? signer else { return labelled }
        agent.confidence *= 0.97
        return agent
    }

    /// The company of `Acme Privacy, Inc. is the authorized agent of …`.
    private func stated() -> Field? {
        for layout in layouts {
            for place in Self.predicates.flatMap({ layout.matcher.matches($0) }) {
                let words = NameRun.words(before: place.words.lowerBound, in: layout.words)
                guard let reading = NameParser.parse(words.map(\.text).joined(separator: " ")),
                    reading.value.isOrganization || LegalForm.ends(reading.value.name)
                else { continue }
                return Field(reading.value.name, from: words, page: layout.page.index, factor: 0.98)
            }
        }
        return nil
    }

    private static let predicates = [
        "is the authorized agent", "is an authorized agent", "is the authorised agent", "acts as authorized agent",
        "acts as the authorized agent", "acts as an authorized agent", "is acting as authorized agent",
        "is acting as the authorized agent", "is authorized to act",
    ]

    /// Whether the document says that an agent writes it.
    var speaks: Bool {
        layouts.contains { layout in Self.statements.contains { layout.matcher.contains($0) } }
    }

    /// The person for whom an agent writes: capitalised words behind "on behalf of" and the like.
    func represented() -> Field? {
        for layout in layouts {
            for phrase in Self.principals {
                for match in layout.matcher.matches(phrase) where match.similarity > 0.9 {
                    let behind = layout.words[match.words.upperBound...]
                    let name = NameRun.words(
                        in: behind.drop { Self.titles.contains(TextFolding.key($0.text)) }.prefix(6))
                    guard let reading = NameParser.parse(name.map(\.text).joined(separator: " ")), reading.isWellFormed,
                        PersonName.isPlausible(reading.value.name)
                    else { continue }
                    return Field(
                        reading.value.name, from: name, page: layout.page.index, factor: 0.98, checks: Field.wellFormed)
                }
            }
        }
        return nil
    }
}
