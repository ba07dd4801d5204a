import Model

/// Finds the parties where a clause names both and gives each its role: `THIS INDENTURE made … between A, party of the
/// first part, and B, party of the second part`; `by A, hereinafter called the grantor, to B, hereinafter called …`.
struct DeedRoleClauses {
    let text: DeedText

    func find() -> [DeedClause] {
        var clauses: [DeedClause] = []
        for start in starts() {
            if let clause = clause(from: start) { clauses.append(clause) }
            if clauses.count == 2 { break }
        }
        return clauses
    }

    private func starts() -> [Int] {
        let between = text.all(["between", "betwixt", "among"]).map { range in
            text.match("and among", at: range.upperBound) ?? range.upperBound
        }
        return Array(Set(between + text.positions(of: "by").filter(isMadeBy).map { $0 + 1 })).sorted()
    }

    /// `Made this 4th day of March, 2021, by A`; not `paid by A`, not `by and between`.
    private func isMadeBy(_ position: Int) -> Bool {
        guard let next = text.next(position + 1), text.tokens[next].startsUpper,
            !PartyWords.roleNames.contains(text.word(next)), text.word(next) != "and"
        else { return false }
        let words = text.tokens[max(0, position - 25)..<position].map(\.word)
        guard let made = words.lastIndex(where: { ["made", "executed", "entered", "given"].contains($0) }) else {
            return false
        }
        return !words[made...].contains { $0 == "paid" || $0 == "acknowledged" || $0 == "me" }
    }

    private func clause(from start: Int) -> DeedClause? {
        let limit = min(text.tokens.count, start + 260)
        let end = text.first(Self.limits, in: start..<limit)?.lowerBound ?? limit
        let window = start..<max(start, end)
        let grantors = text.all(Self.grantorMarks, in: window)
        guard let mark = grantors.first else { return nil }
        guard let second = secondStart(after: mark.lowerBound, in: window) else { return nil }
        let rest = second..<limit
        let closing = text.first(Self.granteeMarks, in: rest)
        let trustee = trusteeMark(in: rest)
        var clause = DeedClause(
            origin: .between, grantor: Array(start..<beforeRole(mark.lowerBound, from: start)), anchor: start,
            isClosed: closing != nil)
        guard let closing else { return nil }
        if let trustee, trustee.lowerBound < closing.lowerBound,
            let third = secondStart(after: trustee.lowerBound, in: rest), third < closing.lowerBound
        {
            clause.trustee = Array(second..<trustee.lowerBound)
            clause.grantee = Array(third..<beforeRole(closing.lowerBound, from: third))
        } else {
            clause.grantee = Array(second..<beforeRole(closing.lowerBound, from: second))
            if let trustee, let third = secondStart(after: closing.lowerBound, in: rest), third < trustee.lowerBound {
                clause.trustee = Array(third..<trustee.lowerBound)
            }
        }
        return clause
    }

    /// Without the words that lead to the role: `, as Grantee`, `, hereinafter called the Grantor`.
    private func beforeRole(_ mark: Int, from start: Int) -> Int {
        var end = mark
        while let before = text.previous(end, from: start), Self.roleLeads.contains(text.word(before)) { end = before }
        return end
    }

    private static let roleLeads = Vocabulary.split("as the called hereinafter herein referred to known collectively")

    /// A trustee's role, not a word of its name (`Elm Trustee Services, LLC`).
    private func trusteeMark(in range: Range<Int>) -> Range<Int>? {
        text.all(Self.trusteeMarks, in: range).first { place in
            if place.count > 1 { return true }
            if let last = text.tokens[place.upperBound - 1].text.last, !last.isLetter { return true }
            return text.next(place.upperBound).map { !text.tokens[$0].startsUpper } ?? true
        }
    }

    /// The first word of the next party behind a role: behind `and` or `to`, or behind the role itself.
    private func secondStart(after mark: Int, in window: Range<Int>) -> Int? {
        var index = mark
        var fallback: Int?
        while let position = text.next(index, before: min(window.upperBound, mark + 70)) {
            let word = text.word(position)
            if ["and", "to", "unto"].contains(word), let next = text.next(position + 1, before: window.upperBound),
                text.tokens[next].startsUpper, !Self.notAParty.contains(text.word(next))
            {
                // Of three parties the second may stand behind a comma alone.
                if let fallback, trusteeMark(in: fallback..<position) != nil { return fallback }
                return next
            }
            // `herein called TRUSTOR, whose address is …, B, herein called TRUSTEE`
            if fallback == nil, position > mark, text.tokens[position].startsUpper,
                !PartyWords.roles.contains(word), let before = text.previous(position),
                PartyWords.roles.contains(text.word(before)) || text.tokens[before].isAllDigits,
                endsItem(before)
            {
                fallback = position
            }
            if text.match("whose", at: position) != nil { fallback = nil }
            index = position + 1
        }
        return fallback
    }

    private func endsItem(_ index: Int) -> Bool {
        let token = text.tokens[index]
        return token.endsWithComma || token.text.contains(")") || token.text.hasSuffix(".")
    }

    private static let notAParty = Vocabulary.split(
        "state commonwealth county city assigns assign successors heirs wife husband whose the grantee grantees grantor"
    )

    private static let limits = Phrase.list("witnesseth\nto have and to hold\nin witness whereof")

    private static let grantorMarks = Phrase.list(
        """
        party|parties or? parties? of the first
        of the first part
        first party|parties
        hereinafter|herein called|referred|known? to? as? the? grantor|grantors|trustor|borrower|seller|first
        grantor|grantors
        trustor|trustors
        borrower
        transferor
        as grantor|grantors|trustor
        """)

    private static let granteeMarks = Phrase.list(
        """
        party|parties or? parties? of the second
        of the second part
        second party|parties
        hereinafter|herein called|referred|known? to? as? the? grantee|grantees|beneficiary|lender|purchaser|second
        grantee|grantees
        beneficiary
        lender
        transferee
        """)

    private static let trusteeMarks = Phrase.list(
        """
        hereinafter|herein called|referred|known? to? as? the? trustee
        as trustee
        trustee
        """)
}
