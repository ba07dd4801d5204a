/// Signs within a description that it was cut in the wrong place, or that something else is in it.
extension DeedLegalReader {
    /// A description opens with a capital or a figure and speaks of land; one that does not was cut in the wrong place.
    func soundness(_ tokens: [Int]) -> Double {
        let words = tokens.filter { !text.tokens[$0].isFurniture && !text.tokens[$0].word.isEmpty }
        guard let first = words.first, text.tokens[first].startsUpper || text.tokens[first].hasDigit else { return 0.7 }
        if text.runsUpward(words) { return 0.6 }
        if endsInBearing(words) { return 0.4 }
        // `… STATE OF COLORADO, also known by`: what follows was cut off, or began another clause.
        if let last = words.last, Self.neverLast.contains(text.word(last)) { return 0.7 }
        // `more or less. i COVENANTS`: no small letter but an article stands by itself.
        if words.contains(where: { text.tokens[$0].text.contains(/^[b-wyz]$/) }) { return 0.7 }
        if tokens.contains(where: isStrangeLetter) || zip(words, words.dropFirst()).contains(where: lacksNumber) {
            return 0.7
        }
        if words.contains(where: hasStraySign) || words.indices.contains(where: { isMisreadState($0, of: words) }) {
            return 0.7
        }
        if zip(words, words.dropFirst()).contains(where: isMisreadComma) { return 0.8 }
        if zip(words, words.dropFirst()).contains(where: isAnotherMatter) { return 0.7 }
        return Self.type(words.map { text.word($0) }) == "other" ? 0.8 : 1
    }

    /// `ə` for 3: a letter that stands by itself and that English has not.
    private func isStrangeLetter(_ index: Int) -> Bool {
        let letters = text.tokens[index].text.filter { $0.isLetter || $0.isNumber }
        return letters.count == 1 && letters.allSatisfy { $0.isLetter && !$0.isASCII }
    }

    /// `Range No. East`, `Lot in Block 3`: the number between was lost. `said Lot` and `the Section` were numbered before.
    private func lacksNumber(_ index: Int, before next: Int) -> Bool {
        let (label, token) = (text.word(index), text.tokens[next])
        let isDirection = token.word.utf8.count > 2 && SurveyWord.isExact(token.word) && !NumberWords.isPart(token.word)
        if ["no", "nos", "number", "numbers"].contains(label) {
            return isDirection || !token.hasDigit && !token.startsUpper && !NumberWords.isPart(token.word)
        }
        guard text.tokens[index].startsUpper, DeedLandWords.numbered.contains(label) else { return false }
        if isDirection { return ["township", "range"].contains(label) }
        let before = text.previous(index).map(text.word)
        return Self.behindNumbers.contains(token.word) && !text.tokens[index].text.contains(/[,;:]$/)
            && !["said", "the", "each", "such", "that", "certain"].contains(before)
    }

    /// `State of towa`: what a state is called is known.
    private func isMisreadState(_ position: Int, of words: [Int]) -> Bool {
        guard text.word(words[position]) == "state", words.dropFirst(position + 1).first.map(text.word) == "of" else {
            return false
        }
        let name = words.dropFirst(position + 2).prefix(3).map { text.tokens[$0].text }
        return !name.isEmpty && !name.indices.contains { USStates.code(name[...$0].joined(separator: " ")) != nil }
    }

    /// What stands behind the number of one of these.
    private static let behindNumbers = Vocabulary.split("of in on and according as filed being")

    /// `Section No. 7%`: figures of a description have no such sign, but those of a share.
    private func hasStraySign(_ index: Int) -> Bool {
        let token = text.tokens[index]
        guard token.hasDigit, token.text.contains(where: { "%!|~^{}\\@".contains($0) }) else { return false }
        let behind = text.next(index + 1).map(text.word)
        return !token.text.hasSuffix("%") || !["interest", "undivided", "of"].contains(behind)
    }

    /// `60. feet of Lot 71`, `Page 4-A. Official Records`: a comma or a point that was read as a full stop, and what stood
    /// behind it is not known.
    private func isMisreadComma(_ index: Int, before next: Int) -> Bool {
        let token = text.tokens[index]
        if token.text.hasSuffix(".,") {
            // Longer words are no abbreviations: the stop is a speck.
            return (4...6).contains(token.word.count) && !token.hasDigit
                && !Vocabulary.abbreviations.contains(token.word)
        }
        if text.endsSentence(index), !token.hasDigit, token.word.utf8.count >= 4 {
            let behind = text.tokens[next]
            return behind.startsUpper && (behind.isRepaired || !Self.sentenceStarts.contains(behind.word))
        }
        // Mended (``DeedLandWords/withoutSpecks(_:)``).
        if token.text.hasSuffix(",.") { return false }
        // Behind a quotation mark stands nothing but a comma (``DeedLandWords/withCommas(_:)``).
        guard token.text.hasSuffix("."), token.hasDigit, !token.text.contains(/["”]\.$/) else { return false }
        return text.tokens[next].text.first?.isLowercase == true || Self.neverFirst.contains(text.word(next))
    }

    /// `Block 3, Oak Grove`, and after a gap `Mae Brown, a single person`: who signs, where no stop ends the description. Over a
    /// page's end it goes on as it may.
    private func isAnotherMatter(_ index: Int, before next: Int) -> Bool {
        let (token, behind) = (text.tokens[index], text.tokens[next])
        return token.page == behind.page && text.startsParagraph(next, after: index)
            && (behind.isRepaired || !Self.continuations.contains { text.match($0, at: next) != nil })
    }

    /// With which sentences of descriptions begin; behind other words a stop may be a misread comma.
    private static let sentenceStarts = Vocabulary.split(
        """
        thence beginning commencing starting together excepting except excluding reserving subject said the all also \
        being this that these those situate situated located lying containing parcel tract lot lots an a it which and \
        less more bearings basis as per exception unit no
        """)

    /// With which no description ends.
    private static let neverLast: Set<String> = [
        "as", "at", "by", "for", "from", "in", "is", "known", "of", "on", "or", "said", "to", "with",
    ]

    /// With which no sentence of a description begins.
    private static let neverFirst: Set<String> = [
        "official", "public", "deed", "plat", "map", "maps", "book", "page", "pages", "block", "range", "records",
        "county",
    ]

    /// `thence South 12 degrees 10 minutes East.`: a course without its length was cut off.
    private func endsInBearing(_ words: [Int]) -> Bool {
        guard words.count > 2, let last = words.last else { return false }
        if DeedAngles.compactBearing(text.tokens[last].text) != nil { return true }
        let before = text.tokens[words[words.count - 2]]
        return ["e", "w", "east", "west"].contains(text.word(last))
            && (["degrees", "minutes", "seconds"].contains(before.word)
                || before.text.contains { "°º'\"”".contains($0) })
    }
}
