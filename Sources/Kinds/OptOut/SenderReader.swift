import Model

/// Who writes, where a request says so in words: "From: Jane Doe", "I, Jane Doe, residing at …",
/// "My name is Jane Doe."
struct SenderReader {
    let layouts: [PageLayout]

    private static let labels: Set<String> = [
        "from", "sender", "sent by", "submitted by", "written by", "requested by",
    ]

    func sender() -> Field? {
        layouts.lazy.compactMap(sender).first ?? layouts.lazy.compactMap(introduced).first
    }

    /// Who is named behind `My name is` or, between commas, behind a sentence's `I`.
    private func introduced(on layout: PageLayout) -> Field? {
        let named = layout.matcher.matches("my name is").map(\.words.upperBound)
        let subject = layout.words.indices.filter { index in
            // `Apt 1, Reno`: a sentence's subject begins it.
            ["I,", "1,", "l,", "|,"].contains(layout.words[index].text)
                && (index == 0 || layout.words[index - 1].line != layout.words[index].line
                    || layout.words[index - 1].text.last.map { ".:".contains($0) } == true)
        }.map { $0 + 1 }
        for start in named + subject {
            let words = Array(layout.words[start...].prefix(Self.longestIntroduction))
            guard
                let end = words.indices.first(where: { index in
                    let text = words[index].text
                    return text.hasSuffix(",")
                        || text.hasSuffix(".") && text.count(where: \.isLetter) >= Self.shortestName
                }), let name = name(Array(words[...end]), layout)
            else { continue }
            // `…, Jr.,`
            if words[end].text.hasSuffix(","), end + 1 < words.count,
                let longer = self.name(Array(words[...(end + 1)]), layout), NameParser.endsInSuffix(words[end + 1].text)
            {
                return longer
            }
            return name
        }
        return nil
    }

    /// Words of a name and an address.
    private static let longestIntroduction = 30

    private func sender(on layout: PageLayout) -> Field? {
        for row in layout.rows {
            guard let words = withoutLabel(row.map { layout.words[$0] }) else { continue }
            let end = endOfName(words) ?? words.count - 1
            if let name = name(Array(words[...end]), layout) { return name }
        }
        return nil
    }

    /// The first word that ends in a comma, or in one that was read as a stop: `El-Khatibi. 10 Cedar St.`
    private func endOfName(_ words: [Word]) -> Int? {
        words.indices.first { index in
            let word = words[index].text
            let isBeforeNumber = index + 1 < words.count && words[index + 1].text.first?.isNumber == true
            return word.hasSuffix(",")
                || word.hasSuffix(".") && word.count(where: \.isLetter) >= Self.shortestName && isBeforeNumber
        }
    }

    /// Letters; initials have stops of their own.
    private static let shortestName = 3

    /// The words behind a label that a colon ends.
    private func withoutLabel(_ words: [Word]) -> [Word]? {
        guard let colon = words.prefix(3).firstIndex(where: { $0.text.hasSuffix(":") }) else { return nil }
        let label = words[...colon].map(\.text).joined(separator: " ")
        let rest = Array(words[(colon + 1)...])
        return Self.labels.contains(TextFolding.key(label)) && !rest.isEmpty ? rest : nil
    }

    private func name(_ words: [Word], _ layout: PageLayout) -> Field? {
        let text = words.map(\.text).joined(separator: " ")
        guard let reading = NameParser.parse(text), reading.isWellFormed, PersonName.isPlausible(reading.value.name)
        else {
            return nil
        }
        return Field(
            reading.value.name, from: words, page: layout.page.index, factor: 0.98,
            checks: Field.wellFormed)
    }
}
