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

    func notary() -> Reading? {
        let publics = text.all(["notary public", "notary", "commission expires", "commissioned"])
        let phrases = text.all(Self.acknowledgments)
        if let first = phrases.first {
            let how = publics.isEmpty ? 0.85 : 0.97
            let place = text.place(first)
            return Reading(isThere: true, how: how, page: place?.page ?? 1, box: place?.box, tokens: Array(first))
        }
        if let first = publics.first {
            let place = text.place(first)
            return Reading(isThere: true, how: 0.75, page: place?.page ?? 1, box: place?.box, tokens: Array(first))
        }
        guard text.tokens.count > 60 else { return nil }
        return Reading(isThere: false, how: 0.9, page: text.pages.count, box: nil, tokens: [])
    }

    private static let acknowledgments = Phrase.list(
        """
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
