import Model

/// A party's name as printed, and whether it looks like one.
struct DeedNameText {
    let text: DeedText

    func party(_ tokens: [Int]) -> DeedParty {
        let words = tokens.map { text.word($0) }
        let name = NameParser.withHyphens(Self.trimmed(text.text(tokens)))
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
            if LegalForm.hasNoPeriod(word) || !isShort && !Vocabulary.abbreviations.contains(key) {
                name = name.dropLast()
            }
        }
        return String(name)
    }

    private static let behindTrustsName: Set<String> = ["family", "living", "revocable", "irrevocable", "trust"]

    private func isDoubtful(_ name: String, words: [String], tokens: [Int]) -> Bool {
        let isEntity = words.contains(where: PartyWords.entities.contains)
        if words.contains(where: PartyWords.clauseWords.contains) {
            // A trust's name may hold the date of its agreement.
            let isTrustDate = words.contains("trust") && words.filter(PartyWords.clauseWords.contains) == ["dated"]
            if !isTrustDate { return true }
        }
        if words.count == 1 { return true }
        // `N.A.`: what ends a name is none by itself.
        if words.allSatisfy({ PartyWords.entitySuffixes.contains($0) || $0.utf8.count == 1 }) { return true }
        // `Trustee of the Stockton, Family Trust dated …`: a comma that is none.
        if words.first.map(Self.behindTrustsName.contains) == true { return true }
        // The country that an amount is money of.
        if words.joined(separator: " ").hasPrefix("united states"), words.count <= 4 { return true }
        if text.runsUpward(tokens) { return true }
        // `Tracy Kimball. Trustee of …`: a capacity that a misread comma hid in the name.
        if let role = words.dropFirst().firstIndex(of: "trustee"),
            !isEntity || words[(role + 1)...].first ?? "of" == "of"
        {
            return true
        }
        // `NOÉMIE H.`: the surname stands in the next line.
        if !isEntity, name.contains(/\s\p{L}\.$/) { return true }
        if !isEntity, Self.endsInStrangeCapitals(name) { return true }
        if words.count > (isEntity ? 16 : 6) { return true }
        // `JOHN DOE. JANE ROE`: two names.
        if tokens.dropLast().contains(where: text.endsSentence) { return true }
        if name.contains(where: { !$0.isLetter && !$0.isNumber && !" .,'’-&/".contains($0) }) { return true }
        // `NASRAW/I`; `A/K/A` and `c/o` have letters on either side.
        if name.contains(/\p{L}{2}\/\p{L}|\p{L}\/\p{L}{2}/) { return true }
        for (position, index) in tokens.enumerated() {
            let token = text.tokens[index]
            let word = words[position]
            if token.hasDigit {
                let hasLetters = token.text.contains(where: \.isLetter)
                let isOrdinal = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
                if !isEntity || (hasLetters && !isOrdinal) { return true }
            } else if !token.startsUpper, !PartyWords.particles.contains(word),
                !(isEntity && word == "dated")
            {
                return true
            } else if Self.isInitialTwice(token.text) {
                return true
            }
        }
        return false
    }

    /// `SCOTT Ww HASKELL`: an initial that was read as two letters.
    private static func isInitialTwice(_ word: String) -> Bool {
        let letters = word.filter(\.isLetter)
        return letters.count == 2 && Set(letters.lowercased()).count == 1 && letters.contains(where: \.isLowercase)
    }

    /// `Søren Sørbye MI`: capitals behind a name in small letters are a numeral or a title, or misread.
    private static func endsInStrangeCapitals(_ name: String) -> Bool {
        guard let last = name.split(separator: " ").last, last.count >= 2, last.allSatisfy(\.isUppercase),
            name.contains(where: \.isLowercase)
        else { return false }
        return !["II", "III", "IV", "VI", "VII", "JR", "SR", "MD", "PHD", "DDS", "ESQ", "CPA", "JD"].contains(
            String(last))
    }
}
