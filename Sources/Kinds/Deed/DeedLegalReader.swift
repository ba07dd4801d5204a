import Model

/// The text that describes the land, whole, from the deed's body or from its exhibit.
struct DeedLegalReader {
    struct Reading {
        var tokens: [Int]
        var how: Double
        /// Where the body speaks of the land, for the county and state around it.
        var body: Range<Int>
    }

    let text: DeedText
    /// Words behind the granting clause: a description is looked for from here first.
    let start: Int

    func read() -> Reading? {
        let candidates = bodyStarts()
        guard let lead = candidates.first else {
            return exhibit(named: nil).map { reading(exhibit: $0, body: $0.range) }
        }
        let mention = exhibitMention(near: lead.start)
        if let mention, let exhibit = exhibit(named: mention.name) {
            return reading(exhibit: exhibit, body: lead.lead..<max(lead.start, mention.end))
        }
        guard mention == nil else { return nil }
        guard let end = end(from: lead.start) else { return nil }
        let tokens = Array(skippingSpeck(lead.start)..<end.position)
        var how = min(lead.how, end.how, soundness(tokens))
        if tokens.count < 4 { how = 0.5 }
        if exhibitMention(near: max(lead.start, end.position - 12)) != nil { how = min(how, 0.7) }
        return Reading(tokens: trimmed(tokens), how: how, body: lead.lead..<end.position)
    }

    /// `i Parcel 61 of …`: no description begins with a small letter by itself.
    private func skippingSpeck(_ start: Int) -> Int {
        guard text.tokens[start].text.contains(/^[b-z]$/), let next = text.next(start + 1),
            text.tokens[next].startsUpper
        else { return start }
        return next
    }

    private func reading(exhibit: (range: Range<Int>, how: Double), body: Range<Int>) -> Reading {
        let tokens = Array(exhibit.range)
        return Reading(tokens: trimmed(tokens), how: min(exhibit.how, soundness(tokens)), body: body)
    }

    // MARK: Where it starts

    private struct Lead {
        /// First word that leads in to the description.
        var lead: Int
        var start: Int
        var how: Double
    }

    private func bodyStarts() -> [Lead] {
        var leads: [Lead] = []
        for place in text.all(Self.leadIns) {
            guard let first = text.next(place.upperBound), !isReference(place) else { continue }
            leads.append(Lead(lead: place.lowerBound, start: skippingHeading(first), how: 0.96))
        }
        for place in text.all(Self.inclusive) {
            guard place.lowerBound >= start else { continue }
            // `ALL that certain lot …` opens a description; `conveys that certain parcel in …, described as follows` leads in.
            let opens = text.tokens[place.lowerBound].startsUpper
            leads.append(Lead(lead: place.lowerBound, start: place.lowerBound, how: opens ? 0.93 : 0.85))
        }
        leads.append(contentsOf: followingColon())
        leads.append(contentsOf: headings())
        let ordered = leads.sorted { ($0.lead, -$0.how) < ($1.lead, -$1.how) }
        let behind = ordered.filter { $0.lead >= start }
        guard let first = behind.first ?? ordered.first else { return [] }
        // `the following described property, situated in …, to wit:`: the last of a chain of lead-ins counts.
        var best = first
        for lead in ordered where lead.lead > best.lead && isChained(best, lead) { best = lead }
        best.lead = first.lead
        return [best]
    }

    /// Whether a second lead-in still introduces: nothing of a description stands between.
    private func isChained(_ first: Lead, _ second: Lead) -> Bool {
        guard second.lead - first.start < 60, second.lead >= first.lead else { return false }
        // The heading of an exhibit that the clause names leads in to nothing of the clause.
        if text.contains(["exhibit|schedule|attachment|appendix"], in: first.start..<max(first.start, second.lead)) {
            return false
        }
        let opening = text.match(Self.tract, at: first.start) ?? first.start
        let between = opening..<max(opening, second.lead)
        if text.contains(Self.landWords, in: between) { return false }
        return !(first.how == 0.93 && startsWithTract(first.start))
    }

    private func startsWithTract(_ position: Int) -> Bool { text.match(Self.tract, at: position) != nil }

    /// `the following described real property in the City of …, State of California:` ends its lead-in with a colon.
    private func followingColon() -> [Lead] {
        text.all(Self.property).compactMap { place in
            let limit = min(text.tokens.count, place.upperBound + 45)
            guard let colon = (place.upperBound - 1..<limit).first(where: { text.tokens[$0].endsWithColon }),
                !(place.upperBound - 1..<colon).contains(where: endsSentenceBehindPlace),
                !text.contains(Self.parties, in: place.upperBound..<max(place.upperBound, colon + 1)),
                !text.contains(Self.landWords, in: place.upperBound..<max(place.upperBound, colon)),
                let first = text.next(colon + 1)
            else { return nil }
            return Lead(lead: place.lowerBound, start: skippingHeading(first), how: 0.95)
        }
    }

    /// `in the County of Polk. State of Florida:` goes on: its comma was read as a full stop.
    private func endsSentenceBehindPlace(_ index: Int) -> Bool {
        guard text.endsSentence(index) else { return false }
        return text.next(index + 1).map { next in
            Self.places.contains { text.match($0, at: next) != nil } || USStates.name(text.word(next)) != nil
        } != true
    }

    private static let places = Phrase.list(
        "state|commonwealth of\ncounty|parish|city|town|village|borough|township of\nnew|north|south|west|rhode")
    private static let parties = Phrase.list("beneficiary|beneficiaries\ngrantee|grantees\ngrantor|grantors\ntrustee")

    /// `LEGAL DESCRIPTION:` as a label of its own.
    private func headings() -> [Lead] {
        text.all(Self.headings).compactMap { place in
            guard let segment = text.segment(of: place.lowerBound),
                text.next(segment.tokens.lowerBound) == place.lowerBound,
                text.tokens[place.upperBound - 1].text.contains(":")
                    || segment.tokens.upperBound <= place.upperBound + 1,
                let first = text.next(place.upperBound)
            else { return nil }
            return Lead(lead: place.lowerBound, start: skippingHeading(first), how: 0.94)
        }
    }

    private func skippingHeading(_ first: Int) -> Int {
        var first = first
        for phrase in Self.skipped {
            if let end = text.match(phrase, at: first), let next = text.next(end) { first = next }
        }
        return first
    }

    /// `as described in Deed Book 12`, `not described as`: no lead-in.
    private func isReference(_ place: Range<Int>) -> Bool {
        text.previous(place.lowerBound).map { ["not", "otherwise"].contains(text.word($0)) } ?? false
    }

    // MARK: Where it ends

    private func end(from start: Int) -> (position: Int, how: Double)? {
        let limit = min(text.tokens.count, start + 2500)
        var index = start
        while let position = text.next(index, before: limit) {
            if position > start + 2, let how = endMark(at: position) { return (position, how) }
            if position > start + 4, endsWithParagraph(before: position) { return (position, 0.94) }
            index = position + 1
        }
        return limit == text.tokens.count ? (limit, 0.75) : nil
    }

    /// How sure it is that the description ends before this word; nil where it goes on.
    private func endMark(at position: Int) -> Double? {
        guard Self.endLeads.contains(text.word(position)) else { return nil }
        if Self.ends.contains(where: { text.match($0, at: position) != nil }), !isNamedInPassing(position) {
            return startsAnew(position) ? 0.97 : 0.95
        }
        if Self.weakEnds.contains(where: { text.match($0, at: position) != nil }) {
            return mayStartParagraph(position) ? 0.95 : nil
        }
        if isParcelNumber(position) { return 0.97 }
        if text.match("together with", at: position) != nil {
            // The land may go on behind it: a strip, a share, an easement.
            let reach = position..<min(text.tokens.count, position + 14)
            return text.contains(Self.landWords + ["undivided", "interest", "half", "feet"], in: reach) ? 0.8 : 0.95
        }
        return nil
    }

    /// `Lot 14 in Block 3051 on the Tax Map of the City`: what is an assessor's label elsewhere, as in `The tax parcel number
    /// is …`.
    private func isNamedInPassing(_ position: Int) -> Bool {
        guard ["tax", "assessors", "assessor", "property", "folio"].contains(text.word(position)),
            let article = text.previous(position),
            ["the", "said", "on", "per", "current"].contains(text.word(article)),
            let before = text.previous(article)
        else { return false }
        return text.tokens[before].text.last.map(".;:".contains) != true
            && !text.startsParagraph(article, after: before)
    }

    /// Whether a sentence or a line begins here.
    private func startsAnew(_ position: Int) -> Bool {
        guard let before = text.previous(position) else { return true }
        let last = text.tokens[before]
        return last.text.hasSuffix(".") || last.text.hasSuffix(";") || last.line != text.tokens[position].line
            || last.text.hasSuffix(":")
    }

    /// A full stop, then a gap, then words with which no description goes on: the next paragraph is another matter.
    private func endsWithParagraph(before position: Int) -> Bool {
        guard let before = text.previous(position), text.tokens[before].line != text.tokens[position].line,
            text.endsSentence(before) || text.tokens[before].text.hasSuffix(".") || closesArea(before),
            !Self.wantFigure.contains(text.word(before))
        else { return false }
        let last = text.tokens[before]
        let token = text.tokens[position]
        let height = Double(max(last.box.height, 1))
        let isApart = last.page != token.page || Double(token.box.y - last.box.maxY) > 1.1 * height
        var isOutdented = false
        if last.page == token.page, let own = text.segment(of: position), let above = text.segment(of: before) {
            isOutdented = Double(above.box.x - own.box.x) > 1.5 * height
        }
        guard isApart || isOutdented else { return false }
        // A signature is read as any word, and hardly so.
        if token.confidence < Self.leastOfContinuation { return true }
        // `Tracy Prescott` signs.
        if token.isRepaired, isNamedBefore(position) { return true }
        return !Self.continuations.contains { text.match($0, at: position) != nil }
    }

    private static let leastOfContinuation = 0.5

    /// Whether a word and the next one stand in the clauses before the description, too, as a party's name does.
    private func isNamedBefore(_ position: Int) -> Bool {
        guard let next = text.next(position + 1) else { return false }
        let name = [position, next].map { Vocabulary.key(text.tokens[$0].text) }
        let clauses = text.tokens[..<min(start, position)].map { Vocabulary.key($0.text) }
        return zip(clauses, clauses.dropFirst()).contains { [$0, $1] == name }
    }

    /// `4.78 acres, more or less`, the usual last words, whose stop may be lost.
    private func closesArea(_ position: Int) -> Bool {
        text.word(position) == "less" && text.previous(position).map { text.word($0) == "or" } == true
    }

    /// `Map No.` at a line's end is no end of a sentence.
    private static let wantFigure = Vocabulary.split("no nos number vol p pg sec")

    /// A natural line end inside the description is no end: a full stop or a gap is.
    private func mayStartParagraph(_ position: Int) -> Bool {
        guard let before = text.previous(position) else { return true }
        let last = text.tokens[before]
        let token = text.tokens[position]
        if last.text.hasSuffix(".") || last.text.hasSuffix(";") { return true }
        return last.page == token.page && last.line != token.line
            && Double(token.box.y - last.box.maxY) > 0.9 * Double(max(last.box.height, token.box.height))
    }

    /// `Parcel No. 12-345`, `PIN: 17-09-…`; but not `an iron pin`, nor `Parcel No. 1:` of several.
    private func isParcelNumber(_ position: Int) -> Bool {
        guard let end = Self.parcelLabels.lazy.compactMap({ text.match($0, at: position) }).first else { return false }
        let isColon = text.tokens[end - 1].text.contains(":") || text.tokens[end - 1].text.contains("#")
        guard let value = text.next(end) else { return isColon }
        let code = text.tokens[value]
        // `an iron pin: thence`, its semicolon misread.
        if code.word == "thence" { return false }
        if text.word(position) == "pin" || text.word(position) == "pid" || text.word(position) == "p" {
            return isColon || (code.hasDigit && code.word.utf8.count > 5) || ["no", "number"].contains(code.word)
        }
        return !code.hasDigit || code.word.utf8.count > 2
    }

    private func trimmed(_ tokens: [Int]) -> [Int] {
        var tokens = tokens.filter { !text.tokens[$0].isFurniture }
        while let last = tokens.last,
            text.word(last).isEmpty || ["also", "and", "being", "more", "the", "a"].contains(text.word(last))
        {
            tokens.removeLast()
        }
        while let first = tokens.first, text.word(first).isEmpty { tokens.removeFirst() }
        // A speck behind the last sentence.
        while let last = tokens.last, tokens.count > 1, text.tokens[last].text.count == 1,
            text.tokens[tokens[tokens.count - 2]].text.hasSuffix("."),
            text.tokens[last].confidence < 0.6
                || !text.tokens[last].hasDigit && text.tokens[last].line != text.tokens[tokens[tokens.count - 2]].line
        {
            tokens.removeLast()
        }
        return tokens
    }

    // MARK: Exhibit

    private func exhibitMention(near position: Int) -> (name: String, end: Int)? {
        let window = max(0, position - 14)..<min(text.tokens.count, position + 22)
        for place in text.all(["exhibit|schedule|attachment|appendix"], in: window) {
            let name = Self.letter(text.tokens, at: place.upperBound)
            guard let segment = text.segment(of: place.lowerBound), segment.tokens.count > 3 else { continue }
            return (name ?? "", place.upperBound + 1)
        }
        return nil
    }

    private static func letter(_ tokens: [DeedToken], at position: Int) -> String? {
        guard tokens.indices.contains(position) else { return nil }
        let word = tokens[position].word
        return word.utf8.count <= 2 ? word : nil
    }

    private func isQuoted(_ position: Int) -> Bool {
        text.tokens[position].text.contains { "\"'“”‘’".contains($0) }
    }

    /// The text under the exhibit's heading.
    private func exhibit(named name: String?) -> (range: Range<Int>, how: Double)? {
        for place in text.all(["exhibit|schedule|attachment|appendix"]) {
            guard let segment = text.segment(of: place.lowerBound), segment.tokens.count <= 6,
                text.next(segment.tokens.lowerBound) == place.lowerBound
            else { continue }
            let found = Self.letter(text.tokens, at: place.upperBound)
            if let name, !name.isEmpty, let found, found != name {
                // `"qA"`: the mark was read as a letter, too.
                guard isQuoted(place.upperBound), found.hasSuffix(name) else { continue }
            }
            // The letter may have been read as a line of its own: `EXHIBIT`, `"A"`.
            let isApart = found != nil && place.upperBound >= segment.tokens.upperBound && isQuoted(place.upperBound)
            guard var first = text.next(isApart ? place.upperBound + 1 : segment.tokens.upperBound) else { continue }
            first = skippingIntroduction(first)
            guard let end = end(from: first) else { continue }
            let isWhole = end.how >= 0.95 || hasScrapsOnly(from: end.position)
            return (first..<end.position, isWhole ? 0.95 : min(end.how, 0.85))
        }
        return nil
    }

    /// Whether nothing follows but page numbers and what pen strokes were read as.
    private func hasScrapsOnly(from position: Int) -> Bool {
        text.tokens[position...].allSatisfy {
            $0.isFurniture || $0.text.count == 1 || $0.confidence < Self.leastOfContinuation
        }
    }

    /// `LEGAL DESCRIPTION`, `The land referred to herein is situated in …, and is described as follows:`
    private func skippingIntroduction(_ position: Int) -> Int {
        var first = skippingHeading(position)
        let reach = first..<min(text.tokens.count, first + 50)
        if let lead = text.all(Self.leadIns, in: reach).first,
            !text.contains(Self.landWords, in: first..<max(first, lead.lowerBound)),
            let next = text.next(lead.upperBound)
        {
            first = skippingHeading(next)
        }
        return first
    }
}
