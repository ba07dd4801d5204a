import Model

/// A party's name as printed, and whether it looks like one.
struct DeedNameText {
    let text: DeedText

    func party(_ tokens: [Int]) -> DeedParty {
        let words = tokens.map { text.word($0) }
        let name = Self.trimmed(text.text(tokens))
        return DeedParty(name: name, tokens: tokens, isDoubtful: isDoubtful(name, words: words, tokens: tokens))
    }

    /// Without the punctuation of the clause; the full stop of an initial or abbreviation stays.
    static func trimmed(_ printed: String) -> String {
        var name = printed[...]
        while let first = name.first, !first.isLetter, !first.isNumber { name = name.dropFirst() }
        while let last = name.last, ",;:\"'“”‘’|_-–—*".contains(last) || last.isWhitespace { name = name.dropLast() }
        if name.last == ".", let word = name.split(separator: " ").last {
            let key = Vocabulary.key(String(word))
            let isShort = word.filter(\.isLetter).count == 1 || word.dropLast().contains(".")
            if !isShort, !Vocabulary.abbreviations.contains(key) { name = name.dropLast() }
        }
        return String(name)
    }

    private func isDoubtful(_ name: String, words: [String], tokens: [Int]) -> Bool {
        let isEntity = words.contains(where: PartyWords.entities.contains)
        if words.contains(where: PartyWords.clauseWords.contains) {
            // A trust's name may hold the date of its agreement.
            let isTrustDate = words.contains("trust") && words.filter(PartyWords.clauseWords.contains) == ["dated"]
            if !isTrustDate { return true }
        }
        if words.count == 1, !isEntity { return true }
        if words.count > (isEntity ? 16 : 6) { return true }
        if name.contains(where: { !$0.isLetter && !$0.isNumber && !" .,'’-&/()".contains($0) }) { return true }
        for (position, index) in tokens.enumerated() {
            let token = text.tokens[index]
            let word = words[position]
            if token.hasDigit {
                let hasLetters = token.text.contains(where: \.isLetter)
                let isOrdinal = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
                if !isEntity || (hasLetters && !isOrdinal) { return true }
            } else if !token.startsUpper, !PartyWords.particles.contains(word), !(isEntity && word == "dated") {
                return true
            } else if Self.isOddlyCased(token.text) || DeedLandWords.isBroken(token.text) {
                return true
            }
        }
        return false
    }

    /// `SMiTH` or `jOHN`: letters changed by recognition. `McDonald`, `DeWitt`, `LaSalle` and `MacArthur` are fine.
    private static func isOddlyCased(_ word: String) -> Bool {
        let letters = word.filter(\.isLetter)
        guard letters.count > 2 else { return false }
        let lower = letters.filter(\.isLowercase).count
        let upper = letters.count - lower
        guard lower > 0, upper > 1 else { return false }
        let prefix = ["Mc", "Mac", "De", "Di", "Du", "La", "Le", "Van", "O", "D", "Fitz", "St", "Del", "Von"]
        if prefix.contains(where: { letters.hasPrefix($0) && letters.dropFirst($0.count).first?.isUppercase == true }) {
            return false
        }
        return !word.contains { "-'’/".contains($0) } && letters.suffix(3) != "LLC"
    }
}
