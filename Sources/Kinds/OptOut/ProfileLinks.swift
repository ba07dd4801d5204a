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
        let lacks = labelled?.checks.contains { $0.name == Self.complete && !$0.passed } == true
        field.checks.removeAll { $0.name == Self.complete }
        if Self.haveLikeHosts(field) { field.cap(at: Self.mostOfPart) }
        if !isWhole || lacks {
            field.cap(at: Self.mostOfPart)
            // No other reading of the links that are there tells of the one that is not.
            field.checks.append(Check(name: Self.complete, passed: false))
        }
        return field
    }

    /// Whether two links lead to hosts that are one but for a letter or two: one of them was misread.
    private static func haveLikeHosts(_ field: Field) -> Bool {
        guard case .list(let links) = field.value else { return false }
        let hosts = Set(
            links.map { $0.replacing(/^https?:\/\//, with: "").prefix { $0 != "/" }.lowercased() }
        ).map(Array.init)
        return hosts.indices.contains { first in
            hosts[(first + 1)...].contains { EditDistance.between(hosts[first], $0, atMost: editsOfHost) != nil }
        }
    }

    private static let editsOfHost = 2

    private static let complete = "complete"
    /// The most that links are worth beside which there is one that could not be read.
    private static let mostOfPart = 0.5

    private func fuller(_ labelled: Field?, _ announced: Field?) -> Field? {
        guard let labelled else { return announced }
        guard let announced, case .list(let all) = announced.value, case .list(let some) = labelled.value,
            all != some, some.allSatisfy({ one in all.contains { $0.hasPrefix(one) } })
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
            let whole = PageLinks(layout: layout)
            let links = whole.all.filter { isProfile($0.reading.value) }.map { layout.words[$0.words[0]].box }
            for row in layout.rows {
                let text = WordText(row.map { layout.words[$0] })
                let key = " " + TextFolding.key(text.text) + " "
                if Self.announcements.contains(where: { key.contains(" \($0) ") }) { isOpen = 4 }
                let all = URLParser.find(in: text.text)
                let found = all.filter { isProfile($0.reading.value) }
                // What announces an address may stand below it.
                let isAlone = isAlone(found, in: text.text)
                if isOpen > 0 || all.isEmpty || isAlone, hasPieces(text.text, beside: all) { isWhole = false }
                if all.isEmpty, isUnread(row, beside: links, layout) { isWhole = false }
                // `https://www.example.com/people/jane-d oe/12`: with more behind it, it is no line of its own. Nor is
                // `https://www.exam ple.com/people/12`, in which only what stands behind the space is an address.
                let startsLink = found.first?.range.lowerBound == 0 || Self.hasScheme(text.text)
                if isOpen <= 0, startsLink, !isAlone { isWhole = false }
                if isOpen > 0 || isAlone, !found.isEmpty {
                    for link in found.compactMap({ whole.link(with: row[text.words(in: $0.range).lowerBound]) })
                    where !values.contains(link.reading.value) {
                        values.append(link.reading.value)
                        words += link.words.map { layout.words[$0] }
                        repaired = repaired || link.reading.isRepaired
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

    /// Whether a line that was hardly read stands over or under an address and begins where it begins: print that is
    /// spaced out is read as a letter here and there.
    private func isUnread(_ row: [Int], beside links: [Box], _ layout: PageLayout) -> Bool {
        let height = layout.textHeight
        return links.contains { link in
            let line = row.map { layout.words[$0] }.filter { Double($0.box.x) > Double(link.x) - 0.5 * height }
            guard line.count >= Self.fewPieces, let first = line.first?.box else { return false }
            return Double(abs(first.x - link.x)) < 0.5 * height && Double(abs(first.y - link.y)) < 4 * height
                && WordText.confidence(line) < Self.hardlyRead
        }
    }

    /// Words of a line that was hardly read, at least, and recognition's figure for it, at most.
    private static let (fewPieces, hardlyRead) = (3, 0.5)

    /// Whether a row begins an address that is none, or goes on behind one with more of it.
    private func hasPieces(_ text: String, beside found: [Found<String>]) -> Bool {
        let characters = Array(text)
        guard let last = found.last else {
            return text.split(separator: " ").contains { Self.hasScheme($0) || $0.contains("://") }
        }
        if characters[last.range].last == ":" { return true }
        let rest = characters[last.range.upperBound...].drop(while: \.isWhitespace)
        // `https://www.example.com/people/ NANCY`
        if let end = characters[last.range].last, "/-_=".contains(end), rest.contains(where: \.isLetter) { return true }
        // More of a path, or its number.
        let next = rest.prefix { !$0.isWhitespace }
        if next.contains("/") || !next.isEmpty && next.allSatisfy(\.isNumber) { return true }
        return rest.count > 1 && rest.first.map { "./:".contains($0) } == true
    }

    private static func hasScheme(_ text: some StringProtocol) -> Bool {
        let start = text.prefix(4).lowercased()
        return start == "http" || start == "www."
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
