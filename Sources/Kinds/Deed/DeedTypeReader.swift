import Model

/// What kind of deed it is: by its title, which rules, and by its words of conveyance, which confirm.
struct DeedTypeReader {
    enum Kind: String, CaseIterable {
        case warranty = "warranty_deed"
        case special = "special_warranty_deed"
        case quitclaim = "quitclaim_deed"
        case grant = "grant_deed"
        case bargain = "bargain_and_sale_deed"
        case trust = "deed_of_trust"
        case death = "transfer_on_death_deed"
        case other = "other_deed"
    }

    struct Reading {
        var kind: Kind
        /// How sure the title and the wording make it, before the quality of recognition, 0…1.
        var how: Double
        var tokens: Range<Int>
        var alternatives: [Kind]
        var wordingAgrees: Bool?
    }

    let text: DeedText

    func read() -> Reading? {
        let wordings = wordingKinds()
        guard let title = title() else {
            guard let best = wordings.first else { return nil }
            let others = wordings.dropFirst().map(\.kind)
            return Reading(
                kind: best.kind, how: others.isEmpty ? best.how : min(best.how, 0.85), tokens: best.tokens,
                alternatives: Array(others), wordingAgrees: nil)
        }
        guard let wording = wordings.first, title.kind != .other else {
            return Reading(
                kind: title.kind, how: title.isPlain ? 0.95 : 0.88, tokens: title.tokens, alternatives: [],
                wordingAgrees: nil)
        }
        if wordings.contains(where: { $0.kind == title.kind }) {
            return Reading(
                kind: title.kind, how: title.isPlain ? 0.98 : 0.93, tokens: title.tokens, alternatives: [],
                wordingAgrees: true)
        }
        return Reading(
            kind: title.kind, how: 0.86, tokens: title.tokens, alternatives: [wording.kind], wordingAgrees: false)
    }

    // MARK: Title

    struct Title {
        var kind: Kind
        var tokens: Range<Int>
        var score: Int
        /// Nothing but the deed's name stands in the title.
        var isPlain: Bool
    }

    func title() -> Title? {
        var taken: [Range<Int>] = []
        var titles: [Title] = []
        for (kind, phrases) in Self.titles {
            for place in text.all(phrases) where !taken.contains(where: { $0.overlaps(place) }) {
                taken.append(place)
                if let title = title(kind, at: place) { titles.append(title) }
            }
        }
        return titles.max { ($0.score, -$0.tokens.lowerBound) < ($1.score, -$1.tokens.lowerBound) }
    }

    /// A title stands apart: a short line of few other words, in capitals, centred or larger, near the start.
    private func title(_ kind: Kind, at place: Range<Int>) -> Title? {
        guard let segment = text.segment(of: place.lowerBound) else { return nil }
        let line = text.tokens[segment.tokens]
        let words = line.filter { !$0.word.isEmpty }
        let first = text.tokens[place.lowerBound]
        guard words.count <= 12, first.startsUpper else { return nil }
        let others = segment.tokens.map { ($0, text.tokens[$0]) }.filter { index, token in
            !token.word.isEmpty && !place.contains(index) && !Self.titleWords.contains(token.word) && !token.isAllDigits
        }
        let last = text.tokens[place.upperBound - 1]
        // `Document title: Warranty Deed` on a cover sheet names it too; `secured by a Deed of Trust` does not.
        let labelled = text.previous(place.lowerBound, from: segment.tokens.lowerBound).map {
            text.tokens[$0].endsWithColon
        }
        if let before = text.previous(place.lowerBound, from: segment.tokens.lowerBound), labelled != true,
            Self.referring.contains(text.word(before))
        {
            return nil
        }
        if let next = text.next(place.upperBound), text.tokens[next].line == last.line,
            Self.referringAfter.contains(text.word(next))
        {
            return nil
        }
        var score = 0
        if place.allSatisfy({ !text.tokens[$0].text.contains { $0.isLowercase } }) { score += 2 }
        if others.isEmpty { score += 3 } else if others.count <= 2 || labelled == true { score += 1 }
        if words.count <= 7 { score += 1 }
        let size = text.size(of: first.page)
        if abs(segment.box.midX - Double(size.width) / 2) < Double(size.width) * 0.06 { score += 1 }
        if first.page == 1 { score += 1 }
        if first.page == 1, segment.box.midY < Double(size.height) * 0.6 { score += 1 }
        guard score >= 5 else { return nil }
        return Title(kind: kind, tokens: place, score: score, isPlain: others.isEmpty || labelled == true)
    }

    private static let referring = Vocabulary.split("a by said such prior that any in under of secured per")
    private static let referringAfter = Vocabulary.split("is was shall recorded means from to")

    /// Words that a title may hold beside the deed's name.
    private static let titleWords = Vocabulary.split(
        """
        a and agreement assignment corporation corporate covenant covenants deed deeds documentary document due fixture \
        filing form full general grantors acts against individual individuals to the in of on with without joint lien \
        limited liability company nevada new property real revocable security short statutory survivorship tenancy \
        tenants texas title trust type vendors warranty special quitclaim quit claim grant bargain sale transfer death \
        beneficiary state by entirety husband wife individual person purchase money rents leases long first second for \
        california florida illinois ohio michigan minnesota washington oregon arizona colorado georgia massachusetts \
        page rider single separate no number
        """)

    /// Longest and most special names first: a place that one has taken is not looked at again.
    /// Whether a word is one of those that titles of deeds are made of.
    ///
    /// - Parameter key: in small letters, without signs.
    static func isOfTitles(_ key: String) -> Bool { key.isEmpty || wordsOfTitles.contains(key) }

    private static let wordsOfTitles = Set(
        titles.flatMap(\.1).flatMap(\.elements).flatMap(\.words))

    private static let titles: [(Kind, [Phrase])] = [
        (
            .other,
            Phrase.list(
                """
                deed in lieu of foreclosure
                deed without warranty
                deed of reconveyance
                deed of gift
                deed of easement
                deed of correction
                deed of release
                deed of distribution
                release of deed of trust
                assignment of deed of trust
                modification of deed of trust
                substitution of trustee
                revocation of transfer on death deed
                sheriffs deed
                sheriff s deed
                trustees deed upon? sale?
                trustee s deed upon? sale?
                tax deed
                treasurers deed
                personal representatives deed
                executors|executrix|administrators|guardians|conservators deed
                commissioners deed
                masters deed
                referees deed
                marshals deed
                fiduciary deed
                gift deed
                interspousal transfer? grant? deed
                correction|corrective|confirmatory deed
                mineral deed
                royalty deed
                easement deed
                life estate deed
                lady bird deed
                partition deed
                """)
        ),
        (
            .death,
            Phrase.list(
                """
                transfer on death deed
                transferondeath deed
                transfer on death
                tod deed
                beneficiary deed
                deed upon death
                """)
        ),
        (
            .special,
            Phrase.list(
                """
                special warranty deed
                limited warranty deed
                special general? warranty
                limited warranty
                deed of special warranty
                covenant deed
                """)
        ),
        (
            .bargain,
            Phrase.list(
                """
                grant bargain and? sale deed
                bargain and? sale deed
                deed of bargain and sale
                grant bargain and? sale
                """)
        ),
        (.trust, Phrase.list("deed of trust\ntrust deed\ntrust indenture\ndeed to secure debt\nsecurity deed")),
        (
            .quitclaim,
            Phrase.list(
                """
                quitclaim deed
                quit claim deed
                deed of quitclaim
                quitclaim
                """)
        ),
        (.grant, Phrase.list("grant deed")),
        (
            .warranty,
            Phrase.list(
                """
                general warranty deed
                warranty deed
                deed of general warranty
                deed with general? warranty covenants?
                deed with full covenants
                full covenant and? warranty? deed
                """)
        ),
    ]

    // MARK: Wording

    struct Wording {
        var kind: Kind
        var how: Double
        var tokens: Range<Int>
    }

    /// What the operative words say, the more telling first.
    func wordingKinds() -> [Wording] {
        Self.wordings.compactMap { kind, how, phrases in
            text.all(phrases).first { place in
                guard let before = text.previous(place.lowerBound) else { return true }
                return !Self.denying.contains(text.word(before))
            }.map { Wording(kind: kind, how: how, tokens: $0) }
        }
    }

    private static let denying = Vocabulary.split("without no any other than not")

    private static let wordings: [(Kind, Double, [Phrase])] = [
        (
            .trust, 0.93,
            Phrase.list(
                """
                in trust with power of sale
                in trust with the power of sale
                to trustee in trust
                this deed of trust
                """)
        ),
        (
            .death, 0.93,
            Phrase.list(
                """
                transfer|transfers on|upon my|our|the? death
                upon|on|at|effective my|our death i|we? transfer|convey
                effective on|upon the? owners|grantors|my|our death
                """)
        ),
        (
            .special, 0.92,
            Phrase.list(
                """
                warrant|warrants specially
                by through or under the? grantor|grantors|it|him|her|them|me|us|party but not otherwise
                by through and under the? grantor|grantors|it|him|her|them|me|us
                by through or under the? grantor|grantors|said|it|him|her|them|me|us
                special|limited warranty covenants
                with special|limited warranty
                convey|conveys and specially warrant|warrants
                specially warrant|warrants
                """)
        ),
        (
            .quitclaim, 0.92,
            Phrase.list(
                """
                quitclaim|quitclaims|quitclaimed to|unto|and|all|any
                quit claim|claims to|unto|and|all|any
                and|forever quitclaim|quitclaims|quitclaimed
                and|forever quit claim|claims
                with quitclaim covenants
                """)
        ),
        (
            .warranty, 0.92,
            Phrase.list(
                """
                convey|conveys|conveyed and generally? warrant|warrants
                warrant|warrants generally
                with general? warranty covenants
                with general warranty
                with statutory warranty covenants
                warrant and forever? defend
                warrant and will forever? defend
                fully warrant|warrants the title
                hereby warrant|warrants the title
                lawfully seized|seised
                good right to convey
                good right to sell and convey
                """)
        ),
        (
            .bargain, 0.85,
            Phrase.list(
                """
                has not done or suffered anything whereby
                covenant|covenants against the? grantors|grantor acts
                bargain|bargains sell|sells and convey|conveys
                bargained sold and conveyed
                """)
        ),
        (
            .grant, 0.85,
            Phrase.list(
                """
                hereby grant|grants to
                hereby grant|grants and convey|conveys to
                do|does hereby grant to
                """)
        ),
    ]
}
