import Model

/// The sentence by which a consumer appoints an agent: "I, Jane Doe, of 1 Main St, Reno, NV 89501, authorize Acme
/// Advocates LLC to act as my authorized agent".
struct PermissionReader {
    let layouts: [PageLayout]

    struct Permission {
        var agent: Field?
        var grantor: Field?
        var address: Field?
    }

    private static let verbs = [
        "authorize", "authorise", "have authorized", "appoint", "have appointed", "designate", "have designated",
        "give permission to", "give written permission to", "grant permission to", "give signed permission to",
    ]
    private static let purposes: Set<String> = ["agent", "behalf", "representative"]
    private static let links: Set<String> = ["of", "and", "the", "for", "&"]

    func permission() -> Permission? {
        for layout in layouts {
            for verb in Self.verbs {
                for match in layout.matcher.matches(verb) where match.similarity > 0.9 {
                    if let found = permission(at: match.words, layout) { return found }
                }
            }
        }
        return nil
    }

    private func permission(at verb: Range<Int>, _ layout: PageLayout) -> Permission? {
        let words = layout.words
        let agent = agentWords(from: verb.upperBound, words)
        let behind = words[(verb.upperBound + agent.count)...].prefix(14).map { TextFolding.key($0.text) }
        guard !agent.isEmpty, behind.contains(where: Self.purposes.contains) else { return nil }
        var found = Permission()
        found.agent = name(agent, layout, isPerson: false)
        guard let speaker = speaker(before: verb.lowerBound, words) else { return found.agent.map { _ in found } }
        found.grantor = name(Array(words[speaker]), layout, isPerson: true)
        found.address = address(Array(words[speaker.upperBound..<verb.lowerBound]), layout)
        return found.agent == nil && found.grantor == nil ? nil : found
    }

    /// Capitalised words, and the small words inside a name.
    private func agentWords(from start: Int, _ words: [Word]) -> [Word] {
        var agent: [Word] = []
        for word in words[start...].prefix(9) {
            let first = word.text.first
            guard first?.isUppercase == true || first?.isNumber == true || Self.links.contains(word.text) else { break }
            agent.append(word)
        }
        while let last = agent.last, Self.links.contains(last.text) { agent.removeLast() }
        return agent
    }

    /// The name between "I," and the next comma. Recognition reads the word "I" in several ways.
    private func speaker(before verb: Int, _ words: [Word]) -> Range<Int>? {
        let selves: Set<String> = ["I,", "l,", "|,", "lI,", "Il,", "1,", "ll,", "!,", "II,"]
        guard let own = words[max(0, verb - 34)..<verb].lastIndex(where: { selves.contains($0.text) }),
            let end = words[own + 1..<verb].firstIndex(where: { $0.text.hasSuffix(",") }), (2...6).contains(end - own)
        else { return nil }
        return own + 1..<end + 1
    }

    private func name(_ words: [Word], _ layout: PageLayout, isPerson: Bool) -> Field? {
        let text = words.map(\.text).joined(separator: " ")
        guard let reading = NameParser.parse(text), reading.isWellFormed,
            isPerson ? PersonName.isPlausible(reading.value.name) : true
        else { return nil }
        return Field(
            reading.value.name, from: words, page: layout.page.index, factor: 0.98,
            checks: Field.wellFormed)
    }

    private func address(_ words: [Word], _ layout: PageLayout) -> Field? {
        let leads: Set<String> = [
            "of", "residing", "living", "at", "who", "lives", "resides", "whose", "address", "is", "resident", "my",
            "a", "with",
        ]
        let words = Array(words.drop { leads.contains(TextFolding.key($0.text)) })
        guard let last = words.last, AddressParser.isZip(TextFolding.trim(last.text, [",", ".", ";"])),
            let reading = AddressParser.parse(lines: [words.map(\.text).joined(separator: " ")]), reading.isWellFormed
        else { return nil }
        return Field(
            reading.value, from: words, page: layout.page.index, factor: 0.97,
            checks: Field.wellFormed)
    }
}
