import Model

/// A party's name as printed, and whether it looks like one.
struct DeedNameText {
    let text: DeedText

    func party(_ tokens: [Int]) -> DeedParty {
        let words = tokens.map { text.word($0) }
        let printed = tokens.map { capitalized($0) ? Self.withCapital(text.tokens[$0].text) : text.tokens[$0].text }
            .map { $0.replacing("S$", with: "S") }
        let read = Self.withNumeral(Self.trimmed(Self.withCommas(printed).joined(separator: " ")))
        let name = NameParser.withHyphens(words.contains(where: isCompanys) ? Self.withLegalForm(read) : read)
        return DeedParty(name: name, tokens: tokens, isDoubtful: isDoubtful(name, words: words, tokens: tokens))
    }

    /// `Westbrook Escrow, Inc.` for `Westbrook Escrow. Ine..`
    private static func withLegalForm(_ name: String) -> String {
        let mended = LegalForm.mended(name) ?? name
        return LegalForm.withComma(mended) ?? mended
    }

    /// A word of companies' names, by which `Ine` behind it is a misread `Inc`.
    private func isCompanys(_ word: String) -> Bool { PartyWords.entities.contains(word) || LegalForm.isSlip(word) }

    /// Without the punctuation of the clause; the full stop of an initial or abbreviation stays.
    static func trimmed(_ printed: String) -> String {
        var name = printed[...]
        while let first = name.first, !first.isLetter, !first.isNumber { name = name.dropFirst() }
        while let last = name.last, ",;:\"'“”‘’|_-–—*".contains(last) || last.isWhitespace { name = name.dropLast() }
        if name.last == ".", let word = name.split(separator: " ").last {
            let key = Vocabulary.key(String(word))
            let isShort = word.filter(\.isLetter).count == 1 || word.dropLast().contains(".")
            if LegalForm.hasNoStop(word) || !isShort && !Vocabulary.abbreviations.contains(key) {
                name = name.dropLast()
            }
        }
        return String(name)
    }

    /// `dated July 4, 2010` for `dated July 4. 2010`.
    static func withDateComma(_ text: String) -> String {
        text.replacing(/([A-Za-z]+)\.? (\d{1,2})(\.) (\d{4})\b/) { date in
            guard MonthNames.month(date.output.1.lowercased()) != nil else { return date.output.0 }
            return text[date.range.lowerBound..<date.output.3.startIndex] + ","
                + text[date.output.3.endIndex..<date.range.upperBound]
        }
    }

    /// A capacity or a vesting with what worn type makes of its words put right: `à married man`, `a Colorado eorporation`.
    static func mendedDescription(_ text: String) -> String {
        withoutResidence(withDateComma(text)).replacing(/\b(by|the|as|in|of|and|a|an|to)[.,](?= \p{Ll})/) {
            // `tenants by. the entirety`: a speck.
            $0.output.1
        }.replacing(/\b(by|the|as|in|of|and|a|an|to)[-–—](?= \p{L})/) {
            // `a- Delaware corporation`: a speck as well. `one- half` has a hyphen.
            $0.output.1
        }.split(separator: " ").map { word in
            if word.count == 1, TextFolding.key(word) == "a", word.first?.isLowercase == true { return "a" }
            return DeedPlainWords.mended(String(word)) ?? withState(String(word)) ?? String(word)
        }.joined(separator: " ")
    }

    /// `wife and husband al}`, `Apri! 7`, `a ‘married man`, `a one- half interest,. as`: a speck was read with it.
    static func hasSpecks(_ description: String) -> Bool {
        description.contains { !$0.isLetter && !$0.isNumber && !" ,.'’\"“”-–&/()#".contains($0) }
            || description.contains(/(?:^|\s)[-–.,]|[-–](?:\s|$)|[.,]{2}|\b\p{Ll}{4,}\.\s/)
    }

    /// `an Iilinois corporation`: a state's name but for a letter.
    private static func withState(_ word: String) -> String? {
        guard word.first?.isUppercase == true, !states.contains(word) else { return nil }
        let near = states.filter { EditDistance.between(Array(word), Array($0), atMost: 1) == 1 }
        return near.count == 1 ? near.first : nil
    }

    /// Those of one word, and long enough to be no other word but for a letter.
    private static let states = Set(USStates.names.values.filter { $0.count > 5 && !$0.contains(" ") })

    /// `a single man. of the County of Lubbock`: a comma that was read as a full stop before where somebody lives. `as joint
    /// tenants, OR 97401`: the end of an address in the column beside.
    private static func withoutResidence(_ text: String) -> String {
        text.replacing(/[.;] of the (City|County|Town|State) of .*$/, with: "")
            .replacing(/[,.]? [A-Z]{2} \d{5}(-\d{4})?$/, with: "")
    }

    /// `Trustee of the Doe Living Trust, dated November 17`, `dated June`: the year was lost with the line's end.
    static func lacksYear(_ text: String) -> Bool {
        if let end = text.firstMatch(of: /\bdated ([A-Za-z]+)\.?,?$/) {
            return MonthNames.month(end.output.1.lowercased()) != nil
        }
        guard let end = text.firstMatch(of: /([A-Za-z]+)\.? (\d{1,2})(st|nd|rd|th)?,?$/) else { return false }
        return MonthNames.month(end.output.1.lowercased()) != nil
    }

    /// `Trustee of the Jane Doe`: what its trustee holds was lost with the line's end.
    static func lacksTrust(_ text: String) -> Bool {
        guard let trustee = text.lowercased().firstMatch(of: /\btrustees? of (.*)/) else { return false }
        return trustee.output.1.split { !$0.isLetter }.allSatisfy { !held.contains(String($0)) }
    }

    private static let held = Vocabulary.split(
        """
        trust trusts estate plan will testament agreement declaration fund foundation church congregation college university \
        school society lodge
        """)

    /// `dated December L. 1994`: letters where the day's figures are.
    static func lacksDay(_ text: String) -> Bool {
        text.matches(of: /([A-Za-z]+)\.? (\p{L}{1,2})[.,]? \d{4}\b/).contains { date in
            MonthNames.month(date.output.1.lowercased()) != nil && date.output.2.lowercased() != "of"
        }
    }

    /// `Dennis Prescott. Jr..`, `First Bank; N.A.`: a comma that was read as another stop, and a speck behind one. A
    /// word that is no abbreviation has no full stop in front of a suffix.
    private static func withCommas(_ printed: [String]) -> [String] {
        var words = printed.map { $0.replacing("..", with: ".") }
        for (position, next) in words.enumerated().dropFirst() {
            let key = Vocabulary.key(next)
            let word = words[position - 1]
            if position > 1, word.count == 2, word.first?.isUppercase == true, word.last == "," {
                words[position - 1] = word.dropLast() + "."
            }
            guard PartyWords.nameSuffixes.contains(key) || PartyWords.entitySuffixes.contains(key) else { continue }
            let isStop =
                word.hasSuffix(".") && word.filter(\.isLetter).count > 3
                && !Vocabulary.abbreviations.contains(Vocabulary.key(word))
            guard isStop || word.hasSuffix(";") else { continue }
            words[position - 1] = word.dropLast() + ","
        }
        return words
    }

    /// `Søren Sørbye IlI` is the third: a last word of nothing but strokes is a numeral.
    static func withNumeral(_ name: String) -> String {
        var words = name.split(separator: " ")
        guard words.count > 1, let last = words.popLast(), isNumeral(String(last)) else { return name }
        return words.joined(separator: " ") + " " + String(repeating: "I", count: last.count)
    }

    private static func isNumeral(_ word: String) -> Bool {
        let strokes = word.filter { !",.".contains($0) }
        return (2...3).contains(strokes.count) && strokes.allSatisfy { "Il1|!".contains($0) }
    }

    /// Whether a word's small first letter is a capital that recognition shrank: of these letters only the size differs.
    private func capitalized(_ index: Int) -> Bool {
        let printed = text.tokens[index].text
        guard let first = printed.first, "cosuvwxzšžčśźż".contains(first), printed.count >= 3,
            !PartyWords.particles.contains(text.word(index)), !PartyWords.isCommon(text.word(index)),
            !Vocabulary.words.contains(text.word(index)), let next = text.next(index + 1)
        else { return false }
        // `westbrook Builders`, `wayne L. Haskell`; a word of a clause is followed by small letters.
        return text.tokens[next].startsUpper
    }

    private static func withCapital(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

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
        if !isEntity, Self.endsInStrangeCapitals(name) || words.contains(where: CommonNames.isMisread) { return true }
        if isEntity, words.contains(where: DeedPlainWords.isMisreadOfCompany) { return true }
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
            } else if !token.startsUpper, !capitalized(index), !PartyWords.particles.contains(word),
                !(isEntity && word == "dated")
            {
                return true
            } else if Self.isOddlyCased(token.text), index != tokens.last || !Self.isNumeral(token.text) {
                return true
            } else if DeedLandWords.isBroken(token.text) || Self.isInitialTwice(token.text) {
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
