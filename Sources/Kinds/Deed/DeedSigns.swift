import Model

/// Signs and letters that recognition changes in deeds, put right where only one can stand.
enum DeedSigns {
    /// - Parameter first: position of the first word to look at.
    static func repair(_ tokens: inout [DeedToken], from first: Int) {
        for index in tokens.indices.dropFirst(first) {
            let repaired =
                isMisreadPronoun(index, of: tokens)
                ? "I," : withoutStrangeLetters(withCapitalI(tokens[index].text))
            if repaired != tokens[index].text {
                tokens[index].text = repaired
                tokens[index].word = Vocabulary.canonical(repaired)
            }
        }
        // Each of these rules is for a stop; nearly no word has one, and matching expressions takes long.
        for index in tokens.indices.dropFirst(first) where index + 1 < tokens.count && endsInStop(tokens[index]) {
            if isMisreadComma(tokens[index], before: tokens[index + 1])
                || isSectionBeforeTownship(tokens[index], tokens[index + 1])
                || isCitationGoingOn(tokens[index], tokens[index + 1])
                || isCourseGoingOn(index, of: tokens)
                || isPlaceGoingOn(index, of: tokens) || isPlatGoingOn(index, of: tokens)
                || isDateGoingOn(index, of: tokens) || isCapacityGoingOn(index, of: tokens)
                || isPartyGoingOn(index, of: tokens)
            {
                tokens[index].text = tokens[index].text.dropLast() + ","
            } else if isDoubleStop(tokens[index]) {
                tokens[index].text = tokens[index].text.dropLast(2) + ","
            }
        }
    }

    private static func endsInStop(_ token: DeedToken) -> Bool {
        token.text.hasSuffix(".") || token.text.hasSuffix(".,")
    }

    /// `Walter ©. Marlow`, whose name stands elsewhere as `Walter C. Marlow`: a sign in an initial's place is the letter that
    /// every other mention has.
    static func repairInitials(_ tokens: inout [DeedToken]) {
        // `Tariq 0. El-Khatibi`: no name has a figure.
        for place in tokens.indices.dropFirst().dropLast()
        where tokens[place].text == "0."
            && [place - 1, place + 1].allSatisfy({ tokens[$0].startsUpper && tokens[$0].word.utf8.count > 2 })
            && follows(tokens[place - 1], tokens[place + 1])
        {
            tokens[place].text = "O."
            tokens[place].word = Vocabulary.canonical("O.")
        }
        let places = tokens.indices.dropFirst().dropLast().filter { index in
            tokens[index].text.count <= 2 && tokens[index].text.wholeMatch(of: /[^\p{L}\p{N}]\.?|Œ\./) != nil
                && [index - 1, index + 1].allSatisfy { tokens[$0].startsUpper && tokens[$0].word.utf8.count > 2 }
                && follows(tokens[index - 1], tokens[index + 1])
        }
        for place in places {
            let (given, surname) = (Vocabulary.key(tokens[place - 1].text), Vocabulary.key(tokens[place + 1].text))
            let initials = tokens.indices.dropFirst().dropLast().filter { index in
                Vocabulary.key(tokens[index - 1].text) == given && Vocabulary.key(tokens[index + 1].text) == surname
                    && tokens[index].text.wholeMatch(of: /\p{Lu}\./) != nil && tokens[index].text != "Œ."
            }.map { tokens[$0].text }
            guard initials.count >= leastMentions, let initial = initials.first, Set(initials).count == 1 else {
                continue
            }
            tokens[place].text = initial
            tokens[place].word = Vocabulary.canonical(initial)
        }
    }

    /// Of a name whose initial is to be known from them: a signature and a notary's words, say.
    private static let leastMentions = 2

    /// `L Kofi Adeyinka`, where a sentence begins: an initial has a full stop, `I, Kofi Adeyinka` lost its comma.
    private static func isMisreadPronoun(_ index: Int, of tokens: [DeedToken]) -> Bool {
        let line = tokens[index].line
        guard ["L", "L,", "l", "l,", "|", "|,"].contains(tokens[index].text), index + 2 < tokens.count,
            tokens[index + 1].line == line, tokens[index + 2].line == line
        else { return false }
        let before = index == 0 ? nil : tokens[index - 1]
        guard before?.line != line || before?.text.last.map(".:;!?".contains) == true,
            before.map({ !lettered.contains($0.word) }) ?? true
        else { return false }
        return tokens[(index + 1)...(index + 2)].allSatisfy {
            $0.text.first?.isUppercase == true && $0.word.utf8.count > 1
        }
    }

    /// `lowa`: a state's name begins with a capital.
    private static func withCapitalI(_ text: String) -> String {
        guard text.first == "l" else { return text }
        let capital = "I" + text.dropFirst()
        let name = String(capital.prefix(while: \.isLetter))
        // `la` is no `Ia.`
        return name.count < 4 || USStates.name(name) == nil ? text : capital
    }

    /// `EIGHĦT`, `RIGĦTS`: a barred H, which only Maltese has, in a word of plain letters.
    private static func withoutStrangeLetters(_ text: String) -> String {
        guard text.contains(where: { "Ħħ".contains($0) }), text.allSatisfy({ $0.isASCII || "Ħħ".contains($0) }) else {
            return text
        }
        return text.replacing("HĦ", with: "H").replacing("ĦH", with: "H").replacing("Ħ", with: "H")
            .replacing("hħ", with: "h").replacing("ħ", with: "h")
    }

    /// What has a letter behind it: `Lot` at a line's end, `L, Block Seven` on the next.
    private static let lettered = Vocabulary.split(
        "lot block tract unit parcel building phase outlot exhibit section apartment suite schedule map plat")

    /// `Section 30. T24N. R4E`: what a section lies in goes on in the same sentence.
    private static func isSectionBeforeTownship(_ token: DeedToken, _ next: DeedToken) -> Bool {
        guard token.hasDigit, let first = next.text.first, "TR".contains(first) else { return false }
        let isTownship = next.text.prefixMatch(of: /T\.?\d+[NS]/) != nil || next.text == "Township"
        return isTownship && token.text.wholeMatch(of: /\d{1,2}\)?\./) != nil
            || token.text.wholeMatch(of: /T\.?\d+[NS]\./) != nil && next.text.prefixMatch(of: /R\.?\d+[EW]/) != nil
    }

    /// `Page 60. Official Records`: a citation of records goes on in the same sentence.
    private static func isCitationGoingOn(_ token: DeedToken, _ next: DeedToken) -> Bool {
        goesOnWithRecords.contains(next.word) && token.text.wholeMatch(of: /[\d-]+\./) != nil && follows(token, next)
    }

    /// `South 12 degrees East. 157.97 feet`, `N 22°21'47" E. 157.97 feet`: the course's length stands in its sentence.
    private static func isCourseGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        let (token, next) = (tokens[index], tokens[index + 1])
        return next.hasDigit && next.text.wholeMatch(of: /\d+(\.\d+)?/) != nil
            && token.text.wholeMatch(of: /(East|West|EAST|WEST|E|W|[NS]\d{1,2}(-\d{1,2}){1,2}[EW])\./) != nil
            && follows(token, next)
            && !DeedLandWords.isAbbreviatedCourse(
                token.text, behind: tokens[max(0, index - 4)..<index].map(\.text)[...])
    }

    /// `January 8. 2011`
    private static func isDateGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        index > 0 && MonthNames.month(tokens[index - 1].word) != nil
            && tokens[index].text.wholeMatch(of: /\d{1,2}\./) != nil
            && tokens[index + 1].text.wholeMatch(of: /[12]\d{3}[.,;:]?/) != nil
            && follows(tokens[index], tokens[index + 1])
    }

    /// `Polk County. Florida`, `Polk County. State of Florida`, `County of Polk. State of Florida`: a place lies in the
    /// next in one sentence.
    private static func isPlaceGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        let (token, next) = (tokens[index], tokens[index + 1])
        guard isStopOfWord(token), next.startsUpper, follows(token, next) else { return false }
        let behind = index + 2 < tokens.count ? tokens[index + 2].word : ""
        if ["state", "commonwealth", "county"].contains(next.word), behind == "of" {
            return ["county", "parish"].contains(token.word)
                || (max(1, index - 3)..<max(1, index)).contains {
                    tokens[$0].word == "of" && PartyWords.places.contains(tokens[$0 - 1].word)
                }
        }
        // Two letters are words as a rule.
        let state = next.word.utf8.count > 2 ? USStates.name(next.word) : nil
        let whole = state ?? USStates.name(next.word + " " + behind)
        return ["county", "parish"].contains(token.word) && whole?.isRepaired == false
    }

    /// `Parcel Maps. Page 54`, `Sunset Park. Phase 2`, `Lake Meadows. Second Addition`: what a plat is called or where it
    /// is filed goes on.
    private static func isPlatGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        let (token, next) = (tokens[index], tokens[index + 1])
        guard isStopOfWord(token), token.startsUpper, next.startsUpper, follows(token, next), index + 2 < tokens.count
        else { return false }
        let behind = tokens[index + 2]
        if ["page", "pages", "book"].contains(next.word) {
            return goesOnWithRecords.contains(token.word) && behind.hasDigit
        }
        if ["phase", "unit"].contains(next.word) { return behind.hasDigit && behind.word.utf8.count < 3 }
        return behind.word == "addition" && NumberWords.isPart(next.word)
    }

    /// `SUSAN D. HOLLIS. Trustee of the Hollis Living Trust`: in what capacity somebody acts is said in the same sentence.
    private static func isCapacityGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        let (token, next) = (tokens[index], tokens[index + 1])
        guard isStopOfWord(token), token.startsUpper, next.startsUpper, follows(token, next), index + 2 < tokens.count
        else { return false }
        let behind = tokens[index + 2].word
        return ["trustee", "trustees", "executor", "administrator"].contains(next.word)
            && ["of", "under"].contains(behind)
            || next.word == "successor" && ["trustee", "trustees"].contains(behind)
    }

    /// `to Harold Whitfield. Karen Stockton and Alice Barlow`: between names in a list stood a comma.
    private static func isPartyGoingOn(_ index: Int, of tokens: [DeedToken]) -> Bool {
        guard index > 0, isStopOfWord(tokens[index]), tokens[index].mayBeName, tokens[index - 1].startsUpper,
            follows(tokens[index], tokens[index + 1])
        else { return false }
        var names = 0
        for (token, next) in zip(tokens[(index + 1)...], tokens[(index + 2)...]).prefix(mostWordsOfParties) {
            guard token.word.utf8.count < 3 && token.startsUpper || token.mayBeName else { return false }
            names += 1
            if next.word == "and" { return names > 1 }
            // An initial has its own stop.
            if token.word.utf8.count > 2, token.text.last.map(".,;".contains) == true { names = 0 }
        }
        return false
    }

    /// Of three names with an initial each.
    private static let mostWordsOfParties = 9

    /// Whether a stop stands behind a whole word: an abbreviation has its own.
    private static func isStopOfWord(_ token: DeedToken) -> Bool {
        token.text.hasSuffix(".") && !token.text.dropLast().contains(".") && !token.hasDigit
            && token.word.utf8.count >= 4 && !Vocabulary.abbreviations.contains(token.word)
    }

    private static let goesOnWithRecords = Vocabulary.split(
        "official public plat map maps book page pages block records deed")

    /// `Maps., Page 60`, `May 5, 1997., for`: behind a year or a word of the clauses that nobody abbreviates.
    private static func isDoubleStop(_ token: DeedToken) -> Bool {
        guard token.text.hasSuffix(".,") else { return false }
        if token.text.wholeMatch(of: /[12]\d{3}\.,/) != nil { return true }
        return token.word.count > 3 && !Vocabulary.abbreviations.contains(token.word)
            && (Vocabulary.words.contains(token.word) || goesOnWithRecords.contains(token.word)
                || PartyWords.entities.contains(token.word))
    }

    /// `REALTY CORPORATION. a California corporation`, `Lot 71. all of Lot 72`: no sentence begins in small letters.
    private static func isMisreadComma(_ token: DeedToken, before next: DeedToken) -> Bool {
        guard token.text.hasSuffix("."), !token.isFurniture, !next.isFurniture,
            next.text.first?.isLowercase == true, next.confidence >= 0.6,
            next.word.utf8.count > 1 || next.word == "a", follows(token, next, within: mostLeading),
            // Courses are parted by semicolons as often.
            next.word != "thence", !units.contains(next.word),
            next.line == token.line || !clausesInSmallLetters.contains(next.word)
        else { return false }
        let stem = token.text.dropLast()
        guard !stem.contains("."), let last = stem.last, last.isLetter || last.isNumber else { return false }
        if token.hasDigit || short.contains(token.word) { return true }
        return token.word.utf8.count >= 4 && !Vocabulary.abbreviations.contains(token.word)
            && token.word.contains { "aeiouy".contains($0) }
    }

    /// Begin clauses of forms on lines of their own: `also known by street and number as`, `commonly known as`.
    private static let clausesInSmallLetters: Set<String> = ["also", "commonly", "known", "subject", "together"]

    /// Words of the clauses that nobody abbreviates.
    private static let short: Set<String> = ["man", "lot", "her", "his", "him", "way", "all"]

    /// Heights of a word that lines may stand apart where nothing else than small letters begins a line: double spacing.
    private static let mostLeading = 2.5

    /// Whether a word stands in the same line or close under it, rather than in another paragraph.
    ///
    /// - Parameter leading: heights of the word that lines stand apart at most.
    private static func follows(_ token: DeedToken, _ next: DeedToken, within leading: Double = 1.1) -> Bool {
        token.page != next.page || token.line == next.line
            || Double(next.box.y - token.box.maxY) < leading * Double(max(1, token.box.height))
    }

    /// `110. feet` is a figure that lost its last.
    private static let units = Vocabulary.split(
        "feet foot ft acres acre links link chains chain rods rod poles pole varas vara degrees minutes seconds inches")
}
