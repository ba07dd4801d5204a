import Model

/// Whether a notary acknowledged the deed.
struct DeedMarkReader {
    struct Reading {
        var isThere: Bool
        var how: Double
        var page: Int
        var box: Box?
        var tokens: [Int]
    }

    let text: DeedText

    /// By the words of an acknowledgment and the officer's own, which stand apart from each other.
    func notary() -> Reading? {
        let publics = text.all(Self.officers)
        let phrases = text.all(Self.acknowledgments)
        if let first = phrases.first {
            let how = publics.isEmpty ? 0.85 : 0.97
            let place = text.place(first)
            return Reading(isThere: true, how: how, page: place?.page ?? 1, box: place?.box, tokens: Array(first))
        }
        if let first = publics.first {
            let place = text.place(first)
            // An officer's name with the end of a commission, without words of the act that were understood.
            let hasTerm = text.contains(Self.terms, in: 0..<text.tokens.count)
            return Reading(
                isThere: true, how: hasTerm ? 0.92 : 0.75, page: place?.page ?? 1, box: place?.box,
                tokens: Array(first))
        }
        guard text.tokens.count > 60 else { return nil }
        return Reading(isThere: false, how: 0.9, page: text.pages.count, box: nil, tokens: [])
    }

    private static let officers = Phrase.list(
        """
        notary public
        notary
        commission|appointment expires
        commissioned
        justice of the peace
        """)

    private static let terms = Phrase.list("commission|appointment|term|office expires\ncommission expiration")

    private static let acknowledgments = Phrase.list(
        """
        be it remembered
        acknowledged the foregoing|above|within|signing|execution|same|said|instrument|deed|foregoing
        acknowledged that he|she|they
        acknowledged himself|herself|themselves
        acknowledges that|the|this
        to me known|personally
        known to me
        before me came
        came before me
        appeared before me
        before me appeared|personally
        signed before me
                acknowledged before me
        personally appeared
        personally came
        personally known to me
        subscribed and sworn
        acknowledged to me
        before me a? notary
        before me the undersigned
        """)
}
