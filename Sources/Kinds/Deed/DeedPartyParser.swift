import Model

/// One party of a deed, as printed.
struct DeedParty: Hashable, Sendable {
    var name: String
    var tokens: [Int]
    /// Something about the name makes it doubtful: odd characters, words of the clause, a single word, too many words.
    var isDoubtful: Bool
}

/// The parties of one side, and what is said of them.
struct DeedPartyList: Hashable, Sendable {
    var parties: [DeedParty] = []
    /// Marital words, capacity and vesting, in printed order.
    var descriptors: [[Int]] = []
    /// Something in the text fits neither a name nor what is said of one.
    var isDoubtful = false

    var isClean: Bool { !parties.isEmpty && !isDoubtful && !parties.contains(where: \.isDoubtful) }
    var tokens: [Int] { parties.flatMap(\.tokens) }
}

/// Takes the text of one side apart: names from marital words, capacity, vesting, residence and role.
struct DeedPartyParser {
    let text: DeedText
    /// Each printed line is an entry of its own, as in a column of a table.
    var linesSeparate = false

    func parse(_ indices: some Sequence<Int>) -> DeedPartyList {
        var chunker = DeedChunker(text: text, linesSeparate: linesSeparate)
        let chunks = chunker.chunks(of: Array(indices))
        var assembly = DeedPartyAssembly(text: text)
        for (index, chunk) in chunks.enumerated() {
            assembly.take(chunk, next: index + 1 < chunks.count ? chunks[index + 1] : nil)
        }
        return assembly.finished()
    }
}
