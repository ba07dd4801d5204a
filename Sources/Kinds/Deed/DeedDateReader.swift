import Model

/// When the deed was signed, and when it was acknowledged.
struct DeedDateReader {
    struct Reading {
        var date: CalendarDate
        var tokens: [Int]
        var how: Double
        var alternatives: [CalendarDate]
    }

    let text: DeedText
    let asOf: CalendarDate
    /// A word of the deed's title, where it stands on the first page's upper half.
    var title: Int?

    /// By the signature, or where the deed says when it was made; both agreeing is surest.
    func execution() -> Reading? {
        let signing = (dates(behind: Self.signings, reach: 16) + dates(behind: Self.bareSignings, reach: 3))
            .filter { !isAcknowledged($0) && !isOfAnother($0) }
            .sorted { ($0.tokens.first ?? 0) < ($1.tokens.first ?? 0) }
        let making = dates(behind: Self.makings, reach: 16).filter { !isOfAnother($0) && !isAcknowledged($0) }
        guard var best = signing.last ?? making.first ?? labelled() else { return nil }
        best.how = min(best.how, best.alternatives.isEmpty ? 0.95 : 0.8)
        if let made = making.first, let signed = signing.last {
            if made.date == signed.date {
                best.how = 0.98
            } else if made.date.day != nil {
                best.how = 0.75
                best.alternatives.append(made.date)
            }
        }
        if best.date.day == nil { best.how = min(best.how, 0.7) }
        return best
    }

    /// The first date of an acknowledgment: `On March 5, 2021 before me`, `acknowledged before me this 5th day of …`.
    func acknowledgment() -> Reading? {
        text.all(Self.acknowledgings).lazy.compactMap { place in
            self.first(in: max(0, place.lowerBound - 14)..<min(text.tokens.count, place.upperBound + 16))
        }.first
    }

    /// `the Smith Family Trust dated June 1, 2010`, `conveyed by deed dated May 1, 1998`: the date of the trust or of an
    /// earlier deed.
    private func isOfAnother(_ reading: Reading) -> Bool {
        guard let first = reading.tokens.first else { return true }
        if text.contains(Self.others, in: max(0, first - 5)..<first) { return true }
        let trusts = text.all(["trust|agreement u|under? a|agreement? d|dated?"], in: max(0, first - 5)..<first)
        // `THIS DEED OF TRUST, made January 10, 2009` is the deed itself.
        return trusts.contains { !(text.word($0.lowerBound - 1) == "of" && text.word($0.lowerBound - 2) == "deed") }
    }

    /// `Date: March 4, 2021` on a line of its own between the title and the clauses, as in the forms of Texas and of
    /// deeds of trust; the recorder's stands above the title.
    private func labelled() -> Reading? {
        guard let title else { return nil }
        let top = text.tokens[title]
        for place in text.all(["date of? this? deed?"]) where place.lowerBound > title {
            guard let segment = text.segment(of: place.lowerBound), segment.page == top.page,
                segment.box.y > top.box.maxY, text.next(segment.tokens.lowerBound) == place.lowerBound,
                text.tokens[place.upperBound - 1].endsWithColon, place.upperBound <= segment.tokens.upperBound
            else { continue }
            guard let found = first(in: place.upperBound..<segment.tokens.upperBound), found.date.day != nil else {
                continue
            }
            return found
        }
        return nil
    }

    /// `My commission expires March 5, 2024`.
    private func isExpiry(_ tokens: [Int]) -> Bool {
        guard let first = tokens.first else { return true }
        return text.contains(
            ["expires|expire|expiration|expiring|commission|appointment"], in: max(0, first - 5)..<first)
    }

    /// Of `the first day of May in the year of our Lord one thousand nine hundred and sixty-two`.
    private static let mostWords = 18

    /// A date within reach behind each phrase, in order.
    private func dates(behind phrases: [Phrase], reach: Int) -> [Reading] {
        var used: Set<Int> = []
        return text.all(phrases).compactMap { place in
            let end = place.upperBound + reach
            // One that begins within reach is read to its end.
            let window = place.upperBound..<min(text.tokens.count, end + Self.mostWords)
            guard let found = first(in: window), found.tokens.first.map({ $0 < end }) == true,
                found.tokens.allSatisfy({ !used.contains($0) })
            else { return nil }
            used.formUnion(found.tokens)
            return found
        }
    }

    /// The first date in a stretch of words that is not later than today.
    func first(in window: some Sequence<Int>) -> Reading? { all(in: window).first }

    func all(in window: some Sequence<Int>) -> [Reading] {
        let span = DeedSpan(text, window)
        let parser = DateParser(order: .monthFirst, expectation: .past, asOf: asOf)
        return parser.find(in: span.string).compactMap { found in
            let date = found.reading.value
            let tokens = span.tokens(in: found.range)
            guard date.month != nil, date.year >= 1700, date <= asOf, !isExpiry(tokens) else { return nil }
            return Reading(
                date: date, tokens: tokens, how: found.reading.isRepaired ? 0.8 : 0.95,
                alternatives: found.reading.alternatives)
        }
    }

    /// `Dated: … ` inside a notary's certificate is the notary's.
    private func isAcknowledged(_ reading: Reading) -> Bool {
        guard let first = reading.tokens.first else { return true }
        let window = max(0, first - 24)..<min(text.tokens.count, first + 4)
        return text.contains(Self.acknowledgings, in: window)
    }

    /// Whether words tell when the deed was signed or made, which is no date of its recording.
    func isOfSigning(_ tokens: Range<Int>) -> Bool {
        text.contains(Self.makingsAndSignings, in: tokens)
    }

    private static let makingsAndSignings = signings + bareSignings + makings

    private static let signings = Phrase.list(
        """
        in witness whereof
        witness my|our|the|his|her|their hand|hands
        witness the? hand
        dated this|on|as|at?
        dated
        executed this|on|at
        executed as a sealed instrument this|on
        signed this|on
        date signed
        signed sealed and delivered
        """)

    /// What an earlier deed is called; `this deed dated` is the deed itself.
    private static let others = Phrase.list(
        """
        by|certain|a|said|that deed|instrument|will|mortgage|plan|map|plat|survey dated
        certain|a|said|that|the deed of trust dated
        """)

    /// With a date right behind them: `Executed March 15, 2013.`
    private static let bareSignings = Phrase.list("executed\nsigned\ngiven")

    private static let makings = Phrase.list(
        """
        witnesseth this|on
        made this|on|as|the|and
        entered into this|on|as
        indenture made?
        is made on|as|this
        made
        dated as of
        executed as of
        effective as of
        executed this|on
        """)

    private static let acknowledgings = Phrase.list(
        """
        acknowledged before me
        before me
        subscribed and sworn
        personally appeared
        personally came
        be it remembered
        to me known
        known to me
        """)
}
