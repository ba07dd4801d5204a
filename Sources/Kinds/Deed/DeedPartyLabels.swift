import Model

/// Finds parties by their labels: `GRANTOR: …` lines, cover sheets, two-column tables, Trustor, Trustee and Beneficiary
/// blocks, and the definitions of deeds of trust (`"Borrower" is …`).
struct DeedPartyLabels {
    enum Role: CaseIterable {
        case grantor, grantee, trustee
    }

    struct Entry: Hashable {
        var tokens: [Int]
        var linesSeparate: Bool
        var origin: DeedClause.Origin
    }

    let text: DeedText
    let isDeedOfTrust: Bool

    func entries(for role: Role) -> [Entry] {
        labels().filter { $0.role == role }.compactMap(entry) + definitions(for: role)
    }

    // MARK: Labels

    struct Label {
        var role: Role?
        var segment: DeedSegment
        /// First word behind the label.
        var end: Int
        var hasColon: Bool
        /// Nothing but the label stands in the segment.
        var isAlone: Bool
    }

    func labels() -> [Label] { text.segments.compactMap(label) }

    private func label(_ segment: DeedSegment) -> Label? {
        guard let first = text.next(segment.tokens.lowerBound, before: segment.tokens.upperBound) else { return nil }
        var start = first
        // `1. Grantor(s):`, `Name of Grantor:`
        if text.tokens[start].isAllDigits, let next = text.next(start + 1, before: segment.tokens.upperBound) {
            start = next
        }
        if let end = text.match("name|names of the?", at: start), let next = text.next(end) { start = next }
        if let end = text.match("designated|primary|named", at: start), let next = text.next(end) { start = next }
        guard let role = role(of: text.word(start)) else { return nil }
        var end = start + 1
        var hasColon = text.tokens[start].text.contains(":")
        while !hasColon, end < segment.tokens.upperBound,
            text.word(end).isEmpty || Self.labelWords.contains(text.word(end))
        {
            hasColon = text.tokens[end].text.contains(":")
            end += 1
        }
        let behind = text.tokens[start..<end].map(\.word)
        // `BENEFICIARY DEED` is a title; a grantor is one `making this deed`.
        if behind.last(where: { !$0.isEmpty }) == "deed", !behind.contains("this") { return nil }
        if behind.contains("address") && !behind.contains("name") && !behind.contains("names") { return nil }
        let isAlone = text.next(end, before: segment.tokens.upperBound) == nil
        // `Grantor(s) JANE DOE` lost its colon; in a sentence nobody writes so.
        guard hasColon || isAlone || text.tokens[start].text.hasSuffix("(s)") else { return nil }
        return Label(role: role, segment: segment, end: end, hasColon: hasColon, isAlone: isAlone)
    }

    private func role(of word: String) -> Role? {
        switch word {
        case "grantor", "grantors", "trustor", "trustors", "transferor", "transferors", "borrower", "borrowers":
            .grantor
        case "owner", "owners": .grantor
        case "grantee", "grantees", "beneficiary", "beneficiaries", "transferee", "transferees", "lender": .grantee
        case "trustee", "trustees": .trustee
        default: nil
        }
    }

    private static let labelWords = Vocabulary.split(
        """
        s name names and address mailing last first middle initial initials the full legal whether one or more as of \
        making this deed owner owners borrower lender trustor beneficiary beneficiaries grantor grantors grantee \
        grantees transferor transferee trustee party first second part designated
        """)

    private func entry(_ label: Label) -> Entry? {
        let others = labels().filter { $0.segment.line == label.segment.line && $0.segment != label.segment }
        if !label.isAlone {
            let rest = Array(label.end..<label.segment.tokens.upperBound)
            guard let first = rest.first(where: { !text.word($0).isEmpty }) else { return nil }
            let left = text.tokens[first].box.x
            var below = column(
                left: left - label.segment.height, right: right(of: label, others: others), under: label.segment,
                alignedTo: left)
            if below.isEmpty { below = wrapped(label.segment) }
            let isColumn = below.first.map { text.tokens[$0].box.x >= left - label.segment.height } ?? false
            return Entry(tokens: sentence(rest + below), linesSeparate: isColumn, origin: .label)
        }
        if label.hasColon, let cell = cell(rightOf: label.segment), !others.contains(where: { $0.segment == cell }) {
            let below = column(
                left: cell.box.x - label.segment.height, right: right(of: label, others: others), under: cell,
                alignedTo: cell.box.x)
            return Entry(tokens: Array(cell.tokens) + below, linesSeparate: true, origin: .label)
        }
        let bounds = columnBounds(of: label, others: others)
        let below = column(left: bounds.left, right: bounds.right, under: label.segment, alignedTo: nil)
        return below.isEmpty ? nil : Entry(tokens: below, linesSeparate: true, origin: .label)
    }

    /// Up to the end of the first sentence.
    private func sentence(_ tokens: [Int]) -> [Int] {
        let end = tokens.indices.dropLast().first {
            text.endsSentence(tokens[$0]) && text.tokens[tokens[$0 + 1]].startsUpper
                && !isName(tokens[$0 + 1], on: text.tokens[tokens[$0]].line)
        }
        return end.map { Array(tokens[...$0]) } ?? tokens
    }

    /// `JOHN DOE. JANE ROE and …`: another party behind a comma that was read as a stop, not a sentence.
    private func isName(_ index: Int, on line: Int) -> Bool {
        let pair = [index, text.next(index + 1) ?? index]
        return pair[0] != pair[1]
            && pair.allSatisfy { text.tokens[$0].line == line && text.tokens[$0].mayBeName }
    }

    /// Share of the width of a page's print from which a line is full: the next word may be long.
    private static let fullLine = 0.75

    /// The next lines of a paragraph that begins with the label and fills its line.
    private func wrapped(_ segment: DeedSegment) -> [Int] {
        var tokens: [Int] = []
        var last = segment
        // Where the print of the page ends, which may have wide margins.
        let right = text.segments.filter { $0.page == segment.page }.map(\.box.maxX).max() ?? segment.box.maxX
        for next in text.segments.drop(while: { $0 != segment }).dropFirst().prefix(3) {
            let isFull =
                Double(last.box.maxX - segment.box.x) > Self.fullLine * Double(right - segment.box.x)
            // `with right of survivorship`
            let goesOn = text.tokens[next.tokens].first?.text.first?.isLowercase == true
            let gap = next.box.y - last.box.maxY
            guard isFull || goesOn, next.page == segment.page, abs(next.box.x - segment.box.x) < 2 * segment.height,
                gap < Int(1.2 * Double(segment.height)), label(next) == nil, !isOther(next)
            else { break }
            tokens += next.tokens
            last = next
        }
        return tokens
    }

    private func cell(rightOf segment: DeedSegment) -> DeedSegment? {
        text.segments.filter {
            $0.page == segment.page && $0 != segment && $0.box.x >= segment.box.maxX
                && $0.box.verticalOverlap(segment.box) > 0.5
        }.min { $0.box.x < $1.box.x }
    }

    private func right(of label: Label, others: [Label]) -> Int {
        others.map(\.segment.box.x).filter { $0 > label.segment.box.x }.min() ?? text.size(of: label.segment.page).width
    }

    /// Halfway to the neighbouring headings of a table.
    private func columnBounds(of label: Label, others: [Label]) -> (left: Int, right: Int) {
        let middle = label.segment.box.midX
        let left = others.map(\.segment.box.midX).filter { $0 < middle }.max().map { Int(($0 + middle) / 2) } ?? 0
        let right = others.map(\.segment.box.midX).filter { $0 > middle }.min().map { Int(($0 + middle) / 2) }
        return (left, right ?? text.size(of: label.segment.page).width)
    }

    /// The lines under a heading or a first line, down to a wide gap, an address, another label.
    private func column(left: Int, right: Int, under top: DeedSegment, alignedTo x: Int?) -> [Int] {
        let candidates = text.segments.filter {
            $0.page == top.page && $0.box.y > top.box.midYInt && $0.box.midX >= Double(left)
                && $0.box.midX <= Double(right)
        }.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
        var tokens: [Int] = []
        var bottom = top.box.maxY
        for segment in candidates.prefix(8) {
            let gap = segment.box.y - bottom
            if gap > top.height * (tokens.isEmpty && x == nil ? 4 : 2) { break }
            if let x, abs(segment.box.x - x) > top.height * 2 { break }
            if label(segment) != nil || isOther(segment) || isCellOfALabel(segment) { break }
            tokens += segment.tokens
            bottom = max(bottom, segment.box.maxY)
        }
        return tokens
    }

    /// The cell right of a label of its own.
    private func isCellOfALabel(_ segment: DeedSegment) -> Bool {
        text.segments.contains { other in
            other.line == segment.line && other.box.maxX <= segment.box.x
                && label(other).map { $0.isAlone && $0.hasColon } == true
        }
    }

    /// An address, another label, or prose: no more names.
    private func isOther(_ segment: DeedSegment) -> Bool {
        guard let first = text.next(segment.tokens.lowerBound, before: segment.tokens.upperBound) else { return true }
        let words = text.tokens[segment.tokens].map(\.word).filter { !$0.isEmpty }
        // A year alone is the end of a trust's date that began on the line above.
        let isYear = words.count == 1 && Int(words[0]).map { (1700...2200).contains($0) } == true
        if isYear { return false }
        if text.tokens[first].hasDigit || words.first == "po" || words.first == "whose" { return true }
        if text.tokens[segment.tokens].prefix(8).contains(where: { $0.text.hasSuffix(":") }) { return true }
        if words.contains(where: { ["address", "witnesseth", "following", "consideration"].contains($0) }) {
            return true
        }
        if words.last.map({ $0.utf8.count == 5 && Int($0) != nil }) == true { return true }
        return words.count > 14
    }

    // MARK: Definitions

    /// `First Harbor Bank, N.A. Lender is …`: a sentence about a role begins behind an abbreviation.
    private func startsDefinition(behind position: Int) -> Bool {
        guard text.tokens[position].text.hasSuffix("."), let next = text.next(position + 1),
            let verb = text.next(next + 1)
        else { return false }
        let isRole = PartyWords.roleNames.contains(text.word(next)) || text.word(next) == "trustee"
        return isRole && ["is", "shall", "may", "has", "will", "means"].contains(text.word(verb))
    }

    /// A sentence's end; an item of its own (`(E) "Note" means …`) begins behind one, too.
    private func endsName(_ position: Int) -> Bool {
        let token = text.tokens[position]
        guard token.text.hasSuffix("."), let next = text.next(position + 1) else { return false }
        if text.endsSentence(position) { return true }
        return text.tokens[next].line != token.line
            && text.tokens[(position + 1)...].prefix(3).contains { token in
                token.text.first.map { "(\"“".contains($0) } == true
            }
    }

    /// `"Borrower" is JOHN DOE and JANE DOE, husband and wife.`, `The trustee is …`
    private func definitions(for role: Role) -> [Entry] {
        guard isDeedOfTrust else { return [] }
        let names: [String] =
            switch role {
            case .grantor: ["borrower", "trustor", "grantor"]
            case .grantee: ["beneficiary", "lender", "grantee"]
            case .trustee: ["trustee"]
            }
        return names.flatMap { name in
            text.all(Phrase("\(name) is")).compactMap { place in
                guard let first = text.next(place.upperBound), text.tokens[first].startsUpper else { return nil }
                var index = first
                while let position = text.next(index, before: min(text.tokens.count, first + 60)) {
                    if endsName(position) || startsDefinition(behind: position) {
                        return Entry(tokens: Array(first...position), linesSeparate: false, origin: .definition)
                    }
                    index = position + 1
                }
                return nil
            }
        }
    }
}

extension Box {
    fileprivate var midYInt: Int { Int(midY) }
}
