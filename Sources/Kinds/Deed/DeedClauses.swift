import Model

/// The two sides of a granting clause as positions of words, before names are taken out of them.
struct DeedClause: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
        /// `A … grants to B`
        case operative
        /// `between A (Grantor) and B (Grantee)`
        case between
        /// `Grantor: A`, `Grantee: B`
        case label
        /// `"Borrower" is A`
        case definition
    }

    var origin: Origin
    var grantor: [Int]?
    var grantee: [Int]?
    var trustee: [Int]?
    /// The words of conveyance, or the first word of the clause.
    var anchor: Int
    /// Whether both ends of each side are marked by words of the clause.
    var isClosed: Bool
}

/// Finds granting clauses by their words of conveyance: `… hereby GRANT(S) to …`, `… conveys and warrants to …`.
struct DeedOperativeClauses {
    let text: DeedText

    /// In order; the first is as a rule the granting clause.
    func find() -> [DeedClause] {
        var clauses: [DeedClause] = []
        var index = 0
        while let position = text.next(index) {
            guard let group = verbGroup(at: position) else {
                index = position + 1
                continue
            }
            index = group.end
            guard let grantee = granteeRange(from: group.end) else { continue }
            let grantor = DeedGrantorText(text: text).range(before: group.start)
            clauses.append(
                DeedClause(
                    origin: .operative, grantor: grantor.map(Array.init), grantee: Array(grantee.range),
                    anchor: group.start,
                    isClosed: grantee.isClosed))
            if clauses.count == 4 { break }
        }
        return clauses
    }

    /// Verbs of conveyance in a row, with what joins them, up to and with the `to` or `unto` behind them.
    private func verbGroup(at start: Int) -> (start: Int, end: Int)? {
        guard Self.verbs.contains(text.word(start)) else { return nil }
        if let before = text.previous(start),
            ["to", "the", "this", "a", "such", "said", "may", "shall", "not", "no", "of"]
                .contains(text.word(before))
        {
            return nil
        }
        // `Being the same property conveyed to A, et ux., by deed dated …` tells of an earlier deed.
        if let before = text.previous(start), text.word(start).hasSuffix("ed") || text.word(start) == "sold",
            Self.subjectsOfEarlier.contains(text.word(before))
        {
            return nil
        }
        if isOfEarlierDeed(start) { return nil }
        var end = start
        var hasStrongVerb = false
        var index: Int? = start
        while let position = index, position - start < 60 {
            let word = text.word(position)
            if Self.verbs.contains(word) || (word == "quit" && text.word(position + 1).hasPrefix("claim")) {
                hasStrongVerb = hasStrongVerb || Self.strongVerbs.contains(word) || word == "quit"
                end = position + 1
            } else if let after = text.match(Self.manner, at: position) {
                end = after
                index = text.next(after)
                continue
            } else if !Self.joiners.contains(word) {
                break
            }
            index = text.next(position + 1)
        }
        guard hasStrongVerb, let follower = text.next(end) else { return nil }
        var to = follower
        // `GRANT (S) to`
        if text.word(to) == "s", let next = text.next(to + 1) { to = next }
        if text.word(to) == "over", let next = text.next(to + 1) { to = next }
        // `grant and convey, with special warranty of title, unto`
        if let after = text.match(Self.manner, at: to), let next = text.next(after) { to = next }
        if let after = text.match(Self.onDeath, at: to), let next = text.next(after) { to = next }
        if ["all", "my", "our"].contains(text.word(to)), let behind = behindObject(from: to) { to = behind }
        guard text.word(to) == "to" || text.word(to) == "unto" else { return nil }
        return (start, to + 1)
    }

    /// Whether its sentence begins `BEING the same lands which A did by deed dated … grant and convey unto B`.
    private func isOfEarlierDeed(_ verb: Int) -> Bool {
        var start = verb
        while let before = text.previous(start, from: max(0, verb - Self.longestRecital)), !text.endsSentence(before),
            !text.startsParagraph(start, after: before)
        {
            start = before
        }
        return text.contains(["being the? same", "being all|part of the same"], in: start..<verb)
    }

    /// Words from the head of a sentence on earlier deeds to its verbs.
    private static let longestRecital = 60

    /// `transfer all of my interest in that property, effective on my death, to …`
    private func behindObject(from start: Int) -> Int? {
        let window = start..<min(text.tokens.count, start + 30)
        guard let death = text.all([Self.onDeath], in: window).first, let to = text.next(death.upperBound) else {
            return nil
        }
        return text.word(to) == "to" ? to : nil
    }

    /// From behind `to` up to what the clause goes on with.
    private func granteeRange(from start: Int) -> (range: Range<Int>, isClosed: Bool)? {
        var start = start
        while let next = text.next(start), ["the", "said", "such", "unto", "above", "named"].contains(text.word(next)),
            !(text.tokens[next].startsUpper && text.word(next) == "the" && !isRole(text.next(next + 1)))
        {
            start = next + 1
        }
        if let end = text.match(Self.listed, at: start) { start = end }
        guard var first = text.next(start) else { return nil }
        // `to Grantee, JOHN SMITH, …` names the party behind its role; `unto Grantee the following …` does not.
        if isRole(first) || ["party", "parties"].contains(text.word(first)) {
            guard isRole(first), let behind = text.next(first + 1), text.tokens[behind].startsUpper,
                text.tokens[first].endsWithComma || text.tokens[first].endsWithColon,
                text.match("all|the|their|his|its", at: behind) == nil
            else { return nil }
            first = behind
        }
        let limit = min(text.tokens.count, first + 160)
        var index = first
        while let position = text.next(index, before: limit) {
            if position > first, DeedClauseWords.ends(text, at: position) { return (first..<position, true) }
            if position > first + 1, text.endsSentence(position) {
                let end = position + 1
                return (first..<end, text.next(end).map { text.tokens[$0].startsUpper } ?? false)
            }
            index = position + 1
        }
        return nil
    }

    private func isRole(_ index: Int?) -> Bool {
        index.map { PartyWords.roleNames.contains(text.word($0)) || text.word($0) == "trustee" } ?? false
    }

    static let verbs = Vocabulary.split(
        """
        grant grants granted convey conveys conveyed quitclaim quitclaims quitclaimed quit bargain bargains bargained \
        sell sells sold remise remises release releases released alien aliens enfeoff enfeoffs confirm confirms \
        transfer transfers transferred assign assigns warrant warrants give gives deliver delivers set sets deed deeds
        """)
    private static let strongVerbs = Vocabulary.split(
        """
        grant grants granted convey conveys conveyed quitclaim quitclaims sell sells remise remises release releases \
        transfer transfers bargain bargains give gives
        """)
    private static let subjectsOfEarlier = Vocabulary.split(
        """
        property premises land lands estate realty tract tracts lot lots parcel parcels same that which heretofore \
        previously formerly was were been being
        """)
    private static let joiners = Vocabulary.split(
        """
        and or hereby forever do does doth has have by these presents irrevocably also absolutely specially generally \
        fully over claim claims s
        """)
    private static let manner: Phrase =
        "with|without general|special|limited|statutory|quitclaim|full? warranty|quitclaim? covenants|covenant|warranty? of? title?"
    private static let listed: Phrase =
        "the? following named? designated? beneficiary|beneficiaries|grantee|grantees|persons|person or? beneficiaries?"
    private static let onDeath: Phrase =
        "effective? on|upon|at my|our|the|grantors|owners owners|grantors? death of? the? grantor|owner?"
}

enum DeedClauseWords {
    /// Whether what follows a grantee begins here: the property, the habendum, the consideration, the other role.
    static func ends(_ text: DeedText, at position: Int) -> Bool {
        guard leads.contains(text.word(position)) else { return false }
        return endings.contains { text.match($0, at: position) != nil }
    }

    private static let endings = Phrase.list(
        """
        the following
        following described
        all that|those|of|right|the|my|our|his|her|its|their|real|such|interest
        any and all
        that|those certain|real|property|parcel|part|tract|lot
        a certain
        certain real|property|lot|land|tract
        certain parcel|premises
        the real|land|lands|premises|property|below
        real property|estate
        land|lands in|situated|situate|located
        situated|situate in|lying|at
        located in|at
        described below|as|real|property|in
        in fee simple
        forever
        his|her|their|its heirs|successors|assigns
        heirs and|or
        successors and|or assigns
        and to|unto his|her|their|its|the heirs|successors
        for and in consideration
        in consideration
        for the sum|consideration|following
        for a? good? and? valuable
        for consideration
        for ten|one
        with general|special|limited|statutory|quitclaim? warranty|quitclaim covenants
        with special|general|limited warranty
        without warranty|covenant|covenants
        party|parties of the second
        of the second part
        in trust
        lot|lots 1|2|3|4|5|6|7|8|9
        witnesseth
        together with
        to have
        subject to
        as follows
        at my|our|the death
        on|upon my|our|the death
        to wit
        towit
        said property|premises|land
        """)

    private static let leads: Set<String> = Set(
        endings.flatMap { phrase in
            let end = phrase.elements.firstIndex { !$0.isOptional } ?? 0
            return phrase.elements[...end].flatMap(\.words)
        })
}

/// Finds the text of the grantor in front of the words of conveyance.
struct DeedGrantorText {
    let text: DeedText

    /// The part of the clause that names somebody; nil where it only refers to a role or nothing is there.
    func range(before verbs: Int) -> Range<Int>? {
        var end = verbs
        while let before = text.previous(end), Self.helpers.contains(text.word(before)) { end = before }
        let start = max(0, end - 200)
        let label = lastLabel(in: start..<end)
        for anchor in anchors(in: start..<end).reversed() where anchor > (label ?? -1) {
            // `KNOW ALL PERSONS BY THESE PRESENTS: That JOHN DOE …`
            let first = text.next(anchor, before: end).flatMap { text.word($0) == "that" ? $0 + 1 : nil } ?? anchor
            guard let range = withoutConsideration(first..<end) else { continue }
            let parties = DeedPartyParser(text: text).parse(range)
            if let first = parties.parties.first, !first.isDoubtful { return range }
        }
        return nil
    }

    /// The last label of the other side in front of the clause: what stands right behind it is no grantor.
    private func lastLabel(in window: Range<Int>) -> Int? {
        window.last { index in
            guard text.tokens[index].endsWithColon, Self.others.contains(text.word(index)),
                let segment = text.segment(of: index), let next = text.next(index + 1)
            else { return false }
            // Nothing but the label's own line, or the cell beside it, is shut out.
            return text.next(segment.tokens.lowerBound) == index && text.tokens[next].line == text.tokens[index].line
        }.map { index in
            text.tokens.indices.last { text.tokens[$0].line == text.tokens[index].line } ?? index
        }
    }

    private static let others = Vocabulary.split("grantee grantees beneficiary beneficiaries transferee transferees")

    /// Where the grantor's text may begin: behind these words, at the start of a sentence, of a page's first line.
    private func anchors(in window: Range<Int>) -> [Int] {
        var anchors: Set<Int> = [window.lowerBound]
        for place in text.all(Self.starts, in: window) { anchors.insert(place.upperBound) }
        var index = window.lowerBound
        while let position = text.next(index, before: window.upperBound) {
            if text.endsSentence(position) || text.tokens[position].endsWithColon { anchors.insert(position + 1) }
            if let before = text.previous(position), text.startsParagraph(position, after: before) {
                anchors.insert(position)
            }
            index = position + 1
        }
        return anchors.sorted()
    }

    /// The part before or behind `for and in consideration of …`.
    private func withoutConsideration(_ range: Range<Int>) -> Range<Int>? {
        // Whoever is named in front of `KNOW ALL MEN BY THESE PRESENTS` is a state or a county.
        if text.contains(["know all", "by these presents"], in: range) { return nil }
        guard let first = text.first(Self.considerations, in: range) else { return range.isEmpty ? nil : range }
        let before = range.lowerBound..<first.lowerBound
        if text.next(before.lowerBound, before: before.upperBound) != nil,
            DeedPartyParser(text: text).parse(before).parties.first?.isDoubtful == false
        {
            return before
        }
        let last = text.all(Self.considerationEnds, in: first.upperBound..<range.upperBound).map(\.upperBound).max()
        let end = behindMoney(last ?? first.upperBound, before: range.upperBound)
        let after = min(end, range.upperBound)..<range.upperBound
        return after.isEmpty ? nil : after
    }

    private static let helpers = Vocabulary.split(
        "hereby do does doth has have by these presents does irrevocably and that forever ")

    private static let starts = Phrase.list(
        """
        between
        betwixt
        the grantor|grantors
        undersigned grantor|grantors?
        by these presents that?
        presents that
        witnesseth that?
        i or we
        i
        we
        acknowledged by?
        made|executed|given|entered by
        consideration|considerations
        paid
        grantor|grantors
        """)

    private static let considerations = Phrase.list(
        """
        for and? in consideration
        for a? good? and? valuable consideration|considerations
        for other? good and valuable
        for the sum|consideration
        for consideration
        in consideration
        for ten|one
        for one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen
        for eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety
        for love
        for value received?
        """)

    private static let considerationEnds = Phrase.list(
        "acknowledged\npaid\nconsideration|considerations\ndollars\naffection\nconfessed\nwhereof")
    private static let money: Phrase = "lawful|current|good money"

    /// `TEN DOLLARS, lawful money of the United States,`: what the amount goes on with is no party.
    private func behindMoney(_ end: Int, before limit: Int) -> Int {
        guard let start = text.next(end, before: limit), let money = text.match(Self.money, at: start, before: limit)
        else { return end }
        let close = (money..<min(limit, money + 10)).first {
            text.tokens[$0].endsWithComma || text.tokens[$0].text.hasSuffix(";")
        }
        return close.map { $0 + 1 } ?? limit
    }
}
