import Model

/// Both sides of a deed: what each clause, label and table says, weighed against each other.
struct DeedPartyReader {
    struct Side {
        var list: DeedPartyList
        var how: Double
        var alternatives: [[String]]
        /// Whether two independent places name the same parties; nil where there is one.
        var agreement: Bool?
        /// Whether every name stands a second time in the deed, read letter by letter the same.
        var isConfirmed = false
        /// Words elsewhere that have a name otherwise.
        var differing: [Int] = []
        /// Last word of the text it was read from.
        var end: Int
    }

    struct Result {
        var grantor: Side?
        var grantee: Side?
        var trustee: Side?
        /// Where the granting clause's words of conveyance stand.
        var conveyance: Int?
    }

    let text: DeedText
    let kind: DeedTypeReader.Kind?
    private let mentions: DeedMentions

    init(text: DeedText, kind: DeedTypeReader.Kind?) {
        self.text = text
        self.kind = kind
        mentions = DeedMentions(text: text)
    }

    private struct Candidate {
        var list: DeedPartyList
        var how: Double
        var end: Int
    }

    func read() -> Result {
        let operative = DeedOperativeClauses(text: text).find()
        let roles = DeedRoleClauses(text: text).find()
        let labels = DeedPartyLabels(text: text, isDeedOfTrust: kind == .trust)
        let isTrust = kind == .trust
        var result = Result()
        result.conveyance = operative.first?.anchor
        let firstClause = operative.prefix(1)
        let grantors =
            (isTrust ? [] : firstClause.compactMap { candidate($0.grantor, clause: $0) })
            + roles.compactMap { candidate($0.grantor, clause: $0) } + entries(labels, .grantor)
            + (isTrust ? firstClause.compactMap { candidate($0.grantor, clause: $0) } : [])
        let grantees =
            (isTrust ? [] : firstClause.compactMap { candidate($0.grantee, clause: $0) })
            + roles.compactMap { candidate($0.grantee, clause: $0) } + entries(labels, .grantee)
        result.grantor = side(grantors)
        result.grantee = side(grantees)
        if isTrust {
            let trustees =
                roles.compactMap { candidate($0.trustee, clause: $0) } + entries(labels, .trustee)
                + firstClause.compactMap { candidate($0.grantee, clause: $0) }
            result.trustee = side(trustees)
        }
        return result
    }

    private func candidate(_ tokens: [Int]?, clause: DeedClause) -> Candidate? {
        guard let tokens, !tokens.isEmpty else { return nil }
        return candidate(
            DeedPartyParser(text: text).parse(tokens), how: clause.isClosed ? 0.95 : 0.8, end: tokens.last ?? 0)
    }

    private func entries(_ labels: DeedPartyLabels, _ role: DeedPartyLabels.Role) -> [Candidate] {
        labels.entries(for: role).compactMap { entry in
            let parser = DeedPartyParser(text: text, linesSeparate: entry.linesSeparate)
            return candidate(parser.parse(entry.tokens), how: 0.94, end: entry.tokens.last ?? 0)
        }
    }

    private func candidate(_ list: DeedPartyList, how: Double, end: Int) -> Candidate? {
        guard !list.parties.isEmpty else { return nil }
        var how = how
        if !list.isClean { how = min(how, 0.6) }
        if isMissingSomebody(list) { how = min(how, 0.65) }
        return Candidate(list: list, how: how, end: end)
    }

    /// `husband and wife` and `joint tenants` want two names.
    private func isMissingSomebody(_ list: DeedPartyList) -> Bool {
        guard list.parties.count == 1 else { return false }
        let words = list.descriptors.flatMap { $0.map { text.word($0) } }
        let said = words.joined(separator: " ")
        return said.contains("husband and wife") || said.contains("wife and husband") || said.contains("joint tenants")
            || said.contains("tenants in common") || said.contains("tenants by the entirety")
            || words.contains("spouses") || said.contains("married couple") || said.contains("both")
    }

    // MARK: Weighing

    /// The first clean candidate; another that names the same confirms it, one that names others makes it doubtful.
    private func side(_ candidates: [Candidate]) -> Side? {
        let clean = candidates.filter { $0.how > 0.7 }
        guard let best = clean.first ?? candidates.first else { return nil }
        var side = Side(list: best.list, how: best.how, alternatives: [], agreement: nil, end: best.end)
        let keys = Self.keys(best.list)
        for other in clean.dropFirst() {
            if Self.agrees(keys, Self.keys(other.list)) {
                side.agreement = side.agreement ?? true
                side.how = max(side.how, 0.98)
                if side.list.descriptors.isEmpty { side.list.descriptors = other.list.descriptors }
            } else {
                side.agreement = false
                side.alternatives.append(other.list.parties.map(\.name))
            }
        }
        if side.agreement == false { side.how = min(side.how, 0.8) }
        let counts = best.list.parties.map { mentions.count($0, among: best.list.parties) }
        side.isConfirmed = counts.allSatisfy(\.isConfirmed)
        // A mark counts once it is read again.
        let disputed = side.agreement == false ? counts : counts.filter { $0.isDisputed || $0.hasMark }
        side.differing = disputed.flatMap(\.differing)
        if counts.contains(where: \.isDisputed) { side.how = min(side.how, 0.8) }
        if side.agreement == nil, confirmed(best.list) { side.how = max(side.how, min(0.97, side.how + 0.02)) }
        return side
    }

    /// Names as sets of words, so that `SMITH, JOHN A.` on a cover sheet is `John A. Smith`.
    private static func keys(_ list: DeedPartyList) -> [Set<String>] {
        list.parties.map { party in
            Set(party.name.split(separator: " ").map { Vocabulary.key(String($0)) }.filter { !$0.isEmpty })
        }
    }

    /// A surname in front, cut off at its comma, still counts as the same parties: words are compared as one set.
    static func agrees(_ a: [Set<String>], _ b: [Set<String>]) -> Bool {
        if Set(a) == Set(b) { return true }
        let all = a.reduce(into: Set<String>()) { $0.formUnion($1) }
        return all == b.reduce(into: Set<String>()) { $0.formUnion($1) }
    }

    /// Whether every name stands a second time in the deed: under the signatures, in the acknowledgment.
    private func confirmed(_ list: DeedPartyList) -> Bool {
        list.parties.allSatisfy { party in
            let used = Set(party.tokens)
            let words = party.tokens.map { text.word($0) }.filter { !$0.isEmpty }
            guard let first = words.first else { return false }
            let phrase = Phrase(elements: words.map { Phrase.Element(words: [$0], isOptional: false) })
            return text.positions(of: first).contains { start in
                !used.contains(start) && text.match(phrase, at: start) != nil
            }
        }
    }
}
