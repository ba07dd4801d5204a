import Model

/// Who came before the notary: `personally appeared A, B and C, known to me …`, `acknowledged before me … by A`.
///
/// As a rule every grantor acknowledges the deed, so somebody who did and is named as no party shows that one was
/// missed, or that a name was cut short.
struct DeedAcknowledgment {
    let text: DeedText

    /// Parties of every acknowledgment that names some surely.
    func parties() -> [DeedParty] {
        text.all(Self.starts).flatMap { start -> [DeedParty] in
            let limit = min(text.tokens.count, start.upperBound + Self.reach)
            guard let end = text.first(Self.ends, in: start.upperBound..<limit)?.lowerBound else { return [] }
            let range = start.upperBound..<end
            let list = DeedPartyParser(text: text).parse(range)
            return list.isClean ? list.parties : []
        }
    }

    /// Whether somebody appeared whose name is none of these, nor part of one; officers and attorneys appear for others.
    func namesAnother(than known: [DeedParty]) -> Bool {
        let keys = known.map { Self.key($0.name) }
        return parties().contains { party in
            let key = Self.key(party.name)
            return key.count >= 2 && !keys.contains { $0.isSuperset(of: key) }
        }
    }

    /// Words that an acknowledgment goes on for.
    private static let reach = 60

    private static func key(_ name: String) -> Set<String> {
        Set(name.split(separator: " ").map { Vocabulary.key(String($0)) }.filter { !$0.isEmpty })
    }

    private static let starts = Phrase.list(
        """
        personally appeared
        personally came
        appeared before me
        acknowledged before me on this? day? by
        """)

    private static let ends = Phrase.list(
        """
        known to me
        to me known|personally
        personally known
        who proved|is|are|being|acknowledged|executed|has|have|did
        proved|proven to me
        and acknowledged
        and by me
        """)
}
