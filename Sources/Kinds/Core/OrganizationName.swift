/// Names of companies and other organizations, without what a letter or a form prints around them: attention lines and
/// units of the organization, a salutation, a heading, an address.
package enum OrganizationName {
    /// - Returns: nil where nothing in the text may be a name.
    package static func parse(_ text: some StringProtocol) -> Reading<String>? {
        guard let whole = NameParser.parse(TextFolding.squeeze(text))?.value.name else { return nil }
        // Several are not one.
        guard !whole.contains(";") else { return Reading(whole, isWellFormed: false) }
        var words = upToAddress(withoutUnits(whole.split(separator: " ").map(String.init)))
        guard !words.isEmpty else { return nil }
        let end = endOfForm(words)
        if let end { words.removeSubrange(end...) } else { words = upToSentence(words) }
        // A heading over the name: `REQUEST FORM ACME DATA INC.`
        if end != nil, let form = words.lastIndex(where: { TextFolding.key($0) == "form" }), form < words.count - 2 {
            words.removeSubrange(...form)
        }
        while words.count > 1, salutations.contains(TextFolding.key(words[0])) || words[0] == "the" {
            words.removeFirst()
        }
        guard let name = NameParser.parse(words.joined(separator: " "))?.value.name else { return nil }
        return Reading(name, isWellFormed: isWellFormed(name))
    }

    // MARK: Units

    /// `To the Attention of the Privacy Department / Legal Department of Acme`, `Legal Dept., Acme`: a unit of the
    /// organization is not its name. `Texas Department of Public Safety` is.
    private static func withoutUnits(_ words: [String]) -> [String] {
        let start = words.indices.last { index in
            let head = words[...index].joined(separator: " ")
            return (["of", "at"].contains(words[index]) || head.hasSuffix(",")) && isUnit(head)
                && TextFolding.key(head).split(separator: " ").contains(where: units.contains)
        }
        return start.map { Array(words[($0 + 1)...]) } ?? words
    }

    /// Whether words say nothing but which unit of an organization they mean.
    package static func isUnit(_ text: some StringProtocol) -> Bool {
        TextFolding.key(text).split(separator: " ").allSatisfy { units.contains($0) || ofUnits.contains($0) }
    }

    private static let units: Set<Substring> = [
        "department", "dept", "office", "officer", "desk", "team", "attention", "attn",
    ]
    private static let ofUnits: Set<Substring> = [
        "to", "the", "of", "at", "and", "or", "privacy", "data", "protection", "legal", "compliance", "consumer",
        "customer",
        "chief", "rights", "request", "requests", "affairs", "relations", "services", "service", "care", "support",
    ]

    // MARK: Ends

    /// Behind the first legal form, or the last where one follows on another (`Company, N.A.`).
    private static func endOfForm(_ words: [String]) -> Int? {
        guard var end = words.indices.dropFirst().first(where: { isForm(words, $0) }) else { return nil }
        while end + 1 < words.count, isForm(words, end + 1) { end += 1 }
        return end + 1
    }

    /// Whether a word is a legal form: one of two letters is a word or a name, too, unless punctuation says otherwise.
    private static func isForm(_ words: [String], _ index: Int) -> Bool {
        let letters = words[index].filter(\.isLetter)
        guard LegalForm.ends(words[index]) else { return false }
        return letters.count > 2 || words[index - 1].hasSuffix(",") || words[index].contains(".")
    }

    /// `Acme Bank, Privacy Choices, P.O. Box 12, Reno, NV`, `Acme, Consumer Care`: in a line that goes on to an address or a
    /// unit, the name ends at the first comma that no legal form follows. Nothing is left of an address alone.
    private static func upToAddress(_ words: [String]) -> [String] {
        let isAddress = AddressParser.stateAndZip(words.joined(separator: " ")) != nil
        if isAddress, words[0].first?.isNumber == true { return [] }
        guard
            let comma = words.indices.dropLast().first(where: { words[$0].hasSuffix(",") && !isForm(words, $0 + 1) })
        else { return words }
        let rest = words[(comma + 1)...]
        let hasAddress = rest.indices.contains { index in
            words[index - 1].hasSuffix(",")
                && (words[index].first?.isNumber == true || boxes.contains(TextFolding.key(words[index])))
        }
        return isAddress || hasAddress || isUnit(rest.joined(separator: " ")) ? Array(words[...comma]) : words
    }

    private static let boxes: Set<String> = ["po", "p o", "box"]

    /// `Acme Data privacy team`: behind a name a sentence goes on in small letters.
    private static func upToSentence(_ words: [String]) -> [String] {
        guard let first = words.firstIndex(where: isNameWord) else { return words }
        var end =
            words[first...].firstIndex { !isNameWord($0) && !joining.contains(TextFolding.key($0)) } ?? words.count
        while end > first, joining.contains(words[end - 1]) { end -= 1 }
        // `Make your request …` is a sentence from its beginning.
        let isNamed = end - first > 1 || words[first].dropFirst().contains { $0.isUppercase || $0 == "." }
        return isNamed ? Array(words[..<end]) : words
    }

    /// A capital, a figure, or a dot within: `eMerge`, `33Up`, `acme.com`.
    private static func isNameWord(_ word: String) -> Bool {
        word.contains { $0.isUppercase || $0.isNumber || "&+".contains($0) }
            || word.contains(/\p{L}\.\p{L}/)
    }

    private static let joining: Set<String> = ["of", "and", "for", "the", "de", "del", "la", "in", "on", "to", "by"]
    package static let salutations: Set<String> = ["dear", "hello", "hi", "greetings", "attn", "attention", "to"]

    /// Letters for the most part, in words that are written as a name's are, and no address.
    private static func isWellFormed(_ name: String) -> Bool {
        let words = name.split(separator: " ").map(String.init)
        let letters = name.count(where: \.isLetter)
        let strange = name.count { !$0.isLetter && !$0.isNumber && !$0.isWhitespace && !".,'’-&()+/!".contains($0) }
        return letters * 2 > name.count && strange == 0 && name.count <= 120 && words.first.map(isNameWord) == true
            && words.allSatisfy { isNameWord($0) || joining.contains($0) } && AddressParser.stateAndZip(name) == nil
    }
}
