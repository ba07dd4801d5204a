import Model

/// The pages of a person that a request points to.
struct ProfileLinks {
    let layouts: [PageLayout]

    private static let announcements = [
        "profile", "listing", "listings", "record", "records", "url", "urls", "link", "links", "page", "pages",
        "found at", "appears at", "located at",
    ]

    func field(labelled: Field?) -> Field? {
        let (announced, isWhole) = announced()
        guard var field = fuller(labelled, announced) else { return nil }
        if !isWhole {
            field.confidence = min(field.confidence, Self.mostOfPart)
            // No other reading of the links that are there tells of the one that is not.
            field.checks.append(Check(name: "complete", passed: false))
        }
        return field
    }

    /// The most that links are worth beside which there is one that could not be read.
    private static let mostOfPart = 0.5

    private func fuller(_ labelled: Field?, _ announced: Field?) -> Field? {
        guard let labelled else { return announced }
        guard let announced, case .list(let all) = announced.value, case .list(let some) = labelled.value,
            all.count > some.count, some.allSatisfy(all.contains)
        else { return labelled }
        return announced
    }

    /// Web addresses with a path in the rows that announce them or follow an announcement, and whether none of them is
    /// left in pieces.
    private func announced() -> (field: Field?, isWhole: Bool) {
        var isWhole = true
        var values: [String] = []
        var words: [Word] = []
        var page = 0
        var repaired = false
        for layout in layouts {
            var isOpen = 0
            for row in layout.rows {
                let text = WordText(row.map { layout.words[$0] })
                let key = " " + TextFolding.key(text.text) + " "
                if Self.announcements.contains(where: { key.contains(" \($0) ") }) { isOpen = 4 }
                let all = URLParser.find(in: text.text)
                let found = all.filter { isProfile($0.reading.value) }
                // What announces an address may stand below it.
                if isOpen > 0 || all.isEmpty, hasPieces(text.text, beside: all) { isWhole = false }
                if isOpen > 0 || isAlone(found, in: text.text), !found.isEmpty {
                    for item in found where !values.contains(item.reading.value) {
                        values.append(item.reading.value)
                        words += text.words[text.words(in: item.range)]
                        repaired = repaired || item.reading.isRepaired
                        page = page == 0 ? layout.page.index : page
                    }
                    isOpen = 4
                } else {
                    isOpen -= 1
                }
            }
        }
        guard !values.isEmpty else { return (nil, isWhole) }
        let field = Field(
            value: .list(values), raw: words.map(\.text).joined(separator: "\n"),
            confidence: (1 - doubt(words)) * (repaired ? 0.8 : 0.96),
            source: .text, page: page, box: Box.around(words.map(\.box)), checks: [Check(name: "format", passed: true)])
        return (field, isWhole)
    }

    /// Whether a row begins an address that is none, or goes on behind one with more of it.
    private func hasPieces(_ text: String, beside found: [Found<String>]) -> Bool {
        let characters = Array(text)
        guard let last = found.last else {
            return text.lowercased().split(separator: " ").contains {
                $0.hasPrefix("http") || $0.hasPrefix("www.") || $0.contains("://")
            }
        }
        if characters[last.range].last == ":" { return true }
        let rest = characters[last.range.upperBound...].drop(while: \.isWhitespace)
        // `https://www.example.com/people/ NANCY`
        if let end = characters[last.range].last, "/-_=".contains(end), rest.contains(where: \.isLetter) { return true }
        return rest.count > 1 && rest.first.map { "./:".contains($0) } == true
    }

    /// Whether a line holds nothing but an address with a scheme, as a list of pages does.
    private func isAlone(_ found: [Found<String>], in text: String) -> Bool {
        guard found.count == 1, let only = found.first, only.reading.value.lowercased().hasPrefix("http") else {
            return false
        }
        return text.count - only.range.count <= 3
    }

    /// Recognition is shy of words that are in no dictionary; where it is shyer than that, nothing in a path shows that
    /// a figure is wrong.
    private func doubt(_ words: [Word]) -> Double {
        let worst = words.map(\.confidence).min() ?? 0
        let doubt = 1 - (WordText.confidence(words) + worst) / 2
        return worst >= 0.8 ? doubt / 2 : doubt
    }

    /// A page of a site, and not a law's text.
    private func isProfile(_ address: String) -> Bool {
        let lower = address.lowercased()
        guard !lower.contains(".gov"), !lower.contains("/privacy"), !lower.contains("/legal"),
            !lower.contains("europa.eu")
        else { return false }
        let rest = lower.replacing("https://", with: "").replacing("http://", with: "")
        guard let slash = rest.firstIndex(of: "/") else { return false }
        return rest[slash...].count > 2
    }
}
